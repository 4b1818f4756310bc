"""Do the tests notice? Small changes in the modules that decide results, each followed by the tests of its room.

    python -m bench.mutants                                     22 of every room, with the list of those that no test noticed
    python -m bench.mutants --rooms layout,text --count 40      forty of each of two rooms
    python -m bench.mutants --seed 3                            others; the same seed draws the same, whatever else is edited
    python -m bench.mutants --again                             goes on: what an earlier run saw noticed is not tried again

The tests of a room run once, which notes the lines that each executes (build/mutants). Then each change (`small_changes.py`) is made in a
copy of the sources, where a kernel is compiled again, and the tests that execute it run until one fails. A change that cannot be noticed,
because the program does the same, is listed in `mutants_equivalent.json` with the reason and not tried, and does not count.
"""

import argparse
import compileall
import hashlib
import importlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import cast

from bench.covered_lines import ChosenTests, Coverage, LineNotes, concerned_tests
from bench.small_changes import SOURCES, Mutant, is_valid, mutants_of

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "mutants"  # by room: a copy, what tests execute, what was missed
EQUIVALENT = Path(__file__).with_name("mutants_equivalent.json")
SITES = "tests/quality/test_small_sites.py"
WHOLE = ("tests/unit/test_pipeline.py", "tests/unit/test_api.py", SITES)
# The modules of a room that decide results, and the tests that should notice.
ROOMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "layout": ("layout", ("tests/unit/layout", "tests/unit/site", *WHOLE)),
    "text": ("text", ("tests/unit/text", "tests/unit/html", *WHOLE)),
    "paths": ("paths", ("tests/unit/paths", "tests/unit/wrappers/test_selector_reading.py", "tests/unit/tables/test_list_rule.py", *WHOLE)),
    "html": ("html", ("tests/unit/html", *WHOLE)),
    "site": (
        "site",
        ("tests/unit/site", "tests/unit/incremental", "tests/hostile/test_hostile_stores.py", "tests/hostile/test_page_trial.py", *WHOLE),
    ),
    "sources": (
        "sources",
        ("tests/unit/sources", "tests/contract/test_sources.py", "tests/unit/cli/test_commands.py", "tests/unit/test_python_users.py"),
    ),
    "landmarks": ("landmarks", ("tests/unit/landmarks", "tests/unit/wrappers", "tests/papers/test_stalker.py")),
    "output": (
        "output",
        (
            "tests/unit/output",
            "tests/unit/tables",
            "tests/unit/cli/test_mine_outputs.py",
            "tests/unit/plugs/test_chunks.py",
            "tests/unit/incremental",
        ),
    ),
    "page_kinds": ("page_kinds", ("tests/unit/page_kinds", *WHOLE)),
    "body": ("articles/body", ("tests/unit/articles", *WHOLE)),
    "fields": ("articles/fields", ("tests/unit/articles", *WHOLE)),
    "lists": ("tables/lists", ("tests/unit/tables", *WHOLE)),
    "details": ("tables/details", ("tests/unit/tables", *WHOLE)),
    "verify": ("wrappers/verify", ("tests/unit/wrappers", "tests/contract/test_wrapper_kinds.py")),
}
# By what pytest ends with: a module that can no longer be imported is 2. What is not here means that nothing was tried, and stops the run.
OUTCOMES = {0: "passed", 1: "failed", 2: "failed"} | {-number: "stopped" for number in signal.valid_signals()}
NOTICED = ("failed", "stopped")
NOT_COUNTED = ("equivalent", "does not compile")
LOADED_ONCE = (
    "numpy",
    "fastwarc",
    "selectolax.lexbor",
    "publicsuffixlist",
    "msgspec",
    "py3langid",
    "click",
    "can_ada",
    "hypothesis",
    "pytest",
)
SECONDS = 120  # of CPU, for the tests of one change; a loop without end is noticed so. On the clock `PATIENCE` times as much
PATIENCE = 5


def all_of(room: str) -> list[Mutant]:
    modules = sorted((SOURCES / "sitelode" / ROOMS[room][0]).rglob("*.py"))
    return [each for path in modules for each in mutants_of(path.relative_to(SOURCES))]


def drawn(room: str, count: int, seed: int) -> list[Mutant]:
    """So many of a room, every module as likely as it has places. An edit elsewhere in the room draws the same."""

    def lot(each: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {each.name}".encode()).digest()

    valid = filter(is_valid, sorted(all_of(room), key=lot))
    return sorted(islice(valid, count), key=lambda each: (each.path, each.start))


def folder_of(room: str) -> Path:
    return BUILD / room.replace("/", "-")


def fresh_copy(room: str) -> None:
    copy = folder_of(room) / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    shutil.copytree(SOURCES, copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, copy / name)
    compileall.compile_dir(copy / "src", quiet=1)  # what is not changed need not be compiled by every run


def covered(room: str) -> Coverage:
    """What each test of a room executes: noted again for all when a source of the room is newer, and for files of tests that are."""
    alike = [each for each, (_, tests) in ROOMS.items() if tests == ROOMS[room][1]]  # are noted together
    path, folders = BUILD / f"lines-{'-'.join(alike)}.json", [Path("sitelode", ROOMS[each][0]) for each in alike]
    known, noted = Coverage(seconds={}, places={}), 0.0
    if path.exists() and (at := path.stat().st_mtime) > max(file.stat().st_mtime for each in folders for file in _modules(SOURCES / each)):
        known, noted = cast("Coverage", json.loads(path.read_text(encoding="utf-8"))), at
    files = [file for given in ROOMS[room][1] for file in _modules(ROOT / given) if file.name.startswith("test_")]
    stay = {name for file in files if file.stat().st_mtime < noted and (name := file.relative_to(ROOT).as_posix()) in known["places"]}
    if changed := [name for file in files if (name := file.relative_to(ROOT).as_posix()) not in stay]:
        began = time.time()
        run_tests(room, changed, LineNotes(folder_of(room) / "copy" / "src", folders, path), seconds=1200)
        new = cast("Coverage", json.loads(path.read_text(encoding="utf-8")))
        known["seconds"] = {test: each for test, each in known["seconds"].items() if test.partition("::")[0] in stay} | new["seconds"]
        known["places"] = {test: each for test, each in known["places"].items() if test.partition("::")[0] in stay} | new["places"]
        path.write_text(json.dumps(known), encoding="utf-8")
        os.utime(path, (began, began))  # a test edited meanwhile is noted again
    return known


def _modules(given: Path) -> list[Path]:
    return sorted(given.rglob("*.py")) if given.is_dir() else [given]


def outcome(room: str, mutant: Mutant, tests: Sequence[str]) -> str:
    """What became of it: failed, stopped, passed, or that no test executes it or no compiler takes it."""
    if not tests:
        return "untested"
    path = folder_of(room) / "copy" / "src" / mutant.path
    source, written, built = path.read_bytes(), path.stat(), list(path.parent.glob(f"{path.stem}.*.so"))
    kept = {each: each.read_bytes() for each in built}
    path.write_bytes(mutant.applied(source))
    try:
        for each in built:
            each.unlink()
        if built and not _compiled_again(folder_of(room) / "copy", mutant.path):
            return "does not compile"
        return run_tests(room, sorted({test.partition("::")[0] for test in tests}), ChosenTests(list(tests)))
    finally:
        path.write_bytes(source)
        os.utime(path, ns=(written.st_atime_ns, written.st_mtime_ns))
        for each, content in kept.items():
            each.write_bytes(content)


def _compiled_again(copy: Path, path: Path) -> bool:
    """One kernel anew, in place, quickly compiled."""
    whole = (copy / "setup.py").read_text(encoding="utf-8")
    alone = whole.replace('SOURCES.glob("sitelode*/**/kernels/*.py")', f"[SOURCES / '{path.as_posix()}']").replace(", shared]", "]")
    assert alone != whole
    (copy / "setup.py").write_text(alone.replace('"-O2"', '"-O0"'), encoding="utf-8")
    try:
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=copy, capture_output=True, check=False)  # noqa: S603 (our own setup)
    finally:
        (copy / "setup.py").write_text(whole, encoding="utf-8")
    return done.returncode == 0 and any((copy / "src" / path).parent.glob(f"{path.stem}.*.so"))


def run_tests(room: str, files: Sequence[str], plugin: object, seconds: float = SECONDS) -> str:
    """In a fork of this process, which has loaded nothing of Sitelode."""
    child = os.fork()
    if child == 0:
        limits = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), limits[1]))
        _become_tests(folder_of(room), files, plugin)
    until = time.monotonic() + PATIENCE * seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return OUTCOMES[os.waitstatus_to_exitcode(status)]
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "stopped"


def _become_tests(folder: Path, files: Sequence[str], plugin: object) -> None:
    import pytest  # noqa: PLC0415 (its hooks are set up anew for each)

    os.setsid()
    sink = os.open(folder / "tests.log", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(sink, stream)
    code = 70  # pytest has no such
    try:
        os.chdir(ROOT)
        sys.dont_write_bytecode = True
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # half of the time of a run of one test
        sys.path.insert(0, str(folder / "copy" / "src"))
        os.environ["PYTHONPATH"] = os.pathsep.join((str(folder / "copy" / "src"), os.environ.get("PYTHONPATH", "")))
        stop = [] if isinstance(plugin, LineNotes) else ["-x"]
        code = int(pytest.main([*stop, "-q", "-p", "no:cacheprovider", "--import-mode=prepend", "--assert=plain", *files], [plugin]))
    finally:
        os._exit(code)


def noticed_share(outcomes: Iterable[str]) -> float:
    count = [how in NOTICED for how in outcomes if how not in NOT_COUNTED]
    return sum(count) / max(1, len(count))


def shown(results: Sequence[tuple[str, Mutant, str]]) -> Iterator[str]:
    """The table by room, and what no test noticed."""
    yield "| room | changes | that count | noticed | share |\n|---|---:|---:|---:|---:|"
    for room in (*dict.fromkeys(room for room, _, _ in results), "all"):
        outcomes = [how for of, _, how in results if room in (of, "all")]
        noticed, count = sum(how in NOTICED for how in outcomes), sum(how not in NOT_COUNTED for how in outcomes)
        yield f"| {room} | {len(outcomes)} | {count} | {noticed} | {noticed_share(outcomes):.2f} |"
    missed = [(mutant, how) for _, mutant, how in results if how not in (*NOTICED, *NOT_COUNTED)]
    yield from ("", *(f"{how}, line {each.line}: {each.name}" for each, how in missed))


def kept_outcomes(room: str) -> dict[str, str]:
    """What became of changes in earlier runs."""
    path = folder_of(room) / "outcomes.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def keep(room: str, outcomes: Mapping[str, str]) -> None:
    folder_of(room).mkdir(parents=True, exist_ok=True)
    (folder_of(room) / "outcomes.json").write_text(json.dumps(outcomes, indent=1), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m bench.mutants", description="Small changes in modules that decide results: do the tests notice?"
    )
    parser.add_argument("--rooms", default=",".join(ROOMS), help=f"some of {', '.join(ROOMS)}")
    parser.add_argument("--count", type=int, default=22, help="changes in each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="go on: what an earlier run saw noticed is not tried again")
    parser.add_argument("--least", type=float, default=0.0, help="share that is to be noticed; below, it ends with 1")
    parser.add_argument("--list", action="store_true", help="show the changes and run nothing")
    options = parser.parse_args(arguments)
    chosen = {room: drawn(room, options.count, options.seed) for room in options.rooms.split(",")}
    if options.list:
        print("\n".join(f"{room}: {each.path}:{each.line} {each.name}" for room, changes in chosen.items() for each in changes))
        return 0
    for name in LOADED_ONCE:  # before the forks, for all of them
        importlib.import_module(name)
    equivalent = {each["mutant"] for each in json.loads(EQUIVALENT.read_text(encoding="utf-8"))}
    results = []
    for room, changes in chosen.items():
        outcomes = kept_outcomes(room) if options.again else {}
        wanted = [each for each in changes if each.name not in equivalent and outcomes.get(each.name) not in NOTICED]
        if wanted:
            fresh_copy(room)
            known = covered(room)
        for mutant in wanted:
            outcomes[mutant.name] = how = outcome(room, mutant, concerned_tests(mutant, known))
            keep(room, outcomes)
            print(f"{how}: {mutant.path}:{mutant.line} {mutant.was} -> {mutant.put}", file=sys.stderr, flush=True)
        here = f"sitelode/{ROOMS[room][0]}/"
        for gone in sorted(each for each in equivalent - {each.name for each in all_of(room)} if each.startswith(here)):
            print(f"no longer there, take it from the list: {gone}", file=sys.stderr)
        results += [(room, each, "equivalent" if each.name in equivalent else outcomes[each.name]) for each in changes]
    print("\n".join(shown(results)))
    return int(noticed_share(how for _, _, how in results) < options.least)


if __name__ == "__main__":
    sys.exit(main())
