"""Study a layout: decide which of its path classes are the article body.

`features.py` combines what recurs over the pages of a cluster with the look of single pages; gradient-boosted trees give each class a
score. Each decision holds for the whole cluster, so that its pages are read alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.containers import LEAST_PROBABILITY, even_out_containers, in_list_or_table, take_alike
from sitelode.articles.body.evidence import PageEvidence, Statements, evidence_of, segment_codes
from sitelode.articles.body.feature_names import FEATURES
from sitelode.articles.body.features import (
    KINDS,
    LINKED,
    OTHER_ARTICLE,
    PLAIN,
    REPEATED,
    ClassFeatures,
    Floats,
    class_features,
    is_heading,
    kinds_of,
    other_article_segments,
)
from sitelode.articles.body.recurrence import LEAST_COMPARED, RecurringTexts
from sitelode.articles.body.tree_model import BoostedTable, shipped_data
from sitelode.compiled.code_sets import are_among
from sitelode.compiled.codes import Codes
from sitelode.html.metadata import Metadata, metadata_of
from sitelode.html.page import Page
from sitelode.paths.labels import PathLabels
from sitelode.text.segments import Segments

LEAST_BODY = 60  # width; a page with less text above the threshold is an exception in its layout. Set by hand
# Of the way to the end of the scale. On 12 sites each of pagetypes, publishers and feedsites .6 loses more than it wins (`bench.articles`).
FAVORED_BY = 0.4
COMMON_SHARE = 0.5  # of the pages; words in more of their titles are the site's name. Set by hand
BODY_THRESHOLD = 0.38  # probability, measured with bench.learn_weights; below .5 because insertions weigh more in training than in a text
# The same for pages that are called a manual's: what varies there is theirs. Training folds choose .14 to .32, see consensus.md.
MANUAL_THRESHOLD = 0.26
CALLED_FROM = 0.5  # share of a layout's places on pages that are called so; set by hand
# Limits of what is never body, see `_never_body`; each rule was measured by bench.learn_weights, the values were set by hand.
TITLES_FROM = 0.5  # share of a class's segments that are the titles of their pages
COPIES_FROM = 0.7  # share of a class's segments whose text is on the page before them
LEAST_COPY = 60  # mean width; shorter texts repeat naturally within an article
# Share of the pages that have a text before or behind all text of their own. Mean of 14 corpora, unseen: +.0001, .8 the same, .4 -.0003.
TEMPLATE_FROM = 0.9


def no_codes() -> Codes:
    return np.empty(0, dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class BodyClasses:
    """What was learnt about the layout of one cluster: a probability for each path code and kind of text.

    It is kept besides the rules compiled from it (`body_rules.py`), because corrections and repair change its probabilities code by
    code, which the rules no longer have, and because a single page can be read with it without compiling anything.
    """

    labels: PathLabels
    recurring: RecurringTexts
    code: Codes  # of every path, ascending
    probability: Floats  # paths x kinds
    taken_from: float
    common_title_words: Codes
    with_other_articles: bool  # whether pages of this layout hold further articles
    usual_title: int = 0  # kin of the element that holds the title on most pages, 0 for none
    template: Codes = field(default_factory=no_codes)  # exact texts, ascending, that are never body, see `template_texts`

    def segment_probabilities(self, page: Page, segments: Segments) -> Floats:
        """The body probability of each segment of a page."""
        if not len(self.code) or not len(segments):
            return np.zeros(len(segments))
        if self.with_other_articles:
            stated = Statements.of(metadata_of(page)).without(self.common_title_words)
            return self.probabilities_of(evidence_of(page, self.labels, stated))
        return self._probabilities(segments, segment_codes(page, segments, self.labels))

    def probabilities_of(self, evidence: PageEvidence) -> Floats:
        """The same for a page that has been studied."""
        if not len(self.code) or not len(evidence.segments):
            return np.zeros(len(evidence.segments))
        others = other_article_segments(evidence, self.usual_title) if self.with_other_articles else None
        return self._probabilities(evidence.segments, evidence.segment_code, others)

    def _probabilities(self, segments: Segments, codes: Codes, of_others: NDArray[np.bool_] | None = None) -> Floats:
        others = self.recurring.share_of(segments.loose)
        kind = kinds_of(others, segments.width, segments.link_width)
        if of_others is not None:
            kind[of_others] = OTHER_ARTICLE
        if len(self.template):
            kind[are_among(segments.exact, self.template)] = OTHER_ARTICLE
        place = np.minimum(np.searchsorted(self.code, codes), len(self.code) - 1)
        return np.where(self.code[place] == codes, self.probability[place, kind], 0.0)


def study(pages: Sequence[Page], metadata: Sequence[Metadata]) -> BodyClasses:
    """Decide which path classes of a cluster are body."""
    return study_with_evidence(pages, metadata)[0]


def study_with_evidence(pages: Sequence[Page], metadata: Sequence[Metadata]) -> tuple[BodyClasses, list[PageEvidence]]:
    """The same, with the evidence of each page."""
    labels = PathLabels.of_pages(pages)
    statements = [Statements.of(each) for each in metadata]
    common = common_title_words(statements)
    shown = [evidence_of(page, labels, stated.without(common)) for page, stated in zip(pages, statements, strict=True)]
    evidence = [each for each in shown if len(each.segments)]
    if not evidence:
        return BodyClasses(labels, RecurringTexts.of([]), no_codes(), np.empty((0, KINDS)), BODY_THRESHOLD, common, False), shown
    features = class_features(evidence)
    probability = class_probabilities(features)
    body = BodyClasses(
        labels,
        features.segments.recurring,
        *_by_path(features, probability),
        threshold_of(features),
        common,
        bool(other_articles(features).any()),
        features.usual_title,
        template_texts(features, probability),
    )
    return body, shown


def class_probabilities(features: ClassFeatures) -> Floats:
    """The body probability of each class, by the shipped trees."""
    return placed(features, _shipped_table().scores(features.table, FEATURES))


@cache
def _shipped_table() -> BoostedTable:
    return BoostedTable.from_data(shipped_data()["trees"])


def threshold_of(features: ClassFeatures) -> float:
    """The probability from which text of a layout is taken."""
    return MANUAL_THRESHOLD if features.column("called_manual").mean() >= CALLED_FROM else BODY_THRESHOLD


def placed(features: ClassFeatures, score: Floats) -> Floats:
    """The probability from a score, and from the places of what reaches the threshold; 0 for classes that are never body."""
    probability = np.where(_never_body(features), 0.0, 1 / (1 + np.exp(-score)))
    return take_alike(features, even_out_containers(features, probability), BODY_THRESHOLD)


def _never_body(features: ClassFeatures) -> NDArray[np.bool_]:
    """Other articles on the page, titles, which are a separate field, and text that is on the page before."""
    titles = features.title_share >= TITLES_FROM
    copies = (features.column("earlier_on_page") >= COPIES_FROM) & (features.column("width") >= np.log1p(LEAST_COPY))
    return np.asarray(other_articles(features) | titles | copies)


def template_texts(features: ClassFeatures, probability: Floats) -> Codes:
    """Texts that nearly all pages have, word for word, before or behind all text of their own: no article begins or ends with them.

    On plain pages they stand at the places of the body, so that no decision about places can leave them out. Headings belong to the
    text below them, rows and items to their table or list.
    """
    segments = features.segments
    if segments.pages < LEAST_COMPARED:
        return no_codes()
    page = np.repeat(np.arange(segments.pages), np.diff(segments.start))
    number, taken = np.arange(len(page)), probability[features.class_of] >= BODY_THRESHOLD
    own, starts = taken & (segments.kind != REPEATED), segments.start[:-1]
    first = np.minimum.reduceat(np.where(own, number, len(number)), starts)[page]
    last = np.maximum.reduceat(np.where(own, number, -1), starts)[page]
    in_whole = is_heading(features.tree.tag) | in_list_or_table(features.tree)  # a part of something that goes or stays together
    at_edge = taken & (segments.kind == REPEATED) & ~in_whole[segments.path]
    at_edge &= (last >= 0) & ((number < first) | (number > last))
    found, pages_with = np.unique(np.unique(np.stack((segments.exact, page.astype(np.uint64)))[:, at_edge], axis=1)[0], return_counts=True)
    return found[pages_with >= TEMPLATE_FROM * segments.pages]


def other_articles(features: ClassFeatures) -> NDArray[np.bool_]:
    """The classes of further articles on an endless page."""
    found: NDArray[np.bool_] = features.kind == OTHER_ARTICLE
    return found


def common_title_words(statements: Sequence[Statements]) -> Codes:
    """The words in the titles of many pages: the site's name."""
    if len(statements) < 2:  # noqa: PLR2004 (nothing to compare with)
        return no_codes()
    words, counts = np.unique(np.concatenate([each.title for each in statements]), return_counts=True)
    return words[counts > max(1.0, COMMON_SHARE * len(statements))]


def _by_path(features: ClassFeatures, probability: Floats) -> tuple[Codes, Floats]:
    """Probabilities by path and kind.

    A kind without text on the studied pages gets the probability of another kind at that path; only recurring text gets 0.
    """
    codes, which = np.unique(features.tree.code[features.path], return_inverse=True)
    table = np.full((len(codes), KINDS), np.nan)
    table[which, features.kind] = probability
    table[:, REPEATED] = np.nan_to_num(table[:, REPEATED])
    table[:, OTHER_ARTICLE] = 0
    for kind, instead in ((LINKED, PLAIN), (PLAIN, LINKED), (LINKED, REPEATED), (PLAIN, REPEATED)):
        table[:, kind] = np.where(np.isnan(table[:, kind]), table[:, instead], table[:, kind])
    return codes, np.nan_to_num(table)


def best_threshold(probability: Floats, weight: NDArray[np.floating]) -> float:
    """The threshold with the highest expected F1, if each segment is body with its probability."""
    if not len(probability):
        return 1.0
    order = np.argsort(-probability, kind="stable")
    right = np.cumsum((probability * weight)[order])
    taken = np.cumsum(weight[order])
    expected = 2 * right / np.maximum(taken + right[-1], 1e-9)
    return float(probability[order[np.argmax(expected)]])


def choose_segments(probability: Floats, width: NDArray[np.int32], taken_from: float) -> NDArray[np.bool_]:
    """The segments above the layout's threshold; if a page has almost none, those above the best threshold for that page."""
    taken: NDArray[np.bool_] = probability >= taken_from
    if width[taken].sum() >= LEAST_BODY:
        return taken
    return np.asarray(probability >= max(best_threshold(probability, width.astype(np.float64)), LEAST_PROBABILITY))


def favored(taken_from: float, favor: str | None) -> float:
    """A threshold for somebody who wants only what is surely body ("precision"), or all that may be ("recall")."""
    if favor == "precision":
        return taken_from + (1.0 - taken_from) * FAVORED_BY
    return taken_from * (1.0 - FAVORED_BY) if favor == "recall" else taken_from
