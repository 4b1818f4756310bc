import json
import random
import re
from pathlib import Path

import numpy as np
import pytest
from small_site import (
    ARTICLES,
    HOST,
    WORDS,
    article,
    expected,
    kinds_by_path,
    kinds_of,
    listing,
    opened,
    page,
    paragraphs,
    section_of,
    small_site,
    title_of,
    words,
)

from sitelode.page_kinds.kinds import judge
from sitelode.page_kinds.own_text import versions
from sitelode.page_kinds.page_evidence import read_evidence
from sitelode.page_kinds.titles import RawTitles
from sitelode.site.reading import read_site

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_every_page_of_a_small_site_is_what_it_is():
    found = kinds_by_path(small_site())

    assert found == {path: expected(path) for path in small_site()}


def test_the_order_of_pages_does_not_matter():
    pages = list(small_site().items())
    random.Random(3).shuffle(pages)

    assert kinds_by_path(dict(pages)) == kinds_by_path(small_site())


def test_index_pages_rank_first_and_reasons_are_given():
    site = opened(small_site())
    kinds = kinds_of(site)
    best = np.argsort(-kinds.score)[: kinds.kind.count("index")]
    reasons = dict(zip((entry.url for entry in site.entries), kinds.evidence, strict=True))

    assert all(kinds.kind[place] == "index" for place in best)
    assert reasons[HOST + "/about"].startswith("page: links to no page by title, listed by no index page, ")
    assert reasons[HOST + "/about"].endswith("in a menu")
    assert "links to 6 pages by title" in reasons[HOST + "/sport/"]


def test_links_of_the_template_are_navigation_and_teasers_are_not():
    site = opened(small_site())
    kinds = kinds_of(site)

    for entry, flags in zip(site.entries, kinds.informative, strict=True):
        links = site.links(entry.number)
        assert len(flags) == len(links)
        menu = [place for place, target in enumerate(links.targets) if target in (HOST + "/sport/", HOST + "/town/")][:2]
        assert not flags[menu].any()
        if entry.url.startswith(HOST + "/tag/"):
            assert flags[[target.endswith(".html") for target in links.targets]].all()


def test_further_pages_and_tags_repeat_the_sections():
    site = opened(small_site())
    kinds = kinds_of(site)
    urls = [entry.url.removeprefix(HOST) for entry in site.entries]
    roles = dict(zip(urls, kinds.listing_role, strict=True))
    originals = {url: urls[other] for url, other in zip(urls, kinds.duplicate_of, strict=True) if other is not None}

    assert roles["/sport/page/2/"] == "pagination"
    assert originals["/sport/page/2/"] == "/sport/"
    assert roles["/"] == roles["/sport/"] == roles["/town/"] == roles["/about"] == ""
    assert {roles[f"/tag/{word}"] for word in WORDS[:5]} == {"tag"}
    assert all(originals[f"/tag/{word}"] in ("/sport/", "/town/") for word in WORDS[:5])


def test_addresses_may_be_spelt_in_many_ways():
    pages = {
        path: source.replace('href="/sport/', 'href="http://www.news.example/sport/').replace('href="/"', 'href="/index.html"')
        for path, source in small_site().items()
    }

    assert kinds_by_path(pages) == kinds_by_path(small_site())


def test_links_that_say_read_more_announce_what_is_shown_beside_them():
    teaser = re.compile(r"<h2><a href=(\S+)>([^<]+)</a></h2>")
    pages = {path: teaser.sub(r"<h2>\2</h2><p><a href=\1>more</a></p>", source) for path, source in small_site().items()}

    assert kinds_by_path(pages) == kinds_by_path(small_site())


def test_scripts_without_spaces():
    table = {word: chr(0x4E00 + 37 * place) + chr(0x5E00 + 53 * place) for place, word in enumerate(WORDS)}

    def translated(source):
        for word, characters in table.items():
            source = source.replace(word + " ", characters).replace(word.capitalize() + " ", characters)
        return source

    found = kinds_by_path({path: translated(source) for path, source in small_site().items()})

    assert found == {path: expected(path) for path in small_site()}


@pytest.mark.parametrize(
    ("pages", "kinds"),
    [
        pytest.param({"/a": article(1)}, {"article"}, id="one article"),
        pytest.param({"/a": "<p>"}, {"other"}, id="one empty page"),
        pytest.param({f"/{n}": article(n) for n in range(3)}, {"article"}, id="three articles"),
        pytest.param({f"/{n}": article(n) for n in range(12)}, {"article"}, id="articles without an index page"),
        pytest.param({f"/{n}": article(n, menu=False).replace("<a ", "<b ") for n in range(12)}, {"article"}, id="no links at all"),
        pytest.param({f"/{n}": f"<title>{n}</title><p>{WORDS[n]}" for n in range(12)}, {"other"}, id="no text to speak of"),
        pytest.param({"/": listing("Front", range(9))}, {"index"}, id="a listing alone"),
    ],
)
def test_little_to_go_by(pages, kinds):
    assert set(kinds_by_path(pages).values()) == kinds


def test_where_everything_links_to_everything_text_decides():
    every = "".join(f'<a href="/{n}">{words(f"title {n}", 6).capitalize()}</a><br>' for n in range(12))
    pages = {f"/{n}": article(n).replace("</main>", f"</main>{every}") for n in range(12)}

    assert set(kinds_by_path(pages).values()) == {"article"}


def test_pages_of_short_facts_are_details():
    def facts(number):
        rows = "".join(f"<tr><th>{words(f'field {row}', 2)}</th><td>{words(f'{number} {row}', 4)}</td></tr>" for row in range(15))
        return page(words(f"name {number}", 3), f"<h1>{words(f'name {number}', 3)}</h1><table>{rows}</table>")

    kinds = kinds_of(opened({f"/item/{n}": facts(n) for n in range(20)}))

    assert set(kinds.kind) == {"other"}
    assert set(kinds.finer) == {"detail"}
    assert all("15 values under labels" in line for line in kinds.evidence)


def test_articles_that_nothing_lists_stay_articles_beside_a_static_page():
    pages = {f"/doc/{n}.html": article(n) for n in range(12)} | {"/about": page("About us", paragraphs("about"))}
    kinds = kinds_of(opened(pages))

    assert kinds.kind == ["article"] * 12 + ["other"]
    assert kinds.finer[-1] == "page"


def test_the_example_site():
    site = read_site(EXAMPLES / "site")
    articles = {json.loads(line)["url"] for line in (EXAMPLES / "site-truth.jsonl").read_text(encoding="utf-8").splitlines()}
    kinds = dict(zip((entry.url for entry in site.entries), kinds_of(site).kind, strict=True))

    assert {url for url, kind in kinds.items() if kind == "article"} == articles
    others = {url.rpartition("/")[2] for url, kind in kinds.items() if kind == "other"}
    assert others == {"about.html", "contact.html", "privacy.html"}


def whole_posts(title, numbers):
    shown = "".join(f"<h2><a href=/post/{n}.html>{words(f'title {n}', 6).capitalize()}</a></h2>{paragraphs(f'post {n}')}" for n in numbers)
    return page(title, shown)


def blog():
    """Listings show all of what their articles say."""
    pages = {
        f"/post/{n}.html": page(words(f"title {n}", 6), f"<h1>{words(f'title {n}', 6).capitalize()}</h1>{paragraphs(f'post {n}')}")
        for n in range(40)
    }
    return pages | {f"/page/{n}/": whole_posts(f"Page {n}", range(4 * n, 4 * n + 4)) for n in range(10)}


@pytest.mark.parametrize("seed", range(3))
def test_listings_of_whole_posts_stay_listings_where_most_posts_are_missing(seed):
    every = blog()
    posts = random.Random(seed).sample(range(40), 10)
    pages = {path: source for path, source in every.items() if path.startswith("/page") or int(re.sub(r"\D", "", path)) in posts}

    assert kinds_by_path(pages) == {path: "index" if path.startswith("/page") else "article" for path in pages}


def test_a_layout_that_mixes_listings_and_articles_is_divided_by_text():
    def post(number):
        others = (number * 7 + 3) % 40, (number * 11 + 5) % 40, (number * 13 + 1) % 40
        related = "".join(f"<p><a href=/post/{n}.html>{words(f'title {n}', 6).capitalize()}</a>" for n in others)
        title = words(f"title {number}", 6)
        return page(title, f"<h1>{title.capitalize()}</h1>{paragraphs(f'post {number}')}{related}")

    pages = {f"/post/{n}.html": post(n) for n in range(40)}
    pages |= {f"/tag/{WORDS[n]}": listing(WORDS[n], range(4 * n, 4 * n + 4)) for n in range(10)}
    site = opened(pages)
    reading = read_evidence(site)
    found = judge(reading, [0] * len(reading)).kind

    assert found == ["index" if "/tag/" in entry.url else "article" for entry in site.entries]


def test_parts_of_an_article_beside_all_of_it_are_articles():
    pages = small_site()
    for number in range(0, ARTICLES, 3):
        path = f"/{section_of(number)}/{number}.html"
        ways = f'<p><a href="{path}">1</a> <a href="{path}?page=2">2</a> <a href="{path}?all=1">View all</a></p>'
        parts = paragraphs(f"{number} first"), paragraphs(f"{number} second")
        for query, text, pager in (("", parts[0], ways), ("?page=2", parts[1], ways), ("?all=1", "".join(parts), "")):
            pages[path + query] = page(title_of(number), f"<article><h1>{title_of(number)}</h1>{text}</article>{pager}")

    kinds = kinds_by_path(pages)

    assert {path: kinds[path] for path in pages if ".html" in path} == {path: "article" for path in pages if ".html" in path}
    assert [kinds[path] for path in pages if ".html" not in path] == [expected(path) for path in pages if ".html" not in path]


@pytest.mark.parametrize(
    ("urls", "titles", "expected_versions"),
    [
        pytest.param(["/a.html", "/a.html?page=2", "/a-print.html", "/a/2"], "AAAA", [0, 0, 0, 0], id="what goes on from an address"),
        pytest.param(["/a.html", "/a.html?page=2"], "AB", [0, 1], id="other titles"),
        pytest.param(["/a.html", "/ab.html"], "AA", [0, 1], id="another name"),
        pytest.param(["/", "/a"], "AA", [0, 1], id="the front page is no version"),
        pytest.param(["/a", "/a/2"], ["", ""], [0, 1], id="without titles"),
        pytest.param([f"/a/{number}" if number else "/a" for number in range(60)], "A" * 60, list(range(60)), id="a title of many pages"),
    ],
)
def test_versions(urls, titles, expected_versions):
    found = versions([f"https://x.example{url}" for url in urls], [RawTitles(title, ()) for title in titles])

    assert found.tolist() == expected_versions
