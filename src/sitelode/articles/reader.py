"""Read the articles of one layout: learn from its pages, then read any page."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape, unescape
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.body_rules import BodyRules
from sitelode.articles.body.study import BodyClasses, choose_segments, study_with_evidence
from sitelode.articles.body.tree_model import confidence_of
from sitelode.articles.fields.kernels.page_texts import BodyOfPage
from sitelode.articles.fields.learning import compared_pages, learn_fields
from sitelode.articles.fields.page_view import PageView, names_that_count
from sitelode.articles.fields.pictures import BodyPictures, captions_of, lead_image_of, pictures_of
from sitelode.articles.fields.rules import BETWEEN, FieldRules
from sitelode.articles.fields.title_words import letters_of
from sitelode.articles.fields.titles import TitleParts
from sitelode.errors import PageError
from sitelode.html.feeds import Feed
from sitelode.html.metadata import Metadata, metadata_of
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.html.render.html import html_of
from sitelode.html.render.markdown import markdown_of
from sitelode.html.render.text import text_of_nodes
from sitelode.html.vocabulary import tag_flags
from sitelode.model import Article
from sitelode.text.segments import Segments, segments_of

LEAST_TEXT = 10  # characters; less is no article. Other code decides which pages are articles: many have a line (sites, seen: .975 to .986)
FEW_PAGES = 20  # of a layout, that are kept in memory while it is studied; a bound, set by hand
NO_TEXT = "no text of its own"
LEAST_STATED: Final = 100  # characters; less is a title or a notice. Set by hand
STATED_CONFIDENCE: Final = 0.5  # in a text that was not chosen among others; set by hand
_NAME: Final = "articleBody"
_MARKUP = ("<p", "<br", "<div", "</")
_INNER = tag_flags(frozenset(("h2", "h3", "h4", "h5", "h6"))).view(np.uint8)


@dataclass(frozen=True, slots=True)
class NoArticle:
    """Why a page has no article."""

    reason: str


@dataclass(frozen=True, slots=True)
class ClusterReader:
    """Reads the articles of one layout, with all that was learnt from its pages."""

    cluster: int
    size: int
    body: BodyClasses | BodyRules  # as studied, or compiled: see BodyClasses
    titles: TitleParts
    fields: FieldRules = field(default_factory=FieldRules)
    feed: Feed = field(default_factory=dict)  # entries of the site's feeds, if it has any

    @property
    def studied(self) -> BodyClasses:
        """The full result of the study; a compiled reader no longer has it."""
        assert isinstance(self.body, BodyClasses)
        return self.body

    @classmethod
    def learnt(cls, cluster: int, pages: Sequence[Page], feed: Feed | None = None) -> "ClusterReader":
        """Study the pages of a layout; `feed` holds the entries of the site's feeds, see `html/feeds.py`."""
        pages = list(pages) if len(pages) <= FEW_PAGES else pages  # kept in memory: each page is used several times
        places = compared_pages(len(pages))
        compared = [pages[place] for place in places]
        metadata = [metadata_of(page) for page in pages]
        body, shown = study_with_evidence(pages, metadata)
        names = names_that_count(compared)
        known, steps, named = feed or {}, dict[int, str](), dict[tuple[int, ...], str]()
        views = [
            PageView(
                page,
                metadata[place],
                names,
                choose_body(page, shown[place].segments, body.probabilities_of(shown[place]), body.taken_from),
                known.get(page.url),
                None,
                steps,
                named,
            )
            for page, place in zip(compared, places, strict=True)
        ]
        fields = learn_fields([view for view in views if view.body.chosen.any()] or views, TitleParts.learn(metadata))
        fields.finder.steps.update(steps)  # the studied pages are read next
        return cls(cluster, len(pages), body, fields.titles, fields, known)

    def body_of(self, page: Page) -> BodyOfPage:
        """Find the body of a page."""
        segments = segments_of(page)
        probability = self.body.segment_probabilities(page, segments)
        return choose_body(page, segments, probability, self.body.taken_from)

    def article(self, page: Page, origin: str, **wanted: bool | None) -> Article | NoArticle:
        """The article of a page, or why there is none; `wanted` as in `article_of`."""
        return self.article_of(page, self.body_of(page), origin, **wanted)

    def article_of(
        self,
        page: Page,
        body: BodyOfPage,
        origin: str,
        *,
        markdown: bool | None = False,
        html: bool | None = False,
        captions: bool | None = None,
    ) -> Article | NoArticle:
        """The same for a page whose body is already known, on request with its structure as Markdown and HTML.

        `captions`: with those of pictures or without them; otherwise Markdown and HTML have them, and the text has not.
        """
        is_article = has_article(body)
        stated = None if is_article else stated_page(page, metadata_of(page))
        if stated is None and not is_article:
            return NoArticle(NO_TEXT)
        view = self._view(page, body)
        title = self.fields.title(view)[0]
        shown, rows = (page, rows_after_title(page, body, title)) if stated is None else (stated, stated.text_rows)
        found = self.fields.read_all(view)
        authors, pictures = found["author"].split(BETWEEN), pictures_of(view)
        text_rows = rows
        if (markdown or html or captions is not None) and stated is None:
            of_body = BodyPictures.of(view, pictures, self.fields.common_captions, authors)
            text_rows = rows if captions is None else of_body.with_captions(rows, wanted=captions)
            rows = of_body.with_pictures(of_body.with_captions(rows, wanted=captions is not False))
        text = text_of_nodes(shown, text_rows)
        return Article(
            url=page.url,
            title=title,
            text=text,
            language=self.fields.language_of(text, view.metadata.language),
            date=found["date"],
            cluster=self.cluster,
            confidence=confidence_of(body.agreement) if stated is None else STATED_CONFIDENCE,
            origin=origin,
            markdown=markdown_of(shown, rows, base_url=page.url) if markdown else "",
            html=html_of(shown, rows, base_url=page.url) if html else "",
            subtitle=found["subtitle"],
            author=found["author"],
            modified=found["modified"],
            description=found["description"],
            site_name=found["site_name"],
            image=found["image"],
            lead_image=lead_image_of(view, pictures, authors, self.fields.common_pictures),
            captions=captions_of(page, pictures, self.fields.common_captions, authors),
            tags=tuple(filter(None, found["tags"].split(BETWEEN))),
            categories=tuple(filter(None, found["categories"].split(BETWEEN))),
            licence=found["licence"],
            comments=self.fields.comments.read(view, self.fields.forms),
        )

    def view(self, page: Page) -> PageView:
        """A page with its body chosen, as the field rules use it."""
        return self._view(page, self.body_of(page))

    def _view(self, page: Page, body: BodyOfPage) -> PageView:
        entry = self.feed.get(page.url) if self.feed else None
        return PageView(page, metadata_of(page), self.fields.names, body, entry, self.fields.finder)


def has_article(body: BodyOfPage) -> bool:
    """Whether the chosen text of a page is enough for an article."""
    return bool(body.width >= LEAST_TEXT)


def choose_body(page: Page, segments: Segments, probability: NDArray[np.float64], taken_from: float) -> BodyOfPage:
    """The body of a page: the segments that reach the threshold, and headings between two of them in the same element as both.

    "Background" and "Part 3" stand on many pages of a site, as template does; but template does not stand between two paragraphs. A heading
    that is a link names another page, and one before a box that is left out goes with the box: its next line is not of the body.
    """
    return BodyOfPage(page.rows_read, segments, probability, choose_segments(probability, segments.width, taken_from), _INNER)


def rows_after_title(page: Page, body: BodyOfPage, title: str) -> NDArray[np.int32]:
    """The text nodes of a body, without a first line that says the title once more: that is a field of its own."""
    rows: NDArray[np.int32] = body.rows
    lines = body.chosen.nonzero()[0][:2]
    if len(lines) < 2 or body.probability[lines[0]] >= 1:  # noqa: PLR2004 (a text of one line keeps it, and what a person called body stays)
        return rows
    first = body.segments.rows[body.segments.first[lines[0]] : body.segments.first[lines[0] + 1]].tolist()
    again = letters_of("".join(map(page.text, first)))
    return rows[len(first) :] if again and again == letters_of(title) else rows


def stated_page(page: Page, metadata: Metadata) -> Page | None:
    """The `articleBody` that a page states, as a page; None if it states none, or several.

    It is used only if a page shows no text: shown text is better evidence than stated text, which may be a teaser, all in one line, or the
    text of another page.
    """
    stated = {text for item in metadata.linked_data if isinstance(text := item.get(_NAME), str) and len(text) >= LEAST_STATED}
    if len(stated) != 1:
        return None
    try:
        return parse(_as_html(stated.pop()).encode("utf-8", "replace"), page.url, "text/html; charset=utf-8")
    except PageError:
        return None


def _as_html(text: str) -> str:
    if "&lt;" in text and not any(mark in text for mark in _MARKUP):
        text = unescape(text)  # markup that was escaped in transit
    if any(mark in text for mark in _MARKUP):
        return f"<body>{text}"
    return "<body>" + "".join(f"<p>{escape(unescape(line), quote=False)}</p>" for line in text.splitlines() if line.strip())
