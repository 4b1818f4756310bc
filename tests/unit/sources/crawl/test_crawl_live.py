"""Crawls of a real server on loopback, each in its own process as always."""

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from urllib.parse import urljoin

import pytest
from crawl_server import Reply, Site, SiteServer, news_site, page, path_of, redirect, story

from sitelode.errors import MissingExtraError, SettingError, SourceError
from sitelode.incremental.mine_again import mine_into
from sitelode.model import Dropped, Fetched
from sitelode.sources.crawl.archive import cut_unfinished_record, read_answers
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.crawl.source import CrawlSource, crawl

FAST = CrawlSettings(delay=0, autothrottle=False, allow_private=True, timeout=10)
EXAMPLE_SITE = Path(__file__).parents[4] / "examples" / "site"


@dataclass
class Crawled:
    server: SiteServer
    folder: Path
    source: CrawlSource
    items: list

    @property
    def pages(self) -> dict[str, Fetched]:
        return {path_of(item.url): item for item in self.items if isinstance(item, Fetched)}

    @property
    def dropped(self) -> dict[str, str]:
        return {path_of(item.where): item.reason for item in self.items if isinstance(item, Dropped)}

    @property
    def report(self) -> dict:
        return report_in(self.folder)


def report_in(folder: Path) -> dict:
    return json.loads((folder / "crawl.json").read_text())


def crawl_all(server: SiteServer, folder: Path, settings: CrawlSettings = FAST, start: str = "") -> Crawled:
    source = CrawlSource(server.url + start, folder, settings)
    return Crawled(server, folder, source, list(source.items()))


def pages_in(folder: Path) -> list[str]:
    return [path_of(answer.url) for archive in folder.glob("*.warc.gz") for _, answer in read_answers(archive)]


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The bundled example site, with everything around it that a real server has."""
    site = Site.of_folder(EXAMPLE_SITE)
    asked_once: set[str] = set()

    def busy_at_first(asked) -> Reply | None:
        if asked.path != "/busy" or asked.path in asked_once:
            return None
        asked_once.add(asked.path)
        return Reply(b"", 429, headers=(("Retry-After", "1"),))

    extras = {
        "/robots.txt": Reply(b"User-agent: *\nDisallow: /private/\nAllow: /\nSitemap: /map.xml", content_type="text/plain"),
        "/map.xml": Reply(b"<urlset><url><loc>/only-in-sitemap</loc></url></urlset>", content_type="application/xml"),
        "/only-in-sitemap": page("Sitemap", story(1)),
        "/private/diary": page("Diary", story(2)),
        "/old": redirect("/new", 301),
        "/new": page("New", story(3)),
        "/missing": Reply(b"<p>No such page", 404),
        "/broken": Reply(b"<p>Oops", 500),
        "/slow": replace(page("Slow", story(4)), delay=1.0),
        "/film": Reply(b"\x00" * 5_000_000, content_type="video/mp4"),
        "/html-as-text": replace(page("Text", story(5)), content_type="text/plain"),
        "/untyped": replace(page("Untyped", story(6)), content_type=None),
        "/latin": Reply("<title>Grün</title><p>Ein grüner Weg".encode("latin-1"), content_type="text/html; charset=iso-8859-1"),
        "/cut-short": replace(page("Cut", story(7)), length=100_000),
        "/busy": page("Busy", story(8)),
    }
    links = [
        "/",
        "/old",
        "/private/diary",
        "/missing",
        "/broken",
        "/slow",
        "/film",
        "/html-as-text",
        "/untyped",
        "/latin",
        "/cut-short",
        "/busy",
    ]
    site.replies |= {path: reply for path, reply in extras.items() if path != "/busy"}
    site.routes = [busy_at_first, lambda asked: extras["/busy"] if asked.path == "/busy" else None]
    site.replies["/start"] = page("Start", "Everything that there is, from here on", links)
    with SiteServer(site) as server:
        yield crawl_all(server, tmp_path_factory.mktemp("example"), start="start")


def test_every_page_of_the_example_site_comes_once_and_whole(example):
    files = Site.of_folder(EXAMPLE_SITE).replies
    assert len(set(files) & set(example.pages)) >= 60
    assert all(example.pages[path].body == files[path].body for path in set(files) & set(example.pages))
    repeated = {path: count for path, count in example.server.counts.items() if count > 1}
    assert repeated == {"/broken": 3, "/busy": 2}, "a failing page is tried three times, all others once"
    assert example.source.expected == len(example.items)


def test_robots_are_obeyed_and_sitemaps_read(example):
    assert "/private/diary" not in example.server.counts
    assert example.report["left_out"]["forbidden by robots.txt"] == 1
    assert "/only-in-sitemap" in example.pages


def test_the_feed_that_pages_announce_comes_beside_them(example):
    assert [path_of(feed.url) for feed in example.source.feeds] == ["/feed.xml"]
    assert "/feed.xml" not in example.pages


def test_odd_answers_are_taken_as_browsers_take_them(example):
    assert {"/new", "/slow", "/html-as-text", "/untyped", "/cut-short"} <= set(example.pages)
    assert example.pages["/latin"].content_type == "text/html; charset=iso-8859-1"
    assert example.dropped == {"/missing": "HTTP 404", "/broken": "HTTP 500", "/film": "not HTML"}


def test_links_to_a_redirect_reach_its_page(example):
    at = example.server.url
    assert example.source.aliases == {urljoin(at, "/old"): urljoin(at, "/new")}


def test_a_busy_server_is_given_the_time_it_asks_for(example):
    first, second = (asked.at for asked in example.server.asked if asked.path == "/busy")

    assert second - first >= 1.0
    assert "/busy" in example.pages


def test_the_crawl_introduces_itself(example):
    agents = {asked.headers["user-agent"] for asked in example.server.asked}

    assert len(agents) == 1
    assert agents.pop().startswith("Sitelode/")


def test_the_report_tells_how_it_went(example):
    report = example.report

    assert (report["state"], report["reason"]) == ("finished", "everything read")
    assert report["counts"]["pages"] == len(example.pages)
    assert report["settings"]["delay"] == 0
    assert report["left_out"]["HTTP 404"] == 1
    assert report["archives"] == ["pages.warc.gz"]


def gaps(server: SiteServer) -> list[float]:
    times = [asked.at for asked in server.asked]
    return [later - earlier for earlier, later in pairwise(times)]


def test_pace(tmp_path):
    """Three crawls at the same time: the default delay, a Crawl-delay, and a slow server."""
    wishful = news_site(20)
    wishful.replies["/robots.txt"] = Reply(b"User-agent: sitelode\nCrawl-delay: 0.7\n", content_type="text/plain")
    slow = news_site(20)
    slow.replies = {path: replace(reply, delay=0.5) for path, reply in slow.replies.items()}
    plain = replace(FAST, max_pages=3, delay=CrawlSettings().delay, autothrottle=True)
    with SiteServer(news_site(20)) as first, SiteServer(wishful) as second, SiteServer(slow) as third, ThreadPoolExecutor() as threads:
        jobs = [
            threads.submit(crawl, first.url, tmp_path / "1", plain),
            threads.submit(crawl, second.url, tmp_path / "2", replace(FAST, max_pages=3)),
            threads.submit(crawl, third.url, tmp_path / "3", replace(FAST, max_pages=7, autothrottle=True)),
        ]
        for job in jobs:
            job.result()

        assert CrawlSettings().delay == 0.5
        assert fmean(gaps(first)) >= 0.45, "a busy machine shifts single arrivals, not their mean"
        assert fmean(gaps(second)[1:]) >= 0.65, "from the request after robots.txt on"
        assert min(gaps(third)[-3:]) >= 0.2, "a server that takes half a second is asked twice at a time at most"


def command(*arguments: str | Path) -> subprocess.Popen:
    fast = ["--delay", "0", "--no-autothrottle", "--allow-private"]
    return subprocess.Popen(
        [sys.executable, "-c", "from sitelode.cli.main import main; main()", "crawl", *map(str, arguments), *fast],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_requests(server: SiteServer, count: int) -> None:
    deadline = time.monotonic() + 20
    while sum(server.counts.values()) < count and time.monotonic() < deadline:
        time.sleep(0.002)


def test_killed_again_and_again_it_loses_nothing_and_asks_for_nothing_twice(tmp_path):
    chance = random.Random(2005)
    site = news_site(220)
    site.replies = {path: replace(reply, delay=0.004) for path, reply in site.replies.items()}
    folder = tmp_path / "news"
    asked_again = 0
    with SiteServer(site) as server:
        for kill in (os.killpg, os.kill, os.killpg):  # with its crawling process, and only the one that waits for it
            kept = set(pages_in(folder)) - {"/robots.txt"}
            server.forget()
            process = command(server.url, "-o", folder, "--resume")
            wait_for_requests(server, chance.randrange(30, 70))
            kill(process.pid, signal.SIGKILL)
            process.communicate()  # ends when the crawling process has ended, too
            assert not kept & set(server.counts)
            for archive in folder.glob("*.warc.gz"):
                cut_unfinished_record(archive)  # so that it can be read here; a resumed crawl does the same
            asked_again += len(set(server.counts) - set(pages_in(folder)))
        kept = set(pages_in(folder)) - {"/robots.txt"}
        server.forget()
        out, errors = command(server.url, "-o", folder, "--resume").communicate(timeout=60)

        assert not kept & set(server.counts)
        assert max(server.counts.values()) == 1
    fetched = [path for path in pages_in(folder) if path not in ("/robots.txt", "/sitemap.xml")]
    assert sorted(fetched) == sorted(site.replies)
    # Under way: asked for, or answered and not yet written, while the next is asked for.
    assert asked_again <= 3 * 2 * FAST.concurrency, "only what was under way"
    assert (out.split("\n")[0], errors) == (
        f"{len(fetched)} pages ({report_in(folder)['counts']['bytes'] / 1e6:.1f} MB) in {folder}: everything read",
        "",
    )


def test_ctrl_c_leaves_valid_files(tmp_path):
    site = news_site(220)
    site.replies = {path: replace(reply, delay=0.01) for path, reply in site.replies.items()}
    folder = tmp_path / "news"
    with SiteServer(site) as server:
        process = command(server.url, "-o", folder)
        wait_for_requests(server, 40)
        os.killpg(process.pid, signal.SIGINT)
        out, errors = process.communicate(timeout=20)
        asked = set(server.counts)

        assert process.returncode == 130
        assert (out, errors) == ("", f"sitelode: stopped; the pages so far are in {folder}, and --resume continues\n")
        assert cut_unfinished_record(folder / "pages.warc.gz") == 0
        assert set(pages_in(folder)) == asked, "what was under way is finished"
        assert report_in(folder)["state"] == "interrupted"

        again = command(server.url, "-o", folder)
        assert "holds an unfinished crawl: resume it (--resume)" in again.communicate(timeout=20)[1]
        assert again.returncode == 1


def test_a_repeated_crawl_fetches_only_what_changed(tmp_path):
    site = Site()
    versions = {"/": 1, "/same": 1, "/changed": 1, "/gone": 1, "/dated": 1}

    def answer(asked) -> Reply | None:
        version = versions.get(asked.path)
        if version is None:
            return None
        tag, date = f'"{asked.path}{version}"', f"Mon, 0{version} Jan 2024 10:00:00 GMT"
        headers = (("Last-Modified", date),) if asked.path == "/dated" else (("ETag", tag),)
        if asked.headers.get("if-none-match") == tag or asked.headers.get("if-modified-since") == date:
            return Reply(b"", 304, headers=headers)
        links = ["/same", "/changed", "/dated", *(["/gone"] if version == 1 and asked.path == "/" else [])] if asked.path == "/" else []
        return replace(page(f"{asked.path} {version}", story(version * 100 + len(asked.path)), links), headers=headers)

    site.routes = [answer]
    with SiteServer(site) as server:
        first = crawl_all(server, tmp_path / "f")
        versions.update({"/": 2, "/changed": 2, "/new": 1})
        del versions["/gone"]
        report = crawl(server.url, tmp_path / "f", FAST, mode="start")
        server.forget()
        second = crawl_all(server, tmp_path / "f")

        assert not server.asked, "there is nothing left to ask"
    assert set(first.pages) == {"/", "/same", "/changed", "/gone", "/dated"}
    assert report.reason == "everything read"
    assert set(second.pages) == {"/", "/same", "/changed", "/dated"}
    assert second.dropped == {"/gone": "HTTP 404"}
    assert b"/changed 2" in second.pages["/changed"].body
    assert second.pages["/same"].body == first.pages["/same"].body
    kinds = {path_of(answer.url): answer.status for _, answer in read_answers(tmp_path / "f" / "pages-2.warc.gz")}
    assert {path: kinds[path] for path in second.pages} == {"/": 200, "/same": 304, "/changed": 200, "/dated": 304}
    assert report_in(tmp_path / "f")["archives"] == ["pages.warc.gz", "pages-2.warc.gz"]


def test_a_crawl_without_a_page_can_simply_be_tried_again(tmp_path):
    site = Site({"/": Reply(b"", 503)})
    with SiteServer(site) as server:
        with pytest.raises(SourceError, match="HTTP 503"):
            crawl(server.url, tmp_path / "f", replace(FAST, retries=0))
        site.replies = news_site(3).replies
        assert crawl(server.url, tmp_path / "f", FAST).pages == 6
        site.replies = {"/": Reply(b"", 503)}
        with pytest.raises(SourceError, match="HTTP 503"):
            crawl(server.url, tmp_path / "f", replace(FAST, retries=0))
        again = crawl_all(server, tmp_path / "f")

    assert set(again.pages) == set(news_site(3).replies), "that the site was down for a while has cost nothing"
    assert [path.name for path in (tmp_path / "f").glob("*.gz")] == ["pages.warc.gz"]


def test_a_page_that_fails_this_time_is_still_there_as_it_was(tmp_path):
    site = news_site(3)
    with SiteServer(site) as server:
        first = crawl_all(server, tmp_path / "f")
        site.replies["/about"] = Reply(b"", 503)
        crawl(server.url, tmp_path / "f", replace(FAST, retries=0), mode="refresh")
        second = crawl_all(server, tmp_path / "f")

    assert second.pages["/about"].body == first.pages["/about"].body
    assert not second.dropped


def test_a_repeated_crawl_can_be_resumed_too(tmp_path):
    def answer(asked) -> Reply | None:
        reply = plain.replies.get(asked.path)
        tag = f'"{asked.path}"'
        if reply is None or asked.headers.get("if-none-match") == tag:
            return reply and Reply(b"", 304, headers=(("ETag", tag),))
        return replace(reply, headers=(("ETag", tag),))

    plain = news_site(30)
    with SiteServer(Site(routes=[answer])) as server:
        crawl(server.url, tmp_path / "f", FAST)
        server.forget()
        crawl(server.url, tmp_path / "f", replace(FAST, max_pages=12), mode="refresh")
        report = crawl(server.url, tmp_path / "f", FAST, mode="resume")

        assert {path: count for path, count in server.counts.items() if count > 1} == {"/robots.txt": 2}
    second = {path_of(answer.url): answer.status for _, answer in read_answers(tmp_path / "f" / "pages-2.warc.gz")}
    assert {path: status for path, status in second.items() if status == 304} == dict.fromkeys(plain.replies, 304)
    assert report.pages == len(plain.replies)


def test_a_limit_can_be_raised_later(tmp_path):
    with SiteServer(news_site(60)) as server:
        first = crawl(server.url, tmp_path / "f", replace(FAST, max_pages=10))
        second = crawl(server.url, tmp_path / "f", replace(FAST, max_pages=25), mode="resume")

        assert (first.pages, first.reason) == (10, "page limit")
        assert (second.pages, second.reason) == (25, "page limit")
        assert set(server.counts.values()) - {server.counts["/robots.txt"]} == {1}


def test_time_is_limited(tmp_path):
    site = news_site(100)
    site.replies = {path: replace(reply, delay=0.1) for path, reply in site.replies.items()}
    with SiteServer(site) as server:
        report = crawl(server.url, tmp_path / "f", replace(FAST, max_seconds=2, concurrency=1))

    assert report.reason == "time limit"
    assert 1 <= report.pages <= 21
    assert report.waiting > 0


def test_a_folder_is_for_one_crawl_at_a_time(tmp_path):
    site = news_site(200)
    site.replies = {path: replace(reply, delay=0.5) for path, reply in site.replies.items()}  # longer than the other waits
    with SiteServer(site) as server:
        process = command(server.url, "-o", tmp_path / "f")
        wait_for_requests(server, 3)
        with pytest.raises(SettingError, match="another crawl is writing to"):
            crawl(server.url, tmp_path / "f", FAST, mode="resume")
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_a_folder_is_for_one_site(tmp_path):
    with SiteServer(news_site(2)) as one, SiteServer(news_site(2)) as other:
        crawl(one.url, tmp_path / "f", FAST)
        with pytest.raises(SettingError, match=f"holds a crawl of {one.url}; choose another folder for {other.url}"):
            crawl(other.url, tmp_path / "f", FAST, mode="resume")


def test_a_crawling_process_that_dies_is_reported(tmp_path):
    site = news_site(200)
    site.replies = {path: replace(reply, delay=0.05) for path, reply in site.replies.items()}
    with SiteServer(site) as server, ThreadPoolExecutor() as threads:
        job = threads.submit(crawl, server.url, tmp_path / "f", FAST)
        wait_for_requests(server, 3)
        for process in crawling_processes():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        with pytest.raises(SourceError, match=r"ended unexpectedly \(exit code -9\); start it again"):
            job.result(timeout=20)


def crawling_processes() -> list[int]:
    """The processes that this one has started."""
    children = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return [int(each) for file in children for each in file.read_text().split()]


def test_name_and_password_go_to_their_origin_only(tmp_path):
    with SiteServer(news_site(1)) as elsewhere, SiteServer(news_site(3)) as server:
        server.site.replies["/robots.txt"] = redirect(elsewhere.url + "robots.txt")
        source = CrawlSource(server.url.replace("://", "://me:secret@"), tmp_path / "f", FAST)
        list(source.items())

        assert {asked.headers.get("authorization") for asked in server.asked} == {"Basic bWU6c2VjcmV0"}
        assert [asked.headers.get("authorization") for asked in elsewhere.asked] == [None]
    assert "secret" not in source.name + (tmp_path / "f" / "crawl.json").read_text()


@pytest.mark.parametrize("endless", [False, True], ids=["30 MB", "without end"])
def test_a_robots_txt_of_any_length_is_obeyed_as_far_as_the_standard_asks(tmp_path, endless):
    """Above the largest page: the first 500 KiB count, and the site is crawled."""
    rules = b"User-agent: *\nDisallow: /*story-2\n# " + b"x" * (200_000 if endless else 30_000_000)
    site = news_site(4)
    site.replies["/robots.txt"] = Reply(rules, content_type="text/plain", endless=endless)
    with SiteServer(site) as server:
        found = crawl_all(server, tmp_path / "f")

        assert "robots.txt unreadable" not in found.report["left_out"]
        assert found.report["left_out"]["forbidden by robots.txt"] == 1
        assert len(found.pages) >= 4


@pytest.mark.parametrize("status", [200, 503])
def test_robots_txt_is_passed_over_where_the_user_says_so(tmp_path, status):
    site = news_site(2)
    site.replies["/robots.txt"] = Reply(b"User-agent: *\nDisallow: /\n", status, content_type="text/plain")
    with SiteServer(site) as server:
        found = crawl_all(server, tmp_path / "f", replace(FAST, robots=False))

        assert len(found.pages) >= 2
        assert "obeys robots.txt" not in server.asked[-1].headers["user-agent"]
    assert b"robots: ignore" in gzip.decompress(next((tmp_path / "f").glob("*.warc.gz")).read_bytes())


def test_without_scrapy_one_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr("sitelode.sources.crawl.source.find_spec", lambda name: None if name == "scrapy" else object())
    with pytest.raises(MissingExtraError, match=r"fetching pages needs an optional part; install it with: pip install 'sitelode\[crawl\]'"):
        crawl("https://e.example/", tmp_path)


def test_without_the_extra_nothing_is_begun(tmp_path, monkeypatch):
    monkeypatch.setattr("sitelode.sources.crawl.source.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match="fetching pages"):
        mine_into(tmp_path / "mined", "https://a.example/")

    assert not list(tmp_path.rglob("*"))


def test_the_folder_of_a_crawl_is_read_without_what_crawls(tmp_path):
    with SiteServer(news_site(1)) as server:
        crawl(server.url, tmp_path / "crawled", FAST)
    hidden = "import sys; sys.modules |= dict.fromkeys(('scrapy', 'protego', 'twisted'))"
    read = f"from sitelode.sources.choice import open_source; print(len(list(open_source({str(tmp_path / 'crawled')!r}).items())))"
    done = subprocess.run([sys.executable, "-c", f"{hidden}; {read}"], capture_output=True, text=True, check=False)

    assert (done.stdout, done.stderr) == ("4\n", "")
