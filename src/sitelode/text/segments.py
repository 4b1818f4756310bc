"""Segments: the lines of text a reader sees, each with the element that holds it.

A segment is a run of text nodes with no block boundary and no line break between them: a paragraph, a heading, a cell, a menu entry.
Inline markup does not divide it. It is the leaf of News Ripper's layout tree with its default tag selection.

`Segments` has one entry per segment, in document order: `first`, the position in `rows` of its first text node, with one more entry at the
end (`rows` has all text nodes that belong to segments); `block`, the nearest block element around it; `exact`, the code of the text with
white space collapsed; `loose`, the same in lower case and with runs of digits as one digit; `width`, its characters, of which those of
ideographic and syllabic scripts count as two; `link_width`, the part of the width inside links.
"""

import numpy as np

from sitelode.html.page import Page
from sitelode.html.vocabulary import BLOCK_TAGS, TAG_NUMBER, tag_flags
from sitelode.text.kernels.segments import Segments, cut
from sitelode.text.skipped import skipped_rows

UNREAD_TAGS = frozenset(("head", "noscript", "svg", "button", "select", "textarea", "datalist", "object", "canvas", "audio", "video"))
"""Elements whose text is not content: controls, pictures, and fallbacks that are shown only if something fails."""

__all__ = ["UNREAD_TAGS", "Segments", "segments_of"]
_BR, _A = TAG_NUMBER["br"], TAG_NUMBER["a"]
_FLAGS = tag_flags(BLOCK_TAGS | {"br"}).view(np.uint8), tag_flags(UNREAD_TAGS).view(np.uint8)


def segments_of(page: Page) -> Segments:
    """Cut a page into segments; the result is cached."""
    return page.cached("segments", _cut)


def _cut(page: Page) -> Segments:
    found: Segments = cut(page.rows_read, *_FLAGS, skipped_rows(page), _BR, _A)
    return found
