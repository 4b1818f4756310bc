"""Articles that come as lines of articles.jsonl: from an earlier result in the same folder, or from processes that read them in parallel.

A process opens the stored pages itself, and what reads them from a file; to it go numbers of pages, from it come names of files.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, get_type_hints

import msgspec

from sitelode.articles.body.body_rules import BodyRules
from sitelode.articles.corrections import CorrectedReader
from sitelode.articles.reader import ClusterReader, NoArticle
from sitelode.articles.site_articles import SiteArticles
from sitelode.errors import ResultError
from sitelode.mined_site import MinedSite
from sitelode.model import Article
from sitelode.output.article_forms import article_data
from sitelode.output.files import json_text
from sitelode.output.saved_state import Arrays, packed, read_arrays, unpacked, write_arrays
from sitelode.processes import in_order
from sitelode.settings import MineSettings
from sitelode.site.site import PAGES_AT_ONCE, stored_site
from sitelode.site.store import Entry, SiteStore

_START: Final = b'{"url": '
_SEVERAL_PAGES: Final = b'"pages": ['
_NONE: Final = b'{"none": '


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
        old, wanted = (f'"{name}": {json_text(each)}'.encode() for each in (values.get(name), value))
        if line.count(old) != 1:
            return f"{json_text(values | new)}\n".encode()
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
                f"{self._path} was changed by another program ({problem!s:.80}); mine everything again with anew=True"
            ) from problem

    def close(self) -> None:
        self._file.close()


@dataclass(frozen=True)
class Earlier:
    """What is taken over when a result is written."""

    articles: EarlierArticles
    unstudied: list[str]  # addresses of pages that came after their layout was learnt


@dataclass(frozen=True)
class _Task:
    """What a process is told."""

    store: str
    readers: str
    pages: tuple[tuple[int, int, str, str], ...]  # number, layout, origin and time
    settings: MineSettings
    to: str  # the file to write


class ParallelArticles(KnownLines):
    """The outcomes of all pages, read by processes."""

    def __init__(self, mined: MinedSite) -> None:
        super().__init__()
        self._mined = mined

    @staticmethod
    def is_possible(mined: MinedSite) -> bool:
        """Whether pages can be read by others: they are in a file, and nobody corrected how they are read."""
        kept = isinstance(mined.site.store, SiteStore) and type(mined.site_articles) is SiteArticles
        return mined.settings.jobs > 1 and kept and not any(isinstance(each, CorrectedReader) for each in mined.readers)

    def outcomes(self) -> Iterator[tuple[Entry, Article | NoArticle]]:
        """Every page with its article, or with the reason why it has none."""
        articles, site = self._mined.site_articles, self._mined.site
        site.store.commit()
        with TemporaryDirectory(prefix="sitelode-articles-") as folder:
            lines = self._lines(Path(folder), [place for place in range(len(site.entries)) if articles.holds_article(place)])
            for place, entry in enumerate(site.entries):
                if not articles.holds_article(place):
                    yield entry, NoArticle(articles.why_none(place))
                    continue
                line = next(lines)
                if line.startswith(_NONE):
                    yield entry, NoArticle(json.loads(line)["none"])
                else:
                    article, values = article_of_line(line)
                    completed = articles.completed(article)
                    yield entry, self.given(article, line, values) if completed is article else completed

    def _lines(self, folder: Path, places: list[int]) -> Iterator[bytes]:
        mined, jobs = self._mined, self._mined.settings.jobs
        _write_readers(folder / "readers.npz", mined.reader.readers)
        firsts = range(0, len(places), PAGES_AT_ONCE)
        tasks = (self._task(folder, places[first : first + PAGES_AT_ONCE], first) for first in firsts)
        for name in in_order(read_window, tasks, jobs):
            yield from _written(name)

    def _task(self, folder: Path, places: list[int], number: int) -> _Task:
        site, of_page = self._mined.site, self._mined.clusters.of_page
        assert isinstance(site.store, SiteStore), "pages in a file"
        entries = [(site.entries[place], of_page[place]) for place in places]
        pages = tuple((entry.number, layout, entry.origin, site.fetched.get(entry.url, "")) for entry, layout in entries)
        return _Task(str(site.store.path), str(folder / "readers.npz"), pages, self._mined.settings, str(folder / f"{number}.jsonl"))


def _written(name: str) -> Iterator[bytes]:
    with Path(name).open("rb") as lines:
        yield from lines
    Path(name).unlink()


def read_window(task: _Task) -> str:
    """In a process of its own: write the lines of some pages."""
    readers, site = _readers(task.readers), stored_site(task.store)
    with Path(task.to).open("w", encoding="utf-8", newline="\n") as lines:
        for number, layout, origin, fetched in task.pages:
            found = readers[layout].article(site.store.page(number), origin, **task.settings.forms())
            if isinstance(found, NoArticle):
                data: dict[str, Any] = {"none": found.reason}
            else:
                data = article_data(replace(found, fetched=fetched, digest=site.all_entries[number].digest.hex()))
            lines.write(json_text(data) + "\n")
    return task.to


_PARTS: Final = ("size", "titles", "fields", "feed")  # of a reader, beside its body


def _write_readers(path: Path, readers: list[ClusterReader]) -> None:
    """Not pickled: compiled tables inside of readers cannot be."""
    distinct = {id(each.body): each for each in readers}
    places = {body: number for number, body in enumerate(distinct)}
    arrays: Arrays = {}
    parts = [{name: packed(getattr(each, name), arrays) for name in _PARTS} for each in distinct.values()]
    bodies = [each.body.to_data() for each in distinct.values() if isinstance(each.body, BodyRules)]
    write_arrays(path, {"parts": parts, "bodies": bodies, "of_layout": [places[id(each.body)] for each in readers]}, arrays)


@lru_cache(maxsize=1)
def _readers(name: str) -> list[ClusterReader]:
    arrays, about = read_arrays(Path(name))
    hints = get_type_hints(ClusterReader)
    parts = [{part: unpacked(each[part], arrays, hints[part]) for part in _PARTS} for each in about["parts"]]
    bodies = [BodyRules.from_data(each) for each in about["bodies"]]
    return [ClusterReader(layout, body=bodies[place], **parts[place]) for layout, place in enumerate(about["of_layout"])]
