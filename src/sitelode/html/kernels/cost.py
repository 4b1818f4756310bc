"""Compiled code behind `parse.py`: one scan over the tags of a page's source.

The stack kept here holds at least the elements that are open in the parser. Every start tag adds an element. An element is removed only
when the parser is sure to close it if it is open at all; only that one is removed, those above it stay. So an element that the parser
never opened, or closed long ago, can make the stack too high, but never too low.
"""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes as Source
from cython.cimports.sitelode.compiled.kernels.arrays import Places
from cython.cimports.sitelode.html.kernels.memory import find
from cython.cimports.sitelode.html.kernels.tokens import (
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
    tag_name_end,
)

from sitelode.html.kernels.tokens import name_code
from sitelode.html.vocabulary import FORMATTING_TAGS, HEADING_TAGS, RAW_TEXT_TAGS, VOID_TAGS

# Classes of tag names in the HTML standard's tree construction, as bits.
(
    VOID, RAW, FORMATTING, HEADING, SPECIAL, SCOPE, LIST, BLOCK, TABLE, TEMPLATE, CELL, ROW, SECTION, FOREIGN, HOLDS_HTML, LEAVES_FOREIGN,
    ROOT, NO_NODE, SCOPED_END, STOPS_ITEMS, NEVER_CLOSED, UNCLEAR, TERM, PARAGRAPH, ITEM, BUTTON, OPTION, LINK,
    ENDS_ITSELF,
) = (1 << bit for bit in range(29))  # fmt: skip
TABLE_PART = CELL | ROW | SECTION | TABLE

_FOREIGN_SCOPE = "desc foreignobject title mi mo mn ms mtext annotation-xml"
_BLOCKS = (
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup listing main menu "
    "nav ol pre search section summary ul"
)
_SPECIAL = _BLOCKS + " " + _FOREIGN_SCOPE + """
    applet area base basefont bgsound body br button caption col colgroup dd dt embed form frame frameset h1 h2 h3 h4 h5 h6 head hr html
    iframe img input keygen li link marquee meta noembed noframes noscript object p param plaintext script select source style table
    tbody td template textarea tfoot th thead title tr track wbr xmp"""  # fmt: skip
_CLASSES = {
    VOID: " ".join(VOID_TAGS - {"isindex"}) + " bgsound image keygen",  # isindex is an ordinary element today
    RAW: " ".join(RAW_TEXT_TAGS) + " textarea title",
    FORMATTING: " ".join(FORMATTING_TAGS),
    HEADING: " ".join(HEADING_TAGS),
    # An end tag without a rule of its own closes nothing outside these,
    SPECIAL: _SPECIAL,
    STOPS_ITEMS: " ".join(set(_SPECIAL.split()) - {"address", "div", "p"}),  # a new list item closes no earlier item outside these,
    # and most other end tags close nothing outside these.
    SCOPE: "applet caption html table td th marquee object select template " + _FOREIGN_SCOPE,
    LIST: "ol ul",
    BLOCK: _BLOCKS + " dd dt form h1 h2 h3 h4 h5 h6 hr li p plaintext xmp",  # closes an open paragraph
    SCOPED_END: _BLOCKS + " applet button dd dt marquee object select",  # its end tag closes everything that is open inside it
    TABLE: "table",
    TEMPLATE: "template",
    CELL: "td th",
    ROW: "tr",
    SECTION: "tbody tfoot thead",
    FOREIGN: "svg math",
    HOLDS_HTML: _FOREIGN_SCOPE,
    LEAVES_FOREIGN: """
        b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre
        ruby s small span strong strike sub sup table tt u ul var""",
    ROOT: "html head body",
    # These do not always become a node in place, so the texts before and after may be joined.
    NO_NODE: """
        base basefont bgsound body caption col colgroup form frame frameset head html input link meta noframes script select style template
        title""",
    NEVER_CLOSED: "form",  # after some misplaced end tags the parser no longer closes it
    UNCLEAR: "frameset plaintext",
    TERM: "dd dt",
    PARAGRAPH: "p",
    ITEM: "li",
    BUTTON: "button",
    OPTION: "option",
    LINK: "a",
    ENDS_ITSELF: "a nobr",  # a formatting element that cannot contain itself
}  # fmt: skip

SLOTS = 1024  # a power of two, several times the number of names
_COL, _P, _BR = name_code("col"), name_code("p"), name_code("br")
_SHORT_TAG = 4  # bytes
_COPIES = 32  # elements that the parser may copy to close a formatting element across blocks: four in each of eight rounds
_OUTSIDE_CELLS = TABLE | SECTION | ROW


def class_table():
    """A hash table of tag names: SLOTS codes (0 for an empty slot), then their classes."""
    classes = {}
    for bit, names in _CLASSES.items():
        for name in names.split():
            classes[name] = classes.get(name, 0) | bit
    table = np.zeros(2 * SLOTS, dtype=np.int64)
    for name, bits in classes.items():
        slot = name_code(name) % SLOTS
        while table[slot]:
            slot = (slot + 1) % SLOTS
        table[slot], table[SLOTS + slot] = name_code(name), bits
    return table


def _class_of(name, table):
    slot = name & (SLOTS - 1)
    while table[slot] != 0:
        if table[slot] == name:
            return table[SLOTS + slot]
        slot = (slot + 1) & (SLOTS - 1)
    return 0


def _is_new(names, slots, name):
    """1 if this name is new. When the table of this many slots is half full, all names count as new."""
    slot = name & (slots - 1)
    for _ in range(slots >> 1):
        if names[slot] == name:
            return 0
        if names[slot] == 0:
            names[slot] = name
            return 1
        slot = (slot + 1) & (slots - 1)
    return 1


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


def _top(stack, height):
    return stack[2 * height - 1] if height > 0 else 0


def _leave_table_parts(stack, height, kind):
    """Remove the cells, rows and sections on top that a tag of this kind closes: if one is open, so is its table."""
    inner = CELL
    if kind & (SECTION | TABLE):
        inner |= ROW
    if kind & TABLE:
        inner |= SECTION
    while height > 1 and _top(stack, height) & inner and not _top(stack, height - 1) & TEMPLATE:
        height -= 1
    return height


def _end(stack, height, name, kind, foreign):
    """The height after an end tag."""
    if kind & NEVER_CLOSED:
        return height
    if kind & HEADING:
        return _close(stack, height, 0, HEADING, SCOPE)
    if kind & PARAGRAPH:
        return _close(stack, height, name, 0, SCOPE | BUTTON)
    if kind & ITEM:
        return _close(stack, height, name, 0, SCOPE | LIST)
    if kind & TABLE_PART:
        if not kind & CELL and not foreign:
            height = _leave_table_parts(stack, height, kind)
        return _close(stack, height, name, 0, TABLE | TEMPLATE)
    if kind & TEMPLATE:
        return _close(stack, height, name, 0, 0)
    return _close(stack, height, name, 0, SCOPE if kind & SCOPED_END else SPECIAL)


def _make_way(stack, height, kind):
    """The height after a start tag closed the elements that cannot contain its own. Only for HTML: SVG and MathML have no such rule."""
    if kind & BLOCK:
        height = _close(stack, height, 0, PARAGRAPH, SCOPE | BUTTON)
    if kind & ITEM:
        height = _close(stack, height, 0, ITEM, STOPS_ITEMS)
    elif kind & TERM:
        height = _close(stack, height, 0, TERM, STOPS_ITEMS)
    elif kind & LINK:
        height = _close(stack, height, 0, LINK, SPECIAL)
    elif kind & (HEADING | OPTION) and _top(stack, height) & kind & (HEADING | OPTION):
        height -= 1
    elif kind & (CELL | ROW | SECTION):
        height = _leave_table_parts(stack, height, kind)
        height = _close(stack, height, 0, CELL, TABLE | TEMPLATE)
        if not kind & CELL:
            height = _close(stack, height, 0, ROW, TABLE | TEMPLATE)
        if kind & SECTION:
            height = _close(stack, height, 0, SECTION, TABLE | TEMPLATE)
    return height


def _attributes(source, size, position, names, slots):
    """End of the tag whose name ends here; whether it is self-closing; its number of attributes; how many of their names are new."""
    count, new = 0, 0
    while True:
        start, name_end, attribute_end = next_attribute(source, size, position)
        if start == name_end:
            closes_itself: cython.bint = position < start < size and source[start - 1] == SLASH
            return min(start + 1, size), closes_itself, count, new
        count += 1
        new += _is_new(names, slots, code_of(source, start, name_end))
        position = attribute_end


def scan(array: Source, table: Places, stack: cython.longlong[::1], names: cython.longlong[::1], most_work):
    """Count the work of the parser, as in `parse.Cost`; the scan stops when it exceeds `most_work`.

    `stack` is room for two numbers of each open element: where it ends, so does the scan, for a higher one would mean more work than any
    limit allows. `names` is room for different names, their number a power of two.
    """
    if len(array) == 0:
        return (0,) * 9
    most: cython.longlong = most_work
    for slot in range(len(names)):
        names[slot] = 0
    found = _scan(
        cython.address(array[0]), len(array), cython.address(table[0]), cython.address(stack[0]), len(stack) // 2,
        cython.address(names[0]), len(names), most,
    )  # fmt: skip
    return found


def _scan(source, size, table, stack, most_height, names, slots, most_work):
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
        name_end = tag_name_end(source, size, position + 1 + ends)
        name = code_of(source, position + 1 + ends, name_end)
        kind = _class_of(name, table)
        tag_end, closes_itself, attributes, new = _attributes(source, size, name_end, names, slots)
        named += attributes
        new_names += new
        most_attributes = max(most_attributes, attributes)
        if kind == 0:
            named += 1
            new_names += _is_new(names, slots, name)
        work += height
        text_from = tag_end
        if ends:
            tags += name == _P or name == _BR  # where none is open, the parser makes one
            before, top_ends = height, height > 0 and stack[2 * height - 2] == name
            height = _end(stack, height, name, kind, foreign)
            if not kind & FORMATTING:
                reopened += formatting
            elif before > height:
                formatting -= 1
                reopened += 0 if top_ends else formatting
            elif formatting:
                reopened += _COPIES
            if kind & FOREIGN:
                foreign -= before - height
            if kind & TABLE_PART and before > height and not top_ends:
                regular = False
            surely_foreign = surely_foreign - 1 if top_ends and surely_foreign else 0
            position = find(source, size, LESS, tag_end)
            continue
        tags += 1
        if kind & UNCLEAR or height >= most_height or (name == _COL and height > 0 and _top(stack, height) & TEMPLATE):
            break
        if kind & ROOT:
            root_attributes += attributes
            most_attributes = max(most_attributes, root_attributes)
        if kind & ROOT and not foreign:
            pass
        elif not foreign and kind & RAW:
            text_from = after_raw_text(source, size, tag_end, name)
        elif closes_itself and (kind & FOREIGN or (surely_foreign and not kind & LEAVES_FOREIGN)):
            run = 0
        elif not foreign and kind & VOID:
            reopened += formatting
            if not kind & NO_NODE:
                run = 0
        else:
            before = height
            if not foreign:
                height = _make_way(stack, height, kind)
                if kind & LINK and before > height:
                    formatting -= 1
                    reopened += formatting
            certain = not kind & NO_NODE
            if kind & (CELL | ROW | SECTION):
                regular &= _top(stack, height) & _OUTSIDE_CELLS != 0
                certain = regular
            elif kind & TABLE:
                regular &= not _top(stack, height) & _OUTSIDE_CELLS
            if certain:
                run = 0
            stack[2 * height], stack[2 * height + 1] = name, kind
            height += 1
            highest = max(highest, height)
            if not kind & FORMATTING:
                reopened += formatting
            else:
                if formatting and kind & ENDS_ITSELF and before < height:
                    reopened += _COPIES
                formatting += 1
            if kind & FOREIGN:
                surely_foreign = surely_foreign + 1 if surely_foreign or not foreign else 0
                foreign += 1
            elif foreign:
                next_tag = find(source, size, LESS, tag_end)
                if next_tag + 8 < size and is_cdata(source, size, next_tag + 2):
                    next_tag = find(source, size, LESS, max(after_simple_cdata(source, size, next_tag), next_tag))
                is_leaf = is_end_tag(source, size, next_tag, name)
                if kind & RAW and not is_leaf:
                    break
                if kind & LEAVES_FOREIGN or (kind & HOLDS_HTML and not is_leaf):
                    surely_foreign = 0
                elif surely_foreign:
                    surely_foreign += 1
        position = find(source, size, LESS, text_from)
    unread = size - position if position + 1 < size else 0
    reopened += formatting * (unread // _SHORT_TAG)
    return tags, highest, named, new_names, most_attributes, reopened, joined, work, unread
