"""Compiled code behind `guard.py`: one scan over the tags of a page's source."""
# mypy: ignore-errors

from numba import types

from sitelode.compiled.jit import jit
from sitelode.html.kernels.memory import ARRAY, BYTES, NUMBERS, bytes_at, compiled, find, numbers_at
from sitelode.html.limits import tag_roles as role
from sitelode.html.limits.depth_guard import (
    CUT,
    JOINED_TEXT_AT_ONCE,
    KEEP_APART,
    MAX_ATTRIBUTES,
    MAX_FORMATTING_ATTRIBUTES,
    MAX_JOINED_TEXT,
    SEPARATOR,
)
from sitelode.html.limits.kernels.foreign import is_foreign, leave_foreign, leaves_foreign, start_foreign
from sitelode.html.limits.kernels.formatting_list import has_too_many, reopen
from sitelode.html.limits.kernels.open_elements import (
    ALL_JOINING,
    EDIT,
    EDITS,
    IN_BODY,
    JOINED,
    JOINING,
    MODEL,
    PART,
    REOPENED,
    ROOM,
    RUN,
    RUN_JOINING,
    STATE,
    find_open,
    top_level,
)
from sitelode.html.limits.kernels.tokens import (
    BANG,
    LESS,
    QUESTION,
    SLASH,
    after_markup,
    after_raw_text,
    code_of,
    is_cdata,
    is_letter,
    is_white,
    next_attribute,
    tag_name,
)
from sitelode.html.limits.kernels.tree_rules import (
    begin_body,
    end,
    leave_columns,
    start_frames,
    start_html,
    start_raw,
)

_AMPERSAND = ord("&")
_DOCTYPE = role.name_code("doctype")
_NAMES, _BUFFER = types.Array(types.int64, 1, "C"), types.Array(types.uint8, 1, "C")
_int, _bool, _none = types.int64, types.boolean, types.void


@jit(_bool(ARRAY))
def has_growing_reference(array):
    """Whether a character reference is in it that is longer when decoded: &nGt; or &nLt;."""
    source, size = bytes_at(array.ctypes.data), len(array)
    position = find(source, size, _AMPERSAND, 0)
    while position + 4 < size:
        if source[position + 1] == 110 and source[position + 3] == 116 and source[position + 4] == 59:
            return True
        position = find(source, size, _AMPERSAND, position + 1)
    return False


@jit(_int(ARRAY, _NAMES, _BUFFER))
def write_edited(array, memory, result):
    """Write the source with the changes made that stand in the memory; how many bytes it has then."""
    source, model = bytes_at(array.ctypes.data), numbers_at(memory.ctypes.data)
    written, position = 0, 0
    for number in range(model[EDITS] + 1):
        start = model[EDIT + 3 * number] if number < model[EDITS] else len(array)
        for place in range(position, start):
            result[written] = source[place]
            written += 1
        if number < model[EDITS]:
            position = model[EDIT + 3 * number + 1]
            for place in range(len(SEPARATOR) if model[EDIT + 3 * number + 2] == KEEP_APART else 0):
                result[written] = SEPARATOR[place]
                written += 1
    return written


@jit(types.UniTuple(_int, 2)(ARRAY))
def doctype_span(array):
    """Start and end of the doctype, if nothing but white space and comments stands before it; otherwise two zeros."""
    source, size = bytes_at(array.ctypes.data), len(array)
    position = 0
    while True:
        start = find(source, size, LESS, position)
        if start + 9 >= size or not is_white(source, position, start) or (source[start + 1] != BANG and source[start + 1] != QUESTION):
            return 0, 0
        position = after_markup(source, size, start, False)
        if code_of(source, start + 2, start + 9) == _DOCTYPE:
            return start, position


@compiled(_none(MODEL, _int, _int, _int))
def _note(model, start, end, what):
    """Note a change to make; those for which there is no room are counted only. A cut that continues the last one is joined to it."""
    number = model[EDITS]
    last = EDIT + 3 * (number - 1)
    if 0 < number <= model[ROOM] and what == CUT and model[last + 1] == start and model[last + 2] == CUT:
        model[last + 1] = end
        return
    if number < model[ROOM]:
        model[last + 3], model[last + 4], model[last + 5] = start, end, what
    model[EDITS] = number + 1


@compiled(_int(_int, NUMBERS))
def _parts_of(name, table):
    slot = name & (role.SLOTS - 1)
    while table[slot] != 0:
        if table[slot] == name:
            return table[role.SLOTS + slot]
        slot = (slot + 1) & (role.SLOTS - 1)
    return 0


@compiled(_bool(NUMBERS, _int))
def _admit(names, name):
    """Whether a name is in a set or there is room for it. A set is its limit, its number of names, and four slots for each it may have."""
    slots = 4 * names[0]
    if slots == 0:
        return True
    slot = 2 + (name & 0x7FFFFFFFFFFFFFFF) % slots
    while names[slot] != 0:
        if names[slot] == name:
            return True
        slot = slot + 1 if slot <= slots else 2
    if names[1] >= names[0]:
        return False
    names[slot] = name
    names[1] += 1
    return True


@jit(_bool(_NAMES, _int))
def admit_name(names, name):
    """`_admit`, for callers outside."""
    return _admit(numbers_at(names.ctypes.data), name)


@compiled(types.Tuple((_int, _bool, _int))(MODEL, BYTES, _int, _int, _int, NUMBERS))
def _attributes(model, source, size, position, most, names):
    """End of the tag whose name ends here; whether it closes itself; its number of attributes. Those beyond the limits are cut."""
    count, first_beyond = 0, 0
    while True:
        start, name_end, attribute_end = next_attribute(source, size, position)
        if start == name_end:
            if count > most:
                _note(model, first_beyond, start, CUT)
            closes_itself = position < start < size and source[start - 1] == SLASH
            return min(start + 1, size), closes_itself, count
        count += 1
        if count == most + 1:
            first_beyond = start
        elif count <= most and names[0] and not _admit(names, code_of(source, start, name_end)):
            _note(model, start, attribute_end, CUT)
        position = attribute_end


@compiled(_none(MODEL, BYTES, _int, _int))
def _cut_tags(model, source, start, end):
    position = find(source, end, LESS, start)
    while position < end:
        _note(model, position, position + 1, CUT)
        position = find(source, end, LESS, position + 1)


@compiled(_bool(MODEL, _int, _int, _int))
def _join(model, joined, joining, size):
    """Count what joining one more piece of text copies; whether it must be kept apart."""
    if model[joined]:
        model[joining] += model[joined] + size
        model[ALL_JOINING] += model[joined] + size
    model[joined] += size
    if model[ALL_JOINING] <= MAX_JOINED_TEXT or model[joining] <= JOINED_TEXT_AT_ONCE:
        return False
    model[joined], model[joining] = size, 0
    return True


@compiled(_none(MODEL, BYTES, _int, _int))
def _text(model, source, start, end):
    """Text between tags: it opens formatting elements again, and may be joined to the text before."""
    level = top_level(model)
    top = model[PART + level] if level >= 0 else 0
    outside_cells = top & role.OUTSIDE_CELLS != 0
    white = (outside_cells or not model[IN_BODY]) and is_white(source, start, end)
    if not white and not top & role.FOREIGN:
        leave_columns(model, 0)
        if not model[IN_BODY]:
            begin_body(model)
        reopen(model)
    if outside_cells and not white:
        level = find_open(model, role.TABLE, 0)
        if level >= 0 and _join(model, JOINED + level, JOINING + level, end - start):
            _note(model, start, start, KEEP_APART)
    elif _join(model, RUN, RUN_JOINING, end - start):
        if is_white(source, start, end):
            _note(model, start, end, CUT)
        else:
            _note(model, start, start, KEEP_APART)


@jit(types.UniTuple(_int, 4)(ARRAY, _NAMES, _int, _bool, _NAMES, _NAMES, _NAMES))
def excess(array, table, most_formatting, quirks, tag_name_set, attribute_name_set, memory):
    """Numbers of changes to make, which stand in the memory, of start tags, of elements the parser would open again, and of names."""
    source, size, table_at = bytes_at(array.ctypes.data), len(array), numbers_at(table.ctypes.data)
    tag_names, attribute_names = numbers_at(tag_name_set.ctypes.data), numbers_at(attribute_name_set.ctypes.data)
    model = numbers_at(memory.ctypes.data)
    for number in range(STATE, EDIT):
        model[number] = 0
    model[ROOM] = (len(memory) - EDIT) // 3
    tags, named, root_attributes = 0, 0, 0
    in_doubt = False  # frames, and columns of a template, make the parser skip tags that begin raw text or SVG elsewhere
    text_from, position = 0, find(source, size, LESS, 0)
    while position + 1 < size:
        mark = source[position + 1]
        ends = mark == SLASH
        if is_letter(mark) or (ends and position + 2 < size and is_letter(source[position + 2])):
            if position > text_from:
                _text(model, source, text_from, position)
            edits_before = model[EDITS]
            name, name_end = tag_name(source, size, position + 1 + ends)
            part = _parts_of(name, table_at)
            most = MAX_FORMATTING_ATTRIBUTES if part & role.FORMATTING else MAX_ATTRIBUTES
            tag_end, closes_itself, attributes = _attributes(model, source, size, name_end, most, attribute_names)
            named += attributes + (part == 0)
            cut = part == 0 and not _admit(tag_names, name)
            next_position = tag_end
            leave_columns(model, name)
            if ends:
                cut |= end(model, name, part)
            elif not cut:
                tags += 1
                cut = start_frames(model, name)
                in_doubt |= name == role.FRAMESET or (name == role.COL and find_open(model, role.TEMPLATE, 0) >= 0)
                foreign = is_foreign(model, part)
                if foreign and not cut and leaves_foreign(name, part, source, size, name_end):
                    foreign = False
                    cut = part & role.FORMATTING != 0 and has_too_many(model, name, most_formatting)
                    if not cut:
                        leave_foreign(model)
                if cut:
                    pass
                elif foreign:
                    cut = start_foreign(model, name, part, closes_itself, source, size, name_end)
                elif part & role.ROOT:
                    model[IN_BODY] |= name == role.BODY
                    root_attributes += attributes
                    if root_attributes > MAX_ATTRIBUTES and attributes:
                        model[EDITS] = edits_before
                        _note(model, name_end, max(tag_end - 1, name_end), CUT)
                elif part & role.RAW and not (in_doubt and name == role.PLAINTEXT):
                    start_raw(model, name, part)
                    is_last = name == role.PLAINTEXT
                    next_position = size if is_last else after_raw_text(source, size, tag_end, name, name == role.SCRIPT)
                else:
                    cut = start_html(model, name, part, closes_itself, most_formatting, quirks)
            if cut:
                model[EDITS] = edits_before  # of its attributes
                _note(model, position, tag_end, CUT)
            if in_doubt and next_position > tag_end:
                _cut_tags(model, source, tag_end, next_position)
            position = text_from = next_position
        elif mark == BANG or mark == QUESTION or ends:
            if position > text_from:
                _text(model, source, text_from, position)
            level = top_level(model)
            in_foreign = level >= 0 and model[PART + level] & role.FOREIGN != 0
            if in_foreign and in_doubt and is_cdata(source, size, position + 2):
                _note(model, position, position + len("<![CDATA["), CUT)
                position = text_from = position + len("<![CDATA[")
            else:
                position = text_from = after_markup(source, size, position, in_foreign)
        else:
            position += 1
        position = find(source, size, LESS, position)
    return model[EDITS], tags, model[REOPENED], named
