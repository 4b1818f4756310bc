"""Reservations of rights, and what is sent to a site on request: cookies, headers, proxies."""

import json

import pytest
from crawl_server import Reply, Site, SiteServer, page

from sitelode.errors import SettingError, SourceError
from sitelode.sources.crawl.reservations import SiteReservations, reserved_by, reserved_in_headers
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.crawl.source import CrawlReport, CrawlSource, crawl

FAST = {"delay": 0, "autothrottle": False, "allow_private": True, "timeout": 10}
TEXT = "Words that nobody else has written about this."


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("Content-Usage", "train-ai=n", "content-usage"),
        ("Content-Usage", "train-ai=y, search=n", ""),
        ("tdm-reservation", "1", "tdm-reservation"),
        ("TDM-Reservation", " 1 ", "tdm-reservation"),
        ("tdm-reservation", "0", ""),
        ("robots", "index, noai", "noai"),
        ("X-Robots-Tag", "otherbot: noindex, NoAI", "noai"),
        ("robots", "noindex", ""),
        ("description", "noai", ""),
    ],
)
def test_what_is_a_reservation(name, value, expected):
    assert reserved_in_headers([(name, value)]) == expected
    assert name.startswith("X-") or reserved_by(name, value) == expected


def test_collectors_in_robots():
    text = "User-agent: GPTBot\nUser-agent: ccbot\nDisallow: /\n\nUser-agent: ClaudeBot\nDisallow: /private/\n\nUser-agent: *\nAllow: /"
    site = stated(text)

    assert list(site.collectors) == ["GPTBot", "CCBot", "ClaudeBot"]
    assert site.of("https://a.example/x") == ["robots.txt for GPTBot", "robots.txt for CCBot"]
    assert site.of("https://a.example/private/x") == [f"robots.txt for {name}" for name in site.collectors]


def stated(robots: str, tdm: str = "") -> SiteReservations:
    site = SiteReservations()
    site.read_robots(robots)
    site.read_tdm(tdm.encode())
    return site


def test_what_a_site_says_in_one_place():
    robots = "User-agent: *\nContent-Signal: search=yes, ai-train=no\nContent-Usage: /open/ train-ai=y\nAllow: /"
    tdm = json.dumps(
        [{"location": "/press/*", "tdm-reservation": 1}, {"location": "/press/free", "tdm-reservation": 0}, 7, {"location": 3}]
    )

    assert stated(robots, tdm).of("https://a.example/x") == ["robots.txt, content-usage"]
    assert stated(robots, tdm).of("https://a.example/open/x") == []
    assert stated("", tdm).of("https://a.example/press/1") == ["tdmrep.json"]
    assert stated("", tdm).of("https://a.example/press/free") == []
    assert stated("", "{").of("https://a.example/press/1") == []


def test_robots_that_are_kept_out_alike_are_named_together():
    stated = {"robots.txt for GPTBot": 2, "robots.txt for CCBot": 2, "robots.txt for Diffbot": 1, "noai": 3}
    [notice] = CrawlReport(1, 1, 0, "", {}, stated).notices(CrawlSettings(respect_tdm=True), "")

    assert notice == "rights reserved: 3 noai, 2 robots.txt for CCBot and GPTBot, 1 robots.txt for Diffbot"


@pytest.fixture
def site():
    pages = {"/": page("Home", "First words here.", ["/meta", "/header", "/free", "/training/1"])}
    pages["/meta"] = page("Meta", TEXT, head="<meta name=tdm-reservation content=1>")
    pages["/header"] = Reply(f"<title>H</title><p>{TEXT} Again.".encode(), headers=(("X-Robots-Tag", "noai"),))
    pages["/free"] = page("Free", TEXT + " More.")
    pages["/training/1"] = page("Training", TEXT + " Even more.")
    pages["/robots.txt"] = Reply(b"User-agent: GPTBot\nDisallow: /training/\n", content_type="text/plain")
    return Site(pages)


def paths(source):
    return {item.url.partition("/")[2].partition("/")[2].partition("/")[2] for item in source.items() if hasattr(item, "body")}


def test_reservations_are_counted(site, tmp_path):
    with SiteServer(site) as server:
        report = crawl(server.url, tmp_path, CrawlSettings(**FAST))

    assert report.pages == 5
    assert report.reservations == {"tdm-reservation": 1, "noai": 1, "robots.txt for GPTBot": 1}
    assert list(report.notices(CrawlSettings(), "")) == [
        "rights reserved: 1 noai, 1 tdm-reservation, 1 robots.txt for GPTBot; respect_tdm=True leaves such pages out"
    ]


def test_reservations_are_obeyed_on_request(site, tmp_path):
    with SiteServer(site) as server:
        source = CrawlSource(server.url, tmp_path, CrawlSettings(**FAST, respect_tdm=True))
        found = paths(source)
        again = paths(CrawlSource(server.url, tmp_path, CrawlSettings(**FAST, respect_tdm=True)))
    left_out = json.loads((tmp_path / "crawl.json").read_text())["left_out"]

    assert found == again == {"", "free"}
    assert left_out["rights reserved (tdm-reservation)"] == left_out["rights reserved (noai)"] == 1
    assert left_out["rights reserved (robots.txt)"] == 1
    assert TEXT.encode() not in (tmp_path / "pages.warc.gz").read_bytes()


def test_the_file_of_a_site_is_asked_for_where_reservations_are_obeyed(site, tmp_path):
    site.replies["/.well-known/tdmrep.json"] = Reply(b'[{"location": "/free", "tdm-reservation": 1}]', content_type="application/json")
    with SiteServer(site) as server:
        crawl(server.url, tmp_path / "all", CrawlSettings(**FAST))
        assert not [each for each in server.asked if "well-known" in each.path]
        source = CrawlSource(server.url, tmp_path / "respected", CrawlSettings(**FAST, respect_tdm=True))
        items = list(source.items())

    assert [item.url for item in items if hasattr(item, "body")] == [server.url]
    assert not [item for item in items if "well-known" in getattr(item, "where", "")]
    assert json.loads((tmp_path / "respected" / "crawl.json").read_text())["left_out"]["rights reserved (tdmrep.json)"] == 1


def test_what_a_limit_kept_away_is_said(site, tmp_path, caplog):
    with SiteServer(site) as server:
        list(CrawlSource(server.url, tmp_path, CrawlSettings(**FAST, max_pages=1)).items())
    assert "more pages known, but not fetched (page limit); raise max_pages=.. and run" in caplog.text


def test_a_site_that_reserves_all_is_one_line(tmp_path):
    robots = Reply(b"User-agent: CCBot\nDisallow: /\n", content_type="text/plain")
    with (
        SiteServer(Site({"/": page("Home", TEXT), "/robots.txt": robots})) as server,
        pytest.raises(SourceError, match="collect for training"),
    ):
        crawl(server.url, tmp_path, CrawlSettings(**FAST, respect_tdm=True))


COOKIES = "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tabc\n.other.example\tTRUE\t/\tFALSE\t0\tother\txyz\n"


def test_cookies_and_headers_go_to_the_site_and_into_no_file(tmp_path):
    (tmp_path / "cookies.txt").write_text(COOKIES)
    settings = CrawlSettings(**FAST, cookies=str(tmp_path / "cookies.txt"), headers=(("Authorization", "Bearer s3cret"),))
    with SiteServer(Site({"/": page("Home", TEXT)})) as server:
        crawl(server.url, tmp_path / "out", settings)
        asked = [each.headers for each in server.asked if each.path == "/"]

    assert [(each["cookie"], each["authorization"]) for each in asked] == [("session=abc", "Bearer s3cret")]
    assert "s3cret" not in (tmp_path / "out" / "crawl.json").read_text()
    assert "s3cret" not in repr(settings)


def test_headers_do_not_follow_a_redirect_to_another_origin(tmp_path):
    with SiteServer(Site({"/": page("Other", TEXT)})) as other:
        moved = Reply(b"", 302, headers=(("Location", other.url),))
        with SiteServer(Site({"/": moved})) as server:
            settings = CrawlSettings(**FAST, follow="nothing", headers=(("X-Key", "s3cret"),))
            crawl(server.url, tmp_path, settings)
        seen = [each.headers for each in other.asked]

    assert seen
    assert not [each for each in seen if "x-key" in each]


def test_cookies_that_cannot_be_read_are_one_line(tmp_path):
    (tmp_path / "cookies.txt").write_text("no cookies")
    with SiteServer(Site({"/": page("Home", TEXT)})) as server, pytest.raises((SettingError, SourceError), match="cannot read the cookies"):
        crawl(server.url, tmp_path / "out", CrawlSettings(**FAST, cookies=str(tmp_path / "cookies.txt")))
    assert not list((tmp_path / "out").glob("*.gz")), "no crawl was begun"


@pytest.mark.parametrize("headers", [(("Bad name", "x"),), (("X", "a\r\nB: c"),)])
def test_headers_that_are_none_are_refused(headers):
    with pytest.raises(SettingError, match="not a header"):
        CrawlSettings(headers=headers)


def test_a_proxy_of_the_environment_is_used_on_request(tmp_path, monkeypatch):
    with SiteServer(Site(routes=[lambda asked: page("Behind", TEXT) if asked.path.startswith("http://far.example/") else None])) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        report = crawl("http://far.example/", tmp_path, CrawlSettings(delay=0, autothrottle=False, timeout=10, proxy=True))
        asked = {each.path for each in proxy.asked}

    assert report.pages == 1
    assert "http://far.example/" in asked
