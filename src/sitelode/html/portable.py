"""Convert the parser's tree to columns through selectolax's objects: slower than `lexbor.py`, works everywhere, oracle of its tests.

Nothing watches the parser here: a page is bounded by its size and its tags alone.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from sitelode.html.page import NO_STRING, Columns
from sitelode.html.vocabulary import (
    ASSIGNED_DATA,
    BLOCK_TAGS,
    FIRST_UNKNOWN_TAG,
    PREFORMATTED_TAGS,
    SEED_STRINGS,
    TAG_NUMBER,
    TEXT,
    UNSEEN_TEXT_TAGS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_WHITE = " \n\t\r\f"
_BREAKING = BLOCK_TAGS | {"br"}
_END, _TEXT_END, _NAMED = 3, 5, {"class": 6, "id": 7, "role": 8}  # places in a row


def columns_of(html: bytes, _most_bytes: int = 0) -> Columns:
    """Parse UTF-8 and turn the tree into columns."""
    tree = LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS)
    rows = _Rows()
    if tree.root is not None:
        for node, leaving in _visits(tree.root):
            if leaving:
                rows.leave()
            elif node.is_element_node:
                rows.enter(node)
            else:
                rows.add_text(node)
    return rows.columns()


def _visits(root: LexborNode) -> "Iterator[tuple[LexborNode, bool]]":
    """Elements and text nodes in document order; each element comes again when it is left."""
    stack: list[tuple[LexborNode, bool]] = [(root, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            yield node, True
        elif node.is_text_node:
            yield node, False
        elif node.is_element_node:
            yield node, False
            stack.append((node, True))
            if node.tag not in UNSEEN_TEXT_TAGS:
                stack.extend((child, False) for child in reversed(list(node.iter(include_text=True))))


def _breaks_line(node: LexborNode) -> bool:
    return node.is_element_node and node.tag in _BREAKING


def _shown_as_space(node: LexborNode) -> bool:
    before, after, parent = node.prev, node.next, node.parent
    if (before is None or after is None) and parent is not None and _breaks_line(parent):
        return False
    return not (before is not None and _breaks_line(before)) and not (after is not None and _breaks_line(after))


def _is_data(kind: str, code: str) -> bool:
    return "json" in kind.lower() or ASSIGNED_DATA.match(code.encode("utf-8", "replace")) is not None


class _Rows:
    """The columns under construction."""

    def __init__(self) -> None:
        self.rows: list[list[int]] = []  # tag, parent, depth, end, text_start, text_end, class, id, role
        self.attributes: list[tuple[int, int, int]] = []
        self.strings = {seed.decode(): number for number, seed in enumerate(SEED_STRINGS)}
        self.unknown: dict[str, int] = {}
        self.text = bytearray()
        self.open: list[tuple[int, bool]] = []  # rows, and whether they keep white space

    def enter(self, node: LexborNode) -> None:
        name = (node.tag or "").lower()
        row = self._row(TAG_NUMBER.get(name) or FIRST_UNKNOWN_TAG + self.unknown.setdefault(name, len(self.unknown)))
        attributes = [(key, value or "") for key, value in node.attributes.items()]
        for key, value in attributes:
            self.attributes.append((row, self._string(key), self._string(value)))
            if key in _NAMED:
                self.rows[row][_NAMED[key]] = self._string(value)
        code = node.first_child if name in UNSEEN_TEXT_TAGS else None
        if code is not None and code.is_text_node and _is_data(dict(attributes).get("type") or "", code.text_content or ""):
            self.attributes.append((row, self._string("#text"), self._string(code.text_content or "")))
        self.open.append((row, name in PREFORMATTED_TAGS or (bool(self.open) and self.open[-1][1])))

    def leave(self) -> None:
        row, _ = self.open.pop()
        self.rows[row][_END], self.rows[row][_TEXT_END] = len(self.rows), len(self.text)

    def add_text(self, node: LexborNode) -> None:
        content = node.text_content or ""
        if content and ((self.open and self.open[-1][1]) or content.strip(_WHITE) or _shown_as_space(node)):
            row = self._row(TEXT)
            self.text += content.encode("utf-8", "replace")
            self.rows[row][_TEXT_END] = len(self.text)

    def _row(self, tag: int) -> int:
        row, start = len(self.rows), len(self.text)
        parent = self.open[-1][0] if self.open else -1
        self.rows.append([tag, parent, len(self.open), row + 1, start, start, NO_STRING, NO_STRING, NO_STRING])
        return row

    def _string(self, text: str) -> int:
        return self.strings.setdefault(text, len(self.strings))

    def columns(self) -> Columns:
        encoded = [text.encode("utf-8", "replace") for text in self.strings]
        tag, *numbers = np.array(self.rows, np.int32).reshape(-1, 9).T.copy()  # each in one piece, for compiled code
        attributes = np.array(self.attributes, np.int32).reshape(-1, 3).T.copy()
        starts = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
        columns: list[Any] = [tag.astype(np.uint16), *numbers, *attributes, starts]
        return Columns(*columns, b"".join(encoded), bytes(self.text), tuple(self.unknown))  # type: ignore[call-arg]  # in this order
