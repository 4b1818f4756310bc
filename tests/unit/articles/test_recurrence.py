"""What recurs from page to page, and which pages are too alike to be two."""

import random

from made_articles import page_of, sentence

from sitelode.articles.body.recurrence import RecurringTexts, near_duplicates
from sitelode.text.segments import segments_of

FOOTER = "All of this is the work of a small office beside the river, and may be used by whoever names the office and the year."


def _page(seed, paragraphs=6, extra=""):
    chance = random.Random(seed)
    own = "".join(f"<p>{sentence(chance, 20)}</p>" for _ in range(paragraphs))
    return segments_of(page_of(f"<body><h1>{sentence(chance, 4)}</h1>{own}{extra}<footer>{FOOTER}</footer>"))


def _share(pages, text):
    recurring = RecurringTexts.of(pages)
    codes = segments_of(page_of(f"<p>{text}</p>")).loose
    return recurring.share_of(codes).tolist()


def test_a_text_on_all_pages_recurs_and_an_article_does_not():
    pages = [_page(seed) for seed in range(4)]
    assert _share(pages, FOOTER) == [1.0]
    assert _share(pages, "Nothing of the kind was ever written here.") == [0.0]
    assert near_duplicates(pages).tolist() == [0, 1, 2, 3]


def test_variants_of_one_page_count_once():
    text = sentence(random.Random(1), 25)
    extra = f"<p>{text}</p>"
    pages = [_page(7, extra=extra), _page(7, extra=extra + "<p>In blue.</p>"), _page(8)]
    assert near_duplicates(pages).tolist() == [0, 0, 2]
    assert _share(pages, text) == [0.0], "the text of the two variants is no template"
    assert _share(pages, FOOTER) == [1.0]


def test_two_pages_say_nothing_about_being_variants():
    pages = [_page(7), _page(7)]
    assert near_duplicates(pages).tolist() == [0, 1]
    assert _share(pages, FOOTER) == [1.0]


def test_boilerplate_on_all_pages_does_not_make_them_alike():
    long = "".join(f"<p>{sentence(random.Random(100 + place), 20)}</p>" for place in range(9))
    pages = [_page(seed, paragraphs=1, extra=long) for seed in range(3)]
    assert near_duplicates(pages).tolist() == [0, 1, 2]


def test_pages_without_text_recur_in_nothing():
    empty = segments_of(page_of("<body>"))
    assert near_duplicates([empty] * 3).tolist() == [0, 1, 2]
    assert _share([empty] * 3, FOOTER) == [0.0]
