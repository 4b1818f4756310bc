"""Field rules: for every field of an article, the trusted sources on the pages of one layout, in order.

Values that pages state (JSON-LD, OpenGraph, microdata, relations, addresses) and show (regions of the layout) are compared over the
layout: a value that is the same on all pages does not belong to the article, and a source is trusted more if others confirm it.
Rejected sources are kept with the reason, for `sitelode show why`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Annotated, Final

from sitelode.articles.fields.authors import author_links
from sitelode.articles.fields.comments import CommentRule
from sitelode.articles.fields.dates import DateForms, stated_date
from sitelode.articles.fields.field_sources import FIELDS, FieldSource
from sitelode.articles.fields.page_view import PageView
from sitelode.articles.fields.regions import (
    MOST_ON_A_PAGE,
    leads_to_author,
    like_a_name,
    shown_date,
)
from sitelode.articles.fields.tags import tag_links
from sitelode.articles.fields.titles import TitleParts
from sitelode.articles.fields.values import cleaned
from sitelode.json_data import Form, JsonData, form_of
from sitelode.paths.path_text import parse_path
from sitelode.paths.place_finder import PlaceFinder
from sitelode.text.language import language_of

BETWEEN: Final = "; "  # separator between several values of one field
_REJECTED_FORM: Final[Form[tuple[FieldSource, str]]] = Form(
    lambda rejected: [*rejected[0].to_data(), rejected[1]], lambda data: (form_of(FieldSource).read(data[:-1]), str(data[-1]))
)


@dataclass(frozen=True, slots=True)
class FieldRule(JsonData):
    """The sources of one field."""

    sources: tuple[FieldSource, ...] = ()  # the most trusted first
    rejected: tuple[Annotated[tuple[FieldSource, str], _REJECTED_FORM], ...] = ()  # with the reason
    beginning: str = ""  # a label before the values that is not part of them: "By"


@dataclass(frozen=True, slots=True)
class FieldValue:
    """A field of one page and its source."""

    values: tuple[str, ...]
    source: FieldSource

    @property
    def text(self) -> str:
        return BETWEEN.join(self.values)


@dataclass(frozen=True)
class FieldRules(JsonData):
    """All rules of one layout. Plain data."""

    rules: Mapping[str, FieldRule] = field(default_factory=dict)
    titles: TitleParts = field(default_factory=lambda: TitleParts(frozenset(), frozenset()))
    forms: DateForms = field(default_factory=DateForms)
    site_name: str = ""
    names: frozenset[str] = frozenset()  # the class names and ids that count in places
    common_captions: tuple[str, ...] = ()  # texts next to pictures that are on several pages
    common_pictures: tuple[str, ...] = ()  # addresses of pictures that are on many pages
    comments: CommentRule = field(default_factory=CommentRule)
    language: str = ""  # of most texts

    def language_of(self, text: str, stated: str) -> str:
        """The language of a text. One that is not the layout's must be found in the text's second half as well."""
        found = language_of(text, self.language or stated)
        return found if found == self.language or not self.language or language_of(text[len(text) // 2 :]) == found else self.language

    def title(self, view: PageView) -> tuple[str, str]:
        """The title of a page, and a description of its source."""
        rows = view.elements_at(self.titles.region) if self.titles.region else []
        return self.titles.choose(view, next(filter(view.words, rows), -1))

    def read(self, view: PageView, name: str) -> FieldValue | None:
        """The value of a field on a page, from the most trusted source that has one."""
        if name == "site_name":
            return FieldValue((self.site_name,), FieldSource("", "the layout's pages")) if self.site_name else None
        rule = self.rules.get(name)
        for source in rule.sources if rule else ():
            values = self.values_of(view, name, source)
            if values:
                return FieldValue(values, source)
        return None

    def values_of(self, view: PageView, name: str, source: FieldSource) -> tuple[str, ...]:
        """The valid values of one source on a page."""
        rule = self.rules[name]
        if source.kind == "region":
            said = self.shown(view, name, source, rule)
        else:
            said = view.stated.value(name, source)
            if said and rule.beginning:
                said = tuple(text.removeprefix(rule.beginning + " ") for text in said)
        return self.clean(view, name, said) if said else ()

    def read_all(self, view: PageView) -> dict[str, str]:
        """Every field of a page as one text, empty if it has no value; several values are joined by BETWEEN."""
        found = dict.fromkeys(FIELDS, "")
        for name, sources in self._with_sources:
            for source in sources:
                if values := self.values_of(view, name, source):
                    found[name] = values[0] if len(values) == 1 else BETWEEN.join(values)
                    break
        found["site_name"] = self.site_name
        return found

    @cached_property
    def _with_sources(self) -> list[tuple[str, tuple[FieldSource, ...]]]:
        """The fields that the layout's pages have, with their sources."""
        return [(name, rule.sources) for name, rule in self.rules.items() if rule.sources]

    def shown(self, view: PageView, name: str, source: FieldSource, rule: FieldRule) -> tuple[str, ...]:
        """The values that a region shows on a page."""
        if name == "subtitle":
            return tuple(islice(filter(None, map(view.words, view.elements_at(source.name))), 1))
        rows = view.texts_at(source.name)
        if name in ("date", "modified"):
            return tuple(islice(filter(None, (shown_date(view, row, self.forms) for row in rows)), 1))
        if name == "tags":
            rows = [rows[number] for number in tag_links([view.link(row) for row in rows])]
        return self._shown_authors(view, rule, rows) if name == "author" else tuple(map(view.words, rows))

    def _shown_authors(self, view: PageView, rule: FieldRule, rows: list[int]) -> tuple[str, ...]:
        rows = author_links(view, rows)
        near = [view.words(row) for row in (len(rows) > 1 and list(filter(view.is_near, rows))) or rows]
        names = [text for text in near[:MOST_ON_A_PAGE] if text != rule.beginning]
        if not all(map(like_a_name, names)) and not leads_to_author(view.link(rows[0])):  # accounts may be called anything
            names = list(filter(like_a_name, names))
        return tuple(text.removeprefix(rule.beginning + " ") for text in names) if rule.beginning else tuple(names)

    def clean(self, view: PageView, name: str, raw: Sequence[str]) -> tuple[str, ...]:
        """The values as given to users; empty if none is valid."""
        if name in ("date", "modified"):
            moment = stated_date(raw[0], self.forms) if raw else ""
            return (moment,) if moment else ()
        values = cleaned(name, raw, view.page.url)
        if values and name in ("author", "tags", "subtitle"):
            title = self.title(view)[0].lower()
            values = tuple([each for each in values if each.lower() != title])
        return values

    def check(self) -> None:
        for place in self.places():
            if not parse_path(place):  # reports an invalid place now, not when a page is read
                raise ValueError("a place without a step")

    @cached_property
    def finder(self) -> PlaceFinder:
        """Finds these places on pages."""
        return PlaceFinder(tuple(dict.fromkeys(self.places())), self.names)

    def places(self) -> list[str]:
        """All places of the layout from which fields are read."""
        shown = [source.name for rule in self.rules.values() for source in rule.sources if source.kind == "region"]
        return [*shown, *self.comments.places, *filter(None, [self.titles.region])]
