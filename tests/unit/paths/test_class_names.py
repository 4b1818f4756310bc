from sitelode.html.parse import parse
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.paths.class_names import ClassNameCounts, ClassNames

DIV = TAG_NUMBER["div"]


def learnt(classes):
    counts = ClassNameCounts()
    for value in classes:
        counts.add(parse(f'<div class="{value}">x</div>'.encode()))
    return ClassNames.learnt(counts)


def test_names_with_a_number_are_one_name():
    names = learnt(f"entry post-{number}" for number in range(50))

    assert names.of(DIV, "entry post-99999") == ("entry", "post-0")


def test_a_family_of_rare_names_is_one_name():
    names = learnt(
        f"entry tag-{word}" for word in ("boats", "gulls", "rope", "salt", "nets", "tide", "quay", "mast", "keel", "hull", "sail", "oars")
    )

    assert names.of(DIV, "entry tag-boats") == ("entry", "tag-*")


def test_a_family_of_common_names_stays_apart():
    names = learnt(["entry-title entry-body entry-foot entry-head entry-side entry-date entry-more entry-tags entry-name"] * 20)

    assert names.of(DIV, "entry-title entry-body") == ("entry-body", "entry-title")


def test_names_of_single_pages_say_nothing():
    names = learnt(["entry"] * 60 + ["x1x2x3q", "entry"])

    assert names.of(DIV, "x1x2x3q entry") == ("entry",)


def test_names_are_told_apart_by_tag():
    counts = ClassNameCounts()
    for _ in range(5):
        counts.add(parse(b"<p class=lead>x</p>"))

    assert ClassNames.learnt(counts).of(DIV, "lead") == ()


def test_ids_and_roles_are_judged_in_the_same_way():
    counts = ClassNameCounts(("class", "id", "role"))
    for number in range(30):
        counts.add(
            parse(f"<div id=post-{number} role=main class=entry>x</div><div id=only{chr(97 + number % 26)}{number}x>y</div>".encode())
        )

    names = ClassNames.learnt(counts)
    assert names.of(DIV, "entry #post-9 @main") == ("#post-0", "@main", "entry")
    assert names.of(DIV, "#nowhere") == ()
