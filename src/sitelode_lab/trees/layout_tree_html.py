"""Turn a layout tree back into HTML for a browser (News Ripper, section 11.5), whole or only a common part.

Attributes other than class, id and role are left out: only the arrangement is shown, and the page cannot run or load anything.
"""

from collections.abc import Iterator
from html import escape

import numpy as np
from numpy.typing import NDArray

from sitelode.html.vocabulary import VOID_TAGS
from sitelode_lab.trees.layout_tree import LayoutTree

_SHOWN_ATTRIBUTES = ("class", "id", "role")
_NO_CONTENT = VOID_TAGS | {"iframe", "object", "applet", "svg", "math", "video", "audio", "canvas", "picture", "embed"}


def layout_html(layout: LayoutTree, shown: NDArray[np.bool_] | None = None) -> str:
    """HTML of the tree, or of its nodes that are `shown`; the ancestors of a shown node must be shown too."""
    return "<!doctype html>\n" + "".join(_pieces(layout, shown))


def _pieces(layout: LayoutTree, shown: NDArray[np.bool_] | None) -> Iterator[str]:
    open_nodes: list[int] = []
    for node in range(len(layout)):
        while open_nodes and layout.tree.end[open_nodes[-1]] <= node:
            yield _end(layout, open_nodes.pop())
        if shown is not None and not shown[node]:
            continue
        if layout.is_text(node):
            yield escape(layout.text(node)) + "\n"
        else:
            yield _start(layout, node)
            open_nodes.append(node)
    while open_nodes:
        yield _end(layout, open_nodes.pop())


def _start(layout: LayoutTree, node: int) -> str:
    row = int(layout.rows[node])
    attributes = layout.page.attributes(row)
    kept = "".join(f' {name}="{escape(attributes[name])}"' for name in _SHOWN_ATTRIBUTES if name in attributes)
    tag = _safe(layout.page.tag_name(row))
    return f"<{tag}{kept}>" + ("" if tag in _NO_CONTENT else "\n")


def _end(layout: LayoutTree, node: int) -> str:
    tag = _safe(layout.page.tag_name(int(layout.rows[node])))
    return "" if tag in VOID_TAGS else f"</{tag}>\n"


def _safe(tag: str) -> str:
    """The tag, or a neutral one for names that only broken markup has."""
    return tag if tag.replace("-", "").isalnum() and tag not in ("script", "style", "plaintext", "xmp") else "span"
