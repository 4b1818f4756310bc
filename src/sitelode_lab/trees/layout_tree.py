"""News Ripper's layout tree: the elements that arrange a page, and its texts as leaves.

Jasselette and Vanderwhale, thesis, 2005, chapter 11. Text inside ignored tags joins the neighbouring text, so that a sentence with a word
in italics is one leaf. Implemented: the tree for any selection of tags (`tag_selection.py`). Decided: all text leaves have one label,
because two pages of one layout have different texts. Added: class names, ids and roles can take part in labels (`names_of`, `attributes`).
"""

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.html.page import NO_STRING, Page, RowColumn
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES, TAG_NUMBER, TEXT
from sitelode.paths.labels import tag_codes
from sitelode.paths.path_codes import class_label, layout_tags
from sitelode_lab.trees.kernels.layout_tree import select_nodes
from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection, Treatment

TEXT_LABEL: Final = 0
CLASS_ONLY: Final = ("class",)
CLASS_ID_ROLE: Final = ("class", "id", "role")
_MARKS: Final = {"class": "", "id": "#", "role": "@"}  # so that an id is not taken for a class name
_MOST_POSITIVE: Final = np.uint64(2**62 - 1)  # labels are positive: negative ones are wildcards


class NamesOf(Protocol):
    """Which names of an element are part of its label: class names, and if asked for `#id` and `@role`, as one text."""

    def __call__(self, tag: int, value: str, /) -> tuple[str, ...]: ...


def no_names(_tag: int, _value: str) -> tuple[str, ...]:
    """Labels from tags only, as in the thesis."""
    return ()


@dataclass(frozen=True, slots=True)
class LayoutTree:
    """A tree for the mappings, and for each of its nodes the row of the page it comes from."""

    page: Page
    tree: LabelledTree
    rows: RowColumn  # for a text leaf the first of its text nodes
    last_rows: RowColumn  # for a text leaf one past its last text node; for an element its own row + 1

    def __len__(self) -> int:
        return len(self.rows)

    def is_text(self, node: int) -> bool:
        return bool(self.page.columns.tag[self.rows[node]] == TEXT)

    def text(self, node: int) -> str:
        """The words of a text leaf, white space collapsed."""
        columns = self.page.columns
        inside = (row for row in range(self.rows[node], self.last_rows[node]) if columns.tag[row] == TEXT)
        return " ".join("".join(self.page.text(row) for row in inside).split())


def layout_tree(
    page: Page,
    selection: TagSelection = DEFAULT_SELECTION,
    names_of: NamesOf = no_names,
    attributes: tuple[str, ...] = CLASS_ONLY,
) -> LayoutTree:
    """Build the layout tree of a page."""
    columns = page.columns
    text = np.frombuffer(columns.text, dtype=np.uint8)
    spans = columns.text_start, columns.text_end
    rows, last_rows, parents = select_nodes(columns.tag, columns.parent, columns.end, *spans, text, _treatments(page, selection))
    labels = (_labels(page, names_inside(names_of), attributes)[rows] & _MOST_POSITIVE).astype(np.int64)
    labels[columns.tag[rows] == TEXT] = TEXT_LABEL
    return LayoutTree(page, LabelledTree.from_parents(labels, parents), rows, last_rows)


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
_CODES: Final = {Treatment.KEEP: 0, Treatment.IGNORE: 1, Treatment.REMOVE: 2}


def _treatments(page: Page, selection: TagSelection) -> NDArray[np.uint8]:
    """By tag number, for the tags of this page."""
    names = dict(enumerate(TAG_NAMES[1:], start=1))
    names |= {FIRST_UNKNOWN_TAG + number: name for number, name in enumerate(page.columns.unknown_tags)}
    treatments = np.full(max(names) + 1, _CODES[Treatment.IGNORE], dtype=np.uint8)
    for number, name in names.items():
        treatments[number] = _CODES[selection.treatment(name)]
    return treatments
