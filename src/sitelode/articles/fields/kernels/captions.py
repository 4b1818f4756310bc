"""Compiled code for `captions.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit


@jit
def _white(text, position, end):
    """The number of bytes of the white space character here, in any script; 0 if there is none."""
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


@jit
def _is_blank(text, position, end):
    while position < end:
        step = _white(text, position, end)
        if step == 0:
            return False
        position += step
    return True


@jit
def _is_block_beside(tag, end, text_start, text_end, text, row, text_tag):
    """Whether all text of an element is one paragraph in a child element, next to the element's other content."""
    node = row
    while True:
        lines, others, inner = 0, 0, -1
        child = node + 1
        while child < end[node]:
            if not _is_blank(text, text_start[child], text_end[child]):
                if tag[child] == text_tag:
                    lines += 1
                else:
                    others, inner = others + 1, child
            child = end[child]
        if lines or others != 1:
            return lines > 0 and node != row
        node = inner


@jit
def _holds_body(body_rows, row, end):
    place = np.searchsorted(body_rows, row, side="right")
    return place < len(body_rows) and body_rows[place] < end[row]


@jit
def _marked_caption(tag, end, text_start, text_end, text, row, picture, figcaption):
    """The figcaption of a picture inside an element: the first one after the picture that has text, else the last one before it; or -1."""
    found = -1
    for inside in range(row, end[row]):
        if tag[inside] == figcaption and not _is_blank(text, text_start[inside], text_end[inside]):
            found = inside
            if inside > picture:
                break
    return found


@jit
def _is_of_links(tag, parent, end, text_start, text_end, row, no_parts, a):
    """Whether a text has parts that no caption has, or is mostly links."""
    linked = 0
    for inside in range(row, end[row]):
        if no_parts[tag[inside]]:
            return True
        if tag[inside] == a:
            linked += text_end[inside] - text_start[inside]
    above = parent[row]
    for _ in range(2):
        if above <= 0:
            break
        if tag[above] == a:
            return True
        above = parent[above]
    return linked * 2 > text_end[row] - text_start[row]


@jit
def _is_in_figure(tag, parent, row, highest, figure):
    for _ in range(highest):
        if row <= 0:
            break
        if tag[row] == figure:
            return True
        row = parent[row]
    return False


@jit
def _caption(tag, parent, end, text_start, text_end, text, row, picture, body_rows, flags, tags, limits):
    """The element that holds the caption of a picture, where `row` is the first element above the picture with text; -1 for none."""
    _, a, figcaption, figure, text_tag, _ = tags
    no_parts, in_marked, lines, _ = flags
    _, highest, longest, _, longest_of_body = limits
    marked = _marked_caption(tag, end, text_start, text_end, text, row, picture, figcaption)
    caption, parts = (marked, in_marked) if marked >= 0 else (row, no_parts)
    length = text_end[caption] - text_start[caption]
    if length > longest or _is_of_links(tag, parent, end, text_start, text_end, caption, parts, a):
        return -1
    if marked >= 0 or not _holds_body(body_rows, row, end) or _is_in_figure(tag, parent, row, highest, figure):
        return caption
    # Body text is a caption only if it is a small block: not a line around a picture, not the paragraphs of a box.
    if lines[tag[row]] or length > longest_of_body:
        return -1
    return caption if _is_block_beside(tag, end, text_start, text_end, text, row, text_tag) else -1


@jit
def captions(tag, parent, end, text_start, text_end, text, start, stop, body_rows, flags, tags, limits):
    """The pictures positioned from start to stop in the text, and for each the element whose text is its caption, -1 for none.

    Also returns whether there is a picture between the first heading and the start.
    """
    img, other_picture, is_heading = tags[0], tags[5], flags[3]
    most_pictures, highest, _, most_rows, _ = limits
    pictures = np.empty(most_pictures, dtype=np.int32)
    found = np.full(most_pictures, -1, dtype=np.int32)
    count = 0
    heading, before = 0, False
    while heading < len(tag) and not is_heading[tag[heading]]:
        heading += 1
    for picture in range(len(tag)):
        if tag[picture] != img and tag[picture] != other_picture:
            continue
        before |= heading < len(tag) and text_start[heading] <= text_start[picture] < start
        if not start <= text_start[picture] <= stop:
            continue
        if count == most_pictures:
            break
        pictures[count] = picture
        row = parent[picture]
        for _ in range(highest):
            if row <= 0:
                break
            if not _is_blank(text, text_start[row], text_end[row]):
                if end[row] - row <= most_rows:
                    found[count] = _caption(tag, parent, end, text_start, text_end, text, row, picture, body_rows, flags, tags, limits)
                break
            row = parent[row]
        count += 1
    return pictures[:count], found[:count], before
