"""Superpages (2.5.1): all pages of a site as one vector of term frequencies, classified by naive Bayes.

M. Ester, H.-P. Kriegel, M. Schubert: "Web Site Mining: a new way to spot competitors, customers and suppliers in the World Wide Web", KDD
2002. The drawback that the paper names is plain here: which word stands beside which is lost, and a long page outweighs ten short ones.
Decided: the 2,000 terms with the highest chi-square of their presence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from sklearn.feature_selection import chi2

from sitelode.classify.contract import OneByOne, Sample, Verdict, class_names
from sitelode.classify.features import count_matrix
from sitelode.text.tokens import terms
from sitelode_lab.classify.markov_trees import whole_tree
from sitelode_lab.classify.naive_bayes import NaiveBayes, fit_naive_bayes


@dataclass(frozen=True, slots=True)
class SuperpageModel(OneByOne):
    classes: tuple[str, ...]
    bayes: NaiveBayes

    def predict(self, sample: Sample) -> Verdict:
        return self.bayes.verdict(self.classes, superpage(sample), "words of the whole site")


@dataclass(frozen=True, slots=True)
class Superpages:
    """The classifier with its settings."""

    model: ClassVar = SuperpageModel
    terms: int = 2_000

    def fit(self, samples: Sequence[Sample]) -> SuperpageModel:
        classes = class_names(samples)
        documents = [superpage(sample) for sample in samples]
        labels = [classes.index(sample.label) for sample in samples]
        return SuperpageModel(classes, fit_naive_bayes(documents, labels, telling_terms(documents, labels)[: self.terms]))


def telling_terms(documents: Sequence[Sequence[str]], labels: Sequence[int]) -> list[str]:
    """All terms, those that tell the classes apart first; of equals, the first in the alphabet."""
    known = sorted({word for document in documents for word in document})
    if not known:
        return []
    present = count_matrix(documents, {word: place for place, word in enumerate(known)}) > 0
    return [known[place] for place in np.argsort(-chi2(present.astype(float), labels)[0], kind="stable")]


def superpage(sample: Sample) -> list[str]:
    """The words of all pages that links reach, or of all pages where there are no links."""
    pages = (sample.pages[place] for place in whole_tree(sample.pages).pages)
    return [word for page in pages for word in terms(f"{page.title}\n{page.body}")]
