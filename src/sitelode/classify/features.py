"""Words as columns of numbers: several families of words (title, body, address), each weighted by tf-idf and brought to one length.

Families keep a rare word of a title apart from the same word in a text, and no family drowns another by its length. The same as
scikit-learn's TfidfVectorizer with `sublinear_tf`, and as fast; importing that takes longer than most commands here.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from sitelode.json_data import JsonData

Floats: TypeAlias = NDArray[np.float64]
Rows: TypeAlias = Any  # scipy's matrix of compressed rows, which carries no types
Document: TypeAlias = Mapping[str, Sequence[str]]  # the words of each family

LEAST_DOCUMENTS = 2  # that a word must stand in: of a word seen once nothing can be learnt
MOST_WORDS = 40_000  # of a family; the most frequent ones


@dataclass(frozen=True, slots=True)
class Family(JsonData):
    """The words of one family that count, in the order of the alphabet, with their weights."""

    name: str
    words: tuple[str, ...]
    idf: Floats
    weight: float  # length of the family's vector

    def matrix(self, texts: Sequence[Sequence[str]]) -> Rows:
        counts = count_matrix(texts, {word: place for place, word in enumerate(self.words)})
        counts.data = 1.0 + np.log(counts.data)
        scaled = counts @ sparse.diags_array(self.idf)
        lengths = np.sqrt(np.asarray(scaled.multiply(scaled).sum(axis=1)).ravel())
        return (sparse.diags_array(self.weight / np.where(lengths > 0, lengths, 1.0)) @ scaled).tocsr()


@dataclass(frozen=True, slots=True)
class FeatureSpace(JsonData):
    """Families side by side."""

    families: tuple[Family, ...]

    @classmethod
    def learnt(cls, documents: Sequence[Document], weights: Mapping[str, float], least: int = LEAST_DOCUMENTS) -> "FeatureSpace":
        """The words that occur, family by family; families without a word are left out."""
        found = (_family(name, weight, [document.get(name, ()) for document in documents], least) for name, weight in weights.items())
        return cls(tuple(family for family in found if family.words))

    @property
    def width(self) -> int:
        return sum(len(family.words) for family in self.families)

    def names(self) -> list[tuple[str, str]]:
        """Family and word of every column."""
        return [(family.name, word) for family in self.families for word in family.words]

    def matrix(self, documents: Sequence[Document]) -> Rows:
        if not self.families:
            return sparse.csr_array((len(documents), 0))
        parts = [family.matrix([document.get(family.name, ()) for document in documents]) for family in self.families]
        return sparse.hstack(parts, format="csr")


def _family(name: str, weight: float, texts: Sequence[Sequence[str]], least: int) -> Family:
    frequency = Counter(word for text in texts for word in set(text))
    kept = [(count, word) for word, count in frequency.items() if count >= min(least, len(texts) - 1)]
    kept = sorted(kept, key=lambda each: (-each[0], each[1]))[:MOST_WORDS]
    words = sorted(word for _, word in kept)
    present = np.array([frequency[word] for word in words], float)
    return Family(name, tuple(words), np.log((1 + len(texts)) / (1 + present)) + 1, weight)


def count_matrix(texts: Sequence[Sequence[str]], place_of: Mapping[str, int]) -> Rows:
    """One row a text, one column a word."""
    columns: list[int] = []
    ends = [0]
    for text in texts:
        columns += [place for word in text if (place := place_of.get(word)) is not None]
        ends.append(len(columns))
    matrix = sparse.csr_array(
        (np.ones(len(columns)), np.array(columns, np.int32), np.array(ends, np.int32)), shape=(len(texts), len(place_of))
    )
    matrix.sum_duplicates()
    return matrix
