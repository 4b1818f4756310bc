"""The texts of a result folder that can be searched: its articles and the rows of its lists."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final
from urllib.parse import urlsplit

from sitelode.errors import ResultError

FILES: Final = {"article": "articles.jsonl", "record": "records.jsonl"}
_ADDRESSES: Final = ("http://", "https://", "../", "./")
_LONGEST_TITLE: Final = 200  # characters of a record's first value; set by hand


@dataclass(frozen=True, slots=True)
class MinedText:
    """An article, or a row of a list."""

    kind: str  # a key of FILES
    url: str  # of a record that links somewhere, the page it links to
    title: str
    text: str
    date: str = ""

    @property
    def site(self) -> str:
        return urlsplit(self.url).netloc


def check_folder(folder: Path) -> Path:
    """Raises ResultError when a folder holds no mined site."""
    if not (folder / FILES["article"]).is_file():
        raise ResultError(f"no mined site in {folder}: articles.jsonl is missing; mine the site into it first")
    return folder


def mined_texts(folder: Path) -> Iterator[tuple[int, MinedText]]:
    """All texts of a folder, each with its place in its file. A row that only announces an article of the same result is left out."""
    articles = set()
    for place, text in _texts(folder, "article"):
        articles.add(text.url.removesuffix("index.html"))
        yield place, text
    for place, text in _texts(folder, "record"):
        if text.url.removesuffix("index.html") not in articles:
            yield place, text


def text_at(file: BinaryIO, kind: str, place: int) -> MinedText:
    """The text that begins at a place of an open file."""
    file.seek(place)
    return _parsed(file.readline(), kind, file.name, place)


def _texts(folder: Path, kind: str) -> Iterator[tuple[int, MinedText]]:
    path, place = folder / FILES[kind], 0
    if not path.is_file():  # of an older result, or of one without lists
        return
    with path.open("rb") as lines:
        for line in lines:
            yield place, _parsed(line, kind, str(path), place)
            place += len(line)


def _parsed(line: bytes, kind: str, name: str, place: int) -> MinedText:
    try:
        return (_article if kind == "article" else _record)(json.loads(line))
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as problem:
        raise ResultError(f"{name}, at byte {place:,}: {problem!s:.200}; mine the site again") from problem


def _article(data: dict[str, Any]) -> MinedText:
    return MinedText("article", *(str(data.get(name) or "") for name in ("url", "title", "text", "date")))


def _record(data: dict[str, Any]) -> MinedText:
    fields = {name: value if isinstance(value, list) else [str(value)] for name, value in data["fields"].items() if value}
    shown = {name: words for name, value in fields.items() if (words := [each for each in value if not each.startswith(_ADDRESSES)])}
    title = next((shown[name] for name in ("title", "headline", "heading", "name") if name in shown), next(iter(shown.values()), [""]))[0]
    url = next((link for link in fields.get("link", []) if link.startswith(_ADDRESSES[:2])), str(data.get("url", "")))
    return MinedText("record", url, title[:_LONGEST_TITLE], "\n".join("; ".join(words) for words in shown.values()))
