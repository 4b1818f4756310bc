"""News Ripper's articles: what is left of the text leaves of the pages of one layout, as plain text with headings, or formatted.

Jasselette and Vanderwhale, thesis, 2005, chapter 13: text leaves that other pages of the cluster have are removed, the rest is joined in
document order; a leaf below <p> is a paragraph with a blank line before it, one below <title> or <h1> to <h6> a heading in capitals (13.4).
Or the tags that format text stay in it (13.5). Added: any separator may decide on the leaves, not only their difference.
"""

from collections.abc import Iterator
from html import escape
from typing import Final

import numpy as np

from sitelode.html.page import Page
from sitelode.html.vocabulary import TEXT, VOID_TAGS
from sitelode_lab.separators.separator import Template
from sitelode_lab.trees.layout_tree import LayoutTree, layout_tree
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection
from sitelode_lab.trees.text_leaves import text_rows_of

CONTENT_FROM: Final = 0.5  # mean score of a leaf's text; more likely content than not
HEADINGS: Final = frozenset(("title", "h1", "h2", "h3", "h4", "h5", "h6"))


def plain_article(page: Page, template: Template, selection: TagSelection = DEFAULT_SELECTION) -> str:
    """The article as text: paragraphs apart, headings in capitals."""
    layout, kept = _kept_leaves(page, template, selection)
    lines = []
    for leaf in kept:
        tag, text = _tag_above(layout, leaf), layout.text(leaf)
        lines.append(text.upper() if tag in HEADINGS else f"\n{text}" if tag == "p" else text)
    return "\n".join(lines).strip("\n")


def formatted_article(page: Page, template: Template, selection: TagSelection = DEFAULT_SELECTION) -> str:
    """The article as HTML, without attributes: each leaf in the element that holds it, with the tags inside it."""
    layout, kept = _kept_leaves(page, template, selection)
    pieces = []
    for leaf in kept:
        tag = _tag_above(layout, leaf)
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


def _tag_above(layout: LayoutTree, leaf: int) -> str:
    above = int(layout.tree.parent[leaf])
    return layout.page.tag_name(int(layout.rows[above])) if above >= 0 else ""


def _with_tags(layout: LayoutTree, leaf: int) -> Iterator[str]:
    """The text of a leaf with the ignored elements around its pieces."""
    page, parent = layout.page, layout.page.columns.parent
    above = int(layout.tree.parent[leaf])
    holder = int(layout.rows[above]) if above >= 0 else 0
    opened: list[int] = []
    for row in range(int(layout.rows[leaf]), int(layout.last_rows[leaf])):
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
