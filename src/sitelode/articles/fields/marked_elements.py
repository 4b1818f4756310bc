"""The elements that a page marks, by microdata, RDFa or a link relation; found once for each page, and kept with it."""

import re
from itertools import chain
from typing import Final

from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER

LICENCE: Final = "license"  # a property, and a relation whose link is the value
RELATIONS: Final = {"author": "author", "tags": "tag", "categories": "category", "licence": LICENCE}
_RELATIONS: Final = frozenset(RELATIONS.values())
_META_TAG, _LINK_TAG, _ANCHOR_TAG = (TAG_NUMBER[name] for name in ("meta", "link", "a"))
_NOT_SHOWN = frozenset((_META_TAG, _LINK_TAG))
_PREFIX = re.compile(r"(?<!\S)\S+[:/#]")  # of a name in RDFa


def relations_of(page: Page) -> list[tuple[int, str]]:
    """The `rel` attributes of a page."""
    return page.worked_out("relations", lambda page: page.attribute_column("rel"))


def marks_of(page: Page) -> dict[int, str]:
    """Elements with a property, by microdata or RDFa, and the names of the property."""
    return page.worked_out("marks", _find_marks)


def _find_marks(page: Page) -> dict[int, str]:
    marked = dict(page.attribute_column("itemprop"))
    by_rdfa = chain(page.attribute_column("property"), ((row, value) for row, value in relations_of(page) if ":" in value))
    tags = page.tags
    shown = {row: _PREFIX.sub("", value) for row, value in by_rdfa if tags[row] not in _NOT_SHOWN and row not in marked}
    return dict(sorted({**marked, **shown}.items())) if shown else marked


def links_of_relations(page: Page) -> dict[str, list[int]]:
    """The links of every relation that states a field."""
    return page.worked_out("links of relations", _find_links)


def _find_links(page: Page) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    tags = page.tags
    for value, rows in page.rows_with_value("rel").items():
        for relation in _RELATIONS.intersection(value.lower().split()):
            links = [row for row in rows if tags[row] == _ANCHOR_TAG or (tags[row] == _LINK_TAG and relation == LICENCE)]
            if links:
                found[relation] = sorted(found[relation] + links) if relation in found else links
    return found
