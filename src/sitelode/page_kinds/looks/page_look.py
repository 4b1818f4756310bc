"""What can be counted on a single page, whatever the rest of its site is like: pictures, cells, form fields, dates, declared types."""

import re
from typing import Final

import numpy as np

from sitelode.html.metadata import metadata_of
from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.page_kinds.looks.file_addresses import is_file
from sitelode.site.page_links import PageLinks

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
    "says listing": re.compile(r"collectionpage|itemlist|searchresults|^blog$", re.IGNORECASE),
    "says thing": re.compile(r"product|event|profile|^person|place|organization|book|movie|recipe|course|jobposting", re.IGNORECASE),
    "says thread": re.compile(r"discussion|qapage|^question|comment", re.IGNORECASE),
    "says media": re.compile(r"imageobject|mediaobject|videoobject|gallery", re.IGNORECASE),
}
LOOKS: Final = (*_COUNTED, *_TYPES, "says date", "links to files", "picture links to files", "links outside", "elements", "characters")
_TAGS: Final = [np.array([TAG_NUMBER[tag] for tag in tags]) for tags in _COUNTED.values()]
_MOST_TYPES: Final = 200


def look_of(page: Page, links: PageLinks) -> list[float]:
    """One number for each of LOOKS."""
    columns = page.columns
    counts = np.bincount(np.minimum(columns.tag, 1023), minlength=1024)
    files = [place for place, target in enumerate(links.targets) if is_file(target)]
    pictures = sum(not links.anchors[place] for place in files)
    metadata = metadata_of(page)
    types = _types(page)
    said = [float(sum(bool(wanted.search(each)) for each in types)) for wanted in _TYPES.values()]
    return [
        *(float(counts[tags].sum()) for tags in _TAGS),
        *said,
        float(bool(metadata.date)),
        float(len(files)),
        float(pictures),
        float(links.outside),
        float(len(columns.tag)),
        float(len(columns.text)),
    ]


def _types(page: Page) -> list[str]:
    """What a page declares to be or to hold, in the words of schema.org and of Open Graph, each once."""
    metadata = metadata_of(page)
    found: list[str] = [metadata.meta.get("og:type", "")]
    for item in metadata.linked_data[:_MOST_TYPES]:
        kinds = item.get("@type")
        found += [kind for kind in (kinds if isinstance(kinds, list) else [kinds]) if isinstance(kind, str)]
    found += [value.rpartition("/")[2] for _, value in page.attribute_column("itemtype")[:_MOST_TYPES]]
    return list(dict.fromkeys(filter(None, found)))
