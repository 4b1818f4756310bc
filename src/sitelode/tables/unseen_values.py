"""Values that elements hold in attributes while they show none: microdata, times, and ratings that are drawn as stars."""

from collections.abc import Iterator
from typing import Final

from sitelode.html.page import Page
from sitelode.tables.column_roles import is_rating

SAID_RATINGS: Final = ("aria-label", "title")  # what is read aloud, or shown below the pointer, for a row of stars
LONGEST_RATING: Final = 60  # characters, set by hand


def said_ratings(page: Page) -> Iterator[tuple[int, str, str]]:
    """Elements whose rating is said in an attribute, each once: row, attribute and value."""
    met: set[int] = set()
    for name in SAID_RATINGS:
        for row, value in page.attribute_column(name):
            text = " ".join(value[: LONGEST_RATING + 1].split())
            if row not in met and len(value) <= LONGEST_RATING and is_rating(text):
                met.add(row)
                yield row, name, text


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
