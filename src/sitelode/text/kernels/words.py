"""Compiled code for words and their codes: runs of letters and digits, or single characters of scripts without spaces."""
# mypy: ignore-errors

import cython
import numpy as np

if not cython.compiled:  # else as in `words.pxd`
    from sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol

    def is_word_byte(byte):
        return byte >= 0x80 or 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122

    def word_end(text, position, stop):
        """The end of the word that starts here: one character of a script without spaces, or a run of letters and digits."""
        if text[position] >= 0xE3:
            return min(position + (4 if text[position] >= 0xF0 else 3), stop)
        while position < stop and is_word_byte(text[position]) and text[position] < 0xE3:
            position += 1
        return position

    def word_code(text, position, stop):
        code = FNV_BASIS
        for place in range(position, stop):
            byte = text[place]
            code = add_symbol(code, byte | 32 if 65 <= byte <= 90 else byte)
        return code


def word_codes(text: cython.const[cython.uchar][::1]):
    """The codes of the words of a text, in order."""
    found = np.empty(len(text), dtype=np.uint64)
    codes: Code[::1] = found
    count: cython.Py_ssize_t = 0
    position: cython.Py_ssize_t = 0
    with cython.nogil:
        while position < len(text):
            if not is_word_byte(text[position]):
                position += 1
                continue
            stop = word_end(text, position, len(text))
            codes[count] = word_code(text, position, stop)
            count += 1
            position = stop
    return found[:count].copy()
