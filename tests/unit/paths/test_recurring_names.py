import random
from collections import Counter

from made_articles import page_of

from sitelode.html.parse import parse
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.paths.element_names import page_names
from sitelode.paths.recurring_names import COUNTED_TOGETHER, NAME_SHARE, ClassNameCounts, ClassNames, recurring_names

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


def made_pages(count):
    """Pages with some of many names, also in scripts whose names are read one by one."""
    chance, words = random.Random(7), [*"lead wide entry größe 字 foot-12 ٣x".split(), *(f"n{chr(97 + number)}" for number in range(20))]
    made = (
        "".join(f'<{chance.choice(("p", "div"))} class="{" ".join(chance.sample(words, 3))}" id="{word}">' for word in words)
        for _ in range(count)
    )
    return list(map(page_of, made))


def test_names_of_pages_counted_together_are_those_counted_one_by_one():
    pages = made_pages(COUNTED_TOGETHER + 20)
    counts, names = ClassNameCounts(), Counter(name for page in pages for name in page_names(page).names)
    for page in pages:
        counts.add(page)

    assert counts.counts == Counter(pair for page in pages for pair in page_names(page).pairs())
    assert recurring_names(pages) == {name for name, times in names.items() if times >= NAME_SHARE * len(pages)}
    assert recurring_names(pages[:0]) == frozenset()


def test_names_that_count_are_those_of_the_set():
    page = made_pages(1)[0]
    names, counting = page_names(page), frozenset(("lead", "größe", "#wide", "none"))

    assert names.that_count(counting).tolist() == [name in counting for name in names.names]
