"""Compiled code that counts the words and signs of a text: ends of sentences, commas, closing brackets, in many scripts."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.articles.body.kernels.counted import (
    CLOSING,
    COLON,
    COMMA,
    END,
    N_CAPITALS,
    N_COMMAS,
    N_DESCRIPTION_FOUND,
    N_DESCRIPTION_WORDS,
    N_DIGITS,
    N_LAST_SIGN,
    N_LETTERS,
    N_SENTENCE_ENDS,
    N_STATED_WORDS,
    N_SYMBOLS,
    N_TITLE_FOUND,
    N_TITLE_WORDS,
    N_WORDS,
    SPACE,
    SYMBOL,
    WORD,
)
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Codes
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol, place_of, slot_of
from cython.cimports.sitelode.text.kernels.words import is_word_at, is_word_byte, sign_size, word_end

Counts = cython.typedef(cython.longlong[::1])


@cython.cclass
class StatedWords:
    """The words that a page states in its title, its description and its data, as ascending codes.

    Of title and description, also the last segment that had each word, counted from 1. Most words of a text are none of them, and have no
    slot in common with one: a slot holds 1 for words of the title, 2 for the description, 4 for the data, together.
    """

    def __init__(self, title, description, body):
        size = 256
        while size < 8 * max(len(title), len(description), len(body)):
            size *= 2
        self.title, self.description, self.body = title, description, body
        self.of_title, self.of_description = np.zeros(len(title), dtype=np.int32), np.zeros(len(description), dtype=np.int32)
        self.slots = np.zeros(size, dtype=np.uint8)
        _take_slots(self.title, 1, self.slots)
        _take_slots(self.description, 2, self.slots)
        _take_slots(self.body, 4, self.slots)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _take_slots(codes: Codes, sign: cython.uchar, slots: cython.uchar[::1]) -> cython.void:
    for place in range(len(codes)):
        slots[slot_of(codes[place], len(slots))] |= sign


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_text(
    text: Bytes,
    position: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    words: StatedWords,
    segment: cython.int,
    counted: Counts,
) -> cython.void:
    """Count the words and signs of one text node."""
    last: cython.longlong = counted[N_LAST_SIGN]
    while position < stop:
        sign, size = _sign_at(text, position, stop)
        after: cython.Py_ssize_t = position + size
        if sign == WORD:
            after = _count_word(text, position, stop, words, segment, counted)
        elif sign == END:
            counted[N_SENTENCE_ENDS] += 1 if after >= stop or size > 1 or not is_word_at(text, after, stop) else 0
        elif sign == COMMA:
            counted[N_COMMAS] += 1
        elif sign >= COLON:
            counted[N_SYMBOLS] += 1
        if sign > CLOSING:
            last = sign
        position = after
    counted[N_LAST_SIGN] = last


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_word(
    text: Bytes,
    position: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    words: StatedWords,
    segment: cython.int,
    counted: Counts,
) -> cython.Py_ssize_t:
    """Count the word that starts here, and return its end."""
    end = word_end(text, position, stop)
    digits: cython.longlong = 0
    capitals: cython.longlong = 0
    letters: cython.longlong = 0
    word: Code = FNV_BASIS  # its code as in `word_code`, which would go over the bytes once more
    for place in range(position, end):
        byte = text[place]
        is_capital: cython.bint = 65 <= byte <= 90
        digits += 48 <= byte <= 57
        capitals += is_capital
        letters += byte >= 65
        word = add_symbol(word, byte | 32 if is_capital else byte)
    counted[N_WORDS] += 1
    counted[N_DIGITS] += digits
    counted[N_CAPITALS] += capitals
    counted[N_LETTERS] += letters
    lists = words.slots[slot_of(word, len(words.slots))]
    if lists & 1:
        place_found = place_of(word, words.title)
        if place_found >= 0:
            counted[N_TITLE_WORDS] += 1
            counted[N_TITLE_FOUND] += words.of_title[place_found] != segment
            words.of_title[place_found] = segment
    if lists & 2:
        place_found = place_of(word, words.description)
        if place_found >= 0:
            counted[N_DESCRIPTION_WORDS] += 1
            counted[N_DESCRIPTION_FOUND] += words.of_description[place_found] != segment
            words.of_description[place_found] = segment
    if lists & 4:
        counted[N_STATED_WORDS] += place_of(word, words.body) >= 0
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sign_at(text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> tuple[cython.int, cython.int]:
    """The kind of the character at a position, and its number of bytes; for a word, its first byte."""
    byte = text[position]
    if byte == 32 or 9 <= byte <= 13:
        return SPACE, 1
    if byte < 0x80 and is_word_byte(byte):  # the usual case; the rest is needed for signs only
        return WORD, 1
    size = _terminator(text, position, stop)
    if size:
        return END, size
    size = _closing(text, position, stop)
    if size:
        return CLOSING, size
    size = _comma(text, position, stop)
    if size:
        return COMMA, size
    if byte >= 0x80:
        size = sign_size(text, position, stop)
        if size == 0:
            return WORD, 1
        return SPACE if _is_space(text, position) else SYMBOL, size
    return COLON if byte == 58 or byte == 59 else SYMBOL, 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_space(text: Bytes, position: cython.Py_ssize_t) -> cython.bint:
    """Whether a sign beyond ASCII is white space: no-break, thin and ideographic spaces, and what has no width."""
    byte, second = text[position], text[position + 1]
    if byte == 0xC2:
        return second == 0xA0
    third = text[position + 2] if byte >= 0xE0 else 0
    return (byte == 0xE2 and second == 0x80 and (third <= 0x8F or third == 0xAF)) or (byte == 0xE3 and third == 0x80)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _terminator(text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """The number of bytes of a character that ends a sentence, if there is one here."""
    byte = text[position]
    second: cython.uchar = text[position + 1] if position + 1 < stop else 0
    third: cython.uchar = text[position + 2] if position + 2 < stop else 0
    if byte == 46 or byte == 33 or byte == 63:
        return 1
    if byte == 0xE3 and second == 0x80 and third == 0x82:  # ideographic full stop
        return 3
    if byte == 0xEF and second == 0xBC and (third == 0x81 or third == 0x9F or third == 0x8E):  # full-width ! ? .
        return 3
    if byte == 0xE2 and second == 0x80 and third == 0xA6:  # ellipsis
        return 3
    if byte == 0xE0 and second == 0xA5 and third == 0xA4:  # danda
        return 3
    if (byte == 0xDB and second == 0x94) or (byte == 0xD8 and second == 0x9F):  # Arabic full stop, question mark
        return 2
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _closing(text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """The number of bytes of a closing quotation mark or bracket, if there is one here."""
    byte = text[position]
    second: cython.uchar = text[position + 1] if position + 1 < stop else 0
    third: cython.uchar = text[position + 2] if position + 2 < stop else 0
    if byte == 34 or byte == 39 or byte == 41 or byte == 93:
        return 1
    if byte == 0xC2 and (second == 0xBB or second == 0xAB):
        return 2
    if byte == 0xE2 and second == 0x80 and 0x98 <= third <= 0x9F:
        return 3
    if byte == 0xE3 and second == 0x80 and (third == 0x8D or third == 0x8F):
        return 3
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _comma(text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """The number of bytes of a comma, if there is one here."""
    byte = text[position]
    second: cython.uchar = text[position + 1] if position + 1 < stop else 0
    third: cython.uchar = text[position + 2] if position + 2 < stop else 0
    if byte == 44:
        return 1
    if byte == 0xD8 and second == 0x8C:  # Arabic
        return 2
    return 3 if (byte == 0xEF and second == 0xBC and third == 0x8C) or (byte == 0xE3 and second == 0x80 and third == 0x81) else 0
