"""Features of path classes: the evidence about each place of a layout, averaged over the pages of a cluster.

No feature depends on a site or a language, and none describes a cluster as a whole: with a few hundred training sites, such a feature
would identify the site. Decisions are made per *class*: a path of the merged tree, where texts that recur on other pages, texts that are
mostly links and texts of other articles on the same page are separate classes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.evidence import PageEvidence
from sitelode.articles.body.feature_names import BLOCK_FEATURES, CONTEXT, FEATURES, LEVELS, TAG_FEATURES, TAG_GROUPS, TEXT
from sitelode.articles.body.kernels.context import contexts
from sitelode.articles.body.kernels.page_tree import counts_by_class
from sitelode.articles.body.kernels.tree import core_distances, depths_of, grouped_means, nearest_unflagged, subtree_sums, titles_of_pages
from sitelode.articles.body.recurrence import LONG_WIDTH, RecurringTexts
from sitelode.compiled.code_sets import first_of_each
from sitelode.compiled.codes import Codes
from sitelode.html.vocabulary import BLOCK_TAGS, HEADING_TAGS, TAG_NUMBER, tag_flags


@dataclass(frozen=True, slots=True)
class MergedTree:
    """One element per path; parents come before children."""

    code: Codes
    above: NDArray[np.int32]  # -1 for the root
    depth: NDArray[np.int32]
    tag: NDArray[np.uint16]
    sorted_code: Codes
    place: NDArray[np.int32]  # of each sorted code

    @classmethod
    def of(cls, pages: Sequence[PageEvidence]) -> "MergedTree":
        parts = []
        for page in pages:
            _, first, _ = first_of_each(page.code)
            above = page.above[first]
            parent_code = np.where(above >= 0, page.code[above], np.uint64(0))
            parts.append((page.code[first], parent_code, depths_of(page.above)[first], page.tag[first]))
        code, parent, depth, tag = (np.concatenate([part[number] for part in parts]) for number in range(4))
        sorted_code, first = np.unique(code, return_index=True) if len(pages) > 1 else (code, np.arange(len(code)))
        order = np.lexsort((sorted_code, depth[first]))
        place = np.empty(len(order), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        chosen = first[order]
        above = place[np.minimum(np.searchsorted(sorted_code, parent[chosen]), len(order) - 1)]
        above[depth[chosen] == 0] = -1
        return cls(sorted_code[order], above, depth[chosen], tag[chosen], sorted_code, place)

    def find(self, codes: Codes) -> NDArray[np.int32]:
        """The index of each code; all must be in the tree."""
        return self.place[np.searchsorted(self.sorted_code, codes)]

    def sums(self, at: NDArray[np.int32], values: NDArray[np.floating] | NDArray[np.integer]) -> NDArray[np.float64]:
        """For every element, the sum of the values in its subtree."""
        sums: NDArray[np.float64] = subtree_sums(self.above, np.bincount(at, weights=values, minlength=len(self.code)).astype(np.float64))
        return sums


FloatTable = NDArray[np.float32]
Floats = NDArray[np.float64]
REPEATED_FROM = 0.3  # share of the other pages that have the same text; set by hand, as the next three
LINKED_FROM = 0.6  # share of the text inside links
PLAIN, REPEATED, LINKED, OTHER_ARTICLE = range(4)
KINDS: Final = 4
USUAL_TITLE_SHARE = 0.5  # of the pages; an element that holds the title on more of them holds it on all. Gain: docs/algorithms/consensus.md
LEAST_TITLES = 2  # the same as a number of pages
NEAR_PARTS = 4  # groups of columns that become floats one after the other; set by hand
_HEADING = TAG_FEATURES.index("tag_heading")
_OF_BLOCKS = [TAG_FEATURES.index(name.replace("block_", "tag_")) for name in BLOCK_FEATURES]
_BLOCKS = tag_flags(BLOCK_TAGS)


@dataclass(frozen=True, slots=True)
class ClusterSegments:
    """The segments of all pages of a cluster, in page order."""

    pages: int
    start: NDArray[np.int64]  # of each page's segments, with one more entry at the end
    width: NDArray[np.int32]
    link_width: NDArray[np.int32]
    loose: Codes
    exact: Codes
    opening: Codes
    ending: Codes
    look: FloatTable
    near: NDArray[np.uint8]
    holder: NDArray[np.int32]  # index among the page's elements
    path: NDArray[np.int32]  # index in the merged tree
    novelty: Floats  # 1 if no other page has the text, 0 if it is template
    kind: NDArray[np.int8]
    recurring: RecurringTexts
    element_start: NDArray[np.int64]  # of each page's elements, with one more entry at the end
    above: NDArray[np.int32]  # of each element

    @classmethod
    def of(cls, pages: Sequence[PageEvidence], tree: MergedTree) -> "ClusterSegments":
        width, link_width, loose, exact = (
            _joined([getattr(page.segments, name) for page in pages]) for name in ("width", "link_width", "loose", "exact")
        )
        recurring = RecurringTexts.of([page.segments for page in pages])
        others = recurring.share_of(loose)
        between = np.where(width >= LONG_WIDTH, 0.5, 1 - 2 * others)
        return cls(
            pages=len(pages),
            start=np.cumsum([0, *(len(page.segments) for page in pages)]),
            width=width,
            link_width=link_width,
            loose=loose,
            exact=exact,
            opening=_joined([page.opening for page in pages]),
            ending=_joined([page.ending for page in pages]),
            look=_joined([page.look for page in pages]),
            near=_joined([page.near[page.holder] for page in pages]),
            holder=_joined([page.holder for page in pages]),
            path=tree.find(_joined([page.segment_code for page in pages])),
            novelty=np.where(others <= 0, 1.0, np.where(others >= REPEATED_FROM, 0.0, between)),
            kind=kinds_of(others, width, link_width),
            recurring=recurring,
            element_start=np.cumsum([0, *(len(page.above) for page in pages)]),
            above=_joined([page.above for page in pages]),
        )


@dataclass(frozen=True, slots=True)
class ClusterElements:
    """The elements above the segments of all pages, in page order."""

    code: Codes
    kin: Codes
    alike: NDArray[np.int32]
    heading: NDArray[np.float32]  # level, 0 for none

    @classmethod
    def of(cls, pages: Sequence[PageEvidence]) -> "ClusterElements":
        code, kin, alike, tag = (_joined([getattr(page, name) for page in pages]) for name in ("code", "kin", "alike", "tag"))
        return cls(code, kin, alike, _tag_table()[tag, _HEADING])


@dataclass(frozen=True, slots=True)
class ClassFeatures:
    """One row per class, and the class of every segment."""

    tree: MergedTree
    segments: ClusterSegments
    class_of: NDArray[np.int32]  # of each segment
    path: NDArray[np.int32]  # of each class, its index in the tree
    kind: NDArray[np.int8]
    table: FloatTable  # columns as in FEATURES
    usual_title: int  # kin of the element that holds the title on most pages, 0 for none
    title_share: Floats  # of each class, the share of its segments that are the title of their page

    def column(self, name: str) -> FloatTable:
        return self.table[:, FEATURES.index(name)]

    @property
    def count(self) -> NDArray[np.intp]:
        """The number of segments of each class."""
        return np.bincount(self.class_of, minlength=len(self.path))

    @property
    def width(self) -> Floats:
        """The width of all segments of each class."""
        return np.bincount(self.class_of, weights=self.segments.width, minlength=len(self.path)).astype(np.float64)


def kinds_of(others: Floats, width: NDArray[np.int32], link_width: NDArray[np.int32]) -> NDArray[np.int8]:
    linked = np.where(link_width >= LINKED_FROM * width, LINKED, PLAIN)
    return np.where(others >= REPEATED_FROM, REPEATED, linked).astype(np.int8)


def class_features(pages: Sequence[PageEvidence]) -> ClassFeatures:
    """Compute the features of one cluster; at least one of its pages has text."""
    tree = MergedTree.of(pages)
    segments = ClusterSegments.of(pages, tree)
    elements = ClusterElements.of(pages)
    usual_title = _usual_title(elements, segments)
    titles, _ = _titles(elements, segments, usual_title)
    context = _contexts(elements, segments, titles)
    mass = np.expm1(context[:, CONTEXT.mass].astype(np.float64))
    segment_kind = np.where(context[:, CONTEXT.beside_like_title] > 0, OTHER_ARTICLE, segments.kind)
    key, class_of = np.unique(segments.path.astype(np.int64) * KINDS + segment_kind, return_inverse=True)
    path, kind = (key // KINDS).astype(np.int32), (key % KINDS).astype(np.int8)
    # One after the other: side by side they would be copied, hundreds of megabytes for a page of many lines.
    parts: list[NDArray[Any]] = [segments.look, context, *np.array_split(segments.near, NEAR_PARTS, axis=1)]
    means = np.hstack([grouped_means(part.astype(np.float32, copy=False), class_of, len(key)) for part in parts])
    del context, parts
    block = nearest_unflagged(tree.above, ~_BLOCKS[tree.tag])
    core = core_distances(tree.above, tree.sums(segments.path, mass))
    own, levels = _own(segments, class_of, kind, mass), _levels(tree, segments, path, mass)
    tags = _tag_table()[tree.tag]
    table = np.hstack((means, own, tree.depth[path, np.newaxis], tags[path], tags[block[path]][:, _OF_BLOCKS], levels, core[path]))
    title_share = np.bincount(class_of[(segments.start[:-1] + titles)[titles >= 0]], minlength=len(key)) / np.bincount(class_of)
    return ClassFeatures(tree, segments, class_of.astype(np.int32), path, kind, table.astype(np.float32), usual_title, title_share)


def _joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """One array of those of all pages; of a single page, its own."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def other_article_segments(page: PageEvidence, usual_title: int) -> NDArray[np.bool_]:
    """For every segment of a page, whether it is in a container like the title's container, with its own heading.

    It is judged alone, so that it is read alike whatever others it was studied with.
    """
    segments, elements = ClusterSegments.of([page], MergedTree.of([page])), ClusterElements.of([page])
    found: NDArray[np.bool_] = _contexts(elements, segments, _titles(elements, segments, usual_title)[0])[:, CONTEXT.beside_like_title] > 0
    return found


def _usual_title(elements: ClusterElements, segments: ClusterSegments) -> int:
    """The kin of the element that holds the title on most pages, or 0: it finds the title if a page announces a different wording."""
    if segments.pages < LEAST_TITLES:
        return 0
    titles, kins = _titles(elements, segments, 0)
    known, counts = np.unique(kins[titles >= 0], return_counts=True)
    if not len(known) or counts.max() < max(LEAST_TITLES, USUAL_TITLE_SHARE * segments.pages):
        return 0
    return int(known[counts.argmax()])


def _titles(elements: ClusterElements, segments: ClusterSegments, usual: int) -> tuple[NDArray[np.int32], Codes]:
    found: tuple[NDArray[np.int32], Codes] = titles_of_pages(
        segments.start,
        segments.element_start,
        segments.above,
        elements.kin,
        elements.heading,
        segments.holder,
        segments.look,
        np.uint64(usual),
    )
    return found


def _contexts(elements: ClusterElements, segments: ClusterSegments, titles: NDArray[np.int32]) -> FloatTable:
    found: FloatTable = contexts(
        segments.start,
        segments.element_start,
        (segments.above, elements.alike, elements.code, elements.kin, elements.heading),
        (segments.holder, segments.width, segments.link_width, segments.loose, segments.exact, segments.novelty),
        titles,
    )
    return found


@cache
def _tag_table() -> FloatTable:
    """TAG_FEATURES of every tag number; tags that are not in the standard count as inline."""
    table = np.zeros((1 << 16, len(TAG_FEATURES)), dtype=np.float32)
    for place, names in enumerate(TAG_GROUPS.values()):
        table[[TAG_NUMBER[name] for name in names], place] = 1
    for level, name in enumerate(HEADING_TAGS, start=1):
        table[TAG_NUMBER[name], _HEADING] = level
    table[~_BLOCKS, -1] = 1
    return table


def is_heading(tag: NDArray[np.integer]) -> NDArray[np.bool_]:
    return np.asarray(_tag_table()[tag, _HEADING] > 0)


def _own(segments: ClusterSegments, class_of: NDArray[np.intp], kind: NDArray[np.int8], mass: Floats) -> Floats:
    """CLASS_FEATURES except the depth."""
    classes, pages = len(kind), segments.pages
    log_width = segments.look[:, TEXT.width].astype(np.float64)
    page_of = np.repeat(np.arange(pages, dtype=np.uint64), np.diff(segments.start))
    count = np.bincount(class_of, minlength=classes)
    pages_with, _ = counts_by_class(page_of, class_of, classes)
    mean, square, total, class_mass = (
        np.bincount(class_of, weights=values, minlength=classes) for values in (log_width, log_width**2, segments.width, mass)
    )
    most = np.zeros(classes)
    np.maximum.at(most, class_of, log_width)
    distinct, _ = counts_by_class(segments.loose, class_of, classes)
    same = (counts_by_class(codes, class_of, classes)[1] for codes in (segments.opening, segments.ending))
    opening, ending = (_often_the_same(pairs, count) for pairs in same)
    return np.column_stack((
        pages_with / pages, np.log1p(count / pages_with), np.log1p(total / pages),
        np.sqrt(np.maximum(square / count - (mean / count) ** 2, 0)), most, class_mass / max(mass.sum(), 1), distinct / count,
        opening, ending, kind == REPEATED, kind == LINKED,
    ))  # fmt: skip


def _often_the_same(pairs: Floats, count: NDArray[np.intp]) -> Floats:
    """The probability that two segments of a class have the same code; 0 for a single segment."""
    return np.asarray(pairs / np.maximum(count * (count - 1.0), 1), dtype=np.float64)


def _levels(tree: MergedTree, segments: ClusterSegments, path: NDArray[np.int32], mass: Floats) -> Floats:
    """Features of everything below a path, and below the elements above it."""
    closed = segments.look[:, TEXT.closed]
    width = segments.width
    values = mass, segments.link_width, np.ones(len(width)), segments.novelty * width, closed * width, width
    sums = [tree.sums(segments.path, each) for each in values]
    total = np.maximum(sums[5], 1)
    shares = sums[1] / total, np.log1p(sums[2] / segments.pages), sums[3] / total, sums[4] / total
    columns = np.column_stack((sums[0] / max(mass.sum(), 1), *shares))
    levels, element = [], path
    for _ in range(LEVELS):
        levels.append(columns[element])
        element = np.maximum(tree.above[element], 0)
    return np.hstack(levels)
