"""What the values of a field look like: the token patterns they start and end with. Together they are the field's data prototype.

Section 6.5 of the News Ripper thesis, which leaves the learning open; it is DataPro's: Kristina Lerman, Steven Minton, Craig Knoblock:
"Wrapper Maintenance: A Machine Learning Approach", Journal of Artificial Intelligence Research 18, 2003. A pattern grows by one token or
wildcard as long as more values go on that way than chance explains. Changed:

- Chance is how often such tokens stand in text of the web in general, not in the field: a field that is all capitals would find none there.
- A wildcard is added beside significant words only where these do not explain every value or are more than three, and it is judged by all
  values that it matches. New values bring new words, and a word that only some values start with must not forbid the others.
- A number is never a word: next year's dates are dates.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, log1p
from typing import Annotated, Final, TypeAlias

from sitelode.counted import counted
from sitelode.json_data import Bounds, JsonData, Key, Share, rounded, significant
from sitelode.landmarks.token_classes import NUMBER, WILDCARDS, matches, tokens_of, wildcards_of

Pattern: TypeAlias = tuple[str, ...]
SIGNIFICANT_BELOW = 0.05  # chance, the paper's
LONGEST_PATTERN = 6  # tokens; a bound
MOST_PATTERNS = 24  # at one end; the most frequent are kept; a bound
MOST_VALUES = 1_000  # learned from; more are sampled evenly; a bound
# Set by hand, with the labelled fields of SWDE in view (docs/algorithms/data_prototypes.md).
LEAST_SUPPORT = 2  # values: what stands in one value alone describes that value, not the field
MOST_WORDS_ALONE = 3  # different words that may explain all values without a wildcard beside them: more are an open class
REST_KEEPS_PATTERN = 0.02  # share of a pattern's values that no longer pattern explains: with more it stands for them
_CHARACTERS_LOOKED_AT = 400  # at either end of a value; six tokens are shorter
# Shares among 160,000 tokens of 16 sites in ten languages; a tag is no part of their text.
_CHANCE: Final = dict(zip(WILDCARDS, (0.02, 0.075, 0.18, 0.02, 0.2, 0.37, 0.74, 0.82), strict=True))
_CHANCE_OF_SIGN = 0.03  # the most frequent one's
_CHANCE_OF_WORD = 0.01  # about the most frequent one's


def chance_of_at_least(successes: int, trials: int, probability: float) -> float:
    """Chance that so many of the trials or more succeed: the upper tail of the binomial distribution."""
    if successes <= 0:
        return 1.0
    if probability <= 0.0 or successes > trials:
        return 0.0
    if probability >= 1.0:
        return 1.0
    return min(1.0, sum(_term(count, trials, probability) for count in range(successes, trials + 1)))


def chance_of_at_most(successes: int, trials: int, probability: float) -> float:
    """The lower tail: as many or fewer."""
    return chance_of_at_least(trials - successes, trials, 1.0 - probability)


def _term(count: int, trials: int, probability: float) -> float:
    # By logarithms: the factorials of a thousand values exceed every float.
    ways = lgamma(trials + 1) - lgamma(count + 1) - lgamma(trials - count + 1)
    return exp(ways + count * log(probability) + (trials - count) * log1p(-probability))


@dataclass(frozen=True, slots=True)
class EndPattern(JsonData):
    """One pattern that values start or end with."""

    tokens: Annotated[tuple[Annotated[str, Bounds(1)], ...], Key("pattern"), Bounds(1, LONGEST_PATTERN)]  # in reading order, at either end
    values: int  # that follow it, of those learned from
    chance: Annotated[Share, significant(2)]  # that so many would follow it by accident, given those that follow it up to its last token

    def describe(self) -> str:
        return " ".join(token if token in WILDCARDS else f'"{token}"' for token in self.tokens)


EndPatterns: TypeAlias = Annotated[tuple[EndPattern, ...], Bounds(0, MOST_PATTERNS)]


@dataclass(frozen=True, slots=True)
class DataPrototype(JsonData):
    """Starting and ending patterns of a field. No pattern at an end: nothing is known there, and anything fits."""

    starts: EndPatterns
    ends: EndPatterns
    learned_from: int  # values that were not blank
    own_share: Annotated[Share, rounded(4)]  # of these values that fit: outliers need not
    lengths: Annotated[tuple[int, int], Key("tokens")]  # of the shortest and the longest, in tokens

    @classmethod
    def from_values(cls, values: Sequence[str]) -> "DataPrototype":
        """From values of one field; blank ones say nothing about how values look."""
        filled = [value for value in values if value.strip()]
        filled = filled[:: max(1, -(-len(filled) // MOST_VALUES))]
        both = [_ends_of(value) for value in filled]
        starts = _frequent_patterns([head for head, _ in both])
        ends = tuple(EndPattern(end.tokens[::-1], end.values, end.chance) for end in _frequent_patterns([tail for _, tail in both]))
        fitting = sum(_fits_ends(starts, ends, *each) for each in both)
        lengths = [len(tokens_of(value)) for value in filled] or [0]
        return cls(starts, ends, len(filled), fitting / len(filled) if filled else 1.0, (min(lengths), max(lengths)))

    @property
    def says_something(self) -> bool:
        return bool(self.starts or self.ends)

    def fits(self, value: str) -> bool:
        """Whether a value starts with one of the starting patterns and ends with one of the ending patterns."""
        return _fits_ends(self.starts, self.ends, *_ends_of(value))

    def share_fitting(self, values: Sequence[str]) -> float:
        """Share of the values that fit, blank ones apart; 1 where there is none. Compare with `own_share`, or ask `chance_of`."""
        filled = [value for value in values if value.strip()]
        return sum(map(self.fits, filled)) / len(filled) if filled else 1.0

    def chance_of(self, values: Sequence[str]) -> float:
        """Chance that so few of these values fit although the field is what it was: near 0 is an alarm."""
        filled = [value for value in values if value.strip()]
        # One more success and one more failure than seen: three examples that fit do not promise that all will.
        expected = (self.own_share * self.learned_from + 1) / (self.learned_from + 2)
        return chance_of_at_most(sum(map(self.fits, filled)), len(filled), expected)

    def length_fits(self, value: str) -> bool:
        """Neither significantly shorter nor longer, in tokens, than the values learned from: within half and twice their range."""
        shortest, longest = self.lengths
        return shortest // 2 <= len(tokens_of(value)) <= 2 * longest

    def describe(self) -> str:
        """One line for a person."""
        if not self.says_something:
            return f"no common start or end in {counted(self.learned_from, 'value')}"
        sides = (("starts with", self.starts), ("ends with", self.ends))
        parts = [f"{verb} {' or '.join(f'{each.describe()} ({each.values})' for each in patterns)}" for verb, patterns in sides if patterns]
        return f"{'; '.join(parts)} (learned from {counted(self.learned_from, 'value')}, {self.own_share:.0%} of which fit)"


def _ends_of(value: str) -> tuple[list[str], list[str]]:
    """The first tokens; and the last ones, the very last first."""
    first = tokens_of(value[:_CHARACTERS_LOOKED_AT])
    last = first if len(value) <= _CHARACTERS_LOOKED_AT else tokens_of(value[-_CHARACTERS_LOOKED_AT:])
    return first[:LONGEST_PATTERN], last[: -LONGEST_PATTERN - 1 : -1]


def _fits_ends(starts: tuple[EndPattern, ...], ends: tuple[EndPattern, ...], head: Sequence[str], tail: Sequence[str]) -> bool:
    at_start = not starts or any(_starts_with(pattern.tokens, head) for pattern in starts)
    return at_start and (not ends or any(_starts_with(pattern.tokens[::-1], tail) for pattern in ends))


def _starts_with(pattern: Pattern, tokens: Sequence[str]) -> bool:
    return len(pattern) <= len(tokens) and all(map(matches, pattern, tokens))


def _frequent_patterns(sequences: Sequence[Sequence[str]]) -> tuple[EndPattern, ...]:
    """Grow patterns from the empty one; keep those that some values follow and no longer pattern explains."""
    kept: list[EndPattern] = []
    growing = [_Branch(EndPattern((), len(sequences), 1.0), list(range(len(sequences))))]
    for branch in growing:  # which grows meanwhile: a value goes on into one branch only, and six tokens far
        longer = _longer_branches(branch, sequences)
        rest = len(branch.followers) - sum(len(each.followers) for each in longer)
        if branch.pattern.tokens and rest > REST_KEEPS_PATTERN * len(branch.followers):
            kept.append(branch.pattern)  # longer ones would say nothing more: whatever fits them fits this
        else:
            growing += longer
    return tuple(sorted(kept, key=lambda one: (-one.values, one.tokens))[:MOST_PATTERNS])


@dataclass(frozen=True, slots=True)
class _Branch:
    """A pattern that may still grow."""

    pattern: EndPattern
    followers: list[int]  # the values that follow it

    def grown(self, wanted: str, tokens: dict[int, str]) -> "_Branch":
        """By one token or wildcard, given the token that each value has next."""
        following = [follower for follower, token in tokens.items() if matches(wanted, token)]
        chance = chance_of_at_least(len(following), len(self.followers), _chance_of(wanted))
        return _Branch(EndPattern((*self.pattern.tokens, wanted), len(following), chance), following)


def _longer_branches(branch: _Branch, sequences: Sequence[Sequence[str]]) -> list[_Branch]:
    """The significant ways to go on: words, or the wildcards that take their place. No value goes two ways: wildcards lie in each other."""
    place = len(branch.pattern.tokens)
    going_on = {follower: sequences[follower][place] for follower in branch.followers if place < len(sequences[follower])}
    chosen = _significant(branch.grown(word, going_on) for word in _repeated_words(going_on))
    explained = {follower for each in chosen for follower in each.followers} if len(chosen) <= MOST_WORDS_ALONE else set()
    for wildcard in _significant(branch.grown(wildcard, going_on) for wildcard in WILDCARDS):
        if not explained.issuperset(wildcard.followers):
            inside = set(wildcard.followers)
            explained |= inside
            chosen = [each for each in chosen if not inside.issuperset(each.followers)] + [wildcard]
    return chosen


def _significant(branches: Iterable[_Branch]) -> list[_Branch]:
    return [branch for branch in branches if branch.pattern.values >= LEAST_SUPPORT and branch.pattern.chance < SIGNIFICANT_BELOW]


def _repeated_words(going_on: dict[int, str]) -> list[str]:
    counts = Counter(token for token in going_on.values() if NUMBER not in wildcards_of(token))
    return sorted(token for token, count in counts.items() if count >= LEAST_SUPPORT)


def _chance_of(wanted: str) -> float:
    if wanted in _CHANCE:
        return _CHANCE[wanted]
    return _CHANCE_OF_WORD if wanted[0].isalnum() else _CHANCE_OF_SIGN
