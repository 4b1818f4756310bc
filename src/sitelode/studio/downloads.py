"""The articles that a list shows, as a file: JSON lines, CSV, Parquet, or a zip archive of Markdown files."""

import csv
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from sitelode.articles.article_tables import COLUMNS
from sitelode.errors import SettingError
from sitelode.output.safe_text import cell, harmless
from sitelode.output.tables.parquet_file import parquet_file

Articles = Iterable[Mapping[str, Any]]
Markdown = Callable[[Mapping[str, Any]], tuple[str, str]]  # the name of a file and what is in it


def write_download(kind: str, articles: Articles, taught: list[str], markdown: Markdown) -> Path:
    """Write a temporary file of this kind; whoever asked for it removes it.

    Raises:
        SettingError: when there is no such kind.
        MissingExtraError: when Parquet is asked for and its library is not installed.

    """
    if kind not in KINDS:
        raise SettingError(f"articles can be downloaded as {', '.join(KINDS)}, not as {kind!r}")
    path = Path(tempfile.mkstemp(prefix="sitelode-download-", suffix=f".{kind}")[1])
    try:
        KINDS[kind](path, articles, taught, markdown)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def _json_lines(path: Path, articles: Articles, _taught: list[str], _markdown: Markdown) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for article in articles:
            file.write(json.dumps(article, ensure_ascii=False) + "\n")


def _csv(path: Path, articles: Articles, taught: list[str], _markdown: Markdown) -> None:
    columns = _columns(taught)
    with path.open("w", encoding="utf-8-sig", newline="") as file:  # with a mark, by which spreadsheets know the encoding
        table = csv.writer(file)
        table.writerow(map(harmless, columns))
        for article in articles:
            values = {**article.get("fields", {}), **article}
            table.writerow([_cell(values.get(name), kind) for name, kind in columns.items()])


def _cell(value: Any, kind: str) -> str:  # noqa: ANN401 (any field of an article)
    if kind == "comments":
        return json.dumps(value, ensure_ascii=False) if value else ""
    return cell(value) if kind in ("text", "texts") else str(value)


def _parquet(path: Path, articles: Articles, taught: list[str], _markdown: Markdown) -> None:
    columns = _columns(taught)
    with parquet_file(path, columns) as add:
        for article in articles:
            values = {**article.get("fields", {}), **article}
            add({name: values.get(name) for name in columns})


def _columns(taught: list[str]) -> dict[str, str]:
    known = {name: kind for name, kind in COLUMNS.items() if name not in ("markdown", "html")}
    return known | {name: "text" for name in taught if name not in COLUMNS}


def _zip(path: Path, articles: Articles, _taught: list[str], markdown: Markdown) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for article in articles:
            archive.writestr(*markdown(article))


KINDS: dict[str, Callable[[Path, Articles, list[str], Markdown], None]] = {
    "jsonl": _json_lines,
    "csv": _csv,
    "parquet": _parquet,
    "zip": _zip,
}
