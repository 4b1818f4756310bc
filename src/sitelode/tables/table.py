"""Records as a table: columns with a name, a type, and one value per record; the columns that a person would keep; tables in a notebook.

No copies are kept, nor parts of other columns, icons, links to the page itself, or rare ones: they are there under `--all-columns`. The
limits are set by hand.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape, unescape
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import urlsplit

from sitelode.counted import counted
from sitelode.errors import MissingExtraError
from sitelode.tables.name_words import says_nothing
from sitelode.tables.naming import DESCRIPTION, TITLE
from sitelode.text.value_types import IMAGE, LINK, NUMBER, TEXT

if TYPE_CHECKING:
    import pandas as pd

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


Value: TypeAlias = str | list[str] | None


@dataclass(frozen=True, slots=True)
class Column:
    """One field of all records: one value each, None if a record has none, a list if it may have several."""

    name: str
    type: str  # text, link, image, number, price or date
    values: tuple[Value, ...]
    selector: str  # CSS, relative to the record; empty for the record's own element


@dataclass(frozen=True, slots=True, repr=False)
class RecordTable:
    """The records of a list, column by column."""

    columns: tuple[Column, ...]
    records: int

    def __repr__(self) -> str:
        return f"RecordTable({counted(self.records, 'record')}: {', '.join(self.names)[:SHOWN_NAMES]})"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return notebook_table(self.names, self.rows(), self.records)

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.columns]

    def rows(self) -> list[dict[str, Value]]:
        """Each record as a dictionary; missing fields are left out."""
        found: list[dict[str, Value]] = [{} for _ in range(self.records)]
        for column in self.columns:
            for record, value in zip(found, column.values, strict=True):
                before = record.get(column.name)
                if value is not None:  # for columns with the same name, lists are joined, and of single values the last one is kept
                    record[column.name] = before + value if isinstance(before, list) and isinstance(value, list) else value
        return found

    def to_pandas(self) -> "pd.DataFrame":
        """A data frame with one row per record."""
        try:
            import pandas as pd  # noqa: PLC0415 (an extra)
        except ImportError as problem:
            raise MissingExtraError("data frames", "tables") from problem
        return pd.DataFrame({column.name: list(column.values) for column in self.columns}, index=range(self.records))


BETWEEN_VALUES: Final = " | "
MOST_COLUMNS: Final = 24
LEAST_FILL, LEAST_UNNAMED = 0.1, 0.5  # of the rows; a rarer column is left out, and one that nothing names but its type
SAME_SHARE: Final = 0.9  # of a column's values that another column has, if it is a copy
LEAST_ROWS: Final = 4  # with fewer, equal values and missing ones mean little
_TAGS: Final = re.compile(r"<[^>]{0,200}>")
_SIGNS: Final = re.compile(r"[\W_]+")
_SIZE: Final = re.compile(r"[-_]\d{2,4}x\d{2,4}(?=\.\w+$)")
_FIGURES: Final = re.compile(r"\d{1,4}")
_MACHINE_DATE: Final = re.compile(r"(\d{4})-\d\d-(\d\d)")
LEAST_OF_A_PART: Final = 4  # letters and figures; fewer stand in any text
SAME_IN_ACTIONS: Final = 0.5  # of the texts of links
MOST_PICTURES: Final = 3  # columns of pictures: more are a gallery, or one picture in many sizes
COLONS: Final = (":", "\uff1a")
MOST_ICONS: Final = 2  # different pictures of a column, if they are icons


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column with its values by row."""

    name: str
    type: str
    cells: Mapping[int, str]
    place: tuple[object, ...] = field(default=())  # steps to it: a column inside another begins with its steps

    @property
    def stem(self) -> str:
        return re.sub(r"[ _]\d+$", "", self.name)

    @property
    def is_unnamed(self) -> bool:
        return says_nothing(self.name) or self.name.startswith(DESCRIPTION)


def kept_columns(columns: Iterable[TableColumn], rows: int, most: int = MOST_COLUMNS, key: str = "") -> list[str]:
    """The names of the columns to keep, in their order; if too many are left, those that most rows have. The key stays."""
    every = [column for column in columns if column.name == key or _is_worth(column, rows)]
    every = _without_actions(every, key)
    keys = [column for column in every if column.name in (key, TITLE)]
    kept: list[TableColumn] = []
    for column in every:
        is_part = any(_is_part(column, other) for other in every if other is not column)
        is_one_more = column.type == IMAGE and sum(each.type == IMAGE for each in kept) == MOST_PICTURES
        if column in keys or not (is_part or is_one_more or any(_is_copy(column, other) for other in (*keys, *kept))):
            kept.append(column)
    if len(kept) > most:
        chosen = sorted(range(len(kept)), key=lambda place: (-len(kept[place].cells), place))[:most]
        kept = [kept[place] for place in sorted(chosen)]
    return [column.name for column in kept]


def _without_actions(columns: list[TableColumn], key: str) -> list[TableColumn]:
    """Without links that say the same and lead elsewhere in each row ("Add to cart"), if others lead to what the rows are."""
    texts = {column.place: column for column in columns if column.type not in (LINK, IMAGE, NUMBER) and column.place}
    done = {
        column.place
        for column in columns
        if column.type == LINK and column.name != key and column.place in texts and _is_action(texts[column.place], column)
    }
    return [column for column in columns if column.place not in done or column.type == IMAGE] if key else columns


def _is_action(text: TableColumn, link: TableColumn) -> bool:
    usual = Counter(text.cells.values()).most_common(1)[0][1]
    return usual >= SAME_IN_ACTIONS * len(text.cells) and len(set(link.cells.values())) >= SAME_SHARE * len(link.cells)


def _is_part(column: TableColumn, other: TableColumn) -> bool:
    """Whether nearly all values stand in those of the other column, which has more, and nothing or the same word names them."""
    if len(column.cells) < LEAST_ROWS or {column.type, other.type} != {TEXT} or not (column.is_unnamed or column.stem == other.stem):
        return False
    if sum(map(len, column.cells.values())) >= sum(map(len, other.cells.values())):
        return False
    both = [(value, _folded(other.cells[row])) for row, value in column.cells.items() if row in other.cells]
    return sum(_holds(known, value) for value, known in both) >= SAME_SHARE * len(column.cells)


def _holds(known: str, value: str) -> bool:
    """Whether a text, folded, has all of the values of a cell."""
    pieces = list(map(_folded, value.split(BETWEEN_VALUES)))
    return sum(map(len, pieces)) >= LEAST_OF_A_PART and all(piece in known for piece in pieces)


def _is_worth(column: TableColumn, rows: int) -> bool:
    """Whether values differ; one that is always the same is worth something where it is missing elsewhere, and named."""
    values = list(column.cells.values())
    least = LEAST_UNNAMED if says_nothing(column.name) else LEAST_FILL
    if not values or len(values) < least * rows or not any(character.isalnum() for value in values for character in value):
        return False
    if rows < LEAST_ROWS:
        return True
    different, labels = len(set(values)), sum(value.endswith(COLONS) for value in values)
    is_of_icons = column.type == IMAGE and (different <= MOST_ICONS or all(value.startswith("data:") for value in values))
    if is_of_icons or labels >= SAME_SHARE * len(values):
        return False
    if column.type == LINK and len({_target(value) for value in values}) == 1:
        return False
    if says_nothing(column.name):
        return Counter(values).most_common(1)[0][1] < SAME_SHARE * len(values)
    return different > 1 or len(values) < SAME_SHARE * rows


def _is_copy(column: TableColumn, other: TableColumn) -> bool:
    """Whether nearly all values are in the other column: the same, a part of the text around it, or it with the same words beside."""
    if (column.type in (LINK, IMAGE)) != (other.type in (LINK, IMAGE)) or (column.type == IMAGE) != (other.type == IMAGE):
        return False
    is_inside = bool(other.place) and column.place[: len(other.place)] == other.place
    both = [(value, other.cells[row]) for row, value in column.cells.items() if row in other.cells]
    least = SAME_SHARE * len(column.cells)
    if column.type in (LINK, IMAGE):
        return sum(_target(value) == _target(known) for value, known in both) >= least
    folded = [(_folded(value), _folded(known)) for value, known in both]
    same = sum(value == known or (is_inside and value in known) for value, known in folded)
    if same >= least or sum(_is_same_day(*pair) for pair in both) >= least:
        return True
    beside = Counter(value.replace(known, "", 1) for value, known in folded if known and known in value)
    return len(set(folded)) >= LEAST_ROWS and max(beside.values(), default=0) >= least


@lru_cache(maxsize=1 << 12)  # each column is compared with several others
def _folded(value: str) -> str:
    """Only letters and figures, without the tags of escaped markup."""
    if "&" in value or "<" in value:
        value = _TAGS.sub(" ", unescape(value))
    return _SIGNS.sub("", value.casefold())


def _is_same_day(value: str, other: str) -> bool:
    """Whether a date as machines write it is one that the other text shows."""
    day = _MACHINE_DATE.match(value)
    return day is not None and {int(day[1]), int(day[2])} <= set(map(int, _FIGURES.findall(other)))


@lru_cache(maxsize=1 << 12)
def _target(address: str) -> str:
    """An address without what only tells where a visitor came from, or in which size a picture is."""
    parts = urlsplit(address)
    return _SIZE.sub("", f"{parts.netloc}{parts.path}") if parts.path.strip("/") else address


def first_values(rows: Sequence[Mapping[str, str | Sequence[str] | None]], name: str) -> dict[int, str]:
    """The values of a column by row; several are one text."""
    texts = (value if isinstance(value := row.get(name), str) else BETWEEN_VALUES.join(value or ()) for row in rows)
    return {number: text for number, text in enumerate(texts) if text}
