"""Compiled code for `sketch.py`."""
# mypy: ignore-errors

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.sitelode.compiled.kernels.codes import Code
    from cython.cimports.sitelode.html.kernels.page_rows import PageRows
else:
    from sitelode.compiled.kernels.codes import Code
    from sitelode.html.kernels.page_rows import PageRows

Numbers = cython.typedef(cython.const[cython.int][::1])
Tags = cython.typedef(cython.const[cython.ushort][::1])
Flags = cython.typedef(cython.const[cython.uchar][::1])
Codes = cython.typedef(cython.const[Code][::1])
Codes32 = cython.typedef(cython.const[cython.uint][::1])
Floats = cython.typedef(cython.const[cython.double][::1])

_FACTOR = cython.declare(Code, 0x9E3779B97F4A7C15)
_ALL_BITS = cython.declare(Code, 0xFFFFFFFFFFFFFFFF)


def pair_codes(
    page: PageRows, kind_of_row: Numbers, first: Numbers, class_code: Codes, tag_codes: Codes, first_unknown: cython.int, unknown: Codes,
    layout: Flags, authors: Flags,
):  # fmt: skip
    """The code of every layout element with its parent, in document order; the last bit says whether it is more likely the author's."""
    tag: Tags = page.tag
    parent: Numbers = page.parent
    label: Code[::1] = np.empty(len(first), dtype=np.uint64)
    found = np.empty(len(tag), dtype=np.uint32)
    codes: cython.uint[::1] = found
    count: cython.Py_ssize_t = 0
    own: Code
    pair: Code
    for kind in range(len(first)):
        number = tag[first[kind]]
        own = class_code[kind] ^ tag_codes[min(number, len(tag_codes) - 1)]
        label[kind] = own ^ unknown[number - first_unknown] if number >= first_unknown else own
    for row in range(1, len(tag)):
        if layout[tag[row]]:
            element = kind_of_row[row]
            pair = (label[kind_of_row[parent[row]]] * _FACTOR & _ALL_BITS) ^ label[element]
            pair = pair * _FACTOR & _ALL_BITS
            is_likely_authors: cython.uint = authors[tag[row]] != 0 and class_code[element] == 0
            codes[count] = (pair >> 33) << 1 | is_likely_authors
            count += 1
    return found[:count]


def compared(codes: Codes32, known: Codes32, has: cython.const[cython.double][:, ::1], sizes: Floats):
    """For every layout, the share of its codes that a page has, and a similarity that also counts codes of other layouts.

    `known` holds the codes of all layouts, ascending; `has` the weight of each for each layout, and in the last column the weight itself.
    """
    layouts: cython.Py_ssize_t = len(sizes)
    seen: cython.uchar[::1] = np.zeros(len(known), dtype=np.uint8)
    common: cython.double[::1] = np.zeros(layouts + 1)
    of_layout, with_others = np.empty(layouts), np.empty(layouts)
    shares: cython.double[::1] = of_layout
    likeness: cython.double[::1] = with_others
    for number in range(len(codes)):
        place: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t = len(known)
        while place < high:
            middle = (place + high) >> 1
            if known[middle] < codes[number]:
                place = middle + 1
            else:
                high = middle
        if place < len(known) and known[place] == codes[number] and not seen[place]:
            seen[place] = True
            for layout in range(layouts + 1):
                common[layout] += has[place, layout]
    for layout in range(layouts):
        shares[layout] = common[layout] / sizes[layout]
        likeness[layout] = common[layout] / max(sizes[layout] + common[layouts] - common[layout], 1e-9)
    return of_layout, with_others
