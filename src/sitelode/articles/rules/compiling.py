"""From what was studied about a layout to its body rules: which paths have a rule of their own, and below which elements nothing is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from sitelode.articles.body.evidence import known_paths
from sitelode.articles.body.features import Floats
from sitelode.articles.body.study import BodyClasses
from sitelode.articles.rules.body_rules import DIGITS, BodyRules, OtherArticles, kinds_by_rules, row_outside
from sitelode.articles.rules.gathering import Gathered, Place, gathered
from sitelode.compiled.codes import Codes
from sitelode.html.page import Page
from sitelode.paths.path_text import Path, path_of, path_text
from sitelode.text.segments import Segments

MOST_PATHS = 150  # of each kind of rule; those with most of the text are kept, and others are judged by likeness to them

_Value = TypeVar("_Value")


def compiled(body: BodyClasses, pages: Sequence[Page]) -> BodyRules:
    """The rules of a layout that was studied on these pages."""
    return _written(body, pages, gathered(body, pages))


@dataclass(frozen=True)
class UnwrittenRules:
    """The same, written down when somebody asks for them, or when a page has a path that no studied page had.

    Writing rules and finding paths by them costs as much as studying a page, and most sites have few pages. Pages that were studied are
    read by the codes of their paths, with the same result: on the way to a place that may be body, and to an element below which nothing
    is, rules have all names that count, so whatever such a path has for a code, the same path of the rules has, too, and no other.
    """

    body: BodyClasses
    pages: Sequence[Page]  # that were studied

    @cached_property
    def rules(self) -> BodyRules:
        return _written(self.body, self.pages, self._found)

    @cached_property
    def taken_from(self) -> float:
        return round(self.body.taken_from, DIGITS)

    def segment_probabilities(self, page: Page, segments: Segments) -> Floats:
        """How likely each segment of a page is body."""
        paths = known_paths(page, self.body.labels)
        if paths is None or not len(segments) or max(len(self._found.inside), len(self._found.outside)) > MOST_PATHS:
            return self.rules.segment_probabilities(page, segments)
        if not self._found.inside:
            return np.zeros(len(segments))
        codes, rows = self._table
        wanted = paths.codes[paths.holder]
        place = np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)
        if (codes[place] != wanted).any():
            return self.rules.segment_probabilities(page, segments)
        kinds = kinds_by_rules(page, segments, self._repeated, self._others)
        return np.asarray(rows[place, kinds], dtype=np.float64)

    @cached_property
    def _found(self) -> Gathered:
        return gathered(self.body, self.pages)

    @cached_property
    def _table(self) -> tuple[Codes, Floats]:
        """The codes of all places, ascending, and how likely the text of each is body."""
        likely = {place.code: place.likely for place in self._found.inside}
        likely |= {place.code: row for each in self._found.outside for row in [row_outside(each.likely)] for place in each.places}
        codes, rows = np.array(list(likely), dtype=np.uint64), np.array(list(likely.values()), dtype=np.float64)
        order = np.argsort(codes)
        return codes[order], rows[order]

    @cached_property
    def _repeated(self) -> Codes:
        return np.array(sorted(self._found.repeated), dtype=np.uint64)

    @cached_property
    def _others(self) -> OtherArticles | None:
        return _others(self.body)


def _written(body: BodyClasses, pages: Sequence[Page], found: Gathered) -> BodyRules:
    def path(place: Place, depth: int | None = None) -> Path:
        whole = path_of(pages[place.page], place.row, body.labels.names)
        return whole if depth is None else whole[:depth]

    return BodyRules(
        _most({path(place): (place.likely, max(place.likely) * place.weight) for place in found.inside}),
        _most({path(each.places[0], each.depth): (each.likely, each.weight) for each in found.outside}),
        found.repeated,
        round(body.taken_from, DIGITS),
        _others(body),
    )


def _others(body: BodyClasses) -> OtherArticles | None:
    if not body.with_other_articles:
        return None
    return OtherArticles(body.labels.names, tuple(body.common_title_words.tolist()), body.usual_title)


def _most(rules: Mapping[Path, tuple[_Value, float]]) -> dict[Path, _Value]:
    """At most MOST_PATHS of rules with their weights, by weight, in the order of their texts."""
    texts = {path: path_text(path) for path in rules}
    if len(rules) > MOST_PATHS:
        texts = dict(sorted(texts.items(), key=lambda item: (-rules[item[0]][1], item[1]))[:MOST_PATHS])
    return {path: rules[path][0] for path in sorted(texts, key=texts.__getitem__)}
