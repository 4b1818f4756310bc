"""V(f), how many different strings occur exactly f times, with a line fitted on logarithmic axes: Zipf's law for substrings.

Daisuke Ikeda, Yasuhiro Yamada, Sachio Hirokawa: "A Template Discovery Algorithm by Substring Amplification", 2003, 5.1, figure 4:
in texts without a template log V(f) against log f is a line, for a Japanese and an English novel, over strings of less than 50 characters.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from sitelode_lab.strings.power_law import StraightLine, fit_line
from sitelode_lab.strings.repeats import Counts, frequency_profile
from sitelode_lab.strings.suffix_array import SuffixArray

LONGEST: Final = 50  # characters of a string, as in the paper


@dataclass(frozen=True, slots=True)
class FrequencyCurve:
    """V at the frequencies that occur, from 1 up, and the line."""

    frequencies: Counts
    distinct: Counts
    line: StraightLine
    longest: int

    def sentence(self) -> str:
        return (
            f"V(f) falls as f to the power of {self.line.slope:.2f}, R2 {self.line.r_squared:.3f}: "
            f"{int(self.distinct.sum()):,} different strings of up to {self.longest} characters"
        )


def frequency_curve(suffixes: SuffixArray, longest: int = LONGEST) -> FrequencyCurve:
    """Count the strings of some documents by how often they occur, and fit the line."""
    distinct = frequency_profile(suffixes, longest=longest).distinct
    used = np.flatnonzero(distinct)
    return FrequencyCurve(used, distinct[used], fit_line(used.astype(np.float64), distinct[used].astype(np.float64)), longest)
