"""A page may hold anything anywhere: every place that mining reads is filled with repeated signs, and the work may grow no faster than the page.

Times are CPU times of this process, compared with each other: a filling four times as long may take about four times as long.
"""

import time
from html import escape
from json import dumps

import pytest

from sitelode import api, mine
from sitelode.model import Fetched

SHORT, LONG = 6_000, 24_000  # characters in every place
MOST_GROWTH = 8  # linear is 4, quadratic 16; what does not depend on the length makes both smaller
PAGES = 3
STATED = (
    "headline in JSON-LD", "author in JSON-LD", "date in JSON-LD", "keywords in JSON-LD", "section in JSON-LD", "image in JSON-LD", "title", "meta author",
    "meta keywords", "meta date", "meta description", "meta title", "meta site name", "canonical address", "language", "feed title", "feed author",
)  # fmt: skip
SHOWN = (
    "heading", "byline", "date", "time", "tag", "paragraph", "caption", "code", "quotation", "anchor", "item", "label", "value", "commenter", "comment",
    "navigation",
)  # fmt: skip
MARKUP = (
    "class of items", "class of the body", "class of code", "id", "style", "address of a link", "address of a picture", "later address of a picture",
    "set of pictures", "alternative text", "comment in the source", "JSON-LD that is none", "address of the page", "relation",
)  # fmt: skip
SIGNS = {
    "spaces": " ", "lines": "\n", "letters": "a", "digits": "7", "hyphens": "-", "separators": " | ", "dashes": " - ", "commas": "a, ", "steps": "/a",
    "dots": "1.", "references": "&amp;", "quotes": "\"'", "CJK": "日", "brackets": "<",
}  # fmt: skip


def made_page(number: int, filled: dict[str, str]) -> str:
    """A page with an article, a list, a table, a comment and everything it says of itself."""

    def at(place: str, ordinary: str) -> str:
        return escape(filled.get(place, ordinary))

    about = {
        "@type": "NewsArticle",
        "headline": filled.get("headline in JSON-LD", f"Harbour {number} opens again"),
        "author": {"@type": "Person", "name": filled.get("author in JSON-LD", "Anna Berg")},
        "datePublished": filled.get("date in JSON-LD", f"2024-03-0{number + 1}"),
        "keywords": filled.get("keywords in JSON-LD", "port, sea"),
        "articleSection": filled.get("section in JSON-LD", "News"),
        "image": filled.get("image in JSON-LD", "/a.jpg"),
    }
    text = "".join(f"<p>Text {number} {line} about ships that come and go with tide {number * line}.</p>" for line in range(4))
    items = "".join(
        f'<li class="{at("class of items", "item")}"><a rel="{at("relation", "bookmark")}" href="{at("address of a link", f"/story/{item}")}">'
        f"{at('anchor', f'Story {item} of the harbour')}</a> <i>{at('item', f'{item}.50 EUR')}</i></li>"
        for item in range(3)
    )
    rows = "".join(f"<tr><th>{at('label', f'Length {row}:')}</th><td>{at('value', f'{number * row} m')}</td></tr>" for row in range(3))
    return (
        f'<!doctype html><html lang="{at("language", "en")}"><head><title>{at("title", f"Harbour {number} opens again - The Pier")}</title>'
        f'<meta name="author" content="{at("meta author", "Anna Berg")}"><meta name="keywords" content="{at("meta keywords", "port, sea")}">'
        f'<meta property="article:published_time" content="{at("meta date", f"2024-03-0{number + 1}")}">'
        f'<meta name="description" content="{at("meta description", "What happened")}"><meta property="og:title" content="{at("meta title", "Harbour")}">'
        f'<meta property="og:site_name" content="{at("meta site name", "The Pier")}">'
        f'<link rel="canonical" href="{at("canonical address", f"/story/{number}")}">'
        f'<script type="application/ld+json">{dumps(about).replace("<", "")}</script>'
        f'<script type="application/ld+json">{filled.get("JSON-LD that is none", "{}").replace("<", "")}</script></head>'
        f'<body class="{at("class of the body", "b")}" id="{at("id", "i")}"><nav><a href="/">{at("navigation", "Home")}</a></nav>'
        f'<article><h1>{at("heading", f"Harbour {number} opens again")}</h1><p class="byline">{at("byline", "By Anna Berg")}</p>'
        f'<p class="date">{at("date", f"March {number + 1}, 2024")}</p><time datetime="{at("time", f"2024-03-0{number + 1}")}">{at("time", "Monday")}</time>'
        f'<a rel="tag" href="/t">{at("tag", "sea")}</a><p style="{at("style", "color:red")}">{at("paragraph", "A line of its own.")}</p>{text}'
        f'<figure><img src="{at("address of a picture", "/a.jpg")}" data-src="{at("later address of a picture", "")}" '
        f'srcset="{at("set of pictures", "")}" alt="{at("alternative text", "A ship")}"><figcaption>{at("caption", "A ship")}</figcaption></figure>'
        f'<pre><code class="{at("class of code", "language-c")}">{at("code", "int x;")}</code></pre><blockquote>{at("quotation", "So.")}</blockquote></article>'
        f'<ul>{items}</ul><table>{rows}</table><div class="comment"><b>{at("commenter", "Bo")}</b><p>{at("comment", "A good read.")}</p></div>'
        f"<!-- {filled.get('comment in the source', 'x').replace('-', '_')} --></body></html>"
    )


def feed_of(filled: dict[str, str]) -> bytes:
    entry = (
        f"<title>{escape(filled.get('feed title', 'Harbour'))}</title><dc:creator>{escape(filled.get('feed author', 'Anna'))}</dc:creator>"
    )
    return f"<rss><channel><item><link>https://pier.example/story/0</link>{entry}</item></channel></rss>".encode()


def seconds(filled: dict[str, str]) -> float:
    """What it costs to read such a site in every way."""
    address = "https://pier.example/story/" + filled.get("address of the page", "")
    pages = [Fetched(f"{address}{number}", made_page(number, filled).encode()) for number in range(PAGES)]
    start = time.process_time()
    mined = mine([*pages, Fetched("https://pier.example/feed", feed_of(filled), "application/rss+xml")])
    assert len(list(mined.articles)) <= PAGES
    assert mined.lists is not None
    assert mined.structure is not None
    assert mined.wrapper().text()
    api.extract(pages[0], markdown=True, as_html=True)
    api.find_lists(pages[0])
    api.find_fields(pages)
    return time.process_time() - start


@pytest.fixture(scope="module", autouse=True)
def loaded():
    seconds({})


@pytest.mark.parametrize("sign", SIGNS.values(), ids=SIGNS.keys())
@pytest.mark.parametrize(
    "places",
    [STATED + SHOWN + MARKUP, *(pytest.param(each, marks=pytest.mark.nightly) for each in (STATED, SHOWN, MARKUP))],
    ids=["all", "stated", "shown", "markup"],
)
def test_the_work_grows_no_faster_than_a_page(places, sign):
    def cost(length: int) -> float:
        return seconds(dict.fromkeys(places, "q" + sign * (length // len(sign)) + "z"))

    if (growth := cost(LONG) / cost(SHORT)) > MOST_GROWTH:  # a busy machine may disturb one measurement
        growth = min(growth, *(cost(LONG) / cost(SHORT) for _ in range(2)))
    if growth > MOST_GROWTH:
        alone = {each: (filled(each, sign, LONG), filled(each, sign, SHORT)) for each in places}
        slow = {each: round(longer / shorter, 1) for each, (longer, shorter) in alone.items() if longer > MOST_GROWTH * shorter}
        pytest.fail(f"{growth:.1f} times the work for 4 times the text; of single places: {slow}")


def filled(place: str, sign: str, length: int) -> float:
    return seconds({place: "q" + sign * (length // len(sign)) + "z"})
