"""Records as a table: columns with a name, a type, and one value per record."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sitelode.counted import counted
from sitelode.errors import MissingExtraError
from sitelode.tables.notebook_table import SHOWN_NAMES, notebook_table

if TYPE_CHECKING:
    import pandas as pd

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
