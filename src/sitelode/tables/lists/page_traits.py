"""What a page looks like as a whole, apart from its lists: what tells a thread of posts from a listing of links.

On a listing each record leads to a page of its own; on a thread (forum, ticket, questions and answers) the records are what people wrote:
prose, code and quotations, with few links, many of them to places on the same page. The same features then mean different things, so
the ranking has weights for both, and chooses by these traits (`ranking.py`). All are shares, so that the size of a page says nothing.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import NO_STRING, Page
from sitelode.html.vocabulary import HEADING_TAGS, TAG_NUMBER, tag_flags

LONG_TEXT = 60  # bytes of a text node that is prose. Set by hand
TRAITS = (
    "page_linked", "page_links_per_text", "page_paragraphs", "page_quoted", "page_code", "page_long_texts", "page_long_links", "page_times",
    "page_tabled", "page_headings", "page_own_links", "page_different_links",
)  # fmt: skip
"""Names of the traits, in order; they stand beside the features of every candidate of the page."""

_HELD_BY = (("a",), ("p",), ("blockquote",), ("pre", "code"), ("table",), HEADING_TAGS)


@cache
def _flags() -> tuple[NDArray[np.bool_], ...]:
    return tuple(tag_flags(frozenset(tags)) for tags in _HELD_BY)


def page_traits(page: Page, width: NDArray[np.int64], href: NDArray[np.int32]) -> NDArray[np.float64]:
    """One number per name in TRAITS; `width` has the characters of visible text before each row, `href` the addresses of links."""
    columns, own = page.columns, np.diff(width)
    whole = max(int(width[-1]), 1)
    linked, paragraphs, quoted, code, tabled, headings = (inside_of(page, np.flatnonzero(flags[columns.tag])) for flags in _flags())
    is_long = own >= LONG_TEXT
    links = href[href != NO_STRING]
    shares = [own @ held / whole for held in (linked, paragraphs, quoted, code, is_long & ~linked, is_long & linked, tabled, headings)]
    in_links, in_paragraphs, in_quotes, in_code, long_texts, long_links, in_tables, in_headings = shares
    per_text = np.log1p(len(links)) - np.log1p(whole / 100)
    times = np.log1p(int((columns.tag == TAG_NUMBER["time"]).sum()))
    own_links, different = _link_shares(page, links)
    return np.array([
        in_links, per_text, in_paragraphs, in_quotes, in_code, long_texts, long_links, times, in_tables, in_headings, own_links, different,
    ])  # fmt: skip


def _link_shares(page: Page, links: NDArray[np.int32]) -> tuple[float, float]:
    """The share of links to places on the page itself, and the share of different addresses."""
    if not len(links):
        return 0.0, 0.0
    numbers, counts = np.unique(links, return_counts=True)
    own = sum(int(count) for number, count in zip(numbers.tolist(), counts.tolist(), strict=True) if _leads_here(page, number))
    return own / len(links), len(numbers) / len(links)


def _leads_here(page: Page, number: int) -> bool:
    address, mark, _ = page.string(number).partition("#")
    return bool(mark) and page.url.endswith(address.lstrip("./"))


def inside_of(page: Page, tops: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which rows are in one of these subtrees."""
    steps = np.zeros(len(page) + 1, dtype=np.int32)
    np.add.at(steps, tops, 1)
    np.add.at(steps, page.columns.end[tops], -1)
    return np.cumsum(steps)[:-1] > 0
