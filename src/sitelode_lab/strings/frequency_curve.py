"""V(f), how many different strings occur exactly f times, with a line fitted on logarithmic axes: Zipf's law for substrings.

Daisuke Ikeda, Yasuhiro Yamada, Sachio Hirokawa: "A Template Discovery Algorithm by Substring Amplification", 2003, 5.1, figure 4:
in texts without a template log V(f) against log f is a line, for a Japanese and an English novel, over strings of less than 50 characters.

Fit a power law to counts that contain peaks, and measure how far each peak stands out.

y = c * x**k is a line on double logarithmic axes. The line has to pass below the peaks, so a minority of points must not move the
fit: the points are thinned to one median per quarter octave of x, which also keeps the many large x from outvoting the few small ones;
the slope is the median of the slopes of all pairs of these (Theil 1950, Sen 1968), the height a median, and the spread of the residuals
comes from their median absolute deviation.

If only few x have any y, those that have one lift the line. That is intended: at such an x a single string makes the whole y, and only
far more than one string should stand out.

A peak must stand out twice: from the line, and from the residuals of its neighbours. With the first test alone, a whole raised region
would be peaks (counts of real pages bend away from the line at small x); with the second alone, every tooth of a ragged region.
"""

from dataclasses import dataclass
from math import erfc, sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode_lab.strings.repeats import Counts, frequency_profile
from sitelode_lab.strings.suffix_array import SuffixArray

FloatColumn: TypeAlias = NDArray[np.float64]

BINS_PER_OCTAVE = 4
NEIGHBOURHOOD = 0.25  # of the logarithm of x, to either side; set by hand, as is the next
NEIGHBOURS = 4  # at least this many to either side, if there are enough points
NORMAL_SPREAD = 1.4826  # standard deviation of a normal distribution in units of its median absolute deviation
SMALLEST_SPREAD = 0.1  # of log y, set by hand: even a curve without noise has no meaningful peaks below this


@dataclass(frozen=True, slots=True)
class PowerLaw:
    """log y = log_factor + exponent * log x, give or take `spread` (a standard deviation, robustly estimated)."""

    exponent: float
    log_factor: float
    spread: float

    def residuals(self, x: FloatColumn, y: FloatColumn) -> FloatColumn:
        """Of log y, in natural units."""
        return np.log(y) - self.log_factor - self.exponent * np.log(x)

    def at(self, x: FloatColumn) -> FloatColumn:
        return np.exp(self.log_factor + self.exponent * np.log(x))


@dataclass(frozen=True, slots=True)
class Peaks:
    """Points that stand out, highest first."""

    index: NDArray[np.int64]  # into the given points
    sigmas: FloatColumn  # height above the line or above the neighbours, whichever is less, in spreads
    expected_by_chance: FloatColumn  # how many points would be this high if residuals were normal


def fit_power_law(x: FloatColumn, y: FloatColumn) -> PowerLaw:
    """Fit points with positive coordinates, x ascending. Two octaves of x or less give no slope: the fit is then flat."""
    if not len(x):
        return PowerLaw(0.0, 0.0, SMALLEST_SPREAD)
    bin_x, bin_y = _bin_medians(np.log(x), np.log(y))
    exponent = _median_slope(bin_x, bin_y)
    log_factor = float(np.median(bin_y - exponent * bin_x))
    law = PowerLaw(exponent, log_factor, SMALLEST_SPREAD)
    residuals = law.residuals(x, y)
    spread = NORMAL_SPREAD * float(np.median(np.abs(residuals - np.median(residuals))))
    return PowerLaw(exponent, log_factor, max(spread, SMALLEST_SPREAD))


@dataclass(frozen=True, slots=True)
class StraightLine:
    """log y = log_factor + slope * log x by least squares, and the share of the variance of log y that it explains."""

    slope: float
    log_factor: float
    r_squared: float

    def at(self, x: FloatColumn) -> FloatColumn:
        return np.exp(self.log_factor + self.slope * np.log(x))


def fit_line(x: FloatColumn, y: FloatColumn) -> StraightLine:
    """Fit counts y at whole numbers x, ascending: one mean per quarter octave, over all whole numbers in it.

    Where counts are rare most x have none. Without these, the points would lie on a floor of y = 1 and bend every line upwards.
    """
    bins = np.floor(np.log2(x) * BINS_PER_OCTAVE)
    numbers, first = np.unique(bins, return_index=True)
    low, high = (np.ceil(2 ** ((numbers + side) / BINS_PER_OCTAVE) - 1e-9) for side in (0, 1))
    mean = np.add.reduceat(y, first) / np.maximum(high - low, 1) if len(x) else np.empty(0)
    middle = np.sqrt(low * np.maximum(high - 1, low))
    if len(mean) < 2:  # noqa: PLR2004 (one point is no line)
        return StraightLine(0.0, float(np.log(mean[0])) if len(mean) else 0.0, 0.0)
    log_x, log_y = np.log(middle), np.log(mean)
    slope = float(np.cov(log_x, log_y, bias=True)[0, 1] / max(np.var(log_x), 1e-12))
    log_factor = float(log_y.mean() - slope * log_x.mean())
    left = np.var(log_y - log_factor - slope * log_x)
    return StraightLine(slope, log_factor, float(1 - left / max(np.var(log_y), 1e-12)))


def find_peaks(x: FloatColumn, y: FloatColumn, law: PowerLaw, least_sigmas: float) -> Peaks:
    """The points that are at least `least_sigmas` spreads above the law and above their neighbourhood."""
    residuals = law.residuals(x, y)
    candidates = np.flatnonzero(residuals >= least_sigmas * law.spread)
    above = np.array([min(residuals[i], residuals[i] - _around(np.log(x), residuals, int(i))) for i in candidates]) / law.spread
    high = np.flatnonzero(above >= least_sigmas) if len(candidates) else np.empty(0, np.int64)
    high = high[np.lexsort((candidates[high], -above[high]))]
    chance = np.array([len(x) * erfc(sigmas / sqrt(2)) / 2 for sigmas in above[high].tolist()])
    return Peaks(candidates[high], above[high], chance)


def _bin_medians(log_x: FloatColumn, log_y: FloatColumn) -> tuple[FloatColumn, FloatColumn]:
    bins = np.floor(log_x / np.log(2) * BINS_PER_OCTAVE)
    edges = np.flatnonzero(np.diff(bins)) + 1
    return (
        np.array([np.median(part) for part in np.split(log_x, edges)]),
        np.array([np.median(part) for part in np.split(log_y, edges)]),
    )


def _median_slope(x: FloatColumn, y: FloatColumn) -> float:
    if len(x) <= 2 * BINS_PER_OCTAVE:
        return 0.0
    first, second = np.triu_indices(len(x), 1)
    return float(np.median((y[second] - y[first]) / (x[second] - x[first])))


def _around(log_x: FloatColumn, residuals: FloatColumn, index: int) -> float:
    """Median residual of the neighbours of a point, without the point itself."""
    low = min(int(np.searchsorted(log_x, log_x[index] - NEIGHBOURHOOD)), max(index - NEIGHBOURS, 0))
    high = max(int(np.searchsorted(log_x, log_x[index] + NEIGHBOURHOOD, side="right")), min(index + NEIGHBOURS + 1, len(log_x)))
    neighbours = np.concatenate([residuals[low:index], residuals[index + 1 : high]])
    return float(np.median(neighbours)) if len(neighbours) else 0.0


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
