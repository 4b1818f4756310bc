"""Compiled code for `text/skipped.py`."""
# mypy: ignore-errors

import cython
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers, Tags
from cython.cimports.sitelode.html.kernels.page_rows import PageRows

_MOST_DIGITS = cython.declare(cython.int, 6)


@cython.cfunc
def _links_in_headings(tag: Tags, end: Numbers, text_start: Numbers, text_end: Numbers, is_heading: Bytes, is_code: Bytes, a: cython.int):
    """Every heading with a link in it that is not its whole text, and whether the page has code."""
    found = []
    heading: cython.int = -1
    stop: cython.int = 0
    row: cython.int
    has_code: cython.bint = False
    for row in range(len(tag)):
        number = tag[row]
        if number == 0:
            continue
        has_code |= is_code[number]
        if is_heading[number]:
            heading, stop = row, end[row]
        elif number == a and row < stop and 0 < text_end[row] - text_start[row] < text_end[heading] - text_start[heading]:
            found.append((heading, row))
    return found, has_code


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _number_at(text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> tuple[cython.int, cython.int]:
    """The number that starts here, and how many digits it has: none, or more than can be, if it is no number."""
    number: cython.int = 0
    digits: cython.int = 0
    while position < stop and 48 <= text[position] <= 57 and digits <= _MOST_DIGITS:
        number, digits, position = 10 * number + text[position] - 48, digits + 1, position + 1
    return number, digits


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _numbers_in(
    tag: Tags, text_start: Numbers, text_end: Numbers, text: Bytes, first: cython.Py_ssize_t, after: cython.Py_ssize_t
) -> cython.int:
    """How many consecutive numbers the text nodes among some rows hold; 0 if there is anything else."""
    last: cython.int = -1
    numbers: cython.int = 0
    position: cython.Py_ssize_t
    for node in range(first, after):
        if tag[node] != 0:
            continue
        position = text_start[node]
        while position < text_end[node]:
            byte = text[position]
            if byte == 32 or 9 <= byte <= 13:
                position += 1
                continue
            number, digits = _number_at(text, position, text_end[node])
            if digits == 0 or digits > _MOST_DIGITS or (numbers > 0 and number != last + 1):
                return 0
            last, numbers, position = number, numbers + 1, position + digits
    return numbers


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _numbered_lines(text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """How many lines there are if every one begins with a number, one more than the line before; 0 if not."""
    last: cython.int = -1
    lines: cython.int = 0
    while stop > position and (text[stop - 1] == 32 or 9 <= text[stop - 1] <= 13):
        stop -= 1
    while position < stop:
        while position < stop and (text[position] == 32 or text[position] == 9):
            position += 1
        number, digits = _number_at(text, position, stop)
        if digits == 0 or digits > _MOST_DIGITS or (lines > 0 and number != last + 1):
            return 0
        last, lines, position = number, lines + 1, position + digits
        while position < stop and text[position] != 10:
            position += 1
        position += 1
    return lines


@cython.cfunc
def _numbered_cells(
    tag: Tags, parent: Numbers, end: Numbers, text_start: Numbers, text_end: Numbers, text: Bytes, is_cell: Bytes, least: cython.int
):
    """Cells next to a cell with text that hold only consecutive numbers; numbers in different text nodes are different numbers."""
    found = []
    row: cython.int = 0
    while row < len(tag):
        after = end[row]
        if (
            is_cell[tag[row]]
            and after < len(tag)
            and parent[after] == parent[row]
            and text_end[after] > text_start[after]
            and _numbers_in(tag, text_start, text_end, text, row + 1, after) >= least
        ):
            found.append(row)
            row = after
        else:
            row += 1
    return found


@cython.cfunc
def _numbered_listings(tag: Tags, end: Numbers, text_start: Numbers, text_end: Numbers, text: Bytes, pre: cython.int, least: cython.int):
    """The listings in which every line begins with a number, one more than the line before."""
    found = []
    row: cython.int = 0
    while row < len(tag):
        if tag[row] != pre:
            row += 1
            continue
        if _numbered_lines(text, text_start[row], text_end[row]) >= least:
            found.append(row)
        row = end[row]
    return found


class SkippedFinder:
    """Finds what may be skipped, by flags of tags (headings, code, cells), the tags `a` and `pre`, and the least number of lines."""

    def __init__(self, flags, tags, least):
        self.is_heading, self.is_code, self.is_cell = flags
        self.a, self.pre = tags
        self.least = least

    def candidates(self, page: PageRows):
        """Candidates for marks in headings, cells of numbers and numbered listings; the last two only on pages with code."""
        links, has_code = _links_in_headings(page.tag, page.end, page.text_start, page.text_end, self.is_heading, self.is_code, self.a)
        if not has_code:
            return links, [], []
        cells = _numbered_cells(page.tag, page.parent, page.end, page.text_start, page.text_end, page.text, self.is_cell, self.least)
        return links, cells, _numbered_listings(page.tag, page.end, page.text_start, page.text_end, page.text, self.pre, self.least)
