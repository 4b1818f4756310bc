"""Collect all candidates for record lists on a page, before they are ranked.

A record is a run of siblings, usually of one, so it is a slice of rows; a candidate is a sequence of such slices. Candidates are

- children of one parent with a common label (tag, tag with class names, tag with one class name);
- runs led by such a child: from it to the next one (`dt dd`, heading and paragraphs, pairs of table rows);
- elements with a common label and a common path from the root, under several parents;
- each of them again without the members that lack half of the paths that most members have.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes, mix_columns
from sitelode.html.page import Columns, Page, RowColumn
from sitelode.html.vocabulary import TEXT, tag_flags
from sitelode.paths.labels import SiblingLabels, sibling_labels
from sitelode.tables.lists.kernels.candidates import sibling_lists
from sitelode.tables.lists.kernels.evidence import path_evidence

LEAST_TEXT_SHARE = 0.02  # of the page's text; smaller lists are menus and the like. Set by hand
LEAST_DATA = 1_000  # bytes of a text node in brackets that is data for a script, not text. Set by hand
MOST_SPANS = 2_000_000  # of all candidates of a page together; a bound on memory, set by hand
MOST_CANDIDATES = 1_500  # those with the most text are kept; a bound on time, set by hand: pages have about 100
LEAST_LIKENESS = 0.5  # share of the paths that most members have; a member with less is an outlier. Set by hand
PATH_SLOTS, DEEPEST_PATH, MOST_ROWS_OF_A_RECORD = 1 << 13, 6, 600  # of the paths compared; bounds on time, set by hand
PLAIN, LED, SPREAD, GLOBAL, ALIKE = range(5)
"""Children; runs led by one; children of several parents with one path, of any parents; only members similar to most."""

NEVER_RECORDS = frozenset(
    "html head body script style noscript template link meta title base br wbr hr option optgroup source track param col colgroup "
    "thead tbody tfoot img input path".split()
)
SKIPPED_WHOLE = frozenset("head script style template select datalist svg".split())
"""Nothing inside these is a list of records."""

HIDDEN = frozenset("head script style template noscript iframe noembed noframes datalist".split())
"""Text in these is invisible."""

_NEVER, _SKIPPED = tag_flags(NEVER_RECORDS | {"#text"}), tag_flags(SKIPPED_WHOLE)
_IS_HIDDEN, _IS_ELEMENT = tag_flags(HIDDEN), ~tag_flags(frozenset(("#text",)))


@dataclass(frozen=True, slots=True)
class _Spans:
    first: NDArray[np.int64]
    start: RowColumn
    stop: RowColumn
    kind: NDArray[np.int8]

    def total(self, of_spans: NDArray[Any]) -> NDArray[np.int64]:
        """For every candidate the sum over its spans, of which there are some."""
        sums: NDArray[np.int64] = np.add.reduceat(of_spans, self.first[:-1], dtype=np.int64) if len(of_spans) else np.zeros(0, np.int64)
        return sums


@dataclass(frozen=True, slots=True)
class Candidates:
    """All candidates of a page; the spans of one candidate are a slice of all spans."""

    first: NDArray[np.int64]  # for each candidate, the index of its first span; one more entry at the end
    start: RowColumn  # first row of a record
    stop: RowColumn  # row after its last
    kind: NDArray[np.int8]
    labels: SiblingLabels
    width: NDArray[np.int64]  # for every row, the characters of text before it; one more entry at the end
    shown: NDArray[np.bool_]  # visible text nodes

    def __len__(self) -> int:
        return len(self.kind)

    @property
    def leads(self) -> RowColumn:
        """The first row of each candidate's first record."""
        return self.start[self.first[:-1]]

    def spans(self, candidate: int) -> tuple[RowColumn, RowColumn]:
        part = slice(int(self.first[candidate]), int(self.first[candidate + 1]))
        return self.start[part], self.stop[part]


def find_candidates(page: Page) -> Candidates:
    """All candidates, each once."""
    columns, labels = page.columns, sibling_labels(page)
    shown = shown_texts(page)
    shown[_data_texts(columns)] = False
    width = _width_before(columns, shown)
    usable = _usable_rows(page, _NEVER, _SKIPPED)
    made = _made(page, labels, usable, width)
    kept = _reduced(page, labels, made, width)
    return Candidates(kept.first, kept.start, kept.stop, kept.kind, labels, width, shown)


def shown_texts(page: Page) -> NDArray[np.bool_]:
    """Which rows are visible text nodes."""
    return _usable_rows(page, _IS_ELEMENT, _IS_HIDDEN)


def _usable_rows(page: Page, never: NDArray[np.bool_], skipped: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows have none of the tags that never count and stand inside of none that is skipped whole."""
    tag = page.columns.tag
    return ~never[tag] & ~inside_of(page, np.flatnonzero(skipped[tag]))


def inside_of(page: Page, tops: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which rows are in one of these subtrees."""
    steps = np.zeros(len(page) + 1, dtype=np.int32)
    np.add.at(steps, tops, 1)
    np.add.at(steps, page.columns.end[tops], -1)
    return np.cumsum(steps)[:-1] > 0


def _width_before(columns: Columns, shown: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For every row and after the last: the characters of text before it; wide scripts count double, white space does not count."""
    before = np.concatenate(([0], np.cumsum(_widths()[np.frombuffer(columns.text, dtype=np.uint8)], dtype=np.int64)))
    own = (before[columns.text_end] - before[columns.text_start]) * shown
    return np.concatenate(([0], np.cumsum(own)))


@cache
def _widths() -> NDArray[np.uint8]:
    """For every byte the width of the character that it begins."""
    byte = np.arange(256)
    return np.where((byte <= ord(" ")) | ((byte >= 0x80) & (byte < 0xC0)), 0, np.where(byte >= 0xE3, 2, 1)).astype(np.uint8)  # noqa: PLR2004 (UTF-8)


def _data_texts(columns: Columns) -> list[int]:
    """Text nodes that hold data for scripts: nobody reads them, and one may be larger than all results together."""
    long = np.flatnonzero((columns.text_end - columns.text_start >= LEAST_DATA) & (columns.tag == TEXT)).tolist()
    return [row for row in long if _is_data(columns.text[columns.text_start[row] : columns.text_end[row]].strip())]


def _is_data(text: bytes) -> bool:
    return text[:1] + text[-1:] in (b"{}", b"[]")


def _made(page: Page, labels: SiblingLabels, usable: NDArray[np.bool_], width: NDArray[np.int64]) -> _Spans:
    columns = page.columns
    rows, keys = _keys(labels, usable)
    parents = columns.parent[rows]
    slots, slot = np.unique(labels.tag, return_inverse=True)
    starts, stops, members = _groups(mix_columns(parents.astype(np.uint64), keys), rows)
    start, stop, first, kind = sibling_lists(
        starts, stops, members, columns.parent, columns.end, slot.astype(np.int32), width, MOST_SPANS, len(slots)
    )
    found = [_Spans(first, start, stop, kind)]
    found += [_spread(columns, width, mix_columns(path[parents], keys), rows, SPREAD) for path in (labels.tag_path, labels.named_path)]
    named = keys != labels.tag[rows]
    found.append(_spread(columns, width, keys[named], rows[named], GLOBAL))
    return _joined(found)


def _keys(labels: SiblingLabels, usable: NDArray[np.bool_]) -> tuple[RowColumn, Codes]:
    """Every usable row under each of its labels."""
    rows = np.flatnonzero(usable).astype(np.int32)
    classed = rows[labels.named[rows] != labels.tag[rows]]
    of_names = usable[labels.name_row]
    return (
        np.concatenate((rows, classed, labels.name_row[of_names])),
        np.concatenate((labels.tag[rows], labels.named[classed], labels.name_code[of_names])),
    )


def _groups(codes: Codes, rows: RowColumn) -> tuple[NDArray[np.int64], NDArray[np.int64], RowColumn]:
    """Rows with equal code: where each group starts and stops in the third array."""
    order = np.argsort(codes, kind="stable")
    edges = np.flatnonzero(np.concatenate(([True], np.diff(codes[order]) != 0, [True]))) if len(codes) else np.zeros(1, np.int64)
    several = np.diff(edges) > 1
    return edges[:-1][several], edges[1:][several], rows[order]


def _spread(columns: Columns, width: NDArray[np.int64], codes: Codes, rows: RowColumn, kind: int) -> _Spans:
    """Candidates under several parents, without those whose members contain each other."""
    starts, stops, members = _groups(codes, rows)
    sizes = (stops - starts)[: int(np.searchsorted(np.cumsum(stops - starts), MOST_SPANS, side="right"))]
    first = np.concatenate(([0], np.cumsum(sizes)))
    row = members[np.repeat(starts[: len(sizes)] - first[:-1], sizes) + np.arange(first[-1])]
    follows = np.ones(len(row), dtype=np.bool_)  # another member of its candidate
    follows[first[:-1]] = False
    before, parent = np.roll(row, 1), columns.parent[row]
    spans = _Spans(first, row, columns.end[row], np.full(len(sizes), kind, dtype=np.int8))
    several, nested = follows & (parent != np.roll(parent, 1)), follows & (row < columns.end[before])
    texts = width[columns.end[row]] > width[row]
    return _taken(spans, np.flatnonzero((spans.total(several) > 0) & (spans.total(nested) == 0) & (spans.total(texts) > 1)))


def _joined(parts: Sequence[_Spans]) -> _Spans:
    offsets = np.cumsum([0, *(len(part.start) for part in parts)])
    first = np.concatenate([part.first[:-1] + offset for part, offset in zip(parts, offsets[:-1], strict=True)] + [offsets[-1:]])
    return _Spans(
        first.astype(np.int64),
        np.concatenate([part.start for part in parts]),
        np.concatenate([part.stop for part in parts]),
        np.concatenate([part.kind for part in parts]),
    )


def _taken(spans: _Spans, chosen: NDArray[np.intp]) -> _Spans:
    """Only these candidates."""
    sizes = np.diff(spans.first)
    keep = np.zeros(len(spans.kind), dtype=np.bool_)
    keep[chosen] = True
    inside = np.repeat(keep, sizes)
    return _Spans(np.concatenate(([0], np.cumsum(sizes[keep]))).astype(np.int64), spans.start[inside], spans.stop[inside], spans.kind[keep])


def _reduced(page: Page, labels: SiblingLabels, made: _Spans, width: NDArray[np.int64]) -> _Spans:
    """The candidates without duplicates and those with too little text; with the variants that leave out outliers."""
    kept = _worthy(made, width)
    most = int(np.diff(kept.first).max(initial=1))
    _, share = path_evidence(
        kept.start, kept.stop, kept.first, page.columns.parent, labels.tag, PATH_SLOTS, DEEPEST_PATH, most, MOST_ROWS_OF_A_RECORD
    )
    return _worthy(_joined([kept, _alike(kept, share)]), width)


def _alike(spans: _Spans, share: NDArray[np.float64]) -> _Spans:
    """The candidates that have outliers, once more without these."""
    like = share >= LEAST_LIKENESS
    sizes = np.diff(spans.first)
    likes = spans.total(like)
    mixed = (likes < sizes) & (likes > 1)
    inside = np.repeat(mixed, sizes) & like
    return _Spans(
        np.concatenate(([0], np.cumsum(likes[mixed]))).astype(np.int64),
        spans.start[inside],
        spans.stop[inside],
        np.full(int(mixed.sum()), ALIKE, dtype=np.int8),
    )


def _worthy(spans: _Spans, width: NDArray[np.int64]) -> _Spans:
    """Those with enough text and several records that are apart, each once."""
    inside, before = width[spans.stop] - width[spans.start], np.roll(spans.stop, 1)
    before[spans.first[:-1]] = 0
    held = spans.total(inside)
    keep = (spans.total(spans.start < before) == 0) & (spans.total(inside > 0) > 1) & (held >= LEAST_TEXT_SHARE * max(int(width[-1]), 1))
    codes = np.zeros(0, np.uint64)
    if len(held):
        codes = np.add.reduceat(mix_columns(spans.start.astype(np.uint64), spans.stop.astype(np.uint64)), spans.first[:-1])
    is_new = np.zeros(len(held), np.bool_)
    is_new[np.unique(codes, return_index=True)[1]] = True
    chosen = np.flatnonzero(keep & is_new)
    if len(chosen) > MOST_CANDIDATES:
        chosen = np.sort(chosen[np.argsort(-held[chosen], kind="stable")[:MOST_CANDIDATES]])
    return _taken(spans, chosen)
