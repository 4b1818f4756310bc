"""The text leaves of a layout tree: their text nodes, and their words as labels."""

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import RowColumn
from sitelode.html.vocabulary import TEXT
from sitelode.text.tokens import terms_of_rows
from sitelode_lab.trees.kernels.text_leaves import word_labels
from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.layout_tree import LayoutTree


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
    labels = word_labels(layout.tree.label, leaves, words.codes, words.segment)
    return LabelledTree.from_parents(labels, layout.tree.parent)
