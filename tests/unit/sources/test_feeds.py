"""Feeds lie beside the pages of a source in every form, and cost no more than their limits allow."""

import gzip
import json

import pytest
from crawl_in_memory import START, crawl_in_memory
from crawl_server import Reply, Site
from crawl_server import page as served_page
from stored_sites import BODIES, HOST, dropped_of, http_response, pages_of, site_records, warc_record, write_files, zipped

from sitelode.html.feeds import is_feed
from sitelode.model import FeedShelf, Fetched
from sitelode.sources.choice import open_source
from sitelode.sources.crawl.archive import ArchiveWriter
from sitelode.sources.crawl.folder import CrawledPages, CrawlFolder

FEED = b'<?xml version="1.0"?><!-- ours --><rss version="2.0"><channel><item><link>/a/one.html</link></item></channel></rss>'
ATOM = b'\xef\xbb\xbf<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/b/two.html"/></entry></feed>'
ADDRESS = f"https://{HOST}/feed.xml"
RSS_TYPE = "application/rss+xml; charset=utf-8"


def mirror(folder):
    return write_files(folder, {f"{HOST}/feed.xml": FEED, f"{HOST}/index.html": next(iter(BODIES.values()))})


def json_lines(folder):
    lines = [{"url": url, "html": body.decode()} for url, body in BODIES.items()] + [{"url": ADDRESS, "html": FEED.decode()}]
    return write_files(folder, {"site.jsonl": "\n".join(map(json.dumps, lines)).encode()}) / "site.jsonl"


def archive_records():
    return b"".join([*site_records(), warc_record(ADDRESS, http_response(FEED, content_type=RSS_TYPE))])


def warc(folder):
    return write_files(folder, {"site.warc": archive_records()}) / "site.warc"


def wacz(folder):
    return write_files(folder, {"site.wacz": zipped({"archive/site.warc": archive_records()})}) / "site.wacz"


@pytest.mark.parametrize("stored", [mirror, json_lines, warc, wacz])
def test_a_feed_is_kept_apart_from_the_pages(stored, tmp_path):
    source = open_source(stored(tmp_path / "given"))

    for _ in range(2):  # reading again gives the same, not twice as much
        assert dropped_of(source) == []
        assert ADDRESS not in [page.url for page in pages_of(source)]
        assert [(feed.url, feed.body) for feed in source.feeds] == [(ADDRESS, FEED)]
    assert ADDRESS not in source.aliases.values()


def test_feeds_of_archives_in_a_folder_and_packed_ones_count(tmp_path):
    source = open_source(write_files(tmp_path, {"1.warc": archive_records(), "news.rss.gz": gzip.compress(ATOM)}))
    list(source.items())

    assert {feed.body for feed in source.feeds} == {FEED, ATOM}


def test_a_crawl_gives_the_feed_that_its_pages_announce(tmp_path):
    announcing = served_page("Home", "Words", ["/one"], head='<link rel="alternate" type="application/rss+xml" href="/news.rss">')
    feed = FEED.replace(b"/a/one.html", b"/two")
    replies = {
        "/": announcing,
        "/one": served_page("One", "First"),
        "/two": served_page("Two", "2nd"),
        "/news.rss": Reply(feed, content_type=RSS_TYPE),
    }
    _, answers = crawl_in_memory(Site(replies))
    writer = ArchiveWriter(CrawlFolder(tmp_path).next_archive(), "tests")
    for answer in answers:
        writer.write(answer)
    writer.close()
    pages = CrawledPages(tmp_path)

    assert [feed.url for feed in pages.feeds] == [START + "news.rss"]
    assert sorted(item.url for item in pages.items() if isinstance(item, Fetched)) == [START, START + "one", START + "two"]


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        (FEED, None, True),
        (ATOM, "text/html", True),
        (b'<rdf:RDF xmlns:rdf="x" xmlns="http://purl.org/rss/1.0/">', None, True),
        (b'<rdf:RDF xmlns:rdf="x" xmlns:foaf="y">', "application/rdf+xml", False),
        (b"Warning: line 3 <rss>", RSS_TYPE, True),
        (b"Warning: line 3 <rss>", "text/plain", False),
        (b"<html><body>&lt;rss&gt; <rss>", "text/html", False),
        (b"<urlset><url>", "application/xml", False),
        (b"", RSS_TYPE, False),
        (b"<" * 20_000, RSS_TYPE, False),
        (b"<!--" * 5_000, RSS_TYPE, False),
    ],
)
def test_what_is_a_feed(body, content_type, expected):
    assert is_feed(body, content_type) is expected


def test_feeds_cost_what_their_limits_allow(monkeypatch):
    monkeypatch.setattr("sitelode.model.MOST_FEEDS", 2)
    monkeypatch.setattr("sitelode.model.MOST_FEED_BYTES", 1_000)
    shelf = FeedShelf()

    assert shelf.take(Fetched("u", b"x" * 1_001, origin="o")).reason == "too large"
    assert [shelf.take(Fetched(str(number), FEED)) for number in range(2)] == [None, None]
    assert shelf.take(Fetched("3", FEED, origin="o")).reason == "too many feeds"
    assert len(shelf) == 2
