"""Small changes of a module, each of which makes another valid program: one comparison, constant, sign, negation or `and` made another."""

import ast
import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"
LARGE = 10  # a constant of more becomes half as much again, one of less becomes one more
TYPES = {"bool", "bytes", "float", "int", "str"}  # between which | is no sign
UNTOUCHED = {
    "strict",
    "compare",
    "repr",
    "init",
    "default",
    "dtype",
    "assume_unique",
    "slots",
    "frozen",
}  # keywords that guard, or are for speed or people
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
    ast.Mult: ("*", "+"),  # and no division, which kernels could not be compiled with
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
    number: int = 1  # among changes of the module that read the same

    @property
    def name(self) -> str:
        return f"{self.path.as_posix()}: {self.text} ({self.was} -> {self.put})" + (f" #{self.number}" if self.number > 1 else "")

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
        if isinstance(node.op, ast.BitOr) and isinstance(node.left, ast.Name) and node.left.id in TYPES:
            return
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
            self._add(start, end, str(node.value + 1 if node.value < LARGE else node.value * 3 // 2), node.lineno)
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
    """All changes of a module, given below src; some make no valid program."""
    source = (SOURCES / path).read_bytes()
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    same = Counter[str]()
    found = []
    for each in finder.found:
        same[each.name] += 1
        found.append(replace(each, number=same[each.name]))
    return found


def is_valid(change: Mutant) -> bool:
    try:
        compile(change.applied((SOURCES / change.path).read_bytes()), "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True
