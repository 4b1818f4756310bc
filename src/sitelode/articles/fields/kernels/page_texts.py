"""Compiled code for the chosen text of a page (`articles/reader.py`), and for texts near and behind it (`page_view.py`)."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Flags, Numbers
from cython.cimports.sitelode.html.kernels.page_rows import PageRows
from cython.cimports.sitelode.text.kernels.segments import Segments


@cython.cfunc
@cython.exceptval(check=False)
def _is_white(page: PageRows, row: cython.Py_ssize_t) -> cython.bint:
    """Whether a text node has white space and nothing else."""
    for position in range(page.text_start[row], page.text_end[row]):
        byte = page.text[position]
        if byte != 32 and not 9 <= byte <= 13:
            return False
    return page.text_end[row] > page.text_start[row]


def short_texts(page: PageRows, node: cython.int, span, after, longest: cython.int, unread: Flags):
    """The text nodes of at most so many bytes that begin within one of two spans of the text, both ends included; in order.

    `node` is the tag of text nodes, `unread` the tags whose text does not count.
    """
    begin: cython.longlong = span[0]
    end: cython.longlong = span[1]
    after_begin: cython.longlong = after[0]
    after_end: cython.longlong = after[1]
    found = []
    for row in range(1, len(page.tag)):
        start = page.text_start[row]
        if page.tag[row] != node or not (begin <= start <= end or after_begin <= start <= after_end):
            continue
        if page.text_end[row] - start <= longest and not unread[page.tag[page.parent[row]]] and not _is_white(page, row):
            found.append(row)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_be_digit(first: cython.uchar) -> cython.bint:
    """Whether a decimal digit of any script begins with this byte: 0 to 9, U+0640 to U+1FFF, U+A000 to U+AFFF, U+F000 and beyond."""
    return 48 <= first <= 57 or 0xD9 <= first <= 0xE1 or first == 0xEA or first >= 0xEF


def texts_after(text_rows: Numbers, text_start: Numbers, text_end: Numbers, text: Bytes, begin: cython.int, longest: cython.int):
    """The text nodes of at most so many bytes from a position on, and how many digits each may have.

    Characters of scripts that may have digits of their own count: of Arabic and Indic ones, but not of European, Chinese or Korean ones.
    """
    count: cython.Py_ssize_t = text_rows.shape[0]
    rows = np.empty(count, dtype=np.int32)
    digits = np.empty(count, dtype=np.int32)
    rows_view: cython.int[::1] = rows
    digits_view: cython.int[::1] = digits
    found: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t
    position: cython.Py_ssize_t
    with cython.nogil:
        for place in range(count):
            row: cython.int = text_rows[place]
            if text_start[row] < begin or text_end[row] - text_start[row] > longest:
                continue
            number: cython.int = 0
            for position in range(text_start[row], text_end[row]):
                number += _may_be_digit(text[position])
            rows_view[found] = row
            digits_view[found] = number
            found += 1
    return rows[:found], digits[:found]


@cython.cfunc
def _add_headings_between(chosen: cython.uchar[::1], page: PageRows, segments: Segments, is_heading: cython.const[cython.uchar][::1]):
    """Choose headings without links, too, whose neighbours on both sides are chosen and have the same parent."""
    block: cython.const[cython.int][::1] = segments.each_block
    parent: cython.const[cython.int][::1] = page.parent
    for segment in range(1, len(block) - 1):
        if chosen[segment] or not is_heading[page.tag[block[segment]]] or segments.each_link_width[segment] != 0:
            continue
        inside = parent[block[segment]]
        if chosen[segment - 1] and chosen[segment + 1] and parent[block[segment - 1]] == inside and parent[block[segment + 1]] == inside:
            chosen[segment] = True


class BodyOfPage:
    """The text of a page in segments, the body probability of each, and which segments were chosen.

    Headings between chosen segments are added to them: see `articles/reader.py`. `rows` are the text nodes of the chosen
    segments, `span` is where their text begins and ends in that of the page (both are its end if there is none), `width` is their width
    together, and `agreement` the expected F1 if each segment is body with its probability.
    """

    def __init__(self, page: PageRows, segments: Segments, probability, chosen, headings):
        self.segments, self.probability, self.chosen = segments, probability, chosen
        likely: cython.const[cython.double][::1] = probability
        taken: cython.uchar[::1] = chosen.view(np.uint8)
        _add_headings_between(taken, page, segments, headings)
        sum_of_likely: cython.double = 0.0
        right: cython.double = 0.0
        self.width = 0
        for segment in range(len(taken)):
            mass = likely[segment] * segments.each_width[segment]
            sum_of_likely += mass
            if taken[segment]:
                right += mass
                self.width += segments.each_width[segment]
        self.agreement = 2 * right / max(self.width + sum_of_likely, 1.0)
        self.rows = segments.text_rows(chosen)
        rows: cython.const[cython.int][::1] = self.rows
        count: cython.Py_ssize_t = len(rows)
        start: cython.Py_ssize_t = page.text_start[rows[0]] if count > 0 else len(page.text)
        stop: cython.Py_ssize_t = page.text_end[rows[count - 1]] if count > 0 else len(page.text)
        self.span = (start, stop)
