"""Find the pictures that belong to a body, and their captions: Markdown and HTML show them, plain text does not.

A picture belongs to the text around it. Going up from it, the first element with text must hold some of the body; boxes of links or
about the author hold none. Before and after the body, where icon bars are, it must be the element that holds the paragraphs. The same
goes for drawings anywhere, since most are icons, and they must not be in a link. A picture with a caption always belongs.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

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
HIGHEST = 6  # steps from a picture to its figure; set by hand


Rows = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class BodyPictures:
    """The pictures of a body, and the text nodes of their captions as far as they are in figures."""

    pictures: Rows
    captions: Rows

    @classmethod
    def of(cls, view: PageView, pictures: Pictures, common: Sequence[str], authors: Sequence[str]) -> "BodyPictures":
        shown = _belonging(view, pictures, common, authors)
        captions = [row for picture in shown for row in _caption_rows(view.page, picture)]
        return cls(np.array(shown, dtype=np.int32), np.array(captions, dtype=np.int32))

    def with_captions(self, text: Rows, *, wanted: bool) -> Rows:
        """Text nodes with the captions, or without them."""
        return np.union1d(text, self.captions) if wanted else np.setdiff1d(text, self.captions)

    def with_pictures(self, text: Rows) -> Rows:
        return np.union1d(text, self.pictures)


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
    """Whether a picture is a fallback for browsers without scripts, and the picture it replaces was found."""
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
    blocks = view.body.segments.block[view.body.chosen]
    return around in blocks or around in page.columns.parent[blocks]


def _caption_rows(page: Page, picture: int) -> Iterator[int]:
    """The text nodes of the caption in the figure around a picture."""
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
