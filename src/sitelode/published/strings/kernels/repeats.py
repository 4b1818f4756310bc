"""Compiled code behind `repeats.py`: one bottom-up walk over the nested intervals of equal prefixes, with a stack."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit

_DIVERSE = -1


@jit
def _stack(lcp):
    """Room for the deepest nesting; untouched memory costs nothing, and growing it in the loop makes the loop ten times slower."""
    return np.empty(lcp.max() + 2, np.int64)


@jit
def _joined(left, other):
    """The symbol before two groups of occurrences: one symbol before all, or different ones."""
    return left if left == other else _DIVERSE


@jit
def count_by_frequency(lcp, branching_only, distinct):
    """Add up the strings of each frequency; returns the highest frequency.

    All strings that end on one edge of the suffix tree occur equally often; `branching_only` counts the lower end of the edge with its
    whole length instead of the strings on the edge.
    """
    first, depth = _stack(lcp), _stack(lcp)
    first[0] = depth[0] = top = highest = 0
    for place in range(1, len(lcp) + 1):
        shared = lcp[place] if place < len(lcp) else 0
        begin = place - 1
        while depth[top] > shared:
            begin, length = first[top], depth[top]
            top -= 1
            highest = max(highest, place - begin)
            distinct[place - begin] += length if branching_only else length - max(shared, depth[top])
        if depth[top] < shared:
            top += 1
            first[top], depth[top] = begin, shared
    return highest


@jit
def left_diverse_intervals(symbols, separator, order, lcp, wanted, shortest):
    """Repeats of a wanted frequency that cannot be extended to either side without losing an occurrence: place, count, length."""
    first, depth, before = _stack(lcp), _stack(lcp), _stack(lcp)
    places, counts, lengths = np.empty(len(order), np.int32), np.empty(len(order), np.int32), np.empty(len(order), np.int32)
    first[0] = depth[0] = top = found = 0
    before[0] = _DIVERSE
    for place in range(1, len(order) + 1):
        shared = lcp[place] if place < len(order) else 0
        begin, position = place - 1, order[place - 1]
        # The start of a document differs from every other place.
        left = np.int64(_DIVERSE if position == 0 or symbols[position - 1] == separator else symbols[position - 1])
        while depth[top] > shared:
            left = _joined(before[top], left)
            begin = first[top]
            if left == _DIVERSE and wanted[place - begin] and depth[top] >= shortest:
                places[found], counts[found], lengths[found] = begin, place - begin, depth[top]
                found += 1
            top -= 1
        if depth[top] < shared:
            top += 1
            first[top], depth[top], before[top] = begin, shared, left
        else:
            before[top] = _joined(before[top], left)
    return places[:found].copy(), counts[:found].copy(), lengths[:found].copy()


@jit
def equal_prefix_runs(order, lcp, reach, length):
    """Runs of suffixes with the same first symbols: place and size of each; suffixes that are too short have none."""
    # Room for the maximum: memory that is never touched costs nothing.
    begins = np.empty(len(order) + 1, np.int32)
    runs = 0
    for place in range(len(order)):
        # Always written, kept only if a run starts here: without a branch, which no processor could predict, this is twice as fast.
        begins[runs] = place
        runs += lcp[place] < length
    begins[runs] = len(order)
    places, counts = np.empty(runs, np.int32), np.empty(runs, np.int32)
    found = 0
    for run in range(runs):
        places[found], counts[found] = begins[run], begins[run + 1] - begins[run]
        # Several suffixes in a run share the whole prefix, so only a run of one can be too short.
        found += counts[found] > 1 or reach[begins[run]] >= length
    return places[:found], counts[:found]


@jit
def weight_per_document(order, places, counts, weights, starts):
    """Sum of the weights of the strings that occur in each document, each counted once."""
    held, last = np.zeros(len(starts) - 1), np.full(len(starts) - 1, -1)
    for row in range(len(places)):
        for place in range(places[row], places[row] + counts[row]):
            document = np.searchsorted(starts, order[place], side="right") - 1
            if last[document] != row:
                last[document] = row
                held[document] += weights[row]
    return held
