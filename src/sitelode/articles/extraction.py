"""From the pages of one layout to their articles."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body_rules import BodyRules
from sitelode.articles.captions import captions_of, lead_image_of, pictures_of
from sitelode.articles.confidence import confidence_of
from sitelode.articles.consensus import BodyClasses, study_closely
from sitelode.articles.evidence import PageEvidence
from sitelode.articles.feed_entries import Feed
from sitelode.articles.field_rules import BETWEEN, MOST_VIEWS, FieldRules
from sitelode.articles.page_view import PageView, names_that_count
from sitelode.articles.taking import taken_segments
from sitelode.articles.titles import TitleParts
from sitelode.dom.metadata import metadata_of
from sitelode.dom.page import Page
from sitelode.dom.render_html import html_of
from sitelode.dom.render_markdown import markdown_of
from sitelode.dom.render_text import text_of
from sitelode.model import Article
from sitelode.text.language import language_of
from sitelode.text.segments import Segments, segments_of

LEAST_TEXT = 10  # characters; a page with less has no article. Which pages are articles is decided elsewhere: many have a line only


@dataclass(frozen=True, slots=True)
class NoArticle:
    """Why a page has no article."""

    reason: str


@dataclass(frozen=True, slots=True)
class ClusterReader:
    """Reads the articles of one layout: what it learnt from its pages, ready for any of them."""

    cluster: int
    size: int
    body: BodyClasses | BodyRules  # as studied, or compiled
    titles: TitleParts
    fields: FieldRules = field(default_factory=FieldRules)
    feed: Feed = field(default_factory=dict)  # what the site's feeds say, where its source has some

    @property
    def studied(self) -> BodyClasses:
        """What was studied, in full: a compiled reader no longer has it."""
        assert isinstance(self.body, BodyClasses)
        return self.body

    @classmethod
    def learnt(cls, cluster: int, pages: Sequence[Page], feed: Feed | None = None) -> "ClusterReader":
        """Study the pages of a layout; `feed` are the entries of the site's feeds, see `feed_entries.py`."""
        compared = list(pages[:MOST_VIEWS])  # they stay in memory: each is looked at several times
        if len(pages) == len(compared):
            pages = compared
        metadata = [metadata_of(page) for page in pages]
        body, shown = study_closely(pages, metadata)
        names = names_that_count(compared)
        known = feed or {}
        views = [
            PageView(page, about, names, evidence.segments, _taken(body, evidence), known.get(page.url))
            for page, about, evidence in zip(compared, metadata, shown, strict=False)
        ]
        fields = FieldRules.learnt([view for view in views if view.chosen.any()], TitleParts.learnt(metadata))
        return cls(cluster, len(pages), body, fields.titles, fields, known)

    def article(self, page: Page, origin: str, *, markdown: bool = False, html: bool = False) -> Article | NoArticle:
        """The article of a page, or why there is none."""
        segments = segments_of(page)
        probability = self.body.segment_probabilities(page, segments)
        chosen = taken_segments(probability, segments.width, self.body.taken_from)
        if segments.width[chosen].sum() < LEAST_TEXT:
            return NoArticle("no text of its own")
        view = self._view(page, segments, chosen)
        text = text_of(page, view.body_rows)
        found = self.fields.read_all(view)
        authors, pictures = found["author"].split(BETWEEN), pictures_of(view)
        return Article(
            url=page.url,
            title=self.fields.title(view)[0],
            text=text,
            language=language_of(text, view.metadata.language),
            date=found["date"],
            cluster=self.cluster,
            confidence=confidence_of(probability, segments.width, chosen),
            origin=origin,
            markdown=markdown_of(page, view.body_rows, base_url=page.url) if markdown else "",
            html=html_of(page, view.body_rows, base_url=page.url) if html else "",
            subtitle=found["subtitle"],
            author=found["author"],
            modified=found["modified"],
            description=found["description"],
            site_name=found["site_name"],
            image=found["image"],
            lead_image=lead_image_of(view, pictures, authors),
            captions=captions_of(pictures, self.fields.common_captions, authors),
            tags=tuple(filter(None, found["tags"].split(BETWEEN))),
            comments=self.fields.comments.read(view, self.fields.forms),
        )

    def view(self, page: Page) -> PageView:
        """A page with its body chosen, as the rules of the fields see it."""
        segments = segments_of(page)
        chosen = taken_segments(self.body.segment_probabilities(page, segments), segments.width, self.body.taken_from)
        return self._view(page, segments, chosen)

    def _view(self, page: Page, segments: Segments, chosen: NDArray[np.bool_]) -> PageView:
        return PageView(page, metadata_of(page), self.fields.names, segments, chosen, self.feed.get(page.url), self.fields.finder)


def _taken(body: BodyClasses, evidence: PageEvidence) -> NDArray[np.bool_]:
    return taken_segments(body.probabilities_of(evidence), evidence.segments.width, body.taken_from)
