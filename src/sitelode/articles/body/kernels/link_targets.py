"""Compiled code for `link_targets.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.articles.body.link_kinds import NOWHERE, OUTSIDE, OWN_SITE, SIBLING, WITHIN_PAGE
from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import mix
from sitelode.text.kernels.words import word_code

_NUMBER, _WORDS, _WORD, _QUERY = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)  # kinds of steps of an address
_LONGEST = 2_000  # bytes of an address that are read; this and the next three were set by hand
_LONGEST_ENDING = 5  # bytes of the ending of a file name
_LONGEST_WORD = 24  # bytes of a step that is one word
_MOST_MARKS = 2  # in a step that is a date or a number
_SLASH, _DOT, _HASH, _QUESTION, _COLON, _EQUALS, _AND = 47, 46, 35, 63, 58, 61, 38


@jit
def targets(values, string_start, strings, own):
    """The kind of target of each address; `values` are numbers of strings, -1 for none."""
    found = np.zeros(len(values), dtype=np.uint8)
    host_start, host_end = _host(own, 0, len(own))
    own_end = _until(own, _HASH, host_end, len(own))
    own_form = _form(own, host_end, own_end, np.uint64(0))
    folder = _until(own, _QUESTION, host_end, own_end)
    while folder > host_end and own[folder - 1] != _SLASH:
        folder -= 1
    for number in range(len(values)):
        if values[number] < 0:
            continue
        start = string_start[values[number]]
        end = min(string_start[values[number] + 1], start + _LONGEST)
        while start < end and strings[start] <= 32:
            start += 1
        while end > start and strings[end - 1] <= 32:
            end -= 1
        stop = _until(strings, _HASH, start, end)
        if stop == start:
            found[number] = WITHIN_PAGE if stop < end else NOWHERE
            continue
        if _is_other_scheme(strings, start, stop):
            found[number] = OUTSIDE
            continue
        from_, path = _host(strings, start, stop)
        if path > from_ and not _same(strings, from_, path, own, host_start, host_end):
            found[number] = OUTSIDE
            continue
        form = np.uint64(0)
        if path == from_ and strings[path] != _SLASH:
            path, kept = _without_dots(strings, path, stop, own, host_end, folder)
            asks_only = path < stop and strings[path] == _QUESTION
            form = _form(own, host_end, _until(own, _QUESTION, host_end, own_end) if asks_only else kept, form)
        found[number] = SIBLING if _form(strings, path, stop, form) == own_form else OWN_SITE
    return found


@jit
def _until(text, mark, start, end):
    """The first position of a mark, or the end if there is none."""
    for place in range(start, end):
        if text[place] == mark:
            return place
    return end


@jit
def _host(text, start, end):
    """The start and end of the host in an address; both are the start of the path if there is no host."""
    place = start
    while place < end and text[place] != _SLASH and text[place] != _QUESTION:
        if text[place] == _COLON:
            place += 1
            break
        place += 1
    if not (place + 1 < end and text[place] == _SLASH and text[place + 1] == _SLASH and (place == start or text[place - 1] == _COLON)):
        return start, start
    stop = place + 2
    while stop < end and text[stop] != _SLASH and text[stop] != _QUESTION:
        stop += 1
    return place + 2, stop


@jit
def _is_other_scheme(text, start, end):
    """Whether the address is not a web page, such as a mail address."""
    for place in range(start, end):
        byte = text[place]
        if byte == _COLON:
            length = place - start
            return not (4 <= length <= 5 and (text[start] | 32) == 104 and (text[place - 1] | 32) in (112, 115))
        if byte == _SLASH or byte == _QUESTION:
            return False
    return False


@jit
def _same(left, left_start, left_end, right, right_start, right_end):
    """Whether two hosts are the same, ignoring case and `www.`."""
    left_start, right_start = _without_www(left, left_start, left_end), _without_www(right, right_start, right_end)
    if left_end - left_start != right_end - right_start:
        return False
    for place in range(left_end - left_start):  # noqa: SIM110 (compiled code has no generators)
        if (left[left_start + place] | 32) != (right[right_start + place] | 32):
            return False
    return True


@jit
def _without_www(text, start, end):
    if end - start > 4 and text[start + 3] == _DOT and (text[start] | 32) == (text[start + 1] | 32) == (text[start + 2] | 32) == 119:
        return start + 4
    return start


@jit
def _without_dots(text, start, end, own, first, folder):
    """An address without the leading `./` and `../`, and how much of the page's own folder remains."""
    while start < end and text[start] == _DOT:
        if start + 1 == end or text[start + 1] == _SLASH:
            start = min(start + 2, end)
        elif text[start + 1] == _DOT and (start + 2 == end or text[start + 2] == _SLASH):
            start = min(start + 3, end)
            folder -= folder > first
            while folder > first and own[folder - 1] != _SLASH:
                folder -= 1
        else:
            break
    return start, folder


@jit
def _form(text, start, end, form):
    """The form of a path: the kind of each step, the ending of the file name, and the names of its query parameters."""
    place = start
    while place < end:
        if text[place] == _SLASH:
            place += 1
            continue
        if text[place] == _QUESTION:
            return mix(form, _questions(text, place + 1, end))
        digits = letters = marks = 0
        step, dot = place, -1
        while place < end and text[place] != _SLASH and text[place] != _QUESTION:
            byte = text[place]
            if 48 <= byte <= 57:
                digits += 1
            elif byte == 45 or byte == 95 or byte == 43 or byte == 37:  # - _ + %
                marks += 1
            elif byte == _DOT:
                dot = place
            else:
                letters += 1
            place += 1
        several = marks or digits or place - step > _LONGEST_WORD
        look = _NUMBER if digits and not letters and marks + (dot >= 0) <= _MOST_MARKS else _WORDS if several else _WORD
        form = mix(form, look)
        if dot > step and place - dot <= _LONGEST_ENDING + 1:
            form = mix(form, word_code(text, dot, place))
    return form


@jit
def _questions(text, start, end):
    """The names of the query parameters of an address, without their values."""
    form, name = _QUERY, start
    asked = True
    for place in range(start, end + 1):
        if place == end or text[place] == _AND or text[place] == _EQUALS:
            if asked:
                form = mix(form, word_code(text, name, place))
            asked = place < end and text[place] == _AND
            name = place + 1
    return form
