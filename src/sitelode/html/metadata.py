"""Metadata of a page: title, meta elements, JSON-LD, canonical address, language.

Nothing here is trusted: later stages compare the values over the pages of a site.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from html import unescape
from typing import Any

import numpy as np

from sitelode.compiled.cached_attribute import cached_attribute
from sitelode.html.kernels.page_rows import collapsed
from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER, tag_flags

MOST_JSON_BYTES = 1_000_000  # of one script; larger ones hold the state of an application. The limits here are set by hand
_MOST_JSON_NODES = 20_000
_NESTED = (dict, list)
_JSON_DECODER = json.JSONDecoder(strict=False)  # once: made anew for every script, it takes longer than most scripts
_MOST_VALUES = 100  # of one meta name
_META, _LINK, _SCRIPT, _HEAD, _TITLE = (TAG_NUMBER[name] for name in ("meta", "link", "script", "head", "title"))
_STATING = tag_flags(frozenset(("html", "meta", "link", "script")))
_ATTRIBUTES = ("content", "property", "name", "itemprop", "rel", "href", "#text", "type", "lang", "xml:lang")
_NAMING = ("property", "name", "itemprop")  # attributes of meta elements
_JSON = b"ld+json"  # in the type of a script
_ARTICLE_TYPES = re.compile(r"Article|BlogPosting|Report|Review|Posting|WebPage")
_DATE_NAMES = (
    "article:published_time", "og:article:published_time", "datepublished", "dc.date.issued", "dcterms.created", "dc.date.created",
    "dc.date", "dcterms.date", "pubdate", "publishdate", "publish_date", "publish-date", "parsely-pub-date", "sailthru.date",
    "article.published", "date", "citation_publication_date", "citation_date", "date_published", "originalpublicationdate",
)  # fmt: skip
_ISO_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d\d)[-/.]?([01]\d)[-/.]?([0-3]\d)(?!\d)"
    r"(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?"
)
_MOMENT = re.compile(r"(?:199\d|20\d\d)-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
_ENTITY = re.compile(r"(&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});)", re.IGNORECASE)


@dataclass  # not frozen, which takes several times as long to make, once for every page
class Metadata:
    """Raw values; empty if the page has none. Expensive ones are computed on first use."""

    title: str = ""  # the title element
    language: str = ""  # the lang attribute of the root
    canonical: str = ""  # the address in the canonical link element
    _meta: Mapping[str, list[bytes]] = field(default_factory=dict)  # all values of each name
    _scripts: tuple[bytes, ...] = ()  # JSON-LD source

    @cached_attribute
    def meta(self) -> Mapping[str, str]:
        """The first value of each meta element, by its name, property or itemprop in lower case."""
        return {name: collapsed(values[0]) for name, values in self._meta.items()}

    def texts(self, name: str, longest: int, most: int) -> tuple[str, ...]:
        """All values of a name without empty ones and duplicates, each cut to `longest` characters, at most so many."""
        said = (text[:longest].rstrip() for value in self._meta.get(name, ()) if (text := collapsed(value)))
        return tuple(dict.fromkeys(said))[:most]

    @cached_attribute
    def linked_data(self) -> tuple[Mapping[str, Any], ...]:
        """JSON-LD objects that have a type, taken out of graphs and nested objects."""
        return tuple(found for script in self._scripts for found in _linked_data(script))

    @cached_attribute
    def announced_title(self) -> str:
        """The article's title in meta elements for other sites (social networks, search engines)."""
        if stated := self.meta.get("og:title", ""):
            return stated
        return next(filter(None, self.headlines()), "") or self.meta.get("twitter:title", "")

    def headlines(self) -> Iterator[str]:
        """The headlines in JSON-LD."""
        return (unescaped(str(item.get("headline") or "")) for item in self.articles)

    @property
    def date(self) -> str:
        """The publication date in ISO 8601, if a meta element or JSON-LD has one."""
        said = [str(item.get("datePublished") or "") for item in self.articles]
        said += [self.meta.get(name, "") for name in _DATE_NAMES]
        return next(filter(None, map(iso_date, said)), "")

    @cached_attribute
    def articles(self) -> list[Mapping[str, Any]]:
        """The JSON-LD objects that describe an article or page."""
        return [item for item in self.linked_data if any(_ARTICLE_TYPES.search(kind) for kind in _types(item))]


def _types(item: Mapping[str, Any]) -> list[str]:
    kinds = item.get("@type")
    return [kind for kind in (kinds if isinstance(kinds, list) else [kinds]) if isinstance(kind, str)]


def iso_date(text: str) -> str:
    """The first year-first date, as ISO 8601; empty if there is none."""
    match = _ISO_DATE.search(text)
    if match is None:
        return ""
    year, month, day, time, zone = match.groups()
    if not (1 <= int(month) <= 12 and 1 <= int(day) <= 31):  # noqa: PLR2004 (a calendar's numbers)
        return ""
    return f"{year}-{month}-{day}" + (f"T{time}{zone or ''}" if time else "")


def is_iso_moment(text: str) -> bool:
    """Whether a text is a day from 1990 to 2099, perhaps with a time and a zone, as ISO 8601 with all its signs."""
    if not _MOMENT.fullmatch(text):
        return False
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return False
    return True


def unescaped(text: str) -> str:
    """The text with entities decoded that some sites write where nothing decodes them, even doubly escaped ones."""
    return _decoded(_decoded(text))


def _decoded(text: str) -> str:
    if "&" not in text:
        return text
    parts = _ENTITY.split(text)
    parts[1::2] = map(_remembered_entity, parts[1::2])
    return "".join(parts)


@lru_cache(maxsize=1_000)  # texts use few different ones
def _remembered_entity(entity: str) -> str:
    return unescape(entity)


def metadata_of(page: Page) -> Metadata:
    """The metadata of a page; read once, then cached with the page."""
    return page.cached("metadata", _read)


def _read(page: Page) -> Metadata:
    meta: dict[str, list[bytes]] = {}
    canonical, language = None, ""
    scripts: list[bytes] = []
    for row, tag, has in _stating_elements(page):
        if tag == _META and "content" in has:
            for name in (has[each] for each in _NAMING if has.get(each)):
                values = meta.setdefault(_name(name), [])
                if len(values) < _MOST_VALUES:
                    values.append(has["content"])
        elif tag == _LINK and canonical is None and "canonical" in _text(has.get("rel", b"")).lower().split():
            canonical = _text(has.get("href", b"")).strip()
        elif tag == _SCRIPT and "#text" in has and _JSON in has.get("type", b"").lower():
            scripts.append(has["#text"])
        elif row == 0:
            language = _text(has.get("lang") or has.get("xml:lang", b""))
    title = _title_row(page)
    return Metadata(page.words(title) if title else "", language, canonical or "", meta, tuple(scripts))


def _stating_elements(page: Page) -> Iterator[tuple[int, int, dict[str, bytes]]]:
    """The root, meta elements, links and scripts: row, tag and the attributes that may state something."""
    columns = page.columns
    where = np.flatnonzero(_STATING[columns.tag[columns.attribute_node]])
    numbers = {page.attribute_number(name): name for name in _ATTRIBUTES}
    found: dict[int, dict[str, bytes]] = {}
    nodes, names, values = (each[where].tolist() for each in (columns.attribute_node, columns.attribute_name, columns.attribute_value))
    for node, name, value in zip(nodes, names, values, strict=True):
        if name in numbers:
            found.setdefault(node, {})[numbers[name]] = page.raw_string(value)
    for row, has in found.items():
        yield row, int(columns.tag[row]), has


def _title_row(page: Page) -> int:
    """The title element in the head, or 0 if there is none: a title further down belongs to an SVG drawing."""
    tag = page.columns.tag
    head = int((tag == _HEAD).argmax())
    inside = tag[head : page.columns.end[head]] == _TITLE
    return head + int(inside.argmax()) if head and inside.any() else 0


@lru_cache(maxsize=2_000)  # the web uses few different names
def _name(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").strip().lower()


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def _linked_data(script: bytes) -> Iterator[Mapping[str, Any]]:
    code = script.decode("utf-8", "replace")
    if len(code) > MOST_JSON_BYTES:
        return
    try:
        data = _JSON_DECODER.decode(_without_wrapping(code))
    except (ValueError, RecursionError):
        return  # broken JSON-LD is ignored
    yield from _typed_objects(data)


def _without_wrapping(code: str) -> str:
    """JSON without the comment or CDATA marks that some generators put around it."""
    stripped = code.strip().removeprefix("<!--").removesuffix("-->").strip()
    return stripped.removeprefix("//<![CDATA[").removesuffix("//]]>").strip().rstrip(";")


def _typed_objects(data: object) -> Iterator[Mapping[str, Any]]:
    """Every object with a type, at any depth, outer ones first."""
    queue: list[object] = [data]
    for seen, item in enumerate(queue):
        if seen >= _MOST_JSON_NODES:
            return
        if isinstance(item, dict):
            if "@type" in item:
                yield item
            queue += [value for value in item.values() if isinstance(value, _NESTED)]
        elif isinstance(item, list):
            queue += [value for value in item if isinstance(value, _NESTED)]
