"""The walk of py3langid's automaton over a text, compiled: in Python it takes longer than parsing the page."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def feature_counts(
    text: NDArray[np.uint8], next_state: NDArray[np.uint32], row: NDArray[np.uint32], feature: NDArray[np.int32], features: int
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """The features of a text in the order in which they come first, and how often each comes."""
    place = np.full(features, -1, dtype=np.int32)
    found = np.empty(len(text), dtype=np.int32)
    counts = np.zeros(len(text), dtype=np.float32)
    state, known = 0, 0
    for byte in text:
        state = next_state[(np.int64(row[state]) << 8) + byte]
        number = feature[state]
        if number < 0:
            continue
        if place[number] < 0:
            place[number] = known
            found[known] = number
            known += 1
        counts[place[number]] += 1
    return found[:known], counts[:known]
