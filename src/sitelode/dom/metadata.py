"""What a page says about itself, outside of what it shows: title, meta elements, JSON-LD, canonical address, language.

Nothing here is trusted: later stages compare it over the pages of a site.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sitelode.dom.page import Page
from sitelode.dom.vocabulary import TAG_NUMBER

MOST_JSON_BYTES = 1_000_000  # of one script; larger ones are an application's state
_MOST_JSON_NODES = 20_000
_MOST_VALUES = 100  # of one meta name
_LINK, _ANCHOR, _TIME = TAG_NUMBER["link"], TAG_NUMBER["a"], TAG_NUMBER["time"]
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


@dataclass(frozen=True, slots=True)
class Metadata:
    """Raw values; empty where the page says nothing."""

    title: str = ""  # the title element
    meta: Mapping[str, str] = field(default_factory=dict)  # name, property or itemprop of meta elements in lower case, first value
    repeated_meta: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # all values of the names that stand more than once
    canonical: str = ""
    relations: Mapping[str, str] = field(default_factory=dict)  # rel of links in lower case to an address; link elements come first
    language: str = ""  # the lang attribute of the root
    linked_data: tuple[Mapping[str, Any], ...] = ()  # JSON-LD objects that have a type, flattened out of graphs
    times: tuple[str, ...] = ()  # datetime attributes of time elements, in document order

    @property
    def announced_title(self) -> str:
        """The article's title as the page announces it to others."""
        headlines = (str(item.get("headline") or "") for item in self.articles())
        candidates = (self.meta.get("og:title", ""), next(filter(None, headlines), ""), self.meta.get("twitter:title", ""))
        return next(filter(None, candidates), "")

    @property
    def date(self) -> str:
        """When the article was published, in ISO 8601, where a meta element or JSON-LD says so."""
        said = [str(item.get("datePublished") or "") for item in self.articles()]
        said += [self.meta.get(name, "") for name in _DATE_NAMES]
        return next(filter(None, map(iso_date, said)), "")

    def articles(self) -> Iterator[Mapping[str, Any]]:
        """The JSON-LD objects that describe a text."""
        for item in self.linked_data:
            kinds = item.get("@type")
            if any(isinstance(kind, str) and _ARTICLE_TYPES.search(kind) for kind in (kinds if isinstance(kinds, list) else [kinds])):
                yield item


def iso_date(text: str) -> str:
    """The first date written year first, as ISO 8601; empty where there is none."""
    match = _ISO_DATE.search(text)
    if match is None:
        return ""
    year, month, day, time, zone = match.groups()
    if not (1 <= int(month) <= 12 and 1 <= int(day) <= 31):  # noqa: PLR2004 (a calendar's numbers)
        return ""
    return f"{year}-{month}-{day}" + (f"T{time}{zone or ''}" if time else "")


def metadata_of(page: Page) -> Metadata:
    """Read everything once: a page that was asked before gives the same answer."""
    known = page.derived.get("metadata")
    if known is None:
        known = page.derived["metadata"] = _read(page)
    found: Metadata = known
    return found


def _read(page: Page) -> Metadata:
    tags = page.columns.tag
    meta = _meta(page)
    relations = _relations(page)
    return Metadata(
        title=_title(page),
        meta={name: values[0] for name, values in meta.items()},
        repeated_meta={name: tuple(values) for name, values in meta.items() if len(values) > 1},
        canonical=relations.pop("link canonical", ""),
        relations=relations,
        language=page.attribute(0, "lang") or page.attribute(0, "xml:lang") or "",
        linked_data=tuple(_linked_data(page)),
        times=tuple(value for row, value in page.attribute_column("datetime") if tags[row] == _TIME),
    )


def _title(page: Page) -> str:
    head = page.rows("head")
    limit = page.columns.end[head[0]] if len(head) else 0
    for row in page.rows("title"):
        if row < limit:  # a title element further down is a drawing's
            return " ".join(page.text(int(row)).split())
    return ""


def _meta(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in page.rows("meta").tolist():
        attributes = page.attributes(row)
        value = attributes.get("content")
        if value is None:
            continue
        for key in ("property", "name", "itemprop"):
            if attributes.get(key):
                values = found.setdefault(attributes[key].strip().lower(), [])
                if len(values) < _MOST_VALUES:
                    values.append(" ".join(value.split()))
    return found


def _relations(page: Page) -> dict[str, str]:
    """Addresses by relation. A canonical address counts only where a link element names it."""
    links: dict[str, str] = {}
    anchors: dict[str, str] = {}
    tags = page.columns.tag
    known = set()
    for row, value in page.attribute_column("rel"):
        tag = tags[row]
        if tag not in (_LINK, _ANCHOR) or (tag, value) in known:
            continue
        known.add((tag, value))
        found = links if tag == _LINK else anchors
        for relation in value.lower().split():
            if relation not in found:
                found[relation] = (page.attribute(row, "href") or "").strip()
    canonical = links.pop("canonical", "")
    return {**anchors, **links, "link canonical": canonical}


def _linked_data(page: Page) -> Iterator[Mapping[str, Any]]:
    for row, code in page.attribute_column("#text"):
        if "ld+json" not in (page.attribute(row, "type") or "").lower() or len(code) > MOST_JSON_BYTES:
            continue
        try:
            data = json.loads(_without_wrapping(code), strict=False)
        except (ValueError, RecursionError):
            continue  # a page with broken JSON-LD says nothing by it
        yield from _typed_objects(data)


def _without_wrapping(code: str) -> str:
    """JSON without the comment or CDATA marks that some generators put around it."""
    stripped = code.strip().removeprefix("<!--").removesuffix("-->").strip()
    return stripped.removeprefix("//<![CDATA[").removesuffix("//]]>").strip().rstrip(";")


def _typed_objects(data: object) -> Iterator[Mapping[str, Any]]:
    """Every object with a type, outer ones first, however deep it lies."""
    queue: list[object] = [data]
    for seen, item in enumerate(queue):
        if seen >= _MOST_JSON_NODES:
            return
        if isinstance(item, dict):
            if "@type" in item:
                yield item
            queue.extend(value for value in item.values() if isinstance(value, dict | list))
        elif isinstance(item, list):
            queue.extend(value for value in item if isinstance(value, dict | list))
