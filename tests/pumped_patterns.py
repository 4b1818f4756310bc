"""Every regular expression of the source, and texts made from its own repeats that are slow to match if anything is.

A pattern is found where it is a value of a module (in a list or dictionary too) and where `re` is called with one; the methods it is used by are
read from the source, because `match` looks from one place and `search` from every one.
"""

import ast
import importlib
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from re import _constants as sre
from re import _parser as sre_parser
from types import ModuleType

import sitelode

SOURCE = Path(sitelode.__file__).parent
METHODS = frozenset(("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"))
REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
SIGNS = {
    sre.CATEGORY_SPACE: " \n", sre.CATEGORY_NOT_SPACE: "a/", sre.CATEGORY_WORD: "a0_", sre.CATEGORY_NOT_WORD: "- ",
    sre.CATEGORY_DIGIT: "0", sre.CATEGORY_NOT_DIGIT: "a ",
}  # fmt: skip
ORDINARY = "a 0-A/.\"'<>=:;\n日"
MOST_SIGNS, MOST_EXAMPLES, MOST_BEGINNINGS = 10, 5, 4
STRANGE = "\x01"  # what no pattern asks for: a repeat before it ends in vain


@dataclass
class FoundPattern:
    pattern: "re.Pattern[str] | re.Pattern[bytes]"
    place: str
    methods: set[str] = field(default_factory=set)

    def run(self, method: str, text: str) -> None:
        """Use the pattern once, to the end."""
        value = text.encode("utf-8", "replace") if isinstance(self.pattern.pattern, bytes) else text
        if method in ("sub", "subn"):
            getattr(self.pattern, method)(value[:0], value)
        elif method == "finditer":
            for _ in self.pattern.finditer(value):
                pass
        else:
            getattr(self.pattern, method)(value)


@dataclass(frozen=True)
class Pump:
    """A text of any length: a beginning, something repeated, and an end that does not fit."""

    beginning: str
    repeated: str
    ending: str

    def text(self, length: int) -> str:
        return self.beginning + self.repeated * (length // len(self.repeated)) + self.ending


def patterns_in_source() -> tuple[list[FoundPattern], list[str]]:
    """The patterns; and the calls of `re` inside functions whose pattern depends on local values."""
    found: dict[object, FoundPattern] = {}
    unread: list[str] = []
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "re." not in text or path.name == "__main__.py":
            continue
        name = ".".join(("sitelode", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        tree = ast.parse(text)
        if not any(isinstance(node, ast.Import) and any(each.name == "re" for each in node.names) for node in ast.walk(tree)):
            continue
        module = importlib.import_module(name)
        for label, value in vars(module).items():
            for pattern in _patterns_in(value):
                found.setdefault(pattern, FoundPattern(pattern, f"{name}.{label}"))
        unread += _read_calls(module, tree, found)
    return list(found.values()), unread


def _patterns_in(value: object) -> Iterator["re.Pattern[str]"]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _patterns_in(each)


def _read_calls(module: ModuleType, tree: ast.Module, found: dict[object, FoundPattern]) -> Iterator[str]:
    inside = {node for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) for node in ast.walk(each)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        method, owner = node.func.attr, node.func.value
        if isinstance(owner, ast.Name) and owner.id == "re" and method in METHODS | {"compile"}:
            try:
                pattern = re.compile(
                    _value(node.args[0], module), *(_value(each, module) for each in node.args[1:2] if method == "compile")
                )
            except NameError:
                if node in inside:
                    yield f"{module.__name__}:{ast.unparse(node)}"
                continue
            found.setdefault(pattern, FoundPattern(pattern, f"{module.__name__}:{node.lineno}")).methods.update({method} - {"compile"})
        elif method in METHODS:
            try:
                pattern = _value(owner, module)
            except (NameError, AttributeError, TypeError, KeyError):
                continue
            if isinstance(pattern, re.Pattern):
                found.setdefault(pattern, FoundPattern(pattern, module.__name__)).methods.add(method)


def _value(expression: ast.expr, module: ModuleType) -> object:
    if not isinstance(expression, ast.Name | ast.Attribute | ast.Constant | ast.JoinedStr | ast.BinOp):
        raise NameError  # noqa: TRY004 (as for a name that is not known)
    return eval(compile(ast.Expression(expression), "<source>", "eval"), dict(vars(module)))


def pumps_of(pattern: "re.Pattern[str] | re.Pattern[bytes]") -> Iterator[Pump]:
    """Texts from the pattern's own signs, repeats and examples."""
    flags = pattern.flags & ~(re.UNICODE if isinstance(pattern.pattern, bytes) else 0)
    tree = sre_parser.parse(pattern.pattern, flags)
    chance = random.Random(1)
    signs = list(islice(dict.fromkeys(_signs(tree)), MOST_SIGNS))
    examples = [_example(tree, chance) for _ in range(MOST_EXAMPLES)]
    bodies = [_example(body, chance) for body in _repeated(tree) for _ in range(2)]
    beginnings = {
        example[:cut]: None
        for example in examples
        for cut in {len(example) // 4, len(example) // 2, len(example) - 1, len(example)}
        if cut > 0
    }
    units = dict.fromkeys(filter(None, (*signs, *bodies, *examples)))
    pairs = dict.fromkeys(one + other for one in signs[:7] for other in signs[:7] if one != other)
    for unit in (*units, *pairs):
        yield Pump("", unit, STRANGE)
        yield Pump("", unit, "")
    for unit in units:
        for beginning in islice(beginnings, MOST_BEGINNINGS):
            yield Pump(beginning, unit, STRANGE)


def _parts(tree: object) -> Iterator[tuple[object, object, list[object]]]:
    """Each part of a pattern with the patterns inside of it."""
    for kind, value in tree:
        if kind in REPEATS:
            yield kind, value, [value[2]]
        elif kind is sre.SUBPATTERN:
            yield kind, value, [value[3]]
        elif kind is sre.BRANCH:
            yield kind, value, list(value[1])
        elif kind is sre.ATOMIC_GROUP:
            yield kind, value, [value]
        elif kind in (sre.ASSERT, sre.ASSERT_NOT):
            yield kind, value, [value[1]]
        else:
            yield kind, value, []


def _signs(tree: object) -> Iterator[str]:
    for kind, value, inner in _parts(tree):
        yield from _fitting(kind, value)
        for each in inner:
            yield from _signs(each)


def _repeated(tree: object) -> Iterator[object]:
    for kind, _, inner in _parts(tree):
        for each in inner:
            if kind in REPEATS:
                yield each
            yield from _repeated(each)


def _fitting(kind: object, value: object) -> str:
    """Some characters that a single part matches."""
    if kind is sre.LITERAL:
        return chr(value)
    if kind in (sre.ANY, sre.NOT_LITERAL):
        return ORDINARY
    if kind is not sre.IN:
        return ""
    is_negated = value[0][0] is sre.NEGATE
    named = "".join(
        chr(each)
        if part is sre.LITERAL
        else chr(each[0]) + chr(each[1])
        if part is sre.RANGE
        else SIGNS[each]
        if part is sre.CATEGORY
        else ""
        for part, each in value
    )
    if not is_negated:
        return named
    refused = [(part, each) for part, each in value if part is not sre.NEGATE]
    return "".join(sign for sign in ORDINARY if not any(_is_in(sign, part, each) for part, each in refused))


def _is_in(sign: str, part: object, value: object) -> bool:
    if part is sre.LITERAL:
        return ord(sign) == value
    if part is sre.RANGE:
        return value[0] <= ord(sign) <= value[1]
    written = {
        sre.CATEGORY_SPACE: r"\s", sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W",
        sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D",
    }[value]  # fmt: skip
    return re.match(written, sign) is not None


def _example(tree: object, chance: random.Random) -> str:
    """A text that the pattern mostly matches."""
    found = ""
    for kind, value, inner in _parts(tree):
        if kind in REPEATS:
            least, most = value[0], value[1]
            found += "".join(_example(inner[0], chance) for _ in range(max(least, min(int(most), chance.choice((0, 1, 1, 2))))))
        elif kind is sre.BRANCH:
            found += _example(chance.choice(inner), chance)
        elif kind in (sre.SUBPATTERN, sre.ATOMIC_GROUP):
            found += _example(inner[0], chance)
        elif kind is sre.GROUPREF:
            found += "a"
        elif fitting := _fitting(kind, value):
            found += chance.choice(fitting)
    return found
