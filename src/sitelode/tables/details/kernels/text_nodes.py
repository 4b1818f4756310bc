"""Compiled code behind `text_nodes.py`: text nodes with the codes of their texts and paths, and labels beside values."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Codes, Numbers, Tags
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol, finish, mix

_SPACE = cython.declare(cython.uchar, 32)
_LETTER = cython.declare(cython.uchar, 97)
_DIGIT = cython.declare(cython.uchar, 48)
_SHAPE_SYMBOLS = cython.declare(cython.int, 12)  # of a value's beginning; with more, every text would have its own shape. Both set by hand
_LONGEST_LABEL = cython.declare(cython.int, 60)  # bytes of a label inside a value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _space_at(text: Bytes, position: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    byte = text[position]
    if byte == 32 or 9 <= byte <= 13:
        return 1
    return 2 if byte == 0xC2 and position + 1 < end and text[position + 1] == 0xA0 else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _separator_at(text: Bytes, position: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    """Length in bytes of a colon or equals sign at this position, including the wide colon of Chinese and Japanese."""
    byte = text[position]
    if byte == 58 or byte == 61:
        return 1
    return 3 if byte == 0xEF and position + 2 < end and text[position + 1] == 0xBC and text[position + 2] == 0x9A else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _read(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> tuple[Code, Code, Code, cython.Py_ssize_t]:
    exact: Code = FNV_BASIS
    shape: Code = FNV_BASIS
    label: Code = 0
    none: Code = 0
    label_end: cython.Py_ssize_t = -1
    symbols: cython.int = 0
    last: cython.uchar = 0
    symbol: cython.uchar
    seen: cython.bint = False
    space: cython.bint = False
    position: cython.Py_ssize_t = start
    while position < end:
        skipped = _space_at(text, position, end)
        if skipped:
            space = seen
            position += skipped
            continue
        byte = text[position]
        if label_end < 0 and seen and 2 <= position - start <= _LONGEST_LABEL:
            wide = _separator_at(text, position, end)
            if wide:
                label_end = position + wide
                label = finish(exact)
        if space:
            exact = add_symbol(exact, _SPACE)
        exact = add_symbol(exact, byte)
        symbol = byte
        if byte >= 128 or 65 <= byte <= 90 or 97 <= byte <= 122:
            symbol = _LETTER
        elif 48 <= byte <= 57:
            symbol = _DIGIT
        if symbols < _SHAPE_SYMBOLS:
            if space:
                shape = add_symbol(shape, _SPACE)
                symbols += 1
                last = _SPACE
            if symbol != last or (symbol != _LETTER and symbol != _DIGIT):
                shape = add_symbol(shape, symbol)
                symbols += 1
                last = symbol
        seen = True
        space = False
        position += 1
    if not seen:
        return none, none, none, label_end
    if label_end >= 0:
        position = label_end
        while position < end and _space_at(text, position, end):
            position += _space_at(text, position, end)
        if position >= end or (position == label_end and text[position] == 47):  # a label with nothing after it, or an address
            label = none
            label_end = -1
    return finish(exact), shape, label, label_end


def read_text(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t):
    """Codes of a text with white space collapsed, of its shape, and of the label it begins with; and the end of that label, or -1.

    A code of 0 means none: the text is white space, or begins with no label.
    """
    return _read(text, start, end)


def read_texts(text: Bytes, starts: Numbers, ends: Numbers):
    """The same of many texts: three rows of codes, and the ends of labels."""
    count: cython.Py_ssize_t = len(starts)
    codes, ends_found = np.zeros((3, count), np.uint64), np.empty(count, np.int32)
    found: Code[:, ::1] = codes
    label_ends: cython.int[::1] = ends_found
    with cython.nogil:
        for place in range(count):
            exact, shape, label, label_end = _read(text, starts[place], ends[place])
            found[0, place], found[1, place], found[2, place] = exact, shape, label
            label_ends[place] = label_end
    return codes, ends_found


def read_nodes(
    tag: Tags, parent: Numbers, end: Numbers, tag_codes: Codes, labels: Codes, sibling: Numbers, is_anchor, unread, a: cython.int,
    text: Bytes, text_start: Numbers, text_end: Numbers, most: cython.Py_ssize_t,
):  # fmt: skip
    """For every text node with content: its row, the codes of its text and of its four paths, and whether it is in a link.

    The last of what is returned are the four paths of every row of the page: by tags, places, labels and from a landmark.
    """
    rows: cython.Py_ssize_t = len(tag)
    paths = np.zeros((4, rows), np.uint64)
    by_tags: Code[::1] = paths[0]
    by_places: Code[::1] = paths[1]
    by_labels: Code[::1] = paths[2]
    by_anchor: Code[::1] = paths[3]
    texts, ways, ends = np.empty(rows, np.int32), np.zeros((8, rows), np.uint64), np.empty(rows, np.int32)
    found: cython.int[::1] = texts
    codes: Code[:, ::1] = ways  # exact, shape, inner label, the four paths, in a link
    label_ends: cython.int[::1] = ends
    anchored: Bytes = is_anchor.view(np.uint8)
    skipped: Bytes = unread.view(np.uint8)
    count: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t = 0
    link_end: cython.Py_ssize_t = 0
    none: Code = 0
    with cython.nogil:
        while row < rows and count < most:
            number = tag[row]
            if number != 0 and skipped[number]:
                row = end[row]
                continue
            above = parent[row]
            if number == a:
                link_end = end[row]
            by_tags[row] = mix(by_tags[above] if row else none, tag_codes[row])
            by_places[row] = mix(by_places[above] if row else none, mix(tag_codes[row], sibling[row]))
            by_labels[row] = mix(by_labels[above] if row else none, labels[row])
            by_anchor[row] = labels[row] if anchored[row] or row == 0 else mix(by_anchor[above], tag_codes[row])
            if number == 0:
                exact, shape, label, label_end = _read(text, text_start[row], text_end[row])
                if exact != none:
                    found[count], label_ends[count] = row, label_end
                    codes[0, count], codes[1, count], codes[2, count] = exact, shape, label
                    codes[3, count], codes[4, count] = by_tags[row], by_places[row]
                    codes[5, count], codes[6, count] = by_labels[row], by_anchor[row]
                    codes[7, count] = row < link_end
                    count += 1
            row += 1
    return texts[:count].copy(), ways[:, :count].copy(), ends[:count].copy(), paths


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_from(rows: Numbers, row: cython.int) -> cython.Py_ssize_t:
    """How many of some ascending rows come before this one."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = len(rows)
    while low < high:
        middle = (low + high) >> 1
        if rows[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


def beside_label(rows: Numbers, before: Numbers, parent: Numbers, end: Numbers, is_row, most_texts: cython.Py_ssize_t):
    """Whether each text node is in the same row or small block as the label before it.

    `before` is the index of the label among the text nodes, or -1. The smallest element around both must be a row by its tag, or have few
    texts; the walk up ends at the first element that is neither.
    """
    found = np.zeros(len(rows), np.bool_)
    beside: cython.uchar[::1] = found.view(np.uint8)
    by_tag: Bytes = is_row.view(np.uint8)
    with cython.nogil:
        for node in range(len(rows)):
            label = before[node]
            if label < 0:
                continue
            holder = parent[rows[node]]
            while holder > rows[label]:
                holder = parent[holder]
            beside[node] = by_tag[holder] or _first_from(rows, end[holder]) - _first_from(rows, holder) <= most_texts
    return found
