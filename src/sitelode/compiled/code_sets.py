"""Sets of codes, as arrays that ascend, and numbers instead of codes, to count and group by them: linear, where sorting is not.

numpy has the same for any array, at several times the cost for the few hundred codes of a page.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.compiled.kernels import code_sets as kernel
from sitelode.compiled.kernels.code_sets import places_of

Places = NDArray[np.int64]
Number = TypeVar("Number", bound=np.generic)


def numbered(codes: NDArray[np.integer]) -> NDArray[np.int64]:
    """A number for each code, equal for equal ones: 0 for the first, and so on."""
    found: NDArray[np.int64] = kernel.numbers_of(codes.astype(np.uint64, copy=False))
    return found


def counted(codes: NDArray[np.integer]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first place of every different code, and how many places have it, in the order in which they first come."""
    numbers = numbered(codes)
    times = np.bincount(numbers)
    first = np.empty(len(times), dtype=np.int64)
    first[numbers[::-1]] = np.arange(len(codes) - 1, -1, -1)  # of equal numbers the last one written stays: the first place
    return first, times


def distinct(*columns: NDArray[Number]) -> NDArray[Number]:
    """Every value of the columns once, ascending. `np.unique` asks a hash table first, which takes two to ten times as long (NumPy 2.4)."""
    ordered = np.concatenate(columns, axis=None)
    ordered.sort()
    is_new = np.ones(len(ordered), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    return ordered[is_new]


def first_of_each(codes: Codes) -> tuple[Codes, Places, Places]:
    """Every code once, ascending; the first place of each; and for every place the number of its code."""
    return np.unique(codes, return_index=True, return_inverse=True)


def are_among(codes: Codes, others: Codes) -> NDArray[np.bool_]:
    """For every code whether it is among the others, which ascend."""
    places: NDArray[np.int32] = places_of(codes, others)[0]
    return places >= 0


def without(codes: Codes, others: Codes) -> Codes:
    """The codes that are not among the others, which ascend."""
    kept: Codes = codes[places_of(codes, others)[0] < 0]
    return kept


def how_many_among(codes: Codes, others: Codes) -> int:
    """How many codes are among the others, which ascend."""
    return len(codes) - int(places_of(codes, others)[1])
