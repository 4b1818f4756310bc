"""Work on several sites at once on one machine, each in a process of its own: what ends a process costs that site alone."""

import multiprocessing
import os
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

from sitelode.errors import SitelodeError

Job = TypeVar("Job")
Answer = TypeVar("Answer")
PRELOADED: Final = ["sitelode.pipeline", "sitelode.output.result"]  # in the process that all others are forked from


@dataclass(frozen=True)
class _Refused:
    """An error of ours on its way between processes: their classes want other arguments than their text."""

    text: str


def in_processes(work: Callable[[Job], Answer], jobs: Sequence[Job], at_once: int) -> Iterator[tuple[Job, Answer | str]]:
    """Every job with its answer, or with what ended its process, as they come.

    Raises:
        SitelodeError: what the work itself raised; the others are ended first.

    """
    context = multiprocessing.get_context("forkserver" if os.name == "posix" else "spawn")
    if os.name == "posix":
        context.set_forkserver_preload(PRELOADED)
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


def _answer(work: Callable[[Job], Any], job: Job, sender: Connection) -> None:
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
