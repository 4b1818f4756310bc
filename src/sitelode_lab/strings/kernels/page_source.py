"""Compiled code behind `page_source.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers, Places, Tags

_OPEN = cython.declare(cython.uchar, 60)
_CLOSE = cython.declare(cython.uchar, 62)
_SLASH = cython.declare(cython.uchar, 47)
_SPACE = cython.declare(cython.uchar, 32)
_QUOTE = cython.declare(cython.uchar, 34)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _put(
    target: cython.uchar[::1], at: cython.Py_ssize_t, source: Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    for position in range(start, stop):
        target[at] = source[position]
        at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _put_text(
    target: cython.uchar[::1], at: cython.Py_ssize_t, text: Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Text with every run of white space collapsed to one space."""
    white: cython.bint = False
    for position in range(start, stop):
        byte = text[position]
        if byte == 32 or 9 <= byte <= 13:
            if not white:
                target[at] = _SPACE
                at += 1
            white = True
        else:
            target[at] = byte
            at += 1
            white = False
    return at


def write_source(
    tag: Tags, parent: Numbers, end: Numbers, text_start: Numbers, text_end: Numbers, text: Bytes, class_: Numbers, string_start: Numbers,
    strings: Bytes, name_of: Numbers, name_start: Places, names: Bytes, is_void,
):  # fmt: skip
    """The bytes of a page's source, and where each text node starts and ends in them."""
    rows: cython.Py_ssize_t = len(tag)
    size: cython.Py_ssize_t = 0
    for row in range(rows):
        if tag[row] == 0:
            size += text_end[row] - text_start[row]
        else:
            name = name_of[row]
            size += 2 * (name_start[name + 1] - name_start[name]) + 5
            if class_[row] >= 0:
                size += string_start[class_[row] + 1] - string_start[class_[row]] + 9
    written, firsts, lasts = np.empty(size, dtype=np.uint8), np.zeros(rows, dtype=np.int64), np.zeros(rows, dtype=np.int64)
    source: cython.uchar[::1] = written
    first: cython.longlong[::1] = firsts
    last: cython.longlong[::1] = lasts
    void: Bytes = is_void.view(np.uint8)
    class_opens: Bytes = b' class="'
    at: cython.Py_ssize_t = 0
    open_row: cython.Py_ssize_t = -1
    with cython.nogil:
        for row in range(rows + 1):
            while open_row >= 0 and (row == rows or row >= end[open_row]):
                if not void[tag[open_row]]:
                    name = name_of[open_row]
                    source[at], source[at + 1] = _OPEN, _SLASH
                    at = _put(source, at + 2, names, name_start[name], name_start[name + 1])
                    source[at] = _CLOSE
                    at += 1
                open_row = parent[open_row]
            if row == rows:
                break
            if tag[row] == 0:
                first[row] = at
                at = _put_text(source, at, text, text_start[row], text_end[row])
                last[row] = at
                continue
            name = name_of[row]
            source[at] = _OPEN
            at = _put(source, at + 1, names, name_start[name], name_start[name + 1])
            if class_[row] >= 0:
                at = _put(source, at, class_opens, 0, len(class_opens))
                at = _put(source, at, strings, string_start[class_[row]], string_start[class_[row] + 1])
                source[at] = _QUOTE
                at += 1
            source[at] = _CLOSE
            at += 1
            open_row = row
    return written[:at].copy(), firsts, lasts
