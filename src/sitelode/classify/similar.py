"""Which pages of a site are like some examples: layout, address and words together, best first.

Each kind of evidence gives one number a page. Elements and address parts are there or not: the number is the log of how much likelier what
is there, and what is not, is on the examples than on the site. Words of the text are a cosine. Looks, words of titles and the tree of
addresses (`sitelode lab`) were kinds once; without them pages of a type are found as well or better.

Each kind weighs as much as it finds the examples themselves: every example is left out once, and the evidence of the others should rank it
before most pages of the site. With a single example nothing can be left out, and fixed weights hold. From ranks to probabilities by a
mixture of two bells over the site's pages, one of which holds the examples.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np

from sitelode.classify.features import FeatureSpace, Floats, Rows, count_matrix
from sitelode.classify.page_words import STEM, path_of, scale, words_without_numbers
from sitelode.classify.reading import PageText
from sitelode.errors import ClassifyError

WEIGHTS: Mapping[str, float] = {"layout": 1.0, "address": 0.7, "words": 0.4}
"""What each kind is worth before the examples are asked; chosen on a third of the development sites."""
_MOST_LEFT_OUT = 8  # examples that are left out to weigh the evidence; more change nothing
_ROUNDS = 30  # of fitting the two bells
_REASONS = 2  # kinds of evidence that a reason names
MEANT_FROM = 0.5  # more likely than not
_LEAST_SPREAD = 1e-9
Reason: TypeAlias = Callable[[int], list[str]]  # of the page at a place
_DIGITS = re.compile(r"\d+")
_SMOOTHING = 0.5  # a count added to what was seen, so that nothing is impossible
_SURE = 1e-6  # probabilities are kept so far from 0 and 1
_TELLING = 3  # features that a reason names
_MOST_STEPS = 64  # of an address


class Evidence(Protocol):
    """One kind of evidence on all pages of a site."""

    def scores(self, like: Sequence[int], unlike: Sequence[int]) -> Floats:
        """How much each page is like the examples; any scale, more is more."""
        ...

    def reasons(self, like: Sequence[int]) -> Reason:
        """For any page what it shares with the examples and few others have."""
        ...


@dataclass(frozen=True)
class SharedFeatures:
    """Features that are there or not."""

    features: Sequence[Sequence[str]]

    @cached_property
    def _vocabulary(self) -> list[str]:
        counts = Counter(word for each in self.features for word in set(each))
        return sorted(word for word, count in counts.items() if count > 1)

    @cached_property
    def _rows(self) -> Rows:
        return count_matrix([list(set(each)) for each in self.features], {word: place for place, word in enumerate(self._vocabulary)})

    @cached_property
    def _site_share(self) -> Floats:
        share: Floats = (_column_sums(self._rows) + _SMOOTHING) / (self._rows.shape[0] + 2 * _SMOOTHING)
        return share

    def scores(self, like: Sequence[int], unlike: Sequence[int]) -> Floats:
        present, absent = self._log_ratios(like, unlike)
        found: Floats = np.asarray(self._rows @ (present - absent)) + absent.sum()
        return found

    def _log_ratios(self, like: Sequence[int], unlike: Sequence[int]) -> tuple[Floats, Floats]:
        """Of a feature that is there, and of one that is not: examples against the site, and against what is not meant."""
        site = self._site_share
        if unlike:
            weight = len(unlike) / (len(unlike) + len(like))
            site = (1 - weight) * site + weight * self._share(unlike, self._site_share)
        share = self._share(like, site)
        return np.log(share / site), np.log((1 - share) / (1 - site))

    def _share(self, places: Sequence[int], prior: Floats) -> Floats:
        seen = _column_sums(self._rows[list(places)])
        return np.clip((seen + 2 * _SMOOTHING * prior) / (len(places) + 2 * _SMOOTHING), _SURE, 1 - _SURE)

    def reasons(self, like: Sequence[int]) -> Reason:
        gain = self._log_ratios(like, ())[0]

        def reason(place: int) -> list[str]:
            own = self._rows.indices[self._rows.indptr[place] : self._rows.indptr[place + 1]].tolist()
            best = sorted(own, key=lambda column: (-gain[column], self._vocabulary[column]))[:_TELLING]
            return [self._vocabulary[column] for column in best if gain[column] > np.log(2)]

        return reason


@dataclass(frozen=True)
class SharedWords:
    """Words of the text, as a cosine."""

    texts: Sequence[Sequence[str]]

    @cached_property
    def _space(self) -> FeatureSpace:
        return FeatureSpace.learnt([{"body": text} for text in self.texts], {"body": 1.0})

    @cached_property
    def _rows(self) -> Rows:
        return self._space.matrix([{"body": text} for text in self.texts])

    def scores(self, like: Sequence[int], unlike: Sequence[int]) -> Floats:
        centre = _column_sums(self._rows[list(like)]) / len(like)
        if unlike:
            centre = centre - _SMOOTHING * _column_sums(self._rows[list(unlike)]) / len(unlike)
        found: Floats = np.asarray(self._rows @ centre)
        return found

    def reasons(self, like: Sequence[int]) -> Reason:
        centre, names = _column_sums(self._rows[list(like)]), self._space.names()

        def reason(place: int) -> list[str]:
            row = slice(self._rows.indptr[place], self._rows.indptr[place + 1])
            columns = self._rows.indices[row]
            gain = self._rows.data[row] * centre[columns]
            return [names[columns[best]][1] for best in np.argsort(-gain, kind="stable")[:_TELLING] if gain[best] > 0]

        return reason


def evidence_of(pages: Sequence[PageText]) -> dict[str, Evidence]:
    """All kinds of evidence by name; worked out when they are asked for."""
    return {
        "layout": SharedFeatures([page.layout for page in pages]),
        "address": SharedFeatures([list(address_features(page.url)) for page in pages]),
        "words": SharedWords([[word[:STEM] for word in words_without_numbers(page.body)] for page in pages]),
    }


def address_features(url: str) -> Iterator[str]:
    """Parts of an address, counted from both ends; digits do not count."""
    path = _DIGITS.sub("0", path_of(url))
    steps = path.split("/")[:_MOST_STEPS]
    last = next((step for step in reversed(steps) if step), "")
    yield f"parts={len(steps)}"
    yield f"ends in slash={path.endswith('/')}"
    yield f"ending={last.rpartition('.')[2] if '.' in last else ''}"
    yield f"length={scale(len(last))}"
    for place, step in enumerate(steps):
        yield from (f"part={step}", f"part {place}={step}", f"part -{len(steps) - place}={step}")
    yield from words_without_numbers(path)


@dataclass(frozen=True, slots=True)
class Found:
    """A page, how likely it is meant, and what it shares with the examples."""

    place: int
    url: str
    title: str
    probability: float
    reason: str


@dataclass(frozen=True)
class SimilarPages:
    """The pages of a site, ready to be asked again and again with further examples."""

    pages: Sequence[PageText]

    @cached_property
    def _evidence(self) -> dict[str, Evidence]:
        return evidence_of(self.pages)

    def ranked(self, like: Sequence[int], unlike: Sequence[int] = ()) -> list[Found]:
        """All other pages, the likeliest first; examples are given by their places.

        Raises:
            ClassifyError: when there is no example, or one is meant and not meant.

        """
        yes, no = sorted(set(like)), sorted(set(unlike))
        if not yes:
            raise ClassifyError("give at least one page as an example")
        if both := set(yes) & set(no):
            raise ClassifyError(f"{self.pages[min(both)].url} is both an example and a counter-example; choose one")
        weights = self._weights(yes, no)
        scaled = {name: _scaled(evidence.scores(yes, no), [*yes, *no]) for name, evidence in self._evidence.items()}
        total = sum((weights[name] * scores for name, scores in scaled.items()), np.zeros(len(self.pages)))
        likely = two_bells(total, yes, no)
        left = [place for place in range(len(self.pages)) if place not in {*yes, *no}]
        order = sorted(left, key=lambda place: (-total[place], self.pages[place].url))
        strength = {name: weights[name] * scores for name, scores in scaled.items()}
        reasons = {name: evidence.reasons(yes) for name, evidence in self._evidence.items()}
        return [self._found(place, float(likely[place]), strength, reasons) for place in order]

    def question(self, found: Sequence[Found]) -> Found | None:
        """The page that is nearest to a coin toss: a yes or no to it teaches most. None where all is clear."""
        unsure = [each for each in found if 0.05 < each.probability < 0.95]  # noqa: PLR2004 (one in twenty is clear enough)
        return min(unsure, key=lambda each: (abs(each.probability - 0.5), each.url), default=None)

    def _weights(self, like: Sequence[int], unlike: Sequence[int]) -> dict[str, float]:
        if len(like) == 1:
            return dict(WEIGHTS)
        left_out = like[:: max(1, len(like) // _MOST_LEFT_OUT)][:_MOST_LEFT_OUT]
        others = [place for place in range(len(self.pages)) if place not in set(like)] or list(like)
        found = {}
        for name, evidence in self._evidence.items():
            ranks = []
            for place in left_out:
                scores = evidence.scores([other for other in like if other != place], unlike)
                ranks.append(float(np.mean(scores[others] < scores[place]) + np.mean(scores[others] <= scores[place])) / 2)
            found[name] = WEIGHTS[name] * max(0.0, 2 * float(np.mean(ranks)) - 1) ** 2
        return found if any(found.values()) else dict(WEIGHTS)

    def _found(self, place: int, likely: float, strength: Mapping[str, Floats], reasons: Mapping[str, Reason]) -> Found:
        page = self.pages[place]
        best = sorted(strength, key=lambda name: -strength[name][place])[:_REASONS]
        said = [f"{name}: {', '.join(shared)}" for name in best if (shared := reasons[name](place))]
        unnamed = f"alike in {' and '.join(best)}" if likely >= MEANT_FROM else "little in common with the examples"
        return Found(place, page.url, page.title, likely, "; ".join(said) or unnamed)


def _scaled(scores: Floats, examples: Sequence[int]) -> Floats:
    """In units of their spread over the pages that are no examples; an example may not stretch the scale that others are measured on."""
    others = np.delete(scores, examples) if len(examples) < len(scores) else scores
    kept = np.clip(scores, others.min(), others.max())
    spread = float(others.std())
    return (kept - others.mean()) / spread if spread > _LEAST_SPREAD else np.zeros(len(scores))


def two_bells(scores: Floats, like: Sequence[int], unlike: Sequence[int]) -> Floats:
    """Pr[meant] of each page: two normal distributions of one width, the examples' classes fixed; it grows with the score."""
    likely = np.full(len(scores), 0.5)
    middle, high = float(np.median(scores)), float(np.mean(scores[list(like)]))
    likely = (scores > (middle + high) / 2).astype(float)
    for _ in range(_ROUNDS):
        likely[list(like)] = 1.0
        likely[list(unlike)] = 0.0
        share = (likely.sum() + 1) / (len(scores) + 2)
        means = [float((weight * scores).sum() / max(weight.sum(), _LEAST_SPREAD)) for weight in (1 - likely, likely)]
        spread = float(((1 - likely) * (scores - means[0]) ** 2 + likely * (scores - means[1]) ** 2).mean())
        if means[1] <= means[0] or spread < _LEAST_SPREAD:
            break
        log_odds = np.log(share / (1 - share)) + ((scores - means[0]) ** 2 - (scores - means[1]) ** 2) / (2 * spread)
        likely = 1 / (1 + np.exp(-np.clip(log_odds, -50, 50)))
    return likely


def _column_sums(rows: Rows) -> Floats:
    return np.asarray(rows.sum(axis=0)).ravel()
