"""Names that a page's outermost elements bear say what the page is about: leave out those that no decision depends on.

Generators put the section, the author and the kind of page into the class of `body`, so that every path is written once for each of them.
Where the paths that would become one are decided alike, the name is left out, and a section never seen before is read as well.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sitelode.articles.features import LINKED, PLAIN
from sitelode.articles.path_steps import Path, Step

OUTERMOST = ("html", "body")
MOST_NAMES = 24  # tried; a site with more of them has one for every article
Row = tuple[float, ...]


def without_page_names(rows: Mapping[Path, Row], weights: Mapping[Path, int], taken_from: float) -> tuple[dict[Path, Row], dict[Path, int]]:
    """Paths with their probabilities and their text, those together that differ in names without meaning."""
    kept = dict(rows), dict(weights)
    for name in _candidates(rows)[:MOST_NAMES]:
        kept = _merged(name, *kept, taken_from) or kept
    return kept


def _candidates(rows: Mapping[Path, Row]) -> list[str]:
    """Names of the outermost elements that no other element bears."""
    outer = {name for path in rows for step in path[:2] if step.tag in OUTERMOST for name in step.names}
    inner = {name for path in rows for step in path if step.tag not in OUTERMOST for name in step.names}
    return sorted(outer - inner)


def _merged(
    name: str, rows: Mapping[Path, Row], weights: Mapping[Path, int], taken_from: float
) -> tuple[dict[Path, Row], dict[Path, int]] | None:
    """The paths without a name; none where a decision depends on it."""
    groups: dict[Path, list[Path]] = defaultdict(list)
    for path in rows:
        groups[tuple(_without(step, name) for step in path[:2]) + path[2:]].append(path)
    merged = {path: rows[members[0]] for path, members in groups.items()}
    for path, members in groups.items():
        if len(members) == 1:
            continue
        merged[path] = _mean([rows[each] for each in members], [weights[each] for each in members])
        if any(_decision(rows[each], taken_from) != _decision(merged[path], taken_from) for each in members):
            return None
    return merged, {path: sum(weights[each] for each in members) for path, members in groups.items()}


def _without(step: Step, name: str) -> Step:
    return Step(step.tag, tuple(each for each in step.names if each != name), step.cell) if step.tag in OUTERMOST else step


def _decision(row: Row, taken_from: float) -> tuple[bool, bool]:
    return row[PLAIN] >= taken_from, row[LINKED] >= taken_from


def _mean(rows: Sequence[Row], weights: Sequence[int]) -> Row:
    whole = max(sum(weights), 1)
    return tuple(
        round(sum(value * weight for value, weight in zip(values, weights, strict=True)) / whole, 3) for values in zip(*rows, strict=True)
    )
