"""Label the segments of a page that belong to the article body, by aligning tokens with the true text.

Long segments are found by 4-grams of tokens. Short ones (headings, items) may occur in a menu as well as in the body: they are searched
between the positions of the segments around them, first strictly, then more loosely. Every token of the truth is used once.
"""

import bisect
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RUN = 4  # tokens
SHORT_BELOW = 12  # tokens
LEAST_SHARE = 0.3  # of a long segment's tokens that are found; less is chance
# Tokens by which a short segment may be off its place, and segments to the next one whose place is known.
_ROUNDS = ((3, 25), (60, 25), (400, 6), (10**9, 4))
_COMPLETE_FROM = 0.9  # share of the truth; below, short segments are looked for everywhere


class _Alignment:
    def __init__(self, truth: Sequence[str]) -> None:
        self.truth = list(truth)
        self.used = np.zeros(len(truth), dtype=np.bool_)
        self.runs: dict[tuple[str, ...], list[int]] = defaultdict(list)
        self.starts: dict[str, list[int]] = defaultdict(list)
        for place, token in enumerate(truth):
            self.starts[token].append(place)
            self.runs[tuple(truth[place : place + RUN])].append(place)

    def long(self, tokens: Sequence[str]) -> tuple[float, tuple[int, int]]:
        """The share of a segment's tokens that is found, and from where to where."""
        hit = np.zeros(len(tokens), dtype=np.bool_)
        places = []
        for first in range(len(tokens) - RUN + 1):
            for place in self.runs.get(tuple(tokens[first : first + RUN]), ()):
                if not self.used[place : place + RUN].any():
                    hit[first : first + RUN] = True
                    places.append(place)
                    break
        if hit.mean() < LEAST_SHARE:
            return 0.0, (0, 0)
        for place in places:
            self.used[place : place + RUN] = True
        return float(hit.mean()), (min(places), max(places) + RUN)

    def short(self, tokens: Sequence[str], low: int, high: int) -> tuple[int, int] | None:
        for place in self.starts.get(tokens[0], ()):
            end = place + len(tokens)
            if low <= place and end <= high and self.truth[place:end] == list(tokens) and not self.used[place:end].any():
                self.used[place:end] = True
                return place, end
        return None


def body_shares(segments: Sequence[Sequence[str]], truth: Sequence[str]) -> NDArray[np.float64]:
    """For every segment, given by its tokens, the share of it that is body."""
    alignment, shares, at = _Alignment(truth), np.zeros(len(segments)), dict[int, tuple[int, int]]()
    for number, tokens in enumerate(segments):
        if len(tokens) >= SHORT_BELOW:
            share, span = alignment.long(tokens)
            if share:
                shares[number], at[number] = share, span
    short = [number for number, tokens in enumerate(segments) if 0 < len(tokens) < SHORT_BELOW]
    for slack, reach in _ROUNDS:
        _place_short(alignment, segments, short, at, (slack, reach))
    if not at or alignment.used.mean() < _COMPLETE_FROM:
        for number in short:
            if number not in at and (found := alignment.short(segments[number], 0, len(truth))):
                at[number] = found
    shares[[number for number in short if number in at]] = 1
    return shares


def _place_short(
    alignment: _Alignment, segments: Sequence[Sequence[str]], short: Sequence[int], at: dict[int, tuple[int, int]], limits: tuple[int, int]
) -> None:
    slack, reach = limits
    known = sorted(at)
    for number in short:
        place = bisect.bisect_left(known, number)
        before = known[place - 1] if place and number - known[place - 1] <= reach else None
        after = known[place] if place < len(known) and known[place] - number <= reach else None
        if number in at or (before is None and after is None):
            continue
        low = at[before][1] - 3 if before is not None else at[after][0] - SHORT_BELOW if after is not None else 0
        high = at[after][0] + 3 if after is not None else at[before][1] + SHORT_BELOW if before is not None else 0
        if span := alignment.short(segments[number], low - slack, high + slack):
            at[number] = span
            bisect.insort(known, number)
