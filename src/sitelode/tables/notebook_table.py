"""Tables as a notebook shows them: the first rows, short values."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import islice

SHOWN_ROWS, SHOWN_CHARACTERS, SHOWN_NAMES = 10, 60, 60  # rows, characters of a value and of all names; set by hand


def notebook_table(names: Sequence[str], rows: Iterable[Mapping[str, object]], total: int) -> str:
    """The first rows as HTML, and how many there are where these are not all."""
    head = "".join(f"<th>{escape(name)}" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(row.get(name))}' for name in names)}" for row in islice(rows, SHOWN_ROWS))
    more = f"<p><small>the first of {total:,} rows</small></p>" if total > SHOWN_ROWS else ""
    return f"<table><tr>{head}{body}</table>{more}"


def _cell(value: object) -> str:
    text = "" if value is None else "; ".join(map(str, value)) if isinstance(value, list) else str(value)
    return escape(text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "…")
