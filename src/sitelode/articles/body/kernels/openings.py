"""Compiled code for the first and last words of texts."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix
from cython.cimports.sitelode.text.kernels.words import is_word_at, is_word_byte, sign_size, word_code, word_end

HALVES = cython.declare(cython.int, 4)  # two words; a character of a script without spaces counts as half a word. Set by hand


def openings_and_endings(text_start: Numbers, text_end: Numbers, text: Bytes, first: Numbers, rows: Numbers):
    """The first and last words of each segment: up to two words of its first and its last text, all numbers alike; 0 for no words."""
    openings, endings = np.zeros(len(first) - 1, dtype=np.uint64), np.zeros(len(first) - 1, dtype=np.uint64)
    opening: Code[::1] = openings
    ending: Code[::1] = endings
    with cython.nogil:
        for segment in range(len(first) - 1):
            place: cython.Py_ssize_t = first[segment]
            while place < first[segment + 1] and opening[segment] == 0:
                opening[segment] = _first_words(text, text_start[rows[place]], text_end[rows[place]])
                place += 1
            place = first[segment + 1] - 1
            while place >= first[segment] and ending[segment] == 0:
                ending[segment] = _last_words(text, text_start[rows[place]], text_end[rows[place]])
                place -= 1
    return openings, endings


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_words(text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> Code:
    code: Code = 0
    left: cython.int = HALVES
    while position < stop and left > 0:
        if not is_word_at(text, position, stop):
            position += max(sign_size(text, position, stop), 1)
            continue
        end = word_end(text, position, stop)
        code = mix(code, _numberless(text, position, end))
        left -= 1 if text[position] >= 0xE3 else 2
        position = end
    return code


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _last_words(text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> Code:
    code: Code = 0
    left: cython.int = HALVES
    while stop > position and left > 0:
        if not is_word_byte(text[stop - 1]):
            stop -= 1
            continue
        start = _character_start(text, position, stop - 1)
        if not is_word_at(text, start, stop):
            stop = start
            continue
        if text[start] < 0xE3:
            while start > position:
                before = _character_start(text, position, start - 1)
                if text[before] >= 0xE3 or not is_word_at(text, before, stop):
                    break
                start = before
        code = mix(code, _numberless(text, start, stop))
        left -= 1 if text[start] >= 0xE3 else 2
        stop = start
    return code


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _character_start(text: Bytes, first: cython.Py_ssize_t, position: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The first byte of the character that a byte belongs to."""
    while position > first and text[position] & 0xC0 == 0x80:
        position -= 1
    return position


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _numberless(text: Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> Code:
    """The code of a word; all numbers have the same code."""
    for place in range(start, stop):
        if not 48 <= text[place] <= 57:
            return word_code(text, start, stop)
    return 1
