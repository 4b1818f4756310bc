"""The folder of a crawl: pages.warc.gz, one more such file for each refresh, and crawl.json."""

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

from sitelode.errors import ResultError, SettingError
from sitelode.sources.crawl.archive import Answer, Revisited, answer_at, read_answers, why_not_a_page
from sitelode.sources.crawl.settings import GO_ON
from sitelode.sources.source import REDIRECT_STATUSES

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

    def __contains__(self, url: str) -> bool:
        return url in self._places

    def page(self, url: str) -> Answer | None:
        place = self._places.get(url)
        return None if place is None else answer_at(place.archive, place.position)

    def is_latest(self, url: str, archive: Path, position: int) -> bool:
        place = self._places.get(url)
        return place is not None and (place.archive, place.position) == (archive, position)

    def revisited(self, url: str) -> Revisited | None:
        place = self._places.get(url)
        return None if place is None else Revisited(url, place.fetched_at)

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
