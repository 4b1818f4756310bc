"""The default: all that a page says, and all that the pages around it say of it, in one linear machine with honest probabilities.

Each family of words (body, title, headings, metatags, address, wordings of links, looks, and from the surroundings: what links call it,
the pages that link to it, its place among their addresses) is a tf-idf vector of its own length; one machine a class; margins become
probabilities on texts that were left out of training, site by site; a second, small machine adds what the neighbouring pages are
(`surroundings.py`); the shares of classes follow the site that is asked about. Family weights were chosen on the mixed part of WebKB and on
one of its universities, never on the other two.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from sitelode.classify.contract import MOST_REASONS, Sample, Verdict, class_names, verdict
from sitelode.classify.features import Document, FeatureSpace, Floats, Rows
from sitelode.classify.linear_models import Labels, LinearModel, fit_logistic, fit_machines, folds, shifted
from sitelode.classify.page_words import joined_documents, page_document
from sitelode.classify.surroundings import RELATIONS, Surroundings, relation_features
from sitelode.json_data import JsonData
from sitelode.urls import site_key

OWN_FAMILIES: Mapping[str, float] = {
    "body": 1.0, "opening": 0.7, "title": 0.7, "headings": 0.7, "metatags": 0.4, "wordings": 0.5, "address": 1.0,
    "pairs": 0.5, "looks": 0.3,
}  # fmt: skip
CONTEXT_FAMILIES: Mapping[str, float] = {"linked as": 0.5, "linked from": 0.5, "linked from address": 0.5, "place": 0.7}
COST = 0.3  # of a training text on the wrong side
_FIRST_PENALTY = 1.0
_SECOND_PENALTY = 3.0
_FEW = 8  # examples; with so few nothing is left to calibrate on
_MOST_PAGES = 50  # of a site that is classified as one


@dataclass(frozen=True, slots=True)
class CombinedModel(JsonData):
    classes: tuple[str, ...]
    space: FeatureSpace
    margins: LinearModel
    first: LinearModel  # from margins to probabilities
    second: LinearModel  # from margins and neighbours to probabilities
    prior: Floats  # shares of the classes in training

    def predict(self, sample: Sample) -> Verdict:
        return self._verdicts([sample], [sample_document(sample)])[0]

    def predict_together(self, samples: Sequence[Sample]) -> list[Verdict]:
        return self._verdicts(samples, documents_together(samples)) if samples else []

    def _verdicts(self, samples: Sequence[Sample], documents: Sequence[Document]) -> list[Verdict]:
        rows = self.space.matrix(documents)
        margins = self.margins.scores(rows)
        relations = _relations(samples, self.first.probabilities(margins), self.prior)
        likely = self.second.probabilities(np.concatenate((margins, relations), axis=1))
        likely = shifted(likely, self.prior) if len(samples) > 1 else likely
        names = self.space.names()
        return [
            verdict(self.classes, likely[place], self._reason(rows, place, int(likely[place].argmax()), names))
            for place in range(len(documents))
        ]

    def _reason(self, rows: Rows, place: int, winner: int, names: Sequence[tuple[str, str]]) -> str:
        """What speaks most for the class, against the mean of all."""
        columns = rows.indices[rows.indptr[place] : rows.indptr[place + 1]]
        weights = self.margins.weights[columns]
        gain = rows.data[rows.indptr[place] : rows.indptr[place + 1]] * (weights[:, winner] - weights.mean(axis=1))
        best = [number for number in np.argsort(-gain, kind="stable")[:MOST_REASONS] if gain[number] > 0]
        said = [f"{names[columns[number]][0]}: {names[columns[number]][1]}" for number in best]
        return "; ".join(said) or "nothing it says is known: the most frequent class"


@dataclass(frozen=True, slots=True)
class Combined:
    """The classifier with its settings."""

    model: ClassVar = CombinedModel
    cost: float = COST
    families: Mapping[str, float] = field(default_factory=lambda: {**OWN_FAMILIES, **CONTEXT_FAMILIES})

    def fit(self, samples: Sequence[Sample]) -> CombinedModel:
        classes = class_names(samples)
        documents = documents_together(samples)
        labels = np.array([classes.index(sample.label) for sample in samples])
        space = FeatureSpace.learnt(documents, self.families)
        rows = space.matrix(documents)
        margins = fit_machines(rows, labels, len(classes), self.cost)
        prior = (np.bincount(labels, minlength=len(classes)) + 1.0) / (len(labels) + len(classes))
        first, second = self._calibrated(samples, documents, labels, prior)
        return CombinedModel(classes, space, margins, first, second, prior)

    def _calibrated(
        self, samples: Sequence[Sample], documents: Sequence[Document], labels: Labels, prior: Floats
    ) -> tuple[LinearModel, LinearModel]:
        """What margins are worth on texts that were left out, alone and with the answers for their neighbours."""
        classes = len(prior)
        if len(samples) < _FEW:
            plain = np.concatenate((np.eye(classes), np.zeros((len(RELATIONS) * classes, classes))))
            return LinearModel(np.eye(classes), np.zeros(classes)), LinearModel(plain, np.zeros(classes))
        left_out = self._left_out(samples, documents, labels, classes)
        first = fit_logistic(left_out, labels, classes, _FIRST_PENALTY)
        relations = _relations(samples, first.probabilities(left_out), prior)
        second = fit_logistic(np.concatenate((left_out, relations), axis=1), labels, classes, _SECOND_PENALTY)
        return first, second

    def _left_out(self, samples: Sequence[Sample], documents: Sequence[Document], labels: Labels, classes: int) -> Floats:
        """The margins of each text by a machine that has not seen its site."""
        found = np.zeros((len(samples), classes))
        for inside, outside in folds([site_key(sample.url) or "" for sample in samples]):
            space = FeatureSpace.learnt([documents[place] for place in inside], self.families)
            machine = fit_machines(space.matrix([documents[place] for place in inside]), labels[inside], classes, self.cost)
            found[outside] = machine.scores(space.matrix([documents[place] for place in outside]))
        return found


def _relations(samples: Sequence[Sample], likely: Floats, prior: Floats) -> Floats:
    """What neighbours say; nothing of a lone page, and nothing of whole sites."""
    if len(samples) == 1 or any(len(sample.pages) != 1 for sample in samples):
        return np.zeros((len(samples), len(RELATIONS) * len(prior)))
    return relation_features([sample.pages[0] for sample in samples], likely, prior)


def sample_document(sample: Sample) -> dict[str, list[str]]:
    """The words of a page, or of the first pages of a site, by family."""
    return joined_documents(page_document(page) for page in sample.pages[:_MOST_PAGES])


def documents_together(samples: Sequence[Sample]) -> list[dict[str, list[str]]]:
    """The same of samples that belong together; single pages with what the others say of them."""
    documents = [sample_document(sample) for sample in samples]
    if any(len(sample.pages) != 1 for sample in samples):
        return documents
    around = Surroundings([sample.pages[0] for sample in samples])
    return [document | around.document(place) for place, document in enumerate(documents)]
