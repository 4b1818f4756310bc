"""What can be counted on a single page, whatever the rest of its site is like: pictures, cells, form fields, dates, declared types.

Addresses of files: pictures, documents, sounds, archives. A link to one announces no page.

Which pictures a page shows and which files it links to, as codes: those that no other page has are its own, the rest is template.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.site.page_links import PageLinks

_PICTURES: Final = r"jpe?g|png|gif|webp|svg|bmp|tiff?|ico|avif|heic"
_PAPERS: Final = r"pdf|ps|djvu|epub|docx?|xlsx?|pptx?|od[tsp]"
_SOUNDS: Final = r"mp[34]|m4[av]|og[gv]|wav|flac|webm|avi|mov|mkv"
_LOOKED_AT: Final = rf"{_PICTURES}|{_PAPERS}|{_SOUNDS}"
_OTHERS: Final = r"rtf|txt|csv|json|xml|rss|atom|ics|bib|zip|t?gz|bz2|xz|7z|rar|tar|dmg|exe|apk|deb|rpm|jar|iso|swf|css|js"
_FILE: Final = re.compile(rf"\.(?:{_LOOKED_AT}|{_OTHERS})$", re.IGNORECASE)
_MEDIUM: Final = re.compile(rf"\w\.(?:{_LOOKED_AT})$", re.IGNORECASE)


@lru_cache(maxsize=1 << 16)  # the pages of a site link to the same addresses again and again
def is_file(address: str) -> bool:
    """Whether an address names a file that is no page, by its ending."""
    return bool(_FILE.search(address.partition("?")[0].partition("#")[0]))


def is_medium(name: str) -> bool:
    """Whether a name is that of a picture, a sound, a film or a paper; names of programs ("node.js") are titles of texts as well."""
    return bool(_MEDIUM.search(name.rstrip()))


_COUNTED: Final = {
    "pictures": ("img", "picture"),
    "cells": ("td", "th"),
    "rows": ("tr",),
    "terms": ("dt", "dd"),
    "fields": ("input", "textarea", "select"),
    "times": ("time",),
    "items": ("li",),
    "paragraphs": ("p",),
    "large headings": ("h1", "h2"),
    "small headings": ("h3", "h4", "h5", "h6"),
    "code": ("pre", "code"),
    "films": ("iframe", "video", "audio", "embed", "object"),
    "articles": ("article",),
}
_TYPES: Final = {
    "says article": re.compile(r"article|blogposting|report|review$", re.IGNORECASE),
    "says post": re.compile(r"^\w*(?:article|posting)$", re.IGNORECASE),  # as schema.org has it; Open Graph's article stands on any page
    "says listing": re.compile(r"collectionpage|itemlist|searchresults|^blog$", re.IGNORECASE),
    "says thing": re.compile(r"product|event|profile|^person|place|organization|book|movie|recipe|course|jobposting", re.IGNORECASE),
    "says thread": re.compile(r"discussion|qapage|^question|comment", re.IGNORECASE),
    "says media": re.compile(r"imageobject|mediaobject|videoobject|gallery", re.IGNORECASE),
}
LOOKS: Final = (*_COUNTED, *_TYPES, "says date", "links to files", "picture links to files", "links outside", "elements", "characters")
_TAGS: Final = [np.array([TAG_NUMBER[tag] for tag in tags]) for tags in _COUNTED.values()]
_MOST_TYPES: Final = 200


def look_of(page: Page, links: PageLinks) -> "tuple[list[float], ShownFiles]":
    """One number for each of LOOKS, and the files that the page shows and links to."""
    columns = page.columns
    counts = np.bincount(np.minimum(columns.tag, 1023), minlength=1024)
    files = [place for place, target in enumerate(links.targets) if is_file(target)]
    looks = [
        *(float(counts[tags].sum()) for tags in _TAGS),
        *np.sum([_said_by(each) for each in _types(page)] or [_said_by("")], axis=0).tolist(),
        float(bool(metadata_of(page).date)),
        float(len(files)),
        float(sum(not links.anchors[place] for place in files)),
        float(links.outside),
        float(len(columns.tag)),
        float(len(columns.text)),
    ]
    return looks, (_pictures_of(page), _codes(islice(dict.fromkeys(links.targets[place] for place in files), MOST_FILES)))


@lru_cache(maxsize=1 << 12)  # few types, on page after page
def _said_by(declared: str) -> tuple[float, ...]:
    return tuple(float(bool(wanted.search(declared))) for wanted in _TYPES.values())


def _types(page: Page) -> list[str]:
    """What a page declares to be or to hold, in the words of schema.org and of Open Graph, each once."""
    metadata = metadata_of(page)
    found: list[str] = [f"og:{metadata.meta.get('og:type', '')}"]
    for item in metadata.linked_data[:_MOST_TYPES]:
        kinds = item.get("@type")
        found += [kind for kind in (kinds if isinstance(kinds, list) else [kinds]) if isinstance(kind, str)]
    found += [value.rpartition("/")[2] for _, value in page.attribute_column("itemtype")[:_MOST_TYPES]]
    return list(dict.fromkeys(filter(None, found)))


MOST_FILES: Final = 200  # of each sort on a page. Set by hand
_PICTURE: Final = TAG_NUMBER["img"]
ShownFiles = tuple[NDArray[np.uint32], NDArray[np.uint32]]  # the pictures of one page and the files it links to, each once


def _pictures_of(page: Page) -> NDArray[np.uint32]:
    columns = page.columns
    sources = np.flatnonzero(columns.attribute_name == page.attribute_number("src"))
    values = columns.attribute_value[sources[columns.tag[columns.attribute_node[sources]] == _PICTURE]]
    return _codes(map(page.string, islice(dict.fromkeys(values.tolist()), MOST_FILES)))


def _codes(addresses: Iterable[str]) -> NDArray[np.uint32]:
    return np.fromiter((crc32(address.encode("utf-8", "replace")) for address in addresses), dtype=np.uint32)
