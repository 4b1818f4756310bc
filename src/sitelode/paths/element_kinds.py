"""Kinds of elements: rows with the same tag, class names and id, runs of digits in names as one.

A page has thousands of rows and some dozens of kinds, and all pages of a site nearly the same ones. Whoever needs to know something about
every element looks at each kind once, or remembers by its key what was found out on another page.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes, code_of
from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG
from sitelode.paths.kernels import element_kinds as kernel

_NO_CODES = np.empty(0, dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class ElementKinds:
    """The kinds of one page, in the order in which they come first."""

    of_row: NDArray[np.int32]
    first: RowColumn  # the first row of each
    key: Codes  # the same on every page
    class_code: Codes  # of the class attribute alone, 0 where there is none


def element_kinds(page: Page) -> ElementKinds:
    """Look at every row of a page, once."""
    return page.worked_out("element kinds", _find_kinds)


def _find_kinds(page: Page) -> ElementKinds:
    columns = page.columns
    unknown = np.array([code_of(name) for name in columns.unknown_tags], dtype=np.uint64) if columns.unknown_tags else _NO_CODES
    return ElementKinds(*kernel.kinds(page.rows_read, FIRST_UNKNOWN_TAG, unknown))
