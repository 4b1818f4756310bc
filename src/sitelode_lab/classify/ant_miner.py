"""Ant-Miner (3.5): a list of rules over words, found by ants that follow each other's pheromone.

N. Holden, A. A. Freitas: "Web page classification with an ant colony algorithm", PPSN 2004; the algorithm is R. S. Parpinelli, H. S.
Lopes, A. A. Freitas, IEEE Transactions on Evolutionary Computation 2002. Implemented as there: terms chosen by information gain times
pheromone, pruning, pheromone by quality, sequential covering. Attributes: words of titles and descriptions, cut to stems; the document
also keeps only nouns and replaces words by hypernyms, which needs a lexicon: give one as a map from word to word. Without it, the 100
words with most information gain.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sitelode.classify.contract import OneByOne, Sample, Verdict, class_names, verdict
from sitelode.classify.features import Floats, count_matrix
from sitelode.json_data import JsonData
from sitelode.text.tokens import terms

Cases = NDArray[np.bool_]  # cases x attributes: whether a word is there
_STEM = 6  # letters; a cut that needs no language's endings
_OPENING = 60  # words of a body that stand in for a missing description


@dataclass(frozen=True, slots=True)
class Term(JsonData):
    """A word that must be there, or must not."""

    word: str
    present: bool

    def __str__(self) -> str:
        return f"{self.word} = {'yes' if self.present else 'no'}"


@dataclass(frozen=True, slots=True)
class Rule(JsonData):
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


@dataclass(frozen=True, slots=True)
class RuleList(OneByOne):
    """Rules in the order they are tried, and what holds where none fires."""

    classes: tuple[str, ...]
    rules: tuple[Rule, ...]
    default: str
    default_share: float  # of the cases left over, those of the default class
    lexicon: Mapping[str, str] = field(default_factory=dict)

    @property
    def terms(self) -> int:
        return sum(len(rule.terms) for rule in self.rules)

    def predict(self, sample: Sample) -> Verdict:
        present = set(attributes(sample, self.lexicon))
        rule = next((rule for rule in self.rules if rule.fires(present)), None)
        label, share, reason = self.default, self.default_share, "no rule fires: the default class"
        if rule is not None:
            label, share, reason = rule.label, rule.share, str(rule)
        rest = (1 - share) / max(1, len(self.classes) - 1)
        found = verdict(self.classes, (share if name == label else rest for name in self.classes), reason)
        return Verdict(label, share, reason, found.probabilities)


@dataclass(frozen=True, slots=True)
class AntMiner:
    """The classifier with its settings; those of the original where the document has none."""

    model: ClassVar = RuleList
    attributes: int = 100  # words
    ants: int = 300  # at most, for one rule; the original has 3,000 and nearly always stops before
    equal_rules: int = 10  # in a row, after which the ants agree
    least_covered: int = 10  # cases of a rule; with few examples a tenth of them
    most_left: int = 10  # cases that no rule is looked for any more
    seed: int = 0
    lexicon: Mapping[str, str] = field(default_factory=dict)

    def fit(self, samples: Sequence[Sample]) -> RuleList:
        classes = class_names(samples)
        documents = [sorted(set(attributes(sample, self.lexicon))) for sample in samples]
        labels = np.array([classes.index(sample.label) for sample in samples])
        chosen = telling_words(documents, labels, len(classes))[: self.attributes]
        cases = np.array([[word in document for word in chosen] for document in map(set, documents)], bool).reshape(len(samples), -1)
        rules, left = self._rules(cases, labels, classes, chosen)
        counts = np.bincount(labels[left] if left.any() else labels, minlength=len(classes))
        default = int(counts.argmax())
        return RuleList(classes, tuple(rules), classes[default], float(counts[default] / counts.sum()), dict(self.lexicon))

    def _rules(
        self, cases: Cases, labels: NDArray[np.int64], classes: Sequence[str], chosen: Sequence[str]
    ) -> tuple[list[Rule], NDArray[np.bool_]]:
        """Rule after rule, each on the cases that those before it did not answer rightly."""
        random = np.random.default_rng(self.seed)
        left, rules = np.ones(len(cases), bool), list[Rule]()
        least = min(self.least_covered, max(1, len(cases) // 10))
        while left.sum() > min(self.most_left, len(cases) // 4) and len(set(labels[left].tolist())) > 1:
            colony = _Colony(cases[left], labels[left], len(classes), least, random)
            found = colony.best_rule(self.ants, self.equal_rules)
            if found is None:
                break
            columns, label, quality = found
            covered = left & _covered(cases, columns)
            right = covered & (labels == label)
            if not right.any():
                break
            terms = tuple(Term(chosen[column // 2], bool(column % 2)) for column in columns)
            rules.append(Rule(terms, classes[label], quality, float(right.sum() / covered.sum())))
            left &= ~right
        return rules, left


class _Colony:
    """Ants on the cases that are left. Terms are numbered 2 * attribute + (1 where the word must be there)."""

    def __init__(self, cases: Cases, labels: NDArray[np.int64], classes: int, least: int, random: np.random.Generator) -> None:
        self.cases, self.labels, self.classes, self.least, self.random = cases, labels, classes, least, random
        self.holds = np.stack((~cases, cases), axis=2).reshape(len(cases), -1)  # cases x terms
        counts = self.holds.T.astype(float) @ np.eye(classes)[labels]
        value = np.array([term_value(row) for row in counts])
        value[counts.sum(axis=1) < least] = 0.0
        self.gain: Floats = value / value.sum() if value.sum() > 0 else value

    def best_rule(self, ants: int, equal_rules: int) -> tuple[list[int], int, float] | None:
        """Of all ants; None where no term is any good."""
        if not self.gain.any():
            return None
        pheromone = np.full(len(self.gain), 1.0 / len(self.gain))
        best: tuple[list[int], int, float] | None = None
        last, equal = list[int](), 1
        for _ in range(ants):
            columns, label, quality = self._pruned(self._walked(pheromone))
            if best is None or quality > best[2]:
                best = columns, label, quality
            pheromone[columns] += pheromone[columns] * quality
            pheromone /= pheromone.sum()
            equal, last = (equal + 1 if columns == last else 1), columns
            if equal >= equal_rules:
                break
        return best

    def _walked(self, pheromone: Floats) -> list[int]:
        """One ant's rule: terms added by chance, as long as it covers enough cases."""
        covered = np.ones(len(self.cases), bool)
        odds = self.gain * pheromone
        columns: list[int] = []
        while odds.any():
            column = int(self.random.choice(len(odds), p=odds / odds.sum()))
            odds[column - column % 2 : column - column % 2 + 2] = 0.0  # an attribute enters a rule once
            if (covered & self.holds[:, column]).sum() < self.least:
                break
            covered &= self.holds[:, column]
            columns.append(column)
            if len(set(self.labels[covered].tolist())) == 1:
                break  # further terms could only cover less of the same class
        return columns

    def _pruned(self, columns: list[int]) -> tuple[list[int], int, float]:
        """Drop the term whose loss serves the rule best, while its quality does not fall."""
        label, quality = self._judged(columns)
        while len(columns) > 1:
            shorter = [columns[:place] + columns[place + 1 :] for place in range(len(columns))]
            judged = [(*self._judged(each), each) for each in shorter]
            other, value, kept = max(judged, key=lambda each: each[1])
            if value < quality:
                break
            label, quality, columns = other, value, kept
        return sorted(columns), label, quality

    def _judged(self, columns: Sequence[int]) -> tuple[int, float]:
        covered = self.holds[:, list(columns)].all(axis=1)
        counts = np.bincount(self.labels[covered], minlength=self.classes)
        label = int(counts.argmax())
        right, of_class = int(counts[label]), int((self.labels == label).sum())
        wrong = int(covered.sum()) - right
        return label, rule_quality(right, of_class - right, wrong, len(self.labels) - of_class - wrong)


def _covered(cases: Cases, columns: Sequence[int]) -> NDArray[np.bool_]:
    found = np.ones(len(cases), bool)
    for column in columns:
        found &= cases[:, column // 2] == bool(column % 2)
    return found


def attributes(sample: Sample, lexicon: Mapping[str, str]) -> Iterator[str]:
    """Stems of the words of titles and descriptions; of the beginning of the text where a page describes itself nowhere."""
    for page in sample.pages:
        said = terms(f"{page.title} {page.description} {page.keywords}")
        said = said if page.description or page.keywords else [*said, *terms(page.body)[:_OPENING]]
        for word in said:
            yield lexicon.get(word, word)[:_STEM]


def telling_words(documents: Sequence[Sequence[str]], labels: NDArray[np.int64], classes: int) -> list[str]:
    """All words, those of the highest information gain first; of equals, the first in the alphabet."""
    known = sorted({word for document in documents for word in document})
    rows = count_matrix(documents, {word: place for place, word in enumerate(known)})
    of_class = np.eye(classes)[labels]
    gain = information_gain(np.asarray(rows.T @ of_class), of_class.sum(axis=0))
    return [known[place] for place in np.argsort(-gain, kind="stable")]


def information_gain(present: Floats, totals: Floats) -> Floats:
    """Bits that knowing whether a word is there takes off the entropy of the classes; a row a word.

    The same as scikit-learn's mutual_info_classif, which goes word by word.
    """
    share = present.sum(axis=1) / totals.sum()
    gain: Floats = _entropy(totals[None, :]) - share * _entropy(present) - (1 - share) * _entropy(totals - present)
    return gain


def _entropy(counts: Floats) -> Floats:
    totals = counts.sum(axis=1, keepdims=True)
    share = np.divide(counts, totals, out=np.zeros_like(counts, dtype=float), where=totals > 0)
    found: Floats = -(share * np.log2(share, out=np.zeros_like(share), where=share > 0)).sum(axis=1)
    return found
