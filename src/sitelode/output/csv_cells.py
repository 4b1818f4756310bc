"""Cells of a CSV file: a list goes into one cell, and a spreadsheet never runs a cell as a formula."""

import re
from collections.abc import Sequence
from typing import Final

BETWEEN_VALUES = " | "  # between the values of a list in one cell
# A spreadsheet runs a cell that starts with one of these; those set up for Chinese or Japanese know the wide ones, too.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# A signed number with at most a short unit has nothing to run: no name of a function or cell, no operator.
_NUMBER: Final = re.compile(r"[+-] ?\d[\d., \u00a0\u202f]{0,40}(?:[eE][+-]?\d{1,3}|[%\u2030\u00b0\u20ac$\u00a3]|[A-Za-z]{1,3})?")


def harmless(text: str) -> str:
    """Keep a cell from starting like a formula, because pages are untrusted. Numbers stay as they are, with unit or sign ("-20 %")."""
    return "'" + text if text.startswith(_FORMULA_STARTS) and not _NUMBER.fullmatch(text) else text


def cell(value: str | Sequence[str] | None) -> str:
    """One value, or several joined into one."""
    return harmless(value or "" if isinstance(value, str | None) else BETWEEN_VALUES.join(value))
