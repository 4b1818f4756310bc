"""Pages that were used last stay in memory, up to a limit."""

from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.site.store import RecentPages


def page_of(text: str) -> Page:
    return parse(f"<p>{text}".encode(), "https://site.example/", "text/html; charset=utf-8")


def test_what_was_kept_is_given_back_as_it_is():
    page, recent = page_of("a"), RecentPages()
    recent.keep(3, page)
    assert recent.get(3) is page
    assert recent.get(4) is None


def test_the_page_not_asked_for_the_longest_goes_first():
    pages = [page_of(letter) for letter in "abc"]
    recent = RecentPages(most_bytes=2 * pages[0].columns.nbytes)
    recent.keep(0, pages[0])
    recent.keep(1, pages[1])
    assert recent.get(0) is pages[0]
    recent.keep(2, pages[2])
    assert recent.get(1) is None
    assert recent.get(0) is pages[0]
    assert recent.get(2) is pages[2]


def test_a_page_beyond_the_limit_is_not_kept():
    recent = RecentPages(most_bytes=10)
    recent.keep(0, page_of("larger than that"))
    assert recent.get(0) is None


def test_a_page_kept_again_counts_once():
    page = page_of("a")
    recent = RecentPages(most_bytes=2 * page.columns.nbytes)
    for _ in range(5):
        recent.keep(0, page)
    recent.keep(1, page)
    assert recent.get(0) is page
    assert recent.get(1) is page


def test_nothing_is_left_after_clearing():
    recent = RecentPages()
    recent.keep(0, page_of("a"))
    recent.clear()
    assert recent.get(0) is None
