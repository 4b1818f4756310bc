"""Compiled code behind `lines.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import FNV_BASIS, add_symbol, finish

_ZERO = np.uint64(48)


@jit
def line_codes(text, starts, ends, first, least):
    """For every group of spans the code of its characters, and that of the first `least` of them; white space apart.

    Letters of ASCII count in lower case and runs of digits as one, as in the codes of segments.
    """
    groups = len(first) - 1
    whole = np.zeros(groups, dtype=np.uint64)
    beginning = np.zeros(groups, dtype=np.uint64)
    for group in range(groups):
        code, count, in_digits, begun = FNV_BASIS, 0, False, False
        for span in range(first[group], first[group + 1]):
            position, end = starts[span], ends[span]
            while position < end:
                byte = np.uint64(text[position])
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
                        code = add_symbol(code, _ZERO)
                    in_digits = True
                else:
                    in_digits = False
                    code = add_symbol(code, byte | np.uint64(32) if 65 <= byte <= 90 else byte)
                position += 1
        whole[group] = finish(code)
        if not begun:
            beginning[group] = whole[group]
    return whole, beginning


@jit
def find_in_page(first, codes, pages, wanted):
    """For pairs of page and code the place of the code among those of the page, which ascend; -1 where it has none."""
    places = np.full(len(pages), -1, dtype=np.int64)
    for pair in range(len(pages)):
        low, high = first[pages[pair]], first[pages[pair] + 1]
        end = high
        while low < high:
            middle = (low + high) // 2
            if codes[middle] < wanted[pair]:
                low = middle + 1
            else:
                high = middle
        if low < end and codes[low] == wanted[pair]:
            places[pair] = low
    return places
