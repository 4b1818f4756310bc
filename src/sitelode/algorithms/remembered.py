"""What was worked out for codes, to be looked up when a code comes again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.algorithms.compiled import Compiled

_kernel = Compiled("sitelode.algorithms.remembered_kernel")
Codes = NDArray[np.uint64]
MOST_REMEMBERED = 20_000  # of hostile pages; a site has some hundreds


@dataclass
class Remembered:
    """A value for every code that was met: a number, or a row of them."""

    values: NDArray[Any]  # none yet: says what they will look like
    codes: Codes = field(default_factory=lambda: np.empty(0, dtype=np.uint64))  # ascending

    @property
    def table(self) -> tuple[Codes, NDArray[Any]]:
        """Codes and values, for compiled code that looks up many and need not know new ones."""
        return self.codes, self.values

    def look_up(self, wanted: Codes, work_out: Callable[[list[int]], Sequence[Any]]) -> NDArray[Any]:
        """The value of each code; `work_out` is given the places of codes that were never met before."""
        if len(self.codes) > MOST_REMEMBERED:
            self.codes, self.values = self.codes[:0], self.values[:0]
        places, unknown = _kernel.places_of(wanted, self.codes)
        if unknown:
            missing = np.flatnonzero(places < 0)
            _, first = np.unique(wanted[missing], return_index=True)
            self._add(wanted[missing[first]], work_out(missing[first].tolist()))
            places, _ = _kernel.places_of(wanted, self.codes)
        found: NDArray[Any] = self.values[places]
        return found

    def _add(self, codes: Codes, values: Sequence[Any]) -> None:
        every = np.concatenate((self.codes, codes))
        order = np.argsort(every)
        self.codes, self.values = every[order], np.concatenate((self.values, np.array(values, dtype=self.values.dtype)))[order]
