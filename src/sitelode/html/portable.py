"""Convert the parser's tree to columns through selectolax's objects: slower than `lexbor.py`, works everywhere, oracle of its tests.

Nothing watches the parser here: a page is bounded by its size and its tags alone.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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


@dataclass
class _Rows:
    """The columns under construction."""

    tag: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    text_start: list[int] = field(default_factory=list)
    text_end: list[int] = field(default_factory=list)
    named: dict[str, list[int]] = field(default_factory=lambda: {"class": [], "id": [], "role": []})
    attributes: list[tuple[int, int, int]] = field(default_factory=list)
    strings: dict[str, int] = field(default_factory=lambda: {seed.decode(): number for number, seed in enumerate(SEED_STRINGS)})
    unknown: dict[str, int] = field(default_factory=dict)
    text: bytearray = field(default_factory=bytearray)
    open_rows: list[int] = field(default_factory=list)
    preformatted: int = 0

    def enter(self, node: LexborNode) -> None:
        name = (node.tag or "").lower()
        row = self._row(TAG_NUMBER.get(name) or FIRST_UNKNOWN_TAG + self.unknown.setdefault(name, len(self.unknown)))
        attributes = [(key, value or "") for key, value in node.attributes.items()]
        for key, value in attributes:
            name_number, value_number = self._string(key), self._string(value)
            self.attributes.append((row, name_number, value_number))
            if key in self.named:
                self.named[key][row] = value_number
        code = node.first_child if name in UNSEEN_TEXT_TAGS else None
        if code is not None and code.is_text_node and _is_data(dict(attributes).get("type") or "", code.text_content or ""):
            self.attributes.append((row, self._string("#text"), self._string(code.text_content or "")))
        self.preformatted += name in PREFORMATTED_TAGS
        self.open_rows.append(row)

    def leave(self) -> None:
        row = self.open_rows.pop()
        self.preformatted -= self.tag[row] in {TAG_NUMBER[name] for name in PREFORMATTED_TAGS}
        self.end[row], self.text_end[row] = len(self.tag), len(self.text)

    def add_text(self, node: LexborNode) -> None:
        content = node.text_content or ""
        if not content or (not self.preformatted and not content.strip(_WHITE) and not _shown_as_space(node)):
            return
        row = self._row(TEXT)
        self.text += content.encode("utf-8", "replace")
        self.end[row], self.text_end[row] = row + 1, len(self.text)

    def _row(self, tag: int) -> int:
        row = len(self.tag)
        self.tag.append(tag)
        self.parent.append(self.open_rows[-1] if self.open_rows else -1)
        self.depth.append(len(self.open_rows))
        self.end.append(row + 1)
        self.text_start.append(len(self.text))
        self.text_end.append(len(self.text))
        for column in self.named.values():
            column.append(NO_STRING)
        return row

    def _string(self, text: str) -> int:
        return self.strings.setdefault(text, len(self.strings))

    def columns(self) -> Columns:
        encoded = [text.encode("utf-8", "replace") for text in self.strings]
        node, name, value = np.array(self.attributes, dtype=np.int32).reshape(-1, 3).T.copy()  # each in one piece, for compiled code
        numbers = (self.parent, self.depth, self.end, self.text_start, self.text_end, *self.named.values())
        parent, depth, end, text_start, text_end, class_, id_, role = (np.array(column, dtype=np.int32) for column in numbers)
        return Columns(
            np.array(self.tag, dtype=np.uint16), parent, depth, end, text_start, text_end, class_, id_, role, node, name, value,
            np.cumsum([0, *map(len, encoded)], dtype=np.int32), b"".join(encoded), bytes(self.text), tuple(self.unknown),
        )  # fmt: skip
