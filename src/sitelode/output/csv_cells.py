"""What a cell of CSV holds: lists in one cell, and nothing that a spreadsheet would run."""

from collections.abc import Sequence

BETWEEN_VALUES = " | "  # of a list, in the one cell it has
_FORMULA_STARTS = ("=", "+", "-", "@", "\t")  # a spreadsheet would run what begins with these


def harmless(text: str) -> str:
    """Pages are written by strangers: no cell may begin as a formula does. Numbers stay numbers."""
    if not text.startswith(_FORMULA_STARTS):
        return text
    try:
        float(text)
    except ValueError:
        return "'" + text
    return text


def cell(value: str | Sequence[str] | None) -> str:
    """One value, or several in one."""
    return harmless(value or "" if isinstance(value, str | None) else BETWEEN_VALUES.join(value))
