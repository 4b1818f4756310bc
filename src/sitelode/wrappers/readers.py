"""Readers: what a layout's rules do with a page, one reader for each kind of rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body_rules import BodyRules
from sitelode.articles.consensus import BodyClasses
from sitelode.articles.extraction import ClusterReader
from sitelode.articles.features import Floats
from sitelode.articles.field_rules import FieldRules
from sitelode.articles.taking import taken_segments
from sitelode.dom.page import Page
from sitelode.errors import WrapperError
from sitelode.model import Article
from sitelode.text.segments import Segments
from sitelode.wrappers.wrapper import Layout


@dataclass(frozen=True, slots=True)
class TextOfPage:
    """The text of a page in segments, and which of them were taken as the article's."""

    loose: NDArray[np.uint64]
    width: NDArray[np.int32]
    link_width: NDArray[np.int32]
    taken: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Found:
    """What rules found on a page."""

    values: Mapping[str, Any] = field(default_factory=dict)  # by field; texts, or lists of texts or of records
    article: Article | None = None
    reason: str = ""  # why there is nothing
    text: TextOfPage | None = None


class Reader(Protocol):
    """Rules of one layout, ready for pages."""

    reads_other_layouts: bool  # whether it finds what it holds on to in a page that otherwise looks different, or nothing

    def read(self, page: Page, origin: str) -> Found: ...


class ArticleLayoutReader:
    """Reads articles with the same code as mining."""

    reads_other_layouts = True  # paths are known by their inner steps, whatever is around them

    def __init__(self, rules: Mapping[str, Any], number: int, pages: int) -> None:
        self._body = _Listening(BodyRules.from_data(rules["body"]))
        fields = FieldRules.from_data(rules["fields"])
        self._reader = ClusterReader(number, pages, self._body, fields.titles, fields)  # type: ignore[arg-type]

    def read(self, page: Page, origin: str) -> Found:
        outcome = self._reader.article(page, origin)
        text = self._body.heard()
        if not isinstance(outcome, Article):
            return Found(reason=outcome.reason, text=text)
        return Found(article_values(outcome), outcome, text=text)


class _Listening:
    """Body rules that remember their last answer: verification looks at what was taken without asking again."""

    def __init__(self, rules: BodyRules) -> None:
        self.rules = rules
        self.taken_from = rules.taken_from
        self._last: tuple[Segments, Floats] | None = None

    def segment_probabilities(self, page: Page, segments: Segments) -> Floats:
        found = self.rules.segment_probabilities(page, segments)
        self._last = segments, found
        return found

    def heard(self) -> TextOfPage | None:
        if self._last is None:
            return None
        segments, likely = self._last
        self._last = None
        taken = taken_segments(likely, segments.width, self.taken_from)
        return TextOfPage(segments.loose, segments.width, segments.link_width, taken)


def article_rules(reader: ClusterReader, body: BodyRules) -> dict[str, Any]:
    """The rules of an article's layout as plain data."""
    return {"body": body.to_data(), "fields": reader.fields.to_data()}


def body_rules_of(reader: ClusterReader, pages: "list[Page]") -> BodyRules:
    """The compiled rules of a reader, whether it was compiled before or not."""
    return BodyRules.compiled(reader.body, pages) if isinstance(reader.body, BodyClasses) else reader.body


ARTICLE_FIELDS = ("title", "text", "subtitle", "author", "date", "modified", "description", "image", "tags")


def article_values(article: Article) -> dict[str, str]:
    """The fields of an article that rules are responsible for, as texts."""
    values = {name: getattr(article, name) for name in ARTICLE_FIELDS}
    return {name: value if isinstance(value, str) else "; ".join(value) for name, value in values.items()}


def reader_of(layout: Layout, number: int) -> Reader:
    """The reader of a layout's rules.

    Raises:
        WrapperError: when the rules are damaged, or of a kind that cannot be read.

    """
    try:
        if layout.kind == "article":
            return ArticleLayoutReader(layout.rules, number, layout.pages)
        raise WrapperError(f"layout {layout.name!r} has rules of the kind {layout.kind!r}, which this program cannot read yet")
    except (KeyError, ValueError, TypeError, AttributeError) as problem:
        raise WrapperError(f"the rules of layout {layout.name!r} are damaged: {type(problem).__name__} {problem!s:.150}") from problem
