"""News Ripper's layout tree: the elements that arrange a page, and its texts as leaves.

Jasselette and Vanderwhale, thesis, 2005, chapter 11. Text inside ignored tags joins the neighbouring text, so that a sentence with a word
in italics is one leaf. Implemented: the tree for any selection of tags (`tag_selection.py`). Decided: all text leaves have one label,
because two pages of one layout have different texts. Added: class names, ids and roles can take part in labels (`names_of`, `attributes`).

Turn a layout tree back into HTML for a browser (News Ripper, section 11.5), whole or only a common part.

Attributes other than class, id and role are left out: only the arrangement is shown, and the page cannot run or load anything.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.html.page import NO_STRING, Page, RowColumn
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES, TAG_NUMBER, TEXT, VOID_TAGS
from sitelode.paths.labels import tag_codes
from sitelode.paths.path_codes import class_label, layout_tags
from sitelode.text.tokens import terms_of_rows
from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection, Treatment

TEXT_LABEL: Final = 0
LINE_BREAK: Final = TAG_NUMBER["br"]  # removed from the tree, and yet the end of a word
CLASS_ONLY: Final = ("class",)
CLASS_ID_ROLE: Final = ("class", "id", "role")
_MARKS: Final = {"class": "", "id": "#", "role": "@"}  # so that an id is not taken for a class name
_MOST_POSITIVE: Final = 2**62 - 1  # labels are positive: negative ones are wildcards
_NO_WORDS: Final = bytes(range(33))  # bytes of text that are white space or control characters


class NamesOf(Protocol):
    """Which names of an element are part of its label: class names, and if asked for `#id` and `@role`, as one text."""

    def __call__(self, tag: int, value: str, /) -> tuple[str, ...]: ...


def no_names(_tag: int, _value: str) -> tuple[str, ...]:
    """Labels from tags only, as in the thesis."""
    return ()


@dataclass(frozen=True)
class LayoutTree:
    """A tree for the mappings, and for each of its nodes the row of the page it comes from."""

    page: Page
    tree: LabelledTree
    rows: RowColumn  # for a text leaf the first of its text nodes
    last_rows: RowColumn  # for a text leaf one past its last text node; for an element its own row + 1

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def depth(self) -> NDArray[np.int64]:
        return self.tree.depth

    def is_text(self, node: int) -> bool:
        return bool(self.page.columns.tag[self.rows[node]] == TEXT)

    def text(self, node: int) -> str:
        """The words of a text leaf, white space collapsed; a line break is white space."""
        columns = self.page.columns
        rows = range(self.rows[node], self.last_rows[node])
        pieces = (" " if columns.tag[row] == LINE_BREAK else self.page.text(row) for row in rows if columns.tag[row] in (TEXT, LINE_BREAK))
        return " ".join("".join(pieces).split())


def layout_tree(
    page: Page,
    selection: TagSelection = DEFAULT_SELECTION,
    names_of: NamesOf = no_names,
    attributes: tuple[str, ...] = CLASS_ONLY,
) -> LayoutTree:
    """Build the layout tree of a page."""
    rows, last_rows, parents = (np.array(column, np.int32) for column in _selected_nodes(page, _treatments(page, selection)))
    labels = (_labels(page, names_inside(names_of), attributes)[rows] & np.uint64(_MOST_POSITIVE)).astype(np.int64)
    labels[page.columns.tag[rows] == TEXT] = TEXT_LABEL
    return LayoutTree(page, LabelledTree.from_parents(labels, parents), rows, last_rows)


def _selected_nodes(page: Page, treatments: Sequence[Treatment]) -> tuple[list[int], list[int], list[int]]:
    """First row, end of rows and parent node of every node. A text leaf ends where a kept element starts or ends."""
    columns = page.columns
    tags, row_parents, ends = columns.tag.tolist(), columns.parent.tolist(), columns.end.tolist()
    starts, stops, text = columns.text_start.tolist(), columns.text_end.tolist(), columns.text
    rows, last_rows, parents = list[int](), list[int](), list[int]()
    above = [-1] * len(tags)  # the layout node to which a row's children are attached
    leaf, row = -1, 0
    while row < len(tags):
        holder = above[row] = above[row_parents[row]] if row else -1
        treatment = treatments[tags[row]] if row else Treatment.KEEP  # there is always a root
        if tags[row] == TEXT:
            if leaf >= 0 and parents[leaf] == holder:
                last_rows[leaf] = row + 1
            elif text[starts[row] : stops[row]].replace(b"\xc2\xa0", b"").strip(_NO_WORDS):
                leaf = len(rows)
                rows.append(row)
                last_rows.append(row + 1)
                parents.append(holder)
        elif treatment is Treatment.REMOVE:
            if ends[row] > row + 1:
                leaf = -1  # so that a leaf's rows hold nothing that was removed; a line break has no rows and divides nothing
            row = ends[row]
            continue
        elif treatment is Treatment.KEEP:
            above[row], leaf = len(rows), -1
            rows.append(row)
            last_rows.append(row + 1)
            parents.append(holder)
        row += 1
    return rows, last_rows, parents


def _labels(page: Page, names_of: NamesOf, attributes: tuple[str, ...]) -> Codes:
    """For every row the code of its tag and, if it is layout, of its names that count."""
    columns, labels = page.columns, tag_codes(page)
    by_name = {"class": columns.class_, "id": columns.id_, "role": columns.role}
    values = np.stack([by_name[attribute] for attribute in attributes])
    rows = np.flatnonzero((values != NO_STRING).any(axis=0) & layout_tags()[columns.tag])
    elements, which = np.unique(np.vstack((columns.tag[rows], values[:, rows])), axis=1, return_inverse=True)
    codes = []
    for tag, *numbers in elements.T.tolist():
        texts = zip(attributes, map(page.string, numbers), strict=True)
        names = " ".join(_MARKS[attribute] + name for attribute, text in texts for name in text.split())
        codes.append(class_label(names_of(tag, names)))
    labels[rows] ^= np.array(codes, dtype=np.uint64)[which.ravel()]
    return labels


def names_inside(names_of: NamesOf) -> NamesOf:
    """The names of elements inside the body: a class of the body itself often identifies the page, and would make any two trees differ."""

    def names(tag: int, value: str) -> tuple[str, ...]:
        return () if tag in _OUTERMOST else names_of(tag, value)

    return names


_OUTERMOST: Final = frozenset(TAG_NUMBER[name] for name in ("html", "body"))


def _treatments(page: Page, selection: TagSelection) -> list[Treatment]:
    """By tag number, for the tags of this page."""
    return [selection.treatment(name) for name in (*TAG_NAMES, *[""] * (FIRST_UNKNOWN_TAG - len(TAG_NAMES)), *page.columns.unknown_tags)]


LONGEST_TEXT = 60  # characters of a text leaf; set by hand


def node_line(layout: LayoutTree, node: int) -> str:
    """One node: its tag with id and classes, or the start of its text."""
    indent = "  " * int(layout.depth[node])
    if layout.is_text(node):
        text = layout.text(node)
        return f"{indent}“{text[:LONGEST_TEXT]}{'…' if len(text) > LONGEST_TEXT else ''}”"
    row = int(layout.rows[node])
    columns, page = layout.page.columns, layout.page
    marks = [f"#{name}" for name in page.string(int(columns.id_[row])).split()]
    marks += [f".{name}" for name in page.string(int(columns.class_[row])).split()]
    return f"{indent}{page.tag_name(row)}{''.join(marks)}"


def label_names(layouts: Iterable[LayoutTree], names_of: NamesOf = no_names) -> dict[int, str]:
    """A name for every label: the tag with the class names that count."""
    names_of = names_inside(names_of)
    names = {TEXT_LABEL: "text"}
    for layout in layouts:
        columns = layout.page.columns
        for label, row in zip(layout.tree.label.tolist(), layout.rows.tolist(), strict=True):
            if label not in names:
                classes = names_of(int(columns.tag[row]), layout.page.string(int(columns.class_[row])))
                names[label] = ".".join((layout.page.tag_name(row), *classes))
    return names


def text_names(layouts: Iterable[LayoutTree], by_words: Iterable[LabelledTree]) -> dict[int, str]:
    """A name for every label of a text: its beginning, in quotes."""
    names: dict[int, str] = {}
    for layout, tree in zip(layouts, by_words, strict=True):
        for node, label in enumerate(tree.label.tolist()):
            if label not in names and layout.is_text(node):
                names[label] = node_line(layout, node).strip()
    return names


_SHOWN_ATTRIBUTES = ("class", "id", "role")
_NO_CONTENT = VOID_TAGS | {"iframe", "object", "applet", "svg", "math", "video", "audio", "canvas", "picture", "embed"}


def layout_html(layout: LayoutTree, shown: NDArray[np.bool_] | None = None) -> str:
    """HTML of the tree, or of its nodes that are `shown`; the ancestors of a shown node must be shown too."""
    return "<!doctype html>\n" + "".join(_pieces(layout, shown))


def _pieces(layout: LayoutTree, shown: NDArray[np.bool_] | None) -> Iterator[str]:
    open_nodes: list[int] = []
    for node in range(len(layout)):
        while open_nodes and layout.tree.end[open_nodes[-1]] <= node:
            yield _end(layout, open_nodes.pop())
        if shown is not None and not shown[node]:
            continue
        if layout.is_text(node):
            yield escape(layout.text(node)) + "\n"
        else:
            yield _start(layout, node)
            open_nodes.append(node)
    while open_nodes:
        yield _end(layout, open_nodes.pop())


def _start(layout: LayoutTree, node: int) -> str:
    row = int(layout.rows[node])
    attributes = layout.page.attributes(row)
    kept = "".join(f' {name}="{escape(attributes[name])}"' for name in _SHOWN_ATTRIBUTES if name in attributes)
    tag = _safe(layout.page.tag_name(row))
    return f"<{tag}{kept}>" + ("" if tag in _NO_CONTENT else "\n")


def _end(layout: LayoutTree, node: int) -> str:
    tag = _safe(layout.page.tag_name(int(layout.rows[node])))
    return "" if tag in VOID_TAGS else f"</{tag}>\n"


def _safe(tag: str) -> str:
    """The tag, or a neutral one for names that only broken markup has."""
    return tag if tag.replace("-", "").isalnum() and tag not in ("script", "style", "plaintext", "xmp") else "span"


def text_rows_of(layout: LayoutTree) -> tuple[RowColumn, NDArray[np.int32]]:
    """Text nodes of a page that are in its layout tree, and the leaf of each."""
    rows = layout.page.text_rows
    leaves = np.flatnonzero(layout.page.columns.tag[layout.rows] == TEXT).astype(np.int32)
    if not len(leaves):
        return rows[:0], leaves
    leaf = leaves[np.maximum(np.searchsorted(layout.rows[leaves], rows, side="right") - 1, 0)]
    inside = (rows >= layout.rows[leaf]) & (rows < layout.last_rows[leaf])
    return rows[inside], leaf[inside]


def labelled_by_words(layout: LayoutTree) -> LabelledTree:
    """The same tree with leaves labelled by their words: labels are equal only for the same words in the same order."""
    rows, leaves = text_rows_of(layout)
    words = terms_of_rows(layout.page, rows, leaves)
    of_leaf: dict[int, list[int]] = {leaf: [] for leaf in leaves.tolist()}
    for leaf, code in zip(words.segment.tolist(), words.codes.tolist(), strict=True):
        of_leaf[leaf].append(code)
    labels = layout.tree.label.copy()
    for leaf, codes in of_leaf.items():
        labels[leaf] = hash(tuple(codes)) & _MOST_POSITIVE
    return LabelledTree.from_parents(labels, layout.tree.parent)
