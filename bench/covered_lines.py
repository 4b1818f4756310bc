"""Which tests execute which lines: a plugin of pytest that notes it once, and the tests that a change concerns.

Lines are noted in one folder; of other modules only that they were entered, which finds the tests of compiled kernels by the modules that
import them. What a fixture does counts for all tests of its file, for it may be made once for all of them.
"""

import ast
import json
import re
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import accumulate
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypedDict

import pytest

from bench.small_changes import SOURCES, Mutant

MOST_SECONDS = 60, 10  # of tests that execute a change, and of others that enter its module, as they took when lines were noted
FEW_EXAMPLES = 5
FEW_CALLS = 10  # of a function by a test whose lines are noted: later ones rarely come to others
Places = dict[str, list[int]]  # lines by module below src; no lines of modules outside the folder


class Coverage(TypedDict):
    seconds: dict[str, float]  # of every test that passed
    places: dict[str, Places]  # by test, and by file of tests for what its fixtures do


class LineNotes:
    """Notes lines below some folders while tests run, and writes a file at the end."""

    def __init__(self, sources: Path, folders: Iterable[Path], written: Path) -> None:
        self._sources, self._folders, self._written = f"{sources}/", tuple(str(sources / each) for each in folders), written
        self._calls: Counter[CodeType] = Counter()
        self._seen: dict[str, set[tuple[str, int]]] = defaultdict(set)
        self._now = self._seen[""]
        self._kinds: dict[CodeType, tuple[str, bool]] = {}
        self.seconds: dict[str, float] = {}

    def _kind(self, code: CodeType) -> tuple[str, bool]:
        if code not in self._kinds:
            name = code.co_filename
            self._kinds[code] = (name.removeprefix(self._sources) if name.startswith(self._sources) else "", name.startswith(self._folders))
        return self._kinds[code]

    def _entered(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        del event, argument
        name, inside = self._kind(frame.f_code)
        if not name:
            return None
        self._now.add((name, 0))
        self._calls[frame.f_code] += inside
        if not inside or self._calls[frame.f_code] > FEW_CALLS:
            return None

        def line(frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
            del argument
            if event == "line":
                self._now.add((name, frame.f_lineno))
            return line

        return line

    def _during(self, key: str) -> Iterator[None]:
        self._now = self._seen[key]
        self._calls.clear()
        threading.settrace(self._entered)
        sys.settrace(self._entered)
        began = time.perf_counter()
        try:
            yield
        finally:
            sys.settrace(None)
            threading.settrace(None)
            self.seconds[key] = self.seconds.get(key, 0.0) + time.perf_counter() - began

    def pytest_collection_finish(self) -> None:
        """Few examples of each property: noting makes them slow."""
        from hypothesis import settings  # noqa: PLC0415 (pytest rewrites its assertions first)

        settings.register_profile("few", settings(), max_examples=FEW_EXAMPLES)
        settings.load_profile("few")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        yield from self._during(item.nodeid.partition("::")[0])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        yield from self._during(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or report.skipped:
            self.seconds.pop(report.nodeid, None)
            print(f"left out, for it does not pass: {report.nodeid}", file=sys.stderr)

    def pytest_sessionfinish(self) -> None:
        places: dict[str, Places] = {}
        for key, seen in self._seen.items():
            of = places.setdefault(key, {})
            for name, line in sorted(seen):
                of.setdefault(name, []).extend([line] if line else [])
        self._written.write_text(json.dumps(Coverage(seconds=self.seconds, places=places)), encoding="utf-8")


class ChosenTests:
    """Runs given tests in the order given, and no others."""

    def __init__(self, names: list[str]) -> None:
        self._order = {name: place for place, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self._order), key=lambda item: self._order[item.nodeid])


def concerned_tests(change: Mutant, known: Coverage) -> list[str]:
    """Tests that execute what a change changes, quick ones first, and then some that enter its module, as many as run in `MOST_SECONDS`.

    What a process works out once is executed in one test, and others use it.
    """
    module = change.path.as_posix()
    found, entering = _executing(change, known["places"]), {key for key, of in known["places"].items() if module in of}
    tests: list[str] = []
    for some, most in zip((found, entering - found), MOST_SECONDS, strict=True):
        chosen = [test for test in known["seconds"] if "::" in test and (test in some or test.partition("::")[0] in some)]
        quick_first = sorted((test for test in chosen if test not in tests), key=known["seconds"].__getitem__)
        until = accumulate(map(known["seconds"].__getitem__, quick_first))
        tests += [test for test, seconds in zip(quick_first, until, strict=True) if seconds < most] or quick_first[:1]
    return tests


def _executing(change: Mutant, places: dict[str, Places]) -> set[str]:
    module = change.path.as_posix()
    if "kernels" in change.path.parts:
        users = {path for path in _users(module, lambda path: "kernels" in path) if "kernels" not in path}
        named = {key for key in places if "::" not in key and key and _mentions(Path(key).read_text(encoding="utf-8"), module)}
        return named | {key for key, of in places.items() if users & set(of)}
    lines, name = _statement(change)
    where = _lines_with(name) if name else {module: lines}
    if found := {key for key, of in places.items() if any(not rows.isdisjoint(of.get(path, ())) for path, rows in where.items())}:
        return found
    return {key for key, of in places.items() if name and module in of} or _starting(module, places)


def _starting(module: str, places: dict[str, Places]) -> set[str]:
    """Tests that enter what uses a module by way of modules that no test enters: those run in a process of their own."""
    entered = {path for of in places.values() for path in of}
    alone = ({module} | _users(module, lambda path: path not in entered)) - entered
    users = set().union(*(_users(each, lambda _: False) for each in alone))
    return {key for key, of in places.items() if users & set(of)}


def _statement(change: Mutant) -> tuple[set[int], str]:
    """Lines of the statement that is changed; for one that runs at import, the name that it gives to something."""
    tree = ast.parse((SOURCES / change.path).read_bytes())
    holders = [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.stmt) and _holds(node, change.line))]
    last = holders[-1]
    if not isinstance(last, ast.stmt):
        return {change.line}, ""
    body = getattr(last, "body", None)
    end = body[0].lineno if body else (last.end_lineno or last.lineno) + 1
    lines = set(range(last.lineno, end))
    if isinstance(last, ast.FunctionDef):  # a default
        return lines, last.name
    if any(isinstance(each, ast.FunctionDef) for each in holders[:-1]):
        return lines, ""
    targets = last.targets if isinstance(last, ast.Assign) else [last.target] if isinstance(last, ast.AnnAssign) else []
    return lines, next((each.id for each in targets if isinstance(each, ast.Name)), "")


def _holds(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


@cache
def _sources() -> dict[str, str]:
    return {path.relative_to(SOURCES).as_posix(): path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py")}


@cache
def _lines_with(name: str) -> dict[str, set[int]]:
    word = re.compile(rf"\b{re.escape(name)}\b")
    found = {path: {at for at, line in enumerate(text.splitlines(), 1) if word.search(line)} for path, text in _sources().items()}
    return {path: rows for path, rows in found.items() if rows}


def _mentions(text: str, module: str) -> bool:
    folder, _, name = module.removesuffix(".py").replace("/", ".").rpartition(".")
    return re.search(rf"{re.escape(folder)}(\.| import [\w\s,(]*\b){name}\b", text) is not None


def _users(module: str, leads_on: Callable[[str], bool]) -> set[str]:
    """Modules that import one or start it as a process, also by way of others that lead on."""
    found, new = set[str](), {module}
    while new:
        of = new.pop()
        for path, text in _sources().items():
            if path not in found and _mentions(text, of):
                found.add(path)
                if leads_on(path):
                    new.add(path)
    return found
