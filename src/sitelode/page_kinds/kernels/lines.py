"""Compiled code behind `lines.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Codes, Numbers, Places
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol, finish


def line_codes(text: Bytes, starts: Numbers, ends: Numbers, first: Numbers, least: cython.int):
    """For every group of spans the code of its characters, and that of the first `least` of them; white space apart.

    Letters of ASCII count in lower case and runs of digits as one, as in the codes of segments.
    """
    of_whole, of_beginning = np.zeros(len(first) - 1, dtype=np.uint64), np.zeros(len(first) - 1, dtype=np.uint64)
    whole: Code[::1] = of_whole
    beginning: Code[::1] = of_beginning
    code: Code
    with cython.nogil:
        for group in range(len(first) - 1):
            code = FNV_BASIS
            count: cython.int = 0
            in_digits: cython.bint = False
            begun: cython.bint = False
            for span in range(first[group], first[group + 1]):
                position, end = starts[span], ends[span]
                while position < end:
                    byte = text[position]
                    if byte <= 32 or (byte == 0xC2 and position + 1 < end and text[position + 1] == 0xA0):
                        in_digits = False
                        position += 2 if byte == 0xC2 else 1
                        continue
                    if byte < 0x80 or byte >= 0xC0:  # the first byte of a character
                        if count == least:
                            beginning[group], begun = finish(code), True
                        count += 1
                    if 48 <= byte <= 57:
                        if not in_digits:
                            code = add_symbol(code, 48)
                        in_digits = True
                    else:
                        in_digits = False
                        code = add_symbol(code, byte | 32 if 65 <= byte <= 90 else byte)
                    position += 1
            whole[group] = finish(code)
            if not begun:
                beginning[group] = whole[group]
    return of_whole, of_beginning


def find_in_page(first: Places, codes: Codes, pages: Numbers, wanted: Codes):
    """For pairs of page and code the place of the code among those of the page, which ascend; -1 where it has none."""
    found = np.full(len(pages), -1, dtype=np.int64)
    places: cython.longlong[::1] = found
    with cython.nogil:
        for pair in range(len(pages)):
            low, high = first[pages[pair]], first[pages[pair] + 1]
            end = high
            while low < high:
                middle = (low + high) >> 1
                if codes[middle] < wanted[pair]:
                    low = middle + 1
                else:
                    high = middle
            if low < end and codes[low] == wanted[pair]:
                places[pair] = low
    return found
