"""The names an element bears: its classes, and where asked for its id and role."""

import re
from collections.abc import Sequence
from functools import lru_cache

from sitelode.compiled.codes import LONG_TEXT
from sitelode.html.page import Page, StringColumn

CLASS_ONLY = ("class",)
CLASS_ID_ROLE = ("class", "id", "role")
_DIGITS = re.compile(r"\d+")
_AS_ZERO = bytes(ord("0") if chr(code).isdigit() else code for code in range(128)) + bytes(range(128, 256))
_BETWEEN = b"\0"  # no attribute has it: browsers and parsers take it for another character
_MARKS = {"class": "", "id": "#", "role": "@"}  # so that an id is no class name


def attribute_columns(page: Page, attributes: Sequence[str]) -> list[StringColumn]:
    columns = {"class": page.columns.class_, "id": page.columns.id_, "role": page.columns.role}
    return [columns[name] for name in attributes]


def attribute_text(page: Page, attributes: Sequence[str], values: Sequence[int]) -> str:
    """The names in these attributes' values, each with the mark of its attribute, as one text."""
    if attributes == CLASS_ONLY:
        return page.string(values[0])  # most callers ask for nothing else, element by element
    texts = zip(attributes, map(page.string, values), strict=True)
    return " ".join(_MARKS[attribute] + name for attribute, text in texts for name in text.split())


def digitless_names(value: str) -> tuple[str, ...]:
    """The names in the value of an attribute, in order, with 0 for every number: `post-18273` is a name like `post-18274`."""
    return _remembered(value) if len(value) <= LONG_TEXT else _remembered.__wrapped__(value)


@lru_cache(maxsize=20_000)  # values repeat from element to element and from page to page
def _remembered(value: str) -> tuple[str, ...]:
    return tuple(_DIGITS.sub("0", value).split())


def digitless_names_of_all(values: Sequence[bytes]) -> list[tuple[str, ...]]:
    """The same for many values, as UTF-8, at once."""
    every = _BETWEEN.join(values)
    if not every.isascii():
        text = _DIGITS.sub("0", every.decode("utf-8", "replace"))
    else:
        every = every.translate(_AS_ZERO)
        while b"00" in every:
            every = every.replace(b"00", b"0")
        text = every.decode()
    found = [tuple(value.split()) for value in text.split(_BETWEEN.decode())]
    return found if len(found) == len(values) else [digitless_names(value.decode("utf-8", "replace")) for value in values]
