"""From what was studied about a layout to its body rules: which paths have a rule of their own, and below which elements nothing is."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from sitelode.articles.body.study import BodyClasses
from sitelode.articles.rules.body_rules import DIGITS, BodyRules, OtherArticles
from sitelode.articles.rules.gathering import Place, gather_places
from sitelode.html.page import Page
from sitelode.paths.path_text import Path, path_of, path_text

MOST_PATHS = 150  # of each kind of rule, a bound; those with most of the text are kept, and other paths are judged by likeness to them

_Value = TypeVar("_Value")


def compile_rules(body: BodyClasses, pages: Sequence[Page]) -> BodyRules:
    """The rules of a layout that was studied on these pages."""
    found = gather_places(body, pages)

    def path(place: Place, depth: int | None = None) -> Path:
        whole = path_of(pages[place.page], place.row, body.labels.names)
        return whole if depth is None else whole[:depth]

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
    """At most MOST_PATHS of rules with their weights, by weight, in the order of their texts."""
    texts = {path: path_text(path) for path in rules}
    if len(rules) > MOST_PATHS:
        texts = dict(sorted(texts.items(), key=lambda item: (-rules[item[0]][1], item[1]))[:MOST_PATHS])
    return {path: rules[path][0] for path in sorted(texts, key=texts.__getitem__)}
