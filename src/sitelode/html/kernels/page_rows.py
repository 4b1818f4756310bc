"""Compiled code: the columns of a page in one object, and the text and attributes of single rows.

An array that is handed to compiled code is looked at first, which takes as long as many a loop over it. Here that is done once a page.
"""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Flags, Numbers


def white_bytes(text, position, end):
    """The number of bytes of the white space character here, in any script; 0 if there is none."""
    byte = text[position]
    if byte <= 32:
        return 1 if byte == 32 or 9 <= byte <= 13 or byte >= 28 else 0
    if byte == 0xC2 and position + 1 < end:
        return 2 if text[position + 1] == 0x85 or text[position + 1] == 0xA0 else 0
    if position + 2 >= end or not 0xE1 <= byte <= 0xE3:
        return 0
    second, third = text[position + 1], text[position + 2]
    if byte == 0xE2 and second == 0x80:
        return 3 if 0x80 <= third <= 0x8A or 0xA8 <= third <= 0xA9 or third == 0xAF else 0
    is_space: cython.bint = (byte == 0xE1 and second == 0x9A and third == 0x80) or (byte == 0xE2 and second == 0x81 and third == 0x9F)
    return 3 if is_space or (byte == 0xE3 and second == 0x80 and third == 0x80) else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_tidy(text: cython.const[cython.uchar][::1], position: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Whether the only white space are single spaces between other characters."""
    after_space: cython.bint = True
    while position < end:
        byte = text[position]
        if byte == 32:
            if after_space:
                return False
            after_space = True
        else:
            if (byte < 32 or byte == 0xC2 or 0xE1 <= byte <= 0xE3) and white_bytes(text, position, end) > 0:
                return False
            after_space = False
        position += 1
    return not after_space


def collapsed(text: bytes):
    """Some UTF-8 as text, white space collapsed."""
    found: str = text.decode("utf-8", "replace")
    return found if _is_tidy(text, 0, len(text)) else " ".join(found.split())


class PageRows:
    """The columns of a page, for compiled code."""

    def __init__(self, columns):
        self.tag, self.parent, self.end = columns.tag, columns.parent, columns.end
        self.text_start, self.text_end = columns.text_start, columns.text_end
        self.class_, self.id_ = columns.class_, columns.id_
        self.attribute_node, self.attribute_name = columns.attribute_node, columns.attribute_name
        self.attribute_value, self.string_start = columns.attribute_value, columns.string_start
        self.strings = self.string_bytes = columns.strings
        self.text = self._text = columns.text

    def string(self, number):
        """A string of the table; empty for none."""
        if number >= len(self.string_start) - 1:
            raise IndexError(number)
        if number < 0:
            return ""
        return self.string_bytes[self.string_start[number] : self.string_start[number + 1]].decode("utf-8", "replace")

    def text_of(self, row: cython.Py_ssize_t):
        """All text below a row, as in the source, with entities decoded."""
        if not 0 <= row < len(self.tag):
            raise IndexError(row)
        return self._text[self.text_start[row] : self.text_end[row]].decode("utf-8", "replace")

    def words_of(self, row: cython.Py_ssize_t):
        """The same, white space collapsed."""
        if not 0 <= row < len(self.tag):
            raise IndexError(row)
        text: str = self._text[self.text_start[row] : self.text_end[row]].decode("utf-8", "replace")
        return text if _is_tidy(self.text, self.text_start[row], self.text_end[row]) else " ".join(text.split())

    def first_attribute(self, row):
        """The place of a row's first attribute, or of the next row's."""
        low: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t = len(self.attribute_node)
        while low < high:
            middle = (low + high) >> 1
            if self.attribute_node[middle] < row:
                low = middle + 1
            else:
                high = middle
        return low

    def is_string(self, number, wanted):
        """Whether a string of the table is this one."""
        start = self.string_start[number]
        size: cython.Py_ssize_t = len(wanted)
        if self.string_start[number + 1] - start != size:
            return False
        place: cython.Py_ssize_t = 0
        while place < size and self.strings[start + place] == wanted[place]:
            place += 1
        return place == size

    def attribute(self, row: cython.Py_ssize_t, name: str):
        """The value of an attribute, or none."""
        wanted: bytes = name.encode()
        place: cython.Py_ssize_t = self.first_attribute(row)
        while place < len(self.attribute_node) and self.attribute_node[place] == row:
            if self.is_string(self.attribute_name[place], wanted):
                return self.string(self.attribute_value[place])
            place += 1
        return None

    def attributes(self, row: cython.Py_ssize_t):
        """All attributes of a row."""
        found = {}
        place: cython.Py_ssize_t = self.first_attribute(row)
        while place < len(self.attribute_node) and self.attribute_node[place] == row:
            found[self.string(self.attribute_name[place])] = self.string(self.attribute_value[place])
            place += 1
        return found

    def text_nodes_in(self, elements: list, before: cython.Py_ssize_t):
        """The text nodes directly in some elements that say something, in order.

        Only those that begin before this position of the text, if there are any.
        """
        found = []
        later: cython.bint = False
        earlier: cython.bint = False
        row: cython.Py_ssize_t
        for row in elements:
            child: cython.Py_ssize_t = row + 1
            while child < self.end[row]:
                if self.tag[child] == 0:
                    position: cython.Py_ssize_t = self.text_start[child]
                    stop: cython.Py_ssize_t = self.text_end[child]
                    step: cython.Py_ssize_t = 1
                    while position < stop and step > 0:
                        step = white_bytes(self.text, position, stop)
                        position += step
                    if position < stop:
                        found.append(child)
                        if self.text_start[child] < before:
                            earlier = True
                        else:
                            later = True
                child = self.end[child]
        return [row for row in found if self.text_start[row] < before] if earlier and later else found

    def link_around(self, row: cython.Py_ssize_t, link: cython.int, steps: cython.int):
        """The address of the nearest link around a row, at most so many elements above it or its parent; empty if there is none."""
        if not 0 <= row < len(self.tag):
            raise IndexError(row)
        around: cython.Py_ssize_t = self.parent[row] if self.tag[row] == 0 else row
        while self.tag[around] != link and steps > 0 and self.parent[around] > 0:
            around, steps = self.parent[around], steps - 1
        return (self.attribute(around, "href") or "") if self.tag[around] == link else ""


def inherit(parent: Numbers, marked):
    """For every row, the nearest marked row among itself and its ancestors; the root if there is none."""
    is_marked: Flags = marked.view(np.uint8)
    found = np.empty(len(parent), dtype=np.int32)
    nearest: cython.int[::1] = found
    for row in range(len(parent)):
        nearest[row] = row if is_marked[row] or row == 0 else nearest[parent[row]]
    return found
