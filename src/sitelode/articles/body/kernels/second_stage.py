"""Compute SurroundingsColumns, the first-stage probabilities around segments, in compiled code."""
# mypy: ignore-errors

import numpy as np

from sitelode.articles.body.feature_names import SURROUNDINGS
from sitelode.articles.body.kernels.tree import core_distances, subtree_sums
from sitelode.compiled.jit import inner, jit

CLEAR_FROM = 0.7  # probability of a segment that is clearly body; set by hand
LEAST_CLEAR = 40  # its minimum width; set by hand
NEAR = 5  # number of segments before and after that are averaged; set by hand
_CORE = (
    SURROUNDINGS.opinion50_up, SURROUNDINGS.opinion50_down,
    SURROUNDINGS.opinion70_up, SURROUNDINGS.opinion70_down,
    SURROUNDINGS.opinion90_up, SURROUNDINGS.opinion90_down,
)  # fmt: skip


@jit
def surroundings(segment_start, element_start, above, holder, width, opinion):
    """SurroundingsColumns for the segments of all pages; `opinion` holds the body probability of each segment."""
    out = np.zeros((len(holder), len(SURROUNDINGS)), dtype=np.float32)
    for page in range(len(segment_start) - 1):
        first, last = segment_start[page], segment_start[page + 1]
        top, bottom = element_start[page], element_start[page + 1]
        if first < last:
            parts = width[first:last], opinion[first:last], out[first:last]
            _write_neighbours(*parts)
            _write_position(*parts)
            _write_core(above[top:bottom], holder[first:last], *parts)
    return out


@inner
def _write_neighbours(width, opinion, out):
    count = len(width)
    for segment in range(count):
        out[segment, SURROUNDINGS.opinion_previous] = opinion[segment - 1] if segment > 0 else 0
        out[segment, SURROUNDINGS.opinion_next] = opinion[segment + 1] if segment + 1 < count else 0
        before = range(segment - 1, max(segment - 1 - NEAR, -1), -1)
        out[segment, SURROUNDINGS.opinion_previous5] = _mean(before, width, opinion)
        out[segment, SURROUNDINGS.opinion_next5] = _mean(range(segment + 1, min(segment + 1 + NEAR, count)), width, opinion)


@inner
def _mean(chosen, width, opinion):
    """The mean weighted by width."""
    body, total = 0.0, 0.0
    for segment in chosen:
        body += opinion[segment] * width[segment]
        total += width[segment]
    return body / max(total, 1)


@inner
def _write_position(width, opinion, out):
    """The share of the expected body before a segment, and its position relative to the first and last clear body text."""
    total, before, first, last = 0.0, 0.0, -1, -1
    for segment in range(len(width)):
        total += opinion[segment] * width[segment]
        if opinion[segment] >= CLEAR_FROM and width[segment] >= LEAST_CLEAR:
            first = segment if first < 0 else first
            last = segment
    for segment in range(len(width)):
        out[segment, SURROUNDINGS.opinion_before] = before / max(total, 1)
        before += opinion[segment] * width[segment]
        out[segment, SURROUNDINGS.opinion_after] = 1 - before / max(total, 1)
        if first >= 0:
            out[segment, SURROUNDINGS.opinion_side] = (segment > last) - (segment < first)
            out[segment, SURROUNDINGS.opinion_distance] = np.log1p(max(first - segment, segment - last, 0))


@inner
def _write_core(above, holder, width, opinion, out):
    mass_of = np.zeros(len(above), dtype=np.float64)
    for segment in range(len(holder)):
        mass_of[holder[segment]] += opinion[segment] * width[segment]
    distances = core_distances(above, subtree_sums(above, mass_of))
    for segment in range(len(holder)):
        for number in range(len(_CORE)):
            out[segment, _CORE[number]] = distances[holder[segment], number]
