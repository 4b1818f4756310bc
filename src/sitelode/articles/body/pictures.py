"""The pictures that belong into a body, with their captions: what Markdown and HTML show and plain text does not.

A picture belongs to the text around it. Going up from it, the first element that has text must hold some of the body: a box of links to
other articles, or an author's, holds none. Before the body and behind it, where bars with icons stand, it must be the element in which the
paragraphs themselves stand; and so everywhere for drawings, which most icons are, in no link. A picture with a caption needs none of that.
"""

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.fields.captions import Pictures, is_of_article
from sitelode.articles.fields.page_view import PageView
from sitelode.html.addresses import Addresses
from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER, TEXT, tag_flags

_A, _FIGURE, _FIGCAPTION, _NOSCRIPT = (TAG_NUMBER[name] for name in ("a", "figure", "figcaption", "noscript"))
_CONTROLS = tag_flags(frozenset(("button", "select", "textarea", "script", "style", "noscript", "template", "svg")))
_DRAWING = ".svg"
HIGHEST = 6  # steps from a picture to its figure


def with_pictures(view: PageView, pictures: Pictures, common: Sequence[str], authors: Sequence[str]) -> NDArray[np.int32]:
    """The text nodes of a body, its pictures, and the captions of those in figures."""
    shown = _belonging(view, pictures, common, authors)
    captions = [row for picture in shown for row in _caption_rows(view.page, picture)]
    return np.union1d(view.body_rows, np.array([*shown, *captions], dtype=np.int32)) if shown else view.body_rows


def _belonging(view: PageView, pictures: Pictures, common: Sequence[str], authors: Sequence[str]) -> list[int]:
    page, addresses = view.page, Addresses(view.page)
    found: dict[str, int] = {}
    for row, caption in pictures:
        address = addresses.picture(row)
        if address is None or address in found or not is_of_article(page, row, caption, authors):
            continue
        if _stands_in(page, row, found.values()):
            continue
        drawing = address.partition("?")[0].lower().endswith(_DRAWING)
        if (caption and caption not in common) or _is_of_body(view, row, closely=drawing):
            found[address] = row
    return list(found.values())


def _stands_in(page: Page, row: int, others: Collection[int]) -> bool:
    """Whether a picture is there for browsers without scripts, and the one that it stands in for was found."""
    parent = page.parents[row]
    return page.tags[parent] == _NOSCRIPT and any(page.parents[other] == page.parents[parent] for other in others)


def _is_of_body(view: PageView, row: int, *, closely: bool) -> bool:
    page, (first, last) = view.page, view.body_span
    around = next((each for each in view.ancestors(row) if page.text(each).strip()), 0)
    if closely and any(page.tags[each] == _A for each in view.ancestors(row) if each > around):
        return False
    if first < page.text_starts[row] < last and not closely:
        start, end = np.searchsorted(view.body_rows, (around, page.columns.end[around]))
        return bool(end > start)
    blocks = view.segments.block[view.chosen]
    return around in blocks or around in page.columns.parent[blocks]


def _caption_rows(page: Page, picture: int) -> Iterator[int]:
    """The text nodes of the caption that a picture's figure has."""
    figure = page.parents[picture]
    for _ in range(HIGHEST):
        if figure <= 0 or page.tags[figure] == _FIGURE:
            break
        figure = page.parents[figure]
    if figure <= 0 or page.tags[figure] != _FIGURE:
        return
    row, end, caption_end = figure + 1, int(page.columns.end[figure]), 0
    while row < end:
        if page.tags[row] == _FIGCAPTION:
            caption_end = int(page.columns.end[row])
        if _CONTROLS[page.tags[row]]:
            row = int(page.columns.end[row])
            continue
        if page.tags[row] == TEXT and row < caption_end:
            yield row
        row += 1
