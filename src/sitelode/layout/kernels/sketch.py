"""Compiled code for `sketch.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Numbers, Tags
from cython.cimports.sitelode.compiled.kernels.codes import Code
from cython.cimports.sitelode.html.kernels.page_rows import PageRows
from cython.cimports.sitelode.paths.kernels.element_kinds import ElementKinds

Codes32 = cython.typedef(cython.const[cython.uint][::1])

_FACTOR = cython.declare(Code, 0x9E3779B97F4A7C15)
_ALL_BITS = cython.declare(Code, 0xFFFFFFFFFFFFFFFF)


class TagTables:
    """What the sketch of a page needs to know of every tag: its code, whether elements count, and whether they may be the author's."""

    def __init__(self, codes, first_unknown, layout, authors):
        self.codes, self.first_unknown, self.layout, self.authors = codes, first_unknown, layout, authors


def pair_codes(page: PageRows, kinds: ElementKinds, tags: TagTables, unknown: Codes):
    """The code of every layout element with its parent, in document order; the last bit says whether it is more likely the author's."""
    tag: Tags = page.tag
    parent: Numbers = page.parent
    kind_of_row: Numbers = kinds.each_row
    class_code: Codes = kinds.each_class
    label: Code[::1] = np.empty(len(class_code), dtype=np.uint64)
    found = np.empty(len(tag), dtype=np.uint32)
    codes: cython.uint[::1] = found
    count: cython.Py_ssize_t = 0
    own: Code
    pair: Code
    for kind in range(len(class_code)):
        number = tag[kinds.each_first[kind]]
        own = class_code[kind] ^ tags.codes[min(number, len(tags.codes) - 1)]
        label[kind] = own ^ unknown[number - tags.first_unknown] if number >= tags.first_unknown else own
    for row in range(1, len(tag)):
        if tags.layout[tag[row]]:
            element = kind_of_row[row]
            pair = (label[kind_of_row[parent[row]]] * _FACTOR & _ALL_BITS) ^ label[element]
            pair = pair * _FACTOR & _ALL_BITS
            is_likely_authors: cython.uint = tags.authors[tag[row]] != 0 and class_code[element] == 0
            codes[count] = (pair >> 33) << 1 | is_likely_authors
            count += 1
    return found[:count]


class KnownSketches:
    """The sketches of several layouts: `known` holds the codes of all, ascending; `has` the weight of each for each layout.

    The last column of `has` is the weight itself; `sizes` are the sums of the others. Codes are found by their last bits.
    """

    def __init__(self, known, has, sizes):
        self.known, self.has, self.sizes = known, has, sizes
        room: cython.Py_ssize_t = 16
        while room < 4 * len(known):
            room <<= 1
        slots: cython.int[::1] = np.full(room, -1, dtype=np.int32)
        for place in range(len(known)):
            slot: cython.Py_ssize_t = (self.known[place] >> 1) & (room - 1)
            while slots[slot] >= 0:
                slot = (slot + 1) & (room - 1)
            slots[slot] = place
        self.slots = slots

    def compared(self, codes: Codes32):
        """For every layout, the share of its codes that a page has, and a similarity that also counts codes of other layouts."""
        layouts: cython.Py_ssize_t = len(self.sizes)
        last: cython.Py_ssize_t = len(self.slots) - 1
        seen: cython.uchar[::1] = np.zeros(len(self.known), dtype=np.uint8)
        common: cython.double[::1] = np.zeros(layouts + 1)
        for number in range(len(codes)):
            slot: cython.Py_ssize_t = (codes[number] >> 1) & last
            while self.slots[slot] >= 0 and self.known[self.slots[slot]] != codes[number]:
                slot = (slot + 1) & last
            place = self.slots[slot]
            if place >= 0 and not seen[place]:
                seen[place] = True
                for layout in range(layouts + 1):
                    common[layout] += self.has[place, layout]
        shares = [common[layout] / self.sizes[layout] for layout in range(layouts)]
        others: cython.double = common[layouts]
        return shares, [common[layout] / max(self.sizes[layout] + others - common[layout], 1e-9) for layout in range(layouts)]
