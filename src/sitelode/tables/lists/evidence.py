"""Features of list candidates that do not depend on site or language: one row of numbers per candidate.

No words and no class names are used. Tags are used with their meaning in the HTML standard, and so is whether elements are hidden.

Traits of the page as a whole tell a thread of posts from a listing of links. On a listing each record leads to a page of its own; on a
thread (forum, ticket, questions and answers) the records are what people wrote: prose, code and quotations, with few links, many of them to
places on the same page. The same features then mean different things, so the ranking has weights for both. Traits are shares, so that the
size of a page says nothing.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes, mix_columns
from sitelode.html.page import NO_STRING, Page, StringColumn
from sitelode.html.vocabulary import HEADING_TAGS, TAG_NUMBER, TEXT, tag_flags
from sitelode.tables.lists.candidates import DEEPEST_PATH, MOST_ROWS_OF_A_RECORD, PATH_SLOTS, Candidates
from sitelode.tables.lists.evidence_names import PATHS, SPANS
from sitelode.tables.lists.kernels.evidence import nearest_flags, next_of, path_evidence, text_codes
from sitelode.tables.lists.kernels.span_evidence import alternation, relations, shapes, span_evidence

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


@dataclass(frozen=True, slots=True)
class AttributeNumbers:
    """The attribute names of a page, looked up once."""

    page: Page
    numbers: dict[str, int]

    @classmethod
    def of(cls, page: Page) -> "AttributeNumbers":
        counts = np.bincount(page.columns.attribute_name) if len(page.columns.attribute_name) else np.zeros(0, dtype=np.int64)
        return cls(page, {page.string(number): number for number in np.flatnonzero(counts).tolist()})

    def column(self, name: str) -> StringColumn:
        """For every row, the index of its value; NO_STRING if it does not have the attribute."""
        columns = self.page.columns
        out = np.full(len(self.page), NO_STRING, dtype=np.int32)
        if name in self.numbers:
            where = columns.attribute_name == self.numbers[name]
            out[columns.attribute_node[where]] = columns.attribute_value[where]
        return out

    def rows_where(self, name: str, holds: Callable[[str], bool]) -> NDArray[np.intp]:
        """Rows whose value passes a test; every distinct value is tested once."""
        values = self.column(name)
        rows = np.flatnonzero(values != NO_STRING)
        distinct, which = np.unique(values[rows], return_inverse=True)
        passed = np.array([holds(self.page.string(number)) for number in distinct.tolist()], dtype=np.bool_)
        return rows[passed[which]] if len(rows) else rows

    def has_any(self, names: tuple[str, ...]) -> NDArray[np.bool_]:
        flags = np.zeros(len(self.page), dtype=np.bool_)
        for name in names:
            flags |= self.column(name) != NO_STRING
        return flags

    def count_with_prefix(self, prefix: str) -> NDArray[np.intp]:
        """For every row, the number of its attributes whose names begin with the prefix."""
        wanted = [number for name, number in self.numbers.items() if name.startswith(prefix)]
        among = np.isin(self.page.columns.attribute_name, wanted)
        return np.bincount(self.page.columns.attribute_node[among], minlength=len(self.page))


Evidence = NDArray[np.float32]
MOST_RECORDS_COMPARED = 100  # of one candidate, evenly spaced. Both limits are set by hand
MOST_DATA_ATTRIBUTES = 5

_AROUND = ("nav", "footer", "header", "aside", "form", "main", "table", "li", "article", "section")
_RECORD_TAGS = ("article", "li", "tr", "div", "td", "p", "a", "section", "dl", "table", "tbody", "ul")
_KINDS = 5
_RELATIONS = (
    "superset", "superset_gain", "subset_gain", "subset_share", "inner", "inner_count", "inner_support", "outer", "outer_count",
    "outer_support", "outer_members", "inset", "alternates",
)  # fmt: skip
_ROOTS = ("hidden", "hidden_share", "itemscope", "has_id", "data_attributes")
COLUMNS = (
    *SPANS._fields, *PATHS._fields, *(f"in_{name}" for name in _AROUND), *(f"is_{name}" for name in _RECORD_TAGS), "is_inline",
    *(f"kind_{number}" for number in range(_KINDS)), "parents_like", *_RELATIONS, *_ROOTS, *(f"named_{name}" for name in PATHS._fields),
    *TRAITS,
)  # fmt: skip
"""Names of the numbers, in order; docs/algorithms/records.md explains the less obvious ones. The last are those of the whole page."""

_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden")
_MICRODATA = ("itemscope", "itemtype", "typeof")


@cache
def _around_bits() -> NDArray[np.int64]:
    bits = np.zeros(1 << 16, dtype=np.int64)
    for place, name in enumerate(_AROUND):
        bits[TAG_NUMBER[name]] = 1 << place
    return bits


@cache
def _tag_sets() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    inline = "a abbr b big button cite code em font i label mark q s small span strong sub sup time tt u var"
    return tag_flags(frozenset(HEADING_TAGS)), tag_flags(frozenset(inline.split()))


def evidence_of(page: Page, found: Candidates) -> Evidence:
    """One row per candidate, one column per name in COLUMNS."""
    if not len(found):
        return np.zeros((0, len(COLUMNS)), dtype=np.float32)
    columns = page.columns
    attributes = AttributeNumbers.of(page)
    text = np.frombuffer(columns.text, dtype=np.uint8)
    text_code, digits, words = text_codes(columns.tag, columns.text_start, columns.text_end, text, found.shown)
    beside = _alike_siblings(page, found.labels.named)
    href = attributes.column("href")
    href[columns.tag != TAG_NUMBER["a"]] = NO_STRING
    by_tag = _paths(page, found, found.labels.tag, text_code)
    parts = (
        _spans(page, found, href, (text_code, digits, words), beside),
        by_tag,
        _tags(page, found),
        np.log1p(beside[columns.parent[found.leads]])[:, None],
        relations(found.start, found.stop, found.first, found.width, by_tag[:, 0]),
        alternation(found.start, found.first, columns.parent, _shapes(page, found.labels.tag))[:, None],
        _roots(page, found, attributes),
        _paths(page, found, found.labels.named, text_code),
        np.broadcast_to(page_traits(page, found.width, href), (len(found), len(TRAITS))),
    )
    return np.concatenate(parts, axis=1).astype(np.float32)


def _paths(page: Page, found: Candidates, labels: Codes, text_code: Codes) -> NDArray[np.float64]:
    limits = PATH_SLOTS, DEEPEST_PATH, MOST_RECORDS_COMPARED, MOST_ROWS_OF_A_RECORD
    agreed: NDArray[np.float64] = path_evidence(found.start, found.stop, found.first, page.columns.parent, labels, text_code, *limits)
    return agreed


def _spans(
    page: Page,
    found: Candidates,
    href: NDArray[np.int32],
    texts: tuple[Codes, NDArray[np.bool_], NDArray[np.bool_]],
    beside: NDArray[np.int64],
) -> NDArray[np.float64]:
    columns, (text_code, digits, words) = page.columns, texts
    headings, _ = _tag_sets()
    is_link = href != NO_STRING
    _, which, on_page = np.unique(found.labels.named, return_inverse=True, return_counts=True)
    flags = text_code != 0, words, digits, is_link, columns.tag == TAG_NUMBER["img"], headings[columns.tag], columns.tag != TEXT
    texts_before, words_before, digits_before, links, images, headed, elements = (_before(flag, np.int32) for flag in flags)
    spans: NDArray[np.float64] = span_evidence(
        found.start, found.stop, found.first, columns.parent, columns.depth, columns.end, found.labels.named, beside, on_page[which],
        found.width, texts_before, words_before, digits_before, links, images, headed, elements,
        _width_within(page, found, np.flatnonzero(is_link)), _before(text_code, np.uint64), href, next_of(href),
    )  # fmt: skip
    return spans


def _before(values: NDArray[Any], kind: type[np.int32 | np.uint64]) -> NDArray[Any]:
    """For every row and after the last: the sum of the values before it. Sums of codes begin again after the largest number."""
    sums = np.zeros(len(values) + 1, dtype=kind)
    np.cumsum(values, dtype=kind, out=sums[1:])
    return sums


def _shapes(page: Page, tags: Codes) -> Codes:
    """For every row, the code of its tag and those of its child elements."""
    codes: Codes = shapes(page.columns.parent, tags, page.columns.tag == TEXT)
    return codes


def _tags(page: Page, found: Candidates) -> NDArray[np.float64]:
    """The tags around the first record, its own tag, and the kind of the candidate."""
    columns, (_, inline) = page.columns, _tag_sets()
    around = nearest_flags(columns.parent, columns.tag, _around_bits())[columns.parent[found.leads]]
    own = columns.tag[found.leads]
    return np.concatenate(
        (
            around[:, None] >> np.arange(len(_AROUND)) & 1,
            np.stack([own == TAG_NUMBER[name] for name in _RECORD_TAGS] + [inline[own]], axis=1),
            found.kind[:, None] == np.arange(_KINDS),
        ),
        axis=1,
    ).astype(np.float64)


def _roots(page: Page, found: Candidates, attributes: AttributeNumbers) -> NDArray[np.float64]:
    """Attributes of the first elements of the records, and how much is hidden from readers."""
    hidden_at = np.concatenate(
        (
            attributes.rows_where("style", lambda value: _INVISIBLE.search(value) is not None),
            attributes.rows_where("hidden", lambda _: True),
            attributes.rows_where("aria-hidden", lambda value: value == "true"),
        )
    )
    hidden = inside_of(page, hidden_at)
    hidden_width = _width_within(page, found, hidden_at)
    unseen, held = _sums(found, hidden_width), _sums(found, found.width)
    marks = hidden, attributes.has_any(_MICRODATA), page.columns.id_ != NO_STRING, attributes.count_with_prefix("data-")
    hidden_roots, scoped, named, keyed = (_means(found, mark) for mark in marks)
    return np.stack((hidden_roots, unseen / np.maximum(held, 1), scoped, named, np.minimum(keyed, MOST_DATA_ATTRIBUTES)), axis=1)


def _sums(found: Candidates, before: NDArray[np.int64]) -> NDArray[np.int64]:
    sums: NDArray[np.int64] = np.add.reduceat(before[found.stop] - before[found.start], found.first[:-1])
    return sums


def _means(found: Candidates, of_rows: NDArray[np.generic]) -> NDArray[np.float64]:
    values = of_rows[found.start].astype(np.float64)
    means: NDArray[np.float64] = np.add.reduceat(values, found.first[:-1]) / np.diff(found.first)
    return means


def _width_within(page: Page, found: Candidates, tops: NDArray[np.intp]) -> NDArray[np.int64]:
    """For every row and after the last: the characters before it that are in one of these subtrees."""
    own = np.diff(found.width) * inside_of(page, tops)
    return np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(own)))


def _alike_siblings(page: Page, named: Codes) -> NDArray[np.int64]:
    """For every row, the number of children of its parent with its label, including itself."""
    codes = mix_columns(page.columns.parent.astype(np.int64).astype(np.uint64), named)
    _, which, counts = np.unique(codes, return_inverse=True, return_counts=True)
    alike: NDArray[np.int64] = counts[which]
    return alike
