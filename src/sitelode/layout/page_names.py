"""The class names and ids of a page. Several stages ask for them: every value of these attributes is read once a page."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.dom.page import NO_STRING, Page, StringColumn
from sitelode.layout.attribute_names import digitless_names


@dataclass(frozen=True, slots=True)
class PageNames:
    """Names without their numbers, by the place of the attribute's value in the page's table of strings."""

    classes: dict[int, tuple[str, ...]]
    ids: dict[int, tuple[str, ...]]  # with a `#` before each, so that an id is no class name
    kinds: list[tuple[int, int]]  # the tags that have class names, each with the places of their values: every pair once, ascending
    keys: NDArray[np.int64]  # of the kinds, see `kind_keys`


def page_names(page: Page) -> PageNames:
    """Read everything once: a page that was asked before gives the same answer."""
    known = page.derived.get("names")
    if known is None:
        known = page.derived["names"] = _read(page)
    found: PageNames = known
    return found


def _read(page: Page) -> PageNames:
    columns = page.columns
    classes = {number: digitless_names(page.string(number)) for number in distinct(page, columns.class_)}
    ids = {number: tuple(["#" + name for name in digitless_names(page.string(number))]) for number in distinct(page, columns.id_)}
    keys = np.unique(kind_keys(page, np.flatnonzero(columns.class_ != NO_STRING)))
    return PageNames(classes, ids, list(zip((keys >> 32).tolist(), (keys & 0xFFFFFFFF).tolist(), strict=True)), keys)


def kind_keys(page: Page, rows: NDArray[np.intp]) -> NDArray[np.int64]:
    """For elements that have class names one number for tag and value."""
    return page.columns.tag[rows].astype(np.int64) << 32 | page.columns.class_[rows]


def distinct(page: Page, column: StringColumn) -> list[int]:
    """The strings in a column, ascending, without NO_STRING."""
    there = np.zeros(len(page.columns.string_start) + 1, dtype=np.bool_)  # NO_STRING is the last place
    there[column] = True
    return np.flatnonzero(there[:-1]).tolist()
