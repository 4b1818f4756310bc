"""Multinomial naive Bayes on all words of a page, title first: the plain way, which every other system is compared with."""

from collections.abc import Sequence
from dataclasses import dataclass

from sitelode.classify.contract import OneByOne, PlainData, Sample, Verdict, class_names, verdict
from sitelode.classify.learners.naive_bayes import NaiveBayes, fit_naive_bayes
from sitelode.classify.plain import from_plain, to_plain
from sitelode.classify.words import words


@dataclass(frozen=True, slots=True)
class WordsBayesModel(OneByOne):
    classes: tuple[str, ...]
    bayes: NaiveBayes

    def predict(self, sample: Sample) -> Verdict:
        document = _document(sample)
        found = verdict(self.classes, self.bayes.probabilities([document])[0], "")
        telling = self.bayes.telling_words(document, self.classes.index(found.label))
        return verdict(self.classes, found.probabilities.values(), f"words: {', '.join(telling) or 'none known'}")

    def to_data(self) -> PlainData:
        return to_plain(self)


@dataclass(frozen=True, slots=True)
class WordsBayes:
    """The classifier."""

    def fit(self, samples: Sequence[Sample]) -> WordsBayesModel:
        classes = class_names(samples)
        labels = [classes.index(sample.label) for sample in samples]
        return WordsBayesModel(classes, fit_naive_bayes([_document(sample) for sample in samples], labels, len(classes)))

    def from_data(self, data: PlainData) -> WordsBayesModel:
        return from_plain(WordsBayesModel, data)


def _document(sample: Sample) -> list[str]:
    return [word for page in sample.pages for word in words(f"{page.title}\n{page.body}")]
