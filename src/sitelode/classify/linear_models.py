"""Linear models by scikit-learn, kept as plain weights: support vector machines, logistic regression, and what makes their answers honest.

Margins are no probabilities: logistic regression makes them so, on texts that the machine was not trained on. On a new site classes may be
more or less frequent than in training: their shares are found from the answers themselves (M. Saerens, P. Latinne, C. Decaestecker, Neural
Computation 2002), held back by those of training as by so many further pages.

scikit-learn is loaded to learn; whoever reads a model does not wait for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sitelode.classify.features import Floats, Rows
from sitelode.json_data import JsonData

if TYPE_CHECKING:
    from sklearn.linear_model import LogisticRegression
    from sklearn.svm import LinearSVC

Labels = NDArray[np.int64]  # numbers of classes
FOLDS = 4
SHIFT_PAGES = 200.0  # training shares weigh as so many pages of the new site; of 1, 50, 200, 1000 the steadiest on one university of WebKB
_MOST_ROUNDS = 50
_TOLERANCE = 0.05  # of the machines; finer ones change no answer
_MOST_STEPS = 100  # of logistic regression; answers change no more after some 50


@dataclass(frozen=True, slots=True)
class LinearModel(JsonData):
    """A weight for every feature and class, and one for every class."""

    weights: Floats  # features x classes
    bias: Floats

    def scores(self, rows: Rows) -> Floats:
        found: Floats = np.asarray(rows @ self.weights.reshape(-1, len(self.bias))) + self.bias
        return found

    def probabilities(self, rows: Rows) -> Floats:
        return softmax(self.scores(rows))


def softmax(scores: Floats) -> Floats:
    """Row by row."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def fit_machines(rows: Rows, labels: Labels, classes: int, cost: float) -> LinearModel:
    """One support vector machine a class against the others, squared hinge loss; a higher cost fits the training texts closer."""
    from sklearn.svm import LinearSVC  # noqa: PLC0415 (slow to import)

    return _learnt(LinearSVC(C=cost, tol=_TOLERANCE, random_state=0), rows, labels, classes, 1.0)


def fit_logistic(rows: Rows, labels: Labels, classes: int, penalty: float) -> LinearModel:
    """The likeliest model less penalty / 2 times its squared weights; its scores are log-odds."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 (slow to import)

    two = len(np.unique(labels)) == 2  # noqa: PLR2004 (then there is one row of weights, which here are halved between both classes)
    return _learnt(LogisticRegression(C=(2 if two else 1) / penalty, max_iter=_MOST_STEPS), rows, labels, classes, 0.5)


def _learnt(learner: "LinearSVC | LogisticRegression", rows: Rows, labels: Labels, classes: int, share_of_two: float) -> LinearModel:
    """As plain weights; of classes without an example nothing is known but that they are rare."""
    known, counts = np.unique(labels, return_counts=True)
    weights, bias = np.zeros((rows.shape[1], classes)), np.full(classes, -1.0)
    bias[known] = 2 * counts / len(labels) - 1
    if len(known) > 1 and rows.shape[1]:
        learner.fit(rows, labels)
        both = len(known) == 2  # noqa: PLR2004 (one row of weights tells two classes apart)
        weights[:, known] = (np.concatenate((-learner.coef_, learner.coef_)) * share_of_two if both else learner.coef_).T
        bias[known] = np.append(-learner.intercept_, learner.intercept_) * share_of_two if both else learner.intercept_
    return LinearModel(weights, bias)


def folds(groups: Sequence[str]) -> Iterator[tuple[list[int], list[int]]]:
    """Texts to learn from and texts to ask about; groups stay whole. Where there are too few, texts are dealt out one by one."""
    from sklearn.model_selection import GroupKFold, KFold  # noqa: PLC0415 (slow to import)

    few = len(set(groups)) < FOLDS
    parts = KFold(FOLDS, shuffle=True, random_state=0).split(groups) if few else GroupKFold(FOLDS).split(groups, groups=groups)
    for inside, outside in parts:
        yield inside.tolist(), outside.tolist()


def shifted(probabilities: Floats, prior: Floats, weight: float = SHIFT_PAGES) -> Floats:
    """The probabilities once the shares of classes are those of these texts, by expectation and maximisation."""
    share, found = prior, probabilities
    for _ in range(_MOST_ROUNDS):
        found = probabilities * (share / prior)
        found = found / found.sum(axis=1, keepdims=True)
        new = (found.sum(axis=0) + weight * prior) / (len(found) + weight)
        if np.abs(new - share).max() < 1e-6:  # noqa: PLR2004 (far below what a count of pages can show)
            break
        share = new
    return found
