"""Articles read and written as lines by several processes at once, in the order of the pages.

A process opens the stored pages itself, and what reads them from a file of arrays; to it go numbers of pages, from it come names of files.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, get_type_hints

import numpy as np

from sitelode.articles.corrections import CorrectedReader
from sitelode.articles.reader import ClusterReader, NoArticle
from sitelode.articles.rules.body_rules import BodyRules
from sitelode.articles.site_articles import SiteArticles
from sitelode.mined_site import MinedSite
from sitelode.model import Article
from sitelode.output.articles_files import article_data
from sitelode.output.plain_data import Arrays, packed, unpacked
from sitelode.output.taken_over.earlier_articles import KnownLines, article_of_line
from sitelode.settings import MineSettings
from sitelode.site.store import Entry, SiteStore
from sitelode.site.workers.passes import PAGES_AT_ONCE, stored_site
from sitelode.site.workers.pool import in_order

_NONE: Final = b'{"none": '


@dataclass(frozen=True)
class _Task:
    """What a process is told."""

    store: str
    readers: str
    pages: tuple[tuple[int, int, str, str], ...]  # number, layout, origin and time
    settings: MineSettings
    to: str  # the file to write


class ArticlesAhead(KnownLines):
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
                    yield entry, self.given(article, line, values)

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
            lines.write(json.dumps(data, ensure_ascii=False) + "\n")
    return task.to


_PARTS: Final = ("size", "titles", "fields", "feed")  # of a reader, beside its body


def _write_readers(path: Path, readers: list[ClusterReader]) -> None:
    distinct = {id(each.body): each for each in readers}
    places = {body: number for number, body in enumerate(distinct)}
    arrays: Arrays = {}
    parts = [{name: packed(getattr(each, name), arrays) for name in _PARTS} for each in distinct.values()]
    bodies = [each.body.to_data() for each in distinct.values() if isinstance(each.body, BodyRules)]
    about = {"parts": parts, "bodies": bodies, "of_layout": [places[id(each.body)] for each in readers]}
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


@lru_cache(maxsize=1)
def _readers(name: str) -> list[ClusterReader]:
    with np.load(name, allow_pickle=False) as file:
        arrays = {each: file[each] for each in file.files}
    about, hints = json.loads(arrays["about"].tobytes()), get_type_hints(ClusterReader)
    parts = [{part: unpacked(each[part], arrays, hints[part]) for part in _PARTS} for each in about["parts"]]
    bodies = [BodyRules.from_data(each) for each in about["bodies"]]
    return [ClusterReader(layout, body=bodies[place], **parts[place]) for layout, place in enumerate(about["of_layout"])]
