"""Kinds of elements: rows with the same tag, class names and id, runs of digits in names as one.

A page has thousands of rows and some dozens of kinds, and all pages of a site nearly the same ones. Whoever needs to know something about
every element looks at each kind once, or remembers by its key what was found out on another page.
"""

import numpy as np

from sitelode.compiled.codes import code_of
from sitelode.html.page import Page
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG
from sitelode.paths.kernels.element_kinds import ElementKinds, kinds

__all__ = ["ElementKinds", "element_kinds"]

_NO_CODES = np.empty(0, dtype=np.uint64)


def element_kinds(page: Page) -> ElementKinds:
    """Look at every row of a page, once."""
    return page.worked_out("element kinds", _find_kinds)


def _find_kinds(page: Page) -> ElementKinds:
    columns = page.columns
    unknown = np.array([code_of(name) for name in columns.unknown_tags], dtype=np.uint64) if columns.unknown_tags else _NO_CODES
    found: ElementKinds = kinds(page.rows_read, FIRST_UNKNOWN_TAG, unknown)
    return found
