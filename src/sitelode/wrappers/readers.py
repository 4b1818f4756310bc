"""Readers: one for each kind of rules, which takes a page and gives what the rules find on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.body_rules import BodyRules
from sitelode.articles.fields.kernels.page_texts import BodyOfPage
from sitelode.articles.fields.rules import BETWEEN, FieldRules
from sitelode.articles.reader import NO_TEXT, ClusterReader, has_article, stated_page
from sitelode.errors import DamagedDataError, WrapperError
from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.html.render.text import text_of_nodes
from sitelode.json_data import read_as
from sitelode.model import Article
from sitelode.tables.details.field_rules import FieldRules as DetailRules
from sitelode.tables.lists.list_rule import ListRule
from sitelode.wrappers.taught.taught import Taught, TaughtRules, taught_fields, taught_values
from sitelode.wrappers.wrapper import Layout, Wrapper, read_wrapper


class TextOfPage(NamedTuple):
    """The text of a page in segments, and which of them were taken as the article's."""

    loose: NDArray[np.uint64]
    width: NDArray[np.int32]
    link_width: NDArray[np.int32]
    taken: NDArray[np.bool_]

    @classmethod
    def of(cls, body: BodyOfPage) -> "TextOfPage":
        return cls(body.segments.loose, body.segments.width, body.segments.link_width, body.chosen)


@dataclass(frozen=True, slots=True)
class Extraction:
    """What rules found on a page."""

    values: Mapping[str, str] = field(default_factory=dict)  # by field, for comparison: of a list, those of its first record
    records: tuple[Mapping[str, Any], ...] = ()
    article: Article | None = None
    reason: str = ""  # why there is nothing
    text: TextOfPage | None = None


class Reader(Protocol):
    """Rules of one layout, ready for pages."""

    reads_other_layouts: bool  # whether it finds what it holds on to in a page that otherwise looks different, or nothing

    def read(self, page: Page, origin: str) -> Extraction: ...


@dataclass(frozen=True)
class ArticleRules(TaughtRules):
    """The rules of a layout of articles."""

    body: BodyRules
    fields: FieldRules


@dataclass(frozen=True)
class ListRules(TaughtRules):
    """The rules of a layout of lists."""

    list: ListRule


@dataclass(frozen=True)
class DetailsRules(TaughtRules):
    """The rules of a layout of detail pages."""

    columns: DetailRules


class ArticleLayoutReader:
    """Reads articles with the same code as mining."""

    reads_other_layouts = True  # paths are known by their inner steps, whatever is around them

    def __init__(self, rules: Mapping[str, Any], number: int, pages: int) -> None:
        read = read_as(ArticleRules, rules)
        self._taught = read.taught
        self._reader = ClusterReader(number, pages, read.body, read.fields.titles, read.fields)
        self.markdown = self.html = False  # whether articles are wanted in these forms as well

    def read_text(self, page: Page) -> Extraction:
        """The text alone, at the cost of little more than looking at the page."""
        body = self._reader.body_of(page)
        if has_article(body):
            return Extraction({"text": text_of_nodes(page, body.rows)}, text=TextOfPage.of(body))
        stated = stated_page(page, metadata_of(page))
        if stated is None:
            return Extraction(reason=NO_TEXT, text=TextOfPage.of(body))
        return Extraction({"text": text_of_nodes(stated, stated.text_rows)}, text=TextOfPage.of(body))

    def read(self, page: Page, origin: str) -> Extraction:
        body = self._reader.body_of(page)
        outcome = self._reader.article_of(page, body, origin, markdown=self.markdown, html=self.html)
        text = TextOfPage.of(body)
        if not isinstance(outcome, Article):
            return Extraction(taught_values(self._taught, page), reason=outcome.reason, text=text)
        values = article_values(outcome)
        return Extraction(values | taught_values(self._taught, page) if self._taught else values, article=outcome, text=text)


@dataclass
class EmptyLayoutReader:
    """For pages that are known to have no article, or no list; what somebody taught is read there, too."""

    reason: str
    taught: Sequence[Taught] = ()
    reads_other_layouts: bool = False

    def read(self, page: Page, origin: str) -> Extraction:  # noqa: ARG002 (as all readers)
        return Extraction(taught_values(self.taught, page), reason=self.reason)


class ListLayoutReader:
    """Reads the records of a list."""

    reads_other_layouts = True  # the way to a record may be the same in another frame; what is found must look as it should

    def __init__(self, rules: Mapping[str, Any]) -> None:
        read = read_as(ListRules, rules)
        self._rule, self._taught = read.list, read.taught
        self._is_of_pages = takes_pages(rules)

    def read(self, page: Page, origin: str) -> Extraction:  # noqa: ARG002 (as all readers)
        records = tuple(self._rule.apply(page))
        taught = taught_values(self._taught, page)
        if not records:
            return Extraction(taught, reason="no records")
        if self._is_of_pages:
            records = tuple({**record, **{name: value for name, value in taught.items() if value}} for record in records)
        names = [column.name for column in self._rule.columns]
        firsts = {name: next((text for record in records if (text := as_text(record.get(name)))), "") for name in names}
        return Extraction({"records": str(len(records)), **firsts, **taught}, records=records)


class FieldsLayoutReader:
    """Reads the named values of a detail page."""

    reads_other_layouts = True  # labels stand beside values in another frame, too

    def __init__(self, rules: Mapping[str, Any]) -> None:
        read = read_as(DetailsRules, rules)
        self._rules, self._taught = read.columns, read.taught

    def read(self, page: Page, origin: str) -> Extraction:  # noqa: ARG002 (as all readers)
        values = {name: as_text(each) for name, each in self._rules.values(page).items()}
        return Extraction({**values, **taught_values(self._taught, page)}, reason="" if values else "no fields")


def takes_pages(rules: Mapping[str, Any]) -> bool:
    """Whether a list takes the whole page as its only record: selectors by name that somebody imported."""
    return "list" in rules and [step["tag"] for step in rules["list"]["base"]] in (["html"], ["body"])


def as_text(value: object) -> str:
    """A field's value as one text."""
    if isinstance(value, list | tuple):
        return "; ".join(map(str, value))
    return "" if value is None else str(value)


ARTICLE_FIELDS = ("title", "text", "subtitle", "author", "date", "modified", "description", "image", "tags")


def article_values(article: Article) -> dict[str, str]:
    """The fields of an article that rules are responsible for, as texts."""
    found = {name: getattr(article, name) for name in ARTICLE_FIELDS}
    return found | {"tags": BETWEEN.join(article.tags)}


def usable_wrapper(path: Path) -> Wrapper:
    """Read a wrapper's file with the rules of all its layouts checked.

    Raises:
        WrapperError: when it cannot be read, is no wrapper, or its rules are damaged.

    """
    found = read_wrapper(path)
    for number, layout in enumerate(found.layouts):
        reader_of(layout, number)
    return found


def reader_of(layout: Layout, number: int) -> Reader:
    """The reader of a layout's rules.

    Raises:
        WrapperError: when the rules are damaged, or of a kind that cannot be read.

    """
    try:
        if "nothing" in layout.rules:
            return EmptyLayoutReader(str(layout.rules["nothing"]), taught_fields(layout.rules))
        if layout.kind == "article":
            return ArticleLayoutReader(layout.rules, number, layout.pages)
        return ListLayoutReader(layout.rules) if layout.kind == "records" else FieldsLayoutReader(layout.rules)
    except (DamagedDataError, RecursionError) as problem:
        raise WrapperError(f"the rules of layout {layout.name!r} are damaged: {problem}") from problem
