"""What was worked out for codes, to be looked up when a code comes again."""

from collections.abc import Callable, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import first_of_each
from sitelode.compiled.codes import Codes
from sitelode.compiled.kernels.code_sets import places_of

Table = tuple[Codes, NDArray[Any]]
WorkOut = Callable[[list[int]], Sequence[Any] | NDArray[Any]]
MOST_REMEMBERED = 20_000  # codes; a bound for hostile pages, a site has some hundreds


@dataclass
class CodeTable:
    """A value for every code that was met: a number, or a row of them.

    Threads may share one: the table is replaced as a whole, and a thread goes on with the table it saw. At worst two of them work out the
    same.
    """

    values: InitVar[NDArray[Any]]  # none yet: says what they will look like
    table: Table = field(init=False)  # codes, which ascend, and their values; compiled code may look up in it whatever it holds

    def __post_init__(self, values: NDArray[Any]) -> None:
        self.table = np.empty(0, dtype=np.uint64), values

    def look_up(self, wanted: Codes, work_out: WorkOut) -> NDArray[Any]:
        """The value of each code; `work_out` is given the places of codes that were never met before."""
        places, (_, values) = self._met(wanted, work_out)
        found: NDArray[Any] = values.take(places, axis=0)
        return found

    def table_with(self, wanted: Codes, work_out: WorkOut) -> Table:
        """A table that holds all of these codes."""
        return self._met(wanted, work_out)[1]

    def _met(self, wanted: Codes, work_out: WorkOut) -> tuple[NDArray[np.int32], Table]:
        codes, values = self.table
        if len(codes) > MOST_REMEMBERED:
            codes, values = codes[:0], values[:0]
        places, unknown = places_of(wanted, codes)
        if unknown:
            missing = np.flatnonzero(places < 0)
            _, first, _ = first_of_each(wanted[missing])
            new = missing[first]
            worked_out = np.array(work_out(new.tolist()), dtype=values.dtype)
            every = np.concatenate((codes, wanted[new]))
            order = every.argsort(kind="stable")  # which merges what ascends already: many times as fast here
            codes, values = self.table = every[order], np.concatenate((values, worked_out)).take(order, axis=0)
            places, _ = places_of(wanted, codes)
        return places, (codes, values)
