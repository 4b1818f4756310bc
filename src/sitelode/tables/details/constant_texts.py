"""Tell the constant texts of a layout (labels, menus) from values that happen to be frequent.

A text on at least half of the pages, with the same tags around it, is constant unless its place says otherwise: where it is missing, what
stands in its place? A label of an optional row gives way to the next label, or to nothing. A value ("Private", "Drama") gives way to
another value, so each text at that place is a value, however frequent.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes, mix_columns
from sitelode.tables.details.text_nodes import TextNodes, contains, ordinals

Occurrences: TypeAlias = dict[int, tuple[int, int]]  # code -> a page and node where it occurs
FREQUENT_SHARE = 0.5  # of the pages; a rarer text is never constant. Set by hand
LEAST_OTHERS = 0.25  # of the pages without the text, on which a rare text stands in its place. .25 to .75 give the same on SWDE
LONGEST_CONSTANT = 120  # bytes; no label is longer. Set by hand


def constant_texts(pages: Sequence[TextNodes]) -> Occurrences:
    """The codes of constant texts."""
    short = [(nodes.page.columns.text_end - nodes.page.columns.text_start)[nodes.rows] <= LONGEST_CONSTANT for nodes in pages]
    codes = [np.where(each, nodes.constant_codes, 0) for each, nodes in zip(short, pages, strict=True)]
    found, pages_with = _frequent(codes)
    frequent = np.array(sorted(found), np.uint64)
    partial = np.array([code for code in frequent.tolist() if pages_with[code] < len(pages)], np.uint64)
    values = _values_by_place(pages, codes, frequent, partial)
    return {code: place for code, place in found.items() if code not in values}


def constant_labels(pages: Sequence[TextNodes]) -> Occurrences:
    """The codes of constant labels that texts begin with."""
    return _frequent([nodes.ways.inner_label for nodes in pages])[0]


def _frequent(codes: Sequence[Codes]) -> tuple[Occurrences, dict[int, int]]:
    """The codes on enough pages, and on how many."""
    once = [np.unique(each, return_index=True) for each in codes]
    every = np.concatenate([each for each, _ in once]) if once else np.empty(0, np.uint64)
    pages = np.repeat(np.arange(len(once)), [len(first) for _, first in once])
    nodes = np.concatenate([first for _, first in once]) if once else np.empty(0, np.intp)
    distinct, first, counts = np.unique(every, return_index=True, return_counts=True)
    kept = np.flatnonzero((counts >= max(2, FREQUENT_SHARE * len(codes))) & (distinct != 0))
    found, places = distinct[kept].tolist(), zip(pages[first[kept]].tolist(), nodes[first[kept]].tolist(), strict=True)
    return dict(zip(found, places, strict=True)), dict(zip(found, counts[kept].tolist(), strict=True))


def _values_by_place(pages: Sequence[TextNodes], codes: Sequence[Codes], frequent: Codes, partial: Codes) -> set[int]:
    """Which of the texts that some pages lack are values, by every way to find their place."""
    if not len(partial):
        return set()
    ways = (
        [nodes.ways.by_places for nodes in pages],
        [mix_columns(nodes.ways.by_labels, (ordinals(nodes.ways.by_labels) + 1).astype(np.uint64)) for nodes in pages],
    )
    replaced = np.max([_replaced(places, codes, frequent, partial) for places in ways], axis=0)
    return set(partial[replaced >= LEAST_OTHERS].tolist())


def _replaced(places: Sequence[Codes], codes: Sequence[Codes], frequent: Codes, partial: Codes) -> NDArray[np.float64]:
    """For every text, the share of the pages without it on which a rare text is in its usual place."""
    usual = _usual_places(places, codes, partial)
    missing, others = np.zeros(len(partial)), np.zeros(len(partial))
    for of_page, here in zip(places, codes, strict=True):
        lacks = ~contains(np.sort(here), partial)
        order = np.argsort(of_page, kind="stable")
        seat = np.minimum(np.searchsorted(of_page[order], usual), max(len(order) - 1, 0))
        node = order[seat] if len(order) else seat
        is_taken = (of_page[node] == usual) & ~contains(frequent, here[node]) if len(order) else np.zeros(len(partial), np.bool_)
        missing += lacks
        others += lacks & is_taken
    return others / np.maximum(missing, 1)


def _usual_places(places: Sequence[Codes], codes: Sequence[Codes], partial: Codes) -> Codes:
    """For every text the place where it is most often."""
    which, where = [], []
    for of_page, here in zip(places, codes, strict=True):
        held = np.flatnonzero(contains(partial, here))
        which.append(np.searchsorted(partial, here[held]))
        where.append(of_page[held])
    pairs, counts = np.unique(np.stack((np.concatenate(which).astype(np.uint64), np.concatenate(where))), axis=1, return_counts=True)
    order = np.lexsort((-counts, pairs[0]))
    first = order[np.searchsorted(pairs[0][order], np.arange(len(partial), dtype=np.uint64))]
    usual: Codes = pairs[1][first]
    return usual
