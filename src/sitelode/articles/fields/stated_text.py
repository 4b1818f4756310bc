"""The text of a page that shows none: the `articleBody` that it states, for a script to show or for other programs to read.

It is used only if a page shows no text: shown text is better evidence than stated text, which may be a teaser, all in one line, or
the text of another page.
"""

from html import escape, unescape
from typing import Final

from sitelode.errors import PageError
from sitelode.html.metadata import Metadata
from sitelode.html.page import Page
from sitelode.html.parse import parse

LEAST_STATED: Final = 100  # characters; less is a title or a notice. Set by hand
CONFIDENCE: Final = 0.5  # in a text that was not chosen among others; set by hand
_NAME: Final = "articleBody"
_MARKUP = ("<p", "<br", "<div", "</")


def stated_page(page: Page, metadata: Metadata) -> Page | None:
    """The text that a page states, as a page; None if it states none, or several."""
    stated = {text for item in metadata.linked_data if isinstance(text := item.get(_NAME), str) and len(text) >= LEAST_STATED}
    if len(stated) != 1:
        return None
    try:
        return parse(_as_html(stated.pop()).encode("utf-8", "replace"), page.url, "text/html; charset=utf-8")
    except PageError:
        return None


def _as_html(text: str) -> str:
    if "&lt;" in text and not any(mark in text for mark in _MARKUP):
        text = unescape(text)  # markup that was escaped in transit
    if any(mark in text for mark in _MARKUP):
        return f"<body>{text}"
    return "<body>" + "".join(f"<p>{escape(unescape(line), quote=False)}</p>" for line in text.splitlines() if line.strip())
