"""Site classes from metatags by k nearest neighbours (2.4): what a site says of itself, looked up among what labelled sites say.

J. M. Pierre: "On the automated classification of web sites", Computer and Information Science 6, 2001. An inverted index over the
training documents (names of categories, labelled sites, or both); a site's document is the query; the k best hits add their scores to
their categories. Decided here: tf-idf cosine, k = 10, the threshold by cross-validation. A site may be of several categories: its label
lists them, divided by "|".
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from sitelode.classify.contract import MOST_REASONS, OneByOne, PlainData, Sample, Verdict, class_names
from sitelode.classify.learners.nearest import InvertedIndex
from sitelode.classify.plain import from_plain, to_plain
from sitelode.classify.sites.spider import spider
from sitelode.classify.words import words

SEVERAL = "|"  # between the categories of one site
_THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5)  # shares of the score that are tried
_MOST_TRIED = 500  # training documents that cross-validation asks


@dataclass(frozen=True)
class MetatagModel(OneByOne):
    """The training documents with their categories."""

    documents: tuple[tuple[str, ...], ...]
    categories: tuple[tuple[str, ...], ...]
    neighbours: int
    threshold: float  # share of the score from which a category is assigned
    key_words: tuple[str, ...] | None = None

    @cached_property
    def _index(self) -> InvertedIndex:
        return InvertedIndex.of(self.documents)

    @cached_property
    def classes(self) -> tuple[str, ...]:
        return tuple(sorted({name for names in self.categories for name in names}))

    def predict(self, sample: Sample) -> Verdict:
        ranked, reason = self.ranked(sample)
        if not ranked:
            return Verdict("", 0.0, reason, dict.fromkeys(self.classes, 0.0))
        return Verdict(next(iter(ranked)), next(iter(ranked.values())), reason, {name: ranked.get(name, 0.0) for name in self.classes})

    def assigned(self, sample: Sample) -> list[str]:
        """All categories at or above the threshold, the best first; none where no training document shares a word."""
        return [name for name, score in self.ranked(sample)[0].items() if score >= self.threshold]

    def ranked(self, sample: Sample) -> tuple[dict[str, float], str]:
        """Every category that a neighbour has with its share of their scores, the best first; and what decided."""
        found = spider(sample.pages, self.key_words)
        query = words(found.text)
        shares = _shares(self._index, query, self.categories, self.neighbours)
        if not shares:
            return {}, "nothing it says of itself is known"
        common = self._index.common_words(query, self._index.best(query, 1)[0].document)[:MOST_REASONS]
        return shares, f"{'body' if found.from_body else 'metatags'}: {', '.join(common)}"

    def to_data(self) -> PlainData:
        return to_plain(self)


def _shares(index: InvertedIndex, query: Sequence[str], categories: Sequence[Sequence[str]], most: int, skip: int = -1) -> dict[str, float]:
    total: dict[str, float] = defaultdict(float)
    for hit in index.best(query, most + (skip >= 0)):
        if hit.document != skip:
            for name in categories[hit.document]:
                total[name] += hit.score
    whole = sum(total.values())
    return {name: score / whole for name, score in sorted(total.items(), key=lambda each: (-each[1], each[0]))}


@dataclass(frozen=True, slots=True)
class Metatags:
    """The classifier with its settings."""

    neighbours: int = 10
    threshold: float | None = None  # chosen by cross-validation where none is given
    category_names: Mapping[str, str] = field(default_factory=dict)  # training way (a): category and its wording
    key_words: tuple[str, ...] | None = None

    def fit(self, samples: Sequence[Sample]) -> MetatagModel:
        if not self.category_names:
            class_names(samples)
        labelled = [sample for sample in samples if sample.label]
        documents = [tuple(words(spider(sample.pages, self.key_words).text)) for sample in labelled]
        categories = [tuple(sample.label.split(SEVERAL)) for sample in labelled]
        documents += [tuple(words(wording)) for wording in self.category_names.values()]
        categories += [(name,) for name in self.category_names]
        model = MetatagModel(tuple(documents), tuple(categories), self.neighbours, self.threshold or _THRESHOLDS[0], self.key_words)
        return model if self.threshold is not None else replace(model, threshold=_best_threshold(model))

    def from_data(self, data: PlainData) -> MetatagModel:
        return from_plain(MetatagModel, data)


def _best_threshold(model: MetatagModel) -> float:
    """The one with the best F1 over categories when each training document is looked up among the others."""
    index, hits = InvertedIndex.of(model.documents), dict.fromkeys(_THRESHOLDS, 0)
    assigned, true = dict.fromkeys(_THRESHOLDS, 0), 0
    for place, document in enumerate(model.documents[:_MOST_TRIED]):
        shares = _shares(index, document, model.categories, model.neighbours, place)
        true += len(model.categories[place])
        for threshold in _THRESHOLDS:
            names = {name for name, share in shares.items() if share >= threshold}
            assigned[threshold] += len(names)
            hits[threshold] += len(names & set(model.categories[place]))
    return max(_THRESHOLDS, key=lambda each: 2 * hits[each] / max(1, assigned[each] + true))
