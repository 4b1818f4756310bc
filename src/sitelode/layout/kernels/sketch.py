"""Compiled code for `sketch.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit

_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@jit
def pair_codes(tag, parent, kind_of_row, first, class_code, tag_codes, first_unknown, unknown, is_layout, is_authors):
    """The code of every layout element with its parent, in document order; the last bit says whether it is more likely the author's."""
    label = np.empty(len(first), dtype=np.uint64)
    for kind in range(len(first)):
        number = tag[first[kind]]
        label[kind] = class_code[kind] ^ tag_codes[min(number, len(tag_codes) - 1)]
        if number >= first_unknown:
            label[kind] ^= unknown[number - first_unknown]
    codes = np.empty(len(tag), dtype=np.uint32)
    count = 0
    for row in range(1, len(tag)):
        if is_layout[tag[row]]:
            kind = kind_of_row[row]
            pair = (label[kind_of_row[parent[row]]] * _FACTOR ^ label[kind]) * _FACTOR
            authors = is_authors[tag[row]] and class_code[kind] == 0
            codes[count] = pair >> np.uint64(32) & np.uint64(0xFFFFFFFE) | np.uint64(authors)
            count += 1
    return codes[:count]


@jit
def compared(codes, known, has, sizes):
    """For every layout, the share of its codes that a page has, and a similarity that also counts codes of other layouts.

    `known` holds the codes of all layouts, ascending; `has` the weight of each for each layout, and in the last column the weight itself.
    """
    seen = np.zeros(len(known), dtype=np.bool_)
    common = np.zeros(has.shape[1], dtype=np.float64)
    for code in codes:
        place = np.searchsorted(known, code)
        if place < len(known) and known[place] == code and not seen[place]:
            seen[place] = True
            for layout in range(len(common)):
                common[layout] += has[place, layout]
    layouts = len(sizes)
    shares, likeness = np.empty(layouts), np.empty(layouts)
    for layout in range(layouts):
        shares[layout] = common[layout] / sizes[layout]
        likeness[layout] = common[layout] / max(sizes[layout] + common[layouts] - common[layout], 1e-9)
    return shares, likeness
