"""What a page states about its article: in JSON-LD, meta elements, microdata, link relations, its address and the site's feed.

JSON-LD gives a value in many forms: a text, a list, an object, or a reference to an object elsewhere. The elements that a page marks, by
microdata, RDFa or a link relation, are found once for each page and kept with it. OpenGraph's `article:author` may be the address of a page
about the author: the name is the text of a link to that page. Without such a link it is the last part of the address, if the address
belongs to the site: account names on other sites are seldom the author's name.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from sitelode.articles.fields.dates import DateForms, stated_date
from sitelode.articles.fields.field_sources import (
    LICENCE,
    LINKED_NAMES,
    LINKED_SOURCES,
    MARKED_SOURCES,
    META_SOURCES,
    PROFILE,
    RELATED_SOURCES,
    RELATIONS,
    FieldSource,
)
from sitelode.compiled.cached_attribute import cached_attribute
from sitelode.html.feeds import FeedEntry
from sitelode.html.metadata import Metadata, unescaped
from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.urls import host_key, resolve

MOST_MARKED: Final = 1_000  # elements with a property; bounds, set by hand
MOST_INSIDE: Final = 50  # rows of such an element
MOST_SAID: Final = 500  # values of one source, before duplicates are removed
LONGEST_VALUE: Final = 2_000  # characters
LONGEST_GAP: Final = 40  # bytes of text between two tags of one list; set by hand
_STEPS: Final = 3  # elements that make up a kind of place
MOST_VALUES: Final = 50  # of one list; a bound
_OF_PICTURES: Final = ("url", "contentUrl")
_OF_OBJECTS: Final = ("name", "@value")
_RELATIONS: Final = frozenset(RELATIONS.values())
_META_TAG, _LINK_TAG, _ANCHOR_TAG = (TAG_NUMBER[name] for name in ("meta", "link", "a"))
_NOT_SHOWN = frozenset((_META_TAG, _LINK_TAG))
_PREFIX = re.compile(r"(?<!\S)\S+[:/#]")  # of a name in RDFa
MOST_ADDRESSES: Final = 10
_NAME_IN_ADDRESS = re.compile(r"[^\W\d_]+(?:[-_+.][^\W\d_]+){0,4}")
_OF_ARTICLE: Final = frozenset((RELATIONS["tags"], RELATIONS["categories"]))
_OF_OTHERS = re.compile(r"comment|review|publisher|isPartOf|mentions|citation", re.IGNORECASE)
_ADDRESS_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/_.]?(0[1-9]|1[0-2])[-/_.]?(0[1-9]|[12]\d|3[01])(?![\da-zA-Z])")
_DESCRIBED = re.compile(r"Article|Posting|Report|Review|Recipe|HowTo|Video|Episode|Question|Product|Book|CreativeWork|Event|Course")
_ITEMS = re.compile(_DESCRIBED.pattern + "|WebPage|QAPage")
_WORDS = re.compile(r"\w+")
_FEED, _ADDRESS = FieldSource("feed"), FieldSource("address")


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

    @cached_attribute
    def _values(self) -> dict[str, dict[FieldSource, tuple[str, ...]]]:
        return {}

    def value(self, field: str, source: FieldSource) -> tuple[str, ...]:
        """The values of one source; other sources are not read."""
        said = self._meta(source.name) if source.kind == "meta" else tidy(self._said(field, source))
        has_entities = field != "image" and "&" in (said[0] if len(said) == 1 else "".join(said))
        return tidy(map(unescaped, said)) if has_entities else said

    def _said(self, field: str, source: FieldSource) -> Iterable[str]:
        if source.kind == "feed":
            return self.entry.values(field) if self.entry else ()
        if source.kind == "address":
            return _dates_of_address(self.page.url)
        if source.kind == "json-ld":
            return self._linked(source.name)
        if source.kind == "microdata":
            return self._marked(source.name)
        if source == PROFILE:
            return profile_names(self.page, self._meta(source.name), (self.metadata.canonical, self.metadata.meta.get("og:url", "")))
        return self._related(source.name) if source.kind == "rel" else ()

    def _meta(self, name: str) -> tuple[str, ...]:
        return self.metadata.texts(name, LONGEST_VALUE, MOST_VALUES)

    def _sources(self, field: str) -> Iterator[FieldSource]:
        """The sources that a page may have, the more reliable first."""
        if self.entry is not None:
            yield _FEED
        yield from (source for source in LINKED_SOURCES[field] if source.name in self._linked_names)
        yield from (source for source in META_SOURCES[field] if source.name in self.metadata.meta)
        yield from (source for source in MARKED_SOURCES[field] if source.name in self._properties)
        if field in RELATED_SOURCES and RELATED_SOURCES[field].name in self._relations:
            yield RELATED_SOURCES[field]
        if field == "date":
            yield _ADDRESS

    def _linked(self, name: str) -> Iterator[str]:
        for item in self._items:
            found = list(filter(None, texts_of(item.get(name), self._by_id, picture=name in LINKED_NAMES["image"])))
            if found:
                yield from found
                return

    @cached_attribute
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

    @cached_attribute
    def _linked_names(self) -> frozenset[str]:
        """All names of properties of these objects."""
        return frozenset().union(*self._items)

    @cached_attribute
    def _by_id(self) -> dict[str, Mapping[str, Any]]:
        named = (item for item in self.metadata.linked_data if item.get("name") or item.get("url"))
        return {str(item["@id"]): item for item in named if "@id" in item}

    def _marked(self, name: str) -> list[str]:
        """Microdata values of a property that belong to the page's article, not to a comment or a publisher."""
        found: list[str] = []
        owner = -1
        tags = self.page.tags
        marked = [row for row, names in islice(self._marks.items(), MOST_MARKED) if name in names and tags[row] != _META_TAG]
        for row in marked:
            if name not in self._marks[row].split():
                continue
            above = list(self.page.ancestors(row))
            if any(_OF_OTHERS.search(self._marks[each]) for each in above if each in self._marks):
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

    @cached_attribute
    def _marks(self) -> dict[int, str]:
        """Elements with a property, by microdata or RDFa, and the names of the property."""
        return self.page.cached("marks", _find_marks)

    @cached_attribute
    def _properties(self) -> frozenset[str]:
        """All names of properties."""
        return frozenset(chain.from_iterable(map(str.split, set(self._marks.values()))))

    @cached_attribute
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

    @cached_attribute
    def _relations(self) -> dict[str, list[int]]:
        """The links of every relation that states a field."""
        return self.page.cached("links of relations", _find_links)


def tidy(values: Iterable[str]) -> tuple[str, ...]:
    """Values with white space collapsed, without duplicates, at most MOST_VALUES."""
    tidied = [" ".join(value[:LONGEST_VALUE].split()) for value in islice(values, MOST_SAID)]
    if len(tidied) <= 1:
        return (tidied[0],) if tidied and tidied[0] else ()
    return tuple(dict.fromkeys([value for value in tidied if value]))[:MOST_VALUES]


def _dates_of_address(url: str) -> Iterator[str]:
    path = url.split("://", 1)[-1].partition("/")[2]
    return (stated_date("-".join(match.groups()), DateForms()) for match in _ADDRESS_DATE.finditer("/" + path))


def _normal(text: str) -> str:
    return "".join(_WORDS.findall(text.lower()))


def texts_of(value: object, by_id: Mapping[str, Mapping[str, Any]], *, picture: bool = False) -> Iterator[str]:
    """The texts of a value: itself, its name, or the name of the object it refers to; for a picture, its address."""
    if isinstance(value, str | int | float):
        yield str(value)
    elif isinstance(value, list):
        for each in value[:MOST_VALUES]:
            if not isinstance(each, list):
                yield from texts_of(each, by_id, picture=picture)
    elif isinstance(value, dict):
        yield from _texts_of_object(value, by_id, picture=picture)


def _texts_of_object(value: Mapping[str, Any], by_id: Mapping[str, Mapping[str, Any]], *, picture: bool) -> Iterator[str]:
    keys = _OF_PICTURES if picture else _OF_OBJECTS
    known = value if any(value.get(key) for key in keys) else by_id.get(str(value.get("@id")), value)
    said = next((known[key] for key in keys if known.get(key)), None)
    if isinstance(said, list):  # several persons may be written as one object with several names
        yield from (each for each in said[:MOST_VALUES] if isinstance(each, str))
    elif isinstance(said, str):
        yield said
    elif picture:
        yield str(known.get("@id") or "")
    else:
        yield " ".join(part for key in ("givenName", "familyName") if isinstance(part := known.get(key), str))


def _find_marks(page: Page) -> dict[int, str]:
    marked = dict(page.attribute_column("itemprop"))
    by_rdfa = chain(page.attribute_column("property"), ((row, value) for row, value in page.attribute_column("rel") if ":" in value))
    tags = page.tags
    shown = {row: _PREFIX.sub("", value) for row, value in by_rdfa if tags[row] not in _NOT_SHOWN and row not in marked}
    return dict(sorted({**marked, **shown}.items())) if shown else marked


def _find_links(page: Page) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    tags = page.tags
    for value, rows in page.rows_with_value("rel").items():
        for relation in _RELATIONS.intersection(value.lower().split()):
            links = [row for row in rows if tags[row] == _ANCHOR_TAG or (tags[row] == _LINK_TAG and relation == LICENCE)]
            if links:
                found[relation] = sorted(found[relation] + links) if relation in found else links
    return found


def profile_names(page: Page, addresses: Sequence[str], own: Sequence[str]) -> Iterator[str]:
    """The names behind profile addresses; `own` holds other addresses of the page itself."""
    hosts = {host_key(address) for address in (page.url, *own)} - {None}
    for address in addresses[:MOST_ADDRESSES]:
        if _is_apart(address, (page.url, *own)):
            yield _linked_name(page, address) or (_last_part(address) if host_key(address) in hosts else "")


def _is_apart(address: str, own: Sequence[str]) -> bool:
    """Whether an address is not of a page above this one, such as the home page of the site."""
    return "://" in address and urlsplit(address).path.strip("/") != "" and not any(each.startswith(address) for each in own)


def _linked_name(page: Page, address: str) -> str:
    """The first text of a link to an address."""
    wanted = address.rstrip("/")
    last = wanted.rpartition("/")[2]
    for row, href in page.attribute_column("href"):
        leads_there = last in href and page.tag_name(row) == "a" and (resolve(page.url, href) or "").rstrip("/") == wanted
        if leads_there and (text := page.text(row).strip()):
            return text
    return ""


def _last_part(address: str) -> str:
    """The last part of an address as a name; empty if it is not one."""
    last = unquote(urlsplit(address).path.rstrip("/").rpartition("/")[2])
    if not _NAME_IN_ADDRESS.fullmatch(last):
        return ""
    parts = re.split(r"[-_+.]", last)
    return " ".join(part.capitalize() for part in parts) if len(parts) > 1 else last


def own_links(page: Page, links: Sequence[int], is_beside: Callable[[int], bool]) -> Sequence[int]:
    """The links of the page's own article; all, if none stands near it.

    Links with the relation `tag` or `category` also stand in teasers and in clouds of tags. Those of the article stand side by side; a kind
    of place with several groups of links, other text between them, is a list of teasers.
    """
    near = [row for row in links if is_beside(row)]
    by_place: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for row in near:
        by_place[_place(page, row)].append(row)
    alone = {row for rows in by_place.values() if are_together(page, rows) for row in rows}
    return [row for row in near if row in alone] or near or links


def are_together(page: Page, rows: Sequence[int]) -> bool:
    start, end = page.columns.text_start, page.columns.text_end
    return all(int(start[row] - end[before]) <= LONGEST_GAP for before, row in pairwise(rows))


def _place(page: Page, row: int) -> tuple[int, ...]:
    """Tags and class names of the elements above a link."""
    return tuple(chain.from_iterable((page.tags[each], int(page.columns.class_[each])) for each in page.ancestors(row, _STEPS)))
