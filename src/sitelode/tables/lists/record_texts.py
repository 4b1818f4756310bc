"""The visible text of records, on one line each."""

import re

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import NO_STRING, Page, RowColumn
from sitelode.html.vocabulary import TEXT, tag_flags
from sitelode.tables.lists.candidates import shown_texts

TRANSPARENT = frozenset("b big em font i mark s small strike strong sub sup tt u wbr".split())
"""Markup inside a text; without a class name it is not a separate field if there is text next to it."""

_IS_TRANSPARENT = tag_flags(TRANSPARENT)
_WHITE = re.compile(r"[\s\u200b]+")


def one_line(text: str) -> str:
    return _WHITE.sub(" ", text).strip()


def record_texts(page: Page, starts: RowColumn, stops: RowColumn, *, apart: bool = True) -> list[str]:
    """The text of each span of rows, with a space between text nodes, so that neighbouring fields stay separate.

    If not `apart`, there is none where markup inside a line (`b`, `em`) ends within a word, or any before a comma; figures are never glued
    ("19" and "99").
    """
    rows, begins, ends, joins = page.cached("texts of records", _text_nodes)
    text = page.columns.text
    firsts, lasts = np.searchsorted(rows, starts).tolist(), np.searchsorted(rows, stops).tolist()
    found = []
    for first, last in zip(firsts, lasts, strict=True):
        pieces = [text[begin:end] for begin, end in zip(begins[first:last], ends[first:last], strict=True)]
        joined = b" ".join(pieces) if apart else _joined(pieces, joins[first:last])
        found.append(one_line(joined.decode("utf-8", "replace")))
    return found


def _text_nodes(page: Page) -> tuple[RowColumn, list[int], list[int], list[bool]]:
    """The rows of visible text nodes, where each begins and ends, and whether it stands within a line: a list has many columns to read."""
    rows = np.flatnonzero(shown_texts(page)).astype(np.int32)
    spans = (page.columns.text_start[rows].tolist(), page.columns.text_end[rows].tolist())
    return rows, *spans, _within_a_line(page)[rows].tolist()


def _joined(pieces: list[bytes], joins: list[bool]) -> bytes:
    """Pieces that are both within a line are joined as they are, unless two figures would become one; and signs to the word before."""
    parts: list[bytes] = []
    for place, piece in enumerate(pieces):
        if place:
            before, after = pieces[place - 1][-1:], piece[:1]
            within = joins[place] and joins[place - 1] and not (before.isdigit() and after.isdigit())
            parts.append(b"" if within or (after and after in b",.;:!?)]") or (before and before in b"([") else b" ")
        parts.append(piece)
    return b"".join(parts)


def _within_a_line(page: Page) -> NDArray[np.bool_]:
    """Which text nodes stand in no element of their own, or in plain markup inside a line."""
    columns = page.columns
    above = columns.parent
    is_plain = _IS_TRANSPARENT[columns.tag] & (columns.class_ == NO_STRING)
    has_elements = np.zeros(len(page), np.bool_)
    elements = np.flatnonzero((columns.tag != TEXT) & (above >= 0))
    has_elements[above[elements]] = True
    within: NDArray[np.bool_] = is_plain[above] | has_elements[above]
    return within
