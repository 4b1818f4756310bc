"""Any set of rows as Markdown: CommonMark with GitHub's tables and strike-through, and `: ` for definitions.

Nothing of the page is written as raw HTML, and what looks like markup in its text is escaped. Tables that are there for layout, or that
hold more than a line of Markdown can, become a sequence of blocks.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sitelode.html.addresses import Addresses
from sitelode.html.page import Page, RowColumn
from sitelode.html.pictures import IMG, other_picture_tag
from sitelode.html.render.breaks import ANY_BLOCK, BREAK, MARK_OF_TAG, SPACE, breaks_before
from sitelode.html.render.markdown_blocks import DEFINITION, Blocks, fenced
from sitelode.html.render.markdown_inline import (
    CODE,
    EMPHASIS,
    LINE_BREAK,
    STRONG,
    STRUCK,
    Run,
    cell,
    heading,
    link_to,
    paragraph,
    picture,
    styled,
)
from sitelode.html.render.selection import Chosen, leaves, walk, with_ancestors
from sitelode.html.render.table_grid import Grid, data_columns, is_listing, span
from sitelode.html.vocabulary import HEADING_TAGS, PREFORMATTED_TAGS, TAG_NUMBER, TEXT, tag_flags

_STYLES = {
    "b": STRONG, "strong": STRONG, "i": EMPHASIS, "em": EMPHASIS, "del": STRUCK, "s": STRUCK, "strike": STRUCK,
    "code": CODE, "kbd": CODE, "samp": CODE, "tt": CODE,
}  # fmt: skip
_BR, _HR, _TR = (TAG_NUMBER[name] for name in ("br", "hr", "tr"))
_TABLE_PARTS = frozenset(TAG_NUMBER[name] for name in ("tr", "td", "th", "caption"))
_BLOCK_MARKS = ANY_BLOCK & ~BREAK
_NOT_IN_HEADINGS = tag_flags(frozenset("p ul ol dl table blockquote hr".split()) | PREFORMATTED_TAGS | frozenset(HEADING_TAGS))
_LANGUAGE = re.compile(r"(?:^|\s)lang(?:uage)?-([A-Za-z0-9_+#.-]{1,30})(?=\s|$)")
_LINE_FEEDS = re.compile(r"[\n\t\r\f\v]")
_ORDINAL = re.compile(r"\s*([0-9]{1,9})\s*$")

_Close = Callable[[], None]


def markdown_of(page: Page, rows: Chosen, base_url: str = "") -> str:
    """Markdown with the rows, everything below them, and the structure they stand in.

    Links become absolute by the page's own address, or by base_url where it is given.
    """
    return _MarkdownWriter(page, leaves(page, rows), Addresses(page, base_url)).written()


@dataclass(slots=True)
class _List:
    next_number: int | None = None  # None in lists without numbers
    begun: bool = False


class _MarkdownWriter:
    """Goes through the rows once. Every element opened gives back what is to be done when it is closed."""

    def __init__(self, page: Page, leaf_rows: RowColumn, addresses: Addresses) -> None:
        self._page, self._addresses = page, addresses
        self._rows = with_ancestors(page, leaf_rows)
        self._marks_before = breaks_before(page, leaf_rows)
        self._blocks = Blocks()
        self._runs: list[Run] = []  # of the paragraph that is being read
        self._parted = True  # something stands between the last text and the next already
        self._styles: tuple[str, ...] = ()
        self._code: list[str] | None = None  # inside preformatted text: its pieces
        self._last_line = 0  # of code that is shown as a table
        self._grid: Grid | None = None  # inside a table of data
        self._single_line = 0  # headings, terms and tables around, where a block is no more than a space
        self._lists: list[_List] = []
        self._last_defined = ""  # "dt" or "dd" while that is the last block
        self._openers = self._openers_of_tags()
        self._leaves = {_BR: self._add_break, _HR: self._add_rule, TEXT: self._add_text}
        self._leaves |= dict.fromkeys((IMG, other_picture_tag(page)), self._add_picture)

    def _openers_of_tags(self) -> "dict[int, Callable[[int], _Close]]":
        openers = {
            "a": self._open_link, "q": self._open_quotation, "blockquote": self._open_quote, "li": self._open_item,
            "table": self._open_table, "tr": self._open_row, "td": self._open_cell, "th": self._open_cell, "caption": self._open_caption,
            "dt": self._open_term, "dd": self._open_definition,
        }  # fmt: skip
        openers |= dict.fromkeys(("ul", "ol", "menu", "dir"), self._open_list) | dict.fromkeys(PREFORMATTED_TAGS, self._open_code)
        openers |= dict.fromkeys(HEADING_TAGS, self._open_heading) | dict.fromkeys(_STYLES, self._open_style)
        return {TAG_NUMBER[name]: opener for name, opener in openers.items()}

    def written(self) -> str:
        tags = self._page.columns.tag
        closers: list[_Close] = []
        for row, leaving in walk(self._page, self._rows):
            tag = int(tags[row])
            if tag in self._leaves:
                if not leaving:
                    self._leaves[tag](row)
            elif leaving:
                closers.pop()()
            else:
                closers.append(self._opener(tag)(row))
        self._end_paragraph()
        return self._blocks.text()

    def _opener(self, tag: int) -> "Callable[[int], _Close]":
        is_block = bool(MARK_OF_TAG[tag] & _BLOCK_MARKS)
        if self._code is not None:
            return self._open_code_line if is_block else self._open_nothing
        if self._single_line and is_block and not (self._grid is not None and tag in _TABLE_PARTS):
            return self._open_block
        return self._openers.get(tag) or (self._open_block if is_block else self._open_nothing)

    def _end_paragraph(self) -> None:
        """Write what was read, or where blocks cannot be, remember that it ends here."""
        self._parted = True
        if self._single_line:
            self._runs.append(Run(" "))
            return
        if self._runs:
            runs, self._runs = self._runs, []
            self._add_paragraph(runs)

    def _add_paragraph(self, runs: list[Run]) -> None:
        if lines := paragraph(runs):
            self._blocks.add_paragraph(lines)
            self._last_defined = ""

    def _add_block(self, lines: list[str]) -> None:
        if lines:
            self._blocks.add(lines)
            self._last_defined = ""

    # What has nothing inside.

    def _add_text(self, row: int) -> None:
        text, marks = self._page.text(row), self._marks_before.get(row, 0)
        if self._code is not None:
            if marks and not self._parted and (marks & ANY_BLOCK or not self._code[-1][-1:].isspace()):
                self._code.append("\n" if marks & ANY_BLOCK else " ")
            self._code.append(text)
        else:
            self._part_from_last_text(marks)
            self._runs.append(Run(_LINE_FEEDS.sub(" ", text), self._styles))
        self._parted = False

    def _part_from_last_text(self, marks: int) -> None:
        """Elements that stand between two texts and have none of their own chosen part them nevertheless."""
        if self._parted:
            return
        if marks & _BLOCK_MARKS:
            self._end_paragraph()
        elif marks & (BREAK | SPACE):
            self._runs.append(Run(LINE_BREAK if marks & BREAK and not self._single_line else " ", self._styles))

    def _add_break(self, _: int) -> None:
        last = next((run.text for run in reversed(self._runs) if run.text != " "), "")
        if self._code is not None:
            self._code.append("\n")
        elif self._single_line or last == LINE_BREAK:
            self._end_paragraph()
        else:
            self._runs.append(Run(LINE_BREAK, self._styles))
        self._parted = True

    def _add_rule(self, _: int) -> None:
        if self._code is None:
            self._end_paragraph()
            if not self._single_line:
                self._add_block(["***"])

    def _add_picture(self, row: int) -> None:
        address = self._addresses.picture(row)
        if address is not None and self._code is None:
            self._runs.append(picture(self._page.attribute(row, "alt") or "", address, self._styles))
            self._parted = False

    # Inline elements.

    def _open_nothing(self, _: int) -> _Close:
        return _nothing

    def _open_style(self, row: int) -> _Close:
        return self._with_style(_STYLES[self._page.tag_name(row)])

    def _open_link(self, row: int) -> _Close:
        address = self._addresses.link(row)
        return _nothing if address is None else self._with_style(link_to(address))

    def _with_style(self, style: str) -> _Close:
        outer, self._styles = self._styles, styled(self._styles, style)

        def close() -> None:
            self._styles = outer

        return close

    def _open_quotation(self, _: int) -> _Close:
        self._runs.append(Run("\N{LEFT DOUBLE QUOTATION MARK}", self._styles))
        return lambda: self._runs.append(Run("\N{RIGHT DOUBLE QUOTATION MARK}", self._styles))

    # Blocks.

    def _open_block(self, _: int) -> _Close:
        self._end_paragraph()
        return self._end_paragraph

    def _open_heading(self, row: int) -> _Close:
        first, last = np.searchsorted(self._rows, (row + 1, self._page.columns.end[row]))
        if _NOT_IN_HEADINGS[self._page.columns.tag[self._rows[first:last]]].any():
            return self._open_block(row)
        level = HEADING_TAGS.index(self._page.tag_name(row)) + 1
        return self._open_single_line(lambda runs: self._add_block(heading(level, runs)))

    def _open_single_line(self, write: "Callable[[list[Run]], None]") -> _Close:
        self._end_paragraph()
        self._single_line += 1
        outer, self._runs = self._runs, []

        def close() -> None:
            self._single_line -= 1
            runs, self._runs = self._runs, outer
            self._parted = True
            write(runs)

        return close

    def _open_quote(self, _: int) -> _Close:
        self._end_paragraph()
        self._blocks.open_container("> ", "> ")
        return self._close_container

    def _close_container(self) -> None:
        self._end_paragraph()
        self._blocks.close_container()
        self._last_defined = ""

    def _open_list(self, row: int) -> _Close:
        self._end_paragraph()
        is_ordered = self._page.tag_name(row) == "ol"
        self._lists.append(_List(_ordinal(self._page.attribute(row, "start"), 1) if is_ordered else None))

        def close() -> None:
            self._end_paragraph()
            self._lists.pop()

        return close

    def _open_item(self, row: int) -> _Close:
        self._end_paragraph()
        around = self._lists[-1] if self._lists else _List()
        marker = "- "
        if around.next_number is not None:
            number = _ordinal(self._page.attribute(row, "value"), around.next_number)
            marker, around.next_number = f"{number}. ", number + 1
        # Only a list that starts with 1 may follow a paragraph without an empty line.
        nested = len(self._lists) > 1 and self._blocks.container_is_begun and marker in ("- ", "1. ")
        self._blocks.open_container(marker, " " * len(marker), joins=around.begun or nested)

        def close() -> None:
            self._end_paragraph()
            around.begun |= self._blocks.close_container()

        return close

    def _open_term(self, _: int) -> _Close:
        def write(runs: list[Run]) -> None:
            if lines := paragraph(runs):
                self._blocks.add_paragraph(lines, joins=self._last_defined == "dt")
                self._last_defined = "dt"

        return self._open_single_line(write)

    def _open_definition(self, _: int) -> _Close:
        self._end_paragraph()
        self._blocks.open_container(DEFINITION, "  ", joins=bool(self._last_defined))

        def close() -> None:
            self._end_paragraph()
            self._last_defined = "dd" if self._blocks.close_container() else self._last_defined

        return close

    def _open_code(self, row: int) -> _Close:
        self._end_paragraph()
        self._code = []

        def close() -> None:
            self._add_block(fenced("".join(self._code or ()), _language(self._page, row)))
            self._code = None
            self._parted = True

        return close

    def _open_code_line(self, row: int) -> _Close:
        self._start_code_line()
        if self._page.tags[row] == _TR and self._code is not None:  # lines of which nothing was chosen are empty ones
            self._code += ["\n"] * int((self._page.columns.tag[self._last_line + 1 : row] == _TR).sum())
            self._last_line = row
        return self._start_code_line

    def _start_code_line(self) -> None:
        self._parted = True
        if self._code and not self._code[-1].endswith("\n"):
            self._code.append("\n")

    # Tables of data. In others, cells are blocks.

    def _open_table(self, row: int) -> _Close:
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

    def _open_row(self, row: int) -> _Close:
        if self._grid is None:
            return self._open_block(row)
        self._grid.start_row(sum(1 for _ in self._page.children(row)))
        return _nothing

    def _open_caption(self, row: int) -> _Close:
        return self._open_block(row) if self._grid is None else self._open_single_line(self._add_paragraph)

    def _open_cell(self, row: int) -> _Close:
        if self._grid is None:
            return self._open_block(row)
        grid, page = self._grid, self._page
        section = page.columns.parent[page.columns.parent[row]]
        is_header = page.tag_name(row) == "th" or page.tag_name(int(section)) == "thead"
        spans = span(page.attribute(row, "colspan")), span(page.attribute(row, "rowspan"))
        return self._open_single_line(lambda runs: grid.place(cell(runs), *spans, is_header=is_header))


def _nothing() -> None:
    """Close an element that left nothing open."""


def _ordinal(value: str | None, default: int) -> int:
    number = _ORDINAL.match(value or "")
    return int(number[1]) if number else default


def _language(page: Page, row: int) -> str:
    """Named by a class of the element itself, of the `code` inside it, or of what is around it for highlighting."""
    parent = max(int(page.columns.parent[row]), 0)
    for place in (min(row + 1, len(page) - 1), row, parent, max(int(page.columns.parent[parent]), 0)):
        if found := _LANGUAGE.search(page.string(int(page.columns.class_[place]))):
            return found[1]
    return ""
