"""Compiled code behind `text.py`: joins text nodes in one pass over the rows from the first to the last of them."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers, Tags
from cython.cimports.sitelode.html.kernels.memory import eight_bytes
from cython.cimports.sitelode.html.kernels.page_rows import PageRows

from sitelode.html.render.breaks import ANY_BLOCK, BREAK, CELL, EDGE, ITEM, LINE, PARAGRAPH, ROW, SPACE

_DEEPEST_INDENT = 10  # levels of nested items; deeper ones get no further indent, so that output is linear in input. Set by hand
_LONGEST_SEPARATOR = 2 + 2 * _DEEPEST_INDENT + 2  # line feeds, indent, dash
_CROSSING = ITEM | ROW | CELL
_PARAGRAPHS, _LINES = PARAGRAPH | EDGE, LINE | ITEM | ROW | BREAK
_INSIDE = 0xFF ^ (PARAGRAPH | LINE | BREAK)
_NO_EDGE = 0xFF ^ EDGE
_LOW_BITS = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)
_HIGH_BITS = cython.declare(cython.ulonglong, 0x8080808080808080)
_FIVES = cython.declare(cython.ulonglong, 0x0505050505050505)
_PLAIN = cython.declare(cython.uchar[256])  # neither white space nor the first byte of a no-break space
_KEPT = cython.declare(cython.uchar[256])  # bytes of code as they are kept
_FINAL = cython.declare(cython.uchar[256])  # marks as the bytes they stand for
for _byte in range(256):
    _PLAIN[_byte] = _byte > 32 and _byte != 0xC2
    _KEPT[_byte] = KEPT_SPACE if _byte == 32 else KEPT_TAB if _byte == 9 else KEPT_NEWLINE if 10 <= _byte <= 13 else _byte
    _FINAL[_byte] = 32 if _byte == KEPT_SPACE else 9 if _byte in (TAB, KEPT_TAB) else 10 if _byte in (NEWLINE, KEPT_NEWLINE) else _byte


def _is_white(text, start, end, no_break):
    """Whether a text node is only white space: ASCII white space, and no-break spaces if requested."""
    position = start
    while position < end:
        byte = text[position]
        if byte == 32 or 9 <= byte <= 13:
            position += 1
        elif no_break and byte == 0xC2 and position + 1 < end and text[position + 1] == 0xA0:
            position += 2
        else:
            return False
    return end > start


def _readable(tag, parent, end, text_start, text_end, text, texts, preformatted, kept, is_code):
    """Write the text nodes with something to read, and whether each is preformatted; returns how many there are.

    White-space text nodes between chosen ones of the same `pre` are added: a choice by words misses them, and so the line breaks.
    """
    count, code_start, code_end = 0, 0, 0
    above = parent[texts[0]]
    while above >= 0:
        if preformatted[tag[above]]:
            code_start, code_end = above, end[above]  # the outermost is met last
        above = parent[above]
    row = texts[0]
    for place in range(len(texts)):
        while row < texts[place]:
            if preformatted[tag[row]] and row >= code_end:
                code_start, code_end = row, end[row]
            # Rows start at the first text node: here is one before this one.
            between = code_start < texts[place - 1] and texts[place] < code_end
            if between and tag[row] == 0 and _is_white(text, text_start[row], text_end[row], False):
                kept[count], is_code[count] = row, True
                count += 1
            row += 1
        inside = row < code_end
        if inside or not _is_white(text, text_start[row], text_end[row], True):
            kept[count], is_code[count] = row, inside
            count += 1
        row += 1
    return count


def _mark(tag, parent, end, text_start, text_end, texts, mark_of_tag, br, li, place_of, marks, level, begins):
    """For each text node: the marks before it, as in `breaks.py`, the number of items around it, and whether one begins with it.

    `place_of` is room for the first text node from every row on.
    """
    count, first, last = len(texts), texts[0], texts[len(texts) - 1]
    for place in range(count + 1):
        marks[place], level[place], begins[place] = 0, 0, 0  # levels as differences at first
    place = 0
    for row in range(first, last + 1):
        place_of[row - first] = place
        place += row == texts[place]
    above = parent[first]
    while above >= 0:
        after = place_of[end[above] - first] if end[above] <= last else count
        marks[after] |= mark_of_tag[tag[above]]
        if tag[above] == li:
            level[0] += 1
            level[after] -= 1
            begins[0] = True
        above = parent[above]
    place, breaks = 0, 0
    for row in range(first, last):
        if row == texts[place]:
            place += 1
            breaks = 0
            marks[place] |= SPACE if text_end[row] != text_start[texts[place]] else 0
            continue
        mark = mark_of_tag[tag[row]]
        if mark == 0:
            continue
        after = place_of[end[row] - first] if end[row] <= last else count
        marks[place] |= mark
        marks[after] |= mark
        if tag[row] == br:
            breaks += 1
            if breaks > 1:
                marks[place] |= PARAGRAPH
        elif tag[row] == li:
            level[place] += 1
            level[after] -= 1
            begins[place] |= after > place
    for place in range(1, count):
        level[place] += level[place - 1]


def _weigh(marks, level):
    """Keep only the marks that count."""
    count = len(marks) - 1
    before, at = True, -1  # whether the last block crossed a cell or item; the block whose mark depends on the next one
    for place in range(1, count):
        if level[place] > 0 and level[place - 1] > 0 and marks[place] & EDGE:
            marks[place] = marks[place] & _NO_EDGE | LINE  # a list within an item follows it without an empty line
    for place in range(1, count):
        if not marks[place] & ANY_BLOCK:
            continue
        crossing = marks[place] & _CROSSING > 0
        if at >= 0 and crossing:
            marks[at] &= _INSIDE  # a paragraph that fills its cell or item adds no separator to that of the cell or item
        at = place if before and crossing else -1
        before = crossing
    if at >= 0:
        marks[at] &= _INSIDE


def _add_space(out, size):
    """Write a space, unless there is white space already, or a line or cell begins here."""
    if size > 0 and out[size - 1] != 32 and out[size - 1] < KEPT_SPACE:
        out[size] = 32
        size += 1
    return size


def _end_line(out, start, size):
    """Remove the space at the end of a line, and empty lines at the start and end of code."""
    size -= size > start and out[size - 1] == 32
    while size > start and KEPT_SPACE <= out[size - 1] <= KEPT_NEWLINE:
        size -= 1
    empty = 0
    while start + empty < size and out[start + empty] == KEPT_NEWLINE:
        empty += 1
    if empty > 0:
        for place in range(start + empty, size):
            out[place - empty] = out[place]
    return size - empty


def _separate(out, start, size, mark):
    """Write the separator between two text nodes, the first of which is in the line from start on; return where the new line starts."""
    if mark & (_PARAGRAPHS | _LINES):
        size = _end_line(out, start, size)
        lines = 2 if mark & _PARAGRAPHS else 1
        if size > 1 and out[size - 1] == NEWLINE:  # the text here was only white space
            lines = 0 if out[size - 2] == NEWLINE else 1
        for _ in range(lines):
            out[size] = NEWLINE
            size += 1
        return size, size
    if mark & CELL:
        size -= size > 0 and out[size - 1] == 32
        out[size] = TAB
        size += 1
    elif mark & SPACE:
        size = _add_space(out, size)
    return start, size


def _add_dash(out, size, level):
    for _ in range(2 * (min(level, _DEEPEST_INDENT) - 1)):
        out[size] = KEPT_SPACE
        size += 1
    out[size], out[size + 1] = 45, 32
    return size + 2


def _add_text(out, size, text, position, end, is_code):
    """Write a text node, with white space collapsed or, in code, kept."""
    if is_code:
        while position < end:
            byte = text[position]
            if byte == 0xC2 and position + 1 < end and text[position + 1] == 0xA0:
                byte = 32
                position += 1
            out[size] = _KEPT[byte]
            size += 1
            position += 1
        return size
    while position < end:
        byte = text[position]
        if _PLAIN[byte]:
            while True:  # the usual case: words and single spaces; one branch, for no processor can foresee where words end
                out[size] = byte
                size += 1
                position += 1
                if position + 1 >= end:
                    break
                byte = text[position]
                if not _PLAIN[byte] | ((byte == 32) & _PLAIN[text[position + 1]]):
                    break
            continue
        if byte == 0xC2 and position + 1 < end and text[position + 1] == 0xA0:
            byte = 32
            position += 1
        if byte == 32 or 9 <= byte <= 13:
            size = _add_space(out, size)
        else:
            out[size] = byte
            size += 1
        position += 1
    return size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_mark(bytes_: cython.ulonglong) -> cython.bint:
    """Whether one of eight bytes is at least KEPT_SPACE: its highest bit is set, and adding 5 to the others sets it again."""
    return ((bytes_ & _LOW_BITS) + _FIVES) & bytes_ & _HIGH_BITS != 0


class TextWriter:
    """Joins text nodes; `keeps_white` and `mark_of_tag` say of every tag whether it keeps white space, and the mark it leaves."""

    def __init__(self, keeps_white, mark_of_tag, br, li):
        self.keeps_white, self.mark_of_tag, self.br, self.li = keeps_white, mark_of_tag, br, li

    def joined(self, page: PageRows, texts: Numbers):
        """The text of these nodes, white space collapsed except in code, without lines that are empty at its start and end."""
        tag: Tags = page.tag
        parent: Numbers = page.parent
        end: Numbers = page.end
        text_start: Numbers = page.text_start
        text_end: Numbers = page.text_end
        text: Bytes = page.text
        if len(text) == 0:
            return ""
        span: cython.Py_ssize_t = texts[len(texts) - 1] - texts[0] + 1
        # Few arrays, cut into parts: on most pages making an array takes longer than filling it.
        numbers: cython.int[::1] = np.empty(3 * span + 1, dtype=np.int32)
        flags: cython.uchar[::1] = np.empty(3 * span + 2, dtype=np.uint8)
        count: cython.Py_ssize_t
        source = cython.address(text[0])
        count = _readable(tag, parent, end, text_start, text_end, source, texts, self.keeps_white, numbers, flags)
        if count == 0:
            return ""
        kept: cython.int[::1] = numbers[:count]
        level: cython.int[::1] = numbers[2 * span : 2 * span + count + 1]
        marks: cython.uchar[::1] = flags[span : span + count + 1]
        begins: cython.uchar[::1] = flags[2 * span + 1 : 2 * span + count + 2]
        room: cython.Py_ssize_t = 0
        _mark(
            tag, parent, end, text_start, text_end, kept, self.mark_of_tag, self.br, self.li, numbers[span : 2 * span], marks, level, begins
        )
        _weigh(marks, level)
        for place in range(count):
            room += text_end[kept[place]] - text_start[kept[place]] + _LONGEST_SEPARATOR
        out: cython.uchar[::1] = np.empty(room, dtype=np.uint8)
        target = cython.address(out[0])
        start: cython.Py_ssize_t = 0
        size: cython.Py_ssize_t = 0
        for place in range(count):
            row = kept[place]
            if place > 0:
                start, size = _separate(target, start, size, marks[place])
            if begins[place]:
                size = _add_dash(target, size, level[place])
            size = _add_text(target, size, source, text_start[row], text_end[row], flags[place])
        size = _end_line(target, start, size)
        start = 0
        while start < size and (out[start] == NEWLINE or out[start] == 32):
            start += 1
        while size > start and (out[size - 1] == NEWLINE or out[size - 1] == 32):
            size -= 1
        position: cython.Py_ssize_t = start
        while position < size:
            while position + 8 <= size and not _has_mark(eight_bytes(cython.address(out[position]))):
                position += 8
            for place in range(position, min(position + 8, size)):  # where one is, as in code, more are
                out[place] = _FINAL[out[place]]
            position += 8
        return cython.cast(cython.p_char, target)[start:size].decode("utf-8", "replace")
