"""From the pages of one layout to their articles."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.titles import TitleParts
from sitelode.dom.metadata import metadata_of
from sitelode.dom.page import Page
from sitelode.dom.render_markdown import markdown_of
from sitelode.dom.render_text import text_of
from sitelode.model import Article
from sitelode.templates.leaf_difference import CommonLeaves, LeafDifference
from sitelode.text.language import language_of
from sitelode.text.segments import Segments, segments_of

CONTENT_FROM = 0.5  # score
LEAST_TEXT = 60  # characters of unlinked text of its own; a page with less has no article
MOST_LINKED = 0.5  # share of the own text inside links; a page with more is a list of links


@dataclass(frozen=True, slots=True)
class NoArticle:
    """Why a page has no article."""

    reason: str


@dataclass(frozen=True, slots=True)
class ClusterReader:
    """Reads the articles of one layout: what it learnt from its pages, ready for any of them."""

    cluster: int
    size: int
    leaves: CommonLeaves
    titles: TitleParts

    @classmethod
    def learnt(cls, cluster: int, pages: Sequence[Page]) -> "ClusterReader":
        leaves = LeafDifference().study(pages)
        return cls(cluster, len(pages), leaves, TitleParts.learnt(map(metadata_of, pages)))

    def article(self, page: Page, origin: str, *, markdown: bool = False) -> Article | NoArticle:
        """The article of a page, or why there is none."""
        segments = segments_of(page)
        scores = self.leaves.segment_scores(segments)
        own = scores >= CONTENT_FROM
        problem = _problem(segments, own)
        if problem is not None:
            return problem
        chosen = own & (segments.link_width < segments.width)  # a line that is nothing but a link leads away
        rows = segments.text_rows(chosen)
        metadata = metadata_of(page)
        text = text_of(page, rows)
        return Article(
            url=page.url,
            title=self.titles.title_of(page, metadata),
            text=text,
            language=language_of(text, metadata.language),
            date=metadata.date,
            cluster=self.cluster,
            confidence=self._confidence(segments, scores),
            origin=origin,
            markdown=markdown_of(page, rows, base_url=page.url) if markdown else "",
        )

    def _confidence(self, segments: Segments, scores: NDArray[np.float64]) -> float:
        """How clear the decisions were, weighted by width, and how many pages stand behind them."""
        clarity = np.average(np.abs(2 * scores - 1), weights=segments.width)
        return round(float(clarity) * (self.size - 1) / self.size, 3)


def _problem(segments: Segments, own: NDArray[np.bool_]) -> NoArticle | None:
    width, linked = int(segments.width[own].sum()), int(segments.link_width[own].sum())
    if width - linked < LEAST_TEXT:
        return NoArticle("no text of its own")
    if linked > MOST_LINKED * width:
        return NoArticle("mostly links")
    return None
