"""Compiled code: the standard's stack of open elements, as far as `guard.py` needs it, and all the numbers of its model.

Elements deeper than MAX_DEPTH are on the stack although they are cut from the page: their end tags must be known, to be cut as well.
"""
# mypy: ignore-errors

from numba import types

from sitelode.html.kernels.memory import NUMBERS, compiled
from sitelode.html.limits import tag_roles as role
from sitelode.html.limits.depth_guard import MAX_DEPTH

LEVELS = 8 * MAX_DEPTH  # kept by name; deeper ones are only counted
SEARCHED = MAX_DEPTH  # levels looked through for an element to close

NAME, PART, SEGMENT, JOINED, JOINING, LISTED, MARKED_BASE, MARKED_OPEN, KEPT, STATE = range(0, 10 * LEVELS, LEVELS)
"""Where the columns of the model begin: names of the elements on the stack; parts they play; how many markers were in the list when they
were opened; bytes of text joined beside a table; bytes copied to join them; names in the list; for each marker, where the list began before
it, and how many from there on were open; whether an element stays when one below it is closed."""

(
    HEIGHT, BEYOND, FRAMES, FORMS, DOUBTS, LISTS, BASE, OPEN, MARKERS, REOPENED, HEAD_ENDED, IN_BODY, RUN, RUN_JOINING, ALL_JOINING,
    EDITS, ROOM,
) = range(STATE, STATE + 17)  # fmt: skip
"""Single numbers of the model: elements on the stack; those too deep to be kept by name; sets of frames; the form's level, from 1 on; tags
of tables in templates; formatting elements in the list; where the list begins for the innermost marker; how many from there on are on
the stack; markers; elements opened again, or made by an end tag; whether the head has ended; whether the body has begun; bytes of text
since the last node; bytes copied to join those; bytes copied in all; changes to make; room for them."""

FORM_CLOSED = -1
EDIT = STATE + 17  # where the changes begin, three numbers each
MODEL = NUMBERS
_int, _bool, _none = types.int64, types.boolean, types.void


@compiled(_int(MODEL))
def top_parts(model):
    height = model[HEIGHT]
    return model[PART + height - 1] if height > 0 else 0


@compiled(_int(MODEL))
def top_level(model):
    """Level of the topmost element that is not cut: the one in which the parser is."""
    level = min(model[HEIGHT], MAX_DEPTH + 1) - 1  # one more than usual for a link
    while level >= 0 and model[PART + level] & role.TOO_DEEP:
        level -= 1
    return level


@compiled(_none(MODEL))
def new_place(model):
    """Text that follows will not be joined to text before."""
    if model[IN_BODY]:
        model[RUN], model[RUN_JOINING] = 0, 0


@compiled(_bool(MODEL, _int, _int))
def push(model, name, part):
    """Open an element; whether it is too deep."""
    level = model[HEIGHT]
    if level >= LEVELS:
        model[BEYOND] += 1
        return True
    is_link = name == role.A and part & role.FORMATTING != 0
    too_deep = level >= MAX_DEPTH + is_link or (part & role.MARKER and model[MARKERS] >= LEVELS)
    if too_deep:
        part = part & ~(role.FORMATTING | role.MARKER) | role.TOO_DEEP
    model[NAME + level], model[PART + level], model[SEGMENT + level] = name, part, model[MARKERS]
    model[JOINED + level], model[JOINING + level] = model[RUN], 0  # text before a table is joined with text that leaves the table
    model[HEIGHT] = level + 1
    if part & role.MARKER:
        model[MARKED_BASE + model[MARKERS]], model[MARKED_OPEN + model[MARKERS]] = model[BASE], model[OPEN]
        model[MARKERS] += 1
        model[BASE], model[OPEN] = model[LISTS], 0
    if not too_deep and not part & role.MAY_VANISH:
        new_place(model)
    return too_deep


@compiled(_none(MODEL, _int))
def _no_longer_open(model, level):
    """A formatting element leaves the stack; it may stay in the list."""
    if model[PART + level] & role.FORMATTING:
        if model[SEGMENT + level] == model[MARKERS]:
            model[OPEN] -= 1
        elif model[SEGMENT + level] < model[MARKERS]:
            model[MARKED_OPEN + model[SEGMENT + level]] -= 1


@compiled(_none(MODEL, _int))
def pop_to(model, level):
    """Close the element at a level and all above it.

    The list is cleared up to its last marker if the element itself set one, or a cell or caption is closed; not for others that are
    closed on the way, whose markers stay behind.
    """
    clears = model[PART + level] & role.MARKER
    for above in range(model[HEIGHT] - 1, level - 1, -1):
        _no_longer_open(model, above)
        if model[PART + above] & role.MARKER:
            clears |= model[PART + above] & role.TABLE_PART
    if clears and model[MARKERS] > 0:
        model[MARKERS] -= 1
        model[LISTS] = model[BASE]
        model[BASE], model[OPEN] = model[MARKED_BASE + model[MARKERS]], model[MARKED_OPEN + model[MARKERS]]
    model[HEIGHT], model[BEYOND] = level, 0
    if model[FORMS] > level:
        model[FORMS] = FORM_CLOSED
    if not model[PART + level] & (role.MAY_VANISH | role.TOO_DEEP):
        new_place(model)


@compiled(_none(MODEL, _int, _int))
def move(model, level, to):
    if model[FORMS] == level + 1:
        model[FORMS] = to + 1
    model[NAME + to], model[PART + to], model[SEGMENT + to] = model[NAME + level], model[PART + level], model[SEGMENT + level]
    model[JOINED + to], model[JOINING + to] = model[JOINED + level], model[JOINING + level]


@compiled(_none(MODEL, _int))
def take_out(model, level):
    """Close one element, leaving open those above it."""
    _no_longer_open(model, level)
    for above in range(level + 1, model[HEIGHT]):
        move(model, above, above - 1)
    model[HEIGHT] -= 1
    new_place(model)


@compiled(_int(MODEL, _int))
def find_too_deep(model, name):
    """Level of the nearest element of this name that is cut, above all that are not; or -1."""
    top = model[HEIGHT] - 1
    for level in range(top, max(top - SEARCHED, -1), -1):
        if not model[PART + level] & role.TOO_DEEP:
            return -1
        if model[NAME + level] == name:
            return level
    return -1


@compiled(_int(MODEL, _int, _int))
def find_open(model, name, stops):
    """Level of the nearest HTML element of this name, not looking behind elements that play one of the parts; or -1."""
    top = model[HEIGHT] - 1
    for level in range(top, max(top - SEARCHED, -1), -1):
        if model[NAME + level] == name and not model[PART + level] & role.FOREIGN:
            return level
        if model[PART + level] & stops:
            return -1
    return -1


@compiled(_int(MODEL, _int, _int))
def find_part(model, part, stops):
    """As `find_open`, for an element that plays a part."""
    top = model[HEIGHT] - 1
    for level in range(top, max(top - SEARCHED, -1), -1):
        if model[PART + level] & part and not model[PART + level] & role.FOREIGN:
            return level
        if model[PART + level] & stops:
            return -1
    return -1


@compiled(_int(MODEL, _int))
def find_item(model, part):
    """Level of the item that a new one closes, or -1: of a list, or where TERM is given, a term or definition."""
    top = model[HEIGHT] - 1
    for level in range(top, max(top - SEARCHED, -1), -1):
        found = model[PART + level]
        if not found & role.FOREIGN and (found & part if part else model[NAME + level] == role.LI):
            return level
        if found & role.SPECIAL and not found & role.STEPPED_OVER:
            return -1
    return -1


@compiled(_int(MODEL, _int, _int))
def find_before(model, name, other):
    """Level of the nearest element of this name that stands above the nearest of another name, or of a template; or -1."""
    top = model[HEIGHT] - 1
    for level in range(top, max(top - SEARCHED, -1), -1):
        if model[PART + level] & role.FOREIGN:
            continue
        if model[NAME + level] == name:
            return level
        if model[NAME + level] == other or model[NAME + level] == role.TEMPLATE:
            return -1
    return -1


@compiled(_none(MODEL, _int))
def pop_implied(model, but):
    """Close the elements on top that need no end tag, except those of one name."""
    level = model[HEIGHT]
    while level > 0 and model[PART + level - 1] & role.IMPLIED_END and model[NAME + level - 1] != but:
        level -= 1
    if level < model[HEIGHT]:
        pop_to(model, level)


@compiled(_bool(MODEL, _int))
def close(model, level):
    """Close the element at a level and all above it, if there is one; whether it is cut, so that its end tag must be, too."""
    if level < 0:
        return False
    too_deep = model[PART + level] & role.TOO_DEEP != 0
    pop_to(model, level)
    return too_deep
