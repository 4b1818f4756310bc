"""Do the tests notice? Small changes in the modules that decide results, each followed by the tests of its room.

    python -m bench.mutants --rooms layout,text --count 40      forty of them, with the list of those that no test noticed
    python -m bench.mutants --seed 3                            others; the same seed makes the same

A change is one comparison, constant, sign, negation or `and` made another. It is made in a copy of the sources (build/mutants), where
kernels are compiled again, and the tests of the room run until one fails, those that name the module first. A change that cannot be
noticed, because the program does the same, is listed in `mutants_equivalent.json` with the reason and not counted.
"""

import argparse
import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "mutants"
EQUIVALENT = Path(__file__).with_name("mutants_equivalent.json")
SITES = "tests/quality/test_small_sites.py"
# The modules of a room that decide results, and the tests that should notice.
ROOMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "layout": ("layout", ("tests/unit/layout", SITES)),
    "text": ("text", ("tests/unit/text",)),
    "paths": ("paths", ("tests/unit/paths",)),
    "render": ("html/render", ("tests/unit/html",)),
    "verify": ("wrappers/verify", ("tests/unit/wrappers", "tests/contract/test_wrapper_kinds.py")),
    "output": ("output/tables", ("tests/unit/output", "tests/unit/tables")),
    "page_kinds": ("page_kinds", ("tests/unit/page_kinds", SITES)),
    "body": ("articles/body", ("tests/unit/articles", SITES)),
    "fields": ("articles/fields", ("tests/unit/articles", SITES)),
    "lists": ("tables/lists", ("tests/unit/tables", SITES)),
    "details": ("tables/details", ("tests/unit/tables", SITES)),
}
SECONDS = 240  # on the clock, for the tests of one change; a loop without end is noticed so
UNTOUCHED = {"strict", "compare", "repr", "init", "default", "dtype"}  # keywords that guard, or are for people
_COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}
_SIGNS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}


@dataclass(frozen=True, slots=True)
class Mutant:
    path: Path  # below src
    start: int  # bytes of the source
    end: int
    put: str
    line: int
    text: str  # of the line, as it was
    was: str

    @property
    def name(self) -> str:
        return f"{self.path.as_posix()}: {self.text} ({self.was} -> {self.put})"

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.put.encode() + source[self.end :]


class _Finder(ast.NodeVisitor):
    """Places of a module where one small change makes another valid program."""

    def __init__(self, path: Path, source: bytes) -> None:
        self.path, self.source, self.found = path, source, list[Mutant]()
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def _at(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def _span(self, node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)

    def _add(self, start: int, end: int, put: str, line: int) -> None:
        text = self.source[self._starts[line - 1] : self._starts[line]].decode().strip()
        self.found.append(Mutant(self.path, start, end, put, line, text, self.source[start:end].decode()))

    def _between(self, left: ast.expr, right: ast.expr, sign: str, put: str) -> None:
        """What stands between two operands, brackets and spaces apart."""
        start, end = self._span(left)[1], self._span(right)[0]
        if match := re.search(rb"(?<![\w<>=!*/])" + re.escape(sign.encode()) + rb"(?![\w<>=*/])", self.source[start:end]):
            self._add(start + match.start(), start + match.end(), put, left.end_lineno or left.lineno)

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if signs := _COMPARISONS.get(type(operator)):
                self._between(left, right, *signs)
            left = right
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not _is_text(node.left) and not _is_text(node.right) and (signs := _SIGNS.get(type(node.op))):
            self._between(node.left, node.right, *signs)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        signs = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        self._between(node.values[-2], node.values[-1], *signs)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._add(self._span(node)[0], self._span(node.operand)[0], "", node.lineno)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self._turned(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._turned(node.test)
        self.generic_visit(node)

    def _turned(self, test: ast.expr) -> None:
        """A condition that is no comparison becomes its opposite."""
        if isinstance(test, ast.Name | ast.Attribute | ast.Call):
            start, end = self._span(test)
            self._add(start, end, f"(not {self.source[start:end].decode()})", test.lineno)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self._span(node)
        if isinstance(node.value, bool):
            self._add(start, end, str(not node.value), node.lineno)
        elif isinstance(node.value, int):
            self._add(start, end, str(node.value + 1), node.lineno)
        elif isinstance(node.value, float):
            self._add(start, end, repr(node.value * 1.5 or 1.0), node.lineno)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A message, or markup: positions inside are those of no source in Python 3.11."""

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.value.id == "_log":
            return
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in UNTOUCHED:
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for each in node.body:
            self.visit(each)

    def visit_arg(self, node: ast.arg) -> None:
        """Types are no program."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for each in (*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body):
            self.visit(each)

    def visit_Raise(self, node: ast.Raise) -> None:
        """What is wrong is said elsewhere."""


def _is_text(node: ast.expr) -> bool:
    """Whether it is a text or a row of values, for which a sign is no arithmetic."""
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, int | float)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple)


def mutants_of(path: Path) -> list[Mutant]:
    """All changes of a module, given below src."""
    source = (ROOT / "src" / path).read_bytes()
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return [each for each in finder.found if _is_valid(each.applied(source))]


def _is_valid(source: bytes) -> bool:
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def drawn(room: str, count: int, chance: random.Random) -> list[Mutant]:
    """So many of a room, every module as likely as it has lines."""
    folder = ROOT / "src" / "sitelode" / ROOMS[room][0]
    known = {each["mutant"] for each in json.loads(EQUIVALENT.read_text(encoding="utf-8"))}
    every = [each for path in sorted(folder.rglob("*.py")) for each in mutants_of(path.relative_to(ROOT / "src"))]
    every = [each for each in every if each.name not in known]
    return chance.sample(every, min(count, len(every)))


def files_for(room: str, mutant: Mutant) -> list[str]:
    """Test files of the room; those that name the module come first."""
    given = [ROOT / each for each in ROOMS[room][1]]
    files = [file for each in given for file in (sorted(each.rglob("test_*.py")) if each.is_dir() else [each])]
    module = mutant.path.with_suffix("").as_posix().replace("/", ".")
    names = (module, module.rpartition(".")[0] + " import " + mutant.path.stem)
    files.sort(key=lambda file: not any(name in file.read_text(encoding="utf-8") for name in names))
    return [file.relative_to(ROOT).as_posix() for file in files]


def fresh_copy() -> None:
    shutil.rmtree(COPY, ignore_errors=True)
    COPY.mkdir(parents=True)
    shutil.copytree(ROOT / "src", COPY / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, COPY / name)


def outcome(mutant: Mutant, tests: Sequence[str]) -> str:
    """What became of it: failed, stopped (a test, or compiling), or passed."""
    path = COPY / "src" / mutant.path
    source, built = path.read_bytes(), list(path.parent.glob(f"{path.stem}.*.so"))
    kept = {each: each.read_bytes() for each in built}
    path.write_bytes(mutant.applied(source))
    try:
        if built and not _compiled_again(mutant.path):
            return "stopped"
        return run_tests(tests)
    finally:
        path.write_bytes(source)
        for each, content in kept.items():
            each.write_bytes(content)


def _compiled_again(path: Path) -> bool:
    """One kernel anew, in place."""
    whole = (COPY / "setup.py").read_text(encoding="utf-8")
    alone = whole.replace('SOURCES.glob("sitelode*/**/kernels/*.py")', f"[SOURCES / '{path.as_posix()}']").replace(", shared]", "]")
    assert alone != whole
    (COPY / "setup.py").write_text(alone, encoding="utf-8")
    try:
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=COPY, capture_output=True, check=False)  # noqa: S603 (our own setup)
    finally:
        (COPY / "setup.py").write_text(whole, encoding="utf-8")
    return done.returncode == 0


def run_tests(tests: Sequence[str]) -> str:
    """In a fork of this process, which has loaded nothing of Sitelode."""
    child = os.fork()
    if child == 0:
        _become_tests(tests)
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return "passed" if os.waitstatus_to_exitcode(status) == 0 else "failed"
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "stopped"


def _become_tests(tests: Sequence[str]) -> None:
    import pytest  # noqa: PLC0415 (its hooks are set up anew for each)

    os.setsid()
    sink = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(sink, stream)
    code = 1
    try:
        os.chdir(ROOT)
        sys.dont_write_bytecode = True
        sys.path.insert(0, str(COPY / "src"))
        os.environ["PYTHONPATH"] = os.pathsep.join((str(COPY / "src"), os.environ.get("PYTHONPATH", "")))
        code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--import-mode=prepend", *tests]))
    finally:
        os._exit(code)


def shown(results: Sequence[tuple[str, Mutant, str]]) -> Iterator[str]:
    """The table by room, and what no test noticed."""
    yield "| room | changes | noticed | share |\n|---|---:|---:|---:|"
    for room in (*dict.fromkeys(room for room, _, _ in results), "all"):
        outcomes = [how for of, _, how in results if room in (of, "all")]
        noticed = sum(how != "passed" for how in outcomes)
        yield f"| {room} | {len(outcomes)} | {noticed} | {noticed / max(1, len(outcomes)):.2f} |"
    missed = [mutant for _, mutant, how in results if how == "passed"]
    yield from ("", *(f"not noticed, line {each.line}: {each.name}" for each in missed))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m bench.mutants", description="Small changes in modules that decide results: do the tests notice?"
    )
    parser.add_argument("--rooms", default=",".join(ROOMS), help=f"some of {', '.join(ROOMS)}")
    parser.add_argument("--count", type=int, default=60, help="changes over all rooms")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="show the changes and run nothing")
    options = parser.parse_args(arguments)
    rooms, chance = options.rooms.split(","), random.Random(options.seed)  # noqa: S311 (no secret)
    chosen = [(room, each) for room in rooms for each in drawn(room, -(-options.count // len(rooms)), chance)]
    if options.list:
        print("\n".join(f"{room}: {each.path}:{each.line} {each.name}" for room, each in chosen))
        return 0
    import numpy as np  # noqa: F401, PLC0415 (before the forks, for all of them)

    fresh_copy()
    if failing := [room for room in rooms if run_tests(list(ROOMS[room][1])) != "passed"]:
        print(f"without any change the tests fail of {', '.join(failing)}")
        return 1
    results = []
    for room, mutant in chosen:
        results.append((room, mutant, outcome(mutant, files_for(room, mutant))))
        print(f"{results[-1][2]}: {mutant.path}:{mutant.line} {mutant.was} -> {mutant.put}", file=sys.stderr, flush=True)
    print("\n".join(shown(results)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
