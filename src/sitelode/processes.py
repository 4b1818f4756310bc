"""Several processes of this program: tasks that share a pool, answered in order; jobs with a process each, which may end badly.

And a process for work that may go wrong in compiled code: it may be killed, by a limit or by its own fault. Compiled code looks at no
clock, and a library may end its process where it should raise an error; only a process of its own makes a limit that always holds. Time is
CPU time, by a timer of the system whose signal ends the process, whatever code runs. Where there is no such timer, or where nothing moves
at all, a clock does the same. Only Linux can limit memory.
"""

import faulthandler
import os
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Generic, TypeVar

from sitelode.errors import ResultError, SitelodeError

if TYPE_CHECKING:
    import subprocess
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.connection import Connection

Task = TypeVar("Task")
Job = TypeVar("Job")
Answer = TypeVar("Answer")
SLOWEST_CLOCK = 20  # times the limit on CPU time: machines are busy
_STATM = Path("/proc/self/statm")


def _context(preloaded: Sequence[str] = ()) -> Any:  # noqa: ANN401 (one of multiprocessing's contexts)
    """How processes start: what this one has loaded, and what is named, is loaded once for all of them."""
    import multiprocessing  # noqa: PLC0415 (most runs need one process, and shall start fast; so below)

    context: Any = multiprocessing.get_context("forkserver" if os.name == "posix" else "spawn")
    if os.name == "posix":
        loaded = (name for name in sys.modules if name.startswith("sitelode.") and "__main__" not in name)
        context.set_forkserver_preload(sorted({*loaded, *preloaded}))
    return context


def worker_pool(jobs: int) -> "ProcessPoolExecutor":
    """Processes that leave Ctrl-C to the process that started them."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

    return ProcessPoolExecutor(jobs, mp_context=_context(), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))


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
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    try:
        return answer.result()
    except BrokenProcessPool as problem:
        raise ResultError("a process that reads pages was ended; try again with fewer jobs") from problem


@dataclass(frozen=True)
class _Refused:
    """An error of ours on its way between processes: their classes want other arguments than their text."""

    text: str


def in_processes(
    work: Callable[[Job], Answer], jobs: Sequence[Job], at_once: int, preloaded: Sequence[str] = ()
) -> Iterator[tuple[Job, Answer | str]]:
    """Every job with its answer, or with what ended its process, as they come; `preloaded` are modules that the work needs.

    Raises:
        SitelodeError: what the work itself raised; the others are ended first.

    """
    from multiprocessing.connection import wait  # noqa: PLC0415

    context = _context(preloaded)
    waiting, running = list(reversed(jobs)), list[_Running[Job]]()
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                running.append(_Running(context, work, waiting.pop()))
            ready = wait([each.answers for each in running])
            for each in [each for each in running if each.answers in ready]:
                running.remove(each)
                answer = each.answer()
                if isinstance(answer, _Refused):
                    raise SitelodeError(answer.text)
                yield each.job, answer
    finally:
        for each in running:
            each.end()


class _Running(Generic[Job]):
    """A process that works on a job, and where its answer comes from."""

    def __init__(self, context: Any, work: Callable[[Job], Any], job: Job) -> None:  # noqa: ANN401 (one of multiprocessing's contexts)
        self.job = job
        self.answers, sender = context.Pipe(duplex=False)
        self._process = context.Process(target=_answer, args=(work, job, sender))
        self._process.start()
        sender.close()

    def answer(self) -> Any:  # noqa: ANN401 (what the work gives)
        try:
            found = self.answers.recv()
        except EOFError:
            found = None
        self._process.join()
        self.answers.close()
        return found if found is not None else f"its process ended with {self._process.exitcode}"

    def end(self) -> None:
        self._process.terminate()
        self._process.join()


def _answer(work: Callable[[Job], Any], job: Job, sender: "Connection") -> None:
    try:
        found = work(job)
    except SitelodeError as problem:
        found = _Refused(str(problem))
    except KeyboardInterrupt:
        return
    except BaseException as problem:  # noqa: BLE001 (whatever it is, it costs this site alone)
        found = f"unexpected {traceback.format_exception_only(problem)[-1].strip()}"
    with suppress(OSError):
        sender.send(found)


def start(module: str, *arguments: str, given: IO[bytes] | None = None) -> "subprocess.Popen[bytes]":
    """Run a module of this program: `given` is its standard input, a pipe by default; what it answers is read from a pipe."""
    import subprocess  # noqa: PLC0415 (few runs need it, and one page in a new process shall start fast)

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(  # noqa: S603 (this very program)
        [sys.executable, "-m", module, *arguments],
        stdin=given or subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )


def end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.communicate()


# What the process itself does


def limit_memory(memory: int) -> None:
    """From here on, this process may take so many bytes more than it has."""
    if not _STATM.exists():
        return
    import resource  # noqa: PLC0415 (not on every system)

    in_use = int(_STATM.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (in_use + memory, in_use + memory))


def limit_time(seconds: float) -> None:
    """End this process after so much CPU time, unless this is called again before; 0 takes the limit back."""
    faulthandler.cancel_dump_traceback_later()
    if seconds:
        faulthandler.dump_traceback_later(SLOWEST_CLOCK * seconds, exit=True)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
