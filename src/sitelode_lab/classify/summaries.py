"""Summarise, then classify (3.4): the best sentences of a page by four measures, and naive Bayes on them.

D. Shen, Z. Chen, Q. Yang, H.-J. Zeng, B. Zhang, Y. Lu, W.-Y. Ma: "Web-page classification through summarization", SIGIR 2004.
S = S_Luhn + S_LSA + S_CB + S_Sup, each scaled to 0..1 on its page first (decided); the best sentences are taken until 20 % of the words are
there (decided). The paper reports 12.9 % better than without summaries on directory pages; `docs/algorithms/classify.md` has our table.

S_Luhn (3.4.1), H. P. Luhn, IBM Journal 1958: a sentence is worth its densest stretch of significant words. The pool of significant words
is that of a category. Decided: its 100 most frequent words that are not among the most frequent of all categories (no list of stop words is
needed, in any language); at most four other words between two significant ones.

S_LSA (3.4.2), Y. Gong, X. Liu, SIGIR 2001: sentences that carry the main patterns of words, by singular values of the matrix of terms and
sentences. Decided: a score is the length of the projection on the singular vectors whose value is above half of the first.

S_CB (3.4.3), J. Chen et al., "Function-based object model", WWW 2001: the content body is the object that most others resemble, and those
that resemble it. Objects are blocks of text (basic) and the boxes that hold several of them (composite); navigation is what consists
mostly of links. Two are linked when their tf-idf cosine exceeds 0.1. Blocks behind the first 400 are outside.

S_Sup (3.4.4), J. Kupiec, J. Pedersen, F. Chen, SIGIR 1995: how likely a sentence belongs to a summary, by naive Bayes over eight features.
The truth to learn from are the meta descriptions of training pages (decided). Without any, the measure is 0, and says so.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2, sqrt
from typing import ClassVar

import numpy as np

from sitelode.classify.contract import OneByOne, Sample, Verdict, class_names
from sitelode.classify.features import FeatureSpace, Floats, count_matrix
from sitelode.classify.reading import PageText
from sitelode.json_data import JsonData
from sitelode.text.tokens import terms
from sitelode_lab.classify.naive_bayes import NaiveBayes, fit_naive_bayes

MEASURES = ("luhn", "lsa", "content body", "supervised")
COMPRESSION = 0.2  # share of a page's words that its summary has
# A full stop, question or exclamation mark with what closes a quotation, then a space; those of Chinese and Japanese need none.
_END = re.compile(r"(?<=[.!?…؟।])[\"'”’»)\]]*\s+|(?<=[。！？｡])")  # noqa: RUF001 (marks of several scripts)
MOST_SENTENCES = 2_000  # of a page
POOL_SIZE = 100  # words
MOST_BETWEEN = 4  # other words inside a stretch, between two significant ones
_STOP_SHARE = 0.5  # of the pages; a word on so many of every category is no category's
_LEAST_SHARE = 0.5  # of the first singular value
_MOST_COMPARED = 400  # of a page that are compared at once; time grows with their square
ALIKE_FROM = 0.1  # cosine
NAVIGATION_FROM = 0.6  # share of characters in links
_MOST_OBJECTS = 400
FEATURES = ("place in paragraph", "length", "tf * sf", "title", "whole page", "metadata", "emphasis", "font size")
_BINS = 5
_SAME_FROM = 0.5  # share of a description's words that a sentence of a summary holds
_LEAST_TRUE = 5  # summary sentences to learn from


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    words: tuple[str, ...]
    block: int  # place among the page's blocks
    place: int  # in its block
    of: int  # sentences in its block


def sentences_of(page: PageText) -> list[Sentence]:
    """In the order of the page; at most MOST_SENTENCES."""
    found = (sentence for number, block in enumerate(page.blocks) for sentence in _of_block(number, block.text))
    return [sentence for _, sentence in zip(range(MOST_SENTENCES), found, strict=False)]


def _of_block(number: int, text: str) -> Iterator[Sentence]:
    parts = [(part, found) for part in _END.split(text) if part and (found := terms(part))]
    for place, (part, found) in enumerate(parts):
        yield Sentence(part.strip(), tuple(found), number, place, len(parts))


def significant_words(pages_of_class: Mapping[str, Sequence[Collection[str]]], size: int = POOL_SIZE) -> dict[str, frozenset[str]]:
    """The pool of each category: its most frequent words, without those that are frequent in all of them."""
    shares = {name: _page_shares(pages) for name, pages in pages_of_class.items()}
    everywhere = {word for word in set().union(*shares.values()) if all(share.get(word, 0.0) >= _STOP_SHARE for share in shares.values())}
    pools = {}
    for name, pages in pages_of_class.items():
        counts = Counter(word for page in pages for word in page if word not in everywhere)
        pools[name] = frozenset(word for word, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:size])
    return pools


def _page_shares(pages: Sequence[Collection[str]]) -> dict[str, float]:
    counts = Counter(word for page in pages for word in set(page))
    return {word: count / len(pages) for word, count in counts.items()}


def luhn_score(words: Sequence[str], pool: Collection[str], most_between: int = MOST_BETWEEN) -> float:
    """The best stretch that begins and ends with significant words: their number squared, by the words in it."""
    places = [place for place, word in enumerate(words) if word in pool]
    best, start = 0.0, 0
    for at in range(1, len(places) + 1):
        if at == len(places) or places[at] - places[at - 1] - 1 > most_between:
            inside = at - start
            best = max(best, inside * inside / (places[at - 1] - places[start] + 1))
            start = at
    return best


def mean_luhn_score(words: Sequence[str], pools: Iterable[Collection[str]], most_between: int = MOST_BETWEEN) -> float:
    """For a page whose category nobody knows: the mean over the pools of all."""
    scores = [luhn_score(words, pool, most_between) for pool in pools]
    return sum(scores) / len(scores) if scores else 0.0


def latent_scores(sentences: Sequence[Sequence[str]]) -> Floats:
    """One number a sentence; those behind the first 400 have none."""
    scores = np.zeros(len(sentences))
    compared = sentences[:_MOST_COMPARED]
    vocabulary = {word: place for place, word in enumerate(sorted({word for sentence in compared for word in sentence}))}
    if not vocabulary:
        return scores
    rows = count_matrix(compared, vocabulary)
    # The squared singular values and right vectors of terms x sentences are those of the sentences' products.
    values, vectors = np.linalg.eigh(np.asarray((rows @ rows.T).todense()))
    sizes = np.sqrt(np.maximum(values, 0.0))
    kept = sizes > _LEAST_SHARE * sizes.max()
    scores[: len(compared)] = np.sqrt(((vectors[:, kept] * sizes[kept]) ** 2).sum(axis=1))
    return scores


def content_body(page: PageText) -> frozenset[int]:
    """The numbers of the blocks inside."""
    boxes: dict[int, list[int]] = {}
    for number, block in enumerate(page.blocks[:_MOST_OBJECTS]):
        if block.link_share < NAVIGATION_FROM:
            boxes.setdefault(block.box, []).append(number)
    objects = [[number] for numbers in boxes.values() for number in numbers]
    objects += [numbers for numbers in boxes.values() if len(numbers) > 1]
    if not objects:
        return frozenset()
    texts = [[word for number in numbers for word in terms(page.blocks[number].text)] for numbers in objects]
    space = FeatureSpace.learnt([{"words": text} for text in texts], {"words": 1.0})
    rows = space.matrix([{"words": text} for text in texts])
    linked = np.asarray((rows @ rows.T).todense()) > ALIKE_FROM
    np.fill_diagonal(linked, True)
    core = int(linked.sum(axis=1).argmax())
    return frozenset(number for place in np.flatnonzero(linked[core]).tolist() for number in objects[place])


@dataclass(frozen=True, slots=True)
class SentenceOdds(JsonData):
    """Bounds of the bins of each feature, and log (Pr[bin | summary] / Pr[bin])."""

    bounds: Floats  # features x (bins - 1)
    log_ratio: Floats  # features x bins

    def scores(self, page: PageText, sentences: Sequence[Sentence], rate: float) -> Floats:
        """Pr[summary | features] as the product says, at most 1; `rate` is Pr[summary]."""
        values = feature_values(page, sentences)
        total = np.full(len(sentences), np.log(rate))
        for number in range(len(FEATURES)):
            total += self.log_ratio[number][np.searchsorted(self.bounds[number], values[:, number], side="right")]
        likely: Floats = np.minimum(np.exp(total), 1.0)
        return likely


def learnt_odds(pages: Sequence[tuple[PageText, Sequence[Sentence]]]) -> SentenceOdds | None:
    """From pages that describe themselves; None where too few do."""
    rows, truth = [], []
    for page, sentences in pages:
        wanted = set(terms(page.description))
        if wanted and sentences:
            rows.append(feature_values(page, sentences))
            truth += [len(wanted & set(sentence.words)) >= _SAME_FROM * len(wanted) for sentence in sentences]
    if sum(truth) < _LEAST_TRUE or all(truth):
        return None
    values, chosen = np.concatenate(rows), np.array(truth)
    bounds = np.quantile(values, np.arange(1, _BINS) / _BINS, axis=0).T
    return SentenceOdds(bounds, np.stack([_log_ratio(values[:, number], chosen, bounds[number]) for number in range(len(FEATURES))]))


def _log_ratio(values: Floats, chosen: Floats, bounds: Floats) -> Floats:
    bins = np.searchsorted(bounds, values, side="right")
    every = np.bincount(bins, minlength=_BINS) + 1.0
    inside = np.bincount(bins[chosen], minlength=_BINS) + 1.0
    ratio: Floats = np.log(inside / inside.sum()) - np.log(every / every.sum())
    return ratio


def feature_values(page: PageText, sentences: Sequence[Sentence]) -> Floats:
    """The eight features of each sentence."""
    everything = Counter(word for sentence in sentences for word in sentence.words)
    holding = Counter(word for sentence in sentences for word in set(sentence.words))
    title, metadata = Counter(terms(page.title)), Counter(terms(f"{page.description} {page.keywords}"))
    strong = set(terms(" ".join(block.emphasis for block in page.blocks)))
    return np.array(
        [
            (
                sentence.place / max(1, sentence.of - 1),
                len(sentence.words),
                log2(1 + sum(everything[word] * holding[word] for word in sentence.words)),
                _dot(own := Counter(sentence.words), title),
                _cosine(own, everything),
                _cosine(own, metadata),
                sum(word in strong for word in sentence.words),
                page.blocks[sentence.block].size,
            )
            for sentence in sentences
        ]
    ).reshape(len(sentences), len(FEATURES))


def _dot(one: Counter[str], two: Counter[str]) -> int:
    return sum(count * two[word] for word, count in one.items() if word in two)


def _cosine(one: Counter[str], two: Counter[str]) -> float:
    dot = _dot(one, two)
    return dot / sqrt(sum(c * c for c in one.values()) * sum(c * c for c in two.values())) if dot else 0.0


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    sentence: Sentence
    scores: tuple[float, float, float, float]  # in the order of MEASURES, each 0 to 1

    @property
    def total(self) -> float:
        return sum(self.scores)


@dataclass(frozen=True, slots=True)
class Summariser(JsonData):
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
        return self.bayes.verdict(self.classes, document, "summary" if self.summariser.odds else "summary by three measures")


@dataclass(frozen=True, slots=True)
class Summaries:
    """The classifier with its settings."""

    model: ClassVar = SummaryModel
    compression: float = COMPRESSION
    most_between: int = MOST_BETWEEN

    def fit(self, samples: Sequence[Sample]) -> SummaryModel:
        classes = class_names(samples)
        summariser = learnt_summariser(samples, self.compression, self.most_between)
        documents = [[word for page in sample.pages for word in summary_words(summariser, page, sample.label)] for sample in samples]
        labels = [classes.index(sample.label) for sample in samples]
        return SummaryModel(classes, summariser, fit_naive_bayes(documents, labels))


def learnt_summariser(samples: Sequence[Sample], compression: float = COMPRESSION, most_between: int = MOST_BETWEEN) -> Summariser:
    """Pools of the categories, and the odds of sentences, from training pages."""
    pages_of_class: dict[str, list[list[str]]] = {}
    for sample in samples:
        pages_of_class.setdefault(sample.label, []).extend(terms(page.body) for page in sample.pages)
    pages = [(page, sentences_of(page)) for sample in samples for page in sample.pages if page.description]
    return Summariser(significant_words(pages_of_class), learnt_odds(pages), compression, most_between)


def summary_words(summariser: Summariser, page: PageText, category: str = "") -> list[str]:
    """The words of a page's title and summary."""
    found = terms(page.title)
    for each in summariser.summary(page, category):
        found += each.sentence.words
    return found


def _scaled(scores: Floats) -> Floats:
    most = float(scores.max(initial=0.0))
    return scores / most if most > 0 else np.zeros(len(scores))
