"""S_LSA (3.4.2): sentences that carry the main patterns of words of a page, by singular values of its matrix of terms and sentences.

Y. Gong, X. Liu, SIGIR 2001, as D. Shen et al., SIGIR 2004, use it. Decided: a sentence's score is the length of its projection on the
singular vectors whose value is above half of the first.
"""

from collections.abc import Sequence

import numpy as np

from sitelode.classify.learners.features import Floats, count_matrix

_LEAST_SHARE = 0.5  # of the first singular value
_MOST_SENTENCES = 400  # of a page that are compared at once; time grows with their square


def latent_scores(sentences: Sequence[Sequence[str]]) -> Floats:
    """One number a sentence; those behind the first 400 have none."""
    scores = np.zeros(len(sentences))
    compared = sentences[:_MOST_SENTENCES]
    vocabulary = {word: place for place, word in enumerate(sorted({word for sentence in compared for word in sentence}))}
    if not vocabulary:
        return scores
    rows = count_matrix(compared, vocabulary)
    # The squared singular values and right vectors of terms x sentences are those of the sentences' products.
    values, vectors = np.linalg.eigh(np.asarray((rows @ rows.T).todense()))
    sizes = np.sqrt(np.maximum(values, 0.0))
    kept = sizes > _LEAST_SHARE * sizes.max()
    scores[: len(compared)] = np.sqrt(((vectors[:, kept] * sizes[kept]) ** 2).sum(axis=1))
    return scores
