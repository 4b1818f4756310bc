"""Summarise, then classify (3.4): the best sentences of a page by four measures, and naive Bayes on them.

D. Shen, Z. Chen, Q. Yang, H.-J. Zeng, B. Zhang, Y. Lu, W.-Y. Ma: "Web-page classification through summarization", SIGIR 2004.
S = S_Luhn + S_LSA + S_CB + S_Sup, each scaled to 0..1 on its page first (decided); the best sentences are taken until 20 % of the words are
there (decided). The paper reports 12.9 % better than without summaries on directory pages; `docs/algorithms/classify.md` has our table.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sitelode.classify.contract import MOST_REASONS, OneByOne, PlainData, Sample, Verdict, class_names, verdict
from sitelode.classify.learners.features import Floats
from sitelode.classify.learners.naive_bayes import NaiveBayes, fit_naive_bayes
from sitelode.classify.pages.content_body import content_body
from sitelode.classify.pages.latent import latent_scores
from sitelode.classify.pages.luhn import MOST_BETWEEN, mean_luhn_score, significant_words
from sitelode.classify.pages.sentence_odds import SentenceOdds, learnt_odds
from sitelode.classify.pages.sentences import Sentence, sentences_of
from sitelode.classify.plain import from_plain, to_plain
from sitelode.classify.reading import PageText
from sitelode.classify.words import words

MEASURES = ("luhn", "lsa", "content body", "supervised")
COMPRESSION = 0.2  # share of a page's words that its summary has


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    sentence: Sentence
    scores: tuple[float, float, float, float]  # in the order of MEASURES, each 0 to 1

    @property
    def total(self) -> float:
        return sum(self.scores)


@dataclass(frozen=True, slots=True)
class Summariser:
    """What the four measures need to know."""

    pools: dict[str, frozenset[str]]
    odds: SentenceOdds | None  # None where no training page described itself: the fourth measure is then 0
    compression: float = COMPRESSION
    most_between: int = MOST_BETWEEN

    def scored(self, page: PageText, category: str = "") -> list[ScoredSentence]:
        """Every sentence of a page with its four scores; with the page's own category where it is known."""
        sentences = sentences_of(page)
        if not sentences:
            return []
        pools = [self.pools[category]] if category in self.pools else list(self.pools.values())
        luhn = np.array([mean_luhn_score(each.words, pools, self.most_between) for each in sentences])
        inside = content_body(page)
        body = np.array([float(each.block in inside) for each in sentences])
        odds = np.zeros(len(sentences)) if self.odds is None else self.odds.scores(page, sentences, self.compression)
        columns = [_scaled(luhn), _scaled(latent_scores([each.words for each in sentences])), body, _scaled(odds)]
        rows = np.stack(columns, axis=1).tolist()
        return [ScoredSentence(sentence, (a, b, c, d)) for sentence, (a, b, c, d) in zip(sentences, rows, strict=True)]

    def summary(self, page: PageText, category: str = "") -> list[ScoredSentence]:
        """The best sentences, in the order of the page, until the compression rate is reached."""
        scored = self.scored(page, category)
        left = self.compression * sum(len(each.sentence.words) for each in scored)
        chosen = []
        for place in sorted(range(len(scored)), key=lambda place: (-scored[place].total, place)):
            if left <= 0:
                break
            chosen.append(place)
            left -= len(scored[place].sentence.words)
        return [scored[place] for place in sorted(chosen)]


@dataclass(frozen=True, slots=True)
class SummaryModel(OneByOne):
    classes: tuple[str, ...]
    summariser: Summariser
    bayes: NaiveBayes

    def predict(self, sample: Sample) -> Verdict:
        document = [word for page in sample.pages for word in summary_words(self.summariser, page)]
        found = verdict(self.classes, self.bayes.probabilities([document])[0], "")
        telling = self.bayes.telling_words(document, self.classes.index(found.label))[:MOST_REASONS]
        said = "" if self.summariser.odds else "; no training page described itself, so three measures decided"
        return verdict(self.classes, found.probabilities.values(), f"summary: {', '.join(telling) or 'no telling word'}{said}")

    def to_data(self) -> PlainData:
        return to_plain(self)


@dataclass(frozen=True, slots=True)
class Summaries:
    """The classifier with its settings."""

    compression: float = COMPRESSION
    most_between: int = MOST_BETWEEN

    def fit(self, samples: Sequence[Sample]) -> SummaryModel:
        classes = class_names(samples)
        summariser = learnt_summariser(samples, self.compression, self.most_between)
        documents = [[word for page in sample.pages for word in summary_words(summariser, page, sample.label)] for sample in samples]
        labels = [classes.index(sample.label) for sample in samples]
        return SummaryModel(classes, summariser, fit_naive_bayes(documents, labels, len(classes)))

    def from_data(self, data: PlainData) -> SummaryModel:
        return from_plain(SummaryModel, data)


def learnt_summariser(samples: Sequence[Sample], compression: float = COMPRESSION, most_between: int = MOST_BETWEEN) -> Summariser:
    """Pools of the categories, and the odds of sentences, from training pages."""
    pages_of_class: dict[str, list[list[str]]] = {}
    for sample in samples:
        pages_of_class.setdefault(sample.label, []).extend(words(page.body) for page in sample.pages)
    pages = [(page, sentences_of(page)) for sample in samples for page in sample.pages if page.description]
    return Summariser(significant_words(pages_of_class), learnt_odds(pages), compression, most_between)


def summary_words(summariser: Summariser, page: PageText, category: str = "") -> list[str]:
    """The words of a page's title and summary."""
    found = words(page.title)
    for each in summariser.summary(page, category):
        found += each.sentence.words
    return found


def _scaled(scores: Floats) -> Floats:
    most = float(scores.max(initial=0.0))
    return scores / most if most > 0 else np.zeros(len(scores))
