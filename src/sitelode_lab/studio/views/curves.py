"""The curves behind the decisions for one layout: alternation counts, substring frequencies, entropies, convergence of rankings."""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from typing import Any

from sitelode.errors import SettingError
from sitelode.studio.session import StudioSession
from sitelode_lab.links.rankings import rank
from sitelode_lab.pictures.charts import alternation_chart, amplification_chart, convergence_chart, entropy_chart, frequency_chart
from sitelode_lab.pictures.plot import Chart
from sitelode_lab.separators.block_entropy import BLOCK_SIZES, BlockEntropy
from sitelode_lab.strings.alternation_counts import Division, divide
from sitelode_lab.strings.frequency_curve import frequency_curve
from sitelode_lab.strings.page_source import sources_within
from sitelode_lab.strings.substring_amplification import amplify
from sitelode_lab.strings.suffix_array import SuffixArray, sort_suffixes
from sitelode_lab.studio.views.ranks import site_graph
from sitelode_lab.studio.views.templates import cluster_members

MOST_CHARACTERS = 600_000  # of a layout's pages; set by hand, because a person waits
MOST_PAGES = 60
RANKINGS = ("hits", "cb-hits", "lamis", "lamis-cb-tw")


@dataclass(frozen=True, slots=True)
class Curve:
    """A chart and a sentence that explains it."""

    chart: Chart
    words: str

    def svg(self, theme: str = "") -> str:
        scheme = theme if theme in ("light", "dark") else "light dark"
        # A halo keeps labels legible over coloured cells.
        halo = "<style>text { paint-order: stroke; stroke: Canvas; stroke-width: 3px; stroke-linejoin: round } "
        return self.chart.svg().replace("<svg ", f'<svg style="color-scheme:{scheme}" ', 1).replace("<style>", halo, 1)


def curve(session: StudioSession, kind: str, cluster: int) -> Curve:
    """One of CURVES for a layout; the convergence curve is for the whole site."""
    if kind not in CURVES:
        raise SettingError(f"no curve is called {kind!r}; take one of {', '.join(CURVES)}")
    return session.cache.get(("curve", kind, cluster), lambda: CURVES[kind](session, cluster))


def curves_view(session: StudioSession, cluster: int) -> dict[str, Any]:
    return {"cluster": cluster, "clusters": len(session.members), "pages": len(cluster_members(session, cluster)), "curves": list(CURVES)}


def _pages(session: StudioSession, cluster: int) -> list[int]:
    members = cluster_members(session, cluster)
    step = max(len(members) // MOST_PAGES, 1)
    return [session.site.entries[member].number for member in members[::step][:MOST_PAGES]]


def _suffixes(session: StudioSession, cluster: int) -> SuffixArray:
    def make() -> SuffixArray:
        return sort_suffixes(sources_within(session.site.pages(_pages(session, cluster)), MOST_CHARACTERS))

    return session.cache.get(("suffixes", cluster), make)


def _alternation(session: StudioSession, cluster: int) -> Curve:
    division = divide(_suffixes(session, cluster))
    return Curve(alternation_chart(division), _alternation_words(division))


def _alternation_words(division: Division) -> str:
    said = (
        f"Cut at n = {division.length}, a = {division.percent} %: n-grams of {division.length} characters among the {division.percent} % "
        f"most frequent are template. That is {division.useless_share:.0%} of the characters, in {division.trace[-1].count:,} alternations "
        "with the rest."
    )
    return said + (" One part only: a trivial minimum." if division.is_trivial else "")


def _amplification(session: StudioSession, cluster: int) -> Curve:
    found = amplify(_suffixes(session, cluster))
    law = f"F(f) falls as f to the power of {found.law.exponent:.2f}, give or take a factor of {exp(found.law.spread):.1f}. "
    if not found.peaks:
        return Curve(amplification_chart(found), law + "No peak stands out: these pages share no template.")
    best = found.peaks[0]
    peaks = "There is one peak" if len(found.peaks) == 1 else f"There are {len(found.peaks)} peaks, the highest"
    words = f"{peaks} at f = {best.frequency:,}, {best.sigmas:.1f} sigmas above the law, on {len(best.documents):,} pages."
    return Curve(amplification_chart(found), law + words)


def _frequencies(session: StudioSession, cluster: int) -> Curve:
    found = frequency_curve(_suffixes(session, cluster))
    return Curve(frequency_chart(found), f"{found.sentence()}. Text without a template lies on the line; a template stands above it.")


def _entropy(session: StudioSession, cluster: int) -> Curve:
    template = BlockEntropy().study(session.site.pages(_pages(session, cluster)))
    classes = template.classes
    below = int((classes.entropy < classes.threshold).sum())
    words = (
        f"Blocks of the size “{BLOCK_SIZES[classes.size]}”; {below:,} of {len(classes.entropy):,} kinds of block lie below the "
        f"threshold of {classes.threshold:.1f} and are informative."
    )
    return Curve(entropy_chart(template), words)


def _convergence(session: StudioSession, _cluster: int) -> Curve:
    """The largest change of a value in each iteration, for a few rankings of the whole site."""
    rankings = [rank(site_graph(session), name) for name in RANKINGS]
    stops = (f"{ranking.name}: {ranking.stop or 'nothing to iterate'} after {len(ranking.changes)}." for ranking in rankings)
    return Curve(convergence_chart("Convergence of the rankings", rankings), "Largest change of a value per iteration. " + " ".join(stops))


CURVES: dict[str, Callable[[StudioSession, int], Curve]] = {
    "alternation": _alternation,
    "amplification": _amplification,
    "frequencies": _frequencies,
    "entropy": _entropy,
    "convergence": _convergence,
}
