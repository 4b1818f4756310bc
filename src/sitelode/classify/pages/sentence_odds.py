"""S_Sup (3.4.4): how likely a sentence belongs to a summary, by naive Bayes over eight features of it.

J. Kupiec, J. Pedersen, F. Chen, SIGIR 1995, as D. Shen et al., SIGIR 2004, use it. The truth to learn from are the meta descriptions of
training pages (decided): a sentence that says much of what the description says belongs to the summary. Without any description nothing
is learnt, the measure is 0, and says so.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2, sqrt

import numpy as np

from sitelode.classify.learners.features import Floats
from sitelode.classify.pages.sentences import Sentence
from sitelode.classify.reading import PageText
from sitelode.classify.words import words

FEATURES = ("place in paragraph", "length", "tf * sf", "title", "whole page", "metadata", "emphasis", "font size")
_BINS = 5
_SAME_FROM = 0.5  # share of a description's words that a sentence of a summary holds
_LEAST_TRUE = 5  # summary sentences to learn from


@dataclass(frozen=True, slots=True)
class SentenceOdds:
    """Bounds of the bins of each feature, and log (Pr[bin | summary] / Pr[bin])."""

    bounds: Floats  # features x (bins - 1)
    log_ratio: Floats  # features x bins

    def scores(self, page: PageText, sentences: Sequence[Sentence], rate: float) -> Floats:
        """Pr[summary | features] as the product says, at most 1; `rate` is Pr[summary]."""
        values = feature_values(page, sentences)
        total = np.full(len(sentences), np.log(rate))
        for number in range(len(FEATURES)):
            total += self.log_ratio[number][np.searchsorted(self.bounds[number], values[:, number], side="right")]
        likely: Floats = np.minimum(np.exp(total), 1.0)
        return likely


def learnt_odds(pages: Sequence[tuple[PageText, Sequence[Sentence]]]) -> SentenceOdds | None:
    """From pages that describe themselves; None where too few do."""
    rows, truth = [], []
    for page, sentences in pages:
        wanted = set(words(page.description))
        if wanted and sentences:
            rows.append(feature_values(page, sentences))
            truth += [len(wanted & set(sentence.words)) >= _SAME_FROM * len(wanted) for sentence in sentences]
    if sum(truth) < _LEAST_TRUE or all(truth):
        return None
    values, chosen = np.concatenate(rows), np.array(truth)
    bounds = np.quantile(values, np.arange(1, _BINS) / _BINS, axis=0).T
    return SentenceOdds(bounds, np.stack([_log_ratio(values[:, number], chosen, bounds[number]) for number in range(len(FEATURES))]))


def _log_ratio(values: Floats, chosen: Floats, bounds: Floats) -> Floats:
    bins = np.searchsorted(bounds, values, side="right")
    every = np.bincount(bins, minlength=_BINS) + 1.0
    inside = np.bincount(bins[chosen], minlength=_BINS) + 1.0
    ratio: Floats = np.log(inside / inside.sum()) - np.log(every / every.sum())
    return ratio


def feature_values(page: PageText, sentences: Sequence[Sentence]) -> Floats:
    """The eight features of each sentence."""
    everything = Counter(word for sentence in sentences for word in sentence.words)
    holding = Counter(word for sentence in sentences for word in set(sentence.words))
    title, metadata = Counter(words(page.title)), Counter(words(f"{page.description} {page.keywords}"))
    strong = set(words(" ".join(block.emphasis for block in page.blocks)))
    return np.array(
        [
            (
                sentence.place / max(1, sentence.of - 1),
                len(sentence.words),
                log2(1 + sum(everything[word] * holding[word] for word in sentence.words)),
                _dot(own := Counter(sentence.words), title),
                _cosine(own, everything),
                _cosine(own, metadata),
                sum(word in strong for word in sentence.words),
                page.blocks[sentence.block].size,
            )
            for sentence in sentences
        ]
    ).reshape(len(sentences), len(FEATURES))


def _dot(one: Counter[str], two: Counter[str]) -> int:
    return sum(count * two[word] for word, count in one.items() if word in two)


def _cosine(one: Counter[str], two: Counter[str]) -> float:
    dot = _dot(one, two)
    return dot / sqrt(sum(c * c for c in one.values()) * sum(c * c for c in two.values())) if dot else 0.0
