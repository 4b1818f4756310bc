"""Compiled code: what start and end tags do to the stack of open elements, by the HTML standard's tree construction.

Where the standard needs to know more than the stack, the deeper stack is assumed.
"""
# mypy: ignore-errors

from numba import types

from sitelode.html.kernels.memory import compiled
from sitelode.html.limits import tag_roles as role
from sitelode.html.limits.depth_guard import MAX_DEPTH
from sitelode.html.limits.kernels.foreign import find_foreign, leave_foreign
from sitelode.html.limits.kernels.formatting_list import end_formatting, reopen, start_formatting
from sitelode.html.limits.kernels.open_elements import (
    BEYOND,
    DOUBTS,
    FORMS,
    FRAMES,
    HEAD_ENDED,
    HEIGHT,
    IN_BODY,
    MODEL,
    NAME,
    PART,
    REOPENED,
    SEARCHED,
    close,
    find_before,
    find_item,
    find_open,
    find_part,
    find_too_deep,
    new_place,
    pop_implied,
    pop_to,
    push,
    take_out,
    top_level,
    top_parts,
)

_int, _bool, _none = types.int64, types.boolean, types.void


@compiled(_none(MODEL))
def begin_body(model):
    """Anything but what belongs into the head, outside of a template, begins the body."""
    if model[HEIGHT] == 0 or model[NAME] != role.TEMPLATE:
        model[IN_BODY] = 1


@compiled(_none(MODEL))
def close_paragraph(model):
    close(model, find_open(model, role.P, role.SCOPE_OF_P))


@compiled(_none(MODEL, _int, _int))
def start_raw(model, name, part):
    """An element whose content is taken as it stands: it is closed before another tag is seen."""
    if part & role.CLOSES_P:
        close_paragraph(model)
    if name == role.XMP:
        reopen(model)
    if not part & role.IN_HEAD:
        begin_body(model)
    if not part & role.MAY_VANISH:
        new_place(model)


@compiled(_bool(MODEL, _int))
def start_frames(model, name):
    """Count sets of frames, which nest by rules of their own; whether this one is too deep."""
    model[FRAMES] += name == role.FRAMESET
    return name == role.FRAMESET and model[FRAMES] > MAX_DEPTH


@compiled(_none(MODEL, _int))
def leave_columns(model, name):
    """A group of columns is closed by anything but columns and templates."""
    top = model[HEIGHT] - 1
    if top < 0 or model[NAME + top] != role.COLGROUP or model[PART + top] & role.FOREIGN:
        return
    if name != role.COL and name != role.COLGROUP and name != role.TEMPLATE and name != role.HTML:
        pop_to(model, top)


@compiled(_int(MODEL))
def _find_closed_table(model):
    """Level of the table that a new one closes, because it does not stand in a cell; or -1."""
    top = model[HEIGHT] - 1
    for level in range(top, max(top - SEARCHED, -1), -1):
        part = model[PART + level]
        if part & role.FOREIGN:
            continue
        if model[NAME + level] == role.TABLE:
            return level
        if part & (role.CELL | role.MARKER) and (part & role.TABLE_PART or model[NAME + level] == role.TEMPLATE):
            return -1
    return -1


@compiled(_none(MODEL, _int))
def _close_options(model, name):
    """Options and their groups, and a line between them."""
    in_select = find_open(model, role.SELECT, role.SCOPE) >= 0
    if in_select:
        pop_implied(model, role.OPTGROUP if name == role.OPTION else 0)
    elif name != role.HR and model[HEIGHT] > 0 and model[NAME + model[HEIGHT] - 1] == role.OPTION:
        pop_to(model, model[HEIGHT] - 1)


@compiled(_none(MODEL, _int, _int, _bool))
def _close_implied(model, name, part, quirks):
    """Close what a start tag closes without an end tag."""
    if name == role.LI:
        close(model, find_item(model, 0))
    elif part & role.TERM:
        close(model, find_item(model, role.TERM))
    elif name == role.BUTTON:
        close(model, find_open(model, role.BUTTON, role.SCOPE))
    elif name == role.TABLE:
        close(model, _find_closed_table(model))
    elif name == role.INPUT:
        close(model, find_open(model, role.SELECT, role.SCOPE))
    if part & role.CLOSES_P or (name == role.TABLE and not quirks):
        close_paragraph(model)
    if part & role.HEADING and top_parts(model) & role.HEADING:
        pop_to(model, model[HEIGHT] - 1)
    elif name == role.OPTION or name == role.OPTGROUP or name == role.HR:
        _close_options(model, name)
    elif (name == role.RB or name == role.RTC or name == role.RP or name == role.RT) and find_open(model, role.RUBY, role.SCOPE) >= 0:
        pop_implied(model, role.RTC if name == role.RP or name == role.RT else 0)


@compiled(_int(MODEL, _int))
def _find_section(model, table):
    """Level of the nearest head, body or foot above the table; the table's own where there is none."""
    for level in range(model[HEIGHT] - 1, table, -1):
        if model[PART + level] & role.TABLE_SECTION and not model[PART + level] & role.FOREIGN:
            return level
    return table


@compiled(_bool(MODEL))
def _doubtful_in_template(model):
    """A part of a table that stands in a template, not in a table: whether it is an element depends on more than is known here.

    Some are let through, because a wrong guess makes a page one element deeper than it seems, no more; beyond, all are cut.
    """
    if find_open(model, role.TEMPLATE, 0) < 0:
        return False
    model[DOUBTS] += 1
    return model[DOUBTS] > MAX_DEPTH


@compiled(_bool(MODEL, _int, _int))
def _start_table_part(model, name, part):
    """Open a part of a table, and close those it cannot stand in; there is none outside of tables."""
    table = find_before(model, role.TABLE, role.TEMPLATE)
    if table < 0:
        return _doubtful_in_template(model)
    if name == role.COL:
        if model[NAME + model[HEIGHT] - 1] != role.COLGROUP:
            pop_to(model, table + 1)
            push(model, role.COLGROUP, role.SPECIAL | role.OUTSIDE_CELLS | role.TABLE_PART)
        return model[PART + table] & role.TOO_DEEP != 0
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


@compiled(_bool(MODEL, _int))
def _start_form(model, part):
    """Open a form, unless there is one."""
    in_template = find_open(model, role.TEMPLATE, 0) >= 0
    if model[FORMS] and not in_template:
        return False
    close_paragraph(model)
    too_deep = push(model, role.FORM, part)
    if not too_deep and not in_template:
        model[FORMS] = model[HEIGHT]
    return too_deep


@compiled(_none(MODEL))
def _end_form(model):
    """Close the form, but not what stands in it."""
    if find_open(model, role.TEMPLATE, 0) >= 0:
        close(model, find_open(model, role.FORM, role.SCOPE))
        return
    level = model[FORMS] - 1
    model[FORMS] = 0
    if level < 0:
        return
    for above in range(level + 1, model[HEIGHT]):
        if model[PART + above] & role.SCOPE:
            return
    pop_implied(model, 0)
    take_out(model, level)


@compiled(_bool(MODEL, _int, _int, _bool, _int, _bool))
def start_html(model, name, part, closes_itself, most_formatting, quirks):
    """Open an element of HTML; whether it must be cut."""
    if name == role.NOSCRIPT and model[HEIGHT] == 0 and not model[IN_BODY] and not model[HEAD_ENDED]:
        return False  # in the head, it ends where the body begins
    if not part & role.IN_HEAD:
        begin_body(model)
    if part & role.TABLE_PART or name == role.COL:
        return _start_table_part(model, name, part)
    if name == role.FRAMESET:
        return False
    if top_parts(model) & role.TOO_DEEP:
        if name == role.A:
            pop_to(model, top_level(model) + 1)
        elif part & role.VOID:
            return part & role.CLOSES_P != 0 or name == role.INPUT
    if name == role.SELECT:
        level = find_open(model, role.SELECT, role.SCOPE)
        if level >= 0:
            return close(model, level)
    if name == role.FORM:
        return _start_form(model, part)
    _close_implied(model, name, part, quirks)
    if part & role.FORMATTING:
        return start_formatting(model, name, part, most_formatting)
    if not part & (role.CLOSES_P | role.MAY_VANISH | role.NEVER_REOPENS):
        reopen(model)
    if part & role.VOID or (part & (role.SVG | role.MATH) and closes_itself):
        if not part & role.MAY_VANISH:
            new_place(model)
        return False
    if part & (role.SVG | role.MATH):
        part = role.FOREIGN | (role.IN_MATH if part & role.MATH else 0)
    return push(model, name, part)


@compiled(_bool(MODEL, _int, _int))
def _end_html(model, name, part):
    """Close what an end tag of HTML closes; whether the tag must be cut."""
    if part & role.FORMATTING:
        return end_formatting(model, name)
    if part & role.ENDS_IN_SCOPE:
        return close(model, find_open(model, name, role.SCOPE))
    if name == role.P:
        level = find_open(model, name, role.SCOPE_OF_P)
        model[REOPENED] += level < 0  # an empty paragraph
        return close(model, level)
    if name == role.LI:
        return close(model, find_open(model, name, role.SCOPE_OF_ITEMS))
    if part & role.HEADING:
        return close(model, find_part(model, role.HEADING, role.SCOPE))
    if name == role.TABLE:
        return close(model, find_before(model, name, role.TEMPLATE))
    if part & role.TABLE_PART:
        if find_before(model, role.TABLE, role.TEMPLATE) < 0:
            return _doubtful_in_template(model)
        return close(model, find_before(model, name, role.TABLE))
    if name == role.FORM:
        _end_form(model)
        return False
    return close(model, find_open(model, name, 0 if name == role.TEMPLATE else role.SPECIAL))


@compiled(_bool(MODEL, _int, _int))
def _end_kept(model, name, part):
    """Close what an end tag closes of the elements that are not cut; whether the tag must be cut."""
    level = top_level(model)
    if level >= 0 and model[PART + level] & role.FOREIGN:
        if name == role.P or name == role.BR:
            leave_foreign(model)
        else:
            level = find_foreign(model, name, level)
            if level >= 0:
                return close(model, level)
    if name == role.BR or name == role.BODY or name == role.HTML:
        begin_body(model)
    elif name == role.HEAD:
        model[HEAD_ENDED] = 1
    if name == role.BR:
        reopen(model)
        model[REOPENED] += 1  # a line break
    if part & (role.VOID | role.RAW | role.ROOT):
        return False
    return _end_html(model, name, part)


@compiled(_bool(MODEL, _int, _int))
def end(model, name, part):
    """Close what an end tag closes; whether the tag must be cut, because its element was."""
    if name == role.FRAMESET:
        model[FRAMES] = max(model[FRAMES] - 1, 0)
    if model[BEYOND] > 0:
        if part & (role.VOID | role.RAW | role.ROOT):
            return False
        model[BEYOND] -= 1
        return True
    level = find_too_deep(model, name)
    if level >= 0:
        return close(model, level)
    height, kept_height = model[HEIGHT], top_level(model) + 1
    model[HEIGHT] = kept_height
    cut = _end_kept(model, name, part)
    if model[HEIGHT] == kept_height:
        model[HEIGHT] = height
    return cut
