"""Site classes from metatags by k nearest neighbours (2.4): what a site says of itself, looked up among what labelled sites say.

J. M. Pierre: "On the automated classification of web sites", Computer and Information Science 6, 2001. A targeted spider gathers the text
that speaks for a site: description, keywords and title of the start page, of its frames, and of the pages behind links whose wording holds
a telling word; only where no metatag says anything anywhere, titles and bodies. It works on pages that are already there. The training
documents (names of categories, labelled sites, or both) are indexed; a site's document is the query; the k best hits add their scores to
their categories. Decided here: tf-idf cosine, k = 10, the threshold by cross-validation. A site may be of several categories: its label
lists them, divided by "|", and where the examples do so, the answers do.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final

import numpy as np

from sitelode.classify.contract import MOST_REASONS, OneByOne, Sample, Verdict, class_names
from sitelode.classify.features import FeatureSpace, Rows
from sitelode.classify.reading import PageText
from sitelode.text.tokens import terms

KEY_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("about", "company", "product", "service", "profile"),
    "de": ("über", "unternehmen", "produkt", "dienst", "leistung", "profil", "firma"),
    "fr": ("propos", "entreprise", "société", "produit", "service", "profil"),
    "es": ("acerca", "empresa", "producto", "servicio", "perfil", "nosotros"),
    "it": ("chi siamo", "azienda", "prodott", "serviz", "profilo"),
    "pt": ("sobre", "empresa", "produto", "serviço", "perfil"),
    "nl": ("over ons", "bedrijf", "product", "dienst", "profiel"),
    "ja": ("会社", "企業", "製品", "サービス", "概要"),
    "zh": ("关于", "公司", "产品", "服务", "關於", "產品", "服務"),
}
"""Parts of wordings that lead to pages about the owner; of the kind that the document names, by language. All apply by default."""
SEVERAL = "|"  # between the categories of one site
_MOST_FOLLOWED = 20  # pages of a site
_THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5)  # shares of the score that are tried
_MOST_TRIED = 500  # training documents that cross-validation asks


@dataclass(frozen=True, slots=True)
class Spidered:
    """The text that speaks for a site, and where it was found."""

    text: str
    pages: tuple[str, ...]
    from_body: bool


def spider(pages: Sequence[PageText], key_words: Sequence[str] | None = None) -> Spidered:
    """Gather the text of a site, its start page first."""
    if not pages:
        return Spidered("", (), False)
    telling = [each for found in KEY_WORDS.values() for each in found] if key_words is None else list(key_words)
    followed = list(_followed(pages, telling))
    is_tagged = any(page.description or page.keywords for page in followed)
    chosen = [
        text for page in followed for text in (page.title, *((page.description, page.keywords) if is_tagged else (page.body,))) if text
    ]
    return Spidered("\n".join(chosen), tuple(page.url for page in followed), not is_tagged)


def _followed(pages: Sequence[PageText], key_words: Sequence[str]) -> Iterator[PageText]:
    """The start page, its frames, and the pages behind telling links of any of these; each once."""
    by_url = {page.url: page for page in pages}
    start = pages[0]
    yield start
    seen, framed = {start.url}, [start]
    for page in framed:
        telling = (target for target, wording in page.links if any(word in wording.lower() for word in key_words))
        for target in (*page.frames, *telling):
            if target in by_url and target not in seen and len(seen) <= _MOST_FOLLOWED:
                seen.add(target)
                yield by_url[target]
                if target in page.frames:
                    framed.append(by_url[target])


@dataclass(frozen=True)
class MetatagModel(OneByOne):
    """The training documents with their categories."""

    documents: tuple[tuple[str, ...], ...]
    categories: tuple[tuple[str, ...], ...]
    neighbours: int
    threshold: float  # share of the score from which a category is assigned
    key_words: tuple[str, ...] | None = None

    @cached_property
    def classes(self) -> tuple[str, ...]:
        return tuple(sorted({name for names in self.categories for name in names}))

    @cached_property
    def _space(self) -> FeatureSpace:
        return FeatureSpace.learnt([{"words": document} for document in self.documents], {"words": 1.0}, least=1)

    @cached_property
    def _index(self) -> Rows:
        """For every word the documents that hold it, with its weight there."""
        return self._space.matrix([{"words": document} for document in self.documents]).T.tocsr()

    def predict(self, sample: Sample) -> Verdict:
        ranked, reason = self.ranked(sample)
        if not ranked:
            return Verdict("", 0.0, reason, dict.fromkeys(self.classes, 0.0))
        best = next(iter(ranked))
        has_several = any(len(names) > 1 for names in self.categories)
        label = SEVERAL.join(name for name, share in ranked.items() if share >= self.threshold) if has_several else best
        return Verdict(label or best, ranked[best], reason, {name: ranked.get(name, 0.0) for name in self.classes})

    def ranked(self, sample: Sample) -> tuple[dict[str, float], str]:
        """Every category that a neighbour has with its share of their scores, the best first; and what decided."""
        found = spider(sample.pages, self.key_words)
        query = self._space.matrix([{"words": terms(found.text)}])
        hits = self.nearest(query)
        if not hits:
            return {}, "nothing it says of itself is known"
        common = query.multiply(self._index[:, [hits[0][0]]].T).tocsr()
        words = [self._space.names()[common.indices[place]][1] for place in np.argsort(-common.data, kind="stable")[:MOST_REASONS]]
        return self.shares(hits), f"{'body' if found.from_body else 'metatags'}: {', '.join(words)}"

    def nearest(self, query: Rows, skip: int = -1) -> list[tuple[int, float]]:
        """The documents nearest by cosine of tf-idf, the best first, each with its cosine; none that shares no word."""
        scores = np.asarray((query @ self._index).todense()).ravel()
        order = [place for place in np.argsort(-scores, kind="stable").tolist() if scores[place] > 0 and place != skip]
        return [(place, float(scores[place])) for place in order[: self.neighbours]]

    def shares(self, hits: Sequence[tuple[int, float]]) -> dict[str, float]:
        total: dict[str, float] = defaultdict(float)
        for document, score in hits:
            for name in self.categories[document]:
                total[name] += score
        return {name: score / sum(total.values()) for name, score in sorted(total.items(), key=lambda each: (-each[1], each[0]))}

    def with_best_threshold(self) -> "MetatagModel":
        """The one with the best F1 over categories when each training document is looked up among the others."""
        f1 = {}
        found = [self.shares(self.nearest(self._index[:, [place]].T, place)) for place in range(min(len(self.documents), _MOST_TRIED))]
        for threshold in _THRESHOLDS:
            assigned = [{name for name, share in shares.items() if share >= threshold} for shares in found]
            hits = sum(len(names & set(true)) for names, true in zip(assigned, self.categories, strict=False))
            f1[threshold] = 2 * hits / max(1, sum(map(len, assigned)) + sum(map(len, self.categories[:_MOST_TRIED])))
        return replace(self, threshold=max(f1, key=lambda each: f1[each]))


@dataclass(frozen=True, slots=True)
class Metatags:
    """The classifier with its settings. Names of categories are examples as well: a page with the words of the name."""

    model: ClassVar = MetatagModel
    neighbours: int = 10
    threshold: float | None = None  # chosen by cross-validation where none is given
    key_words: tuple[str, ...] | None = None

    def fit(self, samples: Sequence[Sample]) -> MetatagModel:
        class_names(samples)
        labelled = [sample for sample in samples if sample.label]
        documents = tuple(tuple(terms(spider(sample.pages, self.key_words).text)) for sample in labelled)
        categories = tuple(tuple(sample.label.split(SEVERAL)) for sample in labelled)
        model = MetatagModel(documents, categories, self.neighbours, self.threshold or _THRESHOLDS[0], self.key_words)
        return model if self.threshold is not None else model.with_best_threshold()
