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


def line_marks(text: Bytes, starts: Numbers, ends: Numbers, first: Numbers):
    """For every group of spans 1 where a day and a year stand in it, and a code for what its first colon ends, 0 where that is no label.

    A day is one or two digits up to 14 signs before the year, or up to 4 after it. A label has at most 40 bytes and a letter.
    """
    of_dates, of_labels = np.zeros(len(first) - 1, dtype=np.int32), np.zeros(len(first) - 1, dtype=np.int32)
    dated: cython.int[::1] = of_dates
    labels: cython.int[::1] = of_labels
    with cython.nogil:
        for group in range(len(first) - 1):
            for span in range(first[group], first[group + 1]):
                position: cython.Py_ssize_t = starts[span]
                while position + 4 <= ends[span] and not dated[group]:
                    if (text[position] == 49 and text[position + 1] == 57) or (text[position] == 50 and text[position + 1] == 48):
                        dated[group] = has_day(text, position)
                    position += 1
            if first[group] < first[group + 1]:
                labels[group] = label_code(text, starts[first[group]], ends[first[group + 1] - 1])
    return of_dates, of_labels


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_digit(byte: cython.uchar) -> cython.bint:
    return 48 <= byte <= 57


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_day(text: Bytes, year: cython.Py_ssize_t) -> cython.int:
    """Whether these four bytes are a year beside a day, with no end of a line between them."""
    after: cython.Py_ssize_t = year + 4
    size: cython.Py_ssize_t = text.shape[0]
    if not is_digit(text[year + 2]) or not is_digit(text[year + 3]):
        return 0
    if (year > 0 and is_digit(text[year - 1])) or (after < size and is_digit(text[after])):
        return 0
    place: cython.Py_ssize_t = year - 1
    while place >= 0 and year - place <= 14 and not is_digit(text[place]) and text[place] != 10:
        place -= 1
    longer: cython.bint = place >= 2 and is_digit(text[place - 1]) and is_digit(text[place - 2])
    if 0 <= place < year - 1 and is_digit(text[place]) and not longer:
        return 1
    place = after
    while place < size and place - after < 4 and not is_digit(text[place]) and text[place] != 10:
        place += 1
    if after < place < size and is_digit(text[place]):
        return place + 2 >= size or not is_digit(text[place + 1]) or not is_digit(text[place + 2])
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def label_code(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    code: Code = FNV_BASIS
    spaces: cython.bint = False
    lettered: cython.bint = False
    for place in range(start, min(end, start + 41)):
        byte: cython.uchar = text[place]
        wide: cython.bint = byte == 0xEF and place + 2 < end and text[place + 1] == 0xBC and text[place + 2] == 0x9A
        if wide or (byte == 58 and (place + 1 == end or text[place + 1] != 47)):
            return cython.cast(cython.int, finish(code) & 0x7FFFFFFE) + 1 if lettered and place > start else 0
        if byte <= 32:
            spaces = True
            continue
        if spaces and code != FNV_BASIS:
            code = add_symbol(code, 32)
        spaces = False
        if 65 <= byte <= 90:
            byte |= 32
        lettered |= byte >= 0x80 or 97 <= byte <= 122
        code = add_symbol(code, byte)
    return 0


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
