"""Compiled code: what tags do inside of SVG and MathML, by the HTML standard's rules for foreign content."""
# mypy: ignore-errors

from numba import types

from sitelode.html.kernels.memory import BYTES, compiled, find
from sitelode.html.limits import tag_roles as role
from sitelode.html.limits.kernels.open_elements import HEIGHT, MODEL, NAME, PART, new_place, pop_to, push, top_level
from sitelode.html.limits.kernels.tokens import DOUBLE, SINGLE, after_spaces, code_of, next_attribute

_AMPERSAND = ord("&")
_HOLDS_MATH, _HOLDS_HTML, _UNCLEAR = range(3)
_int, _bool, _none = types.int64, types.boolean, types.void


@compiled(_bool(MODEL, _int))
def is_foreign(model, part):
    """Whether a start tag becomes an element of SVG or MathML."""
    level = top_level(model)
    top = model[PART + level] if level >= 0 else 0
    return top & role.FOREIGN != 0 and (top & role.HOLDS_HTML == 0 or (top & role.IN_MATH != 0 and part & role.GLYPH != 0))


@compiled(_bool(_int, BYTES, _int, _int))
def _has_colour_face_or_size(name, source, size, position):
    """Whether this is a font element with one of its attributes: in SVG or MathML, it is one of HTML."""
    while name == role.FONT:
        start, name_end, position = next_attribute(source, size, position)
        if start == name_end:
            break
        attribute = code_of(source, start, name_end)
        if attribute == role.COLOR or attribute == role.FACE or attribute == role.SIZE:
            return True
    return False


@compiled(_bool(_int, _int, BYTES, _int, _int))
def leaves_foreign(name, part, source, size, name_end):
    """Whether a start tag inside of SVG or MathML closes it."""
    return part & role.LEAVES_FOREIGN != 0 or _has_colour_face_or_size(name, source, size, name_end)


@compiled(_none(MODEL))
def leave_foreign(model):
    """Close the elements of SVG or MathML on top of the stack, as tags of HTML do."""
    level = top_level(model) + 1
    while level > 0 and model[PART + level - 1] & role.FOREIGN and not model[PART + level - 1] & role.HOLDS_HTML:
        level -= 1
    if level < model[HEIGHT]:
        pop_to(model, level)


@compiled(_int(BYTES, _int, _int))
def _annotation(source, size, position):
    """What an annotation with these attributes holds, by its encoding: HTML, MathML, or one cannot tell, for the value is not plain."""
    while True:
        start, name_end, end = next_attribute(source, size, position)
        if start == name_end:
            return _HOLDS_MATH
        if code_of(source, start, name_end) == role.ENCODING:
            break
        position = end
    value = after_spaces(source, size, after_spaces(source, size, name_end) + 1)  # behind the equals sign
    if value < end and (source[value] == DOUBLE or source[value] == SINGLE):
        value, end = value + 1, end - 1
    if find(source, end, _AMPERSAND, value) < end:
        return _UNCLEAR
    encoding = code_of(source, value, end)
    return _HOLDS_HTML if encoding == role.TEXT_HTML or encoding == role.XHTML else _HOLDS_MATH


@compiled(_bool(MODEL, _int, _int, _bool, BYTES, _int, _int))
def start_foreign(model, name, part, closes_itself, source, size, start):
    """Open an element of SVG or MathML; whether it must be cut."""
    if closes_itself:
        new_place(model)
        return False
    level = top_level(model)
    in_math = model[PART + level] & role.IN_MATH
    if part & role.SVG and model[NAME + level] == role.ANNOTATION_XML:
        in_math = 0
    kind = role.FOREIGN | in_math
    if (part & role.HTML_IN_MATH and in_math) or (part & role.HTML_IN_SVG and not in_math):
        kind |= role.HOLDS_HTML | role.ENDS_SEARCHES
    elif part & role.ANNOTATION and in_math:
        holds = _annotation(source, size, start)
        if holds == _UNCLEAR:
            return True
        kind = role.ENDS_SEARCHES | (role.FOREIGN | role.HOLDS_HTML if holds == _HOLDS_HTML else kind)
    return push(model, name, kind)


@compiled(_int(MODEL, _int, _int))
def find_foreign(model, name, level):
    """Level of the nearest element of this name among those of SVG or MathML from a level down, or -1."""
    while level >= 0 and model[PART + level] & role.FOREIGN:
        if model[NAME + level] == name:
            return level
        level -= 1
    return -1
