"""Render any set of rows as plain text.

White space collapses as in a browser, except in `pre`; no-break spaces become spaces. Inline elements are joined, blocks start a line,
paragraphs and headings are between empty lines, cells between tabs. Items get a dash and nested ones an indent; numbers are not added,
because they would be counted as words of the page.

All of this works on the page's bytes: separators between text nodes are written as bytes that UTF-8 never uses, in the same pass that
collapses white space, and a last pass turns those bytes into line feeds, tabs and spaces.
"""

import numpy as np

from sitelode.html.kernels.text import TextWriter
from sitelode.html.page import Page, RowColumn
from sitelode.html.render.breaks import MARK_OF_TAG
from sitelode.html.render.selection import Chosen, shown_rows
from sitelode.html.vocabulary import PREFORMATTED_TAGS, TAG_NUMBER, TEXT, tag_flags

_WRITER = TextWriter(tag_flags(PREFORMATTED_TAGS).view(np.uint8), MARK_OF_TAG, TAG_NUMBER["br"], TAG_NUMBER["li"])


def text_of(page: Page, rows: Chosen) -> str:
    """Plain text of the rows and of everything below them.

    Accepts a mask over rows, or row numbers. Time is linear in the rows from the first to the last chosen one, and in their text.
    """
    shown = shown_rows(page, rows)
    return text_of_nodes(page, shown[page.columns.tag[shown] == TEXT])


def text_of_nodes(page: Page, texts: RowColumn) -> str:
    """The same for rows that are all text nodes, in document order."""
    text: str = _WRITER.joined(page.rows_read, texts) if len(texts) else ""
    return text
