"""The tables of a result, read from its files: lists (`records.jsonl`) and fields of detail pages (`details/layout-N/fields.jsonl`)."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from sitelode.output.safe_text import Value
from sitelode.output.tables.write_tables import SEEN_ON

_DETAILS: Final = re.compile(r"layout-(\d{1,9})")


class StoredRecord(msgspec.Struct, rename={"number": "list"}):
    """A line of records.jsonl."""

    url: str
    number: int
    position: int
    fields: dict[str, str | list[str] | None]
    typed: dict[str, str | float | bool | None] = {}
    seen_on: list[str] = []


class _Detail(msgspec.Struct):
    url: str
    fields: dict[str, str | list[str] | None]
    typed: dict[str, str | float | bool | None] = {}


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row, with the page it comes from."""

    url: str
    position: int  # in the list of that page, from 1; 0 if the page is the row
    fields: Mapping[str, Value]


@dataclass(slots=True)
class ResultTable:
    """A table as it was found."""

    key: str  # list-1, layout-3
    path: Path  # of its files, without the ending
    types: dict[str, str] = field(default_factory=dict)  # by column, in order
    rows: list[TableRow] = field(default_factory=list)
    has_seen_on: bool = False  # whether some record stands on several pages
    _met: set[str] = field(default_factory=set)

    @property
    def is_list(self) -> bool:
        return self.key.startswith("list-")

    @property
    def names(self) -> list[str]:
        """The columns that have a value, each with the typed values that were read from it right behind it."""
        last = [SEEN_ON] if self.has_seen_on else []
        return [name for name in self.types if name in self._met and name != SEEN_ON] + last

    @property
    def pages(self) -> list[str]:
        """Addresses, each once, in order."""
        return list(dict.fromkeys(row.url for row in self.rows))

    def add(self, record: "StoredRecord | _Detail", position: int) -> None:
        typed = {name: _text(value) for name, value in record.typed.items()}
        self.rows.append(TableRow(record.url, position, {**record.fields, **typed}))
        self._met.update(record.fields, typed)
        for name in record.fields:
            self.types.setdefault(name, "text")
        for name, value in record.typed.items():
            if name not in self.types or name in record.fields:
                self._place(name, "date" if isinstance(value, str) else "number")

    def _place(self, name: str, kind: str) -> None:
        """Put a typed column behind the column of texts that it is read from, whose name it begins with."""
        source = max((each for each in self.types if name.startswith(f"{each}_")), key=len, default="")
        order: dict[str, str] = {}
        for each, known in self.types.items():
            order[each] = known
            if each == source:
                order[name] = kind
        self.types = {**order, name: kind}


def tables_of(folder: Path) -> list[ResultTable]:
    """All tables, those with the most rows first."""
    found: dict[str, ResultTable] = {}
    for record in _objects(folder / "records.jsonl", StoredRecord):
        key = f"list-{record.number}"
        if key not in found:
            found[key] = ResultTable(key, folder / "records" / key, _types(folder / "records" / f"{key}.json"))
        found[key].has_seen_on |= bool(record.seen_on)
        record.fields[SEEN_ON] = record.seen_on or [record.url]
        found[key].add(record, record.position)
    for path in sorted((folder / "details").glob("layout-*/fields.jsonl")):
        key = path.parent.name
        if _DETAILS.fullmatch(key):
            found[key] = ResultTable(key, path.with_suffix(""))
            for detail in _objects(path, _Detail):
                found[key].add(detail, 0)
    return sorted(found.values(), key=lambda table: (-len(table.rows), table.key))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else f"{value:g}" if isinstance(value, float) and value.is_integer() else str(value)


def _types(rule: Path) -> dict[str, str]:
    """The columns of a list with their types, as its rule has them; nothing if there is no rule."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        data: Any = msgspec.json.decode(rule.read_bytes())
        types: dict[str, str] = {}
        for column in [column for part in (data, *data.get("further_layouts", ())) for column in part["rule"]["columns"]]:
            types.setdefault(str(column["name"]), str(column["type"]))
        return types
    return {}


def _objects(path: Path, form: type[Any]) -> Iterator[Any]:
    if not path.is_file():
        return
    decoder = msgspec.json.Decoder(form)
    with path.open("rb") as lines:
        for line in lines:
            found = None
            with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                found = decoder.decode(line)
            if found is not None:
                yield found
