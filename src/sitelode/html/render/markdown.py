"""Render any set of rows as Markdown: CommonMark with GitHub's tables and strike-through, and `: ` for definitions.

No raw HTML is written, and text that looks like markup is escaped. Tables used for layout, or with cells that do not fit
on a line of Markdown, become a sequence of blocks.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitelode.html.addresses import IMG, Addresses, other_picture_tag
from sitelode.html.page import Page, RowColumn
from sitelode.html.render.breaks import MARK_OF_TAG
from sitelode.html.render.markdown_flow import BLOCK_MARKS, DEFINITION, STYLES, Close, TextFlow, close_nothing, fenced
from sitelode.html.render.markdown_inline import Run, cell, heading, paragraph
from sitelode.html.render.selection import Chosen, leaves, walk, with_ancestors
from sitelode.html.render.table_grid import Grid, data_columns, is_listing, span
from sitelode.html.vocabulary import HEADING_TAGS, PREFORMATTED_TAGS, TAG_NUMBER, TEXT, tag_flags

if TYPE_CHECKING:
    from collections.abc import Callable

_BR, _HR, _TR = (TAG_NUMBER[name] for name in ("br", "hr", "tr"))
_LEAVES = {_BR: "_add_break", _HR: "_add_rule", IMG: "_add_picture"}
_OPENERS_OF_NAMES = {
    "a": "_open_link", "q": "_open_quotation", "blockquote": "_open_quote", "li": "_open_item", "table": "_open_table", "tr": "_open_row",
    "td": "_open_cell", "th": "_open_cell", "caption": "_open_caption", "dt": "_open_term", "dd": "_open_definition",
    **dict.fromkeys(("ul", "ol", "menu", "dir"), "_open_list"), **dict.fromkeys(PREFORMATTED_TAGS, "_open_code"),
    **dict.fromkeys(HEADING_TAGS, "_open_heading"), **dict.fromkeys(STYLES, "_open_style"),
}  # fmt: skip
_OPENERS = {TAG_NUMBER[name]: opener for name, opener in _OPENERS_OF_NAMES.items()}
_TABLE_PARTS = frozenset(TAG_NUMBER[name] for name in ("tr", "td", "th", "caption"))
_NOT_IN_HEADINGS = tag_flags(frozenset("p ul ol dl table blockquote hr".split()) | PREFORMATTED_TAGS | frozenset(HEADING_TAGS))
_BLOCK_MARK_OF_TAG = (MARK_OF_TAG & BLOCK_MARKS).tobytes()
_LANGUAGE = re.compile(r"(?:^|\s)lang(?:uage)?-([A-Za-z0-9_+#.-]{1,30})(?=\s|$)")
_ORDINAL = re.compile(r"\s*([0-9]{1,9})\s*$")


def markdown_of(page: Page, rows: Chosen, base_url: str = "") -> str:
    """Markdown with the rows, everything below them, and the structure around them.

    Links are made absolute with the page's own address, or with base_url if given.
    """
    return _MarkdownWriter(page, leaves(page, rows), Addresses(page, base_url)).written()


@dataclass(slots=True)
class _List:
    next_number: int | None = None  # None in lists without numbers
    begun: bool = False


class _MarkdownWriter(TextFlow):
    """Goes through the rows once. Opening an element returns the function that closes it."""

    def __init__(self, page: Page, leaf_rows: RowColumn, addresses: Addresses) -> None:
        super().__init__(page, leaf_rows, addresses)
        self._rows = with_ancestors(page, leaf_rows)
        self._last_line = 0  # of code laid out as a table
        self._grid: Grid | None = None  # inside a data table
        self._lists: list[_List] = []
        self._picture_tag = other_picture_tag(page)

    def written(self) -> str:
        closers: list[Close] = []
        for row, tag, leaving in walk(self._page, self._rows):
            if tag == TEXT:
                self._add_text(row)
            elif tag in _LEAVES or tag == self._picture_tag:
                if not leaving:
                    getattr(self, _LEAVES.get(tag, "_add_picture"))(row)
            elif leaving:
                closers.pop()()
            else:
                closers.append(self._opener(tag)(row))
        self._end_paragraph()
        return self._blocks.text()

    def _opener(self, tag: int) -> "Callable[[int], Close]":
        is_block = bool(_BLOCK_MARK_OF_TAG[tag])
        if self._code is not None:
            return self._open_code_line if is_block else self._open_nothing
        if self._single_line and is_block and not (self._grid is not None and tag in _TABLE_PARTS):
            return self._open_block
        found: Callable[[int], Close] = getattr(self, _OPENERS.get(tag) or ("_open_block" if is_block else "_open_nothing"))
        return found

    def _open_heading(self, row: int) -> Close:
        # NumPy's own search would copy all rows for each heading, to have both of one type.
        first, last = (bisect_left(self._rows, each) for each in (row + 1, self._page.columns.end[row]))
        if _NOT_IN_HEADINGS[self._page.columns.tag[self._rows[first:last]]].any():
            return self._open_block(row)
        level = HEADING_TAGS.index(self._page.tag_name(row)) + 1
        return self._open_single_line(lambda runs: self._add_block(heading(level, runs)))

    def _open_quote(self, _: int) -> Close:
        self._end_paragraph()
        self._blocks.open_container("> ", "> ")
        return self._close_container

    def _close_container(self) -> None:
        self._end_paragraph()
        self._blocks.close_container()
        self._last_defined = ""

    def _open_list(self, row: int) -> Close:
        self._end_paragraph()
        is_ordered = self._page.tag_name(row) == "ol"
        self._lists.append(_List(_ordinal(self._page.attribute(row, "start"), 1) if is_ordered else None))

        def close() -> None:
            self._end_paragraph()
            self._lists.pop()

        return close

    def _open_item(self, row: int) -> Close:
        self._end_paragraph()
        around = self._lists[-1] if self._lists else _List()
        marker = "- "
        if around.next_number is not None:
            number = _ordinal(self._page.attribute(row, "value"), around.next_number)
            marker, around.next_number = f"{number}. ", number + 1
        # Only a list that starts at 1 may follow a paragraph without an empty line.
        nested = len(self._lists) > 1 and self._blocks.container_is_begun and marker in ("- ", "1. ")
        self._blocks.open_container(marker, " " * len(marker), joins=around.begun or nested)

        def close() -> None:
            self._end_paragraph()
            around.begun |= self._blocks.close_container()

        return close

    def _open_term(self, _: int) -> Close:
        def write(runs: list[Run]) -> None:
            if lines := paragraph(runs):
                self._blocks.add_paragraph(lines, joins=self._last_defined == "dt")
                self._last_defined = "dt"

        return self._open_single_line(write)

    def _open_definition(self, _: int) -> Close:
        self._end_paragraph()
        self._blocks.open_container(DEFINITION, "  ", joins=bool(self._last_defined))

        def close() -> None:
            self._end_paragraph()
            self._last_defined = "dd" if self._blocks.close_container() else self._last_defined

        return close

    def _open_code(self, row: int) -> Close:
        self._end_paragraph()
        self._code = []

        def close() -> None:
            self._add_block(fenced("".join(self._code or ()), _language(self._page, row)))
            self._code = None
            self._parted = True

        return close

    def _open_code_line(self, row: int) -> Close:
        self._start_code_line()
        if self._page.tags[row] == _TR and self._code is not None:  # lines without chosen text stay empty
            self._code += ["\n"] * int((self._page.columns.tag[self._last_line + 1 : row] == _TR).sum())
            self._last_line = row
        return self._start_code_line

    def _start_code_line(self) -> None:
        self._parted = True
        if self._code and not self._code[-1].endswith("\n"):
            self._code.append("\n")

    # Data tables. In other tables, cells are blocks.

    def _open_table(self, row: int) -> Close:
        if is_listing(self._page, row):
            self._last_line = row
            return self._open_code(row)
        columns = data_columns(self._page, row, self._rows)
        if not columns:
            return self._open_block(row)

        def write(strays: list[Run]) -> None:
            grid, self._grid = self._grid, None
            self._add_paragraph(strays)
            self._add_block(list(grid.lines()) if grid is not None else [])

        close = self._open_single_line(write)
        self._grid = Grid(columns)
        return close

    def _open_row(self, row: int) -> Close:
        if self._grid is None:
            return self._open_block(row)
        self._grid.start_row(sum(1 for _ in self._page.children(row)))
        return close_nothing

    def _open_caption(self, row: int) -> Close:
        return self._open_block(row) if self._grid is None else self._open_single_line(self._add_paragraph)

    def _open_cell(self, row: int) -> Close:
        if self._grid is None:
            return self._open_block(row)
        grid, page = self._grid, self._page
        section = page.columns.parent[page.columns.parent[row]]
        is_header = page.tag_name(row) == "th" or page.tag_name(int(section)) == "thead"
        spans = span(page.attribute(row, "colspan")), span(page.attribute(row, "rowspan"))
        return self._open_single_line(lambda runs: grid.place(cell(runs), *spans, is_header=is_header))


def _ordinal(value: str | None, default: int) -> int:
    number = _ORDINAL.match(value or "")
    return int(number[1]) if number else default


def _language(page: Page, row: int) -> str:
    """The programming language, from a class of the element itself, of the `code` inside it, or of the highlighter's element around it."""
    parent = max(int(page.columns.parent[row]), 0)
    for place in (min(row + 1, len(page) - 1), row, parent, max(int(page.columns.parent[parent]), 0)):
        if found := _LANGUAGE.search(page.string(int(page.columns.class_[place]))):
            return found[1]
    return ""
