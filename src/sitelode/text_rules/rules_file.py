"""Rules by the system that learns them, on disk, and which text to ask about next.

The default is here; published systems come from installed packages, by entry points of the group `sitelode.text_rules`. Rules are one JSON
file that a person can read, edit and delete from. Nothing in it is ever evaluated.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from sitelode.errors import RuleError
from sitelode.shared_file import LONGEST_PROBLEM, SharedFile
from sitelode.text_rules.combined import Combined, CombinedRules
from sitelode.text_rules.contract import Finding, Lesson, RuleLine, Rules, System
from sitelode.text_rules.marked_texts import MarkedText
from sitelode.text_rules.token_table import TokenTable
from sitelode.text_rules.values import Value, fields_with_several, find_values

DEFAULT = "combined"
MOST_LOOKED_AT = 500  # texts that may be asked about; more cost time and show the same doubts
VERSION = 2
RULES_FILE = SharedFile("rules", 200_000_000, RuleError, "write them with `sitelode rules learn`")


@cache
def systems() -> dict[str, Callable[[], Callable[[], System]]]:
    """How each is loaded, by its name: the default first, then those of installed packages in the order of the alphabet."""
    others = sorted(entry_points(group="sitelode.text_rules"), key=lambda entry: entry.name)
    return {DEFAULT: lambda: Combined} | {entry.name: entry.load for entry in others}


def system_named(name: str) -> System:
    if name not in systems():
        known = ", ".join(systems())
        raise RuleError(f"no system called {name:.40}; there are {known}; published ones come with: pip install 'sitelode[lab]'")
    return systems()[name]()()


@dataclass(frozen=True, slots=True)
class LearntRules:
    """The rules of one system, with what is needed to apply them."""

    system: str
    fields: tuple[str, ...]
    several: dict[str, bool]  # for each field whether a text may have several values
    texts: int  # learnt from
    rules: Rules

    def values(self, texts: Sequence[str]) -> Iterator[list[Value]]:
        """What the rules find in each text."""
        return find_values(self.rules, texts, self.several)

    def lines(self) -> list[RuleLine]:
        return self.rules.lines()

    def without(self, names: Collection[str]) -> "LearntRules":
        known = {line.name for line in self.lines()}
        missing = [name for name in names if name not in known]
        if missing:
            raise RuleError(f"no rule called {missing[0]}; `sitelode rules show` lists them")
        return replace(self, rules=self.rules.without(names))


def learn_rules(texts: Sequence[MarkedText], system: str = DEFAULT) -> LearntRules:
    """Learn from marked texts with a system by its name."""
    lesson = Lesson(texts)
    if not lesson.spans:
        raise RuleError("none of the marks touches a word; mark the values themselves")
    return LearntRules(system, lesson.fields, fields_with_several(lesson.texts), len(lesson.texts), system_named(system).learn(lesson))


@dataclass(frozen=True, slots=True)
class RulesOfFile:
    """Rules that were read from a file. Their parts have the right types; where they do not fit each other, using them says so."""

    rules: Rules
    name: str

    def findings(self, table: TokenTable) -> list[Finding]:
        try:
            with np.errstate(all="ignore"):  # numbers out of range are the file's, and no concern of whoever runs it
                return self.rules.findings(table)
        except (ValueError, IndexError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError) as problem:
            said = " ".join(str(problem).split())[:LONGEST_PROBLEM]
            raise RuleError(f"{self.name} is damaged: its rules do not fit each other ({said}); {RULES_FILE.remedy}") from problem

    def lines(self) -> list[RuleLine]:
        return self.rules.lines()

    def without(self, names: Collection[str]) -> "RulesOfFile":
        return RulesOfFile(self.rules.without(names), self.name)

    def to_data(self) -> Mapping[str, Any]:
        return self.rules.to_data()


@dataclass(frozen=True, slots=True)
class _File:
    sitelode_rules: int
    system: str
    fields: tuple[str, ...]
    several: dict[str, bool]
    texts: int
    rules: dict[str, Any]


def rules_to_bytes(learnt: LearntRules) -> bytes:
    stored = _File(VERSION, learnt.system, learnt.fields, learnt.several, learnt.texts, dict(learnt.rules.to_data()))
    return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


def rules_from_bytes(data: bytes, name: str = "the rules") -> LearntRules:
    """Read what `rules_to_bytes` wrote, whatever people made of it since."""
    try:
        stored = msgspec.convert(RULES_FILE.decoded(data, name), _File)
        if stored.sitelode_rules != VERSION:
            raise RuleError(f"{name} has version {stored.sitelode_rules} of the format, this program reads {VERSION}")
        rules = system_named(stored.system).read(stored.rules)
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError, RecursionError) as error:
        problem = " ".join(str(error).split())[:200]
        raise RuleError(f"{name} holds no rules that can be read: {problem}; write them with `sitelode rules learn`") from error
    return LearntRules(stored.system, stored.fields, stored.several, stored.texts, RulesOfFile(rules, name))


def read_rules(path: Path) -> LearntRules:
    return rules_from_bytes(RULES_FILE.content(path), str(path))


def least_sure(rules: Rules, texts: Sequence[str], fields: Sequence[str]) -> list[int]:
    """Numbers of texts, the least sure first.

    The default knows how sure it is. Of other systems, rules of low precision are doubtful, and so are texts in which nothing is found
    where a value is expected: the near misses that WHISK asks about.
    """
    step = max(1, -(-len(texts) // MOST_LOOKED_AT))
    numbers = np.arange(0, len(texts), step)
    if not len(numbers):
        return []
    table = TokenTable([texts[number] for number in numbers.tolist()])
    doubt = rules.uncertainty(table) if isinstance(rules, CombinedRules) else _doubt(rules, table, fields)
    return [int(numbers[each]) for each in np.argsort(-doubt, kind="stable")]


def _doubt(rules: Rules, table: TokenTable, fields: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    best = np.zeros((len(table.texts), len(fields)))
    place = {field: number for number, field in enumerate(fields)}
    for finding in rules.findings(table):
        text, field = int(table.text_of[finding.span.first]), place.get(finding.field)
        if field is not None:
            best[text, field] = max(best[text, field], finding.precision)
    doubt: np.ndarray[tuple[int], np.dtype[np.float64]] = (1 - best).max(axis=1)
    return doubt
