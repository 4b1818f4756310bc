"""The tables of a result, read from its files: lists (`records.jsonl`) and fields of detail pages (`details/layout-N/fields.jsonl`)."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from sitelode.output.tables.column_edits import Value

_DETAILS: Final = re.compile(r"layout-(\d{1,9})")


class _Record(msgspec.Struct, rename={"number": "list"}):
    url: str
    number: int
    position: int
    fields: dict[str, str | list[str] | None]


class _Detail(msgspec.Struct):
    url: str
    fields: dict[str, str | list[str] | None]


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

    @property
    def is_list(self) -> bool:
        return self.key.startswith("list-")

    @property
    def names(self) -> list[str]:
        return list(self.types)

    @property
    def pages(self) -> list[str]:
        """Addresses, each once, in order."""
        return list(dict.fromkeys(row.url for row in self.rows))

    def add(self, row: TableRow) -> None:
        self.rows.append(row)
        for name in row.fields:
            self.types.setdefault(name, "text")


def tables_of(folder: Path) -> list[ResultTable]:
    """All tables, those with the most rows first."""
    found: dict[str, ResultTable] = {}
    for record in _objects(folder / "records.jsonl", _Record):
        key = f"list-{record.number}"
        if key not in found:
            found[key] = ResultTable(key, folder / "records" / key, _types(folder / "records" / f"{key}.json"))
        found[key].add(TableRow(record.url, record.position, record.fields))
    for path in sorted((folder / "details").glob("layout-*/fields.jsonl")):
        key = path.parent.name
        if _DETAILS.fullmatch(key):
            found[key] = ResultTable(key, path.with_suffix(""))
            for detail in _objects(path, _Detail):
                found[key].add(TableRow(detail.url, 0, detail.fields))
    return sorted(found.values(), key=lambda table: (-len(table.rows), table.key))


def _types(rule: Path) -> dict[str, str]:
    """The columns of a list with their types, as its rule has them; nothing if there is no rule."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        data: Any = msgspec.json.decode(rule.read_bytes())
        return {str(column["name"]): str(column["type"]) for column in data["rule"]["columns"]}
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
