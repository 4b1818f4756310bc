"""The visible text of records, on one line each."""

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import TEXT, tag_flags
from sitelode.tables.lists.candidates import HIDDEN
from sitelode.tables.lists.kernels.candidates import usable_rows

_WHITE = re.compile(r"[\s\u200b]+")


@cache
def _flags() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    not_text = ~tag_flags(frozenset())
    not_text[TEXT] = False
    return not_text, tag_flags(HIDDEN)


def shown_texts(page: Page) -> NDArray[np.bool_]:
    """Which rows are visible text nodes."""
    not_text, hidden = _flags()
    shown: NDArray[np.bool_] = usable_rows(page.columns.tag, page.columns.end, not_text, hidden)
    return shown


def one_line(text: str) -> str:
    return _WHITE.sub(" ", text).strip()


def record_texts(page: Page, starts: RowColumn, stops: RowColumn, *, apart: bool = True) -> list[str]:
    """The text of each span of rows; optionally with a space between text nodes, so that neighbouring fields stay separate."""
    between = b" " if apart else b""
    columns = page.columns
    rows = np.flatnonzero(shown_texts(page))
    firsts, lasts = np.searchsorted(rows, starts).tolist(), np.searchsorted(rows, stops).tolist()
    begins, ends = columns.text_start[rows].tolist(), columns.text_end[rows].tolist()
    found = []
    for first, last in zip(firsts, lasts, strict=True):
        pieces = [columns.text[begins[place] : ends[place]] for place in range(first, last)]
        found.append(one_line(between.join(pieces).decode("utf-8", "replace")))
    return found
