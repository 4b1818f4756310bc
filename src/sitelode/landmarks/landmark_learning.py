"""Learn landmark rules from a few examples: STALKER's sequential covering, as in section 6.4 of the News Ripper thesis.

A perfect alternative is right wherever it matches, and matches at least once. One is looked for; the examples it is right on are put aside;
and so on until none is left. The search is led by one example: first candidates are single landmarks of one token, the token before the
border or its wildcards; the most promising candidate is refined, by a token added to a landmark or by a new landmark of one token.
The most promising is the one that is right or too early on most examples (too early can be repaired, too late cannot).

The thesis leaves open when a perfect alternative is good enough: the narrowest of all, `SkipTo(<b>)`, is perfect in its example and yet
passed over. Here: when no candidate promises to be right on more examples, or `patience` refinements later. The search is bounded: so many
refinements an alternative, so many candidates a refinement, whose tokens are the nearest to the border.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from sitelode.landmarks.landmark_rules import Alternative, IndexedTokens, Landmark, LandmarkRule, Skip, scan
from sitelode.landmarks.token_classes import WILDCARDS, wildcards_of


@dataclass(frozen=True, slots=True)
class Example:
    """A sequence and the border in it that a rule should find; none: there is nothing to be found, and a rule must not match."""

    tokens: IndexedTokens
    border: int | None


@dataclass(frozen=True, slots=True)
class SearchBounds:
    """How far the search for one alternative goes: at most refinements * candidates are tried, 12,000. All were set by hand."""

    refinements: int = 30
    candidates: int = 400  # a refinement
    patience: int = 6  # refinements after a perfect alternative was found
    longest_landmark: int = 5  # tokens
    most_landmarks: int = 4
    may_be_landmark: Callable[[str], bool] = lambda _: True  # of tokens as they stand; wildcards always may
    what_follows_first: bool = False  # SkipUntil before SkipTo: for the end of a value, where what precedes is the value itself


def learn_rule(examples: Sequence[Example], *, backward: bool = False, bounds: SearchBounds | None = None) -> LandmarkRule:
    """Alternatives that are right on the examples, as few as the search finds, the one that explains most first."""
    return learn_rules(examples, backward=backward, bounds=bounds, most=1)[0]


def learn_rules(examples: Sequence[Example], *, backward: bool, bounds: SearchBounds | None, most: int) -> list[LandmarkRule]:
    """Several rules that are right on the examples, for a caller who can tell them apart; they differ in their first alternative."""
    scanned = [_in_scan_order(example, backward=backward) for example in examples]
    nothing_there = [example for example in scanned if example.border is None]
    open_ones = {number: example for number, example in enumerate(scanned) if example.border is not None}
    covers = _covers(open_ones, nothing_there, bounds or SearchBounds(), most) or [()]
    return [LandmarkRule(cover, backward) for cover in covers]


def _covers(
    open_ones: dict[int, Example], nothing_there: Sequence[Example], bounds: SearchBounds, most: int
) -> list[tuple[Alternative, ...]]:
    """Sequential covering: find a perfect alternative, put aside what it explains, go on with the rest; what none explains is left out."""
    while open_ones:
        # The example with the shortest way to its border leads, the last of several.
        seed = min(open_ones, key=lambda number: (open_ones[number].border or 0, -number))
        found = _Search(open_ones[seed], [*open_ones.values(), *nothing_there], bounds).perfect_alternatives(most)
        if found:
            rests = [{number: each for number, each in open_ones.items() if scan(first, each.tokens) != each.border} for first in found]
            return [(first, *next(iter(_covers(rest, nothing_there, bounds, 1)), ())) for first, rest in zip(found, rests, strict=True)]
        open_ones = {number: each for number, each in open_ones.items() if number != seed}
    return []


def _in_scan_order(example: Example, *, backward: bool) -> Example:
    if not backward:
        return example
    return Example(example.tokens.backwards, None if example.border is None else len(example.tokens) - example.border)


@dataclass(frozen=True, slots=True)
class _Candidate:
    steps: Alternative
    right: int  # examples
    early: int  # examples on which it stops before the border
    wrong: int  # and those where it goes too far, or matches where nothing is to be found
    skipped: int  # tokens passed over in the leading example between landmarks: near ones are told apart best

    @property
    def is_perfect(self) -> bool:
        return self.right > 0 and not self.early and not self.wrong

    @property
    def promise(self) -> int:
        return self.right + self.early

    def order(self) -> tuple[int, ...]:
        """The same for what to refine and what to take, after what decides first: few wildcards, few tokens passed over, short."""
        tokens = [token for step in self.steps for token in step.landmark]
        return sum(token in WILDCARDS for token in tokens), self.skipped, len(tokens)


class _Search:
    """For one perfect alternative, led by one example."""

    def __init__(self, lead: Example, examples: Sequence[Example], bounds: SearchBounds) -> None:
        self.lead, self.examples, self.bounds = lead, examples, bounds
        self.border = lead.border or 0
        self.before = lead.tokens.tokens[: self.border]

    def perfect_alternatives(self, most: int) -> list[Alternative]:
        """By landmarks before the border; where there is none, by what follows it; or the other way round. The best come first."""
        ways = [self._up_to_border, self._before_what_follows]
        if self.bounds.what_follows_first:
            ways.reverse()
        for first_candidates in ways:
            perfect = self._perfect(first_candidates())
            if perfect:
                most_right = max(each.right for each in perfect)
                best = sorted((each for each in perfect if each.right == most_right), key=_Candidate.order)
                return [each.steps for each in best[:most]]
        return []

    def _perfect(self, first: Iterator[Alternative]) -> list[_Candidate]:
        """All perfect candidates met while the most promising one is refined over and over."""
        waiting = list(map(self._judged, first))
        tried = {candidate.steps for candidate in waiting}
        perfect = [each for each in waiting if each.is_perfect]
        patience = self.bounds.patience
        for _ in range(self.bounds.refinements):
            reached = max((each.right for each in perfect), default=0)
            promising = [each for each in waiting if each.early and each.promise > reached]
            if not promising or (perfect and not patience):
                break
            patience -= bool(perfect)
            chosen = min(promising, key=lambda each: (-each.promise, each.wrong, each.order()))
            fresh = [steps for steps in islice(self._refinements(chosen.steps), self.bounds.candidates) if steps not in tried]
            tried.update(fresh)
            judged = list(map(self._judged, fresh))
            waiting = [each for each in waiting if each is not chosen] + judged
            perfect += [each for each in judged if each.is_perfect]
        return perfect

    def _judged(self, steps: Alternative) -> _Candidate:
        right = early = wrong = 0
        for example in self.examples:
            found = scan(steps, example.tokens)
            if found is None:
                continue
            right += found == example.border
            early += example.border is not None and found < example.border
            wrong += example.border is None or found > example.border
        return _Candidate(steps, right, early, wrong, self._skipped(steps))

    def _skipped(self, steps: Alternative) -> int:
        """From the end of the first landmark to the border, without the other landmarks."""
        start = scan(steps[:1], self.lead.tokens) or 0
        return max(0, self.border - start - sum(len(step.landmark) for step in steps[1:] if step.past))

    def _spellings(self, token: str) -> Iterator[str]:
        """A token as it stands, if it may be a landmark, and its wildcards."""
        if self.bounds.may_be_landmark(token):
            yield token
        yield from (spelling for spelling in wildcards_of(token) if spelling in WILDCARDS or self.bounds.may_be_landmark(spelling))

    def _up_to_border(self) -> Iterator[Alternative]:
        if self.before:
            yield from ((Skip((spelling,)),) for spelling in self._spellings(self.before[-1]))

    def _before_what_follows(self) -> Iterator[Alternative]:
        if self.border < len(self.lead.tokens):
            yield from ((Skip((spelling,), past=False),) for spelling in self._spellings(self.lead.tokens.tokens[self.border]))

    def _refinements(self, steps: Alternative) -> Iterator[Alternative]:
        yield from self._longer_landmarks(steps)
        if len(steps) < self.bounds.most_landmarks:
            yield from self._more_landmarks(steps)

    def _longer_landmarks(self, steps: Alternative) -> Iterator[Alternative]:
        """Add the token before or behind a landmark, whichever leaves the border where it is."""
        for place, step in enumerate(steps):
            is_last = place == len(steps) - 1
            for longer in self._longer(step, is_last=is_last):
                yield (*steps[:place], Skip(longer, step.past), *steps[place + 1 :])

    def _longer(self, step: Skip, *, is_last: bool) -> Iterator[Landmark]:
        if len(step.landmark) >= self.bounds.longest_landmark:
            return
        grown: dict[Landmark, None] = {}
        tokens = self.lead.tokens.tokens
        for start in self._occurrences(step, is_last=is_last):
            stop = start + len(step.landmark)
            if start > 0 and (step.past or not is_last):
                grown.update(((spelling, *step.landmark), None) for spelling in self._spellings(tokens[start - 1]))
            if stop < len(tokens) and not (step.past and is_last):
                grown.update(((*step.landmark, spelling), None) for spelling in self._spellings(tokens[stop]))
        yield from grown

    def _occurrences(self, step: Skip, *, is_last: bool) -> list[int]:
        """Where a landmark stands in the leading example: the last one at the border only, others anywhere before it, the nearest first."""
        if is_last:
            return [self.border - len(step.landmark) if step.past else self.border]
        positions = self.lead.tokens.positions(step.landmark)
        inside: list[int] = positions[positions + len(step.landmark) <= self.border].tolist()
        return inside[: -self.bounds.candidates : -1]

    def _more_landmarks(self, steps: Alternative) -> Iterator[Alternative]:
        """A new landmark of one token before any other, the nearest to the border first."""
        spellings: dict[str, None] = {}
        for token in self.before[::-1]:
            if len(spellings) >= self.bounds.candidates:
                break
            spellings.update(dict.fromkeys(self._spellings(token)))
        for spelling in spellings:
            for place in range(len(steps)):
                yield (*steps[:place], Skip((spelling,)), *steps[place:])
