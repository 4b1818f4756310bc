"""The site style tree to look at: names, counts, importances, noisy and meaningful elements; and a page cleaned with it.

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

from sitelode.compiled.codes import Codes
from sitelode.counted import counted
from sitelode.html.page import Page
from sitelode.paths.recurring_names import ClassNames
from sitelode_lab.sampling import sample_of
from sitelode_lab.separators.separator import Scores
from sitelode_lab.separators.style_tree import ElementNodes, PageElements, StyleTree, composite_importance, merge_pages, page_elements
from sitelode_lab.trees.layout_tree import LayoutTree, NamesOf

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
