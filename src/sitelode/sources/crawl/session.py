"""One run of a crawl without the network: adds answers to the archive and the state, and writes reports."""

import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import unquote, urlsplit

from sitelode.errors import NoAnswerError, ResultError, SettingError
from sitelode.sources.crawl.archive import (
    BODY_NOT_WANTED,
    Answer,
    ArchiveWriter,
    cut_unfinished_record,
    now,
    read_answers,
    why_not_a_page,
)
from sitelode.sources.crawl.folder import ArchivedPages, CrawlFolder
from sitelode.sources.crawl.frontier import Entry
from sitelode.sources.crawl.settings import PRODUCT_TOKEN, CrawlMode, CrawlSettings, default_user_agent
from sitelode.sources.crawl.state import CrawlState
from sitelode.urls import host_key, normalise

REPORT_EVERY = 10.0  # seconds between two versions of crawl.json. Both intervals are set by hand
PROGRESS_EVERY = 0.2
_NO_REASON = {None: "it leads back to itself; check the address", "time limit": "the time limit came first"}
_HOST_WITHOUT_SCHEME = re.compile(r"[\w.-]+\.[\w-]+(?::\d+)?(?:[/?#]|$)")


@dataclass(slots=True)
class CrawlSession:
    """The archive, state and report of one run."""

    settings: CrawlSettings
    start: str
    authorization: str | None  # from name and password in the address, used only for its origin; never written to disk
    folder: CrawlFolder
    writer: ArchiveWriter
    state: CrawlState
    on_progress: Callable[[dict[str, Any]], None]
    shortest_delay: float = 0.0  # seconds between two requests; robots.txt may raise it
    answers_before: int = 0  # from earlier runs
    started: str = field(default_factory=now)
    _broken: ResultError | None = None
    _next_report: float = 0.0
    _next_progress: float = 0.0

    @property
    def user_agent(self) -> str:
        return self.settings.user_agent or default_user_agent(robots=self.settings.robots)

    @property
    def robots_name(self) -> str:
        """The name to look for in robots.txt; from our own user agent only the product name, because its text mentions robots as well."""
        return self.settings.user_agent or PRODUCT_TOKEN

    def next_entry(self) -> Entry | None:
        return None if self._broken else self.state.next_entry()

    @property
    def has_more(self) -> bool:
        return self._broken is None and self.state.has_more

    def take(self, answer: Answer) -> None:
        """Store an answer, then learn from it. In this order, because only the archive counts after a crash."""
        if self.state.is_asked_as_page(answer.url) and why_not_a_page(answer) is not None:
            answer = replace(answer, body=b"", truncated=BODY_NOT_WANTED)
        answer = self.state.without_reserved(answer)
        try:
            self.writer.write(answer, self.state.earlier.fetched_at(answer.url) if answer.status == HTTPStatus.NOT_MODIFIED else "")
        except ResultError as error:
            self._broken = self._broken or error
            return
        self.state.absorb(answer)
        self.tell_progress()

    def fail(self, url: str, reason: str, detail: str = "") -> None:
        self.state.fail(url, reason, detail)
        self.tell_progress()

    def tell_progress(self) -> None:
        time = monotonic()
        if time >= self._next_progress:
            self._next_progress = time + PROGRESS_EVERY
            self.on_progress(self.progress())
        if time >= self._next_report:
            self._next_report = time + REPORT_EVERY
            self.write_report("running", "")

    def progress(self) -> dict[str, Any]:
        counts = self.state.counts
        waiting = len(self.state.frontier.waiting) + len(self.state.frontier.under_way)
        answers = counts["answers"] - self.answers_before
        return {"pages": counts["pages"], "answers": answers, "bytes": counts["bytes"], "waiting": waiting}

    def end(self, stopped: str | None) -> dict[str, Any]:
        """Close the run. `stopped` is the reason if it ended early; None if it was complete or reached a limit."""
        reason = stopped or self.state.limit_reached or "everything read"
        self.writer.close()
        if self._broken is not None:
            raise self._broken
        if stopped == "interrupted":
            return self.write_report("interrupted", reason)
        if self.state.counts["pages"]:
            return self.write_report("finished", reason)
        self.write_report("failed", reason)
        first = self.state.left_out.first
        raise NoAnswerError(f"no page at {self.start}: {first or _NO_REASON.get(stopped)}", first.reason if first else stopped or "")

    def write_report(self, state: str, reason: str) -> dict[str, Any]:
        report = {
            "url": self.start,
            "state": state,
            "reason": reason,
            "started": self.started,
            "written": now(),
            "user_agent": self.user_agent,
            "archives": [path.name for path in self.folder.archives()],
            "counts": {name: count for name, count in sorted(self.state.counts.items()) if not name.endswith("offered")},
            "waiting": len(self.state.frontier.waiting) + len(self.state.frontier.under_way),
            "left_out": dict(self.state.left_out.counts.most_common()),
            "left_out_examples": self.state.left_out.examples,
            "closed_patterns": self.state.traps.closed_patterns,
            "ignored_parameters": self.state.traps.ignored_parameters,
            "reservations": dict(self.state.reservations.most_common()),
            "settings": self.settings.without_secrets(),
        }
        self.folder.write_report(report)
        return report


def open_session(
    url: str, folder: CrawlFolder, mode: CrawlMode, settings: CrawlSettings, on_progress: Callable[[dict[str, Any]], None]
) -> CrawlSession:
    """Prepare a run: a new one, or one that continues from the folder. The caller must have locked the folder."""
    start, authorization = read_start(url)
    resumed, earlier_archives = _choose(mode, start, folder)
    state = CrawlState(start, settings, ArchivedPages.of(earlier_archives))
    if resumed is not None:
        cut_unfinished_record(resumed)
    writer = ArchiveWriter(resumed or folder.next_archive(), default_user_agent(), robots=settings.robots)
    session = CrawlSession(settings, start, authorization, folder, writer, state, on_progress, settings.delay)
    session.write_report("running", "")
    for _, answer in read_answers(writer.path):
        state.absorb(answer)
        session.answers_before += 1
        session.tell_progress()
    return session


def read_start(url: str) -> tuple[str, str | None]:
    """The normal address, and the header that name and password in it make."""
    if _HOST_WITHOUT_SCHEME.match(url):
        url = f"https://{url}"
    start = normalise(url)
    if start is None or not start.startswith(("http://", "https://")):
        raise SettingError(f"not an address that can be crawled: {url!r}; it should look like https://example.org/")
    parts = urlsplit(url)
    if parts.username is None:
        return start, None
    token = b64encode(f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()).decode()
    return start, f"Basic {token}"


def _choose(mode: CrawlMode, start: str, folder: CrawlFolder) -> tuple[Path | None, list[Path]]:
    """Decide which archive to continue, if any, and which ones hold earlier answers."""
    archives = folder.archives()
    if not archives:
        return None, []
    report = folder.report()
    if report.get("url") and host_key(report["url"]) != host_key(start):
        raise SettingError(f"{folder.path} holds a crawl of {report['url']}; choose another folder for {start}")
    if report.get("state") == "failed":
        archives.pop().unlink()  # it has no page, and the cause may be gone
        return (None, archives) if mode != "resume" or not archives else (archives[-1], archives[:-1])
    if mode == "resume":
        return archives[-1], archives[:-1]
    if mode == "start" and report.get("state") != "finished":
        raise SettingError(f"{folder.path} holds an unfinished crawl: resume it (--resume), or fetch all pages again (--refresh)")
    cut_unfinished_record(archives[-1])
    return None, archives
