"""k nearest neighbours over an inverted index: documents that share words with the query are found without looking at the others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sitelode.classify.learners.features import Family, FeatureSpace, Floats, Rows

_FAMILY = "words"


@dataclass(frozen=True, slots=True)
class Hit:
    document: int
    score: float  # cosine


@dataclass(frozen=True)
class InvertedIndex:
    """For every word the documents that hold it, with its weight there."""

    family: Family
    postings: Rows  # words x documents

    @classmethod
    def of(cls, documents: Sequence[Sequence[str]]) -> "InvertedIndex":
        space = FeatureSpace.learnt([{_FAMILY: document} for document in documents], {_FAMILY: 1.0}, least=1)
        family = space.families[0] if space.families else Family(_FAMILY, (), np.zeros(0), 1.0)
        return cls(family, family.matrix(documents).T.tocsr())

    def best(self, query: Sequence[str], most: int) -> list[Hit]:
        """The documents nearest by cosine of tf-idf, the best first; none that shares no word."""
        scores: Floats = np.asarray((self.family.matrix([query]) @ self.postings).todense()).ravel()
        order = sorted(np.flatnonzero(scores > 0).tolist(), key=lambda place: (-scores[place], place))
        return [Hit(place, float(scores[place])) for place in order[:most]]

    def common_words(self, query: Sequence[str], document: int) -> list[str]:
        """The words that make the two alike, the weightiest first."""
        both = self.family.matrix([query]).multiply(self.postings[:, [document]].T).tocsr()
        order = np.argsort(-both.data, kind="stable")
        return [self.family.words[both.indices[place]] for place in order]
