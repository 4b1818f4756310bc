"""Articles as tables, on request: articles.csv and articles.parquet, with the field names of articles.jsonl."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol, TextIO

from sitelode.articles.article_tables import COLUMNS
from sitelode.model import Article
from sitelode.output.csv_cells import cell, harmless
from sitelode.output.files import whole_file
from sitelode.output.parquet_file import parquet_file

TABLES = ("csv", "parquet")
_EMPTY: dict[str, Any] = {"markdown": "", "html": "", "pages": ()}  # what lines of articles.jsonl leave out


class AddArticle(Protocol):
    """Writes an article and its taught fields; `data` is its line of articles.jsonl, where there is one."""

    def __call__(self, article: Article, fields: Mapping[str, str], data: Mapping[str, Any] | None = None) -> None: ...


FIRST_COLUMNS = ",".join(list(COLUMNS)[:8])  # how every articles.csv starts


def article_data(article: Article, fields: Mapping[str, str] | None = None) -> dict[str, Any]:
    """An article as one object of articles.jsonl; `fields` are the taught fields."""
    values = article.to_dict()
    for name in ("markdown", "html", "pages"):  # only if asked for, or if there are several pages
        if not values[name]:
            del values[name]
    return {**values, "fields": dict(fields)} if fields else values


def tables_in(folder: Path) -> list[str]:
    """The tables that an earlier result has, so that they can be written again."""
    return [name for name in TABLES if (folder / f"articles.{name}").is_file()]


@contextmanager
def article_tables(folder: Path, kinds: Iterable[str], *, without: Iterable[str] = (), taught: Iterable[str] = ()) -> Iterator[AddArticle]:
    """Open the requested tables ("csv", "parquet") and yield a function that writes an article and its taught fields to each.

    `without` names columns to leave out, `taught` the taught fields, which get the last columns.
    Files are replaced if the block ends without an error.
    """
    left_out, wanted = frozenset(without), frozenset(kinds)
    columns = {name: kind for name, kind in COLUMNS.items() if name not in left_out}
    extra = [name for name in taught if name not in COLUMNS]
    columns |= dict.fromkeys(extra, "text")
    writers: list[Callable[[dict[str, Any]], None]] = []
    with ExitStack() as files:
        if "csv" in wanted:
            writers.append(_csv_writer(files.enter_context(whole_file(folder / "articles.csv")), columns))
        if "parquet" in wanted:
            writers.append(files.enter_context(parquet_file(folder / "articles.parquet", columns)))

        def add(article: Article, fields: Mapping[str, str], data: Mapping[str, Any] | None = None) -> None:
            if not writers:
                return
            values = {**(article.to_dict() if data is None else {**_EMPTY, **data}), **{name: fields.get(name, "") for name in extra}}
            for write in writers:
                write(values)

        yield add


def article_rows(write: Callable[[str], object]) -> Callable[[Article], None]:
    """Write the first line of a CSV at once; return a function that writes an article as the next line."""
    columns = {name: kind for name, kind in COLUMNS.items() if name not in ("markdown", "html")}
    add = _csv_writer(_Lines(write), columns)
    return lambda article: add(article.to_dict())


class _Lines:
    """As much of a file as a CSV writer needs."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write


def _csv_writer(file: TextIO | _Lines, columns: Mapping[str, str]) -> Callable[[dict[str, Any]], None]:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(map(harmless, columns))
    return lambda values: table.writerow([_csv_cell(values[name], kind) for name, kind in columns.items()])


def _csv_cell(value: Any, kind: str) -> str:  # noqa: ANN401 (any field of an article)
    if kind == "comments":
        return json.dumps(value, ensure_ascii=False) if value else ""
    return cell(value) if kind in ("text", "texts") else str(value)
