"""The articles that a list shows, as a file: JSON lines, CSV, Parquet, or a zip archive of Markdown files."""

import json
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from shutil import rmtree
from typing import Any

from sitelode.errors import SettingError
from sitelode.output.article_files import TABLES, article_tables

KINDS = ("jsonl", *TABLES, "zip")
_MARK = b"\xef\xbb\xbf"  # by which spreadsheets know the encoding


def write_download(
    kind: str, articles: Iterable[Mapping[str, Any]], taught: list[str], markdown: Callable[[Mapping[str, Any]], tuple[str, str]]
) -> Path:
    """Write a file of this kind into a temporary folder, which whoever asked for it removes; `markdown` gives a file's name and text.

    Raises:
        SettingError: when there is no such kind.
        MissingExtraError: when Parquet is asked for and its library is not installed.

    """
    if kind not in KINDS:
        raise SettingError(f"articles can be downloaded as {', '.join(KINDS)}, not as {kind!r}")
    folder = Path(tempfile.mkdtemp(prefix="sitelode-download-"))
    path = folder / f"articles.{kind}"
    try:
        if kind == "zip":
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                for article in articles:
                    archive.writestr(*markdown(article))
        elif kind == "jsonl":
            with path.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(json.dumps(article, ensure_ascii=False) + "\n" for article in articles)
        else:
            with article_tables(folder, [kind], without=("markdown", "html"), taught=taught) as add:
                for article in articles:
                    add(article)
            if kind == "csv":
                path.write_bytes(_MARK + path.read_bytes())
    except BaseException:
        rmtree(folder, ignore_errors=True)
        raise
    return path
