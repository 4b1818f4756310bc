"""Multinomial naive Bayes with Laplace smoothing, as several published systems classify; on all words of a page, to compare with.

Pr[c | d] = Pr[c] prod_k Pr[w_k | c]^N(w_k, d) / sum over classes; Pr[c] is the share of the training documents, Pr[w | c] the share of the
word among the words of the class, one added to every count over the n words of the training data. Words never seen say nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from sklearn.naive_bayes import MultinomialNB

from sitelode.classify.contract import MOST_REASONS, OneByOne, Sample, Verdict, class_names, verdict
from sitelode.classify.features import Floats, count_matrix
from sitelode.classify.linear_models import softmax
from sitelode.json_data import JsonData
from sitelode.text.tokens import terms


@dataclass(frozen=True, slots=True)
class NaiveBayes(JsonData):
    """Logarithms of the shares of classes, and of words in each class."""

    words: tuple[str, ...]
    log_prior: Floats
    log_share: Floats  # words x classes

    def probabilities(self, documents: Sequence[Sequence[str]]) -> Floats:
        rows = count_matrix(documents, self._places())
        return softmax(np.asarray(rows @ self.log_share.reshape(-1, len(self.log_prior))) + self.log_prior)

    def verdict(self, classes: Sequence[str], document: Sequence[str], kind: str) -> Verdict:
        """The likeliest class; the reason names the words that speak most for it against the mean of all classes."""
        found = verdict(classes, self.probabilities([document])[0], "")
        lead = self.log_share[:, classes.index(found.label)] - self.log_share.mean(axis=1) if self.words else np.zeros(0)
        gain, places = dict[str, float](), self._places()
        for word in document:
            if word in places:
                gain[word] = gain.get(word, 0.0) + float(lead[places[word]])
        best = sorted(gain.items(), key=lambda each: (-each[1], each[0]))[:MOST_REASONS]
        telling = ", ".join(word for word, value in best if value > 0)
        return verdict(classes, found.probabilities.values(), f"{kind}: {telling or 'none that tells'}")

    def _places(self) -> Mapping[str, int]:
        return {word: place for place, word in enumerate(self.words)}


def fit_naive_bayes(documents: Sequence[Sequence[str]], labels: Sequence[int], words: Sequence[str] | None = None) -> NaiveBayes:
    """Over all words, or over chosen ones; every class has an example."""
    kept = tuple(sorted({word for document in documents for word in document} if words is None else set(words)))
    log_prior = np.log(np.bincount(labels) / len(labels))
    if not kept:
        return NaiveBayes((), log_prior, np.zeros((0, len(log_prior))))
    learnt = MultinomialNB().fit(count_matrix(documents, {word: place for place, word in enumerate(kept)}), labels)
    return NaiveBayes(kept, log_prior, learnt.feature_log_prob_.T)


@dataclass(frozen=True, slots=True)
class WordsBayesModel(OneByOne):
    classes: tuple[str, ...]
    bayes: NaiveBayes

    def predict(self, sample: Sample) -> Verdict:
        return self.bayes.verdict(self.classes, _document(sample), "words")


@dataclass(frozen=True, slots=True)
class WordsBayes:
    """The classifier."""

    model: ClassVar = WordsBayesModel

    def fit(self, samples: Sequence[Sample]) -> WordsBayesModel:
        classes = class_names(samples)
        labels = [classes.index(sample.label) for sample in samples]
        return WordsBayesModel(classes, fit_naive_bayes([_document(sample) for sample in samples], labels))


def _document(sample: Sample) -> list[str]:
    return [word for page in sample.pages for word in terms(f"{page.title}\n{page.body}")]
