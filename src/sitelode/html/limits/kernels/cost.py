"""Compiled code behind `parse_cost.py`: one scan over the tags of a page's source.

The stack kept here holds at least the elements that are open in the parser. Every start tag adds an element. An element is removed only
when the parser is sure to close it if it is open at all; only that one is removed, those above it stay. So an element that the parser
never opened, or closed long ago, can make the stack too high, but never too low.
"""
# mypy: ignore-errors

from numba import types

from sitelode.compiled.jit import jit
from sitelode.html.kernels.memory import ARRAY, BYTES, NUMBERS, bytes_at, compiled, find, numbers_at
from sitelode.html.limits import tag_classes as tag
from sitelode.html.limits.kernels.tokens import (
    BANG,
    LESS,
    QUESTION,
    SLASH,
    after_markup,
    after_raw_text,
    after_simple_cdata,
    code_of,
    is_cdata,
    is_end_tag,
    is_letter,
    is_white,
    next_attribute,
    tag_name,
)

MAX_HEIGHT = 20_000  # of the stack; a higher one would mean more work than any limit allows. Set by hand
NAME_SLOTS = 8_192  # a power of two
_MOST_SLOTS_USED = NAME_SLOTS // 2
_AMPERSAND, _N, _T, _SEMICOLON = (ord(sign) for sign in "&nt;")
_COL = tag.name_code("col")
_SHORT_TAG = 4  # bytes
_COPIES = 32  # elements that the parser may copy to close a formatting element across blocks: four in each of eight rounds
_OUTSIDE_CELLS = tag.TABLE | tag.SECTION | tag.ROW
_NUMBERS = types.Array(types.int64, 1, "C")
_int, _bool = types.int64, types.boolean


@compiled(_int(_int, NUMBERS))
def _class_of(name, table):
    slot = name & (tag.SLOTS - 1)
    while table[slot] != 0:
        if table[slot] == name:
            return table[tag.SLOTS + slot]
        slot = (slot + 1) & (tag.SLOTS - 1)
    return 0


@compiled(_int(NUMBERS, _int))
def _is_new(names, name):
    """1 if this name is new. When the table is half full, all names count as new."""
    slot = name & (NAME_SLOTS - 1)
    for _ in range(_MOST_SLOTS_USED):
        if names[slot] == name:
            return 0
        if names[slot] == 0:
            names[slot] = name
            return 1
        slot = (slot + 1) & (NAME_SLOTS - 1)
    return 1


@compiled(_int(NUMBERS, _int, _int, _int, _int))
def _close(stack, height, name, classes, barrier):
    """Remove the highest element with this name, or of these classes, unless a barrier is above it; return the new height."""
    for level in range(height - 1, -1, -1):
        if stack[2 * level] == name or stack[2 * level + 1] & classes:
            for above in range(level, height - 1):
                stack[2 * above], stack[2 * above + 1] = stack[2 * above + 2], stack[2 * above + 3]
            return height - 1
        if stack[2 * level + 1] & barrier:
            return height
    return height


@compiled(_int(NUMBERS, _int))
def _top(stack, height):
    return stack[2 * height - 1] if height > 0 else 0


@compiled(_int(NUMBERS, _int, _int))
def _leave_table_parts(stack, height, kind):
    """Remove the cells, rows and sections on top that a tag of this kind closes: if one is open, so is its table."""
    inner = tag.CELL
    if kind & (tag.SECTION | tag.TABLE):
        inner |= tag.ROW
    if kind & tag.TABLE:
        inner |= tag.SECTION
    while height > 1 and _top(stack, height) & inner and not _top(stack, height - 1) & tag.TEMPLATE:
        height -= 1
    return height


@compiled(_int(NUMBERS, _int, _int, _int, _int))
def _end(stack, height, name, kind, foreign):
    """The height after an end tag."""
    if kind & tag.NEVER_CLOSED:
        return height
    if kind & tag.HEADING:
        return _close(stack, height, 0, tag.HEADING, tag.SCOPE)
    if kind & tag.PARAGRAPH:
        return _close(stack, height, name, 0, tag.SCOPE | tag.BUTTON)
    if kind & tag.ITEM:
        return _close(stack, height, name, 0, tag.SCOPE | tag.LIST)
    if kind & tag.TABLE_PART:
        if not kind & tag.CELL and not foreign:
            height = _leave_table_parts(stack, height, kind)
        return _close(stack, height, name, 0, tag.TABLE | tag.TEMPLATE)
    if kind & tag.TEMPLATE:
        return _close(stack, height, name, 0, 0)
    return _close(stack, height, name, 0, tag.SCOPE if kind & tag.SCOPED_END else tag.SPECIAL)


@compiled(_int(NUMBERS, _int, _int))
def _make_way(stack, height, kind):
    """The height after a start tag closed the elements that cannot contain its own. Only for HTML: SVG and MathML have no such rule."""
    if kind & tag.BLOCK:
        height = _close(stack, height, 0, tag.PARAGRAPH, tag.SCOPE | tag.BUTTON)
    if kind & tag.ITEM:
        height = _close(stack, height, 0, tag.ITEM, tag.STOPS_ITEMS)
    elif kind & tag.TERM:
        height = _close(stack, height, 0, tag.TERM, tag.STOPS_ITEMS)
    elif kind & tag.LINK:
        height = _close(stack, height, 0, tag.LINK, tag.SPECIAL)
    elif kind & (tag.HEADING | tag.OPTION) and _top(stack, height) & kind & (tag.HEADING | tag.OPTION):
        height -= 1
    elif kind & (tag.CELL | tag.ROW | tag.SECTION):
        height = _leave_table_parts(stack, height, kind)
        height = _close(stack, height, 0, tag.CELL, tag.TABLE | tag.TEMPLATE)
        if not kind & tag.CELL:
            height = _close(stack, height, 0, tag.ROW, tag.TABLE | tag.TEMPLATE)
        if kind & tag.SECTION:
            height = _close(stack, height, 0, tag.SECTION, tag.TABLE | tag.TEMPLATE)
    return height


@compiled(types.UniTuple(_int, 4)(BYTES, _int, _int, NUMBERS))
def _attributes(source, size, position, names):
    """End of the tag whose name ends here; whether it is self-closing; its number of attributes; how many of their names are new."""
    count, new = 0, 0
    while True:
        start, name_end, attribute_end = next_attribute(source, size, position)
        if start == name_end:
            closes_itself = position < start < size and source[start - 1] == SLASH
            return min(start + 1, size), closes_itself, count, new
        count += 1
        new += _is_new(names, code_of(source, start, name_end))
        position = attribute_end


@jit(_bool(ARRAY))
def has_growing_reference(array):
    """Whether there is a character reference that is longer decoded than written: &nGt; or &nLt;."""
    source, size = bytes_at(array.ctypes.data), len(array)
    position = find(source, size, _AMPERSAND, 0)
    while position + 4 < size:
        if source[position + 1] == _N and source[position + 3] == _T and source[position + 4] == _SEMICOLON:
            return True
        position = find(source, size, _AMPERSAND, position + 1)
    return False


@jit(types.UniTuple(_int, 9)(ARRAY, _NUMBERS, _NUMBERS, _NUMBERS, _int))
def scan(array, class_table, stack_memory, name_memory, most_work):
    """Count the work of the parser, as in `parse_cost.Cost`; the scan stops when it exceeds `most_work`."""
    source, size, table = bytes_at(array.ctypes.data), len(array), numbers_at(class_table.ctypes.data)
    stack, names = numbers_at(stack_memory.ctypes.data), numbers_at(name_memory.ctypes.data)
    name_memory[:] = 0
    tags, named, new_names, most_attributes, root_attributes, reopened, work, joined = 0, 0, 0, 0, 0, 0, 0, 0
    height, highest = 0, 0  # open elements, and their maximum
    formatting, foreign = 0, 0  # among the open elements: formatting elements; svg and math
    surely_foreign = 0  # elements on top that certainly belong to SVG or MathML
    run, fostered = 0, 0  # bytes of text that may form one node; bytes that may be moved before a table, into one node
    regular = True  # whether all table parts so far are where they belong
    text_from, position = 0, find(source, size, LESS, 0)
    while position + 1 < size and work <= most_work:
        mark = source[position + 1]
        ends = mark == SLASH
        is_tag = is_letter(mark) or (ends and position + 2 < size and is_letter(source[position + 2]))
        if not is_tag and mark != BANG and mark != QUESTION and not ends:
            position = find(source, size, LESS, position + 1)
            continue
        if position > text_from:
            joined += run
            run += position - text_from
            if _top(stack, height) & _OUTSIDE_CELLS and not is_white(source, text_from, position):
                fostered += position - text_from
                joined += fostered
        if not is_tag:
            next_position = after_markup(source, size, position)
            if foreign and is_cdata(source, size, position + 2):
                next_position = after_simple_cdata(source, size, position)
                if next_position < 0:
                    break
            text_from, position = next_position, find(source, size, LESS, next_position)
            continue
        name, name_end = tag_name(source, size, position + 1 + ends)
        kind = _class_of(name, table)
        tag_end, closes_itself, attributes, new = _attributes(source, size, name_end, names)
        named += attributes
        new_names += new
        most_attributes = max(most_attributes, attributes)
        if kind == 0:
            named += 1
            new_names += _is_new(names, name)
        work += height
        text_from = tag_end
        if ends:
            before, top_ends = height, height > 0 and stack[2 * height - 2] == name
            height = _end(stack, height, name, kind, foreign)
            if not kind & tag.FORMATTING:
                reopened += formatting
            elif before > height:
                formatting -= 1
                reopened += 0 if top_ends else formatting
            elif formatting:
                reopened += _COPIES
            if kind & tag.FOREIGN:
                foreign -= before - height
            if kind & tag.TABLE_PART and before > height and not top_ends:
                regular = False
            surely_foreign = surely_foreign - 1 if top_ends and surely_foreign else 0
            position = find(source, size, LESS, tag_end)
            continue
        tags += 1
        if kind & tag.UNCLEAR or height >= MAX_HEIGHT or (name == _COL and height > 0 and _top(stack, height) & tag.TEMPLATE):
            break
        if kind & tag.ROOT:
            root_attributes += attributes
            most_attributes = max(most_attributes, root_attributes)
        if kind & tag.ROOT and not foreign:
            pass
        elif not foreign and kind & tag.RAW:
            text_from = after_raw_text(source, size, tag_end, name)
        elif closes_itself and (kind & tag.FOREIGN or (surely_foreign and not kind & tag.LEAVES_FOREIGN)):
            run = 0
        elif not foreign and kind & tag.VOID:
            reopened += formatting
            if not kind & tag.NO_NODE:
                run = 0
        else:
            before = height
            if not foreign:
                height = _make_way(stack, height, kind)
                if kind & tag.LINK and before > height:
                    formatting -= 1
                    reopened += formatting
            certain = not kind & tag.NO_NODE
            if kind & (tag.CELL | tag.ROW | tag.SECTION):
                regular &= _top(stack, height) & _OUTSIDE_CELLS != 0
                certain = regular
            elif kind & tag.TABLE:
                regular &= not _top(stack, height) & _OUTSIDE_CELLS
            if certain:
                run = 0
            stack[2 * height], stack[2 * height + 1] = name, kind
            height += 1
            highest = max(highest, height)
            if not kind & tag.FORMATTING:
                reopened += formatting
            else:
                if formatting and kind & tag.ENDS_ITSELF and before < height:
                    reopened += _COPIES
                formatting += 1
            if kind & tag.FOREIGN:
                surely_foreign = surely_foreign + 1 if surely_foreign or not foreign else 0
                foreign += 1
            elif foreign:
                next_tag = find(source, size, LESS, tag_end)
                if next_tag + 8 < size and is_cdata(source, size, next_tag + 2):
                    next_tag = find(source, size, LESS, max(after_simple_cdata(source, size, next_tag), next_tag))
                is_leaf = is_end_tag(source, size, next_tag, name)
                if kind & tag.RAW and not is_leaf:
                    break
                if kind & tag.LEAVES_FOREIGN or (kind & tag.HOLDS_HTML and not is_leaf):
                    surely_foreign = 0
                elif surely_foreign:
                    surely_foreign += 1
        position = find(source, size, LESS, text_from)
    unread = size - position if position + 1 < size else 0
    reopened += formatting * (unread // _SHORT_TAG)
    return tags, highest, named, new_names, most_attributes, reopened, joined, work, unread
