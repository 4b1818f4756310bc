"""Separate content by a tree of styles: elements that look and read alike on all pages are noise.

Lan Yi, Bing Liu, Xiaoli Li: "Eliminating Noisy Information in Web Pages for Data Mining", KDD 2003, doi:10.1145/956750.956785; as in 4.4 of
the News Ripper thesis. The site style tree merges the trees of pages from the root down while elements have the same sequence of
children. Implemented: node importance, composite importance, noise, cleaning a page. Decided:

- Trees are layout trees: inline tags divide no text. Display attributes are the class names that behave like them over the pages.
- Features of a leaf are its words and picture addresses. Targets of links are left out: "read more" is noise wherever it leads.
- A leaf is noisy if its importance is below the threshold; for a leaf, which has no descendants, the definition says no more.
- If a page has a style that the tree lacks, everything below is as important as the element with that style.

Merging compares codes, so a page costs one pass and the tree is a few sorted columns.

The site style tree to look at: names, counts, importances, noisy and meaningful elements; and a page cleaned with it.

Lan Yi, Bing Liu, Xiaoli Li, KDD 2003, as in the News Ripper thesis: 4.4.3 (the tree), 4.4.5 (an element is *noisy* if it and all of its
descendants are below the threshold, *meaningful* if it has no noisy descendant), 4.4.6 (a page is cleaned by mapping it on the tree from
the root: noisy parts are dropped, meaningful ones kept, the others looked into). Decided: an element with neither a noisy descendant nor
importance of its own is noisy before it is meaningful; a part of a page that the tree lacks is kept if the element around it is important.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes, code_of
from sitelode.counted import counted
from sitelode.html.kernels.page_rows import inherit
from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.paths.recurring_names import ClassNames
from sitelode.text.tokens import terms_of_rows
from sitelode_lab.entropy import SpreadCounts
from sitelode_lab.sampling import sample_of
from sitelode_lab.separators.separator import Scores
from sitelode_lab.trees.labelled_tree import Nodes
from sitelode_lab.trees.layout_tree import LayoutTree, NamesOf, layout_tree, text_rows_of

_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # odd, with irregular bits (golden ratio)


@dataclass(frozen=True, slots=True)
class StyleTree:
    """Separator."""

    threshold: float = 0.4  # importance from which a leaf is content; measured (docs), the paper tunes it for each site
    attenuation: float = 0.9  # of the importance below an element, by the number of its styles; the paper's gamma
    most_pages: int = 500  # the paper's sample

    def study(self, pages: Sequence[Page]) -> "SiteStyles":
        sample = sample_of(pages, self.most_pages)
        names_of = ClassNames.of_pages(sample).counting_in
        elements = merge_pages([page_elements(page, names_of) for page in sample])
        return SiteStyles(names_of, elements.codes, composite_importance(elements, self.attenuation), self.threshold)


@dataclass(frozen=True, slots=True)
class SiteStyles:
    """Template: the importance of every element node of the site style tree."""

    names_of: NamesOf
    codes: Codes  # ascending
    importance: Scores
    threshold: float

    def content_scores(self, page: Page) -> Scores:
        layout, importance = self.node_importance(page)
        value = np.where(
            importance < self.threshold,
            importance / max(2 * self.threshold, 1e-9),
            0.5 + (importance - self.threshold) / max(2 * (1 - self.threshold), 1e-9),
        )
        rows, nodes = text_rows_of(layout)
        scores = np.zeros(len(page))
        scores[rows] = np.clip(value[nodes], 0.0, 1.0)
        return scores

    def node_importance(self, page: Page) -> tuple[LayoutTree, Scores]:
        """The layout tree of a page, and the importance of each of its nodes."""
        elements = page_elements(page, self.names_of)
        layout = elements.layout
        if not len(self.codes):
            return layout, np.ones(len(layout))
        place = np.minimum(np.searchsorted(self.codes, elements.element), len(self.codes) - 1)
        known = self.codes[place] == elements.element
        nearest = inherit(np.ascontiguousarray(layout.tree.parent), known)  # itself, or the nearest known ancestor
        return layout, np.where(known[nearest], self.importance[place][nearest], 1.0)


@dataclass(frozen=True, slots=True)
class PageElements:
    """One page prepared for merging into the tree."""

    layout: LayoutTree
    element: Codes  # of each node: equal for nodes that merge
    style: Codes  # of each node's sequence of children, within its element
    has_children: NDArray[np.bool_]
    depth: NDArray[np.int64]
    feature: Codes  # words and pictures
    feature_node: NDArray[np.int32]  # the leaf of each feature


def page_elements(page: Page, names_of: NamesOf) -> PageElements:
    layout = layout_tree(page, names_of=names_of)
    element, style = _merge_codes(layout.tree.nodes)
    has_children = layout.tree.end > np.arange(len(layout)) + 1
    rows, nodes = text_rows_of(layout)
    words = terms_of_rows(page, rows, nodes)
    pictures, picture_nodes = _pictures(layout)
    features, feature_nodes = np.concatenate([words.codes, pictures]), np.concatenate([words.segment, picture_nodes])
    return PageElements(layout, element, style, has_children, layout.tree.depth, features, feature_nodes)


def _merge_codes(nodes: Nodes) -> tuple[Codes, Codes]:
    """Codes that are equal for nodes of two pages that merge.

    Of the node itself, by the styles on the path to it and its place in each; and of its style: its element and the labels of its children.
    """
    element, style = ([0] * len(nodes.label) for _ in range(2))
    for node, children in enumerate(nodes.children):
        element[node] = element[node] or hash(nodes.label[node])  # only the root has no code by now
        style[node] = hash((element[node], *[nodes.label[child] for child in children]))
        for place, child in enumerate(children):
            element[child] = hash((style[node], nodes.label[child], place))
    return np.array(element, np.int64).view(np.uint64), np.array(style, np.int64).view(np.uint64)


@dataclass(frozen=True, slots=True)
class ElementNodes:
    """The site style tree: one entry per element node, one per style node."""

    codes: Codes  # of elements, ascending
    pages: NDArray[np.int64]  # pages that have the element
    depth: NDArray[np.int64]
    styles: NDArray[np.int64]  # number of styles below the element
    node_importance: Scores
    leaf_importance: Scores  # 1 - mean entropy of features; only for leaves
    is_leaf: NDArray[np.bool_]
    in_style: NDArray[np.int64]  # the style node the element is part of; -1 for roots
    style_of: NDArray[np.int64]  # for each style node the element above it
    style_pages: NDArray[np.int64]


def merge_pages(pages: Sequence[PageElements]) -> ElementNodes:
    """Build the tree, with all counts that importance needs."""
    every = _concatenate([page.element for page in pages])
    codes, first, which, count = np.unique(every, return_index=True, return_inverse=True, return_counts=True)
    with_children = _concatenate_flags([page.has_children for page in pages])
    depth = np.concatenate([np.empty(0, np.int64), *(page.depth for page in pages)])[first]
    style_codes, style_first, style_count = np.unique(_concatenate([page.style for page in pages]), return_index=True, return_counts=True)
    style_of = which[style_first]
    above = _concatenate([_style_above(page) for page in pages])[first]
    place = np.minimum(np.searchsorted(style_codes, above), max(len(style_codes) - 1, 0))
    in_style = np.where(depth > 0, place, -1)
    is_leaf = np.bincount(which, with_children, len(codes)) == 0
    node_importance = _entropy_of_styles(style_of, style_count, count)
    leaf_importance = _feature_importance(pages, codes, count)
    styles = np.bincount(style_of, minlength=len(codes))
    return ElementNodes(codes, count, depth, styles, node_importance, leaf_importance, is_leaf, in_style, style_of, style_count)


def composite_importance(elements: ElementNodes, attenuation: float) -> Scores:
    """Of every element node, from the leaves up; 1 if only one page has it."""
    importance = np.where(elements.is_leaf, elements.leaf_importance, 0.0)
    importance[elements.pages == 1] = 1.0
    share = elements.style_pages / np.maximum(elements.pages[elements.style_of], 1)
    keep = attenuation ** elements.styles.astype(np.float64)
    for level in range(int(elements.depth.max(initial=0)) - 1, -1, -1):
        below = np.flatnonzero(elements.depth == level + 1)
        sums = np.bincount(elements.in_style[below], importance[below], len(share))
        members = np.bincount(elements.in_style[below], minlength=len(share))
        of_styles = np.bincount(elements.style_of, share * sums / np.maximum(members, 1), len(elements.codes))
        here = (elements.depth == level) & ~elements.is_leaf & (elements.pages > 1)
        importance[here] = ((1 - keep) * elements.node_importance + keep * of_styles)[here]
    return importance


def _entropy_of_styles(style_of: NDArray[np.int64], style_pages: NDArray[np.int64], pages: NDArray[np.int64]) -> Scores:
    """Node importance: entropy of the distribution of pages over an element's styles."""
    share = style_pages / pages[style_of]
    base = np.log(np.maximum(pages, 2))
    entropy = np.bincount(style_of, -share * np.log(share), len(pages)) / base
    return np.where(pages > 1, np.clip(entropy, 0.0, 1.0), 1.0)


def _feature_importance(pages: Sequence[PageElements], codes: Codes, count: NDArray[np.int64]) -> Scores:
    """Composite importance of leaves: 1 minus the mean entropy of their features; 0 without features."""
    owners = [page.element[page.feature_node] for page in pages]
    keys = [owner + feature.feature * _SPREAD for owner, feature in zip(owners, pages, strict=True)]
    spread = SpreadCounts.of(keys)
    _, first = np.unique(_concatenate(keys), return_index=True)
    owner = np.searchsorted(codes, _concatenate(owners)[first])
    entropy = spread.entropies(count[owner].astype(np.float64))
    features = np.bincount(owner, minlength=len(codes))
    mean = np.bincount(owner, entropy, len(codes)) / np.maximum(features, 1)
    return np.where(features > 0, 1 - mean, 0.0)


def _style_above(page: PageElements) -> Codes:
    return page.style[np.maximum(page.layout.tree.parent, 0)]


def _pictures(layout: LayoutTree) -> tuple[Codes, NDArray[np.int32]]:
    page = layout.page
    nodes = np.flatnonzero(page.columns.tag[layout.rows] == TAG_NUMBER["img"]).astype(np.int32)
    sources = dict(page.attribute_column("src")) if len(nodes) else {}
    codes = [code_of(sources.get(row, "")) for row in layout.rows[nodes].tolist()]
    return np.array(codes, np.uint64), nodes


def _concatenate(columns: Sequence[Codes]) -> Codes:
    return np.concatenate([np.empty(0, np.uint64), *columns])


def _concatenate_flags(columns: Sequence[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    return np.concatenate([np.empty(0, np.bool_), *columns])


NOISY, MEANINGFUL, MIXED = "noisy", "meaningful", "mixed"
_SHOWN_TEXT: Final = 50  # characters of a leaf's text; set by hand


@dataclass(frozen=True)
class StyleTreeView:
    """The tree of a site; element nodes are numbers, the roots first."""

    names_of: NamesOf
    elements: ElementNodes
    importance: Scores
    marks: tuple[str, ...]  # of each element
    labels: tuple[str, ...]  # tag and class names, or the text that most of its pages have
    order: NDArray[np.int64]  # where each element was first met
    threshold: float

    @property
    def roots(self) -> list[int]:
        return self._in_order(np.flatnonzero(self.elements.in_style < 0))

    def styles(self, element: int) -> list[tuple[int, list[int]]]:
        """The styles below an element: pages, and the element nodes in their order; the most frequent first."""
        return self._below.get(element, [])

    @cached_property
    def _below(self) -> dict[int, list[tuple[int, list[int]]]]:
        members: defaultdict[int, list[int]] = defaultdict(list)
        for element in np.argsort(self.order, kind="stable").tolist():
            members[int(self.elements.in_style[element])].append(element)
        found: defaultdict[int, list[tuple[int, list[int]]]] = defaultdict(list)
        for style, (above, pages) in enumerate(zip(self.elements.style_of.tolist(), self.elements.style_pages.tolist(), strict=True)):
            if style in members:
                found[above].append((pages, members[style]))
        return {above: sorted(styles, key=lambda style: (-style[0], style[1])) for above, styles in found.items()}

    def kept(self, page: Page) -> tuple[LayoutTree, NDArray[np.bool_]]:
        """The layout tree of a page, and which of its nodes are left when it is cleaned; elements around kept nodes are kept."""
        own = page_elements(page, self.names_of)
        place = np.minimum(np.searchsorted(self.elements.codes, own.element), max(len(self.elements.codes) - 1, 0))
        known = self.elements.codes[place] == own.element if len(self.elements.codes) else np.zeros(len(own.layout), np.bool_)
        return own.layout, self._kept_nodes(own.layout, place, known)

    def lines(self, *, everything: bool = False) -> Iterator[str]:
        """The tree as text: below noisy and meaningful elements nothing is shown unless everything is."""
        waiting: list[tuple[int, int, str]] = [(root, 0, "") for root in reversed(self.roots)]
        while waiting:
            element, depth, style = waiting.pop()
            pages, mark = int(self.elements.pages[element]), self.marks[element]
            about = f"{counted(pages, 'page')}, importance {self.importance[element]:.2f}, {mark}"
            yield f"{'  ' * depth}{style}{self.labels[element]}  {about}"
            if everything or mark == MIXED:
                for number, (count, below) in reversed(list(enumerate(self.styles(element), start=1))):
                    said = f"[style {number}, {counted(count, 'page')}] " if len(self.styles(element)) > 1 else ""
                    waiting += [(each, depth + 1, said if each == below[0] else "") for each in reversed(below)]

    def to_plain(self, element: int | None = None) -> list[dict[str, Any]]:
        """For a program: the roots, or the elements of each style below an element, without what is deeper."""
        chosen = [(0, self.roots)] if element is None else self.styles(element)
        return [
            {
                "element": each, "style": number, "style_pages": pages, "label": self.labels[each], "pages": int(self.elements.pages[each]),
                "importance": round(float(self.importance[each]), 3), "mark": self.marks[each], "styles": len(self.styles(each)),
            }
            for number, (pages, below) in enumerate(chosen, start=1)
            for each in below
        ]  # fmt: skip

    def _in_order(self, elements: NDArray[np.int64]) -> list[int]:
        return sorted(elements.tolist(), key=lambda element: int(self.order[element]))

    def _kept_nodes(self, layout: LayoutTree, place: NDArray[np.int64], known: NDArray[np.bool_]) -> NDArray[np.bool_]:
        parent, kept = layout.tree.parent.tolist(), np.zeros(len(layout), np.bool_)
        decided: list[bool | None] = []  # from above: keep all, drop all, or look into it
        for node in range(len(layout)):
            decision = decided[parent[node]] if node else None
            if decision is None:
                decision = self._decision(int(place[node])) if known[node] else self._unknown(node, parent, place, known)
            decided.append(decision)
            kept[node] = bool(decision)
        for node in range(len(layout) - 1, 0, -1):
            kept[parent[node]] |= kept[node]
        return kept

    def _decision(self, element: int) -> bool | None:
        return {NOISY: False, MEANINGFUL: True, MIXED: None}[self.marks[element]]

    def _unknown(self, node: int, parent: Sequence[int], place: NDArray[np.int64], known: NDArray[np.bool_]) -> bool:
        while node >= 0 and not known[node]:
            node = parent[node]
        return node < 0 or bool(self.importance[place[node]] >= self.threshold)


def style_tree_view(pages: Sequence[Page], method: StyleTree | None = None) -> StyleTreeView:
    """Merge pages of one layout, or of a whole site, and mark every element."""
    method = method or StyleTree()
    sample = sample_of(pages, method.most_pages)
    names_of = ClassNames.of_pages(sample).counting_in
    prepared = [page_elements(page, names_of) for page in sample]
    elements = merge_pages(prepared)
    importance = composite_importance(elements, method.attenuation)
    labels, order = _labels(prepared, elements.codes, names_of)
    return StyleTreeView(names_of, elements, importance, _marks(elements, importance, method.threshold), labels, order, method.threshold)


def _marks(elements: ElementNodes, importance: Scores, threshold: float) -> tuple[str, ...]:
    """From the deepest level up: an element learns of its descendants through its styles."""
    noisy, clean = importance < threshold, np.ones(len(importance), np.bool_)
    for level in range(int(elements.depth.max(initial=0)), 0, -1):
        below = np.flatnonzero(elements.depth == level)
        above = elements.style_of[elements.in_style[below]]
        noisy[above[~noisy[below]]] = False
        clean[above[noisy[below] | ~clean[below]]] = False
    return tuple(np.where(noisy, NOISY, np.where(clean, MEANINGFUL, MIXED)).tolist())


def _labels(pages: Sequence[PageElements], codes: Codes, names_of: NamesOf) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """A name for every element, from the first page that has it, and the order in which they were met."""
    labels, order, met = [""] * len(codes), np.zeros(len(codes), np.int64), 0
    for page in pages:
        layout, places = page.layout, np.searchsorted(codes, page.element)
        for node, place in enumerate(places.tolist()):
            if not labels[place]:
                labels[place] = _name(layout, node, names_of)
                order[place], met = met, met + 1
    return tuple(labels), order


def _name(layout: LayoutTree, node: int, names_of: NamesOf) -> str:
    if layout.is_text(node):
        text = layout.text(node)
        return f"“{text[:_SHOWN_TEXT]}{'…' if len(text) > _SHOWN_TEXT else ''}”"
    page, row = layout.page, int(layout.rows[node])
    return ".".join((page.tag_name(row), *names_of(int(page.columns.tag[row]), page.string(int(page.columns.class_[row])))))
