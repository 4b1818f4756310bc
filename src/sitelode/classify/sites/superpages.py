"""Superpages (2.5.1): all pages of a site as one vector of term frequencies, classified by naive Bayes.

M. Ester, H.-P. Kriegel, M. Schubert: "Web Site Mining: a new way to spot competitors, customers and suppliers in the World Wide Web", KDD
2002. The drawback that the paper names is plain here: which word stands beside which is lost, and a long page outweighs ten short ones.
Decided: 2,000 terms by chi-square.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sitelode.classify.contract import OneByOne, PlainData, Sample, Verdict, class_names, verdict
from sitelode.classify.learners.naive_bayes import NaiveBayes, fit_naive_bayes
from sitelode.classify.learners.selection import best_words, chi_square, information_gain, presence_counts
from sitelode.classify.plain import from_plain, to_plain
from sitelode.classify.sites.graph import reached_pages
from sitelode.classify.words import words

_MEASURES = {"chi-square": chi_square, "information-gain": information_gain}


@dataclass(frozen=True, slots=True)
class SuperpageModel(OneByOne):
    classes: tuple[str, ...]
    bayes: NaiveBayes

    def predict(self, sample: Sample) -> Verdict:
        document = superpage(sample)
        found = verdict(self.classes, self.bayes.probabilities([document])[0], "")
        telling = self.bayes.telling_words(document, self.classes.index(found.label))
        return verdict(self.classes, found.probabilities.values(), f"words of the whole site: {', '.join(telling) or 'none known'}")

    def to_data(self) -> PlainData:
        return to_plain(self)


@dataclass(frozen=True, slots=True)
class Superpages:
    """The classifier with its settings."""

    terms: int = 2_000
    measure: str = "chi-square"  # or information-gain

    def fit(self, samples: Sequence[Sample]) -> SuperpageModel:
        classes = class_names(samples)
        documents = [superpage(sample) for sample in samples]
        labels = [classes.index(sample.label) for sample in samples]
        known, present, totals = presence_counts(documents, labels, len(classes))
        chosen = best_words(known, _MEASURES[self.measure](present, totals), self.terms)
        return SuperpageModel(classes, fit_naive_bayes(documents, labels, len(classes), chosen))

    def from_data(self, data: PlainData) -> SuperpageModel:
        return from_plain(SuperpageModel, data)


def superpage(sample: Sample) -> list[str]:
    """The words of all pages that links reach, or of all pages where there are no links."""
    return [word for page in reached_pages(sample.pages) for word in words(f"{page.title}\n{page.body}")]
