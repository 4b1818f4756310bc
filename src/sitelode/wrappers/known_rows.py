"""Rows of tables seen before: records of lists, fields of detail pages. Where they stand on changed pages is where the columns are now.

A row is recognised by its page's address, or by values that no other row has. Values change (prices, counts), so a value that agrees
proves more than one that differs. Rows are kept beside the wrapper, in the file of known articles, a line each.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, TypeVar

from sitelode.errors import WrapperError
from sitelode.json_data import Form, JsonData
from sitelode.shared_file import SharedFile
from sitelode.urls import normalise
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.readers import as_text

MOST_ROWS = 1_000  # of a layout; a bound
MOST_READ = 20_000  # of a file; a bound
LONGEST_VALUE = 300  # characters that are kept and compared
T = TypeVar("T")
# Set by hand, as the other shares of repair; `bench.repair_tables` measures them together.
TELLING_LENGTH = 8  # characters: one value so long that no other row has identifies a row, of shorter ones it takes two
VALUES_TO_IDENTIFY_ROW = 2
RECORD_SHARE = 0.3  # of a record's own values; a page has much around it that other pages may say, too
PAGE_SHARE = 0.5
_KNOWN_FILE = SharedFile("file of known articles and rows", 50_000_000, WrapperError, "give another file, or a part of it")


def comparable_text(value: object) -> str:
    """A value as it is compared."""
    return " ".join(as_text(value).split())[:LONGEST_VALUE]


@dataclass(frozen=True)
class KnownRow(JsonData):
    """What a layout's rules once said about a page, or about one record of it."""

    layout: str
    url: str
    values: Mapping[str, Annotated[str, Form(str, comparable_text)]]


@dataclass(frozen=True)
class KnownRows:
    """All rows that are remembered."""

    rows: tuple[KnownRow, ...] = ()

    @classmethod
    def of_readings(cls, readings: Iterable[Reading]) -> "KnownRows":
        found: dict[str, list[KnownRow]] = defaultdict(list)
        for reading in readings:
            if reading.layout is not None and reading.layout.kind != "article":
                found[reading.layout.name] += list(_rows_of(reading, reading.layout.name))
        return cls(tuple(row for name in found for row in found[name][:MOST_ROWS]))

    @cached_property
    def urls(self) -> frozenset[str]:
        """Of the pages that had rows."""
        return frozenset(normalise(row.url) or row.url for row in self.rows)

    def are_of(self, url: str) -> bool:
        """Whether a page had rows."""
        return (normalise(url) or url) in self.urls

    def of_layout(self, name: str) -> "LayoutRows":
        return LayoutRows(tuple(row for row in self.rows if row.layout == name))


@dataclass(frozen=True)
class LayoutRows:
    """The remembered rows of one layout."""

    rows: tuple[KnownRow, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rows)

    @cached_property
    def _by_value(self) -> dict[str, int]:
        """For values that only one row has its place, -1 for others."""
        found: dict[str, int] = {}
        for place, row in enumerate(self.rows):
            for value in set(row.values.values()):
                found[value] = place if value not in found else -1
        return found

    @cached_property
    def _by_url(self) -> dict[str, KnownRow]:
        return {normalise(row.url) or row.url: row for row in self.rows}

    @cached_property
    def _weight(self) -> list[int]:
        """Of every row, what all its own values count."""
        return [sum(map(_counts, {value for value in row.values.values() if self._by_value[value] >= 0})) for row in self.rows]

    def place_of(self, values: Iterable[str], least_share: float = RECORD_SHARE) -> int | None:
        """The place of the row that these values are about; none where they are of none, or of several."""
        votes: Counter[int] = Counter()
        for value in set(values):
            place = self._by_value.get(value, -1)
            if place >= 0:
                votes[place] += _counts(value)
        best = votes.most_common(2)
        if not best or best[0][1] < VALUES_TO_IDENTIFY_ROW or (len(best) > 1 and best[0][1] == best[1][1]):
            return None
        place, weight = best[0]
        return place if weight >= least_share * self._weight[place] else None

    def of_values(self, values: Iterable[str]) -> KnownRow | None:
        place = self.place_of(values)
        return None if place is None else self.rows[place]

    def of_page(self, url: str, values: Iterable[str]) -> KnownRow | None:
        """The row of a detail page, by its address, if anything agrees, or by what it says."""
        told = {value for value in values if value}
        same_address = self._by_url.get(normalise(url) or url)
        if same_address is not None and not told.isdisjoint(filter(None, same_address.values.values())):
            return same_address
        place = self.place_of(told, PAGE_SHARE)
        return None if place is None else self.rows[place]


def _counts(value: str) -> int:
    return VALUES_TO_IDENTIFY_ROW if len(value) >= TELLING_LENGTH else 1


def _rows_of(reading: Reading, layout: str) -> Iterator[KnownRow]:
    rows: Iterable[Mapping[str, Any]] = reading.found.records or ([reading.found.values] if not reading.found.reason else [])
    for row in rows:
        values = {name: text for name, value in row.items() if (text := comparable_text(value))}
        if values:
            yield KnownRow(layout, reading.url, values)


def is_row(data: object) -> bool:
    """Whether a line of the file of known articles holds a row of a table."""
    return isinstance(data, dict) and isinstance(data.get("values"), dict) and "layout" in data


def read_lines(path: Path, read: Callable[[Any], T | None]) -> Iterator[T]:
    """What a file of known articles and rows holds of one of them; `read` gives None for the lines of the other.

    Raises:
        WrapperError: when the file cannot be read or is damaged.

    """
    number = 0
    try:
        for number, line in enumerate(BytesIO(_KNOWN_FILE.content(path)), start=1):  # noqa: B007 (the error names it)
            found = read(json.loads(line))
            if found is not None:
                yield found
    except (ValueError, RecursionError) as problem:
        raise WrapperError(f"{path}, line {number}: {problem!s:.200}") from problem


def read_rows(path: Path) -> KnownRows:
    """The rows among what is remembered beside a wrapper.

    Raises:
        WrapperError: when the file cannot be read or is damaged.

    """
    rows = read_lines(path, lambda data: KnownRow.from_data(data) if is_row(data) else None)
    return KnownRows(tuple(islice(rows, MOST_READ)))
