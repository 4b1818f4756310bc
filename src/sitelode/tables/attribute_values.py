"""Values in attributes: pictures, times, ratings, microdata and meta elements; and from the data that pages carry for scripts.

A meta element or a microdata property is found by its name; a value of a script by its keys; a picture or a time by its path of labels
and an index. Only the first value of a name counts, and columns from attributes come after columns of visible text. The limits are set
by hand.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from sitelode.html.addresses import picture_address
from sitelode.html.page import Page, RowColumn
from sitelode.tables.details.text_nodes import TextNodes, ordinals
from sitelode.tables.name_words import key_name, telling_words
from sitelode.tables.naming import PICTURE, RATING, is_rating
from sitelode.tables.script_data import LINKED_DATA, page_data, single_values
from sitelode.urls import resolve

SAID_RATINGS: Final = ("aria-label", "title")  # what is read aloud, or shown below the pointer, for a row of stars
LONGEST_RATING: Final = 60  # bytes, set by hand
_FIGURES = re.compile(rb"[0-9][^0-9]*[0-9]")


def said_ratings(page: Page) -> Iterator[tuple[int, str, str]]:
    """Elements whose rating is said in an attribute, each once: row, attribute and value."""
    met: set[int] = set()
    for name in SAID_RATINGS:
        chosen = page.columns.attribute_name == page.attribute_number(name)
        numbers = page.columns.attribute_value[chosen]
        ratings = {number: text for number in set(numbers.tolist()) if (text := _rating(page.raw_string(number)))}
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


MOST_ATTRIBUTE_COLUMNS = 12
ATTRIBUTE_SHARE = 0.5  # of the score of a text column, so that these come later
LONGEST_VALUE = 1_000  # characters; longer ones are code
MOST_STATE_COLUMNS = 24
NAMED, PLACED, STATE = "named", "placed", "state"  # the kinds of rules
KEYS_APART = "\t"  # between the keys of a value of a script
_PLACED_TAGS: Final = {"img": ("src", "data-src", "srcset"), "time": ("datetime",)}
_SRCSET: Final = "srcset"
_NO_ROWS: Final = np.empty(0, np.int32)
_READABLE: Final = {"img": PICTURE, "time": "date"}
_NAME_ATTRIBUTES: Final = ("itemprop", "property", "name")
_ADDRESS_ATTRIBUTES: Final = frozenset(("src", "data-src", "srcset", "href"))


class AttributeKey(NamedTuple):
    """Identifies an attribute on other pages; `code` is that of the path, 0 for named ones."""

    kind: str
    label: str  # the name, or tag and attribute
    code: int = 0
    ordinal: int = 0


class AttributeValue(NamedTuple):
    key: AttributeKey
    row: int
    value: str  # as written

    def resolved(self, url: str) -> str:
        """The value; an address is made absolute with the page's."""
        is_address = self.key.kind == PLACED and self.key.label.partition(" ")[2] in _ADDRESS_ATTRIBUTES
        return (resolve(url, self.value) or self.value) if is_address else self.value


class AttributeColumn(NamedTuple):
    key: AttributeKey
    example: tuple[int, int]  # page and row
    values: list[str]
    fill: float
    score: float


def attribute_values(nodes: TextNodes, wanted: Collection[tuple[str, str]] | None = None) -> Iterator[AttributeValue]:
    """Every value of a page with its key, each key once; if only some kinds and labels are wanted, others may be left out.

    The data of scripts costs the most to read.
    """
    seen: set[AttributeKey] = set()
    kinds = {kind for kind, _ in wanted} if wanted is not None else {NAMED, PLACED, STATE}
    labels = None if wanted is None else {label for kind, label in wanted if kind == PLACED}
    named = _named(nodes.page) if NAMED in kinds else ()
    placed = _placed(nodes, labels) if PLACED in kinds else ()
    for found in (*named, *placed, *(_state(nodes.page) if STATE in kinds else ())):
        if found.value and len(found.value) <= LONGEST_VALUE and found.key not in seen:
            seen.add(found.key)
            yield found


def attribute_columns(pages: Sequence[TextNodes], least_fill: float) -> list[AttributeColumn]:
    """The keys whose values vary over the pages and that are on enough pages, most informative first."""
    values: dict[AttributeKey, list[str]] = defaultdict(list)
    examples: dict[AttributeKey, tuple[int, int]] = {}
    for number, nodes in enumerate(pages):
        for found in attribute_values(nodes):
            values[found.key].append(found.value)
            examples.setdefault(found.key, (number, found.row))
    columns = []
    for key, every in values.items():
        fill, distinct = len(every) / len(pages), len(set(every))
        if distinct > 1 and len(every) >= max(2, least_fill * len(pages)):
            columns.append(AttributeColumn(key, examples[key], every, fill, ATTRIBUTE_SHARE * fill * (0.3 + distinct / len(every))))
    columns.sort(key=lambda column: (-column.score, column.key.kind != PLACED, column.key))
    kept = _without_copies(columns)
    of_state = [column for column in kept if column.key.kind == STATE][:MOST_STATE_COLUMNS]
    return [column for column in kept if column.key.kind != STATE][:MOST_ATTRIBUTE_COLUMNS] + of_state


def _without_copies(columns: Sequence[AttributeColumn]) -> list[AttributeColumn]:
    """Pages repeat their title and picture for every social network: one is enough."""
    first: dict[tuple[str, ...], AttributeColumn] = {}
    for column in columns:
        first.setdefault(tuple(column.values), column)
    return list(first.values())


def _named(page: Page) -> Iterator[AttributeValue]:
    for row, value in page.attribute_column("content"):
        attributes = page.attributes(row)
        name = next((attributes[key].strip() for key in _NAME_ATTRIBUTES if attributes.get(key, "").strip()), "")
        if name and ("itemprop" in attributes or _meta_name(name)):
            yield AttributeValue(AttributeKey(NAMED, name.lower()), row, " ".join(value.split()))


def _meta_name(name: str) -> str:
    """What a meta element is about in words of people, such as `article:published_time`; nothing for what only programs read."""
    return telling_words(name.replace("image", PICTURE) if name.endswith("image") else name, ())


def _state(page: Page) -> Iterator[AttributeValue]:
    for name, data in page_data(page):
        for found in single_values(name, data):
            if not name.startswith(LINKED_DATA) or _meta_name(key_name(found.path[1:])):
                yield AttributeValue(AttributeKey(STATE, KEYS_APART.join(found.path)), 0, found.value)


def _placed(nodes: TextNodes, labels: Collection[str] | None) -> Iterator[AttributeValue]:
    page = nodes.page
    for tag, every in _PLACED_TAGS.items():
        names = [name for name in every if labels is None or f"{tag} {name}" in labels]
        rows = page.rows(tag) if names else _NO_ROWS
        values = {name: dict(page.attribute_column(name)) for name in names} if len(rows) else {}
        for row, code, ordinal in _places(nodes, rows):
            for name in names:
                if value := _read(page, row, name, values[name].get(row, "")):
                    yield AttributeValue(AttributeKey(PLACED, f"{tag} {name}", code, ordinal), row, value)
    if labels is not None and not any(label.startswith(RATING) for label in labels):
        return
    ratings = {row: (name, value) for row, name, value in said_ratings(page)}
    for row, code, ordinal in _places(nodes, np.array(sorted(ratings), np.int32)):
        name, value = ratings[row]
        yield AttributeValue(AttributeKey(PLACED, f"{RATING} {name}", code, ordinal), row, value)


def _places(nodes: TextNodes, rows: RowColumn) -> Iterator[tuple[int, int, int]]:
    """Row, path and number among equal paths, of rows that are read."""
    codes = nodes.row_paths.by_labels[rows]
    every = zip(rows.tolist(), codes.tolist(), (ordinals(codes) + 1).tolist(), strict=True)
    return ((row, code, ordinal) for row, code, ordinal in every if code)


def _read(page: Page, row: int, name: str, value: str) -> str:
    """The value; of a set of pictures the largest, where there is no plain address."""
    if name != _SRCSET or not value:
        return value.strip()
    is_plain = (page.attribute(row, "src") or "data:").strip().startswith("data:")
    return picture_address(page, row) if is_plain else ""


def readable_name(key: AttributeKey) -> str:
    """The default name for a column of attributes."""
    if key.kind == STATE:
        return key_name(key.label.split(KEYS_APART)[1:])
    if key.kind == NAMED:
        return _meta_name(key.label) or key_name([key.label])
    return _READABLE.get(tag := key.label.partition(" ")[0], tag)
