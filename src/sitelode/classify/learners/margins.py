"""Linear machines, one for each class against the others: squared hinge loss by dual coordinate descent.

C.-J. Hsieh et al.: "A dual coordinate descent method for large-scale linear SVM", ICML 2008. A round is one pass over the words of the
training texts, and some twenty rounds suffice: linear in the text. Margins are no probabilities; `calibration.py` makes them so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sitelode.classify.learners.features import Floats, Rows
from sitelode.classify.learners.kernels.margins import descend

MOST_ROUNDS = 60
_TOLERANCE = 0.05  # largest slope at which it stops; finer ones change no answer
_SEED = 0


@dataclass(frozen=True, slots=True)
class Margins:
    """A weight for every feature and class, and one for every class."""

    weights: Floats  # features x classes
    bias: Floats

    def of(self, rows: Rows) -> Floats:
        found: Floats = np.asarray(rows @ self.weights) + self.bias
        return found


def fit_margins(rows: Rows, labels: Sequence[int], classes: int, cost: float) -> Margins:
    """One machine a class; a higher cost fits the training texts closer."""
    numbers = np.asarray(labels)
    found = np.stack([_machine(rows, np.where(numbers == number, 1.0, -1.0), cost) for number in range(classes)], axis=1)
    return Margins(found[:-1], found[-1])


def _machine(rows: Rows, signs: Floats, cost: float) -> Floats:
    """The weights of one machine; the last belongs to a feature that is always 1."""
    columns = rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.data.astype(np.float64)
    diagonal = 0.5 / cost
    case_of = np.repeat(np.arange(len(signs)), np.diff(columns[0]))
    squares = 1.0 + np.bincount(case_of, weights=columns[2] ** 2, minlength=len(signs)) + diagonal
    weights, alpha = np.zeros(rows.shape[1] + 1), np.zeros(len(signs))
    order = np.arange(len(signs), dtype=np.int64)
    shuffled = np.random.default_rng(_SEED)
    for _ in range(MOST_ROUNDS):
        shuffled.shuffle(order)
        if descend(*columns, signs, squares, diagonal, order, weights, alpha) < _TOLERANCE:
            break
    return weights
