"""Spans with their probability: every place where the chain model sees a value of a field, with exactly these borders."""

from collections.abc import Iterator
from itertools import repeat
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from sitelode.text_rules.chain.model import Layout, Reading
from sitelode.text_rules.token_table import Rows, Span

LEAST_PROBABILITY = 0.02  # of a span, to be a candidate
LONGEST_SPAN = 40  # tokens


class LikelySpan(NamedTuple):
    field: int
    span: Span
    probability: float


def likely_spans(layout: Layout, reading: Reading) -> list[LikelySpan]:
    """All spans from `LEAST_PROBABILITY` up, in order."""
    stretches = reading.stretches
    stop_of = np.repeat(stretches.first + stretches.length, stretches.length)
    found = [each for field in range(len(layout.fields)) for each in _of_field(layout, field, reading, stop_of)]
    return sorted(found, key=itemgetter(1, 0))


def _of_field(layout: Layout, field: int, reading: Reading, stop_of: Rows) -> Iterator[LikelySpan]:
    begin, inside = layout.begin(field), layout.inside(field)
    lattice = reading.lattice
    start = np.flatnonzero(lattice.forward[:, begin] * lattice.backward[:, begin] >= LEAST_PROBABILITY)
    mass = lattice.forward[start, begin]  # of all paths up to here that begin the span at its start
    last, state = start.copy(), begin
    for _ in range(LONGEST_SPAN):
        if not len(start):
            return
        following = last + 1
        goes_on = following < stop_of[last]
        onward = np.zeros(len(last))
        place = following[goes_on]
        onward[goes_on] = lattice.moves[state, inside] * lattice.potential[place, inside] / lattice.scale[place]
        behind = np.zeros(len(last))
        behind[goes_on] = lattice.backward[place, inside]
        ends_here = mass * np.maximum(lattice.backward[last, state] - onward * behind, 0.0)
        likely = np.flatnonzero(ends_here >= LEAST_PROBABILITY)
        first = reading.rows[start[likely]]
        spans = map(Span, first.tolist(), (first + last[likely] + 1 - start[likely]).tolist())
        yield from map(LikelySpan, repeat(field), spans, np.minimum(ends_here[likely], 1.0).tolist())
        keep = mass * onward * behind >= LEAST_PROBABILITY
        start, mass, last, state = start[keep], (mass * onward)[keep], following[keep], inside
