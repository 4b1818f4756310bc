"""Which columns of a table a person would keep: no copies, parts of other columns, icons, links to the page itself, or rare ones.

The others are still there under `--all-columns`. The limits are set by hand.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urldefrag, urlsplit

from sitelode.text.value_types import IMAGE, LINK

MOST_COLUMNS: Final = 24
LEAST_FILL: Final = 0.1  # of the rows; a rarer column is left out
SAME_SHARE: Final = 0.9  # of a column's values that another column has, if it is a copy
LEAST_ROWS: Final = 4  # with fewer, equal values and missing ones mean little
MOST_ICONS: Final = 2  # different pictures of a column, if they are icons


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column with its values by row."""

    name: str
    type: str
    values: Mapping[int, str]
    place: tuple[object, ...] = field(default=())  # steps to it: a column inside another begins with its steps


def kept_columns(columns: Iterable[TableColumn], rows: int, most: int = MOST_COLUMNS) -> list[str]:
    """The names of the columns to keep, in their order; if too many are left, those that most rows have."""
    kept: list[TableColumn] = []
    for column in columns:
        if _is_worth(column, rows) and not any(_is_copy(column, other) for other in kept):
            kept.append(column)
    if len(kept) > most:
        chosen = sorted(range(len(kept)), key=lambda place: (-len(kept[place].values), place))[:most]
        kept = [kept[place] for place in sorted(chosen)]
    return [column.name for column in kept]


def _is_worth(column: TableColumn, rows: int) -> bool:
    values = list(column.values.values())
    if not values or len(values) < LEAST_FILL * rows or not any(character.isalnum() for value in values for character in value):
        return False
    if rows < LEAST_ROWS:
        return True
    different = len(set(values))
    if column.type == IMAGE and (different <= MOST_ICONS or all(value.startswith("data:") for value in values)):
        return False
    if column.type == LINK and len({_target(value) for value in values}) == 1:
        return False
    return different > 1 or len(values) < rows


def _is_copy(column: TableColumn, other: TableColumn) -> bool:
    """Whether nearly all values are in the other column, too: the same, or a part of the text around it."""
    if (column.type in (LINK, IMAGE)) != (other.type in (LINK, IMAGE)) or (column.type == IMAGE) != (other.type == IMAGE):
        return False
    is_inside = bool(other.place) and column.place[: len(other.place)] == other.place
    same = sum(_says_no_more(value, other.values.get(row), column.type, is_inside=is_inside) for row, value in column.values.items())
    return same >= SAME_SHARE * len(column.values)


def _says_no_more(value: str, other: str | None, value_type: str, *, is_inside: bool) -> bool:
    if other is None:
        return False
    if value_type in (LINK, IMAGE):
        return _target(value) == _target(other)
    one, two = value.casefold(), other.casefold()
    return one == two or (is_inside and one in two)


def _target(address: str) -> str:
    """An address without what only tells where a visitor came from."""
    parts = urlsplit(urldefrag(address).url)
    return f"{parts.netloc}{parts.path}" if parts.path.strip("/") else address


def first_values(rows: Sequence[Mapping[str, str | Sequence[str] | None]], name: str) -> dict[int, str]:
    """The values of a column by row; several are one text."""
    found = {}
    for number, row in enumerate(rows):
        value = row.get(name)
        text = value if isinstance(value, str) else " | ".join(value or ())
        if text:
            found[number] = text
    return found
