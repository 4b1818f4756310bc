from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machine_speed import slowness

from sitelode.html.feeds import read_feed
from sitelode.sources.crawl.page_reading import LINKS_PER_PAGE, read_page, read_sitemap
from sitelode.urls import Resolver

HERE = "http://e.example/dir/page"


def read(html: str | bytes, content_type: str | None = "text/html; charset=utf-8"):
    return read_page(Resolver(HERE), html if isinstance(html, bytes) else html.encode(), content_type)


@pytest.mark.parametrize(
    ("html", "links"),
    [
        pytest.param(
            '<a href="a">x</a><a href="/b?y=1&amp;x=2#top">x</a>', ["http://e.example/dir/a", "http://e.example/b?x=2&y=1"], id="anchors"
        ),
        pytest.param('<area href="/a"><iframe src="/b"></iframe>', ["http://e.example/a", "http://e.example/b"], id="areas, inner frames"),
        pytest.param('<html><frameset><frame src="/c"></frameset>', ["http://e.example/c"], id="frames"),
        pytest.param('<link rel="next" href="/2"><link rel="stylesheet" href="/s">', ["http://e.example/2"], id="the next page"),
        pytest.param('<base href="/other/"><a href="a">', ["http://e.example/other/a"], id="base"),
        pytest.param('<base href="javascript:1"><a href="a">', ["http://e.example/dir/a"], id="senseless base"),
        pytest.param('<a href="a">1</a><a href="a">2</a>', ["http://e.example/dir/a"], id="twice the same"),
        pytest.param('<a href="mailto:x@y"><a href="javascript:x()"><a href="data:,x">', [], id="no pages"),
        pytest.param('<!-- <a href="a"> --><script>"<a href=b>"</script>', [], id="not in comments and scripts"),
        pytest.param("<a href='ü'>", ["http://e.example/dir/%C3%BC"], id="other letters"),
        pytest.param("<a href=>", [], id="empty"),
    ],
)
def test_links(html, links):
    assert read(html).links == links


def test_links_in_an_old_encoding():
    assert read('<a href="/новости">'.encode("cp1251"), "text/html; charset=windows-1251").links == [
        "http://e.example/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8"
    ]


def test_links_that_are_not_to_be_followed():
    one = read('<a rel="external NOFOLLOW" href="a"><a href="b"><a rel="nofollow" href="b">')
    page = read('<meta name="Robots" content="noindex, NoFollow"><a href="a">')

    assert (one.links, one.not_followed) == (["http://e.example/dir/b"], 1)
    assert (page.links, page.not_followed) == ([], 1)


def test_feeds_and_moves():
    head = '<link rel="alternate" type="application/RSS+xml" href="/feed"><link rel="alternate" hreflang="de" href="/de">'
    read_head = read(head + '<meta http-equiv="Refresh" content="0; URL=\'/new\'">')

    assert read_head.feeds == ["http://e.example/feed"]
    assert read_head.moved_to == "http://e.example/new"


@pytest.mark.parametrize(
    ("content", "target"),
    [("0;url=new", "new"), ("5, URL = 'new'", "new"), ("0 new", "new"), ("300", None), ("300;", None), ("", None), ("new", None)],
)
def test_moves_need_a_target(content, target):
    moved_to = read(f'<meta http-equiv="refresh" content="{content}">').moved_to

    assert moved_to == (target and f"http://e.example/dir/{target}")


def test_pieces_of_text_know_no_numbers():
    january = read("<title>January 2024</title><h1>Events in January 2024</h1><p>There are no events on day 31</p>")
    next_year = read("<title>January 2025</title><h1>Events in January 2025</h1><p>There are no events on day 30</p>")
    other = read("<h1>Events in February 2024</h1><p>There are no events on day 31</p>")

    assert january.pieces == next_year.pieces
    assert len(january.pieces) == 2
    assert len(january.pieces.keys() & other.pieces.keys()) == 1


@given(st.binary(max_size=500))
def test_any_bytes_are_read(body):
    assert read(body, None).not_followed >= 0


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"<div>" * 200_000, id="deep"),
        pytest.param(b"<a href=x>" * 200_000, id="deep links"),
        pytest.param(b'<a href="' * 300_000, id="open quotes"),
        pytest.param(b"<!-- " * 300_000, id="open comments"),
        pytest.param(b"x" * 10_000_000, id="one line"),
        pytest.param(b"\x00" * 1_000_000, id="NULs"),
        pytest.param(b"".join(b'<a href="/%d">' % number for number in range(100_000)), id="many links"),
    ],
)
def test_hostile_pages_are_read_in_time(body):
    started = perf_counter()
    reading = read(body)

    assert len(reading.links) <= LINKS_PER_PAGE
    assert perf_counter() - started < 5 * slowness()


@pytest.mark.parametrize(
    ("body", "pages", "sitemaps"),
    [
        pytest.param(
            b"<urlset><url><loc> http://e.example/a?x=1&amp;y=2 </loc></url></urlset>", ["http://e.example/a?x=1&y=2"], [], id="sitemap"
        ),
        pytest.param(b"<sitemapindex><sitemap><loc>/s.xml</loc></sitemap></sitemapindex>", [], ["http://e.example/s.xml"], id="index"),
        pytest.param(
            b"<ns:urlset><ns:loc><![CDATA[http://e.example/a]]></ns:loc>", ["http://e.example/a"], [], id="names, CDATA, unclosed"
        ),
        pytest.param("\ufeff<urlset><loc>/ü</loc>".encode(), ["http://e.example/%C3%BC"], [], id="BOM"),
        pytest.param(b"http://e.example/a\r\nhttp://e.example/b\r\n", ["http://e.example/a", "http://e.example/b"], [], id="plain list"),
        pytest.param(b"<html><p>Not found", [], [], id="a page instead"),
        pytest.param(b"\x1f\x8b\x08nonsense", [], [], id="broken gzip"),
        pytest.param(b"", [], [], id="empty"),
    ],
)
def test_sitemaps(body, pages, sitemaps):
    sitemap = read_sitemap("http://e.example/sitemap.xml", body)

    assert (sitemap.pages, sitemap.sitemaps) == (pages, sitemaps)


@pytest.mark.parametrize("body", [b"<link a=" * 500_000, b"<loc>" * 500_000, b"<link" + b" " * 2_000_000])
def test_hostile_sitemaps_and_feeds_are_read_in_time(body):
    started = perf_counter()
    read_feed(body, "http://e.example/")
    read_sitemap("http://e.example/", body)

    assert perf_counter() - started < 5 * slowness()
