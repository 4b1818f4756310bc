import pytest
from made_articles import page_of

from sitelode.html.parse import parse
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.paths.recurring_names import ClassNameCounts, ClassNames, recurring_names

DIV = TAG_NUMBER["div"]


def learnt(classes):
    counts = ClassNameCounts()
    for value in classes:
        counts.add(parse(f'<div class="{value}">x</div>'.encode()))
    return ClassNames.from_counts(counts)


def test_names_with_a_number_are_one_name():
    names = learnt(f"entry post-{number}" for number in range(50))

    assert names.counting_in(DIV, "entry post-99999") == ("entry", "post-0")


def test_a_family_of_rare_names_is_one_name():
    names = learnt(
        f"entry tag-{word}" for word in ("boats", "gulls", "rope", "salt", "nets", "tide", "quay", "mast", "keel", "hull", "sail", "oars")
    )

    assert names.counting_in(DIV, "entry tag-boats") == ("entry", "tag-*")


@pytest.mark.parametrize(("common", "counts_as"), [(8, "tag-*"), (9, None), (10, None)])
def test_a_family_is_one_name_where_most_of_its_names_are_rare(common, counts_as):
    words = "boats gulls rope salt nets tide quay mast keel".split()
    names = learnt([f"entry tag-{word}" for word in words] + [" ".join(f"tag-often{letter}" for letter in "abcdefghij"[:common])] * 60)

    assert names.counting_in(DIV, "entry tag-boats") == (("entry", counts_as) if counts_as else ("entry",))


def test_a_family_of_common_names_stays_apart():
    names = learnt(["entry-title entry-body entry-foot entry-head entry-side entry-date entry-more entry-tags entry-name"] * 20)

    assert names.counting_in(DIV, "entry-title entry-body") == ("entry-body", "entry-title")


def test_names_of_single_pages_say_nothing():
    names = learnt(["entry"] * 60 + ["x1x2x3q", "entry"])

    assert names.counting_in(DIV, "x1x2x3q entry") == ("entry",)


def test_names_are_told_apart_by_tag():
    counts = ClassNameCounts()
    for _ in range(5):
        counts.add(parse(b"<p class=lead>x</p>"))

    assert ClassNames.from_counts(counts).counting_in(DIV, "lead") == ()


def test_names_that_recur_are_on_several_pages():
    pages = [page_of(f'<p class="lead {word}" id="größe">x</p>') for word in "boats gulls rope salt".split()]

    assert recurring_names(pages) == {"lead", "#größe"}
    assert recurring_names(pages[:1]) == {"lead", "boats", "#größe"}
    assert recurring_names([]) == frozenset()


@pytest.mark.parametrize(
    ("pages", "having", "recurs"), [(2, 2, True), (2, 1, False), (13, 2, True), (13, 1, False), (20, 3, True), (20, 2, False)]
)
def test_a_name_recurs_on_two_pages_and_on_fifteen_in_a_hundred(pages, having, recurs):
    made = [parse(b"<p class=lead>x</p>" if number < having else b"<p>x</p>") for number in range(pages)]

    assert ("lead" in recurring_names(made)) is recurs
