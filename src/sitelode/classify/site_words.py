"""The default for whole sites: on which share of its pages each word stands, compared with labelled sites and with the other sites at hand.

From one labelled site a class nothing can tell a word of the trade from a word of the owner, except other sites: a word that no other
site has says nothing. So sites that are asked about together help each other: the surest answers join the examples, and the rest is asked
again. Combines words of titles, headings, metatags and addresses (as in 2.4) with those of all pages (2.5.1).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy import sparse

from sitelode.classify.contract import MOST_REASONS, Sample, Verdict, class_names, verdict
from sitelode.classify.features import Floats, Rows
from sitelode.classify.linear_models import softmax
from sitelode.classify.page_words import STEM, words_without_numbers
from sitelode.json_data import JsonData

_MOST_PAGES = 100  # of a site that are read
_MOST_WORDS = 5_000  # of a site that are kept: those on most of its pages
_SHARPNESS = 12.0  # from cosines to probabilities
_JOINING = 0.3  # share of the sites without a label that join the examples in a round, the surest first
_LEAST_SHARE = 0.02  # of the pages; a rarer word is one page's
_FAMILIES = {"title": 1.0, "headings": 1.0, "metatags": 1.0, "body": 1.0}


@dataclass(frozen=True, slots=True)
class SiteWordsModel(JsonData):
    """Words of the labelled sites with their shares, and the sites' classes."""

    classes: tuple[str, ...]
    sites: tuple[Mapping[str, float], ...]
    labels: tuple[str, ...]

    def predict(self, sample: Sample) -> Verdict:
        return self.predict_together([sample])[0]

    def predict_together(self, samples: Sequence[Sample]) -> list[Verdict]:
        asked = [site_words(sample) for sample in samples]
        rows, vocabulary = _rows([*self.sites, *asked])
        known = len(self.sites)
        of_class = np.zeros((len(rows.indptr) - 1, len(self.classes)))
        of_class[np.arange(known), [self.classes.index(label) for label in self.labels]] = 1.0
        likely = self._asked_again(rows, of_class, known)
        centres = _centres(rows, of_class)
        return [
            verdict(self.classes, likely[place], _reason(rows[[known + place]], centres, int(likely[place].argmax()), vocabulary))
            for place in range(len(samples))
        ]

    def _asked_again(self, rows: Rows, of_class: Floats, known: int) -> Floats:
        """Answer, let the surest answers join the examples, and answer again until all have joined."""
        left = len(of_class) - known
        likely = np.zeros((left, len(self.classes)))
        for joined in [*range(0, left, max(1, int(_JOINING * left))), left]:
            likely = softmax(_SHARPNESS * np.asarray(rows[known:] @ _centres(rows, of_class).T))
            ordered = np.sort(likely, axis=1)
            lead = ordered[:, -1] - ordered[:, -2]
            of_class[known:] = 0.0
            for place in np.argsort(-lead, kind="stable")[:joined]:
                of_class[known + place, likely[place].argmax()] = lead[place]
        return likely


@dataclass(frozen=True, slots=True)
class SiteWords:
    """The classifier."""

    model: ClassVar = SiteWordsModel

    def fit(self, samples: Sequence[Sample]) -> SiteWordsModel:
        classes = class_names(samples)
        return SiteWordsModel(classes, tuple(site_words(sample) for sample in samples), tuple(sample.label for sample in samples))


def site_words(sample: Sample) -> dict[str, float]:
    """For each word of each family the share of the pages that have it; the words on most pages."""
    counts: Counter[str] = Counter()
    pages = sample.pages[:_MOST_PAGES]
    for page in pages:
        said = {"title": page.title, "headings": page.headings, "metatags": f"{page.description} {page.keywords}", "body": page.body}
        for family, text in said.items():
            counts.update({f"{family}: {word[:STEM]}" for word in words_without_numbers(text)})
    least = _LEAST_SHARE * len(pages)
    best = sorted(((count, word) for word, count in counts.items() if count >= least), key=lambda each: (-each[0], each[1]))[:_MOST_WORDS]
    return {word: count / len(pages) for count, word in best}


def _rows(sites: Sequence[Mapping[str, float]]) -> tuple[Rows, list[str]]:
    """One row a site: root of the share times idf over the sites at hand, each family of one length, then the whole."""
    frequency = Counter(word for site in sites for word in site)
    vocabulary = sorted(word for word, count in frequency.items() if count > 1)
    place_of = {word: place for place, word in enumerate(vocabulary)}
    rows, columns, values = list[int](), list[int](), list[float]()
    for number, site in enumerate(sites):
        lengths: Counter[str] = Counter()
        weights = {word: np.sqrt(share) * np.log(1 + len(sites) / frequency[word]) for word, share in site.items() if word in place_of}
        for word, weight in weights.items():
            lengths[word.partition(":")[0]] += weight * weight
        for word, weight in weights.items():
            family = word.partition(":")[0]
            rows.append(number)
            columns.append(place_of[word])
            values.append(_FAMILIES[family] * weight / np.sqrt(lengths[family] * len(lengths)))
    return sparse.csr_array((values, (rows, columns)), shape=(len(sites), len(vocabulary))), vocabulary


def _centres(rows: Rows, of_class: Floats) -> Floats:
    centres: Floats = np.asarray((sparse.csr_array(of_class.T) @ rows).todense())
    scaled: Floats = centres / np.maximum(np.linalg.norm(centres, axis=1, keepdims=True), 1e-12)
    return scaled


def _reason(row: Rows, centres: Floats, winner: int, vocabulary: Sequence[str]) -> str:
    weights = centres[:, row.indices]
    gain = row.data * (weights[winner] - weights.mean(axis=0))
    best = np.argsort(-gain, kind="stable")[:MOST_REASONS]
    return "; ".join(vocabulary[row.indices[place]] for place in best if gain[place] > 0) or "no word of it is known"
