"""Compiled code behind `captions.py`."""
# mypy: ignore-errors

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def _white(text, position, end):
    """How many bytes the character here has, if it is white space of any script; 0 if it is not."""
    byte = text[position]
    if byte <= 32:
        return 1 if byte == 32 or 9 <= byte <= 13 or byte >= 28 else 0
    if byte == 0xC2 and position + 1 < end:
        return 2 if text[position + 1] == 0x85 or text[position + 1] == 0xA0 else 0
    if position + 2 >= end or not 0xE1 <= byte <= 0xE3:
        return 0
    second, third = text[position + 1], text[position + 2]
    if byte == 0xE2 and second == 0x80:
        return 3 if 0x80 <= third <= 0x8A or 0xA8 <= third <= 0xA9 or third == 0xAF else 0
    is_space = (byte == 0xE1 and second == 0x9A and third == 0x80) or (byte == 0xE2 and second == 0x81 and third == 0x9F)
    return 3 if is_space or (byte == 0xE3 and second == 0x80 and third == 0x80) else 0


@njit(cache=True, nogil=True)
def _is_blank(text, position, end):
    while position < end:
        step = _white(text, position, end)
        if step == 0:
            return False
        position += step
    return True


@njit(cache=True, nogil=True)
def _is_caption(tag, parent, end, text_start, text_end, row, body_rows, no_parts, p, a, figcaption):
    """Whether the text of an element with a picture is a caption."""
    linked, marked = 0, False
    for inside in range(row, end[row]):
        if no_parts[tag[inside]]:
            return False
        marked |= tag[inside] == figcaption
        if tag[inside] == a:
            linked += text_end[inside] - text_start[inside]
    above = parent[row]
    for _ in range(2):
        if above <= 0:
            break
        if tag[above] == a:
            return False
        above = parent[above]
    if linked * 2 > text_end[row] - text_start[row]:
        return False
    if marked or tag[row] != p:
        return True
    place = np.searchsorted(body_rows, row, side="right")  # a picture in a line of the body's own text has no caption
    return not (place < len(body_rows) and body_rows[place] < end[row])


@njit(cache=True, nogil=True)
def captions(tag, parent, end, text_start, text_end, text, start, stop, body_rows, no_parts, tags, limits):
    """The pictures whose place in the text is from start to stop, and for each the element whose text is its caption, -1 for none."""
    img, p, a, figcaption = tags
    most_pictures, highest, longest, most_rows = limits
    pictures = np.empty(most_pictures, dtype=np.int32)
    found = np.full(most_pictures, -1, dtype=np.int32)
    count = 0
    for picture in range(len(tag)):
        if tag[picture] != img or not start <= text_start[picture] <= stop:
            continue
        if count == most_pictures:
            break
        pictures[count] = picture
        row = parent[picture]
        for _ in range(highest):
            if row <= 0:
                break
            if not _is_blank(text, text_start[row], text_end[row]):
                short = text_end[row] - text_start[row] <= longest and end[row] - row <= most_rows
                if short and _is_caption(tag, parent, end, text_start, text_end, row, body_rows, no_parts, p, a, figcaption):
                    found[count] = row
                break
            row = parent[row]
        count += 1
    return pictures[:count], found[:count]
