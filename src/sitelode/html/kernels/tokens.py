"""Compiled code: finds tags, comments, raw text and character references in a page's source, as the HTML standard's tokenizer does."""
# mypy: ignore-errors

import cython
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol
from cython.cimports.sitelode.html.kernels.memory import find

from sitelode.compiled.codes import fnv_code


def name_code(name):
    """The code of a name as `code_of` computes it."""
    code = fnv_code(name.encode())
    return code - (code >> 63 << 64)


_SCRIPT = cython.declare(cython.longlong, name_code("script"))
_LONGEST_NAME = cython.declare(cython.Py_ssize_t, 16)  # longest name of an element whose end the scan looks for: annotation-xml
_IS_SPACE = cython.declare(cython.uchar[256])
_ENDS_TAG_NAME = cython.declare(cython.uchar[256])
_ENDS_ATTRIBUTE_NAME = cython.declare(cython.uchar[256])
for _byte in range(256):
    _IS_SPACE[_byte] = _byte in b" \t\n\f\r"
    _ENDS_TAG_NAME[_byte] = _byte in b" \t\n\f\r/>"
    _ENDS_ATTRIBUTE_NAME[_byte] = _byte in b" \t\n\f\r/>="


def is_white(source, start, end):
    for position in range(start, end):  # noqa: SIM110 (a generator would be no C loop)
        if not _IS_SPACE[source[position]]:
            return False
    return True


def code_of(source, start, end):
    """The numeric code of a name in lower case, the same as `name_code` computes."""
    code: Code = FNV_BASIS
    for position in range(start, end):
        byte = source[position]
        code = add_symbol(code, byte + 32 if 65 <= byte <= 90 else byte)
    return cython.cast(cython.longlong, code)


def tag_name_end(source, size, start):
    """End of the tag name that starts here."""
    position = start
    while position < size and not _ENDS_TAG_NAME[source[position]]:
        position += 1
    return position


def _after_spaces(source, size, position):
    while position < size and _IS_SPACE[source[position]]:
        position += 1
    return position


def _after_value(source, size, position):
    if position >= size:
        return position
    byte = source[position]
    if byte == DOUBLE or byte == SINGLE:
        return min(find(source, size, byte, position + 1) + 1, size)
    while position < size and source[position] != GREATER and not _IS_SPACE[source[position]]:
        position += 1
    return position


def next_attribute(source, size, position):
    """Start and end of the next attribute's name, and the end of the attribute; the name is empty at the end of the tag or source."""
    while position < size and (source[position] == SLASH or _IS_SPACE[source[position]]):
        position += 1
    if position >= size or source[position] == GREATER:
        return position, position, position
    start = position
    position += 1  # any character, even '='
    while position < size and not _ENDS_ATTRIBUTE_NAME[source[position]]:
        position += 1
    name_end = position
    after = _after_spaces(source, size, position)
    if after < size and source[after] == EQUALS:
        position = _after_value(source, size, _after_spaces(source, size, after + 1))
    return start, name_end, position


def is_cdata(source, size, start):
    return (
        start + 7 <= size
        and source[start] == 91
        and source[start + 1] == 67
        and source[start + 2] == 68
        and source[start + 3] == 65
        and source[start + 4] == 84
        and source[start + 5] == 65
        and source[start + 6] == 91
    )


def _after_comment(source, size, start):
    """End of the comment whose text starts here: <!--> and <!---> are whole comments, --> and --!> end the others."""
    position = start
    while True:
        position = find(source, size, GREATER, position)
        if position >= size:
            return size
        text = position - start
        if text == 0 or (text == 1 and source[start] == DASH):
            return position + 1
        if text >= 2 and source[position - 1] == DASH and source[position - 2] == DASH:
            return position + 1
        if text >= 3 and source[position - 1] == BANG and source[position - 2] == DASH and source[position - 3] == DASH:
            return position + 1
        position += 1


def after_markup(source, size, start):
    """End of a comment, doctype or processing instruction that starts with '<' here."""
    if start + 3 < size and source[start + 2] == DASH and source[start + 3] == DASH:
        return _after_comment(source, size, start + 4)
    return min(find(source, size, GREATER, start) + 1, size)


def after_simple_cdata(source, size, start):
    """End of the CDATA section that starts here, or -1 if it contains '<': then it matters whether the parser sees a section."""
    position, tag = start, find(source, size, LESS, start + 1)
    while True:
        position = find(source, size, GREATER, position + 1)
        if position > tag or position >= size:
            return -1
        if position >= start + 11 and source[position - 1] == 93 and source[position - 2] == 93:
            return position + 1


def _is_name(source, size, start, code):
    """Whether exactly this name is here. The number of bytes read is limited, for a page may be one long name."""
    end = start
    while end < size and end - start <= _LONGEST_NAME and not _ENDS_TAG_NAME[source[end]]:
        end += 1
    return end < size and _ENDS_TAG_NAME[source[end]] and code_of(source, start, end) == code


def is_end_tag(source, size, start, code):
    """Whether the end tag of this name starts here."""
    return start + 2 < size and source[start + 1] == SLASH and _is_name(source, size, start + 2, code)


def _after_arrow(source, size, start):
    """Position after the first --> from start on, or the length."""
    position = start + 2
    while True:
        position = find(source, size, GREATER, position)
        if position >= size:
            return size
        if source[position - 1] == DASH and source[position - 2] == DASH:
            return position + 1
        position += 1


def after_raw_text(source, size, start, code):
    """Position of the end tag that ends raw text, or the length."""
    position = find(source, size, LESS, start)
    comment_end: cython.Py_ssize_t = 0
    in_inner_script: cython.bint = False  # inside a script in a comment of a script; an end tag there does not count
    while position + 3 < size:
        in_inner_script &= position < comment_end
        if is_end_tag(source, size, position, code):
            if not in_inner_script:
                return position
            in_inner_script = False
        elif code == _SCRIPT and source[position + 1] == BANG and source[position + 2] == DASH and source[position + 3] == DASH:
            if position >= comment_end:
                comment_end = _after_arrow(source, size, position + 2)
        elif position < comment_end and _is_name(source, size, position + 1, _SCRIPT):
            in_inner_script = True
        position = find(source, size, LESS, position + 1)
    return size


def has_growing_reference(array: cython.const[cython.uchar][::1]):
    """Whether there is a character reference that is longer decoded than written: &nGt; or &nLt;."""
    if len(array) == 0:
        return False
    found = _has_growing_reference(cython.address(array[0]), len(array))
    return found


def _has_growing_reference(source, size):
    position = find(source, size, 38, 0)
    while position + 4 < size:
        if source[position + 1] == 110 and source[position + 3] == 116 and source[position + 4] == 59:
            return True
        position = find(source, size, 38, position + 1)
    return False
