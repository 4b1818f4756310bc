"""Compiled code for `segments.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers, Tags
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol, finish
from cython.cimports.sitelode.html.kernels.page_rows import PageRows

# The width of each byte: the first byte of a character one, in ideographic and syllabic scripts two, further bytes nothing.
_WIDTHS = cython.declare(cython.uchar[256])
_SMALL = cython.declare(cython.uchar[256])
_PLAIN = cython.declare(cython.uchar[256])  # neither white space nor digit
for _byte in range(256):
    _WIDTHS[_byte] = 1 if _byte < 0x80 else 0 if _byte < 0xC0 else 1 if _byte < 0xE3 else 2
    _SMALL[_byte] = _byte | 32 if 65 <= _byte <= 90 else _byte
    _PLAIN[_byte] = _byte > 32 and _byte != 0xC2 and not 48 <= _byte <= 57


class Segments:
    """The segments of one page, as arrays and for compiled code; `text/segments.py` says what each array holds."""

    def __init__(self, numbers, codes, count: cython.Py_ssize_t):
        """Take the parts of two arrays: first, block, width, link_width, rows; exact, loose."""
        each: cython.int[::1] = numbers
        every: Code[::1] = codes
        block: cython.Py_ssize_t = count + 1
        width: cython.Py_ssize_t = block + count
        link_width: cython.Py_ssize_t = width + count
        rows: cython.Py_ssize_t = link_width + count
        self.first, self.each_first = numbers[:block], each[:block]
        self.block, self.each_block = numbers[block:width], each[block:width]
        self.width, self.each_width = numbers[width:link_width], each[width:link_width]
        self.link_width, self.each_link_width = numbers[link_width:rows], each[link_width:rows]
        self.rows, self.each_row = numbers[rows:], each[rows:]
        self.exact, self.loose, self.each_loose = codes[:count], codes[count:], every[count:]

    def __len__(self):
        return len(self.each_block)

    def text_rows(self, chosen):
        """The text nodes of the chosen segments."""
        return self.rows[np.repeat(chosen, np.diff(self.first))]


def cut(page: PageRows, divides: Bytes, is_unread: Bytes, skipped_rows: Numbers, br: cython.int, a: cython.int):
    """Cut a page into segments."""
    tag: Tags = page.tag
    parent: Numbers = page.parent
    end: Numbers = page.end
    text_start: Numbers = page.text_start
    text_end: Numbers = page.text_end
    text: Bytes = page.text
    rows: cython.Py_ssize_t = len(tag)
    row: cython.Py_ssize_t = 0
    limit: cython.Py_ssize_t = 0
    for row in range(rows):
        limit += tag[row] == 0
    # Few arrays, cut into parts: on most pages making an array takes longer than filling it.
    columns, codes, others = np.empty((4, limit + 1), np.int32), np.empty((2, limit), np.uint64), np.empty(limit + rows, np.int32)
    each_column: cython.int[:, ::1] = columns
    each_code: Code[:, ::1] = codes
    each_other: cython.int[::1] = others
    first: cython.int[::1] = each_column[0]
    block: cython.int[::1] = each_column[1]
    width: cython.int[::1] = each_column[2]
    link_width: cython.int[::1] = each_column[3]
    exact: Code[::1] = each_code[0]
    loose: Code[::1] = each_code[1]
    kept: cython.int[::1] = each_other[:limit]
    nearest: cython.int[::1] = each_other[limit:]

    segments: cython.Py_ssize_t = 0
    texts: cython.int = 0
    pending: cython.int = -1  # first text node of the current segment
    open_block: cython.int = -1  # its block
    broken: cython.bint = True  # whether there was a break
    strict: Code = FNV_BASIS
    free: Code = FNV_BASIS
    wide: cython.int = 0
    linked: cython.int = 0
    before: cython.int
    space: cython.bint = False
    space_linked: cython.bint = False
    in_digits: cython.bint = False
    inside_link: cython.bint
    unseen: cython.bint
    link_end: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t = 0
    position: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    row = 0
    while row < rows:
        number = tag[row]
        nearest[row] = nearest[parent[row]] if row > 0 else 0
        if number != 0:
            if divides[number]:
                broken = True
                if number != br:
                    nearest[row] = row
            if number == a:
                link_end = end[row]
            while place < len(skipped_rows) and skipped_rows[place] < row:
                place += 1
            unseen = is_unread[number] or (place < len(skipped_rows) and skipped_rows[place] == row)
            row = end[row] if unseen else row + 1
            continue
        if broken or nearest[row] != open_block:
            if pending >= 0 and wide > 0:
                first[segments], block[segments] = pending, open_block
                exact[segments], loose[segments] = finish(strict), finish(free)
                width[segments], link_width[segments] = wide, linked
                segments += 1
            elif pending >= 0:
                texts = pending  # only white space
            pending, open_block, broken = texts, nearest[row], False
            strict, free, wide, linked, space, in_digits = FNV_BASIS, FNV_BASIS, 0, 0, False, False
        kept[texts] = row
        texts += 1
        position, stop = text_start[row], text_end[row]
        before, inside_link = wide, row < link_end
        while position < stop:
            byte = text[position]
            if byte == 32 or 9 <= byte <= 13:
                space, space_linked = wide > 0, inside_link
                position += 1
                continue
            if byte == 0xC2 and position + 1 < stop and text[position + 1] == 0xA0:  # a no-break space
                space, space_linked = wide > 0, inside_link
                position += 2
                continue
            if space:
                strict, free = add_symbol(strict, 32), add_symbol(free, 32)
                wide += 1
                linked += space_linked
                before += 1
                space, in_digits = False, False
            if 48 <= byte <= 57:
                strict = add_symbol(strict, byte)
                if not in_digits:
                    in_digits = True
                    free = add_symbol(free, 48)
                wide += 1
                position += 1
                continue
            in_digits = False
            while True:  # the usual case: no digits, and single spaces; one branch, for no processor can foresee where words end
                strict, free = add_symbol(strict, byte), add_symbol(free, _SMALL[byte])
                wide += _WIDTHS[byte]
                position += 1
                if position + 1 >= stop:
                    break
                byte = text[position]
                if not _PLAIN[byte] | ((byte == 32) & _PLAIN[text[position + 1]]):
                    break
        linked += wide - before if inside_link else 0
        row += 1
    if pending >= 0 and wide > 0:
        first[segments], block[segments] = pending, open_block
        exact[segments], loose[segments] = finish(strict), finish(free)
        width[segments], link_width[segments] = wide, linked
        segments += 1
    elif pending >= 0:
        texts = pending
    first[segments] = texts
    return _segments(segments, texts, each_column, each_code, kept)


@cython.cfunc
def _segments(count: cython.Py_ssize_t, texts: cython.Py_ssize_t, columns: cython.int[:, ::1], codes: Code[:, ::1], kept: cython.int[::1]):
    """So many segments and text nodes, in arrays of their size."""
    numbers, hashes = np.empty(4 * count + 1 + texts, np.int32), np.empty(2 * count, np.uint64)
    each: cython.int[::1] = numbers
    every: Code[::1] = hashes
    for place in range(count):
        each[place], each[count + 1 + place] = columns[0, place], columns[1, place]
        each[2 * count + 1 + place], each[3 * count + 1 + place] = columns[2, place], columns[3, place]
        every[place], every[count + place] = codes[0, place], codes[1, place]
    each[count] = columns[0, count]
    for place in range(texts):
        each[4 * count + 1 + place] = kept[place]
    return Segments(numbers, hashes, count)
