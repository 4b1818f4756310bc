"""Compiled code: the standard's list of active formatting elements, as far as `guard.py` needs it.

Elements of this list that are closed with a block are opened again in the next. The first of those that follow the last marker are on the
stack, the others closed.
"""
# mypy: ignore-errors

from numba import types

from sitelode.html.kernels.memory import compiled
from sitelode.html.limits import tag_roles as role
from sitelode.html.limits.depth_guard import MAX_DEPTH
from sitelode.html.limits.kernels.open_elements import (
    BASE,
    HEIGHT,
    KEPT,
    LEVELS,
    LISTED,
    LISTS,
    MODEL,
    OPEN,
    PART,
    REOPENED,
    close,
    find_open,
    move,
    new_place,
    pop_to,
    push,
    take_out,
)

_STAYING_NEARBY = 3  # formatting elements beside each block
MOST_BLOCKS_CLOSED_OVER = 7  # the standard's adoption agency algorithm gives up at the eighth
_int, _bool, _none = types.int64, types.boolean, types.void


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


@compiled(_none(MODEL, _int, _int, _int))
def _adopt(model, level, last_block, place):
    """Close a formatting element over the blocks in it, up to the last of them: the standard's adoption agency algorithm.

    What is above the last block is closed. Below each block, the next three elements stay if they are formatting elements.
    """
    pop_to(model, last_block + 1)
    nearby = 0
    for above in range(last_block, level, -1):
        is_block = model[PART + above] & role.SPECIAL != 0
        nearby = 0 if is_block else nearby + 1
        model[KEPT + above] = is_block or (nearby <= _STAYING_NEARBY and model[PART + above] & role.FORMATTING != 0)
    height, kept_place, read_place = level, place, place + 1
    model[OPEN] -= 1
    for above in range(level + 1, last_block + 1):
        is_formatting = model[PART + above] & role.FORMATTING != 0
        if model[KEPT + above]:
            move(model, above, height)
            height += 1
            if is_formatting:
                model[LISTED + kept_place] = model[LISTED + read_place]
                kept_place += 1
        elif is_formatting:
            model[OPEN] -= 1
        read_place += is_formatting
    for later in range(read_place, model[LISTS]):
        model[LISTED + kept_place] = model[LISTED + later]
        kept_place += 1
    model[LISTS], model[HEIGHT] = kept_place, height
    new_place(model)


@compiled(_bool(MODEL, _int))
def end_formatting(model, name):
    """The end tag of a formatting element; whether it must be cut, because the standard's algorithm would give up."""
    place = _place_in_list(model, name)
    if place < 0:
        return close(model, find_open(model, name, role.SPECIAL))
    if place - model[BASE] >= model[OPEN]:
        _remove_from_list(model, place)
        return False
    level = find_open(model, name, role.SCOPE)
    if level < 0:
        return False
    blocks, last_block = 0, level
    for above in range(level + 1, model[HEIGHT]):
        if model[PART + above] & role.SPECIAL:
            blocks += 1
            last_block = above
    if blocks > MOST_BLOCKS_CLOSED_OVER:
        return True
    if blocks:
        model[REOPENED] += (1 + _STAYING_NEARBY) * blocks  # for each block they are made again
        _adopt(model, level, last_block, place)
    else:
        _remove_from_list(model, place)
        pop_to(model, level)
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
    """Whether a formatting element must be cut. A link need not be: it closes an open link."""
    return name != role.A and (model[LISTS] - model[BASE] >= most or model[LISTS] >= LEVELS)


@compiled(_bool(MODEL, _int, _int, _int))
def start_formatting(model, name, part, most):
    """Open a formatting element; whether it must be cut."""
    if has_too_many(model, name, most):
        return True
    if name == role.A:
        end_formatting(model, role.A)
        _forget_link(model)
    reopen(model)
    if name == role.NOBR and find_open(model, role.NOBR, role.SCOPE) >= 0:
        end_formatting(model, role.NOBR)
        reopen(model)
    if model[HEIGHT] >= MAX_DEPTH + (name == role.A):
        return push(model, name, part)
    if model[LISTS] < LEVELS and model[HEIGHT] < LEVELS:
        model[LISTED + model[LISTS]] = name
        model[LISTS] += 1
        push(model, name, part)
        model[OPEN] += 1
    return False
