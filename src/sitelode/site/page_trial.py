"""Pages of unusual size are tried out first: another process does with them whatever mining does, within limits of time and memory.

Compiled code, the parser and regular expressions look at no clock, so only a process that may be killed makes a limit that always holds.
What it found is thrown away, and a page that passed is read again here: dear for a page, cheap for a site, because few pages are unusual
(of 9,649 pages of the corpora three are larger and one has more tags). Smaller ones cannot cost much: 26 pages of this size, each made to
be slow, took 1.2 s of CPU at most for all stages together, in a process of 245 MB, and telling them costs .4 % of a run
(`bench.hostile_cost`).
"""

import json
import logging
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import numpy as np

from sitelode.errors import PageTooCostlyError
from sitelode.html.parse import ParseLimits
from sitelode.model import Fetched
from sitelode.processes import end, start

if TYPE_CHECKING:
    import subprocess

UNUSUAL_BYTES = 2_000_000
UNUSUAL_TAGS = 40_000  # start and end tags together, by their signs
WORKER = "sitelode.trial_worker"
READY, PASSED = b"ready\n", b"passed\n"
_log = logging.getLogger("sitelode")


def is_unusual(body: bytes) -> bool:
    if not UNUSUAL_TAGS < len(body) <= UNUSUAL_BYTES:
        return len(body) > UNUSUAL_BYTES
    return int(np.count_nonzero(np.frombuffer(body, dtype=np.uint8) == ord("<"))) > UNUSUAL_TAGS  # twice as fast as bytes.count


class PageTrial(AbstractContextManager["PageTrial"]):
    """Tries out pages, one after the other; its process starts with the first unusual one, and again after one that killed it."""

    def __init__(self, limits: ParseLimits) -> None:
        self._limits = limits
        self._worker: subprocess.Popen[bytes] | None = None
        self._is_possible = True

    def check(self, page: Fetched) -> None:
        """Nothing for a usual page, or for one that passes.

        Raises:
            PageTooCostlyError: the process was killed by a limit.

        """
        if not is_unusual(page.body) or len(page.body) > self._limits.max_bytes:
            return
        worker = self._started()
        if worker is not None and not self._passes(worker, page):
            self.close()
            most = f"{self._limits.max_seconds:g} s or {self._limits.max_memory / 1e9:g} GB"
            raise PageTooCostlyError(f"processing the page takes more than {most}")

    def _started(self) -> "subprocess.Popen[bytes] | None":
        if self._worker is None and self._is_possible:
            try:
                self._worker = start(WORKER, str(self._limits.max_seconds), str(self._limits.max_memory))
            except OSError as problem:
                _log.warning("large pages are read without a process of their own: %s", problem)
                self._is_possible = False
                return None
            if self._answer(self._worker) != READY:
                _log.warning("large pages are read without a process of their own, which does not start")
                self.close()
                self._is_possible = False
        return self._worker

    def _passes(self, worker: "subprocess.Popen[bytes]", page: Fetched) -> bool:
        assert worker.stdin is not None
        about = {"size": len(page.body), "url": page.url, "content_type": page.content_type}
        try:
            worker.stdin.write(json.dumps(about).encode() + b"\n" + page.body)
            worker.stdin.flush()
        except OSError:  # it has ended
            return False
        return self._answer(worker) == PASSED

    @staticmethod
    def _answer(worker: "subprocess.Popen[bytes]") -> bytes:
        assert worker.stdout is not None
        return worker.stdout.readline()

    def close(self) -> None:
        """End the process, if there is one."""
        if self._worker is None:
            return
        end(self._worker)
        self._worker = None

    def __exit__(self, *_: object) -> None:
        self.close()
