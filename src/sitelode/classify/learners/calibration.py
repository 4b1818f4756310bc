"""From margins to probabilities, honestly: what a machine says of texts it was not trained on, and how often it is right then.

Folds keep the pages of one site together, so that what is measured is an unseen site. On a new site classes may be more or less frequent
than in training: their shares are found from the answers themselves (M. Saerens, P. Latinne, C. Decaestecker, Neural Computation 2002),
held back by those of training as by so many further pages.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from sitelode.classify.learners.features import Floats

FOLDS = 4
SHIFT_PAGES = 200.0  # training shares weigh as so many pages of the new site; of 1, 50, 200, 1000 the steadiest on one university of WebKB
_MOST_ROUNDS = 50


def group_folds(groups: Sequence[str], folds: int = FOLDS) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The fold of each text: groups stay whole and folds about equal. Where there are too few groups, texts are dealt out one by one."""
    sizes = Counter(groups)
    if len(sizes) < folds:
        return np.arange(len(groups)) % folds
    load, fold_of = [0] * folds, {}
    for group, size in sorted(sizes.items(), key=lambda each: (-each[1], each[0])):
        fold_of[group] = load.index(min(load))
        load[fold_of[group]] += size
    return np.array([fold_of[group] for group in groups])


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
