"""Compiled code: the standard's stack of open elements and list of active formatting elements, as far as `guard.py` needs them.

Elements deeper than MAX_DEPTH are on the stack although they are cut from the page: their end tags must be known, to be cut as well.
"""
# mypy: ignore-errors

from numba import types

from sitelode.dom import tag_roles as role
from sitelode.dom.guard import MAX_DEPTH
from sitelode.dom.memory_kernel import NUMBERS, compiled

LEVELS = 8 * MAX_DEPTH  # kept by name; deeper ones are only counted
SEARCHED = MAX_DEPTH  # levels looked through for an element to close
MOST_BLOCKS_CLOSED_OVER = 7  # the standard's adoption agency algorithm gives up at the eighth

NAME, PART, JOINED, JOINING, LISTED, MARKED_BASE, MARKED_OPEN, STATE = range(0, 8 * LEVELS, LEVELS)
"""Where the columns of the model begin: names of the elements on the stack; parts they play; bytes of text joined beside a table; bytes
copied to join them; names in the list; for each marker, where the list began before it, and how many from there on were open."""

(
    HEIGHT, BEYOND, FRAMES, LISTS, BASE, OPEN, MARKERS, REOPENED, IN_BODY, RUN, RUN_JOINING, ALL_JOINING, EDITS, ROOM,
) = range(STATE, STATE + 14)  # fmt: skip
"""Single numbers of the model: elements on the stack; those too deep to be kept by name; sets of frames; formatting elements in the list;
where the list begins for the innermost marker; how many from there on are on the stack; markers; elements opened again; whether the body
has begun; bytes of text since the last node; bytes copied to join those; bytes copied in all; changes to make; room for them."""

EDIT = STATE + 14  # where the changes begin, three numbers each
MODEL = NUMBERS
_int, _bool, _none = types.int64, types.boolean, types.void


@compiled(_int(MODEL))
def top_parts(model):
    height = model[HEIGHT]
    return model[PART + height - 1] if height > 0 else 0


@compiled(_int(MODEL))
def top_level(model):
    """Level of the topmost element that is not cut: the one in which the parser is."""
    level = min(model[HEIGHT], MAX_DEPTH) - 1
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
    too_deep = level >= MAX_DEPTH and not (name == role.A and part & role.FORMATTING)
    if too_deep:
        part = part & ~(role.FORMATTING | role.MARKER) | role.TOO_DEEP
    model[NAME + level], model[PART + level] = name, part
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
def pop_to(model, level):
    """Close the element at a level and all above it."""
    for above in range(model[HEIGHT] - 1, level - 1, -1):
        part = model[PART + above]
        if part & role.MARKER:
            model[MARKERS] -= 1
            model[LISTS] = model[BASE]
            model[BASE], model[OPEN] = model[MARKED_BASE + model[MARKERS]], model[MARKED_OPEN + model[MARKERS]]
        elif part & role.FORMATTING:
            model[OPEN] -= 1
    model[HEIGHT], model[BEYOND] = level, 0
    if not model[PART + level] & (role.MAY_VANISH | role.TOO_DEEP):
        new_place(model)


@compiled(_none(MODEL, _int))
def take_out(model, level):
    """Close one element, leaving open those above it."""
    if model[PART + level] & role.FORMATTING:
        model[OPEN] -= 1
    for above in range(level + 1, model[HEIGHT]):
        model[NAME + above - 1], model[PART + above - 1] = model[NAME + above], model[PART + above]
        model[JOINED + above - 1], model[JOINING + above - 1] = model[JOINED + above], model[JOINING + above]
    model[HEIGHT] -= 1
    new_place(model)


@compiled(_int(MODEL, _int))
def find_too_deep(model, name):
    """Level of the nearest element of this name that is cut, above all that are not; or -1."""
    level = model[HEIGHT] - 1
    while level >= 0 and model[PART + level] & role.TOO_DEEP:
        if model[NAME + level] == name:
            return level
        level -= 1
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


@compiled(_none(MODEL))
def reopen(model):
    """Open the formatting elements again that were closed by the end of a block, as text and inline elements do."""
    closed = model[LISTS] - model[BASE] - model[OPEN]
    model[REOPENED] += closed
    for place in range(model[LISTS] - closed, model[LISTS]):
        if model[HEIGHT] >= MAX_DEPTH:
            break
        push(model, model[LISTED + place], role.FORMATTING)
        model[OPEN] += 1


@compiled(_int(MODEL, _int))
def _place_in_list(model, name):
    for place in range(model[LISTS] - 1, model[BASE] - 1, -1):
        if model[LISTED + place] == name:
            return place
    return -1


@compiled(_none(MODEL, _int))
def _remove_from_list(model, place):
    for later in range(place + 1, model[LISTS]):
        model[LISTED + later - 1] = model[LISTED + later]
    model[LISTS] -= 1


@compiled(_bool(MODEL, _int))
def close(model, level):
    """Close the element at a level and all above it, if there is one; whether it is cut, so that its end tag must be, too."""
    if level < 0:
        return False
    too_deep = model[PART + level] & role.TOO_DEEP != 0
    pop_to(model, level)
    return too_deep


@compiled(_bool(MODEL, _int))
def end_formatting(model, name):
    """The end tag of a formatting element; whether it must be cut."""
    place = _place_in_list(model, name)
    if place < 0:
        return close(model, find_open(model, name, role.SPECIAL))
    if place - model[BASE] >= model[OPEN]:
        _remove_from_list(model, place)
        return False
    level = find_open(model, name, role.SCOPE)
    blocks = 0
    for above in range(level + 1, model[HEIGHT]):
        blocks += model[PART + above] & role.SPECIAL != 0
    if level < 0 or blocks > MOST_BLOCKS_CLOSED_OVER:
        return False
    _remove_from_list(model, place)
    if blocks == 0:
        pop_to(model, level)
    else:
        model[REOPENED] += 4 * blocks  # for each block the element is made again, and up to three others with it
        take_out(model, level)
    return False


@compiled(_none(MODEL))
def _forget_link(model):
    """Take a link that is still open off stack and list."""
    place = _place_in_list(model, role.A)
    if place < 0:
        return
    if place - model[BASE] < model[OPEN]:
        level = find_open(model, role.A, role.MARKER)
        if level < 0:
            return
        take_out(model, level)
    _remove_from_list(model, place)


@compiled(_bool(MODEL, _int, _int))
def has_too_many(model, name, most):
    """Whether a formatting element must be cut. A link never is: it closes an open link, and nothing may hide a link."""
    return name != role.A and (model[LISTS] - model[BASE] >= most or model[LISTS] >= LEVELS)


@compiled(_bool(MODEL, _int, _int, _int))
def start_formatting(model, name, part, most):
    """Open a formatting element; whether it must be cut."""
    if has_too_many(model, name, most):
        return True
    if name == role.A:
        end_formatting(model, role.A)
        _forget_link(model)
    elif model[HEIGHT] >= MAX_DEPTH:
        return push(model, name, part)
    if model[LISTS] < LEVELS and model[HEIGHT] < LEVELS:
        model[LISTED + model[LISTS]] = name
        model[LISTS] += 1
        push(model, name, part)
        model[OPEN] += 1
    return False
