"""Compiled code behind `metadata.py`: finds the attributes that hold metadata in one pass over all attributes."""
# mypy: ignore-errors

import cython
import numpy as np

Strings = cython.typedef(cython.const[cython.uchar][::1])
Tags = cython.typedef(cython.const[cython.ushort][::1])
Places = cython.typedef(cython.const[cython.int][::1])
_ABSENT = cython.declare(cython.int, -2)  # -1 is an attribute without a value
_UNKNOWN = cython.declare(cython.int, -2)
if not cython.compiled:  # else as in `metadata.pxd`
    META, CANONICAL, JSON, ROOT = range(4)  # the kind of a line in the table


def number_among(strings, start, end, wanted, wanted_starts):
    """The index of a string among the wanted strings, or -1."""
    for number in range(len(wanted_starts) - 1):
        if wanted_starts[number + 1] - wanted_starts[number] == end - start:
            same = 0
            while same < end - start and strings[start + same] == wanted[wanted_starts[number] + same]:
                same += 1
            if same == end - start:
                return number
    return -1


def has_word(strings, start, end, words, word, word_end):
    """Whether a string contains one of some words, all in lower case, ignoring case."""
    for begin in range(start, end - (word_end - word) + 1):
        same = 0
        while same < word_end - word and strings[begin + same] | 32 == words[word + same]:
            same += 1
        if same == word_end - word:
            return True
    return False


def title_row(tag: Tags, end: Places, head: cython.int, title: cython.int):
    """The title element in the head, or 0 if there is none: a title further down belongs to an SVG drawing."""
    row: cython.Py_ssize_t
    inside: cython.Py_ssize_t
    for row in range(1, len(tag)):
        if tag[row] == head:
            for inside in range(row, end[row]):
                if tag[inside] == title:
                    return inside
            return 0
    return 0


@cython.cfunc
def _statement(about: cython.int, one: cython.int, two: cython.int, kept: bytes, starts: Places):
    said = kept[starts[one] : starts[one + 1]] if one >= 0 else b""
    return about, said, kept[starts[two] : starts[two + 1]] if two >= 0 else b""


def statements(
    tag: Tags, nodes: Places, names: Places, values: Places, kept: bytes, starts: Places, wanted: Strings, wanted_starts: Places,
    meta: cython.int, link: cython.int, script: cython.int, canonical: Strings, json: Strings,
):  # fmt: skip
    """The statements of a page: the kind of each, and two strings, empty if there are none.

    meta: content and property, name or itemprop, one line for each of these; canonical link: rel, href; script: its JSON, type; root: lang,
    xml:lang. `wanted` holds these attribute names, in this order.
    """
    found = []
    strings: Strings = kept
    role: cython.schar[::1] = np.empty(len(starts), dtype=np.int8)  # index of each string among the wanted attribute names
    value: cython.int[::1] = np.empty(len(wanted_starts) - 1, dtype=np.int32)
    position: cython.Py_ssize_t = 0
    about: cython.int
    which: cython.int
    role[:] = _UNKNOWN
    while position < len(nodes):
        row = nodes[position]
        if row > 0 and tag[row] != meta and tag[row] != link and tag[row] != script:
            position += 1
            continue
        for which in range(len(value)):
            value[which] = _ABSENT
        while position < len(nodes) and nodes[position] == row:
            name = names[position]
            if role[name] == _UNKNOWN:
                role[name] = number_among(strings, starts[name], starts[name + 1], wanted, wanted_starts)
            if role[name] >= 0:
                value[role[name]] = values[position]
            position += 1
        if tag[row] == meta:
            for which in range(1, 4):
                if value[0] != _ABSENT and value[which] >= 0:
                    found.append(_statement(META, value[0], value[which], kept, starts))  # noqa: PERF401 (compiled)
            continue
        if tag[row] == link:
            about, which = CANONICAL, 4
        else:
            about, which = (ROOT, 8) if row == 0 else (JSON, 6)
        said = value[which]
        kind = value[which + 1]
        if about == CANONICAL and not (said >= 0 and has_word(strings, starts[said], starts[said + 1], canonical, 0, len(canonical))):
            continue
        if about == JSON and not (said >= 0 and kind >= 0 and has_word(strings, starts[kind], starts[kind + 1], json, 0, len(json))):
            continue
        found.append(_statement(about, said, kind, kept, starts))
    return found
