"""Values that elements hold in attributes while they show none: microdata, times, and ratings that are drawn as stars."""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from sitelode.html.page import Page
from sitelode.tables.column_roles import is_rating

SAID_RATINGS: Final = ("aria-label", "title")  # what is read aloud, or shown below the pointer, for a row of stars
LONGEST_RATING: Final = 60  # bytes, set by hand
_FIGURES = re.compile(rb"[0-9][^0-9]*[0-9]")


def said_ratings(page: Page) -> Iterator[tuple[int, str, str]]:
    """Elements whose rating is said in an attribute, each once: row, attribute and value."""
    met: set[int] = set()
    for name in SAID_RATINGS:
        chosen = page.columns.attribute_name == page.attribute_number(name)
        numbers = page.columns.attribute_value[chosen]
        ratings = {number: text for number in np.unique(numbers).tolist() if (text := _rating(page.raw_string(number)))}
        for row, number in zip(page.columns.attribute_node[chosen].tolist(), numbers.tolist(), strict=True) if ratings else ():
            if number in ratings and row not in met:
                met.add(row)
                yield row, name, ratings[number]


def _rating(value: bytes) -> str:
    """The text of an attribute if it is a rating, else nothing; most are told by a quick test."""
    if len(value) > LONGEST_RATING or not _FIGURES.search(value):
        return ""
    text = " ".join(value.decode("utf-8", "replace").split())
    return text if is_rating(text) else ""


def unseen_values(page: Page) -> dict[int, str]:
    """The attribute that holds the value of an element, by row: `content` of a property, `datetime` of an empty `time`, a rating."""
    found = {row: name for row, name, _ in said_ratings(page)}
    for row, value in page.attribute_column("content"):
        if value.strip() and (page.attribute(row, "itemprop") or page.attribute(row, "property")):
            found[row] = "content"
    for row, value in page.attribute_column("datetime"):
        if value.strip() and page.columns.text_end[row] == page.columns.text_start[row]:
            found[row] = "datetime"
    return found
