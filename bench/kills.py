"""Kill commands at random moments, and let disks fill up at random bytes: results must be whole or absent, and nothing lost or doubled.

    python -m bench.kills                         ten of each
    python -m bench.kills --times 100             for the record
    python -m bench.kills mine teach --kinds kill,limit,disk

Three kinds: `kill` sends SIGKILL to the command and all its processes at a random moment of its run; `limit` lets no file grow beyond a
random number of bytes; `disk` gives the command a file system with a random number of bytes left (a tmpfs; only root can mount it).
After each, every file must be as it was before, or as after a whole run; a full disk must end with one line. Then the command is run
again without a disturbance, and the result must be that of a run that nothing disturbed.

Commands run in forks of one process that has everything loaded, and so do their crawls, so that a hundred runs are affordable. The moments
are spread over the run: one at random in each hundredth of it, where there are a hundred.
"""

import argparse
import gc
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from bench.forked_crawl import fork_crawls
from bench.kill_scenarios import SCENARIOS, Contents, Scenario, contents, served

KINDS = ("kill", "limit", "disk")
BLOCK = 4096  # bytes
LONGEST = 120  # seconds that a command may take on a busy machine


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    status: int  # negative: the signal that ended it
    said: str  # on standard error
    seconds: float


def run(arguments: Sequence[str], folder: Path, *, kill_after: float | None = None, most_bytes: int | None = None) -> Ended:
    """Run the program in a fork, as `sitelode ARGUMENTS` in this folder."""
    said, began = folder.with_name(folder.name + ".said"), time.monotonic()
    said.touch()  # the child may be killed before it does
    child = os.fork()
    if child == 0:
        _become(arguments, folder, said, most_bytes)
    if kill_after is not None:
        _wait(child, kill_after)
    status = _ended(child, LONGEST if kill_after is None else 0)
    return Ended(status, said.read_text(encoding="utf-8", errors="replace"), time.monotonic() - began)


def _become(arguments: Sequence[str], folder: Path, said: Path, most_bytes: int | None) -> None:
    os.setsid()
    os.chdir(folder)
    null, errors = os.open(os.devnull, os.O_RDWR), os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for number, target in ((0, null), (1, null), (2, errors)):
        os.dup2(target, number)
    status = 70
    try:
        if most_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
        sys.argv = ["sitelode", *arguments]
        from sitelode.cli.main import main  # noqa: PLC0415 (loaded by the parent)

        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001 (a traceback is what is looked for)
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        gc.collect()  # closes files and stores, as the end of a process does
        os._exit(status)


def _wait(child: int, seconds: float) -> None:
    """So long, or until it has ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        time.sleep(0.001)


def _ended(child: int, patience: float) -> int:
    """Wait for a command; with its patience gone, kill it and all its processes."""
    _wait(child, patience)
    for kill in (os.killpg, os.kill):  # it may not have a group yet, and its group may outlive it
        with suppress(ProcessLookupError):
            kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@dataclass(slots=True)
class Trials:
    """Disturbs one scenario again and again."""

    scenario: Scenario
    chance: random.Random
    folder: Path
    before: Contents  # of the folder when the command starts
    after: Contents  # when nothing disturbed it
    seconds: float  # that it took then
    problems: list[str]
    disturbed: int = 0  # runs that did not end by themselves, or ended with an error
    template: Path = Path()

    @classmethod
    def of(cls, scenario: Scenario, seed: int, folder: Path) -> "Trials":
        template, whole = folder / "template", folder / "whole"
        template.mkdir(parents=True)
        scenario.prepare(template, lambda arguments: _done(run(arguments, template)))
        shutil.copytree(template, whole)
        ended = run(scenario.command, whole)
        _done(ended)
        return cls(scenario, random.Random(seed), folder, contents(template), contents(whole), ended.seconds, [], template=template)  # noqa: S311 (no secret)

    def trial(self, kind: str, share: float) -> None:
        """Disturb it after this share of its time or of its bytes."""
        place = self.folder / "trial"
        with _disk(place, self._room(share) if kind == "disk" else None):
            shutil.copytree(self.template, place, dirs_exist_ok=True)
            if kind == "kill":
                ended = run(self.scenario.command, place, kill_after=share * 0.95 * self.seconds)
            elif kind == "limit":
                ended = run(self.scenario.command, place, most_bytes=int(share * self._largest()))
            else:
                ended = run(self.scenario.command, place)
            self.disturbed += ended.status != 0
            self._expect_whole(place, kind, ended)
            if kind == "disk":  # go on where there is room
                shutil.copytree(place, self.folder / "room")
        self._expect_the_same(self.folder / "room" if kind == "disk" else place, kind)
        shutil.rmtree(place, ignore_errors=True)
        shutil.rmtree(self.folder / "room", ignore_errors=True)

    def _room(self, share: float) -> int:
        """Bytes of a disk on which the command starts and may run out of room: at most as much is left as it writes."""
        whole, template = self.folder / "whole", self.template
        written = [path for path in whole.rglob("*") if path.is_file() and not _is_equal(path, template / path.relative_to(whole))]
        return _taken(template) + int(share * (BLOCK + sum(path.stat().st_size for path in written)))

    def _largest(self) -> int:
        return max(map(len, self.after.files.values())) + 1000

    def _expect_whole(self, place: Path, kind: str, ended: Ended) -> None:
        if kind != "kill" and ended.status and ("Traceback" in ended.said or ended.said.count("\n") > 2 or not ended.said.strip()):  # noqa: PLR2004
            self._problem(f"{kind}: exit {ended.status} and not one line: {ended.said[-300:]!r}")
        for name, content in contents(place).files.items():
            if self.scenario.is_kept_open(name) or content in (self.before.files.get(name), self.after.files.get(name)):
                continue
            if not (name.endswith(".json") and _is_json(content)):
                self._problem(f"{kind}: {name} is neither as before nor as after, {len(content)} bytes")

    def _expect_the_same(self, place: Path, kind: str) -> None:
        ended = run(self.scenario.again, place)
        found, whole = self.scenario.found(place), self.scenario.found(self.folder / "whole")
        if ended.status not in self.scenario.fine or found != whole:
            other = _difference(found, whole)
            self._problem(f"{kind}: run again, it ends with {ended.status} and another result{other}: {ended.said[-300:]!r}")

    def _problem(self, text: str) -> None:
        self.problems.append(f"{self.scenario.name}, {text}")


def _is_equal(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()


def _taken(folder: Path) -> int:
    """Bytes of a disk that a folder takes, in whole blocks."""
    return sum(BLOCK * -(-path.stat().st_size // BLOCK) for path in folder.rglob("*") if path.is_file()) + BLOCK


def _difference(found: Mapping[str, object], whole: Mapping[str, object]) -> str:
    names = sorted(name for name in found.keys() | whole.keys() if found.get(name) != whole.get(name))
    return f" ({', '.join(names[:5])} differ)"


def _done(ended: Ended) -> None:
    if ended.status not in (0, 2):  # 2: watch and verify have found a change
        raise RuntimeError(f"a run that nothing disturbed ended with {ended.status}: {ended.said}")


def _is_json(content: bytes) -> bool:
    try:
        json.loads(content)
    except ValueError:
        return False
    return True


@contextmanager
def _disk(place: Path, size: int | None) -> Iterator[None]:
    """A file system of its own of this many bytes, where a size is given."""
    place.mkdir(parents=True)
    if size is None:
        yield
        return
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], check=True)  # noqa: S603, S607 (of the system)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)  # noqa: S603, S607


def disturb(scenario: Scenario, kinds: Sequence[str], times: int, seed: int) -> list[str]:
    """A line of the table for each kind, and all problems."""
    with tempfile.TemporaryDirectory() as place:
        trials = Trials.of(scenario, seed, Path(place))
        for kind in kinds:
            before, trials.disturbed = len(trials.problems), 0
            for number in range(times):
                trials.trial(kind, (number + trials.chance.random()) / times)
            print(f"| {scenario.name} | {kind} | {times} | {trials.disturbed} | {len(trials.problems) - before} |", flush=True)
        return trials.problems


def main(arguments: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser("python -m bench.kills", description="Kill commands, fill disks, and look at what is left.")
    options.add_argument("scenarios", nargs="*", choices=[[], *SCENARIOS], metavar="scenario", help=f"some of: {' '.join(SCENARIOS)}")
    options.add_argument("--times", type=int, default=10, help="of each kind (default: 10)")
    options.add_argument("--kinds", default="", help=f"some of: {','.join(KINDS)}; by default all that can be done here")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args(arguments)
    kinds = chosen.kinds.split(",") if chosen.kinds else [kind for kind in KINDS if kind != "disk" or os.geteuid() == 0]
    began, problems = time.monotonic(), []
    print("| command | disturbed by | times | did not end well by itself | problems |\n|---|---|---:|---:|---:|")
    fork_crawls()
    with served() as address:
        for name in chosen.scenarios or SCENARIOS:
            problems += disturb(SCENARIOS[name](address), kinds, chosen.times, chosen.seed)
    print("\n".join(["", *problems, f"{len(problems)} problems in {time.monotonic() - began:,.0f} s"]))
    return int(bool(problems))


if __name__ == "__main__":
    raise SystemExit(main())
