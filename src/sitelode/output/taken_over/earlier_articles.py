"""Articles of an earlier result in the same folder, taken over line by line: what did not change is neither read nor written anew."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec

from sitelode.errors import ResultError
from sitelode.model import Article

_START: Final = b'{"url": '
_SEVERAL_PAGES: Final = b'"pages": ['


def article_of_line(line: bytes) -> tuple[Article, dict[str, Any]]:
    """The article of a line of articles.jsonl without taught fields, and its data."""
    values: dict[str, Any] = msgspec.json.decode(line)
    return article_of(values), values


def article_of(values: dict[str, Any]) -> Article:
    """The article of such data; ValueError where it is that of none."""
    return msgspec.convert(values, Article)


def _with_values(line: bytes, values: dict[str, Any], new: dict[str, str]) -> bytes:
    """The line with other values, which are put in place of the old ones where that can be done without writing it anew.

    No text holds what is looked for: quotation marks inside of texts have a backslash before them.
    """
    for name, value in new.items():
        old, wanted = (f'"{name}": {json.dumps(each, ensure_ascii=False)}'.encode() for each in (values.get(name), value))
        if line.count(old) != 1:
            return f"{json.dumps(values | new, ensure_ascii=False)}\n".encode()
        line = line.replace(old, wanted)
    return line


class KnownLines:
    """Remembers the article that was given last, with its line."""

    def __init__(self) -> None:
        self._last: tuple[Article, str, dict[str, Any]] | None = None

    def given(self, article: Article, line: bytes, values: dict[str, Any]) -> Article:
        self._last = article, line.decode(), values
        return article

    def line_of(self, article: Article) -> tuple[str, dict[str, Any]] | None:
        """The line of the article that was given last, and its data; None for any other, which is written anew."""
        return self._last[1:] if self._last is not None and self._last[0] is article else None


class EarlierArticles(KnownLines):
    """The lines of an articles.jsonl, found by the address of a page. The file stays open: a new one may take its place."""

    def __init__(self, path: Path) -> None:
        """Raises OSError or ValueError where it is none."""
        super().__init__()
        self._path, self._file = path, path.open("rb")
        self._places: dict[str, int] = {}
        self.pages: dict[str, tuple[str, ...]] = {}  # of articles over several pages, by the address of each page
        try:
            self._find_lines()
        except ValueError:
            self.close()
            raise

    def _find_lines(self) -> None:
        decode, place = json.JSONDecoder().raw_decode, 0
        for line in self._file:
            if not line.startswith(_START):
                raise ValueError("no line of an article")
            url: str = decode(line[len(_START) :].decode())[0]
            self._places[url] = place
            if _SEVERAL_PAGES in line:
                pages = tuple(json.loads(line).get("pages", ()))
                self.pages |= dict.fromkeys(pages, pages)
            place += len(line)

    def __contains__(self, url: str) -> bool:
        return url in self._places

    def article(self, url: str, origin: str, fetched: str) -> Article:
        """The article of a page as it was; only where the page comes from may have changed."""
        self._file.seek(self._places[url])
        line = self._file.readline()
        try:
            values: dict[str, Any] = msgspec.json.decode(line)
            new = {"origin": origin, "fetched": fetched}
            if any(values.get(name) != value for name, value in new.items()):
                line = _with_values(line, values, new)
                values |= new
            return self.given(article_of(values), line, values)
        except (ValueError, AttributeError, TypeError, RecursionError) as problem:
            raise ResultError(
                f"{self._path} was changed by another program ({problem!s:.80}); mine everything again with --anew"
            ) from problem

    def close(self) -> None:
        self._file.close()
