"""The folder of a crawl: pages.warc.gz, one more such file for each refresh, and crawl.json; the latest version of each page."""

import json
import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sitelode.errors import ResultError, SettingError
from sitelode.html.feeds import is_feed
from sitelode.model import Dropped, FeedShelf, Fetched
from sitelode.sources.crawl.archive import BODY_NOT_WANTED, Answer, answer_at, read_answers, why_not_a_page
from sitelode.sources.crawl.reservations import TDM_FILE
from sitelode.sources.crawl.settings import GO_ON
from sitelode.sources.source import REDIRECT_STATUSES, ends_of_redirects
from sitelode.urls import resolve

REPORT_NAME = "crawl.json"
LOCK_NAME = ".crawl.lock"
LONGEST_ENDING = 2.0  # seconds; set by hand: so long may the processes of a crawl that was killed go on
# Other answers mean that something went wrong this time.
_STATUSES_OF_A_LOST_PAGE = REDIRECT_STATUSES | {200, 404, 410}
_ARCHIVE_NAME = re.compile(r"pages(?:-(\d+))?\.warc\.gz")


@dataclass(frozen=True, slots=True)
class CrawlFolder:
    """Finds and writes the files of a crawl."""

    path: Path

    def archives(self) -> list[Path]:
        """The archives, oldest first."""
        if not self.path.is_dir():
            return []
        matches = [(match, path) for path in self.path.iterdir() if (match := _ARCHIVE_NAME.fullmatch(path.name))]
        return [path for _, path in sorted((int(match[1] or 1), path) for match, path in matches)]

    def next_archive(self) -> Path:
        count = len(self.archives())
        return self.path / (f"pages-{count + 1}.warc.gz" if count else "pages.warc.gz")

    def report(self) -> dict[str, Any]:
        """The content of crawl.json; empty if it is missing or damaged: the archives have everything important."""
        try:
            report = json.loads((self.path / REPORT_NAME).read_bytes())
        except (OSError, ValueError):
            return {}
        return report if isinstance(report, dict) else {}

    def write_report(self, report: dict[str, Any]) -> None:
        unfinished = self.path / f"{REPORT_NAME}.new"
        try:
            unfinished.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            unfinished.replace(self.path / REPORT_NAME)
        except OSError as error:
            raise ResultError(f"cannot write to {self.path}: {error.strerror}; make room, and {GO_ON}") from error

    @contextmanager
    def held(self) -> Iterator[None]:
        """Lock the folder for one crawl at a time; the lock ends with the process, however that ends."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.path / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise ResultError(f"cannot write to {self.path}: {error.strerror}; choose another folder") from error
        try:
            _lock_or_refuse(lock, self.path)
            yield
        finally:
            os.close(lock)


def _lock_or_refuse(lock: int, folder: Path) -> None:
    try:
        import fcntl  # noqa: PLC0415 - not on Windows, where nothing keeps two crawls apart
    except ImportError:
        return
    given_up = time.monotonic() + LONGEST_ENDING
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if time.monotonic() > given_up:
                raise SettingError(f"another crawl is writing to {folder}; wait for it, or choose another folder") from error
            time.sleep(0.05)
        else:
            return


@dataclass(frozen=True, slots=True)
class _Place:
    archive: Path
    position: int
    fetched_at: str
    etag: str | None
    last_modified: str | None


@dataclass(slots=True)
class ArchivedPages:
    """The latest version of each page over several archives; the answers themselves stay on disk."""

    _places: dict[str, _Place] = field(default_factory=dict)

    @classmethod
    def of(cls, archives: Iterable[Path]) -> "ArchivedPages":
        """Read the archives, oldest first: a later answer replaces an earlier one, unless it only confirms it."""
        pages = cls()
        for archive in archives:
            for position, answer in read_answers(archive):
                pages.add(archive, position, answer)
        return pages

    def add(self, archive: Path, position: int, answer: Answer) -> None:
        if answer.status == HTTPStatus.NOT_MODIFIED:
            return
        if why_not_a_page(answer) is not None:
            if answer.status in _STATUSES_OF_A_LOST_PAGE:
                self._places.pop(answer.url, None)
            return
        validators = answer.header("etag"), answer.header("last-modified")
        self._places[answer.url] = _Place(archive, position, answer.fetched_at, *validators)

    def page_urls(self) -> list[str]:
        return list(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, url: str) -> bool:
        return url in self._places

    def page(self, url: str) -> Answer | None:
        place = self._places.get(url)
        return None if place is None else answer_at(place.archive, place.position)

    def is_latest(self, url: str, archive: Path, position: int) -> bool:
        place = self._places.get(url)
        return place is not None and (place.archive, place.position) == (archive, position)

    def fetched_at(self, url: str) -> str:
        """When a page was fetched, as ISO 8601; empty for a page that is not there."""
        place = self._places.get(url)
        return "" if place is None else place.fetched_at

    def conditions(self, url: str) -> dict[str, str]:
        """Headers that request a page only if it has changed."""
        place = self._places.get(url)
        if place is None:
            return {}
        headers = {"If-None-Match": place.etag, "If-Modified-Since": place.last_modified}
        return {name: value for name, value in headers.items() if value}


_ASKED_FOR_EVERYWHERE = frozenset({"/robots.txt", "/sitemap.xml", TDM_FILE})  # a site without one loses nothing


@dataclass(slots=True)
class CrawledPages:
    """The folder of a crawl, scanned once; the pages themselves are read one at a time."""

    folder: Path
    dropped: dict[str, Dropped] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    feeds: FeedShelf = field(default_factory=FeedShelf)
    _pages: ArchivedPages = field(default_factory=ArchivedPages)

    def __post_init__(self) -> None:
        feeds: dict[str, Fetched] = {}
        for archive in CrawlFolder(self.folder).archives():
            for position, answer in read_answers(archive):
                self._pages.add(archive, position, answer)
                self._note(answer, f"{archive.name} @ {position}")
                if answer.status == HTTPStatus.OK and answer.url not in self._pages and is_feed(answer.body, answer.header("content-type")):
                    feeds[answer.url] = _fetched(answer, f"{archive} @ {position}")
        self.dropped = {url: dropped for url, dropped in self.dropped.items() if url not in self._pages}
        self.dropped |= {dropped.where: dropped for dropped in self.feeds.take_all(feeds.values())}

    def __len__(self) -> int:
        return len(self._pages) + len(self.dropped)

    def items(self) -> Iterator[Fetched | Dropped]:
        for archive in CrawlFolder(self.folder).archives():
            for position, answer in read_answers(archive):
                if self._pages.is_latest(answer.url, archive, position):
                    yield _fetched(answer, f"{archive} @ {position}")
        yield from self.dropped.values()

    def aliases(self) -> dict[str, str]:
        """Where links to a redirected address end; only ends that are pages."""
        ends = ends_of_redirects(self.redirects)
        return {url: end for url, end in ends.items() if url not in self._pages and end in self._pages}

    def _note(self, answer: Answer, origin: str) -> None:
        """Later answers replace earlier ones, here as well."""
        if answer.status == HTTPStatus.NOT_MODIFIED:
            return
        self.dropped.pop(answer.url, None)
        self.redirects.pop(answer.url, None)
        location = answer.header("location")
        if answer.status in REDIRECT_STATUSES:
            target = resolve(answer.url, location) if location else None
            if target is not None:
                self.redirects[answer.url] = target
        elif _is_a_loss(answer):
            self.dropped[answer.url] = Dropped(answer.url, why_not_a_page(answer) or "", origin)


def _fetched(answer: Answer, origin: str) -> Fetched:
    return Fetched(answer.url, answer.body, answer.header("content-type"), origin, answer.fetched_at)


def _is_a_loss(answer: Answer) -> bool:
    """Whether a page might have been expected here: not for robots.txt, sitemaps and feeds, whose bodies are kept."""
    if why_not_a_page(answer) is None or urlsplit(answer.url).path in _ASKED_FOR_EVERYWHERE:
        return False
    return answer.status != HTTPStatus.OK or answer.truncated == BODY_NOT_WANTED or not answer.body
