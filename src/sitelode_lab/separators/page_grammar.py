"""Separate content by a grammar of pages: the fields of the grammar are content.

RoadRunner: Valter Crescenzi, Giansalvatore Mecca, Paolo Merialdo, VLDB 2001, cited in `trees/union_free_grammar.py`, which builds the
grammar. Implemented: the wrapper of a sample of pages, its fields as content. Decided:

- Tags are those of the layout tree, with the class names that count, so that inline markup makes no fields inside sentences.
- A text seen only once, in a part that only one page has, is not a constant.
- Building the grammar is bounded. If the bound is reached it gives up and says so: nothing is known, and all text counts as content.
- A page that does not follow the grammar is aligned where it does; the rest counts as content.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.html.vocabulary import TEXT
from sitelode.paths.recurring_names import ClassNames
from sitelode_lab.sampling import sample_of
from sitelode_lab.separators.separator import Scores
from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.layout_tree import LayoutTree, NamesOf, layout_tree
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection
from sitelode_lab.trees.text_leaves import labelled_by_words, text_rows_of
from sitelode_lab.trees.union_free_grammar import Budget, Constant, Element, GrammarTooLargeError, Item, Optional, Repeated, merge

DEEPEST = 150  # levels, set by hand: real pages have a third of it, and each costs a few frames of the interpreter's stack
SEARCHED_AHEAD = 40  # siblings, when a page is aligned with a grammar it does not follow; set by hand


@dataclass(frozen=True, slots=True)
class PageGrammar:
    """Separator."""

    most_pages: int = 20  # set by hand: a wrapper is complete after a few
    comparisons: int = 400_000  # for the whole sample, about a second, set by hand; then it gives up
    selection: TagSelection = DEFAULT_SELECTION

    def study(self, pages: Sequence[Page]) -> "Wrapper":
        sample = sample_of(pages, self.most_pages)
        names_of = ClassNames.of_pages(sample).counting_in
        try:
            return Wrapper(names_of, self.selection, self._inferred(sample, names_of))
        except GrammarTooLargeError:
            return Wrapper(names_of, self.selection, None, gave_up=True)

    def _inferred(self, sample: Sequence[Page], names_of: NamesOf) -> Element | None:
        budget = Budget(self.comparisons)
        grammar: Element | None = None
        for page in sample:
            tokens = TokenTree.of(layout_tree(page, self.selection, names_of))
            if tokens.depth > DEEPEST:
                raise GrammarTooLargeError
            root = tokens.element(0)
            if grammar is None:
                grammar = root
            elif grammar.key != root.key:
                raise GrammarTooLargeError  # a grammar without alternatives cannot have two roots
            else:
                merge(grammar, root, budget)
        return grammar


@dataclass(frozen=True, slots=True)
class Wrapper:
    """Template: the grammar; None if there is none."""

    names_of: NamesOf
    selection: TagSelection
    grammar: Element | None
    gave_up: bool = False

    def __str__(self) -> str:
        return self.grammar.to_text() if self.grammar else "nothing is known"

    def content_scores(self, page: Page) -> Scores:
        layout = layout_tree(page, self.selection, self.names_of)
        rows, leaves = text_rows_of(layout)
        scores = np.zeros(len(page))
        scores[rows] = ~self._constant(layout)[leaves]
        return scores

    def _constant(self, layout: LayoutTree) -> NDArray[np.bool_]:
        """For each node, whether the grammar has it word for word."""
        reading = _ConstantTexts(TokenTree.of(layout), np.zeros(len(layout), np.bool_))
        self.read(reading)
        return reading.constant

    def read(self, reading: "Reading") -> None:
        """Read a page with the grammar; nothing happens if there is none, or the page has another root."""
        tokens = reading.tokens
        if self.grammar is not None and tokens.depth <= DEEPEST and self.grammar.key == int(tokens.layout.tree.label[0]):
            reading.read(self.grammar, 0)


@dataclass(frozen=True, slots=True)
class TokenTree:
    """A layout tree in the grammar's terms: keys of elements, words of texts."""

    layout: LayoutTree
    key: list[int]  # of elements; -1 for texts
    children: list[list[int]]
    words: LabelledTree
    depth: int

    @classmethod
    def of(cls, layout: LayoutTree) -> "TokenTree":
        is_text = layout.page.columns.tag[layout.rows] == TEXT
        parents = layout.tree.parent.tolist()
        children: list[list[int]] = [[] for _ in parents]
        depth = [0] * len(parents)
        for node, parent in enumerate(parents):
            if parent >= 0:
                children[parent].append(node)
                depth[node] = depth[parent] + 1
        return cls(layout, np.where(is_text, -1, layout.tree.label).tolist(), children, labelled_by_words(layout), max(depth, default=0))

    def item(self, node: int) -> Element | Constant:
        if self.key[node] < 0:
            return Constant(int(self.words.label[node]), self.layout.text(node))
        return self.element(node)

    def element(self, node: int) -> Element:
        name = self.layout.page.tag_name(int(self.layout.rows[node]))
        return Element(self.key[node], name, int(self.words.fingerprint[node]), partial(self._items_below, node))

    def _items_below(self, node: int) -> list[Item]:
        return [self.item(child) for child in self.children[node]]


@dataclass(frozen=True)
class Reading:
    """A page read with a fixed grammar; what comes of it is up to those that inherit."""

    tokens: TokenTree

    def found_text(self, item: Constant, node: int) -> None:
        """A text of the page at a constant or field of the grammar."""

    def found_constant(self, item: Element, node: int) -> None:
        """A part of the page that is in the grammar as it stands."""

    def begin_square(self, repeated: Repeated) -> None:
        """The next instance of a repeated part begins."""

    def end_square(self, repeated: Repeated) -> None:
        """It is over."""

    def read(self, item: Element | Constant, node: int) -> None:
        tokens = self.tokens
        if isinstance(item, Constant):
            self.found_text(item, node)
        elif item.fingerprint is not None and item.fingerprint == int(tokens.words.fingerprint[node]):
            self.found_constant(item, node)
        else:
            self._read_below(item.parts, tokens.children[node])

    def _read_below(self, items: Sequence[Item], nodes: Sequence[int]) -> None:
        i = j = 0
        while i < len(items) and j < len(nodes):
            item = items[i]
            inner = item.part if isinstance(item, Optional) else item
            if isinstance(inner, Repeated):
                j = self._read_squares(inner, nodes, j)
                i += 1
            elif inner.key == self.tokens.key[nodes[j]]:
                self.read(inner, nodes[j])
                i, j = i + 1, j + 1
            elif isinstance(item, Optional):
                i += 1
            else:
                i, j = self._resume(items, i, nodes, j)

    def _read_squares(self, repeated: Repeated, nodes: Sequence[int], j: int) -> int:
        square = repeated.square
        while j + len(square) <= len(nodes) and all(part.key == self.tokens.key[nodes[j + place]] for place, part in enumerate(square)):
            self.begin_square(repeated)
            for place, part in enumerate(square):
                self.read(part, nodes[j + place])
            self.end_square(repeated)
            j += len(square)
        return j

    def _resume(self, items: Sequence[Item], i: int, nodes: Sequence[int], j: int) -> tuple[int, int]:
        """The nearest place where grammar and page match again."""
        keys = self.tokens.key
        for ahead in range(1, SEARCHED_AHEAD):
            if j + ahead < len(nodes) and items[i].key == keys[nodes[j + ahead]]:
                return i, j + ahead
            if i + ahead < len(items) and items[i + ahead].key == keys[nodes[j]]:
                return i + ahead, j
        return i + 1, j + 1


@dataclass(frozen=True)
class _ConstantTexts(Reading):
    """Marks the texts that the grammar has word for word."""

    constant: NDArray[np.bool_]

    def found_text(self, item: Constant, node: int) -> None:
        self.constant[node] = item.confirmed and item.code == int(self.tokens.words.label[node])

    def found_constant(self, item: Element, node: int) -> None:
        self.constant[node : self.tokens.words.end[node]] = item.confirmed
