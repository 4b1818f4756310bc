"""How the rankings of index pages and articles come to rest."""

from sitelode.output.plot import Axis, Chart
from sitelode.published.links.rankings import Ranking, rank
from sitelode.studio.session import Desk
from sitelode.studio.views.site import site_graph

SHOWN = {"hits": "#9ca3af", "cb-hits": "#0d9488", "lamis": "#2563eb", "lamis-cb-tw": "crimson"}
MOST_STEPS = 40  # iterations drawn
SMALLEST = 1e-9  # change of a value; the ranking stops there


def convergence_curve(desk: Desk) -> tuple[Chart, str]:
    """The largest change of a value in each iteration, for a few rankings of the whole site."""
    graph = site_graph(desk)
    rankings = [rank(graph, name) for name in SHOWN]
    return convergence_chart(rankings), "Largest change of a value per iteration. " + " ".join(map(_words, rankings))


def _words(ranking: Ranking) -> str:
    return f"{ranking.name}: {ranking.stop or 'nothing to iterate'} after {len(ranking.changes)}."


def convergence_chart(rankings: list[Ranking]) -> Chart:
    longest = min(max((len(ranking.changes) for ranking in rankings), default=1), MOST_STEPS)
    across, up = Axis("iteration", 1, max(longest, 2)), Axis("largest change of a value", SMALLEST, 1.0, logarithmic=True)
    chart = Chart("Convergence of the rankings", across, up)
    for number, ranking in enumerate(rankings):
        points = [(float(step), max(change, SMALLEST)) for step, change in enumerate(ranking.changes[:longest], start=1)]
        colour = SHOWN.get(ranking.name, "gray")
        chart.line(points, colour, width=2)
        chart.dots(points, colour, 2.4)
        # Curves that begin alike are named at different heights.
        below = 10.0 ** -(2 + 1.5 * (len(rankings) - number))
        if points:
            chart.mark(next((point for point in points if point[1] < below), points[-1]), ranking.name, colour)
    return chart
