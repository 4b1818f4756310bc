"""Segments: the lines of text a reader sees, each with the element that holds it.

A segment is a run of text nodes with no block boundary and no line break between them: a paragraph, a heading, a cell, a menu entry.
Inline markup does not divide it. It is the leaf of News Ripper's layout tree with its default tag selection.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import BLOCK_TAGS, TAG_NUMBER, tag_flags
from sitelode.text.kernels import segments as kernel
from sitelode.text.skipped import skipped_rows

UNREAD_TAGS = frozenset(("head", "noscript", "svg", "button", "select", "textarea", "datalist", "object", "canvas", "audio", "video"))
"""Elements whose text is not content: controls, pictures, and fallbacks that are shown only if something fails."""

_BR, _A = TAG_NUMBER["br"], TAG_NUMBER["a"]


@dataclass(frozen=True, slots=True)
class Segments:
    """One entry per segment, in document order."""

    first: NDArray[np.int32]  # position in `rows` of its first text node; one more entry at the end
    rows: RowColumn  # all text nodes that belong to segments
    block: RowColumn  # the nearest block element around it
    exact: NDArray[np.uint64]  # code of the text, white space collapsed
    loose: NDArray[np.uint64]  # the same in lower case and with runs of digits as one digit
    width: NDArray[np.int32]  # characters; those of ideographic and syllabic scripts count as two
    link_width: NDArray[np.int32]  # the part of the width inside links

    def __len__(self) -> int:
        return len(self.block)

    def text_rows(self, chosen: NDArray[np.bool_]) -> RowColumn:
        """The text nodes of the chosen segments."""
        rows: RowColumn = kernel.rows_of(self.first, self.rows, chosen)
        return rows


@cache
def _flags() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    return tag_flags(BLOCK_TAGS | {"br"}).view(np.uint8), tag_flags(UNREAD_TAGS).view(np.uint8)


def segments_of(page: Page) -> Segments:
    """Cut a page into segments; the result is cached."""
    return page.worked_out("segments", _cut)


def _cut(page: Page) -> Segments:
    return Segments(*kernel.cut(page.rows_read, *_flags(), skipped_rows(page), _BR, _A))
