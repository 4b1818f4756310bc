"""Compiled code behind `metadata.py`: finds the attributes that hold metadata in one pass over all attributes."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers
from cython.cimports.sitelode.html.kernels.page_rows import PageRows

from sitelode.html.kernels.page_rows import collapsed

_ABSENT = cython.declare(cython.int, -2)  # -1 is an attribute without a value
_UNKNOWN = cython.declare(cython.int, -2)


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


@cython.cfunc
def _title_row(page: PageRows, head: cython.int, title: cython.int) -> cython.Py_ssize_t:
    """The title element in the head, or 0 if there is none: a title further down belongs to an SVG drawing."""
    row: cython.Py_ssize_t
    inside: cython.Py_ssize_t
    for row in range(1, len(page.tag)):
        if page.tag[row] == head:
            for inside in range(row, page.end[row]):
                if page.tag[inside] == title:
                    return inside
            return 0
    return 0


@cython.cfunc
def _name_of(raw: bytes, names: dict, most_names: cython.Py_ssize_t, longest: cython.Py_ssize_t):
    """The name of a meta element in lower case; short ones are remembered, for the web uses few different ones."""
    found = names.get(raw)
    if found is None:
        found = raw.decode("utf-8", "replace").strip().lower()
        if len(raw) <= longest and len(names) < most_names:
            names[raw] = found
    return found


class StatementReader:
    """Finds what pages state about themselves.

    `wanted` holds these attribute names, and where each begins: content, property, name, itemprop, rel, href, #text, type, lang, xml:lang.
    `tags` are the numbers of meta, link, script, head and title; `words` are looked for in the relation of a link and the type of a script.
    `names` remembers names of meta elements.
    """

    def __init__(self, wanted, tags, words, names, limits):
        self.wanted, self.wanted_starts = wanted
        self.meta, self.link, self.script, self.head, self.title = tags
        self.canonical, self.json = words
        self.names = names
        self.most_names, self.longest_name, self.most_values = limits

    def statements(self, page: PageRows):
        """The statements of a page, as bytes.

        Values of meta elements by property, name and itemprop; (rel, href) of links that may be canonical; (text, type) of scripts that may
        be JSON-LD; lang and xml:lang of the root; the row of the title, 0 for none.
        """
        said, links, scripts, languages = {}, [], [], (b"", b"")
        kept: bytes = page.string_bytes
        strings: Bytes = page.strings
        starts: Numbers = page.string_start
        nodes: Numbers = page.attribute_node
        role: cython.schar[::1] = np.empty(len(starts), dtype=np.int8)  # index of each string among the wanted attribute names
        value = cython.declare(cython.int[10])
        position: cython.Py_ssize_t = 0
        which: cython.int
        one: cython.int
        two: cython.int
        role[:] = _UNKNOWN
        while position < len(nodes):
            row = nodes[position]
            number = page.tag[row]
            if row > 0 and number != self.meta and number != self.link and number != self.script:
                position += 1
                continue
            for which in range(10):
                value[which] = _ABSENT
            while position < len(nodes) and nodes[position] == row:
                name = page.attribute_name[position]
                if role[name] == _UNKNOWN:
                    role[name] = number_among(strings, starts[name], starts[name + 1], self.wanted, self.wanted_starts)
                if role[name] >= 0:
                    value[role[name]] = page.attribute_value[position]
                position += 1
            if number == self.meta:
                one = value[0]
                for which in range(1, 4):
                    two = value[which]
                    if one != _ABSENT and two >= 0 and starts[two + 1] > starts[two]:
                        of_name = _name_of(kept[starts[two] : starts[two + 1]], self.names, self.most_names, self.longest_name)
                        values = said.get(of_name)
                        if values is None:
                            values = said[of_name] = []
                        if len(values) < self.most_values:
                            values.append(kept[starts[one] : starts[one + 1]] if one >= 0 else b"")
            elif number == self.link:
                one, two = value[4], value[5]
                if one >= 0 and has_word(strings, starts[one], starts[one + 1], self.canonical, 0, len(self.canonical)):
                    links.append((kept[starts[one] : starts[one + 1]], kept[starts[two] : starts[two + 1]] if two >= 0 else b""))
            elif row == 0:
                one, two = value[8], value[9]
                languages = (
                    kept[starts[one] : starts[one + 1]] if one >= 0 else b"",
                    kept[starts[two] : starts[two + 1]] if two >= 0 else b"",
                )
            else:
                one, two = value[6], value[7]
                if one >= 0 and two >= 0 and has_word(strings, starts[two], starts[two + 1], self.json, 0, len(self.json)):
                    scripts.append((kept[starts[one] : starts[one + 1]], kept[starts[two] : starts[two + 1]]))
        return said, links, scripts, languages, _title_row(page, self.head, self.title)


def texts(values: list, longest: cython.Py_ssize_t, most: cython.Py_ssize_t):
    """Some values as texts of at most `longest` characters, white space collapsed, without empty ones and duplicates, at most so many."""
    said: list = []
    text: str
    for value in values:
        text = collapsed(value)
        if text:
            said.append(text[:longest].rstrip() if len(text) > longest else text)
    if len(said) <= 1:
        return tuple(said)
    return tuple(dict.fromkeys(said))[:most]


def is_iso_moment(text: str):
    """Whether a text is a day of the calendar, or such a day with a time and perhaps a zone, as ISO 8601 with all its signs.

    "2031-03-04", "2031-03-04T09:30", "2031-03-04T09:30:00+01:00"; only of the years from 1990 to 2099, and only in these forms.
    """
    size: cython.Py_ssize_t = len(text)
    if size < 10 or not _has_form(text, 0, 10, "0000-00-00"):
        return False
    year: cython.int = 1000 * _digit(text, 0) + 100 * _digit(text, 1) + 10 * _digit(text, 2) + _digit(text, 3)
    month: cython.int = 10 * _digit(text, 5) + _digit(text, 6)
    day: cython.int = 10 * _digit(text, 8) + _digit(text, 9)
    if not (1990 <= year <= 2099 and 1 <= month <= 12 and 1 <= day <= _days(year, month)):
        return False
    position: cython.Py_ssize_t = 10
    if size == position:
        return True
    if not _has_form(text, position, size, "T00:00"):
        return False
    position += 6
    if _has_form(text, position, size, ":00"):
        position += 3
    if position == size or (position + 1 == size and text[position] == "Z"):
        return True
    if text[position] != "+" and text[position] != "-":
        return False
    position += 1
    form: str = "00:00" if size - position == 5 else "0000"
    return size - position == len(form) and _has_form(text, position, size, form)


@cython.cfunc
def _has_form(text: str, position: cython.Py_ssize_t, size: cython.Py_ssize_t, form: str) -> cython.bint:
    """Whether a text goes on with a form, whose zeros stand for any digit."""
    if size - position < len(form):
        return False
    sign: cython.Py_UCS4
    wanted: cython.Py_UCS4
    for place in range(len(form)):
        sign, wanted = text[position + place], form[place]
        if not "0" <= sign <= "9" if wanted == "0" else sign != wanted:
            return False
    return True


@cython.cfunc
def _digit(text: str, position: cython.Py_ssize_t) -> cython.int:
    return ord(text[position]) - 48


@cython.cfunc
def _days(year: cython.int, month: cython.int) -> cython.int:
    """The number of days of a month."""
    if month == 2:
        return 29 if year % 4 == 0 else 28  # of the years above, 2000 is a leap year
    return 30 if month == 4 or month == 6 or month == 9 or month == 11 else 31
