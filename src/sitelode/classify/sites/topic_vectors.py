"""Topic vectors (2.5): a site as how often each topic occurs on its pages, classified by multinomial naive Bayes.

M. Ester, H.-P. Kriegel, M. Schubert, KDD 2002. The document names the method and does not describe it; topics are those of `topics.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sitelode.classify.contract import OneByOne, PlainData, Sample, Verdict, class_names, verdict
from sitelode.classify.learners.naive_bayes import NaiveBayes, fit_naive_bayes
from sitelode.classify.plain import from_plain, to_plain
from sitelode.classify.reading import PageText
from sitelode.classify.sites.topics import Topics, found_topics, learnt_topics


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
        document = _named(self.topics, sample)
        found = verdict(self.classes, self.bayes.probabilities([document])[0], "")
        telling = self.bayes.telling_words(document, self.classes.index(found.label))
        return verdict(self.classes, found.probabilities.values(), f"topics: {'; '.join(telling) or 'none that tells'}")

    def to_data(self) -> PlainData:
        return to_plain(self)


@dataclass(frozen=True, slots=True)
class TopicVectors:
    """The classifier with its settings."""

    topics: TopicSettings = field(default_factory=TopicSettings)

    def fit(self, samples: Sequence[Sample]) -> TopicVectorModel:
        classes = class_names(samples)
        topics = self.topics.learnt(samples)
        labels = [classes.index(sample.label) for sample in samples]
        bayes = fit_naive_bayes([_named(topics, sample) for sample in samples], labels, len(classes), topics.labels)
        return TopicVectorModel(classes, topics, bayes)

    def from_data(self, data: PlainData) -> TopicVectorModel:
        return from_plain(TopicVectorModel, data)


def _named(topics: Topics, sample: Sample) -> list[str]:
    return [topics.labels[number] for number in topics.of(sample.pages)]
