"""Compiled code behind `page_source.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit

_OPEN, _CLOSE, _SLASH, _SPACE, _QUOTE = 60, 62, 47, 32, 34
_CLASS = np.frombuffer(b' class="', dtype=np.uint8).copy()


@jit
def _put(target, at, source, start, stop):
    for position in range(start, stop):
        target[at] = source[position]
        at += 1
    return at


@jit
def _put_text(target, at, text, start, stop):
    """Text with every run of white space collapsed to one space."""
    white = False
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


@jit
def write_source(tag, parent, end, text_start, text_end, text, class_, string_start, strings, name_of, name_start, names, is_void):
    """The bytes of a page's source, and where each text node starts and ends in them."""
    size = 0
    for row in range(len(tag)):
        if tag[row] == 0:
            size += text_end[row] - text_start[row]
        else:
            name = name_of[row]
            size += 2 * (name_start[name + 1] - name_start[name]) + 5
            if class_[row] >= 0:
                size += string_start[class_[row] + 1] - string_start[class_[row]] + 9
    source = np.empty(size, dtype=np.uint8)
    first = np.zeros(len(tag), dtype=np.int64)
    last = np.zeros(len(tag), dtype=np.int64)
    at = 0
    open_row = -1
    for row in range(len(tag) + 1):
        while open_row >= 0 and (row == len(tag) or row >= end[open_row]):
            if not is_void[tag[open_row]]:
                name = name_of[open_row]
                source[at], source[at + 1] = _OPEN, _SLASH
                at = _put(source, at + 2, names, name_start[name], name_start[name + 1])
                source[at] = _CLOSE
                at += 1
            open_row = parent[open_row]
        if row == len(tag):
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
            at = _put(source, at, _CLASS, 0, len(_CLASS))
            at = _put(source, at, strings, string_start[class_[row]], string_start[class_[row] + 1])
            source[at] = _QUOTE
            at += 1
        source[at] = _CLOSE
        at += 1
        open_row = row
    return source[:at].copy(), first, last
