"""Numbers instead of codes, to count and group by them."""

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.kernels.code_numbers import numbers_of


def numbered(codes: NDArray[np.integer]) -> NDArray[np.int64]:
    """A number for each code, equal for equal ones: 0 for the first, and so on. Linear, where sorting is not."""
    found: NDArray[np.int64] = numbers_of(codes.astype(np.uint64, copy=False))
    return found
