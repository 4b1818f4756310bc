"""Compiled code behind `element_names.py`: kinds of elements."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Codes, Numbers, Tags
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol, finish, mix
from cython.cimports.sitelode.html.kernels.page_rows import PageRows


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _code(strings: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> Code:
    """The code of a string, runs of digits as one; never 0."""
    code: Code = FNV_BASIS
    in_digits: cython.bint = False
    for position in range(start, end):
        byte = strings[position]
        if not 48 <= byte <= 57:
            in_digits = False
            code = add_symbol(code, byte)
        elif not in_digits:
            in_digits = True
            code = add_symbol(code, 48)
    return finish(code) | 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _known_code(codes: Code[::1], strings: Bytes, starts: Numbers, number: cython.int) -> Code:
    """The code of a string, computed when it is first asked for; 0 for no string."""
    if number < 0:
        return 0
    if codes[number] == 0:
        codes[number] = _code(strings, starts[number], starts[number + 1])
    return codes[number]


class ElementKinds:
    """The kinds of one page, in the order in which they come first, as arrays and for compiled code.

    The kind of each row; of each kind the first row, the key, which is the same on every page, and the code of its class names, 0 for none.
    """

    def __init__(self, of_row, first, codes, count: cython.Py_ssize_t):
        """Take the keys and the codes of class names as the two halves of one array."""
        each: Code[::1] = codes
        self.of_row = self.each_row = of_row
        self.first = self.each_first = first
        self.key, self.each_key = codes[:count], each[:count]
        self.class_code, self.each_class = codes[count:], each[count:]


def kinds(page: PageRows, first_unknown: cython.int, unknown: Codes):
    """The kinds of elements of a page."""
    tag: Tags = page.tag
    class_: Numbers = page.class_
    id_: Numbers = page.id_
    strings: Bytes = page.strings
    starts: Numbers = page.string_start
    rows: cython.Py_ssize_t = len(tag)
    room: cython.Py_ssize_t = 16
    while room < 2 * rows:
        room <<= 1
    tags: cython.Py_ssize_t = first_unknown + len(unknown)
    # Few arrays, cut into parts: on most pages making an array takes longer than filling it.
    kinds_of_rows, numbers = np.empty(rows, np.int32), np.empty(rows + room + tags, np.int32)
    words = np.empty(2 * rows + len(starts), np.uint64)
    of_row: cython.int[::1] = kinds_of_rows
    each_number: cython.int[::1] = numbers
    each_word: Code[::1] = words
    first: cython.int[::1] = each_number[:rows]
    slots: cython.int[::1] = each_number[rows : rows + room]
    plain: cython.int[::1] = each_number[rows + room :]  # kinds without class and id, by tag
    key: Code[::1] = each_word[:rows]
    class_code: Code[::1] = each_word[rows : 2 * rows]
    codes: Code[::1] = each_word[2 * rows :]  # of strings as far as they were needed
    each_number[rows:] = -1
    codes[:] = 0
    count: cython.int = 0
    own: Code
    name: Code
    classes: Code
    slot: cython.Py_ssize_t
    for row in range(rows):
        nameless: cython.bint = class_[row] < 0 and id_[row] < 0
        if nameless and plain[tag[row]] >= 0:
            of_row[row] = plain[tag[row]]
            continue
        classes = _known_code(codes, strings, starts, class_[row])
        name = tag[row] if tag[row] < first_unknown else unknown[tag[row] - first_unknown]
        own = mix(mix(name, classes), _known_code(codes, strings, starts, id_[row]))
        slot = own & (room - 1)
        while slots[slot] >= 0 and key[slots[slot]] != own:
            slot = (slot + 1) & (room - 1)
        if slots[slot] < 0:
            slots[slot] = count
            first[count], key[count], class_code[count] = row, own, classes
            count += 1
        of_row[row] = slots[slot]
        if nameless:
            plain[tag[row]] = slots[slot]
    return _kinds(kinds_of_rows, count, first, key, class_code)


@cython.cfunc
def _kinds(of_row, count: cython.Py_ssize_t, first: cython.int[::1], key: Code[::1], class_code: Code[::1]):
    """So many kinds, in arrays of their size."""
    firsts, codes = np.empty(count, np.int32), np.empty(2 * count, np.uint64)
    each_first: cython.int[::1] = firsts
    each_code: Code[::1] = codes
    for kind in range(count):
        each_first[kind], each_code[kind], each_code[count + kind] = first[kind], key[kind], class_code[kind]
    return ElementKinds(of_row, firsts, codes, count)
