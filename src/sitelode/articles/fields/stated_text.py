"""The text of a page that shows none: what it states as `articleBody`, for a script to show or for other programs to read.

Taken only where a page has no text of its own: what is shown is better evidence than what is stated, which may be a teaser, all in one
line, or the text of another page.
"""

from html import escape, unescape
from typing import Final

from sitelode.errors import PageError
from sitelode.html.metadata import Metadata
from sitelode.html.page import Page
from sitelode.html.parse import parse

LEAST_STATED: Final = 100  # characters; less is a title or a notice
CONFIDENCE: Final = 0.5  # in a text that was not seen among others
_NAME: Final = "articleBody"
_MARKUP = ("<p", "<br", "<div", "</")


def stated_page(page: Page, metadata: Metadata) -> Page | None:
    """The text that a page states, as a page; none where it states none, or several."""
    stated = {text for item in metadata.linked_data if isinstance(text := item.get(_NAME), str) and len(text) >= LEAST_STATED}
    if len(stated) != 1:
        return None
    try:
        return parse(_as_html(stated.pop()).encode("utf-8", "replace"), page.url, "text/html; charset=utf-8")
    except PageError:
        return None


def _as_html(text: str) -> str:
    if "&lt;" in text and not any(mark in text for mark in _MARKUP):
        text = unescape(text)  # markup that was escaped on its way
    if any(mark in text for mark in _MARKUP):
        return f"<body>{text}"
    return "<body>" + "".join(f"<p>{escape(unescape(line), quote=False)}</p>" for line in text.splitlines() if line.strip())
