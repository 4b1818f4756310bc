"""Markdown blocks inside quotations, list items and definitions: every line gets the prefixes of its containers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

DEFINITION = ": "
DEEPEST_NESTING = 10  # deeper containers add no prefix, so that output stays linear in input; set by hand

_EMPTY_LINES = re.compile(r"\A(?:[ \t]*\n)+")
_BACKTICKS = re.compile("`{3,}")


@dataclass(slots=True)
class _Container:
    marker: str  # before its first line
    prefix: str  # before all others
    joins: bool  # whether its first line follows the previous line without an empty one
    begun: bool = False


class Blocks:
    """The lines written so far, and the open containers."""

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
