"""The site on the desk: how far it is opened, what is known about it, and what people changed.

All slow work runs on one thread, what a person waits for on two others; each thread reads the store through a connection of its own.
"""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from sitelode.articles.corrections import FILE_NAME as CORRECTIONS_NAME
from sitelode.articles.corrections import Correction, CorrectionLog, correct_readers
from sitelode.articles.reader import ClusterReader
from sitelode.articles.study import MOST_STUDIED, study_layouts
from sitelode.errors import ResultError, SitelodeError
from sitelode.html.page import Page
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.mined_site import MinedSite
from sitelode.output.articles_files import tables_in
from sitelode.output.files import whole_file
from sitelode.output.learnt_file import load_learnt, save_learnt
from sitelode.output.result import write_result
from sitelode.pipeline import group_pages, prepare, results
from sitelode.progress import Progress, no_progress
from sitelode.settings import MineSettings
from sitelode.site.reading import read_site
from sitelode.site.site import Site, is_opened_site, reopen_site
from sitelode.site.store import Entry
from sitelode.studio.events import Events
from sitelode.studio.result_cache import Kept
from sitelode.wrappers.lessons import FILE_NAME as LESSONS_NAME
from sitelode.wrappers.lessons import LessonLog, Said
from sitelode.wrappers.teach.apply_lessons import write_taught

Answer = TypeVar("Answer")
_LONGEST_PROBLEM = 300  # characters
_NEWS_EVERY = 0.15  # seconds between two reports of progress


@dataclass(frozen=True, slots=True)
class ArticleSummary:
    """What lists show of an article."""

    title: str
    date: str
    characters: int
    confidence: float


def _lines(path: Path, names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """The objects of a file that have texts under these names; a line that is none of ours costs itself."""
    if not path.is_file():
        return
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            try:
                each = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(each, dict) and all(isinstance(each.get(name), str) for name in names):
                yield each


class NotReadyError(SitelodeError):
    """The site is still being opened, or could not be."""


class Desk:
    """One site, opened for people to look at."""

    def __init__(
        self, source: str | Path, folder: Path, settings: MineSettings | None = None, *, on_progress: Progress = no_progress
    ) -> None:
        self.source, self.folder = str(source), Path(source) if is_opened_site(Path(source)) else folder
        self.settings = settings or MineSettings()
        self.events, self.kept, self._on_progress = Events(), Kept(), on_progress
        self.state: dict[str, Any] = {"state": "opening", "source": self.source, "stages": []}
        self.log, self.lessons = CorrectionLog(), LessonLog()
        self.articles: dict[str, ArticleSummary] = {}  # by the origin of their page
        self.judged: dict[str, tuple[str, str]] = {}  # by the same: kind of the page and why, where the result says so
        self._layouts: SiteLayouts | None = None
        self._learnt: list[ClusterReader] = []  # without corrections
        self.readers: list[ClusterReader] = []
        self._slow = ThreadPoolExecutor(1, "studio-slow")
        self._quick = ThreadPoolExecutor(2, "studio-quick")
        self._of_thread = threading.local()
        self._told = 0.0
        self._closing = False
        self._last_written: MinedSite | None = None
        self._rewriting: Future[None] | None = None
        self._lock = threading.Lock()

    # How work is given to threads

    def start(self) -> "Future[None]":
        """Open the site, in the background."""
        return self._slow.submit(self._open)

    def open_here(self) -> None:
        """Open the site in this thread, and raise what goes wrong."""
        self._open_stages()

    async def quick(self, work: Callable[..., Answer], *given: Any) -> Answer:  # noqa: ANN401 (whatever the work needs)
        return await asyncio.get_running_loop().run_in_executor(self._quick, work, *given)

    async def slow(self, work: Callable[..., Answer], *given: Any) -> Answer:  # noqa: ANN401 (whatever the work needs)
        return await asyncio.get_running_loop().run_in_executor(self._slow, work, *given)

    def close(self) -> None:
        """End what is under way at its next step; what waits is not begun."""
        self._closing = True
        for threads in (self._quick, self._slow):
            threads.shutdown(wait=True, cancel_futures=True)

    # What is known

    @property
    def site(self) -> Site:
        """The site, through this thread's own connection."""
        if not hasattr(self._of_thread, "site"):
            self._of_thread.site = reopen_site(self.folder)
        site: Site = self._of_thread.site
        return site

    @property
    def layouts(self) -> SiteLayouts:
        if self._layouts is None:
            raise NotReadyError("the site is still being opened; wait a moment")
        return self._layouts

    @property
    def mined(self) -> MinedSite:
        return self._results(None)

    def _results(self, earlier: MinedSite | None) -> MinedSite:
        return results(self.site, self.layouts, self.readers, self.settings, self.progress, self.lessons, earlier)

    @cached_property
    def members(self) -> list[list[int]]:
        """Places of the pages of each layout."""
        return self.layouts.clusters.members()

    @cached_property
    def _place_of_number(self) -> dict[int, int]:
        return {entry.number: place for place, entry in enumerate(self.site.entries)}

    def place(self, number: int) -> int:
        """The place of a page among those that count, by its number in the store."""
        if number not in self._place_of_number:
            raise ResultError(f"no page {number} in this site; its pages have numbers from 0 to {self.site.entries[-1].number}")
        return self._place_of_number[number]

    def entry(self, number: int) -> Entry:
        return self.site.entries[self.place(number)]

    def page(self, number: int) -> Page:
        return self.kept.get(("page", number), lambda: self.site.store.page(self.entry(number).number))

    def cluster_of(self, number: int) -> int:
        return self.layouts.clusters.of_page[self.place(number)]

    @cached_property
    def _number_of_url(self) -> dict[str, int]:
        return {entry.url: entry.number for entry in self.site.entries}

    def number_of(self, url: str) -> int | None:
        return self._number_of_url.get(url)

    def alike(self, number: int, most: int) -> list[int]:
        """Numbers of pages of the same layout, spread over all of them."""
        return self._sample(self.cluster_of(number), most)

    def reader_of(self, number: int) -> ClusterReader:
        return self.readers[self.cluster_of(number)]

    # Opening

    def _open(self) -> None:
        try:
            self._open_stages()
        except SitelodeError as problem:
            self._fail(str(problem))
        except Exception as problem:
            # Nobody waits for this thread: without this, the window would say "opening" for ever.
            self._fail(f"could not open the site: {type(problem).__name__}: {str(problem)[:_LONGEST_PROBLEM]}")
            raise

    def _fail(self, why: str) -> None:
        self.state = {**self.state, "state": "failed", "why": why}
        self.events.tell("state", **self.state)

    def _open_stages(self) -> None:
        if is_opened_site(self.folder) and str(self.folder) == self.source:
            site = reopen_site(self.folder)
        else:
            prepare(self.progress)
            site = read_site(self.source, folder=self.folder, settings=self.settings, progress=self.progress)
        self._of_thread.site = site
        self.log, self.lessons = CorrectionLog.of_folder(self.folder), LessonLog.of_folder(self.folder)
        known = load_learnt(self.folder, site)
        if known is None:
            layouts = group_pages(site, self.progress)
            known = layouts, study_layouts(site, layouts, self.progress)
            save_learnt(self.folder, site, *known)
        self._layouts, self._learnt = known
        self._correct_readers()
        if not (self.folder / "articles.jsonl").is_file():
            self._write()
        self._read_files()
        self.state = {"state": "ready", "source": self.source, "stages": []}
        self.events.tell("state", **self.state)

    def _write(self) -> None:
        self.lessons = LessonLog.of_folder(self.folder)  # somebody may teach in a terminal, too
        self.settings = replace(self.settings, learned_on=datetime.now(UTC).date().isoformat())
        self._last_written = self._results(self._last_written)
        for problem in write_result(self._last_written, self.folder, tables_in(self.folder)).problems:
            self.events.tell("problem", why=problem)

    def _sample(self, cluster: int, most: int = MOST_STUDIED) -> list[int]:
        members = self.members[cluster]
        return [self.site.entries[member].number for member in members[:: max(len(members) // most, 1)][:most]]

    def progress(self, stage: str, done: int, expected: int | None) -> None:
        if self._closing:
            raise NotReadyError("the studio is being closed")
        self._on_progress(stage, done, expected)
        stages = [each for each in self.state["stages"] if each["stage"] != stage]
        stages.append({"stage": stage, "done": done, "expected": expected})
        self.state = {**self.state, "stages": stages}
        now = time.monotonic()
        if now - self._told >= _NEWS_EVERY or done == expected:
            self._told = now
            self.events.tell("progress", stage=stage, done=done, expected=expected)

    def _read_files(self) -> None:
        """Summaries of what was written."""
        found = {}
        for each in _lines(self.folder / "articles.jsonl", ("title", "date", "text", "origin")):
            confidence = float(each.get("confidence", 0))
            found[each["origin"]] = ArticleSummary(each["title"], each["date"], len(each["text"]), confidence)
            self.settings = replace(self.settings, markdown=self.settings.markdown or bool(each.get("markdown")))
        self.articles = found
        self.judged = {
            each["origin"]: (each["kind"], each["why"]) for each in _lines(self.folder / "pages.jsonl", ("origin", "kind", "why"))
        }

    # Corrections

    def correct(self, entry: Correction | None) -> None:
        """Take note of a correction, or undo the last one; readers change at once, files in the background."""
        with self._lock:
            if entry is None and not self.log.holding:
                return
            self.log = self.log.with_entry(entry)
            with whole_file(self.folder / CORRECTIONS_NAME) as file:
                file.write(self.log.to_json())
            self._correct_readers()
            self.kept.forget("view")
            if self._rewriting is None or self._rewriting.running() or self._rewriting.done():
                self._rewriting = self._slow.submit(self._rewrite)
        self.events.tell("corrected", holding=len(self.log.holding))

    def _correct_readers(self) -> None:
        self.readers = correct_readers(self._learnt, self.site, self.layouts, self.log)

    def _rewrite(self) -> None:
        try:
            self._write()
            self._read_files()
            self.kept.forget("view")
            self.events.tell("rewritten", articles=len(self.articles))
        except SitelodeError as problem:
            self.events.tell("problem", why=str(problem))

    # Lessons

    def teach(self, entry: Said | None) -> None:
        """Take note of a lesson, or forget the last one; the wrapper is written in the background, never while files are."""
        with self._lock:
            self.lessons = LessonLog.of_folder(self.folder)  # somebody may teach in a terminal, too
            if entry is None and not self.lessons.holding:
                return
            self.lessons = self.lessons.with_entry(entry)
            self.lessons.write(self.folder / LESSONS_NAME)
            self._slow.submit(self._write_taught)

    def _write_taught(self) -> None:
        if not self.lessons.entries:
            return
        for problem in write_taught(self.folder / "wrapper.json", self.lessons, self):
            self.events.tell("problem", why=problem)
        self.kept.forget("view")
        self.events.tell("taught", lessons=len(self.lessons.holding))
