"""Compiled code for `segments.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import FNV_BASIS, add_symbol, finish

_SPACE = np.uint64(32)
# The width of each byte: the first byte of a character one, in ideographic and syllabic scripts two, further bytes nothing.
_WIDTHS = np.repeat(np.array([1, 0, 1, 2], dtype=np.int64), np.array([0x80, 0x40, 0xE3 - 0xC0, 0x100 - 0xE3]))
_SMALL = np.array([byte | 32 if 65 <= byte <= 90 else byte for byte in range(0x100)], dtype=np.uint8)
_PLAIN = np.array([byte > 32 and byte != 0xC2 and not 48 <= byte <= 57 for byte in range(0x100)])  # neither white space nor digit


@jit
def _is_space(text, position, end):
    """The number of bytes of white space here: an ASCII one, or a no-break space."""
    byte = text[position]
    if byte == 32 or (9 <= byte <= 13):
        return 1
    if byte == 0xC2 and position + 1 < end and text[position + 1] == 0xA0:
        return 2
    return 0


@jit
def cut(tag, parent, end, text_start, text_end, text, breaks, unread, skipped_rows, br, a):
    rows = len(tag)
    nearest = np.empty(rows, dtype=np.int32)
    limit = 0
    for row in range(rows):
        limit += tag[row] == 0
    first = np.empty(limit + 1, dtype=np.int32)
    kept = np.empty(limit, dtype=np.int32)
    block = np.empty(limit, dtype=np.int32)
    exact = np.empty(limit, dtype=np.uint64)
    loose = np.empty(limit, dtype=np.uint64)
    width = np.empty(limit, dtype=np.int32)
    link_width = np.empty(limit, dtype=np.int32)

    segments, texts = 0, 0
    pending, open_block, broken = -1, -1, True  # first text node of the current segment, its block, whether there was a break
    strict, free = FNV_BASIS, FNV_BASIS
    wide, linked = 0, 0
    space, space_linked, in_digits = False, False, False
    link_end, place = 0, 0
    row = 0
    while row < rows:
        number = tag[row]
        nearest[row] = nearest[parent[row]] if row > 0 else 0
        if number != 0:
            if breaks[number]:
                broken = True
                if number != br:
                    nearest[row] = row
            if number == a:
                link_end = end[row]
            while place < len(skipped_rows) and skipped_rows[place] < row:
                place += 1
            unseen = unread[number] or (place < len(skipped_rows) and skipped_rows[place] == row)
            row = end[row] if unseen else row + 1
            continue
        if broken or nearest[row] != open_block:
            if pending >= 0 and wide > 0:
                first[segments], block[segments] = pending, open_block
                exact[segments], loose[segments] = finish(strict), finish(free)
                width[segments], link_width[segments] = wide, linked
                segments += 1
            elif pending >= 0:
                texts = pending  # only white space
            pending, open_block, broken = texts, nearest[row], False
            strict, free, wide, linked, space, in_digits = FNV_BASIS, FNV_BASIS, 0, 0, False, False
        kept[texts] = row
        texts += 1
        position, stop = text_start[row], text_end[row]
        before, inside_link = wide, row < link_end
        while position < stop:
            byte = text[position]
            if byte <= 32 or byte == 0xC2:
                skipped = _is_space(text, position, stop)
                if skipped:
                    space, space_linked = wide > 0, inside_link
                    position += skipped
                    continue
            if space:
                strict, free = add_symbol(strict, _SPACE), add_symbol(free, _SPACE)
                wide += 1
                linked += space_linked
                before += 1
                space, in_digits = False, False
            if not 48 <= byte <= 57:
                in_digits = False
                while True:  # the usual case: no digits, and single spaces
                    strict, free = add_symbol(strict, byte), add_symbol(free, _SMALL[byte])
                    wide += _WIDTHS[byte]
                    position += 1
                    if position == stop:
                        break
                    byte = text[position]
                    if not _PLAIN[byte] and (byte != 32 or position + 1 == stop or not _PLAIN[text[position + 1]]):
                        break
                continue
            strict = add_symbol(strict, byte)
            if not in_digits:
                in_digits = True
                free = add_symbol(free, 48)
            wide += 1
            position += 1
        linked += wide - before if inside_link else 0
        row += 1
    if pending >= 0 and wide > 0:
        first[segments], block[segments] = pending, open_block
        exact[segments], loose[segments] = finish(strict), finish(free)
        width[segments], link_width[segments] = wide, linked
        segments += 1
    elif pending >= 0:
        texts = pending
    first[segments] = texts
    return (
        first[: segments + 1].copy(), kept[:texts].copy(), block[:segments].copy(), exact[:segments].copy(), loose[:segments].copy(),
        width[:segments].copy(), link_width[:segments].copy(),
    )  # fmt: skip


@jit
def rows_of(first, rows, chosen):
    """The text nodes of the chosen segments."""
    count = 0
    for segment in range(len(chosen)):
        if chosen[segment]:
            count += first[segment + 1] - first[segment]
    found = np.empty(count, dtype=np.int32)
    count = 0
    for segment in range(len(chosen)):
        if chosen[segment]:
            for place in range(first[segment], first[segment + 1]):
                found[count] = rows[place]
                count += 1
    return found
