"""A taught field whose value is a piece of a line: landmarks find the line, rules for fields inside text find the piece."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sitelode.errors import RuleError
from sitelode.html.page import Page
from sitelode.wrappers.taught.page_tokens import Occurrence, PageTokens, page_tokens
from sitelode.wrappers.taught.taught_field import Answer, Surroundings, TaughtField

if TYPE_CHECKING:
    from sitelode.text_rules.rules_file import LearntRules

MOST_SHOWN = 5  # rules, of a field


@dataclass(frozen=True, eq=False)
class TaughtPart:
    """Plain data; made by `learn_part`."""

    line: TaughtField
    rules: "LearntRules"

    @property
    def name(self) -> str:
        return self.line.name

    @property
    def examples(self) -> int:
        return self.line.examples

    @property
    def confidence(self) -> float:
        return self.line.confidence

    @property
    def seen(self) -> Surroundings | None:
        return self.line.seen

    def places(self, page: PageTokens) -> range | None:
        """Where the line stands."""
        return self.line.places(page)

    def value(self, page: Page) -> str:
        return self.answer(page_tokens(page)).value

    def answer(self, page: PageTokens) -> Answer:
        """The piece of each reading of the line."""
        found = self.line.answer(page)
        top, bottom = (self._piece(reading) for reading in found.readings)
        return Answer(self._piece(found.value), top == bottom, (top, bottom))

    def _piece(self, line: str) -> str:
        values = next(iter(self.rules.values([line])), []) if line else []
        return next((each.value for each in values if each.field == self.name), "")

    def describe(self) -> str:
        """A few lines for a person."""
        shown = [f"  {line.name}: {line.pattern}" for line in self.rules.lines() if line.right][:MOST_SHOWN]
        return "\n".join([self.line.describe(), "  in it, a piece found by rules for text:", *shown])

    def to_data(self) -> dict[str, Any]:
        from sitelode.text_rules.rules_file import rules_to_data  # noqa: PLC0415 (few wrappers have such a field)

        return {"name": self.name, "part": {"line": self.line.to_data(), "rules": rules_to_data(self.rules)}}

    @classmethod
    def from_data(cls, data: Any) -> "TaughtPart":  # noqa: ANN401 (read from a file: anything)
        """Read what `to_data` wrote.

        Raises:
            ValueError: it is something else.

        """
        from sitelode.text_rules.rules_file import rules_from_data  # noqa: PLC0415 (few wrappers have such a field)

        try:
            return cls(TaughtField.from_data(data["part"]["line"]), rules_from_data(data["part"]["rules"]))
        except (KeyError, TypeError, AttributeError, RuleError) as error:
            raise ValueError(f"not a taught piece of a line: {error}") from error


def whole_line(page: PageTokens, piece: Occurrence) -> Occurrence:
    """The text node that a piece begins in."""
    return Occurrence(page.node_of(piece.places.start), True, piece.seen, piece.path)


def learn_part(line: TaughtField, values: Sequence[tuple[PageTokens, Occurrence]]) -> TaughtPart | None:
    """From pieces of lines; none where a piece goes over the end of its line, or nothing can be learnt."""
    from sitelode.text_rules.marked_texts import Mark, MarkedText  # noqa: PLC0415 (few wrappers have such a field)
    from sitelode.text_rules.rules_file import learn_rules  # noqa: PLC0415

    texts = []
    for number, (page, one) in enumerate(values):
        text, piece = page.text_of(whole_line(page, one).places), page.text_of(one.places)
        start = text.find(piece)
        if start < 0:
            return None
        texts.append(MarkedText(str(number), text, (Mark(line.name, start, start + len(piece)),)))
    try:
        return TaughtPart(line, learn_rules(texts))
    except RuleError:
        return None
