import gzip
import re
from dataclasses import replace

import pytest
from crawl_in_memory import START, answer, crawl_in_memory
from crawl_server import Reply, Site, news_site, page, path_of, redirect, story

from sitelode.errors import SettingError
from sitelode.sources.crawl.archive import Answer
from sitelode.sources.crawl.frontier import LeftOut, Omission
from sitelode.sources.crawl.session import read_start
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.crawl.state import MOST_FEEDS, CrawlState


def paths(answers) -> list[str]:
    return [path_of(each.url) for each in answers]


def knowledge(state: CrawlState) -> tuple:
    return state.counts, state.left_out.counts, state.frontier.waiting, state.traps.closed_patterns, state.traps.ignored_parameters


@pytest.mark.parametrize("stop_after", [0, 1, 2, 7, 30, 66])
def test_answers_read_again_give_the_same_knowledge(stop_after):
    site = news_site(60)
    settings = CrawlSettings()
    _, all_answers = crawl_in_memory(site, settings)
    live, replayed = CrawlState(START, settings), CrawlState(START, settings)
    for number in range(stop_after):
        if number:
            live.next_entry()
        live.absorb(all_answers[number])
    for each in all_answers[:stop_after]:
        replayed.absorb(each)

    assert knowledge(replayed) == knowledge(live)
    while replayed.has_more:
        entry = replayed.next_entry()
        replayed.absorb(answer(site, entry.url))
    assert replayed.counts["pages"] == 65


def test_what_was_under_way_at_a_crash_is_asked_again():
    state = CrawlState(START, CrawlSettings())
    assert state.next_entry().url == START

    again = CrawlState(START, CrawlSettings())

    assert again.next_entry().url == START


def test_pages_are_exactly_as_many_as_allowed():
    state, answers = crawl_in_memory(news_site(60), CrawlSettings(max_pages=10))

    assert (state.counts["pages"], state.limit_reached) == (10, "page limit")
    assert len(answers) == 10 + 2  # robots.txt and sitemap.xml are no pages


def test_pages_under_way_count_against_the_limit():
    state = CrawlState(START, CrawlSettings(max_pages=2))
    site = news_site(60)
    state.next_entry()
    state.absorb(answer(site, START))
    first = state.next_entry()

    assert state.next_entry() is None
    assert state.has_more, "the one under way may turn out to be no page"
    state.absorb(Answer(first.url, 404))
    assert state.next_entry() is not None


def test_bytes_are_limited():
    state, _ = crawl_in_memory(news_site(60), CrawlSettings(max_total_bytes=5_000))

    assert state.limit_reached == "byte limit"
    assert 5_000 <= state.counts["bytes"] < 20_000


def test_depth_counts_links():
    _, answers = crawl_in_memory(news_site(60), CrawlSettings(max_depth=1))

    assert set(paths(answers)) == {"/robots.txt", "/sitemap.xml", "/", "/archive?page=1", "/about"}


def test_redirects_are_answers_and_their_targets_are_asked_once():
    site = Site(
        {
            "/": page("Home", "Where it all begins every day", ["/old", "/older", "/loop", "/away", "/nowhere"]),
            "/old": redirect("/new", 301),
            "/older": redirect("/old"),
            "/new": page("New", story(1)),
            "/loop": redirect("/loop2"),
            "/loop2": redirect("/loop"),
            "/away": redirect("https://other.example/"),
            "/nowhere": Reply(b"", 302),
        }
    )
    state, answers = crawl_in_memory(site)

    assert sorted(paths(answers)) == ["/", "/away", "/loop", "/loop2", "/new", "/nowhere", "/old", "/older", "/robots.txt", "/sitemap.xml"]
    assert state.counts["pages"] == 2
    assert state.left_out.counts == {"off site": 1, "redirect to nowhere": 1}


def test_an_endless_chain_of_redirects_ends():
    site = Site({"/": redirect("/0x")}, [lambda asked: redirect(f"/{int(asked.path[1:-1]) + 1}x") if asked.path.endswith("x") else None])
    state, answers = crawl_in_memory(site)

    assert len(answers) <= 13
    assert state.left_out.counts["too many redirects"] == 1


def test_sitemaps_and_feeds_are_further_seeds():
    feed = b"<rss><channel><item><link>/from-feed</link></item></channel></rss>"
    site = Site(
        {
            "/": page("Home", "Where it all begins every day", head='<link rel="alternate" type="application/rss+xml" href="/feed">'),
            "/robots.txt": Reply(b"User-agent: *\nSitemap: /index.xml\nSitemap: https://other.example/s.xml", content_type="text/plain"),
            "/index.xml": Reply(b"<sitemapindex><loc>/part.xml.gz</loc><loc>/index.xml</loc></sitemapindex>", content_type="text/xml"),
            "/part.xml.gz": Reply(gzip.compress(b"<urlset><loc>/from-sitemap</loc></urlset>"), content_type="application/x-gzip"),
            "/feed": Reply(feed, content_type="application/rss+xml"),
            "/from-sitemap": page("One", story(1)),
            "/from-feed": page("Two", story(2)),
        }
    )
    state, answers = crawl_in_memory(site)

    assert set(paths(answers)) == {"/robots.txt", "/index.xml", "/part.xml.gz", "/", "/feed", "/from-sitemap", "/from-feed"}
    assert (state.counts["pages"], state.counts["sitemaps"], state.counts["feeds"]) == (3, 2, 1)


def test_a_feed_per_article_is_not_read():
    heads = [f'<link rel="alternate" type="application/atom+xml" href="/{number}/feed">' for number in range(30)]
    site = Site({f"/{number}x": page("A", story(number), head=head) for number, head in enumerate(heads)})
    site.replies["/"] = page("Home", "Where it all begins every day", list(site.replies))
    _, answers = crawl_in_memory(site)

    assert sum(path.endswith("/feed") for path in paths(answers)) == MOST_FEEDS


def test_a_page_that_says_it_has_moved_is_followed():
    site = Site(
        {
            "/": page("Home", "This site lives elsewhere now", head='<meta http-equiv="refresh" content="0;url=/new/">'),
            "/new/": page("New", story(1)),
        }
    )

    assert "/new/" in paths(crawl_in_memory(site, CrawlSettings(max_depth=0))[1])


def test_an_answer_that_todays_settings_would_not_ask_for_leads_nowhere():
    state = CrawlState(START, CrawlSettings(max_depth=0))
    state.absorb(answer(news_site(60), START + "archive?page=1"))

    assert state.counts["pages"] == 1
    assert set(state.frontier.waiting) == {START}


def test_settings_survive_the_way_to_the_process():
    settings = CrawlSettings(max_pages=7, headers=(("X", "y"),), max_seconds=2.5, user_agent="x")

    assert CrawlSettings.from_json(settings.as_json()) == settings
    assert CrawlSettings.from_json({"unknown": 1}) == CrawlSettings()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"max_pages": 0}, "max pages must be at least 1, not 0"),
        ({"delay": -1}, "delay must be at least 0, not -1"),
        ({"delay": float("nan")}, "delay must be at least 0, not nan"),
        ({"max_seconds": 0.0}, "max seconds must be at least 0.01, not 0"),
        ({"include": ("news",)}, "'news' does not begin with '/'"),
        ({"max_page_bytes": 10**10}, "max page bytes must be at most"),
    ],
)
def test_senseless_settings_are_refused(wrong, message):
    with pytest.raises(SettingError, match=message):
        replace(CrawlSettings(), **wrong)


@pytest.mark.parametrize(
    ("given", "start", "authorization"),
    [
        ("https://e.example", "https://e.example/", None),
        ("e.example/a", "https://e.example/a", None),
        ("http://me:pa%3Ass@E.example:81/#x", "http://e.example:81/", "Basic bWU6cGE6c3M="),
        ("https://me@e.example/", "https://e.example/", "Basic bWU6"),
    ],
)
def test_start_addresses(given, start, authorization):
    assert read_start(given) == (start, authorization)


@pytest.mark.parametrize("given", ["", "ftp://e.example/", "file:///etc/passwd", "mailto:me@e.example", "http://"])
def test_what_is_no_address_to_crawl(given):
    with pytest.raises(SettingError, match="not an address that can be crawled"):
        read_start(given)


def test_the_first_misfortune_explains_an_empty_crawl():
    left_out = LeftOut()
    left_out.add("private address", START, "news.example is at the private address 10.0.0.1")
    left_out.add("HTTP 404", START)

    assert str(left_out.first) == "news.example is at the private address 10.0.0.1, and allow_private is off"


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("HTTP 404", f"{START} answers with HTTP 404 (not found)"),
        ("HTTP 999", f"{START} answers with HTTP 999"),
        ("pattern closed", f"{START}: pattern closed"),
    ],
)
def test_reasons_without_a_sentence_of_their_own(reason, expected):
    assert str(Omission(reason, START)) == expected


REACH = Site(
    {
        "/": Reply(b"<link rel=alternate type=application/rss+xml href=/feed><a href=/news/1>1</a><a href=/shop/1>2</a>"),
        "/robots.txt": Reply(b"Sitemap: /map.xml", content_type="text/plain"),
        "/map.xml": Reply(b"<urlset><url><loc>http://news.example/news/2</loc></url></urlset>", content_type="application/xml"),
        "/feed": Reply(
            b"<rss><channel><item><link>http://news.example/news/3</link></item></channel></rss>", content_type="application/rss+xml"
        ),
        **{path: Reply(b"<p>A page <a href=/news/9>on</a>") for path in ("/news/1", "/news/2", "/news/3", "/news/9", "/shop/1", "/a")},
    }
)


@pytest.mark.parametrize(
    ("settings", "paths"),
    [
        pytest.param({}, {"/", "/news/1", "/news/2", "/news/3", "/news/9", "/shop/1"}, id="everything"),
        pytest.param({"follow": "sitemaps"}, {"/", "/news/2"}, id="sitemaps"),
        pytest.param({"follow": "feeds"}, {"/", "/news/3"}, id="feeds"),
        pytest.param({"follow": "nothing", "addresses": (START + "a",)}, {"/", "/a"}, id="only what was given"),
        pytest.param({"include": ("/news/*",)}, {"/", "/news/1", "/news/2", "/news/3", "/news/9"}, id="include"),
        pytest.param({"exclude": ("/news/*", "*/9")}, {"/", "/shop/1"}, id="exclude"),
    ],
)
def test_what_is_followed(settings, paths):
    _, answers = crawl_in_memory(REACH, CrawlSettings(**settings))

    pages = {
        each.url.removeprefix("http://news.example") for each in answers if (each.header("content-type") or "").startswith("text/html")
    }
    assert pages == paths


@pytest.mark.parametrize(
    ("settings", "words"),
    [({"follow": "everything"}, "everything"), ({"include": ("news",)}, "does not begin with '/'"), ({"exclude": ("shop/*",)}, "/news/")],
)
def test_a_reach_that_makes_no_sense(settings, words):
    with pytest.raises(SettingError, match=re.escape(words)):
        CrawlSettings(**settings)
