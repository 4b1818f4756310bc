"""Compiled code behind `metadata.py`: the few attributes by which a page speaks about itself, found in one pass over all of them."""
# mypy: ignore-errors

import numpy as np
from numba import njit

META, CANONICAL, JSON, ROOT = range(4)
"""What a line of the table is about."""
_ABSENT = -2  # -1 is an attribute without a value
_UNKNOWN = -2


@njit(cache=True, nogil=True)
def _number(strings, start, end, wanted, wanted_starts):
    """Which of the wanted strings a string is, -1 for none."""
    for number in range(len(wanted_starts) - 1):
        if wanted_starts[number + 1] - wanted_starts[number] == end - start:
            same = 0
            while same < end - start and strings[start + same] == wanted[wanted_starts[number] + same]:
                same += 1
            if same == end - start:
                return number
    return -1


@njit(cache=True, nogil=True)
def _has(strings, start, end, word):
    """Whether a string has a word of small letters in it, in whatever case."""
    for begin in range(start, end - len(word) + 1):
        same = 0
        while same < len(word) and strings[begin + same] | 32 == word[same]:
            same += 1
        if same == len(word):
            return True
    return False


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
def statements(tag, nodes, names, values, strings, starts, wanted, wanted_starts, meta, link, canonical):
    """One line for each element that says something: what it is about, and numbers of strings, negative where there is none.

    meta: content, property, name, itemprop; canonical link: rel, href; script: its JSON, type; root: lang, xml:lang. The wanted names of
    attributes are these, in this order.
    """
    lines = np.full((len(nodes) + 1, 5), _ABSENT, dtype=np.int32)
    role = np.full(len(starts), _UNKNOWN, dtype=np.int8)  # of strings that are names, among the wanted ones
    value = np.empty(len(wanted_starts) - 1, dtype=np.int32)
    count, position = 0, 0
    while position < len(nodes):
        row = nodes[position]
        value[:] = _ABSENT
        while position < len(nodes) and nodes[position] == row:
            name = names[position]
            if role[name] == _UNKNOWN:
                role[name] = _number(strings, starts[name], starts[name + 1], wanted, wanted_starts)
            if role[name] >= 0:
                value[role[name]] = values[position]
            position += 1
        line = lines[count]
        if tag[row] == meta:
            line[0], line[1:] = META, value[:4]
        elif tag[row] == link:
            said = value[4]
            if said >= 0 and _has(strings, starts[said], starts[said + 1], canonical):
                line[0], line[1:3] = CANONICAL, value[4:6]
        elif row == 0:
            line[0], line[1:3] = ROOT, value[8:10]
        else:
            line[0], line[1:3] = JSON, value[6:8]
        count += line[1] != _ABSENT or row == 0
    return lines[:count]
