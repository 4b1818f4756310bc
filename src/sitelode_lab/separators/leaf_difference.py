"""Separate content by difference: text on several pages of a layout is template, text on one page only is content.

News Ripper, chapter 13: Arnaud Jasselette, Mathieu Vanderwhale, thesis, University of Namur 2005. Implemented: text leaves of the layout
tree with inline tags ignored (`Segments`); leaves equal on two pages are removed. Changed: leaves are compared by codes, so that cost is
linear instead of quadratic in pages and in leaves; and a leaf that a few of many pages share is not certain template (the thesis' own
example: two articles that both mention "Baghdad" on a separate line). `tolerance` 0 is the thesis to the letter.

News Ripper's articles: what is left of the text leaves of the pages of one layout, as plain text with headings, or formatted.

Jasselette and Vanderwhale, thesis, 2005, chapter 13: text leaves that other pages of the cluster have are removed, the rest is joined in
document order; a leaf below <p> is a paragraph with a blank line before it, one below <title> or <h1> to <h6> a heading in capitals (13.4).
Or the tags that format text stay in it (13.5). Added: any separator may decide on the leaves, not only their difference.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.html.vocabulary import TEXT, VOID_TAGS
from sitelode.text.segments import Segments, segments_of
from sitelode_lab.separators.separator import Scores, Template
from sitelode_lab.trees.layout_tree import LINE_BREAK, LayoutTree, layout_tree, text_rows_of
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection

LONG_WIDTH = 80  # characters; set by hand: a longer line is not repeated by chance


@dataclass(frozen=True, slots=True)
class LeafDifference:
    """Separator."""

    tolerance: float = 0.3  # share of the other pages from which a repeated leaf is certain template; set by hand

    def study(self, pages: Sequence[Page]) -> "CommonLeaves":
        codes = [np.unique(segments_of(page).exact) for page in pages]
        distinct, counts = np.unique(np.concatenate(codes) if codes else np.empty(0, np.uint64), return_counts=True)
        repeated = counts > 1
        return CommonLeaves(distinct[repeated], counts[repeated], len(codes), self.tolerance)


@dataclass(frozen=True, slots=True)
class CommonLeaves:
    """Template: the leaves that are on more than one page, and on how many."""

    codes: NDArray[np.uint64]  # ascending
    pages: NDArray[np.int64]
    studied: int
    tolerance: float

    def content_scores(self, page: Page) -> Scores:
        segments = segments_of(page)
        scores = np.zeros(len(page))
        scores[segments.rows] = np.repeat(self.segment_scores(segments), np.diff(segments.first))
        return scores

    def segment_scores(self, segments: Segments) -> Scores:
        """1 for a leaf on one page only; 0 for template; in between if chance or a quotation is as likely."""
        if not len(self.codes):
            return np.ones(len(segments))
        place = np.minimum(np.searchsorted(self.codes, segments.exact), len(self.codes) - 1)
        known = self.codes[place] == segments.exact
        others = np.where(known, (self.pages[place] - 1) / max(self.studied - 1, 1), 0.0)
        between = np.where(segments.width >= LONG_WIDTH, 0.5, 1 - 2 * others)
        return np.where(~known, 1.0, np.where((others >= self.tolerance) | (self.tolerance == 0), 0.0, between))


CONTENT_FROM: Final = 0.5  # mean score of a leaf's text; more likely content than not
HEADINGS: Final = frozenset(("title", "h1", "h2", "h3", "h4", "h5", "h6"))


def plain_article(page: Page, template: Template, selection: TagSelection = DEFAULT_SELECTION) -> str:
    """The article as text: paragraphs apart, headings in capitals."""
    layout, kept = _kept_leaves(page, template, selection)
    lines = []
    for leaf in kept:
        tag, text = tag_above(layout, leaf), layout.text(leaf)
        lines.append(text.upper() if tag in HEADINGS else f"\n{text}" if tag == "p" else text)
    return "\n".join(lines).strip("\n")


def formatted_article(page: Page, template: Template, selection: TagSelection = DEFAULT_SELECTION) -> str:
    """The article as HTML, without attributes: each leaf in the element that holds it, with the tags inside it."""
    layout, kept = _kept_leaves(page, template, selection)
    pieces = []
    for leaf in kept:
        tag = tag_above(layout, leaf)
        holder = "h1" if tag == "title" else tag if tag in HEADINGS or tag in ("p", "li", "blockquote", "pre", "dt", "dd") else "div"
        pieces.append(f"<{holder}>{''.join(_with_tags(layout, leaf)).strip()}</{holder}>")
    return "\n".join(pieces)


def _kept_leaves(page: Page, template: Template, selection: TagSelection) -> tuple[LayoutTree, list[int]]:
    layout = layout_tree(page, selection)
    rows, leaves = text_rows_of(layout)
    width = (page.columns.text_end[rows] - page.columns.text_start[rows]).astype(np.float64)
    total = np.bincount(leaves, width, len(layout))
    content = np.bincount(leaves, width * template.content_scores(page)[rows], len(layout))
    kept = np.flatnonzero((total > 0) & (content >= CONTENT_FROM * np.maximum(total, 1)))
    return layout, [leaf for leaf in kept.tolist() if layout.text(leaf)]


def tag_above(layout: LayoutTree, leaf: int) -> str:
    above = int(layout.tree.parent[leaf])
    return layout.page.tag_name(int(layout.rows[above])) if above >= 0 else ""


def _with_tags(layout: LayoutTree, leaf: int) -> Iterator[str]:
    """The text of a leaf with the ignored elements around its pieces."""
    page, parent = layout.page, layout.page.columns.parent
    above = int(layout.tree.parent[leaf])
    holder = int(layout.rows[above]) if above >= 0 else 0
    opened: list[int] = []
    for row in range(int(layout.rows[leaf]), int(layout.last_rows[leaf])):
        if page.columns.tag[row] == LINE_BREAK:
            yield "<br>"
        if page.columns.tag[row] != TEXT:
            continue
        chain: list[int] = []
        each = int(parent[row])
        while each > holder:
            chain.insert(0, each)
            each = int(parent[each])
        shared = 0
        while shared < min(len(chain), len(opened)) and chain[shared] == opened[shared]:
            shared += 1
        yield from (f"</{_safe(page, each)}>" for each in reversed(opened[shared:]))
        yield from (f"<{_safe(page, each)}>" for each in chain[shared:])
        opened = chain
        yield escape(page.text(row), quote=False)
    yield from (f"</{_safe(page, each)}>" for each in reversed(opened))


def _safe(page: Page, row: int) -> str:
    """The name of an element that may stay, or a neutral one: an article may not run or load anything."""
    tag = page.tag_name(row)
    return tag if tag.isalnum() and tag not in VOID_TAGS and tag not in ("script", "style", "iframe", "object") else "span"
