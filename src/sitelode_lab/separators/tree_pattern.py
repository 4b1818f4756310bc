"""Separate content by a tree pattern: what a wildcard of the layout's pattern captures is content.

Davi de Castro Reis, Paulo B. Golgher, Altigran S. da Silva, Alberto H. F. Laender: "Automatic Web News Extraction Using Tree Edit
Distance", WWW 2004, doi:10.1145/988672.988740, as in 9.6 of the News Ripper thesis. Patterns and matching are in `trees/ne_pattern.py`;
here they are applied to pages. Implemented: pattern of a cluster, data matching, labelling of body and title. Decided:

- A text leaf is labelled with its words: equal texts stay in the pattern, different ones become wildcards.
- If there are many pages, a sample makes the pattern: composing is the expensive step, and what twenty pages have in common is template.
- A page that the pattern rejects is mapped to it, and text mapped to equal text is template. (The paper extracts nothing.)
- In scripts without spaces two characters count as a word.
- Paragraphs that all pages have are nodes of the pattern, each with its own wildcard, so that an article is captured in pieces. For
    the body, neighbouring pieces in one element, bare or each in its own element, are one passage; headings before the first of them
    are passages of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.paths.recurring_names import ClassNames
from sitelode.text.tokens import UNSPACED, character_kind, terms
from sitelode_lab.sampling import sample_of
from sitelode_lab.separators.leaf_difference import HEADINGS, tag_above
from sitelode_lab.separators.separator import Scores
from sitelode_lab.trees.layout_tree import LayoutTree, NamesOf, labelled_by_words, layout_tree, text_rows_of
from sitelode_lab.trees.ne_pattern import NePattern, PatternMatch, match_pattern, pattern_of
from sitelode_lab.trees.tree_mapping import restricted_mapping

BODY_WORDS = 100  # a body has more (thesis, 9.6.4)
TITLE_WORDS = 20  # a title has no more (the same)


@dataclass(frozen=True, slots=True)
class TreePattern:
    """Separator."""

    most_pages: int = 20  # set by hand; with 50 instead of 200 pages a pattern hardly changes (docs/algorithms/ne_patterns.md)
    match_budget: int = 2**21  # cells of alignments for one page, set by hand; a larger match counts as a rejection

    def study(self, pages: Sequence[Page]) -> "LayoutPattern":
        sample = sample_of(pages, self.most_pages)
        names_of = ClassNames.of_pages(sample).counting_in
        # The pattern of one page is the page itself, so it does not show what is template.
        trees = [labelled_by_words(layout_tree(page, names_of=names_of)) for page in sample] if len(sample) > 1 else []
        return LayoutPattern(names_of, pattern_of(trees) if trees else None, self.match_budget)


@dataclass(frozen=True, slots=True)
class Passage:
    """Text that one wildcard captured."""

    text: str
    position: int  # of the wildcard in the pattern, in document order
    region: int  # node of the pattern that holds it and its neighbouring pieces


@dataclass(frozen=True, slots=True)
class Labelled:
    """Body and title by the rules of 9.6.4; None if no passage qualifies."""

    body: Passage | None
    title: Passage | None


@dataclass(frozen=True, slots=True)
class LayoutPattern:
    """Template: the ne-pattern of a layout; None if nothing is known."""

    names_of: NamesOf
    pattern: NePattern | None
    match_budget: int

    def content_scores(self, page: Page) -> Scores:
        layout = layout_tree(page, names_of=self.names_of)
        rows, leaves = text_rows_of(layout)
        scores = np.zeros(len(page))
        scores[rows] = self._captured(layout)[leaves]
        return scores

    def passages(self, page: Page) -> list[Passage]:
        """What the wildcards capture, in document order; nothing if the page is rejected."""
        layout = layout_tree(page, names_of=self.names_of)
        match = self._match(layout, self.pattern) if self.pattern is not None else None
        if self.pattern is None or match is None or not match.accepted:
            return []
        found: list[Passage] = []
        begun = set()
        for node, region in _regions(self.pattern).items():
            first, stop = int(match.first[node]), int(match.stop[node])
            if text := _text_between(layout, first, stop):
                # What introduces a text is no part of it; a heading further down is.
                is_heading = region not in begun and tag_above(layout, first) in HEADINGS
                found.append(Passage(text, node, node if is_heading else region))
                begun |= set() if is_heading else {region}
        return found

    def labelled(self, page: Page) -> Labelled:
        return label_passages(self.passages(page))

    def _match(self, layout: LayoutTree, pattern: NePattern) -> PatternMatch:
        return match_pattern(pattern, labelled_by_words(layout), self.match_budget)

    def _captured(self, layout: LayoutTree) -> NDArray[np.bool_]:
        """For each node of a layout tree, whether it is outside the pattern."""
        if self.pattern is None:
            return np.ones(len(layout), np.bool_)
        match = self._match(layout, self.pattern)
        captured = np.zeros(len(layout) + 1, np.int64)
        if match.accepted:
            for node in self.pattern.wildcards.tolist():
                if match.first[node] >= 0:
                    captured[match.first[node]] += 1
                    captured[match.stop[node]] -= 1
            return np.cumsum(captured[:-1]) > 0
        return ~restricted_mapping(self.pattern.tree, labelled_by_words(layout), cell_budget=self.match_budget).right_common


def label_passages(passages: Sequence[Passage]) -> Labelled:
    """Body: the longest region of more than 100 words. Title: a short passage near the body that shares most of its words with it."""
    regions: dict[int, list[Passage]] = {}
    for passage in passages:
        regions.setdefault(passage.region, []).append(passage)
    bodies = [Passage("\n".join(piece.text for piece in pieces), pieces[0].position, number) for number, pieces in regions.items()]
    body = max(bodies, key=lambda candidate: words_in(candidate.text), default=None)
    if body is None or words_in(body.text) <= BODY_WORDS:
        return Labelled(None, None)
    vocabulary = set(terms(body.text))
    titles = [
        (len(vocabulary & set(terms(passage.text))) / abs(passage.position - body.position), passage)
        for passage in passages
        if passage.region != body.region and 0 < words_in(passage.text) <= TITLE_WORDS
    ]
    best = max(titles, key=lambda entry: entry[0], default=None)
    return Labelled(body, best[1] if best and best[0] > 0 else None)


def words_in(text: str) -> float:
    """Number of words, estimated for scripts without spaces."""
    return sum(0.5 if character_kind(ord(term[0])) == UNSPACED else 1.0 for term in terms(text))


def _regions(pattern: NePattern) -> dict[int, int]:
    """For each wildcard its enclosing element, or the next one up if that element holds nothing else."""
    parent, end = pattern.tree.parent, pattern.tree.end
    regions = {}
    for node in pattern.wildcards.tolist():
        holder = int(parent[node])
        alone = holder > 0 and int(end[holder]) == holder + 2  # itself and the wildcard
        regions[node] = int(parent[holder]) if alone else holder
    return regions


def _text_between(layout: LayoutTree, first: int, stop: int) -> str:
    texts = (layout.text(node) for node in range(max(first, 0), max(stop, 0)) if layout.is_text(node))
    return "\n".join(text for text in texts if text)
