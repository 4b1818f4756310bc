"""Parquet files, written in batches and either complete or not there; the library is an optional extra, loaded on first use."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sitelode.articles.article_tables import arrow, arrow_schema
from sitelode.output.files import whole

ROWS_AT_ONCE = 2_000  # in memory; set by hand


def require_parquet() -> None:
    """Say what to install before the work starts, not after it."""
    _arrow()


def _arrow() -> tuple[Any, Any]:
    pa = arrow()
    import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415 (an extra)

    return pa, pq


@contextmanager
def parquet_file(path: Path, columns: Mapping[str, str]) -> Iterator[Callable[[Mapping[str, object]], None]]:
    """Yield a function that adds a row, given as a dictionary; rows are written in batches.

    Kinds of columns: "text", "texts" (a list), "whole" and "real" numbers, "day", "truth", "comments".
    """
    pa, pq = _arrow()
    schema = arrow_schema(columns)
    rows: list[Mapping[str, object]] = []

    def write() -> None:
        writer.write_table(pa.Table.from_pylist(rows, schema=schema))
        rows.clear()

    def add(row: Mapping[str, object]) -> None:
        rows.append(row)
        if len(rows) == ROWS_AT_ONCE:
            write()

    with whole(path) as unfinished, pq.ParquetWriter(unfinished, schema) as writer:
        yield add
        write()
