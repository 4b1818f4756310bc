"""Compile the study of a layout into body rules: which paths get a rule each, and below which elements nothing is body."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TypeVar

from sitelode.articles.body.study import BodyClasses
from sitelode.articles.rules.body_rules import DIGITS, BodyRules, OtherArticles
from sitelode.articles.rules.gathering import Place, gather_places
from sitelode.html.page import Page
from sitelode.paths.path_text import Path, path_of, path_text

MOST_PATHS = 150  # of each kind of rule, a bound; the paths with most text are kept, other paths get the decision of the most similar one

_Value = TypeVar("_Value")


def compile_rules(body: BodyClasses, pages: Sequence[Page]) -> BodyRules:
    """The rules of a layout studied on these pages."""
    found = gather_places(body, pages)

    def path(place: Place, depth: int | None = None) -> Path:
        page, row = pages[place.page], place.row
        if depth is not None:  # of the element above it at this depth
            for _ in range(page.columns.depth.item(row) + 1 - depth):
                row = page.parents[row]
        return path_of(page, row, body.labels.names)

    return BodyRules(
        _heaviest({path(place): (place.likely, max(place.likely) * place.weight) for place in found.inside}),
        _heaviest({path(each.places[0], each.depth): (each.likely, each.weight) for each in found.outside}),
        found.repeated,
        round(body.taken_from, DIGITS),
        _others(body),
    )


def _others(body: BodyClasses) -> OtherArticles | None:
    if not body.with_other_articles:
        return None
    return OtherArticles(body.labels.names, tuple(body.common_title_words.tolist()), body.usual_title)


def _heaviest(rules: Mapping[Path, tuple[_Value, float]]) -> dict[Path, _Value]:
    """The MOST_PATHS rules with the highest weights, in the order of their path texts."""
    found = [(-weight, path_text(path), path, value) for path, (value, weight) in rules.items()]  # no two paths have the same text
    if len(found) > MOST_PATHS:
        found = sorted(found, key=itemgetter(0, 1))[:MOST_PATHS]
    return {path: value for _, _, path, value in sorted(found, key=itemgetter(1))}
