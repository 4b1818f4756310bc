"""Compiled code for the first and last words of texts."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import mix
from sitelode.text.kernels.words import is_word_byte, word_code, word_end

HALVES = 4  # two words; a character of a script without spaces counts as half a word. Set by hand


@jit
def openings_and_endings(text_start, text_end, text, first, rows):
    """The first and last words of each segment: up to two words of its first and its last text, all numbers alike; 0 for no words."""
    opening = np.zeros(len(first) - 1, dtype=np.uint64)
    ending = np.zeros(len(first) - 1, dtype=np.uint64)
    for segment in range(len(opening)):
        place = first[segment]
        while place < first[segment + 1] and opening[segment] == 0:
            opening[segment] = _first_words(text, text_start[rows[place]], text_end[rows[place]])
            place += 1
        place = first[segment + 1] - 1
        while place >= first[segment] and ending[segment] == 0:
            ending[segment] = _last_words(text, text_start[rows[place]], text_end[rows[place]])
            place -= 1
    return opening, ending


@jit
def _first_words(text, position, stop):
    code, left = np.uint64(0), HALVES
    while position < stop and left > 0:
        if not is_word_byte(text[position]):
            position += 1
            continue
        end = word_end(text, position, stop)
        code = mix(code, _numberless(text, position, end))
        left -= 1 if text[position] >= 0xE3 else 2
        position = end
    return code


@jit
def _last_words(text, position, stop):
    code, left = np.uint64(0), HALVES
    while stop > position and left > 0:
        if not is_word_byte(text[stop - 1]):
            stop -= 1
            continue
        start = stop - 1
        while start > position and text[start] & 0xC0 == 0x80:
            start -= 1
        if text[start] < 0xE3:
            while start > position and is_word_byte(text[start - 1]) and text[start - 1] < 0xE3:
                start -= 1
        code = mix(code, _numberless(text, start, stop))
        left -= 1 if text[start] >= 0xE3 else 2
        stop = start
    return code


@jit
def _numberless(text, start, stop):
    """The code of a word; all numbers have the same code."""
    for place in range(start, stop):
        if not 48 <= text[place] <= 57:
            return word_code(text, start, stop)
    return np.uint64(1)
