"""Child processes that do the work, thousands of cases each, under limits; what kills one costs one case.

Each child is forked from a process that has everything loaded, writes the case it is about to run into shared memory, and counts there. If it
dies, the parent finds the case that did it, and forks the next child, which goes on behind it. The limit of time is on CPU time and set in the
kernel (a timer whose signal kills), because compiled code answers no signal handler; that of memory is on the address space.
"""

import gc
import json
import logging
import mmap
import os
import random
import resource
import signal
import struct
import sys
import time
import traceback
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass, field
from pathlib import Path

import sitelode
from bench.fuzz.cases import Case, Finding, Pieces
from bench.fuzz.target import REFUSED, Outcome, Target
from sitelode.errors import SitelodeError

SECONDS = 5.0  # of CPU for one case
MEMORY = 1_500_000_000  # bytes that a child may need beyond what it starts with
STUCK_AFTER = 120.0  # seconds on the clock without a new case: it waits for something; machines are busy
CASES_A_CHILD = 20_000
POOL = 200  # cases kept as seeds for a target
SMALL, LARGE = 6_000, 120_000  # bytes of a piece; one case in a hundred is large
OWN_FAULT = 70  # exit status of a child that failed outside of a case
_TALLY = struct.Struct("<QQQdd")
_ROOM = 4_000_000  # bytes of shared memory for one case
_SOURCE = str(Path(sitelode.__file__).parents[1])


@dataclass(slots=True)
class Tally:
    """What became of the cases of a target."""

    cases: int = 0
    pages: int = 0
    refused: int = 0  # with an error that is documented
    seconds: float = 0.0  # of CPU
    slowest: float = 0.0  # case, in CPU seconds


@dataclass(slots=True)
class Results:
    tallies: dict[str, Tally] = field(default_factory=dict)
    findings: dict[tuple[str, str, str], Finding] = field(default_factory=dict)
    counts: dict[tuple[str, str, str], int] = field(default_factory=dict)

    def add(self, finding: Finding) -> None:
        """Keep the smallest case of each key."""
        known = self.findings.get(finding.key)
        if known is None or _size(finding) < _size(known):
            self.findings[finding.key] = finding
        self.counts[finding.key] = self.counts.get(finding.key, 0) + 1


def _size(finding: Finding) -> int:
    return sum(map(len, finding.case.pieces))


class SharedState:
    """The case at work, its number, and the counts of each target, in memory that outlives a child."""

    def __init__(self, targets: int) -> None:
        self._memory = mmap.mmap(-1, 16 + targets * _TALLY.size + _ROOM)
        self._targets = targets

    def begin(self, number: int, case: Case) -> None:
        stored = json.dumps([case.target, [piece.decode("latin-1") for piece in case.pieces]]).encode()[: _ROOM - 8]
        start = 16 + self._targets * _TALLY.size
        self._memory[start : start + len(stored)] = stored
        self._memory[:16] = struct.pack("<QQ", number, len(stored))

    @property
    def number(self) -> int:
        return int(struct.unpack("<QQ", self._memory[:16])[0])

    def case(self) -> Case:
        start, length = 16 + self._targets * _TALLY.size, struct.unpack("<QQ", self._memory[:16])[1]
        target, pieces = json.loads(self._memory[start : start + length])
        return Case(target, tuple(piece.encode("latin-1") for piece in pieces))

    def tally(self, place: int) -> Tally:
        return Tally(*_TALLY.unpack_from(self._memory, 16 + place * _TALLY.size))

    def count(self, place: int, tally: Tally) -> None:
        _TALLY.pack_into(self._memory, 16 + place * _TALLY.size, *astuple(tally))


@dataclass(slots=True)
class Fuzzer:
    """Makes and runs cases until so many pages were read, or until Ctrl-C."""

    targets: tuple[Target, ...]
    seed: int
    results: Results = field(default_factory=Results)
    interrupted: bool = False

    def run(self, pages: int) -> Results:
        state = SharedState(len(self.targets))
        seeds = {target.name: target.seeds() for target in self.targets}  # before forking: children share them
        warm_up(target for target in self.targets if target.forks)
        gc.collect()
        gc.freeze()
        done = 0
        while done < pages and not self.interrupted:
            self._child(state, seeds, pages)
            tallies = {target.name: state.tally(place) for place, target in enumerate(self.targets)}
            self.results.tallies, done = tallies, sum(tally.pages for tally in tallies.values())
            _show(f"{done:,} of {pages:,} pages, {len(self.results.findings)} findings")
        _show("")
        return self.results

    def _child(self, state: SharedState, seeds: Mapping[str, list[Pieces]], pages: int) -> None:
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read_end)
            _work(self, state, seeds, pages, write_end)
        os.close(write_end)
        try:
            told = _watch(child, state, read_end)
        except KeyboardInterrupt:  # what was found until now is worth a table
            self.interrupted = True
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            told = _Told(read_all(read_end).splitlines(), None)
            os.close(read_end)
        for line in told.lines:
            stored = json.loads(line)
            case = Case(stored["target"], tuple(piece.encode("latin-1") for piece in stored["pieces"]))
            self.results.add(Finding(case, stored["kind"], stored["what"]))
        if told.died == ("crash", f"exit {OWN_FAULT}"):
            raise RuntimeError(f"a fault of the fuzzer itself, after case {state.number}; its child has printed it")
        if told.died:
            self.results.add(Finding(state.case(), *told.died))


def warm_up(targets: Iterable[Target]) -> None:
    """Run some seeds without limits, so that code is loaded, and compiled where need be, before cases are timed."""
    for target in targets:
        for pieces in target.seeds():
            with suppress(SitelodeError):
                target.run(pieces)


@dataclass(slots=True)
class _Told:
    lines: list[bytes]
    died: tuple[str, str] | None


def _watch(child: int, state: SharedState, read_end: int) -> _Told:
    """Wait for a child, and end it where nothing happens any more."""
    os.set_blocking(read_end, False)
    content, number, since, status = b"", -1, time.monotonic(), 0
    while True:
        content += read_all(read_end)
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        if state.number != number:
            number, since = state.number, time.monotonic()
        elif time.monotonic() - since > STUCK_AFTER and _waits(child):
            os.kill(child, signal.SIGKILL)
        time.sleep(0.02)
    content += read_all(read_end)
    os.close(read_end)
    return _Told(content.splitlines(), death_of(status))


def _waits(child: int) -> bool:
    """Whether no thread of it could run. One that could, on a busy machine, waits for nothing, and its CPU time is limited."""
    try:
        threads = [path.read_text(encoding="utf-8", errors="replace") for path in Path(f"/proc/{child}/task").glob("*/stat")]
    except OSError:  # one has ended just now
        return False
    return not any(thread.rpartition(")")[2].split()[0] == "R" for thread in threads)


def read_all(pipe: int) -> bytes:
    found = b""
    while True:
        try:
            part = os.read(pipe, 1 << 16)
        except BlockingIOError:
            return found
        if not part:
            return found
        found += part


def death_of(status: int) -> tuple[str, str] | None:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == signal.SIGPROF:
            return "hang", f"more than {SECONDS:.0f} s of CPU"
        if number == signal.SIGKILL:
            return "hang", "it waits for something, or the system ended it"
        return "crash", signal.Signals(number).name
    return ("crash", f"exit {os.WEXITSTATUS(status)}") if os.WEXITSTATUS(status) else None


def limit_memory() -> None:
    """From here on this process may need so much more than it has."""
    in_use = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (in_use + MEMORY, in_use + MEMORY))


def _work(fuzzer: Fuzzer, state: SharedState, seeds: Mapping[str, list[Pieces]], pages: int, told: int) -> None:
    """What a child does; it never returns."""
    status = OWN_FAULT
    try:
        _silence()
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        warm_up(target for target in fuzzer.targets if not target.forks)
        limit_memory()
        _cases(fuzzer, state, seeds, pages, told)
        status = 0
    except BaseException:  # noqa: BLE001 (a fault of the fuzzer itself must be seen, and the child must end here)
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(status)


def _silence() -> None:
    logging.disable(logging.CRITICAL)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 (as long as the child lives)


def _cases(fuzzer: Fuzzer, state: SharedState, seeds: Mapping[str, list[Pieces]], pages: int, told: int) -> None:
    chance = random.Random()
    pools, seen = {name: list(each) for name, each in seeds.items()}, {name: set[Outcome]() for name in seeds}
    places, shares = range(len(fuzzer.targets)), [target.share for target in fuzzer.targets]
    tallies = [state.tally(place) for place in places]
    first = state.number + 1
    for number in range(first, first + CASES_A_CHILD):
        chance.seed(f"{fuzzer.seed} {number}")
        place = chance.choices(places, shares)[0]
        target, tally = fuzzer.targets[place], tallies[place]
        most = LARGE if chance.random() < 0.01 else SMALL
        pool = pools[target.name]
        case = Case(target.name, target.mutate(chance.choice(pool), chance, pool, most))
        state.begin(number, case)
        tally.cases += 1
        tally.pages += len(case.pieces) if target.makes_pages else 1
        state.count(place, tally)
        began = time.process_time()
        outcome = run_case(target, case)
        seconds = time.process_time() - began
        tally.seconds, tally.slowest = tally.seconds + seconds, max(tally.slowest, seconds)
        if isinstance(outcome, Finding):
            os.set_blocking(told, True)
            os.write(told, _line(outcome))
        elif outcome not in seen[target.name] and len(pool) < POOL:
            seen[target.name].add(outcome)
            pool.append(case.pieces)
        tally.refused += isinstance(outcome, tuple) and outcome[:1] == (REFUSED,)
        state.count(place, tally)
        if sum(each.pages for each in tallies) >= pages:
            return


def _line(finding: Finding) -> bytes:
    pieces = [piece.decode("latin-1") for piece in finding.case.pieces]
    return json.dumps({"target": finding.case.target, "kind": finding.kind, "what": finding.what, "pieces": pieces}).encode() + b"\n"


def run_case(target: Target, case: Case) -> Outcome | Finding:
    """Its outcome, or what is wrong with it. The process dies where the limit of time is passed."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return target.run(case.pieces)
    except SitelodeError as refusal:
        if "\n" in str(refusal):
            return Finding(case, "exception", f"{type(refusal).__name__} with a message of several lines")
        return REFUSED, type(refusal).__name__
    except MemoryError:
        return Finding(case, "memory", f"more than {MEMORY / 1e9:.1f} GB")
    except Exception as problem:  # noqa: BLE001 (whatever it is, it is a finding)
        return Finding(case, "exception", f"{type(problem).__name__} in {_place(problem)}: {' '.join(str(problem).split())[:80]}")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _place(problem: BaseException) -> str:
    """The innermost line of our own in a traceback."""
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if frame.filename.startswith(_SOURCE)]
    return f"{Path(frames[-1].filename).relative_to(_SOURCE)}:{frames[-1].name}" if frames else "no module of ours"


def _show(progress: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{progress}", end="", file=sys.stderr, flush=True)
