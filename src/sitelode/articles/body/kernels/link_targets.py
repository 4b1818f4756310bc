"""Compiled code for `link_targets` of `evidence.py`."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Numbers
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix
from cython.cimports.sitelode.text.kernels.words import word_code

from sitelode.articles.body import feature_names

NOWHERE = cython.declare(cython.uchar, feature_names.NOWHERE)
WITHIN_PAGE = cython.declare(cython.uchar, feature_names.WITHIN_PAGE)
OUTSIDE = cython.declare(cython.uchar, feature_names.OUTSIDE)
OWN_SITE = cython.declare(cython.uchar, feature_names.OWN_SITE)
SIBLING = cython.declare(cython.uchar, feature_names.SIBLING)
_NUMBER = cython.declare(Code, 1)  # kinds of steps of an address
_WORDS = cython.declare(Code, 2)
_WORD = cython.declare(Code, 3)
_QUERY = cython.declare(Code, 4)
_LONGEST = cython.declare(cython.Py_ssize_t, 2_000)  # bytes of an address that are read; this and the next three were set by hand
_LONGEST_ENDING = cython.declare(cython.Py_ssize_t, 5)  # bytes of the ending of a file name
_LONGEST_WORD = cython.declare(cython.Py_ssize_t, 24)  # bytes of a step that is one word
_MOST_MARKS = cython.declare(cython.Py_ssize_t, 2)  # in a step that is a date or a number
_SLASH = cython.declare(cython.uchar, 47)
_DOT = cython.declare(cython.uchar, 46)
_HASH = cython.declare(cython.uchar, 35)
_QUESTION = cython.declare(cython.uchar, 63)
_COLON = cython.declare(cython.uchar, 58)
_EQUALS = cython.declare(cython.uchar, 61)
_AND = cython.declare(cython.uchar, 38)


def targets(values: Numbers, string_start: Numbers, strings: Bytes, own: Bytes):
    """The kind of target of each address; `values` are numbers of strings, -1 for none."""
    found = np.zeros(len(values), dtype=np.uint8)
    target: cython.uchar[::1] = found
    with cython.nogil:
        host_start, host_end = _host(own, 0, len(own))
        own_end = _until(own, _HASH, host_end, len(own))
        own_form = _form(own, host_end, own_end, 0)
        folder = _until(own, _QUESTION, host_end, own_end)
        while folder > host_end and own[folder - 1] != _SLASH:
            folder -= 1
        for number in range(len(values)):
            if values[number] < 0:
                continue
            start: cython.Py_ssize_t = string_start[values[number]]
            end: cython.Py_ssize_t = min(string_start[values[number] + 1], start + _LONGEST)
            while start < end and strings[start] <= 32:
                start += 1
            while end > start and strings[end - 1] <= 32:
                end -= 1
            stop = _until(strings, _HASH, start, end)
            if stop == start:
                target[number] = WITHIN_PAGE if stop < end else NOWHERE
                continue
            if _is_other_scheme(strings, start, stop):
                target[number] = OUTSIDE
                continue
            from_, path = _host(strings, start, stop)
            if path > from_ and not _same(strings, from_, path, own, host_start, host_end):
                target[number] = OUTSIDE
                continue
            form: Code = 0
            if from_ == path < stop and strings[path] != _SLASH:
                path, kept = _without_dots(strings, path, stop, own, host_end, folder)
                if path < stop and strings[path] == _QUESTION:  # it only asks
                    kept = _until(own, _QUESTION, host_end, own_end)
                form = _form(own, host_end, kept, form)
            target[number] = SIBLING if _form(strings, path, stop, form) == own_form else OWN_SITE
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _until(text: Bytes, mark: cython.uchar, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The first position of a mark, or the end if there is none."""
    for place in range(start, end):
        if text[place] == mark:
            return place
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _host(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> tuple[cython.Py_ssize_t, cython.Py_ssize_t]:
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_other_scheme(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Whether the address is not a web page, such as a mail address."""
    for place in range(start, end):
        byte = text[place]
        if byte == _COLON:
            length = place - start
            return not (4 <= length <= 5 and (text[start] | 32) == 104 and (text[place - 1] | 32) in (112, 115))
        if byte == _SLASH or byte == _QUESTION:
            return False
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _same(
    left: Bytes,
    left_start: cython.Py_ssize_t,
    left_end: cython.Py_ssize_t,
    right: Bytes,
    right_start: cython.Py_ssize_t,
    right_end: cython.Py_ssize_t,
) -> cython.bint:
    """Whether two hosts are the same, ignoring case and `www.`."""
    left_start, right_start = _without_www(left, left_start, left_end), _without_www(right, right_start, right_end)
    if left_end - left_start != right_end - right_start:
        return False
    for place in range(left_end - left_start):  # noqa: SIM110 (compiled code has no generators)
        if (left[left_start + place] | 32) != (right[right_start + place] | 32):
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _without_www(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    if end - start > 4 and text[start + 3] == _DOT and (text[start] | 32) == (text[start + 1] | 32) == (text[start + 2] | 32) == 119:
        return start + 4
    return start


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _without_dots(
    text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t, own: Bytes, first: cython.Py_ssize_t, folder: cython.Py_ssize_t
) -> tuple[cython.Py_ssize_t, cython.Py_ssize_t]:
    """An address without the leading `./` and `../`, and how much of the page's own folder remains."""
    while start < end and text[start] == _DOT:
        if start + 1 == end or text[start + 1] == _SLASH:
            start = min(start + 2, end)
        elif text[start + 1] == _DOT and (start + 2 == end or text[start + 2] == _SLASH):
            start = min(start + 3, end)
            folder -= 1 if folder > first else 0
            while folder > first and own[folder - 1] != _SLASH:
                folder -= 1
        else:
            break
    return start, folder


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _form(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t, form: Code) -> Code:
    """The form of a path: the kind of each step, the ending of the file name, and the names of its query parameters."""
    place = start
    while place < end:
        if text[place] == _SLASH:
            place += 1
            continue
        if text[place] == _QUESTION:
            return mix(form, _questions(text, place + 1, end))
        digits: cython.Py_ssize_t = 0
        letters: cython.Py_ssize_t = 0
        marks: cython.Py_ssize_t = 0
        step: cython.Py_ssize_t = place
        dot: cython.Py_ssize_t = -1
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
        if digits > 0 and letters == 0 and marks + (1 if dot >= 0 else 0) <= _MOST_MARKS:
            form = mix(form, _NUMBER)
        else:
            form = mix(form, _WORDS if marks > 0 or digits > 0 or place - step > _LONGEST_WORD else _WORD)
        if dot > step and place - dot <= _LONGEST_ENDING + 1:
            form = mix(form, word_code(text, dot, place))
    return form


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _questions(text: Bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> Code:
    """The names of the query parameters of an address, without their values."""
    form: Code = _QUERY
    name: cython.Py_ssize_t = start
    asked: cython.bint = True
    for place in range(start, end + 1):
        if place == end or text[place] == _AND or text[place] == _EQUALS:
            if asked:
                form = mix(form, word_code(text, name, place))
            asked = place < end and text[place] == _AND
            name = place + 1
    return form
