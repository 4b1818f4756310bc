"""Rules that find a place in a sequence of tokens by landmarks: `SkipTo(Address) SkipTo(_HtmlTag_)`.

STALKER's rules: Ion Muslea, Steven Minton, Craig Knoblock: "Hierarchical Wrapper Induction for Semistructured Information Sources",
Autonomous Agents and Multi-Agent Systems 4, 2001; as in section 6.3 of the News Ripper thesis. A landmark is a group of consecutive tokens
or wildcards. `SkipTo` goes on to behind the next one, `SkipUntil` to just before it; a backward rule does the same from the end towards the
beginning (`BackTo`, `BackUntil`). A rule is an ordered list of alternatives: the first that matches decides. What it finds is a border
between tokens: 0 before the first, n behind the last. A rule is data and is never evaluated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sitelode.wrappers.landmarks.indexed_tokens import IndexedTokens, Landmark

MOST_ALTERNATIVES = 64  # that a rule read from a file may have
MOST_STEPS = 16
LONGEST_LANDMARK = 16  # tokens


@dataclass(frozen=True, slots=True)
class Skip:
    """One step of a rule: on to the next landmark."""

    landmark: Landmark  # in the order of scanning: a backward rule reads it from its last token to its first
    past: bool = True  # to behind it, or only up to it


Alternative: TypeAlias = tuple[Skip, ...]


@dataclass(frozen=True, slots=True)
class LandmarkRule:
    """Alternatives, tried in order."""

    alternatives: tuple[Alternative, ...]
    backward: bool = False

    def border(self, tokens: IndexedTokens) -> int | None:
        """The place that the rule finds, or nothing when no alternative matches."""
        scanned = tokens.backwards if self.backward else tokens
        for alternative in self.alternatives:
            found = scan(alternative, scanned)
            if found is not None:
                return len(tokens) - found if self.backward else found
        return None

    def __str__(self) -> str:
        """As the thesis writes rules."""
        return " or ".join(" ".join(self._step_text(step) for step in alternative) for alternative in self.alternatives) or "never"

    def _step_text(self, step: Skip) -> str:
        verb = ("Back" if self.backward else "Skip") + ("To" if step.past else "Until")
        return f"{verb}({' '.join(step.landmark[::-1] if self.backward else step.landmark)})"

    def to_data(self) -> dict[str, Any]:
        """Plain data; landmarks in reading order."""
        order = -1 if self.backward else 1
        return {
            "direction": "backward" if self.backward else "forward",
            "either": [
                [{"skip": "to" if step.past else "until", "landmark": list(step.landmark[::order])} for step in alternative]
                for alternative in self.alternatives
            ],
        }

    @classmethod
    def from_data(cls, data: object) -> "LandmarkRule":
        """Read what `to_data` wrote.

        Raises:
            ValueError: it is something else.

        """
        try:
            return _checked(data)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"not a landmark rule: {type(error).__name__} {error}") from error


def scan(alternative: Sequence[Skip], tokens: IndexedTokens, start: int = 0) -> int | None:
    """Where a chain of steps ends, in the order of the tokens given."""
    place = start
    for step in alternative:
        found = tokens.next_position(step.landmark, place)
        if found is None:
            return None
        place = found + len(step.landmark) if step.past else found
    return place


def _checked(data: Any) -> LandmarkRule:  # noqa: ANN401 (read from a file: anything)
    backward = {"forward": False, "backward": True}[data["direction"]]
    alternatives = data["either"]
    if not isinstance(alternatives, list) or len(alternatives) > MOST_ALTERNATIVES:
        raise ValueError(f"`either` is a list of at most {MOST_ALTERNATIVES} alternatives")
    return LandmarkRule(tuple(_alternative_from(each, backward=backward) for each in alternatives), backward)


def _alternative_from(steps: Any, *, backward: bool) -> Alternative:  # noqa: ANN401 (read from a file: anything)
    if not isinstance(steps, list) or not 0 < len(steps) <= MOST_STEPS:
        raise ValueError(f"an alternative is a list of 1 to {MOST_STEPS} steps")
    return tuple(Skip(_landmark_from(step["landmark"], backward=backward), {"to": True, "until": False}[step["skip"]]) for step in steps)


def _landmark_from(tokens: Any, *, backward: bool) -> Landmark:  # noqa: ANN401 (read from a file: anything)
    if not (isinstance(tokens, list) and 0 < len(tokens) <= LONGEST_LANDMARK and all(isinstance(token, str) and token for token in tokens)):
        raise ValueError(f"a landmark is a list of 1 to {LONGEST_LANDMARK} tokens, not {tokens!r:.80}")
    return tuple(tokens[::-1] if backward else tokens)
