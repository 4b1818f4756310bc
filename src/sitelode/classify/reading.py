"""What classifiers read of a page: its words by where they stand, its links, and the blocks of its text with their looks.

Small plain values, so that thousands of pages fit in memory and none has to be parsed twice.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from sitelode.errors import PageError
from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.model import Fetched
from sitelode.site.page_links import LinkReader
from sitelode.text.segments import segments_of
from sitelode.urls import normalise

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_EMPHASIS = ("b", "strong", "i", "em", "u")
_FONT_SIZES = {"h1": 2.0, "h2": 1.5, "h3": 1.17, "h5": 0.83, "h6": 0.67, "small": 0.83, "big": 1.17}  # of browsers' style sheets, in em
_COUNTED_TAGS = tuple("a img p li hr h1 h2 h3 pre table form dt address frame input article time video".split())
_MOST_TEXT = 200_000  # characters of a page that are read; longer ones are books, and say what they are about before that
_MOST_LINKS = 2_000  # of a page
_MOST_NAMES = 50  # in one class attribute
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Block:
    """A line of text as a reader sees it."""

    text: str
    link_share: float = 0.0  # of its characters
    box: int = 0  # number of the element around it; blocks of one box stand together
    emphasis: str = ""  # its words that are bold, italic or underlined
    size: float = 1.0  # of the font, 1 is usual


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as classifiers see it; empty where it says nothing."""

    url: str
    title: str = ""
    description: str = ""  # of the meta element
    keywords: str = ""  # of the meta element
    headings: str = ""
    blocks: tuple[Block, ...] = ()
    links: tuple[tuple[str, str], ...] = ()  # address and wording of those to its own site
    frames: tuple[str, ...] = ()  # addresses
    outside: int = 0  # links that lead to other sites
    tags: Mapping[str, int] = field(default_factory=dict)  # how often some elements occur
    layout: tuple[str, ...] = ()  # distinct elements with their class names and ids

    @property
    def body(self) -> str:
        return "\n".join(block.text for block in self.blocks)

    def with_body(self, text: str) -> "PageText":
        """The same page with another text, such as its article or its summary."""
        return replace(self, blocks=tuple(Block(line) for line in text.splitlines() if line.strip()))


def text_page(text: str, url: str = "") -> PageText:
    """A plain text, one block a line."""
    return PageText(url).with_body(text[:_MOST_TEXT])


def read_html(html: str, url: str = "", reader: LinkReader | None = None) -> PageText:
    """A page from its source; one that is no HTML is taken as plain text."""
    address = normalise(url) or url
    try:
        page = parse(html.encode("utf-8", "replace"), address, "text/html; charset=utf-8")
    except PageError:
        return text_page(html, address)
    return read_page(page, reader)


def read_fetched(fetched: Fetched, reader: LinkReader | None = None) -> PageText | None:
    """A page from a source; None where it cannot be parsed."""
    try:
        page = parse(fetched.body, normalise(fetched.url) or fetched.url, fetched.content_type)
    except PageError:
        return None
    return read_page(page, reader)


def read_pages(pages: Iterable[Page]) -> Iterator[PageText]:
    """Page after page of one site."""
    reader = LinkReader()
    return (read_page(page, reader) for page in pages)


def read_page(page: Page, reader: LinkReader | None = None) -> PageText:
    """Read a parsed page once; pass a reader of links along when there are many."""
    metadata = metadata_of(page)
    links = (reader or LinkReader()).links_of(page)
    return PageText(
        page.url,
        metadata.title,
        metadata.meta.get("description", ""),
        metadata.meta.get("keywords", ""),
        "\n".join(_line(page.text(row)) for row in sorted(_rows(page, _HEADINGS))),
        tuple(_blocks(page)),
        tuple(zip(links.targets[:_MOST_LINKS], links.anchors[:_MOST_LINKS], strict=True)),
        _frames(page, reader or LinkReader()),
        links.outside,
        {tag: int(count) for tag in _COUNTED_TAGS if (count := len(page.rows(tag)))},
        _layout(page),
    )


def _rows(page: Page, tags: Iterable[str]) -> list[int]:
    return [row for tag in tags for row in page.rows(tag).tolist()]


def _frames(page: Page, reader: LinkReader) -> tuple[str, ...]:
    sources = [page.attribute(row, "src") or "" for row in _rows(page, ("frame", "iframe"))]
    return tuple(reader.resolved(page, filter(None, sources)))


def _blocks(page: Page) -> Iterator[Block]:
    segments = segments_of(page)
    emphasised = _emphasised_rows(page)
    parents, left = page.parents, _MOST_TEXT
    for place in range(len(segments)):
        rows = segments.rows[segments.first[place] : segments.first[place + 1]].tolist()
        text = _line("".join(page.text(row) for row in rows))[:left]
        if not text:
            continue
        left -= len(text)
        block = int(segments.block[place])
        share = float(segments.link_width[place]) / max(1, int(segments.width[place]))
        strong = _line(" ".join(page.text(row) for row in rows if row in emphasised))
        yield Block(text, min(1.0, share), max(0, parents[block]), strong, _FONT_SIZES.get(page.tag_name(block), 1.0))


def _emphasised_rows(page: Page) -> frozenset[int]:
    """Rows inside bold, italic or underlined elements."""
    found: set[int] = set()
    for row in _rows(page, _EMPHASIS):
        found.update(range(row, int(page.columns.end[row])))
    return frozenset(found)


def _line(text: str) -> str:
    return " ".join(text.split())


def _layout(page: Page) -> tuple[str, ...]:
    """The layout as a set: every element with each of its names (class, id; their digits do not count), and every tag below a tag."""
    columns = page.columns
    tag, parent = columns.tag.astype(np.int64), columns.parent
    below = np.unique(tag[parent[1:]] << 32 | tag[1:]) if len(tag) > 1 else np.zeros(0, np.int64)
    name_of = {int(number): page.tag_name(int(row)) for number, row in zip(*np.unique(tag, return_index=True), strict=True)}
    found = [f"{name_of[pair >> 32]}>{name_of[pair & 0xFFFFFFFF]}" for pair in below.tolist()]
    for mark, column in ((".", columns.class_), ("#", columns.id_)):
        named = np.flatnonzero(column >= 0)
        for number, string in np.unique(np.stack((tag[named], column[named].astype(np.int64)), axis=1), axis=0).tolist():
            found += [f"{name_of[number]}{mark}{name}" for name in _without_digits(page.string(string))]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=20_000)
def _without_digits(names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_DIGITS.sub("0", name) for name in names.split()[:_MOST_NAMES]))
