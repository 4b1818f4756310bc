"""The text nodes of a page, and the keys that can identify each of them on other pages.

No single way to identify a place survives all variation between the pages of one layout, so every text node has several keys:

========  ============================================================================================
places    tags from the root, each with its position among siblings of its tag
labels    elements from the root with their class names and ids; the n-th of its kind on the page
anchor    tags from the nearest landmark (an element whose label occurs once per page); the n-th
beside    the constant text before it in the same row or small block, and the n-th text since, whatever the tags
inside    the constant label that the text itself begins with, as in "Weight: 80 kg"
========  ============================================================================================

Which texts are *constant*, with the tags around them, `constant_texts` decides: the name of a team is constant in a menu and a value in
a player's row. A key is a 64-bit code, and depends only on the page and on the texts learnt to be constant.

A line of a block is one value with all markup inside it (`<em>Daily News</em>, 4 May 1941`): it stands, as a text of the block, before the
text nodes that it consists of (`lines.py`). These are its parts, and may be values of their own.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes, mix_columns
from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import TAG_NUMBER, TEXT, tag_flags
from sitelode.paths.labels import LandmarkLabels
from sitelode.tables.details.kernels.text_nodes import beside_label, read_nodes, read_text

KEY_KINDS: Final = ("places", "labels", "anchor", "beside", "inside", "list", "group")
UNREAD_TAGS: Final = frozenset("script style noscript template iframe select textarea datalist".split())
ROW_TAGS: Final = frozenset("tr li dl p dt dd label h1 h2 h3 h4 h5 h6".split())
MOST_TEXTS_OF_A_BLOCK = 6  # if the smallest common element has more, the label does not count as beside the value. Both set by hand
LONGEST_FIGURES = 80  # bytes of a line that may be an amount. Set by hand, like the next
MOST_TEXT_NODES = 20_000  # of a page; later ones are not read
BEFORE_A_PART, AFTER_A_PART = " ,;:.|/\u00b7\u2022\u2013\u2014\u3001\u3002\uff0c\uff1a", " ,;:|/\u00b7\u2022\u2013\u2014\u3001\uff0c\uff1a"
_NONE = np.uint64(0)
_UNREAD, _ROWS = tag_flags(UNREAD_TAGS), tag_flags(ROW_TAGS)


class Ways(NamedTuple):
    """Codes of the text nodes, one array per way."""

    exact: Codes
    shape: Codes  # letters, digits and punctuation at its beginning
    inner_label: Codes  # 0 if it begins with none
    by_tags: Codes
    by_places: Codes
    by_labels: Codes
    by_anchor: Codes
    in_link: Codes  # 1 or 0


class RowPaths(NamedTuple):
    """For every row of a page, the codes of its paths; 0 for rows that are not read."""

    by_tags: Codes
    by_places: Codes
    by_labels: Codes
    by_anchor: Codes


@dataclass(frozen=True, slots=True)
class TextNodes:
    """The text nodes of a page that are not just white space, in document order; and lines, each before its first text node."""

    page: Page
    rows: RowColumn
    last: RowColumn  # row of the last text node of a line; else the row itself
    home: RowColumn  # the element that it is a text of: the parent, or the block of a line
    place: NDArray[np.int32]  # its position among the texts of that element
    is_part: NDArray[np.bool_]  # a text node within a line of several
    ways: Ways
    inner_label_end: NDArray[np.int32]  # offset in the page's text, -1 if there is none
    sibling: NDArray[np.int32]  # for every row of the page, its position among siblings of its tag
    row_paths: RowPaths

    def __len__(self) -> int:
        return len(self.rows)

    def value(self, node: int, *, without_label: bool = False, as_written: bool = False) -> str:
        """The text with white space collapsed; without the label it begins with, if requested.

        A part of a line is without the signs around it, unless it is requested as written.
        """
        columns = self.page.columns
        start = self.inner_label_end[node] if without_label else columns.text_start[self.rows[node]]
        end = columns.text_end[self.last[node]]
        pieces = columns.text[start:end]
        inside = range(self.last[node], self.rows[node], -1) if len(pieces) <= LONGEST_FIGURES else ()
        for row in inside:  # "19" and "99" are not 1999
            cut = int(columns.text_start[row] - start)
            if columns.tag[row] == TEXT and pieces[max(cut - 1, 0) : cut].isdigit() and pieces[cut : cut + 1].isdigit():
                pieces = pieces[:cut] + b" " + pieces[cut:]
        text = " ".join(pieces.decode("utf-8", "replace").split())
        return (text.lstrip(BEFORE_A_PART).rstrip(AFTER_A_PART) or text) if self.is_part[node] and not as_written else text

    @property
    def constant_codes(self) -> Codes:
        """Text and surrounding tags as one code, used to find constant texts."""
        return mix_columns(self.ways.exact, self.ways.by_tags)


@dataclass(frozen=True, slots=True)
class NodeKeys:
    """The keys of each text node (0 if it has none of a kind), and the constant text before it."""

    codes: Codes  # one row per kind, in the order of KEY_KINDS
    is_constant: NDArray[np.bool_]
    label: NDArray[np.int32]  # index of the last constant text before it, -1 if there is none
    beside: NDArray[np.bool_]  # whether that is in the same row or small block


def read_page(page: Page, labels: LandmarkLabels) -> TextNodes:
    """Find the text nodes of a page and all their paths."""
    columns = page.columns
    tags, own, is_anchor = labels.codes(page)
    sibling = (ordinals(columns.parent.astype(np.int64) << 16 | columns.tag) + 1).astype(np.int32)
    spans = np.frombuffer(columns.text, np.uint8), columns.text_start, columns.text_end
    rows, codes, label_ends, paths = read_nodes(
        columns.tag, columns.parent, columns.end, tags, own, sibling, is_anchor, _UNREAD, TAG_NUMBER["a"], *spans, MOST_TEXT_NODES
    )
    is_part = np.zeros(len(rows), np.bool_)
    return TextNodes(page, rows, rows, columns.parent[rows], sibling[rows], is_part, Ways(*codes), label_ends, sibling, RowPaths(*paths))


def keys_of(nodes: TextNodes, constants: Codes, inner_labels: Codes) -> NodeKeys:
    """All keys of all text nodes; both arrays of constants must be ascending."""
    ways, columns = nodes.ways, nodes.page.columns
    is_constant = contains(constants, nodes.constant_codes)
    label = _last_before(is_constant)
    before, occurrence = _label_codes(nodes, is_constant, label)
    beside = _beside(nodes.rows, label, columns.parent, columns.end, columns.tag)
    of_all = _ordinals_since(label, ~is_constant & ~nodes.is_part)
    after = mix_columns(before, occurrence)
    codes = [
        ways.by_places,
        mix_columns(ways.by_labels, _numbers(ordinals(ways.by_labels))),
        mix_columns(ways.by_anchor, _numbers(ordinals(ways.by_anchor))),
        np.where(beside & ~nodes.is_part, mix_columns(after, of_all), _NONE),
        np.where(contains(inner_labels, ways.inner_label), ways.inner_label, _NONE),
        mix_columns(ways.by_tags, before),
        ways.by_anchor,
    ]
    return NodeKeys(np.array([of_kind(kind, code) for kind, code in enumerate(codes)]), is_constant, label, beside)


def of_kind(kind: int, codes: Codes) -> Codes:
    """Make the codes of different kinds different."""
    return np.where(codes == _NONE, _NONE, mix_columns(codes, np.full_like(codes, kind + 1)))


def contains(ascending: Codes, codes: Codes) -> NDArray[np.bool_]:
    """Which of the codes are in the ascending array."""
    if not len(ascending):
        return np.zeros(len(codes), dtype=np.bool_)
    place = np.minimum(np.searchsorted(ascending, codes), len(ascending) - 1)
    found: NDArray[np.bool_] = ascending[place] == codes
    return found


def ordinals(codes: NDArray[np.generic]) -> NDArray[np.int64]:
    """For every entry, the number of equal ones before it."""
    if not len(codes):
        return np.empty(0, np.int64)
    order = np.argsort(codes, kind="stable")
    ordered = codes[order]
    starts = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    within = np.arange(len(codes)) - np.maximum.accumulate(np.where(starts, np.arange(len(codes)), 0))
    result = np.empty(len(codes), np.int64)
    result[order] = within
    return result


def text_code(text: str) -> int:
    """The code of a text, as `Ways.exact` has it."""
    encoded = np.frombuffer(text.encode("utf-8", "replace"), np.uint8)
    return int(read_text(encoded, 0, len(encoded))[0])


def _numbers(ordinal: NDArray[np.int64]) -> Codes:
    return (ordinal + 1).astype(np.uint64)


def _last_before(is_constant: NDArray[np.bool_]) -> NDArray[np.int32]:
    """For every text node, the index of the last constant one before it; -1 if there is none."""
    places = np.where(is_constant, np.arange(len(is_constant)), -1)
    last = np.maximum.accumulate(places) if len(places) else places
    return np.concatenate([[-1], last[:-1]]).astype(np.int32) if len(last) else last.astype(np.int32)


def _label_codes(nodes: TextNodes, is_constant: NDArray[np.bool_], label: NDArray[np.int32]) -> tuple[Codes, Codes]:
    """The text of each node's label, and which occurrence of this text it is."""
    which = np.zeros(len(nodes), np.uint64)
    which[is_constant] = _numbers(ordinals(nodes.ways.exact[is_constant]))
    has_label = label >= 0
    return np.where(has_label, nodes.ways.exact[label], _NONE), np.where(has_label, which[label], _NONE)


def _ordinals_since(label: NDArray[np.int32], counted: NDArray[np.bool_]) -> Codes:
    """The index of each counted text among those since the last label."""
    result = np.zeros(len(label), np.uint64)
    result[counted] = _numbers(ordinals(label[counted]))
    return result


def _beside(rows: RowColumn, label: NDArray[np.int32], parent: RowColumn, end: RowColumn, tag: NDArray[np.uint16]) -> NDArray[np.bool_]:
    beside: NDArray[np.bool_] = beside_label(rows, label, parent, end, _ROWS[tag], MOST_TEXTS_OF_A_BLOCK)
    return beside
