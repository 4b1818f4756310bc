"""Parquet files, written row by row and either whole or not there; the library is an extra and loaded when one is written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from sitelode.errors import MissingExtraError, ResultError

ROWS_AT_ONCE = 2_000  # in memory


def require_parquet() -> None:
    """Say what to install before the work begins, not behind it."""
    _arrow()


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415 (an extra)
        import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415
    except ImportError as problem:
        raise MissingExtraError("Parquet", "tables") from problem
    return pa, pq


class ParquetFile:
    """Rows as dictionaries, collected into batches.

    Kinds of columns: "text", "texts" (a list), "whole" and "real" numbers, "comments".
    """

    def __init__(self, path: Path, columns: Mapping[str, str]) -> None:
        self._pa, pq = _arrow()
        self._schema = self._pa.schema([(name, self._kind(kind)) for name, kind in columns.items()])
        self._rows: list[Mapping[str, object]] = []
        self._path, self._part = path, path.with_name(path.name + ".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = pq.ParquetWriter(self._part, self._schema)
        except OSError as problem:
            raise ResultError(f"cannot write {path}: {problem.strerror or problem}; give another folder with -o") from problem

    def _kind(self, kind: str) -> Any:  # noqa: ANN401 (a type of an extra)
        pa = self._pa
        comment = pa.struct([(name, pa.string()) for name in ("author", "date", "text")])
        kinds = {
            "text": pa.string(),
            "texts": pa.list_(pa.string()),
            "whole": pa.int32(),
            "real": pa.float64(),
            "comments": pa.list_(comment),
        }
        return kinds[kind]

    def __enter__(self) -> Self:
        return self

    def add(self, row: Mapping[str, object]) -> None:
        self._rows.append(row)
        if len(self._rows) == ROWS_AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        self._writer.write_table(self._pa.Table.from_pylist(self._rows, schema=self._schema))
        self._rows.clear()

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._flush()
        self._writer.close()
        if kind is None:
            self._part.replace(self._path)
        else:
            self._part.unlink(missing_ok=True)
