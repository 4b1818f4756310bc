"""Pages that scripts fill, opened in a real browser; skipped where there is none."""

import json
import os
import shutil
from importlib.util import find_spec

import pytest
from crawl_server import Reply, Site, SiteServer, page

from sitelode.errors import MissingExtraError
from sitelode.model import Fetched
from sitelode.sources.crawl import source
from sitelode.sources.crawl.rendering import EmptyPages
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.crawl.source import CrawlSource, crawl

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
needs_browser = pytest.mark.skipif(not CHROMIUM, reason="no chromium: pages cannot be opened in a browser")
FAST = {"delay": 0, "autothrottle": False, "allow_private": True, "timeout": 20}
TEXT = " ".join(f"The {number}th ferry left the quay at nine with {number} people on board." for number in range(20))
SHELL = "<!doctype html><title>App</title><div id=app></div><script>{}</script><noscript>Please enable JavaScript.</noscript>"
FILLING = "fetch('/data.json').then(r => r.json()).then(d => { app.innerHTML = '<h1>' + d.title + '</h1><p>' + d.text + '</p><a href=/next>on</a>' })"


@pytest.fixture
def app():
    pages = {"/": Reply(SHELL.format(FILLING).encode()), "/next": page("Plain", TEXT + " Next.")}
    pages["/data.json"] = Reply(json.dumps({"title": "Filled", "text": TEXT}).encode(), content_type="application/json")
    return Site(pages)


def bodies(source):
    return {item.url.rpartition("/")[2]: item.body.decode() for item in source.items() if isinstance(item, Fetched)}


@needs_browser
def test_an_empty_page_is_filled_and_its_links_are_followed(app, tmp_path):
    pytest.importorskip("scrapy_playwright", reason="the extra render is not installed")
    with SiteServer(app) as server:
        found = bodies(CrawlSource(server.url, tmp_path, CrawlSettings(**FAST, render=True)))
        asked = server.counts

    assert "<h1>Filled</h1>" in found[""]
    assert "Next." in found["next"]
    assert asked["/next"] == 1, "a page with text needs no browser"
    assert asked["/"] == 2


def test_without_it_the_page_stays_as_it_came(app, tmp_path):
    with SiteServer(app) as server:
        found = bodies(CrawlSource(server.url, tmp_path, CrawlSettings(**FAST)))

    assert set(found) == {""}
    assert "Filled" not in found[""]


@needs_browser
def test_a_page_that_stays_empty_is_kept_as_it_came(tmp_path):
    pytest.importorskip("scrapy_playwright", reason="the extra render is not installed")
    with SiteServer(Site({"/": Reply(SHELL.format("1").encode())})) as server:
        found = bodies(CrawlSource(server.url, tmp_path, CrawlSettings(**FAST, render=True)))

    assert found[""].startswith("<!doctype html><title>App</title>")


@needs_browser
def test_a_page_with_a_long_menu_is_waited_for_until_it_has_more(app, tmp_path):
    pytest.importorskip("scrapy_playwright", reason="the extra render is not installed")
    late = FILLING.replace("fetch(", "setTimeout(() => fetch(") + ", 300)"
    app.replies["/"] = Reply(SHELL.format(late).replace("<div", f"<nav>{TEXT}</nav><div").encode())
    with SiteServer(app) as server:
        found = bodies(CrawlSource(server.url, tmp_path, CrawlSettings(**FAST, render=True)))

    assert "<h1>Filled</h1>" in found[""]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(SHELL.format("1"), 0, id="shell"),
        pytest.param(
            f"<header><p>{TEXT}</p></header><div id=app></div><footer>Imprint</footer><script>1</script>", 967, id="menu and footer"
        ),
        pytest.param(f"<p>{TEXT}</p><script>1</script>", None, id="has text"),
        pytest.param("<p>Short.</p>", None, id="no scripts"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_which_pages_need_a_browser(body, expected):
    assert EmptyPages().shown_letters(body.encode(), "text/html") == expected


def test_what_all_pages_of_a_site_share_is_not_their_own():
    judged, shared = EmptyPages(), f"<div class=menu><p>{TEXT}</p></div><script>1</script>"
    own = [f"<p>{TEXT.replace('ferry', f'boat {number}')}</p>" for number in range(8)]
    full = [judged.shown_letters((shared + text).encode(), "text/html") for text in own]

    assert full == [None] * 8
    assert judged.shown_letters(shared.encode(), "text/html") is not None
    assert EmptyPages().shown_letters(shared.encode(), "text/html") is None, "of a single page nobody knows"


@pytest.mark.parametrize(
    ("url", "kind", "expected"),
    [
        ("http://127.0.0.1/", "document", True),
        ("http://169.254.169.254/latest", "xhr", True),
        ("http://[::1]/", "xhr", True),
        ("file:///etc/passwd", "document", True),
        ("http://93.184.216.34/", "image", True),
        ("http://93.184.216.34/", "xhr", False),
    ],
)
def test_what_a_page_may_ask_for(url, kind, expected):
    pytest.importorskip("scrapy_playwright", reason="the extra render is not installed")
    import asyncio  # noqa: PLC0415
    from types import SimpleNamespace  # noqa: PLC0415

    from sitelode.sources.crawl.rendering import is_refused  # noqa: PLC0415

    assert asyncio.run(is_refused(SimpleNamespace(url=url, resource_type=kind))) is expected


def test_a_missing_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "find_spec", lambda name: None if name == "scrapy_playwright" else find_spec(name))
    with pytest.raises(MissingExtraError, match="render"):
        crawl("http://a.example/", tmp_path, CrawlSettings(render=True))
