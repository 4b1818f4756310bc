"""Compiled code for `text/skipped.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit

_MOST_DIGITS = 6


@jit
def _appended(found, count, row):
    """Append a row, doubling the array if it is full; returns the array and the number of rows."""
    if count == len(found):
        more = np.empty(2 * count, dtype=np.int32)
        more[:count] = found
        found = more
    found[count] = row
    return found, count + 1


@jit
def _links_in_headings(tag, end, text_start, text_end, is_heading, is_code, a):
    """Every heading with a link in it that is not its whole text, and whether the page has code."""
    heading, stop, count, code = -1, 0, 0, False
    found = np.empty((16, 2), dtype=np.int32)
    for row in range(len(tag)):
        number = tag[row]
        if number == 0:
            continue
        code |= is_code[number]
        if is_heading[number]:
            heading, stop = row, end[row]
        elif number == a and row < stop:
            size = text_end[row] - text_start[row]
            if 0 < size < text_end[heading] - text_start[heading]:
                if count == len(found):
                    more = np.empty((2 * count, 2), dtype=np.int32)
                    more[:count] = found
                    found = more
                found[count, 0], found[count, 1] = heading, row
                count += 1
    return found[:count], code


@jit
def _numbered_cells(tag, parent, end, text_start, text_end, text, is_cell, least):
    """Cells next to a cell with text that hold only consecutive numbers; numbers in different text nodes are different numbers."""
    found = np.empty(16, dtype=np.int32)
    count, row = 0, 0
    while row < len(tag):
        after = end[row]
        if not is_cell[tag[row]] or after >= len(tag) or parent[after] != parent[row] or text_end[after] <= text_start[after]:
            row += 1
            continue
        last, numbers = -1, 0
        for node in range(row + 1, after):
            if tag[node] != 0:
                continue
            position = text_start[node]
            while position < text_end[node] and numbers >= 0:
                byte = text[position]
                if byte == 32 or 9 <= byte <= 13:
                    position += 1
                    continue
                number, digits = 0, 0
                while position < text_end[node] and 48 <= text[position] <= 57 and digits <= _MOST_DIGITS:
                    number, digits, position = 10 * number + text[position] - 48, digits + 1, position + 1
                if digits == 0 or digits > _MOST_DIGITS or (numbers > 0 and number != last + 1):
                    numbers = -1
                    break
                last, numbers = number, numbers + 1
            if numbers < 0:
                break
        if numbers >= least:
            found, count = _appended(found, count, row)
            row = after
        else:
            row += 1
    return found[:count]


@jit
def _numbered_listings(tag, end, text_start, text_end, text, pre, least):
    """The listings in which every line begins with a number, one more than the line before."""
    found = np.empty(16, dtype=np.int32)
    count, row = 0, 0
    while row < len(tag):
        if tag[row] != pre:
            row += 1
            continue
        position, stop = text_start[row], text_end[row]
        while stop > position and (text[stop - 1] == 32 or 9 <= text[stop - 1] <= 13):
            stop -= 1
        lines, last = 0, -1
        while position < stop:
            while position < stop and (text[position] == 32 or text[position] == 9):
                position += 1
            number, digits = 0, 0
            while position < stop and 48 <= text[position] <= 57 and digits <= _MOST_DIGITS:
                number, digits, position = 10 * number + text[position] - 48, digits + 1, position + 1
            if digits == 0 or digits > _MOST_DIGITS or (lines > 0 and number != last + 1):
                lines = -1
                break
            last, lines = number, lines + 1
            while position < stop and text[position] != 10:
                position += 1
            position += 1
        if lines >= least:
            found, count = _appended(found, count, row)
        row = end[row]
    return found[:count]


@jit
def candidates(tag, parent, end, text_start, text_end, text, flags, tags, least):
    """Candidates for marks in headings, cells of numbers and numbered listings; the last two only on pages with code."""
    is_heading, is_code, is_cell = flags
    a, pre = tags
    links, has_code = _links_in_headings(tag, end, text_start, text_end, is_heading, is_code, a)
    if not has_code:
        return links, np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int32)
    cells = _numbered_cells(tag, parent, end, text_start, text_end, text, is_cell, least)
    return links, cells, _numbered_listings(tag, end, text_start, text_end, text, pre, least)
