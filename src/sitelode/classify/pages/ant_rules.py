"""The rules that Ant-Miner finds: which words are there or not, and then a class; and how good a rule is."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.classify.learners.features import Floats

Cases = NDArray[np.bool_]  # cases x attributes: whether a word is there


@dataclass(frozen=True, slots=True)
class Term:
    """A word that must be there, or must not."""

    word: str
    present: bool

    def __str__(self) -> str:
        return f"{self.word} = {'yes' if self.present else 'no'}"


@dataclass(frozen=True, slots=True)
class Rule:
    terms: tuple[Term, ...]
    label: str
    quality: float
    share: float  # of the cases it covered in training, those of its class

    def fires(self, words: Collection[str]) -> bool:
        return all((term.word in words) == term.present for term in self.terms)

    def __str__(self) -> str:
        return f"IF {' AND '.join(map(str, self.terms)) or 'anything'} THEN {self.label}"


def rule_quality(true_positive: int, false_negative: int, false_positive: int, true_negative: int) -> float:
    """Sensitivity times specificity."""
    sensitivity = true_positive / max(1, true_positive + false_negative)
    specificity = true_negative / max(1, false_positive + true_negative)
    return sensitivity * specificity


def term_value(counts: Sequence[float] | Floats) -> float:
    """How far the classes of the cases that a term covers are from a coin toss: log2(classes) - entropy, in bits."""
    total = float(sum(counts))
    shares = np.array([count / total for count in counts if count]) if total else np.zeros(0)
    return float(np.log2(len(counts)) + (shares * np.log2(shares)).sum()) if total else 0.0
