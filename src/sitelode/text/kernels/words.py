"""Compiled code for words and their codes: runs of letters and digits, or single characters of scripts without spaces."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol

if not cython.compiled:  # else as in `words.pxd`

    def is_word_byte(byte):
        return byte >= 0x80 or 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122

    def sign_size(text, position, stop):
        """The number of bytes of a space or sign beyond ASCII: no-break spaces, quotation marks, dashes, full stops of other scripts.

        Soft hyphens and joiners are parts of words.
        """
        byte = text[position]
        if byte < 0xC2 or position + 1 >= stop:
            return 0
        second = text[position + 1]
        if byte == 0xC2:
            return 0 if second in (0xAA, 0xAD, 0xB5, 0xBA) else 2
        if byte == 0xD8:
            return 2 if second in (0x8C, 0x9B, 0x9F) else 0
        if byte == 0xDB:
            return 2 if second == 0x94 else 0
        if byte < 0xE0 or position + 2 >= stop:
            return 0
        third = text[position + 2]
        is_sign = (
            (byte == 0xE0 and second == 0xA5 and third in (0xA4, 0xA5))
            or (byte == 0xE2 and second == 0x80 and third not in (0x8C, 0x8D))
            or (byte == 0xE2 and second == 0x81 and third <= 0xAF)
            or (byte == 0xE3 and second == 0x80 and not 0x85 <= third <= 0x87)
            or (byte == 0xEF and second == 0xBC and (third <= 0x8F or 0x9A <= third <= 0xA0))
        )
        return 3 if is_sign else 0

    def is_word_at(text, position, stop):
        """Whether a letter or digit stands here."""
        return is_word_byte(text[position]) and (text[position] < 0x80 or sign_size(text, position, stop) == 0)

    def word_end(text, position, stop):
        """The end of the word that starts here: one character of a script without spaces, or a run of letters and digits."""
        if text[position] >= 0xE3:
            return min(position + (4 if text[position] >= 0xF0 else 3), stop)
        while position < stop and is_word_at(text, position, stop) and text[position] < 0xE3:
            position += 1
        return position

    def word_code(text, position, stop):
        code = FNV_BASIS
        for place in range(position, stop):
            byte = text[place]
            code = add_symbol(code, byte | 32 if 65 <= byte <= 90 else byte)
        return code


def word_codes(text: Bytes):
    """The codes of the words of a text, in order."""
    found = np.empty(len(text), dtype=np.uint64)
    codes: Code[::1] = found
    count: cython.Py_ssize_t = 0
    position: cython.Py_ssize_t = 0
    with cython.nogil:
        while position < len(text):
            if not is_word_at(text, position, len(text)):
                position += max(sign_size(text, position, len(text)), 1)
                continue
            stop = word_end(text, position, len(text))
            codes[count] = word_code(text, position, stop)
            count += 1
            position = stop
    return found[:count].copy()
