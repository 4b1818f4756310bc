"""Compiled code for `tokens.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol, finish

Characters = cython.typedef(cython.const[cython.uint][::1])
_DIVIDES = cython.declare(cython.int, 0)
_WORD = cython.declare(cython.int, 1)
_UNSPACED = cython.declare(cython.int, 2)
_INVISIBLE = cython.declare(cython.int, 3)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _character(text: Bytes, position: cython.Py_ssize_t, end: cython.Py_ssize_t) -> tuple[cython.uint, cython.int]:
    """The code point beyond ASCII at a position, and its number of bytes; an invalid one counts as one separating byte."""
    code: cython.uint = text[position]
    length: cython.int = 2 if code < 0xE0 else 3 if code < 0xF0 else 4
    if code < 0xC0 or position + length > end:
        return 0, 1
    code &= 0xFF >> (length + 1)
    for following in range(position + 1, position + length):
        if text[following] & 0xC0 != 0x80:
            return 0, 1
        code = (code << 6) | (text[following] & 0x3F)
    return code, length


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _kind_of(code: cython.uint, kinds: Bytes) -> cython.int:
    if code < cython.cast(cython.uint, len(kinds)):
        return kinds[code]
    if 0x20000 <= code <= 0x3FFFF:
        return _UNSPACED
    return _WORD if code <= 0x1EFFF else _DIVIDES


def cut_terms(text: Bytes, starts: Numbers, ends: Numbers, groups: Numbers, kinds: Bytes, lower: Characters):
    """The codes of the terms in some spans of a text, and the group of each; consecutive spans of one group are one text."""
    most: cython.Py_ssize_t = 0
    for span in range(len(starts)):
        most += ends[span] - starts[span]
    found, of_group = np.empty(most, dtype=np.uint64), np.empty(most, dtype=np.int32)
    codes: Code[::1] = found
    group: cython.int[::1] = of_group
    count: cython.Py_ssize_t = 0
    length: cython.Py_ssize_t = 0
    position: cython.Py_ssize_t
    kind_of_run: cython.int = _DIVIDES
    kind: cython.int
    character: cython.uint
    last: cython.uint = 0
    running: Code = FNV_BASIS
    with cython.nogil:
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
                character = text[position]
                if character < 0x80:
                    position += 1
                    kind = kinds[character]
                else:
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
                if character < cython.cast(cython.uint, len(lower)):
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
    return found[:count].copy(), of_group[:count].copy()
