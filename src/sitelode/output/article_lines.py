"""Articles that come as lines of articles.jsonl: from an earlier result in the same folder, or from processes that read them in parallel.

A process opens the stored pages itself, and what reads them from a file.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

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
from sitelode.settings import MineSettings
from sitelode.site.site import Site, pass_over
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
                values |= new
                line = f"{json_text(values)}\n".encode()
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
        articles, mined = self._mined.site_articles, self._mined
        with TemporaryDirectory(prefix="sitelode-articles-") as folder:
            layouts = np.full(len(mined.site.all_entries), _NOT_READ)
            for place, entry in enumerate(mined.site.entries):
                if articles.holds_article(place):
                    layouts[entry.number] = mined.clusters.of_page[place]
            path = Path(folder) / "readers.npz"
            _write_readers(path, mined.reader.readers, layouts)
            lines = chain.from_iterable(pass_over(mined.site, ReadLines(str(path), mined.settings)))
            for place, (entry, line) in enumerate(zip(mined.site.entries, lines, strict=True)):
                if not line:
                    yield entry, NoArticle(articles.why_none(place))
                elif line.startswith(_NONE):
                    yield entry, NoArticle(json.loads(line)["none"])
                else:
                    article, values = article_of_line(line)
                    completed = articles.completed(article)
                    yield entry, self.given(article, line, values) if completed is article else completed


@dataclass(frozen=True)
class ReadLines:
    """Reads the articles of some pages; goes to other processes as the name of the file that holds the readers."""

    readers: str
    settings: MineSettings

    def __call__(self, site: Site, entries: Sequence[Entry]) -> list[bytes]:
        """A line for each page: empty for those that are not read."""
        readers, layouts = _readers(self.readers)
        forms, lines = self.settings.forms(), list[bytes]()
        for entry in entries:
            if layouts[entry.number] == _NOT_READ:
                lines.append(b"")
                continue
            found = readers[layouts[entry.number]].article(site.store.page(entry.number), entry.origin, **forms)
            if isinstance(found, NoArticle):
                data: dict[str, Any] = {"none": found.reason}
            else:
                data = article_data(replace(found, fetched=site.fetched.get(entry.url, ""), digest=entry.digest.hex()))
            lines.append(f"{json_text(data)}\n".encode())
        return lines


_PARTS: Final = ("size", "titles", "fields", "feed")  # of a reader, beside its body
_NOT_READ: Final = -1  # in place of the layout of a page


def _write_readers(path: Path, readers: list[ClusterReader], layouts: NDArray[np.int64]) -> None:
    """Not pickled: compiled tables inside of readers cannot be."""
    distinct = {id(each.body): each for each in readers}
    places = {body: number for number, body in enumerate(distinct)}
    arrays: Arrays = {"layouts": layouts}
    parts = [
        {name: packed(getattr(each, name), arrays, f"{number}.{name}") for name in _PARTS} for number, each in enumerate(distinct.values())
    ]
    bodies = [each.body.to_data() for each in distinct.values() if isinstance(each.body, BodyRules)]
    write_arrays(path, {"parts": parts, "bodies": bodies, "of_layout": [places[id(each.body)] for each in readers]}, arrays)


@lru_cache(maxsize=1)
def _readers(name: str) -> tuple[list[ClusterReader], NDArray[np.int64]]:
    arrays, about = read_arrays(Path(name))
    hints = get_type_hints(ClusterReader)
    parts = [{part: unpacked(each[part], arrays, hints[part]) for part in _PARTS} for each in about["parts"]]
    bodies = [BodyRules.from_data(each) for each in about["bodies"]]
    readers = [ClusterReader(layout, body=bodies[place], **parts[place]) for layout, place in enumerate(about["of_layout"])]
    return readers, arrays["layouts"]
