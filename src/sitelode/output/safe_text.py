"""Text of pages as it may stand in CSV and XML: nothing that a spreadsheet runs, nothing that a parser refuses."""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

Value = str | Sequence[str] | None  # of a cell
BETWEEN_VALUES = " | "  # between the values of a list in one cell
# A spreadsheet runs a cell that starts with one of these; those set up for Chinese or Japanese know the wide ones, too.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# A signed number with at most a short unit has nothing to run: no name of a function or cell, no operator.
REPLACEMENT = "\ufffd"  # in place of what XML cannot hold
_NEEDS_QUOTES: Final = re.compile(r'[",\r\n]')
_NUMBER: Final = re.compile(r"[+-] ?\d[\d., \u00a0\u202f]{0,40}(?:[eE][+-]?\d{1,3}|[%\u2030\u00b0\u20ac$\u00a3]|[A-Za-z]{1,3})?")
_NOT_IN_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def harmless(text: str) -> str:
    """Keep a cell from starting like a formula, because pages are untrusted. Numbers stay as they are, with unit or sign ("-20 %")."""
    return "'" + text if text.startswith(_FORMULA_STARTS) and not _NUMBER.fullmatch(text) else text


def cell(value: Value) -> str:
    """One value, or several joined into one."""
    return harmless(value or "" if isinstance(value, str | None) else BETWEEN_VALUES.join(value))


def csv_line(cells: Iterable[object]) -> str:
    """Cells as a line of a CSV, as Python's own writer has it in twenty times the time; they are harmless already."""
    texts = ["" if each is None else str(each) for each in cells]
    quoted = ['"' + text.replace('"', '""') + '"' if _NEEDS_QUOTES.search(text) else text for text in texts]
    return '""\n' if texts == [""] else ",".join(quoted) + "\n"


def csv_text(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """A whole CSV; texts are made harmless here."""
    safe = (csv_line(harmless(each) if isinstance(each, str) else each for each in row) for row in rows)
    return csv_line(columns) + "".join(safe)


def xml_chars(text: str, instead: str = "") -> str:
    """Text without the characters that no XML document may hold."""
    return _NOT_IN_XML.sub(instead, text)


def xml_text(text: str, instead: str = "") -> str:
    """The same, escaped."""
    return escape(xml_chars(text, instead), quote=False)


def xml_attributes(values: Mapping[str, str]) -> str:
    """Attributes with a space before each; those without a value are left out."""
    from xml.sax.saxutils import quoteattr  # noqa: PLC0415 (it brings all of urllib, http and ssl, which mining does not need)

    return "".join(f" {name}={quoteattr(xml_chars(value))}" for name, value in values.items() if value)
