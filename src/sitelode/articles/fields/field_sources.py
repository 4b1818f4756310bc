"""The sources in which a page states the fields of its article: JSON-LD, meta elements, microdata, link relations and its address.

Nothing is decided here. A source is a name under which pages state a value; `learning.py` compares the sources of a layout over its
pages. The names are the common vocabulary of the web: schema.org, OpenGraph, Dublin Core, the microformats of relations.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Final, Self

from sitelode.articles.fields.authors.profile_links import profile_names
from sitelode.articles.fields.dates.date_forms import DateForms, stated_date
from sitelode.articles.fields.linked_values import MOST_VALUES, texts_of
from sitelode.articles.fields.marked_elements import LICENCE, RELATIONS, links_of_relations, marks_of
from sitelode.articles.fields.tags_of_others import own_links
from sitelode.compiled.cached_attribute import once
from sitelode.html.feeds import FeedEntry
from sitelode.html.metadata import Metadata, unescaped
from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.json_data import JsonData, form_of

FIELDS: Final = ("author", "date", "modified", "image", "description", "tags", "subtitle", "site_name", "categories", "licence")
MOST_MARKED: Final = 1_000  # elements with a property; bounds, set by hand
MOST_INSIDE: Final = 50  # rows of such an element
MOST_SAID: Final = 500  # values of one source, before duplicates are removed
LONGEST_VALUE: Final = 2_000  # characters
_DATES: Final = (
    "article:published_time", "og:article:published_time", "datepublished", "dc.date.issued", "dcterms.issued", "dcterms.created",
    "dc.date.created", "dc.date", "dcterms.date", "pubdate", "publishdate", "publish_date", "publish-date", "publication_date",
    "parsely-pub-date", "sailthru.date", "article.published", "date", "citation_publication_date", "citation_online_date",
    "citation_date", "date_published", "originalpublicationdate", "created", "datecreated", "uploaddate", "release_date",
)  # fmt: skip
META_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "author": (
        "author", "article:author", "article:author:name", "article:author_name", "dc.creator", "dcterms.creator", "citation_author",
        "parsely-author", "sailthru.author", "byl", "creator", "article.author", "og:article:author", "book:author",
    ),
    "date": _DATES,
    "modified": (
        "article:modified_time", "og:updated_time", "og:article:modified_time", "datemodified", "dcterms.modified", "dc.date.modified",
        "last-modified", "lastmod", "article.updated", "updated_time", "date_modified",
    ),
    "image": ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src", "thumbnail", "image"),
    "description": ("og:description", "description", "twitter:description", "dc.description", "dcterms.abstract", "sailthru.description"),
    "tags": (
        "article:tag", "og:article:tag", "parsely-tags", "sailthru.tags", "news_keywords", "keywords", "citation_keywords", "dc.subject",
    ),
    "subtitle": (),
    "categories": ("article:section", "og:article:section", "parsely-section"),
    "licence": ("dcterms.license", "dc.rights.license", "license", "dcterms.rights", "dc.rights"),
    "site_name": ("og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher", "citation_journal_title"),
}  # fmt: skip
SECTION: Final = "articleSection"  # used as tags if a page has none
LINKED_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "author": ("author", "creator", "contributor"),
    "date": ("datePublished", "dateCreated", "uploadDate"),
    "modified": ("dateModified",),
    "image": ("image", "thumbnailUrl"),
    "description": ("description", "abstract"),
    "tags": ("keywords", SECTION),
    "subtitle": ("alternativeHeadline",),
    "site_name": ("publisher", "isPartOf"),
    "categories": (SECTION,),
    "licence": (LICENCE,),
}
# Kinds of sources that are places: their texts, the items of their lists, one of several texts, a name in one text with the date.
ON_THE_PAGE: Final = frozenset(("region", "items", "part", "byline"))
PICTURE_TAGS: Final = frozenset(("figure", "figcaption", "picture"))
_OF_ARTICLE: Final = frozenset((RELATIONS["tags"], RELATIONS["categories"]))
_OF_OTHERS = re.compile(r"comment|review|publisher|isPartOf|mentions|citation", re.IGNORECASE)
_ADDRESS_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/_.]?(0[1-9]|1[0-2])[-/_.]?(0[1-9]|[12]\d|3[01])(?![\da-zA-Z])")
_SINGLE_DIGITS = re.compile(r"/((?:19|20)\d\d)/(\d{1,2})/(\d{1,2})(?=/)")
_DESCRIBED = re.compile(r"Article|Posting|Report|Review|Recipe|HowTo|Video|Episode|Question|Product|Book|CreativeWork|Event|Course")
_ITEMS = re.compile(_DESCRIBED.pattern + "|WebPage|QAPage")
_WORDS = re.compile(r"\w+")
_META_TAG = TAG_NUMBER["meta"]


@dataclass(frozen=True, slots=True, order=True)
class FieldSource(JsonData):
    """A name under which pages give a value."""

    kind: str  # json-ld, meta, microdata, rel, address, feed, region, items, part, byline, profile or site
    name: str = ""  # the property, or the place as text
    part: str = ""  # which text of a place: its number among possible names, or the words around it

    def __str__(self) -> str:
        return f"{self.kind} {self.name} {self.part}".strip()

    def to_data(self) -> list[str]:
        return [self.kind, self.name, *([self.part] if self.part else [])]

    @classmethod
    def read_data(cls, data: object) -> Self:
        return cls(*form_of(tuple[str, ...]).read(data))


def _named(kind: str, names: Mapping[str, Iterable[str]]) -> dict[str, tuple[FieldSource, ...]]:
    return {field: tuple(FieldSource(kind, name) for name in each) for field, each in names.items()}


_LINKED, _META, _MARKED = _named("json-ld", LINKED_NAMES), _named("meta", META_NAMES), _named("microdata", LINKED_NAMES)
_RELATED = {field: FieldSource("rel", relation) for field, relation in RELATIONS.items()}
_FEED, _ADDRESS = FieldSource("feed"), FieldSource("address")
PROFILE: Final = FieldSource("profile", "article:author")  # OpenGraph names an author by the address of a page about them


@dataclass(frozen=True)
class Stated:
    """What one page states."""

    page: Page
    metadata: Metadata
    entry: FeedEntry | None = None  # the entry of the page in the site's feed
    is_beside: Callable[[int], bool] | None = None  # whether an element stands in the article or near it

    def values(self, field: str) -> dict[FieldSource, tuple[str, ...]]:
        """Every source of a field with its raw values."""
        known = self._values.get(field)
        if known is None:
            found = ((source, self.value(field, source)) for source in self._sources(field))
            known = self._values[field] = {source: values for source, values in found if values}
        return known

    @once
    def _values(self) -> dict[str, dict[FieldSource, tuple[str, ...]]]:
        return {}

    def value(self, field: str, source: FieldSource) -> tuple[str, ...]:
        """The values of one source; other sources are not read."""
        if source.kind == "meta":
            said = self._meta(source.name)
            if field == "author" and len(said) > 1:  # they may be one author and several photographers
                said = self._without_pictures(source.name, said)
        else:
            said = tidy(self._said(field, source))
        has_entities = field != "image" and "&" in (said[0] if len(said) == 1 else "".join(said))
        return tidy(map(unescaped, said)) if has_entities else said

    def _said(self, field: str, source: FieldSource) -> Iterable[str]:
        if source.kind == "feed":
            return self.entry.values(field) if self.entry else ()
        if source.kind == "address":
            return _dates_of_address(self.page.url)
        if source.kind in ("json-ld", "site"):
            return self._meta(source.name) if source.name == PROFILE.name else self._linked(source.name)
        if source.kind == "microdata":
            return self._marked(source.name)
        if source == PROFILE:
            return profile_names(self.page, self._meta(source.name), (self.metadata.canonical, self.metadata.meta.get("og:url", "")))
        return self._related(source.name) if source.kind == "rel" else ()

    def _meta(self, name: str) -> tuple[str, ...]:
        """The values of meta elements; white space is already collapsed."""
        said = [value[:LONGEST_VALUE].rstrip() for value in self.metadata.every_meta(name) if value]
        return tuple(said) if len(said) <= 1 else tuple(dict.fromkeys(said))[:MOST_VALUES]

    def _without_pictures(self, name: str, said: tuple[str, ...]) -> tuple[str, ...]:
        """The values of meta elements that are also stated outside pictures."""
        marked = (row for row, names in islice(self._marks.items(), MOST_MARKED) if names == name and self.page.tag_name(row) == "meta")
        of_pictures = [row for row in marked if self._of_picture(list(_ancestors(self.page, row)))]
        taken = Counter(" ".join((self.page.attribute(row, "content") or "").split()) for row in of_pictures)
        left = Counter(self.metadata.every_meta(name)) - taken
        return tuple(value for value in said if value in left) if taken else said

    def _of_picture(self, above: Sequence[int]) -> bool:
        """Whether the elements above an element belong to a picture, whose author is not the article's."""
        scope = next((row for row in above if row in self._scopes), -1)
        of_scope = scope >= 0 and "ImageObject" in (self.page.attribute(scope, "itemtype") or "")
        return of_scope or any(self.page.tag_name(row) in PICTURE_TAGS for row in above)

    def _sources(self, field: str) -> Iterator[FieldSource]:
        """The sources that a page may have, the more reliable first."""
        if self.entry is not None:
            yield _FEED
        yield from (source for source in _LINKED[field] if source.name in self._linked_names)
        stated, marked = self._meta_names, self._properties
        yield from (source for source in _META[field] if source.name in stated)
        yield from (source for source in _MARKED[field] if source.name in marked)
        if field in _RELATED and _RELATED[field].name in self._relations:
            yield _RELATED[field]
        if field == "date":
            yield _ADDRESS

    def _linked(self, name: str) -> Iterator[str]:
        for item in self._items:
            found = list(filter(None, texts_of(item.get(name), self._by_id, picture=name in LINKED_NAMES["image"])))
            if found:
                yield from found
                return

    @once
    def _items(self) -> list[Mapping[str, Any]]:
        """JSON-LD objects that describe the page's text, first the one with the page's title or address."""
        if not self.metadata.linked_data:
            return []
        titles = _normal(self.metadata.title), _normal(self.metadata.meta.get("og:title", ""))
        addresses = {self.page.url.rstrip("/"), self.metadata.canonical.rstrip("/")} - {""}

        def rank(item: Mapping[str, Any]) -> tuple[bool, bool]:
            headline = _normal(str(item.get("headline") or item.get("name") or ""))
            own = bool(headline) and any(headline in title or (title and title in headline) for title in titles)
            main = item.get("mainEntityOfPage")
            places = (item.get("url"), item.get("@id"), main.get("@id") if isinstance(main, dict) else main)
            own |= any(isinstance(place, str) and place.split("#")[0].rstrip("/") in addresses for place in places)
            return not own, not _DESCRIBED.search(str(item.get("@type")))

        return sorted((item for item in self.metadata.linked_data if _ITEMS.search(str(item.get("@type")))), key=rank)

    @once
    def _linked_names(self) -> frozenset[str]:
        """All names of properties of these objects."""
        return frozenset().union(*self._items)

    @once
    def _meta_names(self) -> frozenset[str]:
        """All names of meta elements."""
        return frozenset(self.metadata.meta)

    @once
    def _by_id(self) -> dict[str, Mapping[str, Any]]:
        named = (item for item in self.metadata.linked_data if item.get("name") or item.get("url"))
        return {str(item["@id"]): item for item in named if "@id" in item}

    @once
    def persons(self) -> frozenset[str]:
        """Names of persons in JSON-LD, in lower case."""
        items = (item for item in self.metadata.linked_data if "Person" in str(item.get("@type")))
        return frozenset(str(item.get("name") or "").lower() for item in items) - {""}

    def _marked(self, name: str) -> list[str]:
        """Microdata values of a property that belong to the page's article, not to a comment or a publisher."""
        found: list[str] = []
        owner = -1
        tags = self.page.tags
        marked = [row for row, names in islice(self._marks.items(), MOST_MARKED) if name in names and tags[row] != _META_TAG]
        for row in marked:
            if name not in self._marks[row].split():
                continue
            above = list(_ancestors(self.page, row))
            if any(_OF_OTHERS.search(self._marks[each]) for each in above if each in self._marks):
                continue
            if name in LINKED_NAMES["author"] and self._of_picture(above):
                continue
            scope = next((each for each in above if each in self._scopes), 0)
            owner = scope if owner < 0 else owner
            if scope == owner:
                found.extend(self._persons_in(row) if name in LINKED_NAMES["author"] else [self._property_value(row, self._marks)])
        return found

    def _persons_in(self, row: int) -> list[str]:
        """The persons that an element names: the names marked in it, else links to addresses made of their texts, else its text."""
        inside = range(row + 1, min(int(self.page.columns.end[row]), row + MOST_INSIDE))
        marks = self._marks
        if named := [each for each in inside if each in marks and "name" in marks[each].split()]:
            return [self._property_value(each, {}) for each in named]
        links = ((self.page.text(each), self.page.attribute(each, "href") or "") for each in inside if self.page.tag_name(each) == "a")
        persons = [text for text, href in links if (letters := _normal(text)) and letters in _normal(href)]
        return persons or [self._property_value(row, {})]

    @once
    def _marks(self) -> dict[int, str]:
        """Elements with a property, by microdata or RDFa, and the names of the property."""
        return marks_of(self.page)

    @once
    def _properties(self) -> frozenset[str]:
        """All names of properties."""
        return frozenset(chain.from_iterable(map(str.split, set(self._marks.values()))))

    @once
    def _scopes(self) -> frozenset[int]:
        return frozenset(chain(self.page.rows_with("itemscope"), self.page.rows_with("typeof")))

    def _property_value(self, row: int, marked: Mapping[int, str]) -> str:
        end = int(self.page.columns.end[row])
        inside = (each for each in range(row + 1, min(end, row + MOST_INSIDE)) if each in marked)
        named = next((each for each in inside if "name" in marked[each].split()), row)
        attributes = self.page.attributes(named)
        address = attributes.get("src") or attributes.get("href") if self.page.tag_name(named) in ("img", "link") else None
        return attributes.get("content") or attributes.get("datetime") or address or self.page.text(named)

    def _related(self, relation: str) -> Iterator[str]:
        rows: Sequence[int] = self._relations.get(relation, ())
        if relation in _OF_ARTICLE and self.is_beside is not None:
            rows = own_links(self.page, rows, self.is_beside)
        return (self.page.attribute(row, "href") or "" for row in rows) if relation == LICENCE else map(self.page.text, rows)

    @once
    def _relations(self) -> dict[str, list[int]]:
        """The links of every relation that states a field."""
        return links_of_relations(self.page)


def tidy(values: Iterable[str]) -> tuple[str, ...]:
    """Values with white space collapsed, without duplicates, at most MOST_VALUES."""
    tidied = [" ".join(value[:LONGEST_VALUE].split()) for value in islice(values, MOST_SAID)]
    if len(tidied) <= 1:
        return (tidied[0],) if tidied and tidied[0] else ()
    return tuple(dict.fromkeys([value for value in tidied if value]))[:MOST_VALUES]


def _ancestors(page: Page, row: int) -> Iterator[int]:
    parents = page.parents
    parent = parents[row]
    while parent > 0:
        yield parent
        parent = parents[parent]


def _dates_of_address(url: str) -> Iterator[str]:
    path = url.split("://", 1)[-1].partition("/")[2]
    for pattern in (_ADDRESS_DATE, _SINGLE_DIGITS):
        for match in pattern.finditer("/" + path):
            yield stated_date("-".join(part.zfill(2) for part in match.groups()), DateForms())


def _normal(text: str) -> str:
    return "".join(_WORDS.findall(text.lower()))
