"""Compiled code behind `metadata.py`: the few attributes by which a page speaks about itself, found in one pass over all of them."""
# mypy: ignore-errors

import numpy as np
from numba import njit

META, CANONICAL, JSON, ROOT = range(4)
"""What a line of the table is about."""
_ABSENT = -2  # -1 is an attribute without a value


@njit(cache=True, nogil=True)
def _value(names, values, start, end, name):
    """The value of an attribute among those of one element."""
    for position in range(start, end):
        if names[position] == name:
            return values[position]
    return _ABSENT


@njit(cache=True, nogil=True)
def title_row(tag, end, head, title):
    """The title element in the head, 0 where there is none: one further down is a drawing's."""
    for row in range(1, len(tag)):
        if tag[row] == head:
            for inside in range(row, end[row]):
                if tag[inside] == title:
                    return inside
            return 0
    return 0


@njit(cache=True, nogil=True)
def statements(tag, nodes, names, values, meta, link, wanted):
    """One line for each element that says something: what it is about, and numbers of strings, negative where there is none.

    meta: content, property, name, itemprop; link: rel, href; script: its JSON, type; root: lang, xml:lang.
    """
    content, property_, name_, itemprop, rel, href, text, type_, lang, xml_lang = wanted
    lines = np.full((len(nodes) + 1, 5), _ABSENT, dtype=np.int32)
    count, start = 0, 0
    while start < len(nodes):
        row = nodes[start]
        end = start + 1
        while end < len(nodes) and nodes[end] == row:
            end += 1
        line, said = lines[count], (names, values, start, end)
        if tag[row] == meta:
            line[0], line[1], line[2] = META, _value(*said, content), _value(*said, property_)
            line[3], line[4] = _value(*said, name_), _value(*said, itemprop)
        elif tag[row] == link:
            line[0], line[1], line[2] = CANONICAL, _value(*said, rel), _value(*said, href)
        elif row == 0:
            line[0], line[1], line[2] = ROOT, _value(*said, lang), _value(*said, xml_lang)
        else:
            line[0], line[1], line[2] = JSON, _value(*said, text), _value(*said, type_)
        count += line[1] != _ABSENT or row == 0
        start = end
    return lines[:count]
