"""Processes that share the work on one site, and their answers in the order of the tasks."""

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from sitelode.errors import ResultError

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def worker_pool(jobs: int) -> ProcessPoolExecutor:
    """Processes that leave Ctrl-C to the process that started them."""
    context: Any = multiprocessing.get_context("forkserver" if os.name == "posix" else "spawn")
    if os.name == "posix":  # what this process has loaded is loaded once for all of them
        context.set_forkserver_preload(sorted(name for name in sys.modules if name.startswith("sitelode.") and "__main__" not in name))
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))


def in_order(work: Callable[[Task], Answer], tasks: Iterable[Task], jobs: int) -> Iterator[Answer]:
    """What the work gives for every task; only a few tasks are taken ahead.

    Raises:
        ResultError: if a process is killed.

    """
    waiting: deque[Future[Answer]] = deque()
    with worker_pool(jobs) as pool:
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) > 2 * jobs:
                yield result_of(waiting.popleft())
        while waiting:
            yield result_of(waiting.popleft())


def result_of(answer: "Future[Answer]") -> Answer:
    """What a process of a pool gave."""
    try:
        return answer.result()
    except BrokenProcessPool as problem:
        raise ResultError("a process that reads pages was ended; try again with fewer --jobs") from problem
