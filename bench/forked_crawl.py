"""The process of a crawl, forked from one that has Scrapy loaded: that takes longer than the small crawls which `bench.kills` disturbs.

Nothing else differs from `sitelode.sources.crawl.source`: the same program in a process of its own, orders and events through pipes.
"""

import importlib
import os
import signal
import sys
from typing import Self

from sitelode.sources.crawl import process, source

# Loaded by Scrapy when a crawl begins; with the modules above, all that takes long.
_LATER = (
    "scrapy.core.downloader.handlers.http11",
    "scrapy.core.engine",
    "scrapy.core.scheduler",
    "scrapy.downloadermiddlewares.httpcompression",
    "scrapy.downloadermiddlewares.retry",
    "scrapy.resolver",
    "twisted.internet.asyncioreactor",
)


def fork_crawls() -> None:
    """From here on, crawls of this process and of its forks are forked."""
    for name in _LATER:
        importlib.import_module(name)
    source._start_process = ForkedCrawl  # type: ignore[assignment]  # noqa: SLF001 (the one place where it is started)


class ForkedCrawl:
    """As much of `Popen` as a crawl uses."""

    def __init__(self) -> None:
        orders, give = os.pipe()
        take, events = os.pipe()
        self._child, self._is_waited_for = os.fork(), False
        if self._child == 0:
            _become_crawl(orders, events, (give, take))
        os.close(orders)
        os.close(events)
        self.stdin, self.stdout = os.fdopen(give, "w", encoding="utf-8"), os.fdopen(take, encoding="utf-8")

    def wait(self, _timeout: float | None = None) -> int:
        self._is_waited_for = True
        return os.waitstatus_to_exitcode(os.waitpid(self._child, 0)[1])

    def kill(self) -> None:
        if not self._is_waited_for:
            os.kill(self._child, signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stdin.close()
        self.stdout.close()
        if not self._is_waited_for:
            self.wait()


def _become_crawl(orders: int, events: int, others: tuple[int, int]) -> None:
    for number, target in ((0, orders), (1, events), (2, os.open(os.devnull, os.O_WRONLY))):
        os.dup2(target, number)
    for number in (orders, events, *others):
        os.close(number)
    sys.stdin, sys.stdout = os.fdopen(0, encoding="utf-8"), os.fdopen(1, "w", encoding="utf-8")
    try:
        process.main()
    finally:
        os._exit(70)
