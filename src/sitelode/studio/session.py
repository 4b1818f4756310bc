"""One site opened in the studio: its loading state, cached results, and the corrections and lessons of its user.

Slow work runs on one thread, work that a person waits for on a few others; each thread has its own connection to the store.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from sitelode.articles.corrections import FILE_NAME as CORRECTIONS_NAME
from sitelode.articles.corrections import Correction, CorrectionLog, correct_readers
from sitelode.articles.reader import ClusterReader
from sitelode.articles.study import study_layouts
from sitelode.errors import ResultError, SitelodeError
from sitelode.html.page import Page
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.mined_site import MinedSite
from sitelode.output.article_files import forms_in
from sitelode.output.article_forms import NEEDS_HTML
from sitelode.output.files import whole_file
from sitelode.output.result import write_result
from sitelode.output.saved_state import load_learnt, save_learnt
from sitelode.output.taught_values import write_taught_values
from sitelode.page_kinds.kinds import PageCorrection
from sitelode.pipeline import group_pages, results
from sitelode.progress import Progress, no_progress
from sitelode.settings import MineSettings
from sitelode.shared_file import only_writer
from sitelode.site.reading import read_site
from sitelode.site.site import Site, is_opened_site, reopen_site
from sitelode.site.store import Entry
from sitelode.sources.choice import CRAWL_FOLDER, is_crawl, is_url
from sitelode.studio.article_lists import ArticleSummary, PageKind, read_summaries
from sitelode.studio.events import Events, LongTask
from sitelode.studio.result_files import NAME as WRAPPER_NAME
from sitelode.studio.result_files import FolderWatch, ResultCache, note_layouts, wrapper_or_none
from sitelode.wrappers.lessons import FILE_NAME as LESSONS_NAME
from sitelode.wrappers.lessons import LessonEntry, LessonLog
from sitelode.wrappers.teach.examples import write_taught
from sitelode.wrappers.wrapper import read_wrapper

Answer = TypeVar("Answer")
ARTICLES_NAME = "articles.jsonl"
ANSWERING = 4  # threads for what people wait for: two slow instruments of Research must not hold up the screens. Set by hand
_LONGEST_PROBLEM = 300  # characters of an error shown in the window
_PROGRESS_EVERY = 0.15  # seconds between two reports; set by hand


class NotReadyError(SitelodeError):
    """The site is still being opened, or opening it failed."""


class StudioSession:
    """One site opened in the studio."""

    def __init__(
        self,
        source: str | Path,
        folder: Path,
        settings: MineSettings | None = None,
        *,
        on_progress: Progress = no_progress,
        events: Events | None = None,
    ) -> None:
        self.source, self.folder = str(source), Path(source) if is_opened_site(Path(source)) else folder
        self.settings = settings or MineSettings()
        self.events, self.cache, self._on_progress = events or Events(), ResultCache(), on_progress
        self.state: dict[str, Any] = {"state": "opening", "source": self.source, "stages": []}
        self.corrections, self.lessons = CorrectionLog(), LessonLog()
        self.task = LongTask(self.events, self.progress)
        self.articles: dict[str, ArticleSummary] = {}  # by the origin of the page
        self.page_kinds: dict[str, PageKind] = {}  # by the origin of the page, if the result has kinds
        self.taught_names: list[str] = []  # fields that people taught, as far as articles have them
        self.page_count = 0
        self.is_temporary = False  # whether the folder goes when the studio ends
        self.on_ready: Callable[[StudioSession], None] = lambda _: None
        self._layouts: SiteLayouts | None = None
        self._learnt: list[ClusterReader] = []  # without corrections
        self.readers: list[ClusterReader] = []
        self._background = ThreadPoolExecutor(1, "studio-background")
        self._answering = ThreadPoolExecutor(ANSWERING, "studio-answer")
        self._of_thread = threading.local()
        self._reported_at = 0.0
        self._closing = False
        self._last_written: MinedSite | None = None
        self._has_html = False
        self._rewriting: Future[None] | None = None
        self._lock = threading.Lock()
        self._watch = FolderWatch(self.folder, (CORRECTIONS_NAME, LESSONS_NAME, ARTICLES_NAME), self._changed_underneath)

    # Threads

    def start(self) -> "Future[None]":
        """Open the site in the background."""
        return self._background.submit(self._open)

    def open_here(self) -> None:
        """Open the site in this thread, and raise any error."""
        self._open_stages()

    async def answer(self, work: Callable[..., Answer], *given: Any) -> Answer:  # noqa: ANN401 (the arguments of `work`)
        """Run work that a person waits for, on one of the threads for this."""
        return await asyncio.get_running_loop().run_in_executor(self._answering, work, *given)

    def close(self) -> None:
        """Stop running work at its next step, and drop queued work."""
        self._closing = True
        self._watch.stop()
        self.task.close()
        for threads in (self._answering, self._background):
            threads.shutdown(wait=True, cancel_futures=True)

    # The site, its pages and layouts

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
        return results(self.site, self.layouts, self.readers, self.settings, self.progress, self.lessons, earlier, self.corrections)

    @cached_property
    def members(self) -> list[list[int]]:
        """The positions of the pages of each layout."""
        return self.layouts.clusters.members()

    @cached_property
    def _place_of_number(self) -> dict[int, int]:
        return {entry.number: place for place, entry in enumerate(self.site.entries)}

    def place(self, number: int) -> int:
        """The position of a page among the pages that were kept, from its number in the store."""
        if number not in self._place_of_number:
            raise ResultError(f"no page {number} in this site; its pages have numbers from 0 to {self.site.entries[-1].number}")
        return self._place_of_number[number]

    def entry(self, number: int) -> Entry:
        return self.site.entries[self.place(number)]

    def page(self, number: int) -> Page:
        return self.cache.get(("page", number), lambda: self.site.store.page(self.entry(number).number))

    def cluster_of(self, number: int) -> int:
        return self.layouts.clusters.of_page[self.place(number)]

    @cached_property
    def number_of_origin(self) -> dict[str, int]:
        return {entry.origin: entry.number for entry in self.site.entries}

    @cached_property
    def _number_of_url(self) -> dict[str, int]:
        return {entry.url: entry.number for entry in self.site.entries}

    def number_of(self, url: str) -> int | None:
        return self._number_of_url.get(url)

    def alike(self, number: int, most: int) -> list[int]:
        """Numbers of pages of the same layout, evenly spread over all of them."""
        members = self.members[self.cluster_of(number)]
        return [self.site.entries[member].number for member in members[:: max(len(members) // most, 1)][:most]]

    def spread(self, most: int) -> list[int]:
        """Numbers of pages of all layouts, evenly spread."""
        return [entry.number for entry in self.site.entries[:: max(len(self.site.entries) // most, 1)][:most]]

    def reader_of(self, number: int) -> ClusterReader:
        return self.readers[self.cluster_of(number)]

    @property
    def own_source(self) -> str:
        """Where the pages of the site came from; empty if the result does not say."""
        return self.site.store["source"] or ""

    @property
    def source_of_today(self) -> str:
        """Where newer pages of the site can be: its crawl, or the source that was mined; the result itself if that is gone."""
        crawl, own = self.folder / CRAWL_FOLDER, self.own_source
        if is_crawl(crawl):
            return str(crawl)
        # A path may be relative to the folder that the result was made in, which often lies beside it.
        places = (own, str(self.folder.parent / own)) if own else ()
        return next((place for place in places if is_url(place) or Path(place).exists()), str(self.folder))

    # Opening

    def _open(self) -> None:
        try:
            self._open_stages()
        except SitelodeError as problem:
            self._fail(str(problem))
        except Exception as problem:
            # No caller waits for this thread: without this, the window would say "opening" for ever.
            self._fail(f"could not open the site: {type(problem).__name__}: {str(problem)[:_LONGEST_PROBLEM]}")
            raise

    def _fail(self, why: str) -> None:
        if self._closing:
            return  # somebody cancelled it, and looks at something else by now
        self.state = {**self.state, "state": "failed", "why": why}
        self.events.tell("state", **self.state)

    def _open_stages(self) -> None:
        is_result = is_opened_site(self.folder) and str(self.folder) == self.source
        earlier = None if is_result else wrapper_or_none(self.folder)
        if is_result:
            site = reopen_site(self.folder)
        else:
            site = read_site(self.source, folder=self.folder, settings=self.settings, progress=self.progress)
        self._of_thread.site = site
        self.page_count = len(site.entries)
        self.corrections, self.lessons = CorrectionLog.of_folder(self.folder), LessonLog.of_folder(self.folder)
        self._show_results()
        learnt = load_learnt(self.folder, site)
        is_new = learnt is None
        if learnt is None:
            layouts = group_pages(site, self.progress)
            learnt = layouts, study_layouts(site, layouts, self.progress)
            save_learnt(self.folder, site, *learnt)
        self._layouts, self._learnt = learnt
        self._correct_readers()
        if not (self.folder / ARTICLES_NAME).is_file() or (is_new and not is_result):
            self._write()
            self._read_files()
            note_layouts(self.folder, earlier)
        self.state = {"state": "ready", "source": self.source, "stages": []}
        self.events.tell("state", **self.state)
        self._watch.start()
        self.on_ready(self)

    def _show_results(self) -> None:
        """Articles and tables of an earlier run can be looked at while layouts are still being loaded."""
        if (self.folder / ARTICLES_NAME).is_file():
            self._read_files()
            self.state = {**self.state, "state": "results"}
            self.events.tell("state", **self.state)

    def _write(self) -> None:
        self.lessons = LessonLog.of_folder(self.folder)  # a field may have been taught in a terminal meanwhile
        forms = [*forms_in(self.folder), *(["html"] if self._has_html else [])]
        learned_on, html = datetime.now(UTC).date().isoformat(), not NEEDS_HTML.isdisjoint(forms)
        self.settings = replace(self.settings, learned_on=learned_on, html=html)
        self._last_written = self._results(self._last_written)
        with self._watch:
            written = write_result(self._last_written, self.folder, forms)
        for problem in written.problems:
            self.events.tell("problem", why=problem)

    def progress(self, stage: str, done: int, expected: int | None) -> None:
        if self._closing:
            raise NotReadyError("the studio is being closed")
        self._on_progress(stage, done, expected)
        stages = [each for each in self.state["stages"] if each["stage"] != stage]
        stages.append({"stage": stage, "done": done, "expected": expected})
        self.state = {**self.state, "stages": stages}
        now = time.monotonic()
        if now - self._reported_at >= _PROGRESS_EVERY or done == expected:
            self._reported_at = now
            self.events.tell("progress", stage=stage, done=done, expected=expected)

    def _read_files(self) -> None:
        """Read summaries of the written result."""
        written = read_summaries(self.folder)
        self.articles, self.page_kinds, self.taught_names = written.articles, written.page_kinds, written.taught
        self.settings = replace(self.settings, markdown=self.settings.markdown or written.has_markdown)
        self._has_html = written.has_html

    # Corrections

    def correct(self, entry: Correction | PageCorrection | None) -> None:
        """Add a correction, or undo the last one; readers change at once, files in the background."""
        path = self.folder / CORRECTIONS_NAME
        with self._lock:
            with self._watch, only_writer(path):
                self.corrections = CorrectionLog.of_folder(self.folder)  # another studio may have added to it
                if entry is None and not self.corrections.holding:
                    return
                self.corrections = self.corrections.with_entry(entry)
                with whole_file(path) as file:
                    file.write(self.corrections.to_json())
            self._correct_readers()
            self.cache.forget("view")
            self._rewrite_soon()
        self.events.tell("corrected", holding=len(self.corrections.holding))

    def _rewrite_soon(self) -> None:
        """Write the files in the background; what is said until then is written with it."""
        if self._rewriting is None or self._rewriting.running() or self._rewriting.done():
            self._rewriting = self._background.submit(self._rewrite)

    def corrected_reader(self, entry: Correction) -> ClusterReader:
        """The reader of a layout as it would be with one more correction; nothing is kept."""
        number = self.number_of(entry.url)
        if number is None:
            raise ResultError("the page of this correction is gone")
        log = self.corrections.with_entry(entry)
        return correct_readers(self._learnt, self.site, self.layouts, log)[self.cluster_of(number)]

    def _correct_readers(self) -> None:
        self.readers = correct_readers(self._learnt, self.site, self.layouts, self.corrections)

    def _rewrite(self) -> None:
        try:
            said = None
            while said != (self.corrections, self.lessons):  # another studio may have said something while files were written
                said = self.corrections, self.lessons
                self._write()
                self.corrections, self.lessons = CorrectionLog.of_folder(self.folder), LessonLog.of_folder(self.folder)
                self._correct_readers()
            self._read_files()
            self.cache.forget("view")
            self.events.tell("rewritten", articles=len(self.articles))
        except SitelodeError as problem:
            self.events.tell("problem", why=str(problem))

    # Lessons

    def teach(self, entry: LessonEntry | None) -> None:
        """Add a lesson, or drop the last one; the wrapper is written in the background, never while files are being written."""
        path = self.folder / LESSONS_NAME
        with self._lock:
            with self._watch, only_writer(path):
                self.lessons = LessonLog.of_folder(self.folder)  # a field may have been taught in a terminal, or another studio, meanwhile
                if entry is None and not self.lessons.holding:
                    return
                self.lessons = self.lessons.with_entry(entry)
                self.lessons.write(path)
            self._background.submit(self._write_taught)

    def _write_taught(self) -> None:
        if not self.lessons.entries:
            return
        try:
            with self._watch:
                problems = write_taught(self.folder / WRAPPER_NAME, self.lessons, self)
                write_taught_values(self.folder, self.site, read_wrapper(self.folder / WRAPPER_NAME))
            self._read_files()
        except SitelodeError as problem:
            problems = [str(problem)]
        for each in problems:
            self.events.tell("problem", why=each)
        self.cache.forget("view")
        self.events.tell("taught", lessons=len(self.lessons.holding))

    # What others do with the same result

    def _changed_underneath(self, names: set[str]) -> None:
        """Take over what another studio or a command wrote."""
        try:
            with self._lock:
                self.corrections, self.lessons = CorrectionLog.of_folder(self.folder), LessonLog.of_folder(self.folder)
                self._correct_readers()
                if ARTICLES_NAME in names:
                    self._read_files()
                self.cache.forget("view")
        except SitelodeError as problem:
            self.events.tell("problem", why=str(problem))
            return
        self.events.tell("underneath", words="The result was changed elsewhere; this view is up to date.")
        self.events.tell("rewritten" if ARTICLES_NAME in names else "corrected", articles=len(self.articles))
