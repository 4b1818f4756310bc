"""Numbers instead of codes, to count and group by them. Linear, where sorting is not."""

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.kernels.code_numbers import numbers_of


def numbered(codes: NDArray[np.integer]) -> NDArray[np.int64]:
    """A number for each code, equal for equal ones: 0 for the first, and so on."""
    found: NDArray[np.int64] = numbers_of(codes.astype(np.uint64, copy=False))
    return found


def counted(codes: NDArray[np.integer]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first place of every different code, and how many places have it, in the order in which they first come."""
    numbers = numbered(codes)
    times = np.bincount(numbers)
    first = np.empty(len(times), dtype=np.int64)
    first[numbers[::-1]] = np.arange(len(codes) - 1, -1, -1)  # of equal numbers the last one written stays: the first place
    return first, times
