"""Features of path classes: what a cluster's pages show about each place of their layout, averaged over the pages.

None of them knows a site or a language. The unit that is decided on is a *class*: a path of the merged tree, and in it apart the texts
that recur on other pages, and those that are mostly links.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.evidence import TEXT_COLUMNS, PageEvidence
from sitelode.articles.markers import MARKERS
from sitelode.articles.path_classes import Codes
from sitelode.dom.vocabulary import BLOCK_TAGS, HEADING_TAGS, TAG_NAMES, TAG_NUMBER

CONTEXT_COLUMNS: Final = (
    "novelty", "mass", "order", "width_before", "mass_before", "mass_after",
    "core50_up", "core50_down", "core70_up", "core70_down", "core90_up", "core90_down",
    "after_title", "title_distance", "title_gap",
    "width_previous", "width_next", "mass_previous3", "mass_next3", "mass_previous10", "mass_next10",
    "links_previous3", "links_next3", "same_previous", "same_next", "since_heading",
    "repeats", "repeat_segments", "repeat_share", "repeat_steps", "repeat_width", "repeat_index", "beside_title_repeat",
    "repeated_on_page", "own_repeats",
)  # fmt: skip
FloatTable = NDArray[np.float32]
REPEATED_FROM = 0.3  # share of the other pages with the same text
LINKED_FROM = 0.6  # share of the text inside links
PLAIN, REPEATED, LINKED = range(3)
KINDS = 3

_TAG_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "p": ("p",), "div": ("div", "section", "article", "main", "center", "body"), "li": ("li",), "cell": ("td", "th"),
    "definition": ("dd", "dt"), "pre": ("pre", "code"), "caption": ("figcaption", "caption"), "quote": ("blockquote", "q"),
    "a": ("a",), "strong": ("strong", "b"), "emphasis": ("em", "i"), "span": ("span", "font"), "time": ("time",), "small": ("small",),
}  # fmt: skip
TAG_FEATURES: Final = (*(f"tag_{name}" for name in _TAG_GROUPS), "tag_heading", "tag_inline")
BLOCK_FEATURES: Final = tuple("block_" + name[4:] for name in TAG_FEATURES[:-1])
CLASS_FEATURES: Final = (
    "class_pages", "class_count", "class_width", "class_width_spread", "class_width_most", "class_mass_share", "class_distinct",
    "kind_repeated", "kind_linked", "depth",
)  # fmt: skip
_LEVEL_PARTS: Final = ("mass_share", "links", "segments", "novelty", "closed", "width")
LEVELS: Final = 4  # the path itself and three steps up
LEVEL_FEATURES: Final = tuple(f"up{level}_{part}" for level in range(LEVELS) for part in _LEVEL_PARTS)
MERGED_FEATURES: Final = tuple(f"merged{share}_{way}" for share in (50, 70, 90) for way in ("up", "down"))
CLUSTER_FEATURES: Final = (
    "cluster_pages", "cluster_articles", "cluster_width", "cluster_links", "cluster_mass", "cluster_segments", "cluster_long",
    "cluster_core", "cluster_repeated", "cluster_headings", "cluster_controls", "cluster_digits",
)  # fmt: skip
FEATURES: Final = (
    *TEXT_COLUMNS, *CONTEXT_COLUMNS, *MARKERS, *CLASS_FEATURES, *TAG_FEATURES, *BLOCK_FEATURES, *LEVEL_FEATURES, *MERGED_FEATURES,
    *CLUSTER_FEATURES,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MergedTree:
    """All paths of a cluster as one tree; parents stand before children."""

    code: Codes
    above: NDArray[np.int32]
    depth: NDArray[np.int32]
    tag: NDArray[np.uint16]
    sorted_code: Codes
    place: NDArray[np.int32]  # of each sorted code

    @classmethod
    def of(cls, pages: Sequence[PageEvidence]) -> "MergedTree":
        codes, aboves, depths, tags = [], [], [], []
        for page in pages:
            depth = np.zeros(len(page.above), dtype=np.int32)
            _depths(page.above, depth)
            _, first = np.unique(page.code, return_index=True)
            codes.append(page.code[first])
            aboves.append(np.where(page.above[first] >= 0, page.code[np.maximum(page.above[first], 0)], np.uint64(0)))
            depths.append(depth[first])
            tags.append(page.tag[first])
        if not codes:
            empty = np.empty(0, dtype=np.int32)
            return cls(np.empty(0, np.uint64), empty, empty, np.empty(0, np.uint16), np.empty(0, np.uint64), empty)
        code, above, depth, tag = map(np.concatenate, (codes, aboves, depths, tags))
        sorted_code, first = np.unique(code, return_index=True)
        order = np.lexsort((sorted_code, depth[first]))
        place = np.empty(len(order), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        chosen = first[order]
        parents = place[np.minimum(np.searchsorted(sorted_code, above[chosen]), len(order) - 1)]
        parents[depth[chosen] == 0] = -1
        return cls(sorted_code[order], parents, depth[chosen], tag[chosen], sorted_code, place)

    def find(self, codes: Codes) -> NDArray[np.int32]:
        """The place of each code; -1 for one that is not there."""
        if not len(self.sorted_code):
            return np.full(len(codes), -1, dtype=np.int32)
        near = np.minimum(np.searchsorted(self.sorted_code, codes), len(self.sorted_code) - 1)
        return np.where(self.sorted_code[near] == codes, self.place[near], np.int32(-1))


def _depths(above: NDArray[np.int32], depth: NDArray[np.int32]) -> None:
    from sitelode.articles.context_kernel import depths  # noqa: PLC0415 (compiled code)

    depths(above, depth)


@dataclass(frozen=True, slots=True)
class ClassFeatures:
    """One row per class, and for every segment of the pages its class."""

    tree: MergedTree
    path: NDArray[np.int32]  # of each class, its place in the tree
    kind: NDArray[np.int8]
    table: FloatTable  # columns as in FEATURES
    class_of: NDArray[np.int32]  # of each segment, pages one after the other
    segment_start: NDArray[np.int64]  # of each page, one more at the end
    width: NDArray[np.int32]


@cache
def _tag_table() -> FloatTable:
    """TAG_FEATURES of every tag number."""
    table = np.zeros((1 << 16, len(TAG_FEATURES)), dtype=np.float32)
    for place, names in enumerate(_TAG_GROUPS.values()):
        table[[TAG_NUMBER[name] for name in names], place] = 1
    for level, name in enumerate(HEADING_TAGS, start=1):
        table[TAG_NUMBER[name], -2] = level
    table[:, -1] = 1
    table[[TAG_NUMBER[name] for name in BLOCK_TAGS], -1] = 0
    return table


def document_frequencies(pages: Sequence[PageEvidence]) -> tuple[Codes, NDArray[np.int64]]:
    """Texts that stand on more than one page, ascending, and on how many."""
    codes = [np.unique(page.segments.loose) for page in pages]
    distinct, counts = np.unique(np.concatenate(codes) if codes else np.empty(0, np.uint64), return_counts=True)
    return distinct[counts > 1], counts[counts > 1]


def other_share(loose: Codes, known: Codes, pages_with: NDArray[np.int64], pages: int) -> NDArray[np.float64]:
    """The share of the other pages on which each text stands too."""
    if not len(known):
        return np.zeros(len(loose))
    place = np.minimum(np.searchsorted(known, loose), len(known) - 1)
    return np.where(known[place] == loose, (pages_with[place] - 1) / max(pages - 1, 1), 0.0)


def kinds_of(others: NDArray[np.float64], width: NDArray[np.int32], link_width: NDArray[np.int32]) -> NDArray[np.int8]:
    linked = np.where(link_width >= LINKED_FROM * width, LINKED, PLAIN)
    return np.where(others >= REPEATED_FROM, REPEATED, linked).astype(np.int8)


def class_features(pages: Sequence[PageEvidence]) -> ClassFeatures:
    """Study the pages of one cluster."""
    from sitelode.articles.context_kernel import contexts  # noqa: PLC0415 (compiled code)

    tree = MergedTree.of(pages)
    segment_start = np.cumsum([0, *(len(page.segments) for page in pages)])
    element_start = np.cumsum([0, *(len(page.above) for page in pages)])
    width, link_width, loose = (np.concatenate([getattr(page.segments, name) for page in pages]) for name in ("width", "link_width", "loose"))
    look = np.concatenate([page.look for page in pages])
    segment_code = np.concatenate([page.segment_code for page in pages])
    others = other_share(loose, *document_frequencies(pages), len(pages))
    novelty = _novelties(others, width)
    path = tree.find(segment_code)
    tags = _tag_table()[tree.tag]
    heading = tags[path, -2]
    code, above, alike, holder = (np.concatenate([getattr(page, name) for page in pages]) for name in ("code", "above", "alike", "holder"))
    title_columns = np.array([TEXT_COLUMNS.index("in_title"), TEXT_COLUMNS.index("of_title")])
    context = contexts(
        segment_start, element_start, above, alike, code, holder, width, link_width, loose, look, heading, novelty, title_columns,
        len(CONTEXT_COLUMNS),
    )  # fmt: skip
    near = np.concatenate([page.near[page.holder] for page in pages]).astype(np.float32)
    kind = kinds_of(others, width, link_width)
    class_key, class_of = np.unique(path.astype(np.int64) * KINDS + kind, return_inverse=True)
    page_of = np.repeat(np.arange(len(pages)), np.diff(segment_start))
    means = _means(np.hstack((look, context, near)), class_of, len(class_key))
    class_path, class_kind = (class_key // KINDS).astype(np.int32), (class_key % KINDS).astype(np.int8)
    mass = np.expm1(context[:, 1].astype(np.float64))
    own = _own(class_of, len(class_key), class_kind, page_of, width, look[:, 0], mass, loose, len(pages), tree.depth[class_path])
    block = _blocks(tree, tags)
    table = np.hstack((
        means, own, tags[class_path], tags[block[class_path], :-1],
        _levels(tree, path, class_path, mass, width, link_width, novelty, look, len(pages)),
        _merged(tree, path, mass)[class_path],
        np.tile(_cluster(pages, mass, width, link_width, look, novelty, heading, context), (len(class_key), 1)),
    )).astype(np.float32)  # fmt: skip
    return ClassFeatures(tree, class_path, class_kind, table, class_of.astype(np.int32), segment_start, width)


def _novelties(others, width):
    return np.where(others <= 0, 1.0, np.where(others >= REPEATED_FROM, 0.0, np.where(width >= 80, 0.5, 1 - 2 * others)))


def _means(table, class_of, classes):
    from sitelode.articles.context_kernel import grouped_means
    return grouped_means(table, class_of, classes)


def _own(class_of, classes, kind, page_of, width, log_width, mass, loose, pages, depth):
    count = np.bincount(class_of, minlength=classes)
    pairs = np.unique(class_of.astype(np.int64) * pages + page_of)
    pages_with = np.bincount(pairs // pages, minlength=classes)
    mean = np.bincount(class_of, weights=log_width, minlength=classes) / count
    square = np.bincount(class_of, weights=log_width.astype(np.float64) ** 2, minlength=classes) / count
    most = np.zeros(classes)
    np.maximum.at(most, class_of, log_width)
    order = np.lexsort((loose, class_of))
    new = np.ones(len(order), dtype=bool)
    new[1:] = (loose[order][1:] != loose[order][:-1]) | (class_of[order][1:] != class_of[order][:-1])
    distinct = np.bincount(class_of[order][new], minlength=classes)
    total = np.bincount(class_of, weights=width, minlength=classes)
    class_mass = np.bincount(class_of, weights=mass, minlength=classes)
    return np.column_stack((
        pages_with / pages, np.log1p(count / pages_with), np.log1p(total / pages), np.sqrt(np.maximum(square - mean**2, 0)), most,
        class_mass / max(mass.sum(), 1), distinct / count, kind == REPEATED, kind == LINKED, depth,
    ))  # fmt: skip


def _blocks(tree, tags):
    """For every path its nearest block, itself included."""
    from sitelode.articles.context_kernel import nearest_unflagged
    return nearest_unflagged(tree.above, tags[:, -1] > 0)


def _levels(tree, path, class_path, mass, width, link_width, novelty, look, pages):
    from sitelode.articles.context_kernel import subtree_sums

    nodes = len(tree.code)
    closed = look[:, TEXT_COLUMNS.index("closed")]
    sums = [np.bincount(path, weights=values, minlength=nodes).astype(np.float64)
            for values in (mass, link_width, np.ones(len(path)), novelty * width, closed * width, width)]
    sums = [subtree_sums(tree.above, values) for values in sums]
    total_width = np.maximum(sums[5], 1)
    columns = np.column_stack((
        sums[0] / max(mass.sum(), 1), sums[1] / total_width, np.log1p(sums[2] / pages), sums[3] / total_width, sums[4] / total_width,
        np.log1p(sums[5] / pages),
    ))
    levels, node = [], class_path
    for _ in range(LEVELS):
        levels.append(columns[node])
        node = np.maximum(tree.above[node], 0)
    return np.hstack(levels)


def _merged(tree, path, mass):
    from sitelode.articles.context_kernel import core_distances, subtree_sums

    sums = subtree_sums(tree.above, np.bincount(path, weights=mass, minlength=len(tree.code)).astype(np.float64))
    return core_distances(tree.above, sums, np.array([0.5, 0.7, 0.9]))


def _cluster(pages, mass, width, link_width, look, novelty, heading, context):
    total = max(width.sum(), 1)
    closed = look[:, TEXT_COLUMNS.index("closed")]
    long = (closed > 0) & (width >= 100) & (link_width < width / 2)
    in_core = (context[:, 8] <= 2) & (context[:, 9] == 0)
    return np.array([
        np.log(len(pages)), np.mean([page.is_article for page in pages]), np.log1p(total / len(pages)), link_width.sum() / total,
        mass.sum() / total, np.log1p(len(width) / len(pages)), width[long].sum() / total, mass[in_core].sum() / max(mass.sum(), 1),
        width[novelty == 0].sum() / total, np.log1p((heading > 0).sum() / len(pages)),
        np.log1p(look[:, TEXT_COLUMNS.index("controls")].sum() / len(pages)), (look[:, TEXT_COLUMNS.index("digits")] * width).sum() / total,
    ])  # fmt: skip
