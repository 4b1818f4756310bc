"""Topic vectors (2.5): a site as how often each topic occurs on its pages, classified by multinomial naive Bayes.

M. Ester, H.-P. Kriegel, M. Schubert, KDD 2002. The document names the method and does not describe it. The topic of each page (2.5.2, step
1): naive Bayes over its terms, or `other` where no topic is likely enough.

The document takes topics that people chose and labelled pages for. Where nobody gave labelled pages, topics are found: pages are grouped
by their words, and a topic is named by its most telling ones. That is our addition, so that whole sites can be classified from site
labels alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sitelode.classify.contract import OneByOne, Sample, Verdict, class_names
from sitelode.classify.features import FeatureSpace, Rows
from sitelode.classify.reading import PageText
from sitelode.json_data import JsonData
from sitelode.text.tokens import terms
from sitelode_lab.classify.naive_bayes import NaiveBayes, fit_naive_bayes

OTHER = "other"
TRADE_TOPICS = (
    "company", "company philosophy", "online contact", "places and opening hours", "products and services", "references and partners",
    "employees", "directory", "vacancies", OTHER,
)  # fmt: skip
NEWS_TOPICS = ("politics", "economy", "sports", "culture", "weather")
_MOST_GROUPED = 2_000  # pages; more bring no further topic
_ROUNDS = 20  # of grouping
_NAME_WORDS = 2
_MOST_WORDS = 300  # of a page that are looked at; the beginning says what it is about


@dataclass(frozen=True, slots=True)
class Topics(JsonData):
    """Topics with what tells them apart."""

    names: tuple[str, ...]  # without `other`
    bayes: NaiveBayes
    least: float  # posterior below which a page is `other`

    @property
    def labels(self) -> tuple[str, ...]:
        return (*self.names, OTHER)

    def of(self, pages: Sequence[PageText]) -> list[int]:
        """The number of each page's topic; the last one is `other`."""
        if not pages or not self.names:
            return [len(self.names)] * len(pages)
        likely = self.bayes.probabilities([_document(page) for page in pages])
        numbers: list[int] = np.where(likely.max(axis=1) >= self.least, likely.argmax(axis=1), len(self.names)).tolist()
        return numbers


def learnt_topics(pages: Sequence[PageText], topics: Sequence[str], least: float) -> Topics:
    """From pages with their topics; those that are `other` teach nothing."""
    kept = [(page, topic) for page, topic in zip(pages, topics, strict=True) if topic not in ("", OTHER)]
    names = tuple(sorted({topic for _, topic in kept}))
    bayes = fit_naive_bayes([_document(page) for page, _ in kept], [names.index(topic) for _, topic in kept])
    return Topics(names, bayes, least)


def found_topics(pages: Sequence[PageText], number: int, least: float, seed: int) -> Topics:
    """Groups of pages with like words, by spherical k-means; as many as are asked for, or fewer where pages are few."""
    step = max(1, len(pages) // _MOST_GROUPED)
    chosen = list(pages)[::step]
    documents = [_document(page) for page in chosen]
    space = FeatureSpace.learnt([{"words": document} for document in documents], {"words": 1.0})
    rows, most = space.matrix([{"words": document} for document in documents]), min(number, len(chosen))
    groups = _grouped(rows, most, np.random.default_rng(seed)) if most and space.width else np.zeros(len(chosen), int)
    names = _names(rows, groups, [word for _, word in space.names()])
    kept = sorted(set(groups.tolist()))
    bayes = fit_naive_bayes(documents, [kept.index(group) for group in groups.tolist()])
    return Topics(tuple(names[group] for group in kept), bayes, least)


def _grouped(rows: Rows, number: int, random: np.random.Generator) -> NDArray[np.int64]:
    centres = np.asarray(rows[np.sort(random.choice(rows.shape[0], number, replace=False))].todense())
    groups = np.zeros(rows.shape[0], int)
    for _ in range(_ROUNDS):
        nearest = np.asarray(rows @ centres.T).argmax(axis=1)
        if (nearest == groups).all():
            break
        groups = nearest
        centres = np.asarray(np.eye(number)[groups].T @ rows)
        centres /= np.maximum(np.linalg.norm(centres, axis=1, keepdims=True), 1e-12)
    return groups


def _names(rows: Rows, groups: NDArray[np.int64], vocabulary: Sequence[str]) -> dict[int, str]:
    """Each group by the words that stand out in it; numbered, so that no two are alike."""
    found = {}
    for group in sorted(set(groups.tolist())):
        weight = np.asarray(rows[groups == group].mean(axis=0)).ravel()
        best = [vocabulary[place] for place in np.argsort(-weight, kind="stable")[:_NAME_WORDS]] if len(weight) else []
        found[group] = " ".join([f"{group}", *best])
    return found


def _document(page: PageText) -> list[str]:
    return terms(f"{page.title}\n{page.headings}\n{page.body}")[:_MOST_WORDS]


@dataclass(frozen=True, slots=True)
class TopicSettings:
    """Where topics come from; shared by topic vectors and site trees."""

    pages: tuple[PageText, ...] = ()  # with their topics, where somebody has labelled some
    labels: tuple[str, ...] = ()
    number: int = 12  # topics to find where there are no labelled pages
    least: float = 0.5  # posterior below which a page is `other`
    seed: int = 0

    def learnt(self, samples: Sequence[Sample]) -> Topics:
        if self.pages:
            return learnt_topics(self.pages, self.labels, self.least)
        return found_topics([page for sample in samples for page in sample.pages], self.number, self.least, self.seed)


@dataclass(frozen=True, slots=True)
class TopicVectorModel(OneByOne):
    classes: tuple[str, ...]
    topics: Topics
    bayes: NaiveBayes

    def predict(self, sample: Sample) -> Verdict:
        return self.bayes.verdict(self.classes, _named(self.topics, sample), "topics")


@dataclass(frozen=True, slots=True)
class TopicVectors:
    """The classifier with its settings."""

    model: ClassVar = TopicVectorModel
    topics: TopicSettings = field(default_factory=TopicSettings)

    def fit(self, samples: Sequence[Sample]) -> TopicVectorModel:
        classes = class_names(samples)
        topics = self.topics.learnt(samples)
        labels = [classes.index(sample.label) for sample in samples]
        bayes = fit_naive_bayes([_named(topics, sample) for sample in samples], labels, topics.labels)
        return TopicVectorModel(classes, topics, bayes)


def _named(topics: Topics, sample: Sample) -> list[str]:
    return [topics.labels[number] for number in topics.of(sample.pages)]
