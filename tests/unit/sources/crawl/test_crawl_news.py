"""What a site says to be new or changed is asked for first when a crawl is refreshed."""

from pathlib import Path

import pytest

from sitelode.sources.crawl.archive import Answer
from sitelode.sources.crawl.folder import ArchivedPages
from sitelode.sources.crawl.page_reading import read_sitemap
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.crawl.state import CrawlState, is_later

START = "https://site.example/"
HTML = (("content-type", "text/html"),)


def answer(path, body=b"", kind="text/html", fetched="2031-05-01T10:00:00Z"):
    return Answer(START + path, 200, (("content-type", kind),), body, fetched_at=fetched)


def asked(state):
    found = []
    while (entry := state.next_entry()) is not None:
        found.append(entry.url.removeprefix(START))
        if len(found) > 20:
            break
    return found


def test_dates_of_a_sitemap_belong_to_their_pages():
    found = read_sitemap(
        START,
        b"<urlset><url><loc>/a</loc><lastmod>2031-05-02</lastmod></url><url><loc>/b</loc></url>"
        b"<url><loc>/c</loc><priority>1</priority><lastmod>2031-05-03T09:00:00+02:00</lastmod></url></urlset>",
    )

    assert found.pages == [START + each for each in "abc"]
    assert found.changed == {START + "a": "2031-05-02", START + "c": "2031-05-03T09:00:00+02:00"}


def test_changed_and_new_pages_come_first():
    earlier = ArchivedPages()
    for path in ("", "old", "changed"):
        earlier.add(Path("pages.warc.gz"), 0, answer(path, b"<p>text"))
    state = CrawlState(START, CrawlSettings(), earlier)
    state.absorb(answer("robots.txt", b"", "text/plain"))
    start = state.next_entry()
    assert start.url == START
    state.absorb(answer("", b"<a href=/old>o</a> <a href=/other>p</a> <a href=/changed>c</a>"))
    assert state.next_entry().url == START + "sitemap.xml"
    state.absorb(
        answer(
            "sitemap.xml",
            b"<urlset><url><loc>/old</loc><lastmod>2031-04-01</lastmod></url><url><loc>/changed</loc><lastmod>2031-05-02</lastmod></url>"
            b"<url><loc>/new</loc></url></urlset>",
            "application/xml",
        )
    )

    assert asked(state) == ["changed", "new", "old", "other"]


@pytest.mark.parametrize(
    ("changed", "fetched", "later"),
    [
        ("2031-05-01", "2031-05-01T10:00:00Z", True),
        ("2031-04-30", "2031-05-01T10:00:00Z", False),
        ("2031-05-01T12:30:00+02:00", "2031-05-01T10:00:00Z", True),
        ("2031-05-01T11:30:00+02:00", "2031-05-01T10:00:00Z", False),
        ("2031-05-01T10:00:01", "2031-05-01T10:00:00Z", True),
        ("yesterday", "2031-05-01T10:00:00Z", False),
        ("", "", False),
    ],
)
def test_which_moment_is_later(changed, fetched, later):
    assert is_later(changed, fetched) is later
