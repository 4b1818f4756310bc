"""Compiled code behind `metadata.py`: finds the attributes that hold metadata in one pass over all attributes."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit

META, CANONICAL, JSON, ROOT = range(4)
"""The kind of a line in the table."""
_ABSENT = -2  # -1 is an attribute without a value
_UNKNOWN = -2


@jit
def _number(strings, start, end, wanted, wanted_starts):
    """The index of a string among the wanted strings, or -1."""
    for number in range(len(wanted_starts) - 1):
        if wanted_starts[number + 1] - wanted_starts[number] == end - start:
            same = 0
            while same < end - start and strings[start + same] == wanted[wanted_starts[number] + same]:
                same += 1
            if same == end - start:
                return number
    return -1


@jit
def _has(strings, start, end, word):
    """Whether a string contains a lower-case word, ignoring case."""
    for begin in range(start, end - len(word) + 1):
        same = 0
        while same < len(word) and strings[begin + same] | 32 == word[same]:
            same += 1
        if same == len(word):
            return True
    return False


@jit
def title_row(tag, end, head, title):
    """The title element in the head, or 0 if there is none: a title further down belongs to an SVG drawing."""
    for row in range(1, len(tag)):
        if tag[row] == head:
            for inside in range(row, end[row]):
                if tag[inside] == title:
                    return inside
            return 0
    return 0


@jit
def _note(lines, count, about, one, two, starts):
    lines[count, 0] = about
    for place, number in ((1, one), (3, two)):
        lines[count, place], lines[count, place + 1] = (starts[number], starts[number + 1]) if number >= 0 else (0, 0)
    return count + 1


@jit
def statements(tag, nodes, names, values, strings, starts, wanted, wanted_starts, meta, link, canonical):
    """One line per statement: its kind, and the start and end of two strings, both 0 if there is none.

    meta: content and property, name or itemprop, one line for each of these; canonical link: rel, href; script: its JSON, type; root: lang,
    xml:lang. `wanted` holds these attribute names, in this order.
    """
    lines = np.empty((len(nodes) + 1, 5), dtype=np.int32)
    role = np.full(len(starts), _UNKNOWN, dtype=np.int8)  # index of each string among the wanted attribute names
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
        if tag[row] == meta:
            for which in range(1, 4):
                if value[0] != _ABSENT and value[which] >= 0:
                    count = _note(lines, count, META, value[0], value[which], starts)
            continue
        about, which = (CANONICAL, 4) if tag[row] == link else (ROOT, 8) if row == 0 else (JSON, 6)
        said = value[which]
        if about == ROOT or (said >= 0 and (about == JSON or _has(strings, starts[said], starts[said + 1], canonical))):
            count = _note(lines, count, about, said, value[which + 1], starts)
    return lines[:count]
