"""Compiled code behind `guard.py`: one scan over the tags of a page's source."""
# mypy: ignore-errors

import numpy as np
from numba import njit, types

from sitelode.dom.guard import ANCHOR, COMPARED_NAME_BYTES, FORMATTING, IMPLIED, MAX_ATTRIBUTES, MAX_DEPTH, ORDINARY, RAW, VOID

_LESS, _GREATER, _SLASH, _BANG, _DOUBLE, _SINGLE, _EQUALS, _DASH = (ord(sign) for sign in "<>/!\"'=-")

_address = types.uintp
_memchr = types.ExternalFunction("memchr", _address(_address, types.int32, types.uintp))


@njit(cache=True, nogil=True)
def _find(source, byte, start):
    """Position of a byte from start on, or the length."""
    size = len(source)
    if start >= size:
        return size
    base = source.ctypes.data
    found = _memchr(types.uintp(base + start), types.int32(byte), types.uintp(size - start))
    return np.int64(found - types.uintp(base)) if found != 0 else size


@njit(cache=True, nogil=True)
def _is_letter(byte):
    return 97 <= (byte | 32) <= 122


@njit(cache=True, nogil=True)
def _name_code(source, start):
    """Code and end of the tag name that starts here."""
    code, position = np.int64(0), start
    while position < len(source) and source[position] > 32 and source[position] != _GREATER and source[position] != _SLASH:
        if position - start < COMPARED_NAME_BYTES:
            code = code * 31 + np.int64(source[position] | 32)
        position += 1
    return code * 64 + min(position - start, 63), position


@njit(cache=True, nogil=True)
def _tag_end(source, start):
    """End of the tag whose name ends at start, and the position where its attributes exceed the limit (or -1)."""
    position, attributes, excess = start, 0, -1
    in_attribute, after_equals = False, False
    while position < len(source):
        byte = source[position]
        if byte == _GREATER:
            return position + 1, excess
        if after_equals and (byte == _DOUBLE or byte == _SINGLE):
            position = _find(source, byte, position + 1) + 1
            in_attribute, after_equals = False, False
            continue
        if byte <= 32 or (byte == _SLASH and not after_equals):
            if not after_equals:
                in_attribute = False
        elif byte == _EQUALS and in_attribute:
            after_equals = True
        elif not in_attribute and not after_equals:
            attributes += 1
            in_attribute = True
            if attributes > MAX_ATTRIBUTES and excess < 0:
                excess = position
        elif after_equals:  # an unquoted value runs to the next space
            while position < len(source) and source[position] > 32 and source[position] != _GREATER:
                position += 1
            in_attribute, after_equals = False, False
            continue
        position += 1
    return len(source), excess


@njit(cache=True, nogil=True)
def _after_markup(source, start):
    """End of a comment, doctype or processing instruction that starts with '<' here."""
    if start + 3 < len(source) and source[start + 2] == _DASH and source[start + 3] == _DASH:
        position = start + 2  # <!--> is a whole comment
        while True:
            position = _find(source, _GREATER, position)
            if position >= len(source):
                return len(source)
            if source[position - 1] == _DASH and source[position - 2] == _DASH:
                return position + 1
            position += 1
    return _find(source, _GREATER, start) + 1


@njit(cache=True, nogil=True)
def _after_raw_text(source, start, code):
    """Position of the end tag that ends raw text."""
    position = start
    while True:
        position = _find(source, _LESS, position)
        if position + 2 >= len(source):
            return len(source)
        if source[position + 1] == _SLASH and _name_code(source, position + 2)[0] == code:
            return position
        position += 1


@njit(cache=True, nogil=True)
def _kind_of(code, codes, kinds):
    place = np.searchsorted(codes, code)
    return kinds[place] if place < len(codes) and codes[place] == code else ORDINARY


@njit(cache=True, nogil=True)
def excess(source, codes, kinds, containers, most_formatting):
    """Spans of source to cut; how many formatting elements would be reopened; how many start tags there are."""
    cut_start, cut_end = [np.int64(0) for _ in range(0)], [np.int64(0) for _ in range(0)]
    stack = np.empty(MAX_DEPTH, dtype=np.int64)
    height, beyond, formatting, reopened, tags = 0, 0, 0, 0, 0
    anchor_open = False
    position = _find(source, _LESS, 0)
    while position + 1 < len(source):
        mark = source[position + 1]
        if _is_letter(mark):
            tags += 1
            code, name_end = _name_code(source, position + 1)
            tag_end, excess = _tag_end(source, name_end)
            if excess >= 0 and tag_end < len(source):
                cut_start.append(excess)
                cut_end.append(tag_end - 1)
            kind = _kind_of(code, codes, kinds)
            cut = False
            if kind == FORMATTING:
                if code == ANCHOR and anchor_open:
                    formatting -= 1  # a link inside a link closes the first: old pages leave named anchors open by the hundred
                cut = formatting >= most_formatting
                formatting += 0 if cut else 1
                anchor_open |= code == ANCHOR
            elif kind != VOID:
                reopened += formatting
            if kind == IMPLIED:
                level = height - 1
                while level >= 0 and stack[level] != code and not _holds(containers, stack[level]):
                    level -= 1
                if level >= 0 and stack[level] == code:
                    height = level
            if kind != VOID and kind != RAW and not cut:
                cut = height >= MAX_DEPTH
                if cut:
                    beyond += 1
                else:
                    stack[height] = code
                    height += 1
            if cut and excess < 0:
                cut_start.append(position)
                cut_end.append(tag_end)
            position = _after_raw_text(source, tag_end, code) if kind == RAW else tag_end
        elif mark == _SLASH and position + 2 < len(source) and _is_letter(source[position + 2]):
            code, name_end = _name_code(source, position + 2)
            tag_end = _find(source, _GREATER, name_end) + 1
            kind = _kind_of(code, codes, kinds)
            if kind == FORMATTING:
                formatting = max(formatting - 1, 0)
                anchor_open &= code != ANCHOR
            if beyond > 0 and kind != RAW and kind != VOID:
                beyond -= 1
                cut_start.append(position)
                cut_end.append(min(tag_end, len(source)))
            else:
                level = height - 1
                while level >= 0 and stack[level] != code:
                    level -= 1
                if level >= 0:
                    height = level
            position = tag_end
        elif mark == _BANG or mark == 63:
            position = _after_markup(source, position)
        else:
            position += 1
        position = _find(source, _LESS, position)
    return np.array(cut_start, dtype=np.int64), np.array(cut_end, dtype=np.int64), reopened, tags


@njit(cache=True, nogil=True)
def _holds(sorted_codes, code):
    place = np.searchsorted(sorted_codes, code)
    return place < len(sorted_codes) and sorted_codes[place] == code
