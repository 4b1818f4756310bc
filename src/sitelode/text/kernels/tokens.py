"""Compiled code for `tokens.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import FNV_BASIS, add_symbol, finish

_DIVIDES, _WORD, _UNSPACED, _INVISIBLE = 0, 1, 2, 3


@jit
def _character(text, position, end):
    """The code point at a position, and its number of bytes; an invalid one counts as one separating byte."""
    byte = text[position]
    if byte < 0x80:
        return np.uint32(byte), 1
    length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
    if byte < 0xC0 or position + length > end:
        return np.uint32(0), 1
    code = np.uint32(byte) & np.uint32(0xFF >> (length + 1))
    for following in range(position + 1, position + length):
        if text[following] & 0xC0 != 0x80:
            return np.uint32(0), 1
        code = (code << np.uint32(6)) | np.uint32(text[following] & 0x3F)
    return code, length


@jit
def _kind_of(code, kinds):
    if code < len(kinds):
        return kinds[code]
    if 0x20000 <= code <= 0x3FFFF:
        return _UNSPACED
    return _WORD if code <= 0x1EFFF else _DIVIDES


@jit
def cut_terms(text, starts, ends, groups, kinds, lower):
    """The codes of the terms in some spans of a text, and the group of each; consecutive spans of one group are one text."""
    most = 0
    for span in range(len(starts)):
        most += ends[span] - starts[span]
    codes = np.empty(most, dtype=np.uint64)
    group = np.empty(most, dtype=np.int32)
    count = 0
    kind_of_run, length, last, running = _DIVIDES, 0, np.uint32(0), FNV_BASIS
    for span in range(len(starts) + 1):
        if span == len(starts) or (span > 0 and groups[span] != groups[span - 1]):
            if length == 1 or (length > 1 and kind_of_run == _WORD):
                codes[count], group[count] = finish(running), groups[span - 1]
                count += 1
            kind_of_run, length, running = _DIVIDES, 0, FNV_BASIS
        if span == len(starts):
            break
        position, end = starts[span], ends[span]
        while position < end:
            character, size = _character(text, position, end)
            position += size
            kind = _kind_of(character, kinds)
            if kind == _INVISIBLE:
                continue
            if kind != kind_of_run:
                if length == 1 or (length > 1 and kind_of_run == _WORD):
                    codes[count], group[count] = finish(running), groups[span]
                    count += 1
                kind_of_run, length, running = kind, 0, FNV_BASIS
            if kind == _DIVIDES:
                continue
            if character < len(lower):
                character = lower[character]
            length += 1
            if kind == _WORD:
                running = add_symbol(running, character)
                continue
            if length > 1:
                codes[count], group[count] = finish(add_symbol(add_symbol(FNV_BASIS, last), character)), groups[span]
                count += 1
            running = add_symbol(FNV_BASIS, character)
            last = character
    return codes[:count].copy(), group[:count].copy()
