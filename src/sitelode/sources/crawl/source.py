"""A site on the web as a source: crawled in a separate process, then read from the crawl's archives."""

import json
import logging
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from sitelode.counted import counted, counted_reasons
from sitelode.errors import MissingExtraError, NoAnswerError, SettingError, SitelodeError, SourceError
from sitelode.model import Dropped, Fetched
from sitelode.sources.crawl.reservations import ROBOTS_FOR
from sitelode.sources.crawl.settings import GO_ON, CrawlMode, CrawlSettings

_log = logging.getLogger("sitelode")
SECONDS_TO_END = 15.0  # for the crawl's process, after it was told to stop. Set by hand


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    """The progress of a crawl."""

    pages: int
    answers: int  # in this run
    bytes: int
    waiting: int  # addresses found but not yet requested


@dataclass(frozen=True, slots=True)
class CrawlReport:
    """The result of a crawl; crawl.json has the same and more."""

    pages: int
    bytes: int
    waiting: int
    reason: str  # "everything read", "page limit", "byte limit", "time limit" or "interrupted"
    left_out: dict[str, int]
    reservations: dict[str, int] = field(default_factory=dict)  # of rights, as the site states them

    def notices(self, settings: CrawlSettings, then: str) -> Iterator[str]:
        """What somebody who wanted all pages should know, a line each; `then` says what to do once a limit is raised."""
        if self.waiting:
            limit = "max_pages=.." if self.reason == "page limit" else "the limit"
            yield f"{counted(self.waiting, 'more page')} known, but not fetched ({self.reason}); raise {limit} and {then}"
        if self.reservations:
            hint = "" if settings.respect_tdm else "; respect_tdm=True leaves such pages out"
            yield f"rights reserved: {_stated(self.reservations)}{hint}"


def _stated(reservations: Mapping[str, int]) -> str:
    """Pages by what reserves them; robots that robots.txt keeps out of equally many are named together."""
    found, robots = Counter[str](), dict[int, list[str]]()
    for name, count in sorted(reservations.items()):
        if name.startswith(ROBOTS_FOR):
            robots.setdefault(count, []).append(name.removeprefix(ROBOTS_FOR))
        else:
            found[name] = count
    return counted_reasons(found + Counter({f"{ROBOTS_FOR}{' and '.join(names)}": count for count, names in robots.items()}))


class CrawlFolderSource:
    """The folder of an earlier crawl, with the latest version of each page; read as a plain folder, its archives would repeat pages."""

    def __init__(self, folder: Path, name: str = "") -> None:
        self.folder, self.name = folder, name or str(folder)
        self.expected: int | None = None  # known once the folder is read, like the next two
        self.aliases: Mapping[str, str] = {}
        self.feeds: Sequence[Fetched] = ()

    def items(self) -> Iterator[Fetched | Dropped]:
        return self.stored_items()

    def stored_items(self) -> Iterator[Fetched | Dropped]:
        """What is in the folder now; nothing is fetched for it."""
        try:
            from sitelode.sources.crawl.folder import CrawledPages  # noqa: PLC0415 - reads WARC
        except ImportError as error:
            raise MissingExtraError("reading WARC files", "warc") from error
        pages = CrawledPages(self.folder)
        self.expected, self.aliases, self.feeds = len(pages), pages.aliases(), pages.feeds
        yield from pages.items()


class CrawlSource(CrawlFolderSource):
    """The pages of a site. An existing crawl in the folder is continued, and its pages are not requested again."""

    def __init__(
        self,
        url: str,
        folder: Path,
        settings: CrawlSettings | None = None,
        mode: CrawlMode = "resume",
        on_progress: Callable[[CrawlProgress], None] = lambda _: None,
    ) -> None:
        """The arguments are those of `crawl`; nothing is fetched before the pages are requested."""
        super().__init__(folder, _without_password(url))
        self.url, self.settings, self.mode, self.on_progress = url, settings or CrawlSettings(), mode, on_progress

    def items(self) -> Iterator[Fetched | Dropped]:
        report = crawl(self.url, self.folder, self.settings, self.mode, self.on_progress)
        for notice in report.notices(self.settings, "run it again"):
            _log.warning(notice)
        yield from self.stored_items()


def crawl(
    url: str,
    folder: Path,
    settings: CrawlSettings | None = None,
    mode: CrawlMode = "start",
    on_progress: Callable[[CrawlProgress], None] = lambda _: None,
) -> CrawlReport:
    """Crawl a site into a folder.

    `mode`: "start" begins, or asks for changes if the folder holds a finished crawl; "resume" continues, however
    the crawl ended before; "refresh" always asks for changes. Ctrl-C, or an error that `on_progress` raises, stops
    a crawl cleanly: it is raised when the crawl's files are complete.
    """
    require_crawl_extra()
    if settings is not None and settings.render and find_spec("scrapy_playwright") is None:
        raise MissingExtraError("opening pages in a browser", "render")
    order = {"url": url, "folder": str(folder), "mode": mode, "settings": (settings or CrawlSettings()).as_json()}
    with _start_process() as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(order) + "\n")
        process.stdin.flush()
        try:
            return _follow(process, on_progress)
        except (SourceError, SettingError):
            raise  # said by the process, which has ended or is about to
        except BaseException:
            _stop(process)
            raise
        finally:
            process.kill()  # it ended long ago, unless something went wrong here


def _without_password(url: str) -> str:
    scheme, slashes, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{slashes}{host.rpartition('@')[2]}{slash}{path}"


def require_crawl_extra() -> None:
    """Refuse to begin what could not go on.

    Raises:
        MissingExtraError: when what fetches pages is not installed.

    """
    if find_spec("scrapy") is None or find_spec("fastwarc") is None:
        raise MissingExtraError("fetching pages", "crawl")


def _start_process() -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "sitelode.sources.crawl.process"]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL  # it reports errors as events
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, text=True, encoding="utf-8")  # noqa: S603 - the command is ours


def _follow(process: "subprocess.Popen[str]", on_progress: Callable[[CrawlProgress], None]) -> CrawlReport:
    assert process.stdout is not None
    for line in process.stdout:
        event = json.loads(line)
        kind = event.pop("event")
        if kind == "progress":
            on_progress(CrawlProgress(**event))
        elif kind == "error":
            raise _error(**event)
        else:
            report = event["report"]
            kept = {name: report[name] for name in ("waiting", "reason", "left_out", "reservations")}
            return CrawlReport(report["counts"].get("pages", 0), report["counts"].get("bytes", 0), **kept)
    raise SourceError(f"the crawl's process ended unexpectedly (exit code {process.wait()}); {GO_ON}")


def _error(message: str, reason: str, *, is_setting: bool) -> SitelodeError:
    if reason:
        return NoAnswerError(message, reason)
    return SettingError(message) if is_setting else SourceError(message)


def _stop(process: "subprocess.Popen[str]") -> None:
    """Let the crawl stop cleanly; a second Ctrl-C does not wait for that."""
    assert process.stdin is not None
    try:
        process.stdin.write("stop\n")
        process.stdin.flush()
        process.wait(SECONDS_TO_END)
    except (OSError, subprocess.TimeoutExpired):
        pass  # already ended, or cannot be stopped
