"""What an element is called when siblings are compared: by its tag, by its tag with all its class names, by its tag with one of them.

Runs of digits in class names are one digit: `post-18273` and `post-18274` are the same name.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes, code_of
from sitelode.html.page import NO_STRING, Page, RowColumn
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES

MOST_NAMES = 12  # of one element; style sheets made of single-purpose names have more, and none of them says much
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class RowLabels:
    """Codes of labels, the same in every page and process."""

    tag: Codes  # by tag alone
    named: Codes  # by tag and the set of class names
    name_row: RowColumn  # one entry for each class name of each element
    name_code: Codes  # tag and that name
    tag_path: Codes  # tags from the root
    named_path: Codes  # named labels from the root


@lru_cache(maxsize=50_000)
def class_names(value: str) -> tuple[str, ...]:
    """The distinct names of a class attribute, sorted, digits as one."""
    return tuple(sorted({_DIGITS.sub("0", name) for name in value.split()}))[:MOST_NAMES]


@lru_cache(maxsize=50_000)
def _codes(value: str) -> tuple[int, tuple[int, ...]]:
    names = class_names(value)
    return code_of("\n".join(names)), tuple(map(code_of, names))


@cache
def _tag_codes() -> Codes:
    return np.array([code_of(name) for name in TAG_NAMES], dtype=np.uint64)


def row_labels(page: Page) -> RowLabels:
    from sitelode.paths.kernels.sibling_labels import both_paths, spread  # noqa: PLC0415 (compiled code: loaded when a page is there)

    tag = _tags(page)
    which, first, names, wholes = _class_table(page)
    named, name_row, name_code = spread(tag, page.columns.class_ != NO_STRING, which, first, names, wholes)
    tag_path, named_path = both_paths(page.columns.parent, tag, named)
    return RowLabels(tag, named, name_row, name_code, tag_path, named_path)


def _tags(page: Page) -> Codes:
    numbers = page.columns.tag
    codes = _tag_codes()[np.minimum(numbers, len(TAG_NAMES) - 1)]
    if page.columns.unknown_tags:
        unknown = numbers >= FIRST_UNKNOWN_TAG
        own = np.array([code_of(name) for name in page.columns.unknown_tags], dtype=np.uint64)
        codes[unknown] = own[numbers[unknown] - FIRST_UNKNOWN_TAG]
    return codes


def _class_table(page: Page) -> tuple[NDArray[np.int32], NDArray[np.int32], Codes, Codes]:
    """The distinct class attributes: for every row its place among them, and their names as codes, one after the other."""
    values = page.columns.class_
    numbers, which = np.unique(values, return_inverse=True)
    coded = [_codes(page.string(number)) for number in numbers.tolist()]
    first = np.cumsum([0, *(len(names) for _, names in coded)], dtype=np.int32)
    names = np.array([name for _, each in coded for name in each], dtype=np.uint64)
    wholes = np.array([whole for whole, _ in coded], dtype=np.uint64)
    return which.astype(np.int32), first, names, wholes
