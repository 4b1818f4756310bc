"""Cells of a CSV file: a list goes into one cell, and a spreadsheet never runs a cell as a formula."""

from collections.abc import Sequence

BETWEEN_VALUES = " | "  # between the values of a list in one cell
# A spreadsheet runs a cell that starts with one of these; those set up for Chinese or Japanese know the wide ones, too.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def harmless(text: str) -> str:
    """Keep a cell from starting like a formula, because pages are untrusted. Numbers stay numbers."""
    if not text.startswith(_FORMULA_STARTS):
        return text
    try:
        float(text)
    except ValueError:
        return "'" + text
    return text


def cell(value: str | Sequence[str] | None) -> str:
    """One value, or several joined into one."""
    return harmless(value or "" if isinstance(value, str | None) else BETWEEN_VALUES.join(value))
