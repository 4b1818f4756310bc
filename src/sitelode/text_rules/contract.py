"""What all systems that learn rules for fields inside text have in common.

A system learns from a `Lesson` and gives `Rules`: plain data that a person can read, edit and delete from, never evaluated. Rules applied
to a table of tokens give `Finding`s, each with the rule it came from and how often that rule was right in training.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from sitelode.text_rules.marked_texts import MarkedText, checked_texts, fields_of, with_all_mentions
from sitelode.text_rules.token_table import Span, TokenTable


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """A marked value, as rows of the lesson's table."""

    text: int
    field: str
    span: Span
    record: int = 0


class Finding(NamedTuple):
    """A value that a rule found."""

    field: str
    span: Span
    rule: str  # its name
    precision: float  # of that rule in training, smoothed: 0 to 1
    record: int = 0  # in its text; findings of one record of one rule belong together


in_order = itemgetter(1, 2)
"""By span, then by rule: how a system sorts what it found."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule as it is shown to people."""

    name: str
    field: str
    pattern: str
    right: int  # values in training
    wrong: int


class Lesson:
    """Marked texts as one table of tokens."""

    def __init__(self, texts: Sequence[MarkedText]) -> None:
        self.texts = with_all_mentions(checked_texts(texts))
        self.fields = fields_of(self.texts)
        self.table = TokenTable([each.text for each in self.texts])

    @cached_property
    def spans(self) -> tuple[MarkedSpan, ...]:
        """All marks that touch a token."""
        found = (
            MarkedSpan(number, mark.field, self.table.span_of(number, mark.start, mark.end), mark.record)
            for number, each in enumerate(self.texts)
            for mark in each.marks
        )
        return tuple(each for each in found if each.span.first < each.span.stop)

    def of_field(self, field: str) -> list[MarkedSpan]:
        return [each for each in self.spans if each.field == field]

    def part(self, numbers: Collection[int]) -> "Lesson":
        """Some of the texts as a lesson of their own."""
        return Lesson([self.texts[number] for number in numbers])


class Rules(Protocol):
    """What a system learnt."""

    def findings(self, table: TokenTable) -> list[Finding]:
        """Everything the rules find, in order of rows."""
        ...

    def lines(self) -> list[RuleLine]:
        """All rules, for people."""
        ...

    def without(self, names: Collection[str]) -> "Rules":
        """The same, but for some rules."""
        ...

    def to_data(self) -> Mapping[str, Any]: ...


class System(Protocol):
    """A published way to learn rules, with its settings; holds no state between calls."""

    def learn(self, lesson: Lesson) -> Rules: ...

    def read(self, data: Mapping[str, Any]) -> Rules:
        """Rules from what `to_data` gave; raises ValueError where it is something else."""
        ...


def smoothed(right: float, wrong: float) -> float:
    """A rule's precision as far as its counts can be believed (Laplace)."""
    return (right + 1) / (right + wrong + 2)
