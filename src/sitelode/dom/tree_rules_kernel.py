"""Compiled code: what start and end tags do to the stack of open elements, by the HTML standard's tree construction.

Where the standard needs to know more than the stack, the deeper stack is assumed.
"""
# mypy: ignore-errors

from numba import types

from sitelode.dom import tag_roles as role
from sitelode.dom.guard import MAX_DEPTH
from sitelode.dom.memory_kernel import BYTES, compiled
from sitelode.dom.open_elements_kernel import (
    BEYOND,
    FRAMES,
    HEIGHT,
    IN_BODY,
    MODEL,
    NAME,
    PART,
    close,
    end_formatting,
    find_before,
    find_item,
    find_open,
    find_part,
    find_too_deep,
    new_place,
    pop_to,
    push,
    reopen,
    start_formatting,
    take_out,
    top_level,
    top_parts,
)
from sitelode.dom.tokens_kernel import code_of, next_attribute

_int, _bool, _none = types.int64, types.boolean, types.void


@compiled(_none(MODEL))
def begin_body(model):
    """Anything but what belongs into the head, outside of a template, begins the body."""
    if model[HEIGHT] == 0 or model[NAME] != role.TEMPLATE:
        model[IN_BODY] = 1


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


@compiled(_bool(BYTES, _int, _int))
def _may_hold_html(source, start, end):
    """Whether an annotation's encoding may be one of HTML: the word, or a character reference, stands in the tag."""
    for position in range(start, end - 3):
        if source[position] == 38 or (
            source[position] | 32 == 104
            and source[position + 1] | 32 == 116
            and source[position + 2] | 32 == 109
            and source[position + 3] | 32 == 108
        ):
            return True
    return False


@compiled(_bool(MODEL, _int, _int, _bool, BYTES, _int, _int))
def start_foreign(model, name, part, closes_itself, source, start, end):
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
        if _may_hold_html(source, start, end):
            return True
        kind |= role.ENDS_SEARCHES
    return push(model, name, kind)


@compiled(_none(MODEL, _int))
def start_raw(model, part):
    """An element whose content is taken as it stands: it is closed before another tag is seen."""
    if not part & role.MAY_VANISH:
        begin_body(model)
        new_place(model)
    if part & role.CLOSES_P:
        close(model, find_open(model, role.P, role.SPECIAL))


@compiled(_int(MODEL, _int))
def _find_option(model, name):
    """Level of the option or group of options that a new one closes, or -1."""
    level = model[HEIGHT]
    if level > 0 and model[NAME + level - 1] == role.OPTION:
        level -= 1
    if name == role.OPTGROUP and level > 0 and model[NAME + level - 1] == role.OPTGROUP and find_open(model, role.SELECT, role.SCOPE) >= 0:
        level -= 1
    return level if level < model[HEIGHT] else -1


@compiled(_none(MODEL, _int, _int))
def _close_implied(model, name, part):
    """Close what a start tag closes without an end tag."""
    level = -1
    if name == role.LI:
        level = find_item(model, 0)
    elif part & role.TERM:
        level = find_item(model, role.TERM)
    elif name == role.BUTTON:
        level = find_open(model, role.BUTTON, role.SCOPE)
    elif name == role.TABLE and top_parts(model) & role.OUTSIDE_CELLS:
        level = find_open(model, role.TABLE, 0)
    elif name == role.OPTION or name == role.OPTGROUP:
        level = _find_option(model, name)
    if level >= 0:
        pop_to(model, level)
    if part & role.CLOSES_P:
        close(model, find_open(model, role.P, role.SPECIAL))
    if part & role.HEADING and top_parts(model) & role.HEADING:
        pop_to(model, model[HEIGHT] - 1)


@compiled(_int(MODEL, _int))
def _find_section(model, table):
    """Level of the nearest head, body or foot above the table; the table's own where there is none."""
    for level in range(model[HEIGHT] - 1, table, -1):
        if model[PART + level] & role.TABLE_SECTION and not model[PART + level] & role.FOREIGN:
            return level
    return table


@compiled(_bool(MODEL, _int, _int))
def _start_table_part(model, name, part):
    """Open a part of a table, and close those it cannot stand in; there is none outside of tables, but in templates there may be."""
    table = find_before(model, role.TABLE, role.TEMPLATE)
    if table < 0:
        return push(model, name, role.SPECIAL) if find_open(model, role.TEMPLATE, 0) >= 0 else False
    level = table
    in_section = part & role.CELL != 0 or name == role.TR
    if part & role.CELL:
        level = max(find_before(model, role.TR, role.TABLE), table)
    if in_section and level == table:
        level = _find_section(model, table)
    if level + 1 < model[HEIGHT]:
        pop_to(model, level + 1)
    if in_section and level == table:
        push(model, role.TBODY, role.SPECIAL | role.TABLE_SECTION | role.OUTSIDE_CELLS)
    if part & role.CELL and model[NAME + level] != role.TR:
        push(model, role.TR, role.SPECIAL | role.OUTSIDE_CELLS)
    return push(model, name, part)


@compiled(_bool(MODEL, _int, _int, _bool, _int))
def start_html(model, name, part, closes_itself, most_formatting):
    """Open an element of HTML; whether it must be cut."""
    if not part & role.MAY_VANISH and name != role.NOSCRIPT:
        begin_body(model)
    if part & role.TABLE_PART:
        return _start_table_part(model, name, part)
    if name == role.FRAMESET:
        model[FRAMES] += 1
        return model[FRAMES] > MAX_DEPTH
    _close_implied(model, name, part)
    if not part & (role.CLOSES_P | role.MAY_VANISH) and name != role.TABLE:
        reopen(model)
    if part & role.VOID or (part & (role.SVG | role.MATH) and closes_itself):
        if not part & role.MAY_VANISH:
            new_place(model)
        return False
    if part & role.FORMATTING:
        return start_formatting(model, name, part, most_formatting)
    if part & (role.SVG | role.MATH):
        part = role.FOREIGN | (role.IN_MATH if part & role.MATH else 0)
    return push(model, name, part)


@compiled(_int(MODEL, _int, _int))
def _find_foreign(model, name, level):
    """Level of the nearest element of this name among those of SVG or MathML from a level down, or -1."""
    while level >= 0 and model[PART + level] & role.FOREIGN:
        if model[NAME + level] == name:
            return level
        level -= 1
    return -1


@compiled(_bool(MODEL))
def _end_form(model):
    """A form leaves open what stands in it."""
    level = find_open(model, role.FORM, role.SCOPE)
    if level < 0:
        return False
    too_deep = model[PART + level] & role.TOO_DEEP != 0
    take_out(model, level)
    return too_deep


@compiled(_bool(MODEL, _int, _int))
def _end_html(model, name, part):
    """Close what an end tag of HTML closes; whether the tag must be cut."""
    if part & role.FORMATTING:
        return end_formatting(model, name)
    if part & role.ENDS_IN_SCOPE:
        return close(model, find_open(model, name, role.SCOPE))
    if name == role.P:
        return close(model, find_open(model, name, role.SCOPE_OF_P))
    if name == role.LI:
        return close(model, find_open(model, name, role.SCOPE_OF_ITEMS))
    if part & role.HEADING:
        return close(model, find_part(model, role.HEADING, role.SCOPE))
    if name == role.TABLE:
        return close(model, find_before(model, name, role.TEMPLATE))
    if part & role.TABLE_PART:
        return close(model, find_before(model, name, role.TABLE))
    if name == role.FORM:
        return _end_form(model)
    return close(model, find_open(model, name, 0 if name == role.TEMPLATE else role.SPECIAL))


@compiled(_bool(MODEL, _int, _int))
def end(model, name, part):
    """Close what an end tag closes; whether the tag must be cut, because its element was."""
    if name == role.FRAMESET:
        model[FRAMES] = max(model[FRAMES] - 1, 0)
        return False
    if model[BEYOND] > 0:
        if part & (role.VOID | role.RAW | role.ROOT):
            return False
        model[BEYOND] -= 1
        return True
    level = find_too_deep(model, name)
    if level >= 0:
        return close(model, level)
    level = top_level(model)
    if level >= 0 and model[PART + level] & role.FOREIGN:
        if name == role.P or name == role.BR:
            leave_foreign(model)
        else:
            level = _find_foreign(model, name, level)
            if level >= 0:
                return close(model, level)
    if part & (role.VOID | role.RAW | role.ROOT):
        return False
    return _end_html(model, name, part)
