"""The consensus: which path classes of a layout are the article body.

What recurs over the pages of a cluster and what single pages show is put together in `features.py`; a learned table says for each class
how likely it is body. The decision is one for the whole cluster, so that its pages come out alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.boosted import BoostedTable, shipped_data
from sitelode.articles.evidence import Statements, evidence_of, segment_codes
from sitelode.articles.features import FEATURES, KINDS, ClassFeatures, class_features, document_frequencies, kinds_of, other_share
from sitelode.articles.path_classes import Codes, PathLabels
from sitelode.dom.metadata import Metadata
from sitelode.dom.page import Page
from sitelode.text.segments import Segments

COMMON_SHARE = 0.3  # of the pages; words in more of their titles name the site
TAKEN_FROM = 0.5  # probability


@dataclass(frozen=True, slots=True)
class BodyClasses:
    """What was learnt about the layout of one cluster."""

    labels: PathLabels
    repeated: Codes  # texts on more than one page, ascending
    pages_with: NDArray[np.int64]
    pages: int
    code: Codes  # of every path, ascending
    probability: NDArray[np.float64]  # paths x kinds, NaN where no page showed one

    def segment_probabilities(self, page: Page, segments: Segments) -> NDArray[np.float64]:
        """How likely each segment of a page is body."""
        if not len(self.code):
            return np.zeros(len(segments))
        codes = segment_codes(page, segments, self.labels)
        others = other_share(segments.loose, self.repeated, self.pages_with, self.pages)
        kind = kinds_of(others, segments.width, segments.link_width)
        place = np.minimum(np.searchsorted(self.code, codes), len(self.code) - 1)
        known = self.code[place] == codes
        return np.where(known, np.nan_to_num(self.probability[place, kind]), 0.0)


def study(pages: Sequence[Page], metadata: Sequence[Metadata]) -> BodyClasses:
    """Decide on the classes of a cluster."""
    labels = PathLabels.learnt(pages)
    statements = without_common_words([Statements.of(each) for each in metadata])
    evidence = [evidence_of(page, labels, stated) for page, stated in zip(pages, statements, strict=True)]
    features = class_features(evidence)
    table = BoostedTable.from_data(shipped_data()["body"])
    probability = table.probabilities(features.table, FEATURES)
    repeated, pages_with = document_frequencies(evidence)
    return BodyClasses(labels, repeated, pages_with, len(pages), *_by_path(features, probability))


def without_common_words(statements: Sequence[Statements]) -> list[Statements]:
    """Titles without the words that name the site; a title that has no others stays as it is."""
    if len(statements) < 2:  # noqa: PLR2004 (nothing to compare with)
        return list(statements)
    words, counts = np.unique(np.concatenate([each.title for each in statements]), return_counts=True)
    common = words[counts > max(1.0, COMMON_SHARE * len(statements))]
    own = [np.setdiff1d(each.title, common, assume_unique=True) for each in statements]
    return [replace(each, title=title) if len(title) else each for each, title in zip(statements, own, strict=True)]


def _by_path(features: ClassFeatures, probability: NDArray[np.float64]) -> tuple[Codes, NDArray[np.float64]]:
    codes = features.tree.code[features.path]
    distinct, which = np.unique(codes, return_inverse=True)
    table = np.full((len(distinct), KINDS), np.nan)
    table[which, features.kind] = probability
    return distinct, table
