"""From the pages of one layout to their articles."""

from collections.abc import Sequence
from dataclasses import dataclass

from sitelode.articles.confidence import confidence_of
from sitelode.articles.consensus import BodyClasses, study
from sitelode.articles.titles import TitleParts
from sitelode.dom.metadata import metadata_of
from sitelode.dom.page import Page
from sitelode.dom.render_markdown import markdown_of
from sitelode.dom.render_text import text_of
from sitelode.model import Article
from sitelode.text.language import language_of
from sitelode.text.segments import segments_of

LEAST_TEXT = 60  # characters of unlinked text of its own; a page with less has no article


@dataclass(frozen=True, slots=True)
class NoArticle:
    """Why a page has no article."""

    reason: str


@dataclass(frozen=True, slots=True)
class ClusterReader:
    """Reads the articles of one layout: what it learnt from its pages, ready for any of them."""

    cluster: int
    size: int
    body: BodyClasses
    titles: TitleParts

    @classmethod
    def learnt(cls, cluster: int, pages: Sequence[Page]) -> "ClusterReader":
        metadata = [metadata_of(page) for page in pages]
        return cls(cluster, len(pages), study(pages, metadata), TitleParts.learnt(metadata))

    def article(self, page: Page, origin: str, *, markdown: bool = False) -> Article | NoArticle:
        """The article of a page, or why there is none."""
        segments = segments_of(page)
        probability = self.body.segment_probabilities(page, segments)
        chosen = probability >= self.body.taken_from
        if segments.width[chosen].sum() - segments.link_width[chosen].sum() < LEAST_TEXT:
            return NoArticle("no text of its own")
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
            confidence=confidence_of(probability, segments.width, chosen),
            origin=origin,
            markdown=markdown_of(page, rows, base_url=page.url) if markdown else "",
        )
