"""Multinomial logistic regression with a quadratic penalty, by L-BFGS: a linear text classifier whose answers are probabilities."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from sitelode.classify.learners.features import Floats, Rows

MOST_STEPS = 100  # of the minimiser; answers change no more after some 50


@dataclass(frozen=True, slots=True)
class Logistic:
    """A weight for every feature and class, and one for every class."""

    weights: Floats  # features x classes
    bias: Floats

    def log_odds(self, rows: Rows) -> Floats:
        found: Floats = np.asarray(rows @ self.weights) + self.bias
        return found

    def probabilities(self, rows: Rows) -> Floats:
        return softmax(self.log_odds(rows))


def softmax(log_odds: Floats) -> Floats:
    """Row by row."""
    powers = np.exp(log_odds - log_odds.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def fit_logistic(rows: Rows, labels: Sequence[int], classes: int, penalty: float) -> Logistic:
    """Minimise the negative log-likelihood plus penalty / 2 times the squared weights; the bias is free."""
    truth = np.eye(classes)[np.asarray(labels)]
    columns, across = rows.shape[1], rows.T.tocsr() if hasattr(rows, "tocsr") else rows.T
    size = columns * classes

    def loss(point: Floats) -> tuple[float, Floats]:
        weights, bias = point[:size].reshape(columns, classes), point[size:]
        log_odds = np.asarray(rows @ weights) + bias
        log_odds -= log_odds.max(axis=1, keepdims=True)
        powers = np.exp(log_odds)
        totals = powers.sum(axis=1, keepdims=True)
        error = powers / totals - truth
        value = -float(((log_odds - np.log(totals)) * truth).sum()) + penalty / 2 * float((weights * weights).sum())
        slope = np.asarray(across @ error) + penalty * weights
        return value, np.concatenate((slope.ravel(), error.sum(axis=0)))

    start = np.zeros(size + classes)
    start[size:] = np.log(truth.mean(axis=0) + 1e-9)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": MOST_STEPS, "maxcor": 8}).x
    return Logistic(found[:size].reshape(columns, classes), found[size:])
