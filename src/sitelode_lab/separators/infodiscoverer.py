"""InfoDiscoverer as published: each block of each page is judged by the entropy of its own terms.

Hung-Yu Kao, Shian-Hua Lin, Jan-Ming Ho, Ming-Syan Chen: "Mining Web Informative Structures and Contents Based on Entropy Analysis", 3.2
and 4.3, after Shian-Hua Lin, Jan-Ming Ho, KDD 2002. Implemented: blocks from <table>, or from any container; the entropy of a
term over the pages, of a block as the mean over its distinct terms; the greedy threshold. `block_entropy.py` is what we made of it for
today's pages. Decided:

- Text belongs to its innermost block; what lies in none is one block, the page.
- Without a choice, blocks are tables if these hold most of the text, and containers otherwise.
- The threshold rises from 0 in steps of 0.1. The first step that brings no new feature ends it; before half of the features that vary are
    in, such a step is only a gap, or one small block of rare words would end it at 0.1 (the paper reports thresholds of up to 0.7).
- A term that was not in the page set has entropy 0, as one that is on a single page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.html.kernels.page_rows import inherit
from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import tag_flags
from sitelode.text.segments import Segments, segments_of
from sitelode.text.tokens import page_terms
from sitelode_lab.entropy import SpreadCounts
from sitelode_lab.sampling import sample_of
from sitelode_lab.separators.block_entropy import CONTAINER_TAGS, distinct_terms, informative_score
from sitelode_lab.separators.separator import Scores

BLOCK_TAGS: Final = {"table": frozenset(("table",)), "container": CONTAINER_TAGS}
CHOSEN: Final = "chosen"  # tables if they hold most of the text


@dataclass(frozen=True, slots=True)
class InfoDiscoverer:
    """Separator."""

    blocks: str = CHOSEN  # or a key of BLOCK_TAGS
    step: float = 0.1  # of the threshold; the paper's
    most_pages: int = 300  # the paper trains on ten of a set; more do not change the terms' order

    def study(self, pages: Sequence[Page]) -> "InformativeBlocks":
        sample = sample_of(pages, self.most_pages)
        blocks = self.blocks if self.blocks in BLOCK_TAGS else _chosen_blocks(sample)
        spread = SpreadCounts.of([page_terms(page, segments_of(page)).codes for page in sample])
        template = InformativeBlocks(blocks, spread, spread.entropies(len(sample)), 1.0, ())
        cut = [template.cut(page) for page in sample]
        threshold, curve = threshold_of([page.entropy for page in cut], [page.terms for page in cut], self.step)
        return InformativeBlocks(blocks, spread, template.entropies, threshold, curve)


@dataclass(frozen=True, slots=True)
class PageBlocks:
    """The blocks of a page with text, in document order."""

    rows: RowColumn  # of the elements
    entropy: Scores
    of_segment: NDArray[np.int64]  # the block of each segment
    terms: tuple[Codes, ...]  # the distinct terms of each
    segments: Segments


@dataclass(frozen=True, slots=True)
class InformativeBlocks:
    """Template: the entropies of terms, and the threshold."""

    blocks: str  # of BLOCK_TAGS
    spread: SpreadCounts
    entropies: Scores
    threshold: float  # blocks below are informative
    curve: tuple[tuple[float, int], ...]  # thresholds, and how many features each lets in

    def content_scores(self, page: Page) -> Scores:
        cut, scores = self.cut(page), np.zeros(len(page))
        of_segment = informative_score(cut.entropy, self.threshold)[cut.of_segment]
        scores[cut.segments.rows] = np.repeat(of_segment, np.diff(cut.segments.first))
        return scores

    def cut(self, page: Page) -> PageBlocks:
        """The blocks of a page, each with the mean entropy of its distinct terms; 1 for a block without terms."""
        segments = segments_of(page)
        holder = inherit(page.columns.parent, _flags(self.blocks)[page.columns.tag])[segments.block]
        rows, of_segment = np.unique(holder, return_inverse=True)
        terms = page_terms(page, segments)
        places, codes = distinct_terms(of_segment[terms.segment].astype(np.int32), terms.codes)
        count = np.bincount(places, minlength=len(rows))
        total = np.bincount(places, self.spread.look_up(self.entropies, codes), len(rows))
        entropy = np.where(count > 0, total / np.maximum(count, 1), 1.0)
        own = tuple(np.split(codes[np.argsort(places, kind="stable")], np.cumsum(count)[:-1])) if len(rows) else ()
        return PageBlocks(rows.astype(np.int32), entropy, of_segment, own, segments)


def threshold_of(entropies: Sequence[Scores], terms: Sequence[Sequence[Codes]], step: float) -> tuple[float, tuple[tuple[float, int], ...]]:
    """The threshold, and the number of features below every one that was looked at, from the blocks of some pages."""
    flat = np.concatenate([np.empty(0), *entropies])
    features = [each for page in terms for each in page]
    varying = [features[block] for block in np.flatnonzero(flat < 1 - 1e-9).tolist()]
    half = len(np.unique(np.concatenate([np.empty(0, np.uint64), *varying]))) / 2
    known: set[int] = set()
    curve = [(0.0, 0)]
    for number in range(1, round(1 / step) + 1):
        low, high = (number - 1) * step, number * step
        added = np.flatnonzero((flat >= low - 1e-9) & (flat < high - 1e-9))
        for block in added.tolist():
            known.update(features[block].tolist())
        if len(known) == curve[-1][1] > half:
            curve.append((round(high, 9), len(known)))
            return curve[-2][0], tuple(curve)
        curve.append((round(high, 9), len(known)))
    return (curve[-1][0] if known else 0.0), tuple(curve)


def _chosen_blocks(pages: Sequence[Page]) -> str:
    """Whether tables hold most of the text of some pages."""
    inside = total = 0
    for page in pages:
        segments = segments_of(page)
        holder = inherit(page.columns.parent, _flags("table")[page.columns.tag])[segments.block]
        inside += int(segments.width[holder > 0].sum())
        total += int(segments.width.sum())
    return "table" if inside * 2 > total else "container"


@cache
def _flags(blocks: str) -> NDArray[np.bool_]:
    return tag_flags(BLOCK_TAGS[blocks])
