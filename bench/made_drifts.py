"""Synthetic template changes on real pages: what sites do to their markup from one day to the next, with the same content.

Every change is a function of a tree, the same for all pages of a site.
"""

from collections.abc import Callable
from hashlib import blake2b

import lxml.html
from lxml.html import HtmlElement

Change = Callable[[HtmlElement], None]
MOVED_BELOW = 3  # blocks side by side: with fewer there is nothing to move
MOST_MOVED = 8
_OTHER_TAGS = {
    "table": "div", "tbody": "div", "tr": "div", "td": "div", "th": "strong", "span": "em", "b": "span", "li": "div", "ul": "section",
    "h1": "h2", "h3": "h4", "div": "section", "p": "div",
}  # fmt: skip


def unchanged(_: HtmlElement) -> None:
    """Nothing: a verdict other than "fits" would be a false alarm."""


def renamed(tree: HtmlElement) -> None:
    """All class names and ids are others, as after a build with another tool."""
    for element in tree.iter():
        for attribute in ("class", "id"):
            if isinstance(element.tag, str) and element.get(attribute):
                element.set(attribute, " ".join(map(_other_name, element.get(attribute).split())))


def wrapped(tree: HtmlElement) -> None:
    """Two elements more around all that the body has, and one more inside every cell, list item and named block with text of its own."""
    body = tree.find("body")
    if body is not None:
        _wrap_inside(body, "site-frame")
        _wrap_inside(body[0], "site-column")
    for element in list(tree.iter("td", "li", "dd")):
        _wrap_inside(element, "cell-inner")


def reordered(tree: HtmlElement) -> None:
    """Rows of tables and items of definition lists have their cells in the opposite order; other rows of three and more blocks, too."""
    for element in list(tree.iter("tr")):
        element[:] = list(reversed(element))
    for element in list(tree.iter("div", "li", "article")):
        blocks = [child for child in element if isinstance(child.tag, str)]
        if MOVED_BELOW <= len(blocks) <= MOST_MOVED and len({(child.tag, child.get("class")) for child in blocks}) == len(blocks):
            for child in blocks:
                child.tail = child.tail if (child.tail or "").strip() else None
            element[:] = list(reversed(element))


def moved(tree: HtmlElement) -> None:
    """The blocks of the page stand in the opposite order: what was in the first column is in the last."""
    at = tree.find("body")
    while at is not None:
        blocks = [child for child in at if isinstance(child.tag, str) and child.text_content().strip()]
        if len(blocks) >= MOVED_BELOW or not blocks:
            break
        at = max(blocks, key=lambda child: len(child.text_content()))
    if at is not None and at.tag not in ("table", "tbody"):
        at[:] = list(reversed(at))


def redesigned(tree: HtmlElement) -> None:
    """Other tags, other names, more elements, another order."""
    moved(tree)
    wrapped(tree)
    renamed(tree)
    for element in tree.iter():
        if isinstance(element.tag, str) and element.tag in _OTHER_TAGS:
            element.tag = _OTHER_TAGS[element.tag]


CHANGES: dict[str, Change] = {change.__name__: change for change in (unchanged, renamed, wrapped, reordered, moved, redesigned)}


def changed_html(html: str, change: Change) -> str:
    """A page's source after a change; as it is where it cannot be read."""
    try:
        tree = lxml.html.document_fromstring(html.encode("utf-8", "replace"), parser=lxml.html.HTMLParser(encoding="utf-8"))
    except (lxml.etree.ParserError, ValueError):
        return html
    change(tree)
    return str(lxml.html.tostring(tree, encoding="unicode"))


def _other_name(name: str) -> str:
    letters = blake2b(name.encode(), digest_size=3).hexdigest().translate(str.maketrans("0123456789", "ghijklmnop"))
    return f"x{letters}"


def _wrap_inside(element: HtmlElement, name: str) -> None:
    inner = element.makeelement("div", {"class": name})
    inner.text, element.text = element.text, None
    inner[:] = list(element)
    element.append(inner)
