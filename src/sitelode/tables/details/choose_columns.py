"""Choose the keys that become columns, greedily: the best key first, then the best on the text nodes that are left, and so on.

A good key is on many pages, once per page; the text before its values is always the same; and its values look alike. Its score is

    pages * max(share of the most frequent text before, s) * sqrt(share of the most frequent shape) * (pages / nodes)^2

where s is near 1 for a path by labels or from a landmark that a page has only once: such a path needs no text before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.tables.details.kernels.choose_columns import key_scores
from sitelode.tables.details.text_nodes import KEY_KINDS, NodeKeys, TextNodes

LEAST_FILL = 0.5  # of the pages; a column on fewer pages is left out. Set by hand
# These were chosen on the 40 sites of SWDE that `bench.fields` measures, among about twenty variants.
SURE_BY_PATH = 0.97  # for a path that occurs once per page: a little less than a constant text before the value
# Of two keys with the same nodes, prefer the one that other pages are more likely to have; a label inside the value beats any path.
KIND_WEIGHTS = {"places": 0.9, "labels": 1.0, "anchor": 1.0, "beside": 1.0, "inside": 1.5}
MAX_SCANS = 64  # of all text nodes' keys, after which old scores are no longer updated; a bound on time, set by hand
_SINGLE_KINDS = {KEY_KINDS.index("labels"): "by_labels", KEY_KINDS.index("anchor"): "by_anchor"}
_KINDS = KEY_KINDS.index("list")  # lists are made from columns later


@dataclass(frozen=True, slots=True)
class StudiedNodes:
    """The varying text nodes of the training pages, one after the other."""

    page: NDArray[np.int32]
    node: NDArray[np.int32]  # within its page
    keys: Codes  # one row per kind
    label: NDArray[np.int64]  # number of the constant text before it
    shape: NDArray[np.int64]
    before: Codes  # of the constant text before it, 0 if there is none
    exact: Codes
    by_tags: Codes
    by_anchor: Codes
    in_link: Codes  # as in `Ways`
    adjacent: NDArray[np.bool_]  # whether the constant text is right before it and no link
    beside: NDArray[np.bool_]  # as in `NodeKeys`

    def __len__(self) -> int:
        return len(self.page)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chosen key; candidates are in the order of choice."""

    kind: int
    code: int
    example: int  # the first of its nodes, in StudiedNodes


def studied_nodes(pages: Sequence[TextNodes], keys: Sequence[NodeKeys]) -> StudiedNodes:
    varying = [np.flatnonzero(~each.is_constant) for each in keys]
    before = [
        np.where(each.label >= 0, nodes.ways.exact[each.label] if len(nodes) else 0, 0) for nodes, each in zip(pages, keys, strict=True)
    ]
    before = [each[chosen] for each, chosen in zip(before, varying, strict=True)]

    def joined(way: str) -> Codes:
        every: Codes = np.concatenate([getattr(nodes.ways, way)[chosen] for nodes, chosen in zip(pages, varying, strict=True)])
        return every

    return StudiedNodes(
        page=np.repeat(np.arange(len(pages), dtype=np.int32), [len(each) for each in varying]),
        node=np.concatenate(varying).astype(np.int32),
        keys=np.concatenate([each.codes[:, chosen] for each, chosen in zip(keys, varying, strict=True)], axis=1),
        label=_numbered(np.concatenate(before)),
        shape=_numbered(joined("shape")),
        before=np.concatenate(before),
        exact=joined("exact"),
        by_tags=joined("by_tags"),
        by_anchor=joined("by_anchor"),
        in_link=joined("in_link"),
        adjacent=np.concatenate([_adjacent(nodes, each)[chosen] for nodes, each, chosen in zip(pages, keys, varying, strict=True)]),
        beside=np.concatenate([each.beside[chosen] for each, chosen in zip(keys, varying, strict=True)]),
    )


def _adjacent(nodes: TextNodes, keys: NodeKeys) -> NDArray[np.bool_]:
    label = keys.label
    right_before: NDArray[np.bool_] = (label >= 0) & (label == np.arange(len(label)) - 1)
    if len(label):
        right_before &= nodes.ways.in_link[np.maximum(label, 0)] == 0
    return right_before


def choose_columns(found: StudiedNodes, pages: Sequence[TextNodes]) -> list[Candidate]:
    """Cover the text nodes with keys."""
    if not len(found):
        return []
    least = max(2, LEAST_FILL * len(pages))
    entries, starts, kinds, codes = _by_key(found, least)
    if not len(kinds):
        return []
    weight = np.array([KIND_WEIGHTS[kind] for kind in KEY_KINDS[:_KINDS]])[kinds]
    single = _single(found, pages, kinds, entries[starts[:-1]])
    keys = Keys(entries, starts, single, weight, found.page, found.label, found.shape)
    taken = greedy_columns(keys, least, MAX_SCANS * max(len(entries), 1))
    return [Candidate(int(kinds[key]), int(codes[key]), int(entries[starts[key]])) for key in taken]


class Keys(NamedTuple):
    """The nodes of key k are `nodes[starts[k]:starts[k + 1]]`; `single[k]` is how reliable its path is on its own."""

    nodes: NDArray[np.int32]
    starts: NDArray[np.int64]
    single: NDArray[np.float64]
    weight: NDArray[np.float64]
    page: NDArray[np.int32]  # of each node, like the next two
    label: NDArray[np.int64]
    shape: NDArray[np.int64]


def greedy_columns(keys: Keys, least_pages: float, effort: int) -> list[int]:
    """Choose the best key, mark its nodes, and repeat; returns the chosen keys in order.

    Scores fall as nodes are marked, so a key that is still first after its score was updated is the best. After `effort` node visits, old
    scores are used.
    """
    nodes, starts, covered = keys.nodes, keys.starts, np.zeros(len(keys.page), np.uint8)
    counts = np.zeros(1 + max(int(each.max()) for each in keys[4:]), np.int32)

    def scores(which: NDArray[np.int32]) -> list[float]:
        found: list[float] = key_scores(which, *keys, covered, least_pages, counts).tolist()
        return found

    first = scores(np.arange(len(keys.single), dtype=np.int32))
    heap = [(-score, key) for key, score in enumerate(first) if score]
    heapify(heap)
    taken, spent = list[int](), len(nodes)
    while heap:
        claimed, key = heappop(heap)
        own = nodes[starts[key] : starts[key + 1]]
        spent += len(own)
        [score] = scores(np.array([key], np.int32))
        if score and score < -claimed - 1e-9 and heap and -heap[0][0] > score and spent < effort:
            heappush(heap, (-score, key))
        elif score:
            covered[own] = True
            taken.append(key)
    return taken


def _by_key(found: StudiedNodes, least: float) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64], Codes]:
    """The nodes of every key that has enough of them, grouped by key; keys of one kind are in the order of their first node."""
    entries, sizes, kinds, codes = [], [], [], []
    for kind in range(_KINDS):
        present = np.flatnonzero(found.keys[kind] != 0)
        distinct, first, which, counts = np.unique(found.keys[kind, present], return_index=True, return_inverse=True, return_counts=True)
        kept = np.flatnonzero(counts >= least)
        kept = kept[np.argsort(first[kept])]
        rank = np.full(len(distinct), -1)
        rank[kept] = np.arange(len(kept))
        order = np.argsort(rank[which], kind="stable")
        order = order[np.searchsorted(rank[which][order], 0) :]
        entries.append(present[order])
        sizes.append(counts[kept])
        kinds.append(np.full(len(kept), kind))
        codes.append(distinct[kept])
    starts = np.concatenate([[0], np.cumsum(np.concatenate(sizes))])
    return np.concatenate(entries).astype(np.int32), starts, np.concatenate(kinds), np.concatenate(codes)


def _single(found: StudiedNodes, pages: Sequence[TextNodes], kinds: NDArray[np.int64], examples: NDArray[np.int32]) -> NDArray[np.float64]:
    """How reliable the path of a key is on its own: 0 for kinds that need a text before the value."""
    result = np.zeros(len(kinds))
    for kind, way in _SINGLE_KINDS.items():
        every = [np.unique(getattr(nodes.ways, way), return_counts=True) for nodes in pages]
        paths, which = np.unique(np.concatenate([codes for codes, _ in every]), return_inverse=True)
        nodes_with = np.bincount(which, np.concatenate([counts for _, counts in every]), len(paths))
        share = np.bincount(which, minlength=len(paths)) / np.maximum(nodes_with, 1)
        for key in np.flatnonzero(kinds == kind).tolist():
            example = examples[key]
            code = getattr(pages[found.page[example]].ways, way)[found.node[example]]
            result[key] = SURE_BY_PATH * share[np.searchsorted(paths, code)] ** 2
    return result


def _numbered(codes: Codes) -> NDArray[np.int64]:
    _, numbers = np.unique(codes, return_inverse=True)
    return numbers.astype(np.int64)
