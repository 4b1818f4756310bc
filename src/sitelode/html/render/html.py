"""Render any set of rows as clean HTML: few tags, fewer attributes, no scripts.

The output is built from allow-lists: a tag or attribute that is not in the tables below cannot appear, text is escaped, and no element
is written whose content a parser would read differently (script, style, textarea, svg, ...). Elements that only group others are
left out; those with text of their own become `div`. Parsing the result gives the same text.
"""

import re
from html import escape

import numpy as np
from numpy.typing import NDArray

from sitelode.html.addresses import IMG, Addresses, other_picture_tag
from sitelode.html.page import Page, RowColumn
from sitelode.html.render.breaks import ANY_BLOCK, BREAK, MARK_OF_TAG, SPACE, breaks_before
from sitelode.html.render.selection import Chosen, leaves, walk, with_ancestors
from sitelode.html.render.table_grid import is_listing, span
from sitelode.html.vocabulary import HEADING_TAGS, PREFORMATTED_TAGS, TAG_NUMBER, TEXT, tag_flags

_SAME = "a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small strong sub sup time u var".split()
_INLINE = {name: name for name in _SAME} | {"acronym": "abbr", "strike": "s", "tt": "code"}
_BLOCKS = "p blockquote ul ol dl li dt dd figure figcaption table caption thead tbody tfoot tr td th".split()
_BLOCK = {name: name for name in (*_BLOCKS, *HEADING_TAGS)} | {"menu": "ul", "dir": "ul"} | dict.fromkeys(PREFORMATTED_TAGS, "pre")
_WRITTEN_AS = {TAG_NUMBER[name]: written for name, written in (_INLINE | _BLOCK).items()}

# Anywhere else a parser would drop the tag, or close open elements.
_ONLY_IN = {
    "dt": ("dl",), "dd": ("dl",), "tr": ("table", "thead", "tbody", "tfoot"), "td": ("tr",), "th": ("tr",),
    "thead": ("table",), "tbody": ("table",), "tfoot": ("table",), "caption": ("table",), "figcaption": ("figure",),
    "rt": ("ruby",), "rp": ("ruby",),
}  # fmt: skip
_ATTRIBUTES = {
    "a": ("title",), "abbr": ("title",), "dfn": ("title",), "img": ("alt", "title"), "time": ("datetime",), "del": ("datetime",),
    "ins": ("datetime",), "td": ("colspan", "rowspan"), "th": ("colspan", "rowspan"), "ol": ("start",),
}  # fmt: skip
_EVERYWHERE = ("lang", "dir")
_VALID = {
    "lang": re.compile(r"[A-Za-z0-9-]{1,35}"), "dir": re.compile(r"ltr|rtl|auto", re.IGNORECASE), "start": re.compile(r"-?[0-9]{1,9}"),
}  # fmt: skip

_WHITE = re.compile(r"[ \t\n\r\f]+")
_LINE_PER_CHILD = frozenset("ul ol dl table thead tbody tfoot tr".split())
_BLOCK_MARK_OF_TAG = (MARK_OF_TAG & (ANY_BLOCK & ~BREAK)).tobytes()
_HTML, _BODY, _P, _BR, _HR, _TABLE, _TR = (TAG_NUMBER[name] for name in ("html", "body", "p", "br", "hr", "table", "tr"))
_TABLE_PARTS = tag_flags(frozenset(("table", "thead", "tbody", "tfoot", "tr", "td", "th")))
_CELLS = tag_flags(frozenset(("td", "th")))
_HEADINGS = tag_flags(frozenset(HEADING_TAGS))


def html_of(page: Page, rows: Chosen, base_url: str = "") -> str:
    """A fragment of HTML with the rows, everything below them, and the structure around them.

    Links are made absolute with the page's own address, or with base_url if given.
    """
    return _HtmlWriter(page, leaves(page, rows), Addresses(page, base_url)).written()


class _HtmlWriter:
    def __init__(self, page: Page, leaf_rows: RowColumn, addresses: Addresses) -> None:
        self._page, self._addresses = page, addresses
        self._rows = with_ancestors(page, leaf_rows)
        self._marks_before = breaks_before(page, leaf_rows)
        self._holds_inline = _parents_of_inline(page, self._rows)
        self._is_unsuited = _wrapped_around_blocks(page, self._rows)
        self._is_layout = _parts_of_layout(page, self._rows, leaf_rows)
        self._attributes = {name: dict(page.attribute_column(name)) for name in (*_EVERYWHERE, *sum(_ATTRIBUTES.values(), ()))}
        self._attributed = frozenset().union(*self._attributes.values())
        self._out: list[str] = []
        self._pictures = (IMG, other_picture_tag(page))
        self._open: list[str] = []  # names written, "" for an element left out
        self._containers: list[str] = [""]  # the names in _open that are not ""
        self._listing_end = self._last_line = 0  # of code laid out as a table
        self._line_is_new = True  # no text since the last block or line break

    def written(self) -> str:
        voids = (_BR, _HR, *self._pictures)
        for row, tag, leaving in walk(self._page, self._rows):
            if tag == TEXT:
                self._write_text(row)
            elif tag in voids:
                if not leaving:
                    self._write_void(row, tag)
            elif leaving:
                self._close(tag)
            else:
                self._open_element(row, tag)
        return "".join(self._out).strip("\n")

    def _write_text(self, row: int) -> None:
        marks, text = self._marks_before[row], self._page.text(row)
        in_pre = "pre" in self._containers
        if marks & ANY_BLOCK and not self._line_is_new:
            self._out.append("\n" if in_pre else "<br>")
        elif marks & SPACE and not self._line_is_new:
            text = " " + text
        self._out.append(escape(text if in_pre else _WHITE.sub(" ", text), quote=False))
        self._line_is_new = False

    def _write_void(self, row: int, tag: int) -> None:
        if tag in self._pictures:
            address = self._addresses.picture(row)
            if address is not None:
                self._out.append(f'<img src="{escape(address)}"{self._written_attributes(row, "img")}>')
                self._line_is_new = False
            return
        self._out.append("<br>" if tag == _BR else "<hr>\n")
        self._line_is_new = True

    def _open_element(self, row: int, tag: int) -> None:
        if tag == _TABLE and row >= self._listing_end and is_listing(self._page, row):
            self._listing_end, self._last_line = int(self._page.columns.end[row]), row
            name = "pre"
        else:
            name = self._name(row, tag) if row >= self._listing_end else self._part_of_listing(row, tag)
        self._open.append(name)
        if not name:
            return
        if _BLOCK_MARK_OF_TAG[tag]:
            self._line_is_new = True
        self._containers.append(name)
        self._out.append(f"<{name}{self._written_attributes(row, name)}>")
        if name == "pre" and self._page.text(row)[:1] == "\n":
            self._out.append("\n")  # a parser drops the first one
        elif name in _LINE_PER_CHILD:
            self._out.append("\n")

    def _close(self, tag: int) -> None:
        name = self._open.pop()
        if not name:
            return
        self._containers.pop()
        self._out.append(f"</{name}>")
        if _BLOCK_MARK_OF_TAG[tag]:
            self._line_is_new = True
            if "pre" not in self._containers:
                self._out.append("\n")

    def _name(self, row: int, tag: int) -> str:
        """The tag name to write for an element; "" if only its content is written."""
        is_block = bool(_BLOCK_MARK_OF_TAG[tag])
        if self._is_layout[row]:
            return "div" if self._holds_inline[row] else ""
        name = _WRITTEN_AS.get(tag, "")
        if name == "a" and ("a" in self._containers or self._addresses.link(row) is None):
            name = ""
        elif name == "li":
            return "div" if self._inside_item_alone() else name
        elif name in _ONLY_IN and self._containers[-1] not in _ONLY_IN[name]:
            return "div" if is_block else ""
        if name and not self._is_unsuited[row]:
            return name
        if self._holds_inline[row] or (tag not in (_HTML, _BODY) and any(row in self._attributes[each] for each in _EVERYWHERE)):
            return "div" if is_block else self._span(row)
        return ""

    def _part_of_listing(self, row: int, tag: int) -> str:
        """The tag name to write for an element of code laid out as a table; lines without chosen text stay empty."""
        if tag == _TR:
            self._out.append("\n" * int((self._page.columns.tag[self._last_line + 1 : row] == _TR).sum()))
            self._last_line = row
        return "" if _BLOCK_MARK_OF_TAG[tag] else self._name(row, tag)

    def _inside_item_alone(self) -> bool:
        """Whether another item here would end the item around it, because there is no list between them."""
        return next((name == "li" for name in reversed(self._containers) if name in ("li", "ul", "ol")), False)

    def _span(self, row: int) -> str:
        return "span" if any(row in self._attributes[name] for name in _EVERYWHERE) else ""

    def _written_attributes(self, row: int, name: str) -> str:
        parts = [f' href="{escape(self._addresses.link(row) or "")}"'] if name == "a" else []
        if row not in self._attributed:
            return "".join(parts)
        for attribute in (*_ATTRIBUTES.get(name, ()), *_EVERYWHERE):
            value = self._attributes[attribute].get(row)
            if value is None:
                continue
            if attribute.endswith("span"):
                value = str(span(value))
            if attribute not in _VALID or _VALID[attribute].fullmatch(value):
                parts.append(f' {attribute}="{escape(value)}"')
        return "".join(parts)


# Answers for every row of a page, a byte each.


def _parents_of_inline(page: Page, rows: RowColumn) -> bytes:
    flags = np.zeros(len(page) + 1, dtype=np.uint8)  # the last is the parent of the root, -1
    flags[page.columns.parent[rows[~_is_block(page, rows)]]] = 1
    return flags.tobytes()


def _wrapped_around_blocks(page: Page, rows: RowColumn) -> bytes:
    """Paragraphs that contain blocks, and headings that contain headings: parsers allow them in some places and split them in others."""
    tags, flags = page.columns.tag[rows], np.zeros(len(page), dtype=np.uint8)
    headings = rows[_HEADINGS[tags]]
    for outer, inner in ((rows[tags == _P], rows[_is_block(page, rows)]), (headings, headings)):
        inside = np.searchsorted(inner, page.columns.end[outer]) - np.searchsorted(inner, outer, side="right")
        flags[outer[inside > 0]] = 1
    return flags.tobytes()


def _parts_of_layout(page: Page, rows: RowColumn, leaf_rows: RowColumn) -> bytes:
    """Tables with nothing beside anything else, and their own parts: they only place what they hold."""
    columns, flags = page.columns, np.zeros(len(page), dtype=np.uint8)
    parts = rows[_TABLE_PARTS[columns.tag[rows]]]
    if not len(parts):
        return flags.tobytes()
    table_of = np.full(len(page), -1, dtype=np.int64)
    for part, tag, parent in zip(parts.tolist(), columns.tag[parts].tolist(), columns.parent[parts].tolist(), strict=True):
        table_of[part] = part if tag == _TABLE else table_of[parent]
    cells = parts[_CELLS[columns.tag[parts]]]
    filled = cells[np.searchsorted(leaf_rows, columns.end[cells]) > np.searchsorted(leaf_rows, cells)]
    beside_others = np.flatnonzero(np.bincount(columns.parent[filled], minlength=len(page)) > 1)  # rows of tables
    flags[parts[~np.isin(table_of[parts], table_of[beside_others])]] = 1
    return flags.tobytes()


def _is_block(page: Page, rows: RowColumn) -> NDArray[np.bool_]:
    return np.frombuffer(_BLOCK_MARK_OF_TAG, dtype=np.uint8)[page.columns.tag[rows]] > 0
