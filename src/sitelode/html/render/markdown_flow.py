"""Markdown under construction: the paragraph (texts, line breaks and pictures, with their styles), and the lines of its containers."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sitelode.html.addresses import Addresses
from sitelode.html.page import Page, RowColumn
from sitelode.html.render.breaks import ANY_BLOCK, BREAK, SPACE, breaks_before
from sitelode.html.render.markdown_inline import CODE, EMPHASIS, LINE_BREAK, STRONG, STRUCK, Run, link_to, paragraph, picture, styled

STYLES = {
    "b": STRONG, "strong": STRONG, "i": EMPHASIS, "em": EMPHASIS, "del": STRUCK, "s": STRUCK, "strike": STRUCK,
    "code": CODE, "kbd": CODE, "samp": CODE, "tt": CODE,
}  # fmt: skip
BLOCK_MARKS = ANY_BLOCK & ~BREAK
_LINE_FEEDS = re.compile(r"[\n\t\r\f\v]")
DEFINITION = ": "
DEEPEST_NESTING = 10  # deeper containers add no prefix, so that output stays linear in input; set by hand

_EMPTY_LINES = re.compile(r"\A(?:[ \t]*\n)+")
_BACKTICKS = re.compile("`{3,}")

Close = Callable[[], None]


@dataclass(slots=True)
class _Container:
    marker: str  # before its first line
    prefix: str  # before all others
    joins: bool  # whether its first line follows the previous line without an empty one
    begun: bool = False


class Blocks:
    """The lines written so far, and the open quotations, list items and definitions: every line gets the prefixes of its containers."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._containers: list[_Container] = []

    def open_container(self, marker: str, prefix: str, *, joins: bool = False) -> None:
        self._take_back_definition()
        if len(self._containers) >= DEEPEST_NESTING:
            marker = prefix = ""
        self._containers.append(_Container(marker, prefix, joins))

    def close_container(self) -> bool:
        """Leave the innermost container; return whether anything was written in it."""
        return self._containers.pop().begun

    @property
    def container_is_begun(self) -> bool:
        """Whether anything was written in the innermost container."""
        return bool(self._containers) and self._containers[-1].begun

    def add_paragraph(self, lines: Iterable[str], *, joins: bool = False) -> None:
        for line in lines:
            if not joins:
                self._part()
            prefix = self._prefix()
            self._lines.append(prefix + line if line else prefix.rstrip(" "))
            joins = True

    def add(self, lines: Iterable[str]) -> None:
        """Write a block that is not a paragraph."""
        self._take_back_definition()
        self.add_paragraph(lines)

    def text(self) -> str:
        return "\n".join(self._lines)

    def _part(self) -> None:
        """Write the empty line before a block, unless it is the first or starts an item that joins the previous line."""
        if not self._containers:
            if self._lines:
                self._lines.append("")
            return
        begun = [container for container in self._containers if container.begun]
        fresh = self._containers[len(begun)] if len(begun) < len(self._containers) else None
        if self._lines and not (fresh is not None and fresh.joins):
            self._lines.append("".join(container.prefix for container in begun).rstrip())

    def _take_back_definition(self) -> None:
        """Remove the colon before anything but a paragraph: readers without definition lists would not see another marker on that line."""
        innermost = self._containers[-1] if self._containers else None
        if innermost is not None and not innermost.begun and innermost.marker == DEFINITION:
            innermost.marker, innermost.joins = innermost.prefix, False

    def _prefix(self) -> str:
        if not self._containers:
            return ""
        prefix = "".join(container.prefix if container.begun else container.marker for container in self._containers)
        for container in self._containers:
            container.begun = True
        return prefix


def fenced(text: str, language: str) -> list[str]:
    """Preformatted text as a fenced code block; no lines if it is only white space."""
    text = _EMPTY_LINES.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\N{NO-BREAK SPACE}", " ").rstrip())
    if not text:
        return []
    fence = "`" * max(3, 1 + max(map(len, _BACKTICKS.findall(text)), default=0))
    return [fence + language, *text.split("\n"), fence]


def close_nothing() -> None:
    """Close an element that left nothing open."""


class TextFlow:
    """Collects runs of text until a block ends, then writes them. Opening an element returns the function that closes it."""

    def __init__(self, page: Page, leaf_rows: RowColumn, addresses: Addresses) -> None:
        self._page, self._addresses = page, addresses
        self._marks_before = breaks_before(page, leaf_rows)
        self._blocks = Blocks()
        self._runs: list[Run] = []  # of the current paragraph
        self._parted = True  # a separator already follows the last text
        self._styles: tuple[str, ...] = ()
        self._code: list[str] | None = None  # the pieces of preformatted text, if inside it
        self._single_line = 0  # number of headings, terms and tables around, where a block is only a space
        self._last_defined = ""  # "dt" or "dd" if that was the last block

    def _end_paragraph(self) -> None:
        """Write the paragraph; where blocks are not allowed, only remember that it ends here."""
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

    # Elements without content.

    def _add_text(self, row: int) -> None:
        text, marks = self._page.text(row), self._marks_before[row]
        if self._code is not None:
            if marks and not self._parted and (marks & ANY_BLOCK or not self._code[-1][-1:].isspace()):
                self._code.append("\n" if marks & ANY_BLOCK else " ")
            self._code.append(text)
        else:
            self._part_from_last_text(marks)
            self._runs.append(Run(_LINE_FEEDS.sub(" ", text), self._styles))
        self._parted = False

    def _part_from_last_text(self, marks: int) -> None:
        """Elements between two texts separate them, even if none of their own text is chosen."""
        if self._parted:
            return
        if marks & BLOCK_MARKS:
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

    def _open_nothing(self, _: int) -> Close:
        return close_nothing

    def _open_style(self, row: int) -> Close:
        return self._with_style(STYLES[self._page.tag_name(row)])

    def _open_link(self, row: int) -> Close:
        address = self._addresses.link(row)
        return close_nothing if address is None else self._with_style(link_to(address))

    def _with_style(self, style: str) -> Close:
        outer, self._styles = self._styles, styled(self._styles, style)

        def close() -> None:
            self._styles = outer

        return close

    def _open_quotation(self, _: int) -> Close:
        self._runs.append(Run("\N{LEFT DOUBLE QUOTATION MARK}", self._styles))
        return lambda: self._runs.append(Run("\N{RIGHT DOUBLE QUOTATION MARK}", self._styles))

    def _open_block(self, _: int) -> Close:
        self._end_paragraph()
        return self._end_paragraph

    def _open_single_line(self, write: "Callable[[list[Run]], None]") -> Close:
        self._end_paragraph()
        self._single_line += 1
        outer, self._runs = self._runs, []

        def close() -> None:
            self._single_line -= 1
            runs, self._runs = self._runs, outer
            self._parted = True
            write(runs)

        return close
