"""Charts of the curves behind published methods, for the studio and for `sitelode lab --plot`."""

from collections.abc import Sequence
from math import log10

import numpy as np

from sitelode_lab.links.rankings import Ranking
from sitelode_lab.pictures.plot import Axis, Chart
from sitelode_lab.separators.block_entropy import BlockTemplate
from sitelode_lab.strings.alternation_counts import Division
from sitelode_lab.strings.frequency_curve import FrequencyCurve
from sitelode_lab.strings.substring_amplification import Amplification, repeated_frequencies

PLOTTED_PERCENTS = 20  # at least; all values here are set by hand
MARKED_PEAKS = 8  # more labels cover each other
TOP_OF_PLOT = 3.0  # times the highest value
BINS = 20  # of the entropy histogram
BAR_WIDTH = 26.0  # pixels
MOST_ITERATIONS = 40  # of a ranking that are drawn
NEAR_ZERO = 1e-3  # of the largest hub value
SMALLEST_CHANGE = 1e-9  # of a value; rankings stop there
COLOURS = {"hits": "#9ca3af", "cb-hits": "#0d9488", "lamis": "#2563eb", "lamis-cb-tw": "crimson"}


def alternation_chart(division: Division) -> Chart:
    """A(n, a) as coloured cells, with the path of the search on top."""
    lengths = range(min(division.rows), max(division.rows) + 1)
    percents = min(100, max(PLOTTED_PERCENTS, 2 * division.percent))
    chart = Chart(
        f"Alternation counts A(n, a) (bright: many) and the path to ({division.length}, {division.percent})",
        Axis("n: characters of an n-gram", lengths[0] - 0.5, lengths[-1] + 0.5),
        Axis("a: percent of the n-grams taken as frequent", 0.5, percents + 0.5),
    )
    # A search that was restarted leaves out some lengths.
    rows = [division.rows[length][1 : percents + 1].tolist() if length in division.rows else [] for length in lengths]
    chart.cells([[log10(1 + count) for count in row] for row in rows], lengths[0], 1)
    path = [(step.length, step.percent) for step in division.trace]
    chart.line(path, "white", width=3)
    chart.line(path, "crimson")
    chart.mark((division.length, division.percent), f"A = {division.trace[-1].count:,}", "crimson")
    return chart


def amplification_chart(found: Amplification) -> Chart:
    """F(f) on logarithmic axes, with the power law and the peaks."""
    frequencies, occurrences = repeated_frequencies(found.profile), found.profile.occurrences
    heights = occurrences[frequencies]
    x = Axis("f: how often a string occurs (logarithmic)", 2, max(float(frequencies.max(initial=2)), 4), logarithmic=True)
    y = Axis("F(f)", float(heights.min(initial=1)), TOP_OF_PLOT * float(heights.max(initial=1)), logarithmic=True)
    chart = Chart("F(f): occurrences of all strings that occur f times", x, y)
    points = list(zip(frequencies.tolist(), heights.tolist(), strict=True))
    chart.line(points, "steelblue", width=0.8)
    chart.dots(points, "steelblue")
    ends = frequencies[[0, -1]].astype(float) if len(frequencies) else frequencies.astype(float)
    chart.line(list(zip(ends.tolist(), found.law.at(ends).tolist(), strict=True)), "gray", dashed=True)
    for peak in found.peaks[:MARKED_PEAKS]:
        chart.mark((peak.frequency, peak.occurrences), f"{peak.frequency:,}", "crimson")
    return chart


def frequency_chart(curve: FrequencyCurve) -> Chart:
    """V(f) on logarithmic axes with the fitted line (figure 4 of the paper on substring amplification)."""
    x = Axis("f: how often a string occurs (logarithmic)", 1, max(float(curve.frequencies.max(initial=2)), 4), logarithmic=True)
    y = Axis("V(f)", 1, TOP_OF_PLOT * float(curve.distinct.max(initial=1)), logarithmic=True)
    chart = Chart(f"V(f): different strings of up to {curve.longest} characters that occur f times", x, y)
    chart.dots(zip(curve.frequencies.tolist(), curve.distinct.tolist(), strict=True), "steelblue")
    ends = curve.frequencies[[0, -1]].astype(float) if len(curve.frequencies) else curve.frequencies.astype(float)
    chart.line(list(zip(ends.tolist(), curve.line.at(ends).tolist(), strict=True)), "crimson", dashed=True)
    return chart


def entropy_chart(template: BlockTemplate) -> Chart:
    """Histogram of the entropy of the kinds of block, with the threshold."""
    counts, edges = np.histogram(template.classes.entropy, BINS, (0.0, 1.0))
    highest = max(float(counts.max(initial=0)) * 1.1, 1.0)
    chart = Chart("Entropy of blocks", Axis("entropy: 0 on one page only, 1 the same on all", 0, 1), Axis("kinds of block", 0, highest))
    for count, left in zip(counts.tolist(), edges.tolist(), strict=False):
        middle = left + 0.5 / BINS
        if count:
            informative = middle < template.classes.threshold
            chart.line([(middle, 0), (middle, count)], "#2563eb" if informative else "#9ca3af", width=BAR_WIDTH)
    chart.line([(template.classes.threshold, 0), (template.classes.threshold, highest)], "crimson", dashed=True)
    chart.mark((template.classes.threshold, highest * 0.94), f"threshold {template.classes.threshold:.1f}", "crimson")
    return chart


def hub_chart(ranking: Ranking) -> Chart:
    """The hub values of all pages, largest first: a few index pages hold most of it (figure 9 of the paper on LAMIS)."""
    values = np.sort(ranking.hub)[::-1]
    shares = values / max(float(values.max(initial=0.0)), 1e-300)
    chart = Chart(
        f"{ranking.name}: hub values of {len(values):,} pages, {int((shares < NEAR_ZERO).sum()):,} of them next to zero",
        Axis("page, by its rank", 1, max(len(values), 2)),
        Axis("hub value, the largest is 1", 0, 1.05),
    )
    points = list(zip(range(1, len(values) + 1), shares.tolist(), strict=True))
    chart.line(points, "steelblue")
    chart.dots(points, "steelblue")
    return chart


def convergence_chart(title: str, rankings: Sequence[Ranking]) -> Chart:
    """The largest change of a value in each iteration of each ranking."""
    longest = min(max((len(ranking.changes) for ranking in rankings), default=1), MOST_ITERATIONS)
    across, up = Axis("iteration", 1, max(longest, 2)), Axis("largest change of a value", SMALLEST_CHANGE, 1.0, logarithmic=True)
    chart = Chart(title, across, up)
    for number, ranking in enumerate(rankings):
        points = [(float(step), max(change, SMALLEST_CHANGE)) for step, change in enumerate(ranking.changes[:longest], start=1)]
        colour = COLOURS.get(ranking.name, "steelblue")
        chart.line(points, colour, width=2)
        chart.dots(points, colour, 2.4)
        # Curves that start alike get their labels at different heights.
        below = 10.0 ** -(2 + 1.5 * (len(rankings) - number))
        if points:
            chart.mark(next((point for point in points if point[1] < below), points[-1]), ranking.name, colour)
    return chart
