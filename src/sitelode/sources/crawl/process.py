"""The process that runs a crawl: `python -m sitelode.sources.crawl.process`, not meant for users.

Twisted's reactor runs once per process, so every crawl gets its own. It reads its order as one JSON
line from standard input, and writes events as JSON lines to standard output. "stop" on standard input stops the
crawl cleanly; the end of standard input means that nobody is waiting any more, and stops it at once.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler

from sitelode.errors import NoAnswerError, SettingError, SitelodeError
from sitelode.sources.crawl.folder import CrawlFolder
from sitelode.sources.crawl.politeness import read_cookies
from sitelode.sources.crawl.session import CrawlSession, open_session
from sitelode.sources.crawl.settings import GO_ON, CrawlMode, CrawlSettings
from sitelode.sources.crawl.spider import SiteSpider, scrapy_settings

SECONDS_TO_END = 5.0  # for requests in progress when a crawl is stopped. Set by hand


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole process group; the parent then sends "stop"
    tell = _event_writer()
    try:
        stored = json.loads(sys.stdin.readline())
        folder = CrawlFolder(Path(stored["folder"]))
        with folder.held():
            tell({"event": "done", "report": run(stored["url"], folder, stored["mode"], CrawlSettings.from_json(stored["settings"]), tell)})
    except Exception as error:  # noqa: BLE001 - the last resort of a process: one line instead of a traceback that nobody sees
        tell(_told(error))
    os._exit(0)  # the thread that reads standard input must not delay the exit


def run(url: str, folder: CrawlFolder, mode: CrawlMode, settings: CrawlSettings, tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    if settings.cookies is not None:
        read_cookies(settings.cookies)  # before anything is written: a file that cannot be read begins no crawl
    session = open_session(url, folder, mode, settings, lambda progress: tell({"event": "progress", **progress}))
    tell({"event": "progress", **session.progress()})
    process = AsyncCrawlerProcess(scrapy_settings(settings, session.user_agent))
    crawler = process.create_crawler(SiteSpider)
    stopper = _Stopper(crawler, session, tell)
    task = process.crawl(crawler, session=session)
    process.start(install_signal_handlers=False)
    error = task.exception()
    if error is not None:
        raise error
    return session.end(stopper.reason)


class _Stopper:
    """Ends a crawl early, and remembers why."""

    def __init__(self, crawler: Crawler, session: CrawlSession, tell: Callable[[dict[str, Any]], None]) -> None:
        self.reason: str | None = None
        self._crawler, self._session, self._tell = crawler, session, tell
        self._loop = asyncio.get_event_loop()
        crawler.signals.connect(self._start_clock, signal=signals.engine_started)
        Thread(target=self._read_commands, daemon=True).start()

    def _start_clock(self) -> None:
        max_seconds = self._session.settings.max_seconds
        if max_seconds is not None:
            self._loop.call_later(max_seconds, self._stop, "time limit")

    def _read_commands(self) -> None:
        for line in sys.stdin:
            if line.strip() == "stop":
                self._loop.call_soon_threadsafe(self._stop, "interrupted")
        os._exit(1)  # the archive is valid at any moment

    def _stop(self, reason: str) -> None:
        if self.reason is None:
            self.reason = reason
            self._loop.call_later(SECONDS_TO_END, self._give_up)
            self._closing = self._loop.create_task(self._close(reason))

    async def _close(self, reason: str) -> None:
        while self._crawler.engine.spider is None:  # noqa: ASYNC110 - it is just being opened, and tells nobody when it is
            await asyncio.sleep(0.01)
        await self._crawler.engine.close_spider_async(reason=reason)

    def _give_up(self) -> None:
        """Requests still in progress are repeated by the next run."""
        try:
            self._tell({"event": "done", "report": self._session.end(self.reason)})
        except SitelodeError as error:
            self._tell(_told(error))
        os._exit(0)


def _told(error: Exception) -> dict[str, Any]:
    reason = error.reason if isinstance(error, NoAnswerError) else ""
    message = str(error) if isinstance(error, SitelodeError) else f"the crawl failed: {type(error).__name__}: {error}; {GO_ON}"
    return {"event": "error", "is_setting": isinstance(error, SettingError), "reason": reason, "message": message}


def _event_writer() -> Callable[[dict[str, Any]], None]:
    """Reserve standard output for events: anything else printed there goes to standard error."""
    events = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def tell(event: dict[str, Any]) -> None:
        events.write(json.dumps(event) + "\n")
        events.flush()

    return tell


if __name__ == "__main__":
    main()
