"""Multinomial naive Bayes with Laplace smoothing, as the summariser and the superpages classify.

Pr[c | d] = Pr[c] prod_k Pr[w_k | c]^N(w_k, d) / sum over classes; Pr[c] is the share of the training documents, Pr[w | c] the share of the
word among the words of the class, one added to every count over the n words of the training data. Words never seen say nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sitelode.classify.contract import MOST_REASONS
from sitelode.classify.learners.features import Floats, count_matrix
from sitelode.classify.learners.logistic import softmax


@dataclass(frozen=True, slots=True)
class NaiveBayes:
    """Logarithms of the shares of classes, and of words in each class."""

    words: tuple[str, ...]
    log_prior: Floats
    log_share: Floats  # words x classes

    def log_joint(self, documents: Sequence[Sequence[str]]) -> Floats:
        """Logarithms: log Pr[c] + sum log Pr[w | c], a row a document."""
        rows = count_matrix(documents, self._places())
        found: Floats = np.asarray(rows @ self.log_share) + self.log_prior
        return found

    def probabilities(self, documents: Sequence[Sequence[str]]) -> Floats:
        return softmax(self.log_joint(documents))

    def telling_words(self, document: Sequence[str], winner: int) -> list[str]:
        """The words that speak most for the winner against the mean of all classes."""
        places = self._places()
        lead = self.log_share[:, winner] - self.log_share.mean(axis=1)
        gain: dict[str, float] = {}
        for word in document:
            if word in places:
                gain[word] = gain.get(word, 0.0) + float(lead[places[word]])
        return [word for word, value in sorted(gain.items(), key=lambda each: (-each[1], each[0]))[:MOST_REASONS] if value > 0]

    def _places(self) -> Mapping[str, int]:
        return {word: place for place, word in enumerate(self.words)}


def fit_naive_bayes(
    documents: Sequence[Sequence[str]], labels: Sequence[int], classes: int, words: Sequence[str] | None = None
) -> NaiveBayes:
    """Count words by class; over all words, or over chosen ones."""
    kept = tuple(sorted({word for document in documents for word in document} if words is None else set(words)))
    rows = count_matrix(documents, {word: place for place, word in enumerate(kept)})
    of_class = np.eye(classes)[np.asarray(labels)]
    counts = np.asarray(rows.T @ of_class) + 1.0
    share = np.log(counts) - np.log(np.maximum(counts.sum(axis=0), 1.0))
    return NaiveBayes(kept, np.log(of_class.mean(axis=0)), share)
