"""The names an element bears: its classes, and where asked for its id and role."""

from collections.abc import Sequence

from sitelode.dom.page import Page, StringColumn

CLASS_ONLY = ("class",)
CLASS_ID_ROLE = ("class", "id", "role")
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
