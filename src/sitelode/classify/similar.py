"""Which pages of a site are like some examples: layout, address, looks, names, words and place together, best first.

Each kind of evidence weighs as much as it finds the examples themselves: every example is left out once, and the evidence of the others
should rank it before most pages of the site. With a single example nothing can be left out, and fixed weights hold. From ranks to
probabilities by a mixture of two bells over the site's pages, one of which holds the examples.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sitelode.classify.learners.features import Floats
from sitelode.classify.pages.likeness import Evidence, Reason, evidence_of
from sitelode.classify.reading import PageText
from sitelode.errors import ClassifyError

WEIGHTS: Mapping[str, float] = {"layout": 1.0, "address": 0.7, "looks": 0.5, "names": 0.4, "words": 0.4, "place": 0.3}
"""What each kind is worth before the examples are asked; chosen on a third of the development sites."""
_MOST_LEFT_OUT = 8  # examples that are left out to weigh the evidence; more change nothing
_ROUNDS = 30  # of fitting the two bells
_REASONS = 2  # kinds of evidence that a reason names
MEANT_FROM = 0.5  # more likely than not
_LEAST_SPREAD = 1e-9


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
            raise ClassifyError("give at least one page that is meant")
        if both := set(yes) & set(no):
            raise ClassifyError(f"{self.pages[min(both)].url} is said to be meant and not to be meant; say one of the two")
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
