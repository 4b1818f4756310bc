"""The names under which pages state the fields of an article, and the sources made of them.

Nothing is decided here: `learning.py` compares the sources of a layout over its pages. The names are the common vocabulary of the web:
schema.org, OpenGraph, Dublin Core, the microformats of relations.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Self

from sitelode.json_data import JsonData, form_of

FIELDS: Final = ("author", "date", "modified", "image", "description", "tags", "subtitle", "site_name", "categories", "licence")
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
LICENCE: Final = "license"  # a property, and a relation whose link is the value
RELATIONS: Final = {"author": "author", "tags": "tag", "categories": "category", "licence": LICENCE}
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


@dataclass(frozen=True, slots=True, order=True)
class FieldSource(JsonData):
    """A name under which pages give a value."""

    kind: str  # json-ld, meta, microdata, rel, address, feed, region or profile
    name: str = ""  # the property, or the place as text

    def __str__(self) -> str:
        return f"{self.kind} {self.name}".strip()

    def to_data(self) -> list[str]:
        return [self.kind, self.name]

    @classmethod
    def read_data(cls, data: object) -> Self:
        return cls(*form_of(tuple[str, ...]).read(data)[:2])


def _named(kind: str, names: Mapping[str, Iterable[str]]) -> dict[str, tuple[FieldSource, ...]]:
    return {field: tuple(FieldSource(kind, name) for name in each) for field, each in names.items()}


LINKED_SOURCES, META_SOURCES, MARKED_SOURCES = (
    _named("json-ld", LINKED_NAMES),
    _named("meta", META_NAMES),
    _named("microdata", LINKED_NAMES),
)
RELATED_SOURCES = {field: FieldSource("rel", relation) for field, relation in RELATIONS.items()}
PROFILE: Final = FieldSource("profile", "article:author")  # OpenGraph names an author by the address of a page about them
