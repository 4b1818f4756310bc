"""Features of list candidates that do not depend on site or language: one row of numbers per candidate.

No words and no class names are used. Tags are used with their meaning in the HTML standard, and so is whether elements are hidden.

Traits of the page as a whole tell a thread of posts from a listing of links. On a listing each record leads to a page of its own; on a
thread (forum, ticket, questions and answers) the records are what people wrote: prose, code and quotations, with few links, many of them to
places on the same page. The same features then mean different things, so the ranking has weights for both. Traits are shares, so that the
size of a page says nothing.
"""

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes, mix_columns
from sitelode.html.page import NO_STRING, Page, RowColumn, StringColumn
from sitelode.html.vocabulary import HEADING_TAGS, TAG_NUMBER, TEXT, tag_flags
from sitelode.tables.lists.candidates import DEEPEST_PATH, MOST_ROWS_OF_A_RECORD, PATH_SLOTS, Candidates, inside_of
from sitelode.tables.lists.kernels.evidence import path_evidence, text_codes

LONG_TEXT = 60  # bytes of a text node that is prose. Set by hand
TRAITS = (
    "page_linked", "page_links_per_text", "page_paragraphs", "page_quoted", "page_code", "page_long_texts", "page_long_links", "page_times",
    "page_tabled", "page_headings", "page_own_links", "page_different_links",
)  # fmt: skip
"""Names of the traits, in order; they stand beside the features of every candidate of the page."""

_HELD_BY = [tag_flags(frozenset(tags)) for tags in (("a",), ("p",), ("blockquote",), ("pre", "code"), ("table",), HEADING_TAGS)]


def page_traits(page: Page, width: NDArray[np.int64], href: NDArray[np.int32]) -> NDArray[np.float64]:
    """One number per name in TRAITS; `width` has the characters of visible text before each row, `href` the addresses of links."""
    columns, own = page.columns, np.diff(width)
    whole = max(int(width[-1]), 1)
    linked, paragraphs, quoted, code, tabled, headings = (inside_of(page, np.flatnonzero(flags[columns.tag])) for flags in _HELD_BY)
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


Evidence = NDArray[np.float32]
Numbers = NDArray[np.float64]
MOST_RECORDS_COMPARED = 100  # of one candidate, evenly spaced. Set by hand, like the next
LONGEST_ALTERNATION = 4  # members after which the same shape comes again

_SPANS = (
    "share", "log_count", "largest", "spread", "log_width", "low", "single_text", "log_texts", "distinct_texts", "linked", "distinct_links",
    "link_share", "density", "coverage", "parents", "log_parents", "left_beside", "siblings", "pictures", "one_heading", "digits", "hidden",
    "hidden_share",
)  # fmt: skip
PATHS = ("support", "path_support", "repeated", "lowest_likeness", "likeness", "paths", "common_paths")
_NAMED = ("support", "path_support", "lowest_likeness", "likeness")
_AROUND = ("nav", "footer", "header", "aside", "main", "li")
_RECORD_TAGS = ("article", "li", "tr", "td", "p")
_KINDS = 5
COLUMNS = (
    *_SPANS, *PATHS, *(f"named_{name}" for name in _NAMED), *(f"in_{name}" for name in _AROUND), *(f"is_{name}" for name in _RECORD_TAGS),
    "is_inline", *(f"kind_{number}" for number in range(_KINDS)), "alternates", *TRAITS,
)  # fmt: skip
"""Names of the numbers, in order; docs/algorithms/records.md explains the less obvious ones. The last are those of the whole page."""

_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden")

_HEADINGS = tag_flags(frozenset(HEADING_TAGS))
_INLINE = tag_flags(frozenset("a abbr b big button cite code em font i label mark q s small span strong sub sup time tt u var".split()))


def evidence_of(page: Page, found: Candidates) -> Evidence:
    """One row per candidate, one column per name in COLUMNS."""
    if not len(found):
        return np.zeros((0, len(COLUMNS)), dtype=np.float32)
    columns, limits = page.columns, (PATH_SLOTS, DEEPEST_PATH, MOST_RECORDS_COMPARED, MOST_ROWS_OF_A_RECORD)
    href = _values(page, "href")
    href[columns.tag != TAG_NUMBER["a"]] = NO_STRING
    by_tag, by_name = (
        path_evidence(found.start, found.stop, found.first, columns.parent, labels, *limits)[0]
        for labels in (found.labels.tag, found.labels.named)
    )
    parts = (
        _Spans(page, found).numbers(href),
        by_tag,
        by_name[:, [PATHS.index(name) for name in _NAMED]],
        _tags(page, found),
        _alternation(page, found)[:, None],
        np.broadcast_to(page_traits(page, found.width, href), (len(found), len(TRAITS))),
    )
    return np.concatenate(parts, axis=1).astype(np.float32)


def _values(page: Page, attribute: str) -> StringColumn:
    """For every row, the index of the value of an attribute; NO_STRING if it does not have it."""
    columns = page.columns
    values = np.full(len(page), NO_STRING, dtype=np.int32)
    chosen = columns.attribute_name == page.attribute_number(attribute)
    values[columns.attribute_node[chosen]] = columns.attribute_value[chosen]
    return values


class _Spans:
    """Sums over the spans of candidates, which are differences of sums before each row."""

    def __init__(self, page: Page, found: Candidates) -> None:
        self._page, self._found = page, found
        self._sizes = np.diff(found.first)
        self._owner = np.repeat(np.arange(len(found)), self._sizes)

    def numbers(self, href: StringColumn) -> Numbers:
        """One column per name in _SPANS."""
        page, found, columns = self._page, self._found, self._page.columns
        text = np.frombuffer(columns.text, dtype=np.uint8)
        code, digits = text_codes(columns.tag, columns.text_start, columns.text_end, text, found.shown)
        hidden = inside_of(page, _hidden(page))
        is_link, own = href != NO_STRING, np.diff(found.width)
        width, texts, links = self._within(own), self._within(code != 0), self._within(is_link)
        n, held, first = self._sizes, self._total(width), found.start[found.first[:-1]]
        last = found.first[1:] - 1
        page_width, some = max(int(found.width[-1]), 1), np.maximum(held, 1)
        mean = held / n
        parent = columns.parent[found.start]
        is_new = np.concatenate(([True], (parent[1:] != parent[:-1]) | (self._owner[1:] != self._owner[:-1])))
        parents, beside = self._total(is_new), _alike_siblings(page, found.labels.named)[found.start]
        top = _common_ancestor(
            columns.parent, columns.depth, parent[found.first[:-1]], np.where(parents > 1, parent[last], parent[found.first[:-1]])
        )
        around = np.where(top >= 0, found.width[columns.end[top]] - found.width[top], 0)
        low = np.lexsort((width, self._owner))[found.first[:-1] + n // 10]
        values = (
            held / page_width,
            np.log(n),
            np.maximum.reduceat(width, found.first[:-1]) / some,
            np.sqrt(np.maximum(self._total(width.astype(np.float64) ** 2) / n - mean**2, 0)) / np.maximum(mean, 1),
            np.log1p(mean),
            width[low] / np.maximum(mean, 1),
            self._total(texts <= 1) / n,
            np.log1p(self._total(texts) / n),
            self._different(self._within(code)) / n,
            self._total(links > 0) / n,
            self._different(href[np.minimum(_next(is_link)[found.start], len(page) - 1)], links > 0) / n,
            self._total(self._within(own * inside_of(page, np.flatnonzero(is_link)))) / some,
            held / np.maximum(found.width[found.stop[last]] - found.width[first], 1),
            held / np.maximum(around, 1),
            parents / n,
            np.log(parents),
            self._total(beside * is_new) / n,
            self._total(_siblings(columns.end, found.start, found.stop)) / n,
            self._total(self._within(columns.tag == TAG_NUMBER["img"]) > 0) / n,
            self._total(self._within(_HEADINGS[columns.tag]) == 1) / n,
            self._total(self._within(digits) > 0) / n,
            self._total(hidden[found.start]) / n,
            self._total(self._within(own * hidden)) / some,
        )
        return np.stack(values, axis=1)

    def _within(self, values: NDArray[Any]) -> NDArray[Any]:
        """For every span the sum of the values of its rows; sums of codes begin again after the largest number."""
        sums = np.zeros(len(values) + 1, dtype=np.uint64 if values.dtype == np.uint64 else np.int64)
        np.cumsum(values, dtype=sums.dtype, out=sums[1:])
        within: NDArray[Any] = sums[self._found.stop] - sums[self._found.start]
        return within

    def _total(self, of_spans: NDArray[Any]) -> NDArray[Any]:
        """For every candidate the sum over its spans."""
        total: NDArray[Any] = np.add.reduceat(
            of_spans, self._found.first[:-1], dtype=np.float64 if of_spans.dtype.kind == "f" else np.int64
        )
        return total

    def _different(self, values: NDArray[Any], counted: NDArray[np.bool_] | None = None) -> NDArray[np.intp]:
        """For every candidate the number of different values of its spans, or of those that count."""
        owner, values = (self._owner, values) if counted is None else (self._owner[counted], values[counted])
        order = np.lexsort((values, owner))
        owner, values = owner[order], values[order]
        is_new = np.concatenate(([True], (owner[1:] != owner[:-1]) | (values[1:] != values[:-1])))[: len(owner)]
        return np.bincount(owner[is_new], minlength=len(self._sizes))


def _next(flags: NDArray[np.bool_]) -> NDArray[np.intp]:
    """For every row the first from it on that has the flag; the number of rows if there is none."""
    places = np.where(flags, np.arange(len(flags)), len(flags))
    following: NDArray[np.intp] = np.minimum.accumulate(places[::-1])[::-1]
    return following


def _common_ancestor(parent: RowColumn, depth: RowColumn, one: RowColumn, other: RowColumn) -> RowColumn:
    """For every pair of rows the nearest one that is above both."""
    while (apart := one != other).any():
        is_lower = depth[one] >= depth[other]
        one, other = np.where(apart & is_lower, parent[one], one), np.where(apart & ~is_lower, parent[other], other)
    return one


def _siblings(end: RowColumn, start: RowColumn, stop: RowColumn) -> NDArray[np.int64]:
    """For every span the number of its elements and texts that are inside of no other."""
    count, row = np.ones(len(start), dtype=np.int64), end[start]
    while (inside := row < stop).any():
        count += inside
        row = np.where(inside, end[np.minimum(row, len(end) - 1)], row)
    return count


def _tags(page: Page, found: Candidates) -> Numbers:
    """The tags around the first record, its own tag, and the kind of the candidate."""
    columns, leads = page.columns, found.leads
    above, own = columns.parent[leads], columns.tag[leads]
    around = [inside_of(page, np.flatnonzero(columns.tag == TAG_NUMBER[name]))[above] for name in _AROUND]
    tags = [own == TAG_NUMBER[name] for name in _RECORD_TAGS]
    kinds = [found.kind == number for number in range(_KINDS)]
    return np.stack([*around, *tags, _INLINE[own], *kinds], axis=1).astype(np.float64)


def _hidden(page: Page) -> NDArray[np.intp]:
    """Elements that readers do not see."""
    styles, unseen = (_values(page, name) for name in ("style", "aria-hidden"))
    known = np.unique(np.concatenate((styles, unseen)))
    strings = {number: page.string(number) for number in known.tolist() if number != NO_STRING}
    invisible = [number for number, value in strings.items() if _INVISIBLE.search(value)]
    true = [number for number, value in strings.items() if value == "true"]
    return np.flatnonzero(np.isin(styles, invisible) | np.isin(unseen, true) | (_values(page, "hidden") != NO_STRING))


def _alternation(page: Page, found: Candidates) -> Numbers:
    """For every candidate, how much more similar a member is to the second, third or fourth after it than to the next."""
    columns = page.columns
    shapes, count = found.labels.tag.copy(), len(found)  # the tag of a row, and those of its child elements
    child = np.flatnonzero((columns.parent >= 0) & (columns.tag != TEXT))
    np.add.at(shapes, columns.parent[child], mix_columns(found.labels.tag[child], found.labels.tag[child]))
    shape, parent = shapes[found.start], columns.parent[found.start]
    owner = np.repeat(np.arange(count), np.diff(found.first))
    shares = []
    for lag in range(1, LONGEST_ALTERNATION + 1):
        together = (owner[lag:] == owner[:-lag]) & (parent[lag:] == parent[:-lag])
        pairs = np.bincount(owner[lag:][together], minlength=count)
        alike = np.bincount(owner[lag:][together & (shape[lag:] == shape[:-lag])], minlength=count)
        shares.append(np.where(pairs > 2, alike / np.maximum(pairs, 1), 0.0))  # noqa: PLR2004 (fewer tell nothing)
    alternates: Numbers = np.maximum(np.max(shares[1:], axis=0) - shares[0], 0)
    return alternates


def _alike_siblings(page: Page, named: Codes) -> NDArray[np.int64]:
    """For every row, the number of children of its parent with its label, including itself."""
    codes = mix_columns(page.columns.parent.astype(np.int64).astype(np.uint64), named)
    _, which, counts = np.unique(codes, return_inverse=True, return_counts=True)
    alike: NDArray[np.int64] = counts[which]
    return alike
