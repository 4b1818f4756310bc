"""The first pages and those used last stay in memory, up to a limit."""

from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.site.store import KeptPages


def page_of(text: str) -> Page:
    return parse(f"<p>{text}".encode(), "https://site.example/", "text/html; charset=utf-8")


def test_what_was_kept_is_given_back_as_it_is():
    page, kept = page_of("a"), KeptPages()
    kept.keep(3, page)
    assert kept.get(3) is page
    assert kept.get(4) is None


def test_the_first_pages_stay_and_of_the_others_the_one_not_asked_for_the_longest_goes():
    pages = [page_of(letter) for letter in "abcdefghi"]
    kept = KeptPages(most_bytes=8 * pages[0].columns.nbytes)  # a quarter of it for those used last
    assert [gone for number, page in enumerate(pages[:8]) for gone in kept.keep(number, page)] == []
    assert kept.get(6) is pages[6]
    assert kept.keep(8, pages[8]) == [(7, pages[7])]
    assert [number for number in range(9) if kept.get(number) is pages[number]] == [0, 1, 2, 3, 4, 5, 6, 8]


def test_a_page_beyond_the_limit_is_not_kept():
    kept = KeptPages(most_bytes=10)
    kept.keep(0, page_of("larger than that"))
    assert kept.get(0) is None


def test_a_page_kept_again_counts_once():
    page = page_of("a")
    kept = KeptPages(most_bytes=3 * page.columns.nbytes)
    for _ in range(5):
        kept.keep(0, page)
    kept.keep(1, page)
    assert kept.get(0) is page
    assert kept.get(1) is page


def test_nothing_is_left_after_clearing():
    kept = KeptPages()
    kept.keep(0, page_of("a"))
    kept.clear()
    assert kept.get(0) is None
