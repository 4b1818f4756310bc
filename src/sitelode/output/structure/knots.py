"""Nodes and lines of the picture of a site: each entry has one knot for its index pages and one for their articles."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.output.structure.section_entries import SectionEntry
from sitelode.page_kinds.informative_structure import InformativeStructure
from sitelode.page_kinds.sections import NOWHERE

Knots: TypeAlias = NDArray[np.int64]  # per page: 2 * entry for index pages, 2 * entry + 1 for articles, the last knot for all other pages


def knots(structure: InformativeStructure, entries: Sequence[SectionEntry]) -> Knots:
    """The knot of every page."""
    others = 2 * len(entries)
    knot_of = np.full(structure.graph.pages, others, np.int64)
    for place, entry in enumerate(entries):
        knot_of[entry.members] = 2 * place
    section_of = structure.sections.section_of
    articles = np.flatnonzero(section_of != NOWHERE)
    in_section = knot_of[section_of[articles]]
    knot_of[articles] = np.where(in_section % 2 == 0, np.minimum(in_section + 1, others), in_section)
    return knot_of


def knot_lines(structure: InformativeStructure, knot_of: Knots, kept: NDArray[np.bool_] | None) -> list[tuple[int, int, int]]:
    """Pairs of knots with the number of edges between them, largest first; only of the kept links, or of all links if None is given."""
    source, target, _ = structure.graph.edges(kept)
    count = int(knot_of.max(initial=0)) + 1
    pairs, counts = np.unique(knot_of[source] * count + knot_of[target], return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return [(*divmod(int(pairs[place]), count), int(counts[place])) for place in order.tolist()]
