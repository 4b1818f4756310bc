"""The curves behind the decisions on one layout: alternation counts, substring frequencies, entropies, and how rankings converge."""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log10
from typing import Any

import numpy as np

from sitelode.errors import SettingError
from sitelode.output.plot import Axis, Chart
from sitelode.published.separators.block_entropy import BLOCK_SIZES, BlockEntropy, BlockTemplate
from sitelode.published.strings.alternation_counts import Division, divide
from sitelode.published.strings.page_source import sources_within
from sitelode.published.strings.substring_amplification import Amplification, amplify, repeated_frequencies
from sitelode.published.strings.suffix_array import SuffixArray, sort_suffixes
from sitelode.studio.session import Desk
from sitelode.studio.views.convergence import convergence_curve
from sitelode.studio.views.templates import cluster_members

MOST_CHARACTERS = 600_000  # of a layout's pages; a person waits
MOST_PAGES = 60
PLOTTED_PERCENTS = 20  # at least
MARKED_PEAKS = 8  # more labels cover each other
TOP_OF_PLOT = 3.0  # times the highest value
BINS = 20
BAR = 26.0  # pixels


@dataclass(frozen=True, slots=True)
class Curve:
    """A picture and what it says."""

    chart: Chart
    words: str

    def svg(self, theme: str = "") -> str:
        scheme = theme if theme in ("light", "dark") else "light dark"
        # A halo keeps labels legible over coloured cells.
        halo = "<style>text { paint-order: stroke; stroke: Canvas; stroke-width: 3px; stroke-linejoin: round } "
        return self.chart.svg().replace("<svg ", f'<svg style="color-scheme:{scheme}" ', 1).replace("<style>", halo, 1)


def curve(desk: Desk, kind: str, cluster: int) -> Curve:
    """One of CURVES for a layout; the convergence is the whole site's."""
    if kind not in CURVES:
        raise SettingError(f"no curve is called {kind!r}; take one of {', '.join(CURVES)}")
    return desk.kept.get(("curve", kind, cluster), lambda: CURVES[kind](desk, cluster))


def curves_view(desk: Desk, cluster: int) -> dict[str, Any]:
    return {"cluster": cluster, "clusters": len(desk.members), "pages": len(cluster_members(desk, cluster)), "curves": list(CURVES)}


def _pages(desk: Desk, cluster: int) -> list[int]:
    members = cluster_members(desk, cluster)
    step = max(len(members) // MOST_PAGES, 1)
    return [desk.site.entries[member].number for member in members[::step][:MOST_PAGES]]


def _suffixes(desk: Desk, cluster: int) -> SuffixArray:
    def make() -> SuffixArray:
        return sort_suffixes(sources_within(desk.site.pages(_pages(desk, cluster)), MOST_CHARACTERS))

    return desk.kept.get(("suffixes", cluster), make)


def _alternation(desk: Desk, cluster: int) -> Curve:
    division = divide(_suffixes(desk, cluster))
    return Curve(alternation_chart(division), _alternation_words(division))


def _alternation_words(division: Division) -> str:
    said = (
        f"Cut at n = {division.length}, a = {division.percent} %: n-grams of {division.length} characters among the {division.percent} % "
        f"most frequent are template. That is {division.useless_share:.0%} of the characters, in {division.trace[-1].count:,} alternations "
        "with the rest."
    )
    return said + (" One part only: a trivial minimum." if division.is_trivial else "")


def alternation_chart(division: Division) -> Chart:
    """A(n, a) as coloured cells, and the way of the search over them."""
    lengths = range(min(division.rows), max(division.rows) + 1)
    percents = min(100, max(PLOTTED_PERCENTS, 2 * division.percent))
    chart = Chart(
        "Alternation counts A(n, a)",
        Axis("n: characters of an n-gram", lengths[0] - 0.5, lengths[-1] + 0.5),
        Axis("a: percent taken as frequent", 0.5, percents + 0.5),
    )
    # A search that was started anew leaves lengths out.
    rows = [division.rows[length][1 : percents + 1].tolist() if length in division.rows else [] for length in lengths]
    chart.cells([[log10(1 + count) for count in row] for row in rows], lengths[0], 1)
    path = [(step.length, step.percent) for step in division.trace]
    chart.line(path, "white", width=3)
    chart.line(path, "crimson")
    chart.mark((division.length, division.percent), f"A = {division.trace[-1].count:,}", "crimson")
    return chart


def _amplification(desk: Desk, cluster: int) -> Curve:
    found = amplify(_suffixes(desk, cluster))
    law = f"F(f) falls as f to the power of {found.law.exponent:.2f}, give or take a factor of {exp(found.law.spread):.1f}. "
    if not found.peaks:
        return Curve(amplification_chart(found), law + "No peak stands out: these pages share no template.")
    best = found.peaks[0]
    peaks = "There is one peak" if len(found.peaks) == 1 else f"There are {len(found.peaks)} peaks, the highest"
    words = f"{peaks} at f = {best.frequency:,}, {best.sigmas:.1f} sigmas above the law, on {len(best.documents):,} pages."
    return Curve(amplification_chart(found), law + words)


def amplification_chart(found: Amplification) -> Chart:
    """F(f) on logarithmic axes with the power law and the peaks."""
    frequencies, occurrences = repeated_frequencies(found.profile), found.profile.occurrences
    heights = occurrences[frequencies]
    x = Axis("f: how often a string occurs", 2, max(float(frequencies.max(initial=2)), 4), logarithmic=True)
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


def _entropy(desk: Desk, cluster: int) -> Curve:
    template = BlockEntropy().study(desk.site.pages(_pages(desk, cluster)))
    classes = template.classes
    below = int((classes.entropy < classes.threshold).sum())
    words = (
        f"Blocks of the size “{BLOCK_SIZES[classes.size]}”; {below:,} of {len(classes.entropy):,} kinds of block lie below the "
        f"threshold of {classes.threshold:.1f} and are informative."
    )
    return Curve(entropy_chart(template), words)


def entropy_chart(template: BlockTemplate) -> Chart:
    """How many kinds of block have which entropy, and where the threshold cuts."""
    counts, edges = np.histogram(template.classes.entropy, BINS, (0.0, 1.0))
    highest = max(float(counts.max(initial=0)) * 1.1, 1.0)
    chart = Chart("Entropy of blocks", Axis("entropy: 0 on one page only, 1 the same on all", 0, 1), Axis("kinds of block", 0, highest))
    for count, left in zip(counts.tolist(), edges.tolist(), strict=False):
        middle = left + 0.5 / BINS
        if count:
            informative = middle < template.classes.threshold
            chart.line([(middle, 0), (middle, count)], "#2563eb" if informative else "#9ca3af", width=BAR)
    chart.line([(template.classes.threshold, 0), (template.classes.threshold, highest)], "crimson", dashed=True)
    chart.mark((template.classes.threshold, highest * 0.94), f"threshold {template.classes.threshold:.1f}", "crimson")
    return chart


def _convergence(desk: Desk, _cluster: int) -> Curve:
    return Curve(*convergence_curve(desk))


CURVES: dict[str, Callable[[Desk, int], Curve]] = {
    "alternation": _alternation,
    "amplification": _amplification,
    "entropy": _entropy,
    "convergence": _convergence,
}
