"""Which words tell classes apart: chi-square and information gain of a word's presence."""

from collections.abc import Sequence

import numpy as np

from sitelode.classify.learners.features import Floats, count_matrix


def presence_counts(documents: Sequence[Sequence[str]], labels: Sequence[int], classes: int) -> tuple[list[str], Floats, Floats]:
    """The words, in how many documents of each class each stands, and how many documents each class has."""
    words = sorted({word for document in documents for word in document})
    rows = count_matrix(documents, {word: place for place, word in enumerate(words)})
    rows.data[:] = 1.0
    of_class = np.eye(classes)[np.asarray(labels)]
    return words, np.asarray(rows.T @ of_class), of_class.sum(axis=0)


def information_gain(present: Floats, totals: Floats) -> Floats:
    """Bits that knowing whether a word is there takes off the entropy of the classes; a row a word."""
    size = totals.sum()
    absent = totals - present
    share = present.sum(axis=1) / size
    gain: Floats = _entropy(totals[None, :]) - share * _entropy(present) - (1 - share) * _entropy(absent)
    return gain


def chi_square(present: Floats, totals: Floats) -> Floats:
    """Squared difference from independence of word and class, summed over both; a row a word."""
    size = totals.sum()
    documents = present.sum(axis=1, keepdims=True)
    value = np.zeros(len(present))
    for observed, weight in ((present, documents), (totals - present, size - documents)):
        expected = weight * totals / size
        value += np.divide((observed - expected) ** 2, expected, out=np.zeros_like(expected), where=expected > 0).sum(axis=1)
    return value


def best_words(words: Sequence[str], value: Floats, most: int) -> list[str]:
    """The words of the highest value; of equals, the first in the alphabet."""
    order = sorted(range(len(words)), key=lambda place: (-float(value[place]), words[place]))
    return [words[place] for place in order[:most]]


def _entropy(counts: Floats) -> Floats:
    totals = counts.sum(axis=1, keepdims=True)
    share = np.divide(counts, totals, out=np.zeros_like(counts, dtype=float), where=totals > 0)
    found: Floats = -(share * np.log2(share, out=np.zeros_like(share), where=share > 0)).sum(axis=1)
    return found
