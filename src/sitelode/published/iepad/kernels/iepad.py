"""Compiled code behind `token_classes.py` and `regular_repeats.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit

_DIVERSE = -1
_ANY, _LETTERS, _NUMBER, _NEITHER = 0, 1, 2, 3


@jit
def _class_of_text(text, start, end):
    """0 where there is nothing but white space, else 1 + the class of text."""
    letters, digits, others = 0, 0, 0
    for position in range(start, end):
        byte = text[position]
        if byte == 32 or 9 <= byte <= 13 or byte == 0xA0 or byte == 0xC2:
            continue
        if byte >= 0xC3 or 65 <= byte <= 90 or 97 <= byte <= 122:
            letters += 1
        elif 48 <= byte <= 57:
            digits += 1
        elif byte < 128:
            others += 1
    if letters + digits + others == 0:
        return 0
    if letters == 0 and digits > 0:
        return 1 + _NUMBER
    return 1 + (_LETTERS if digits == 0 and letters > 0 else _ANY if letters > 0 else _NEITHER)


@jit
def tokens_of(tag, end, dropped, void, text, text_start, text_end, finer, first_class):
    """Start tags, texts and end tags in document order; texts with no tag between them are one token."""
    rows = len(tag)
    tokens = np.empty(2 * rows, np.uint32)
    at, last = np.empty(2 * rows, np.int32), np.empty(2 * rows, np.int32)
    opened = np.empty(rows + 1, np.int32)
    count, depth = 0, 0
    in_text, kind = False, 0
    for row in range(rows + 1):
        while depth > 0 and (row == rows or end[opened[depth - 1]] <= row):
            depth -= 1
            element = opened[depth]
            if not dropped[tag[element]] and not void[tag[element]]:
                tokens[count] = 2 * np.uint32(tag[element]) + 1
                at[count] = last[count] = element
                count += 1
                in_text = False
        if row == rows:
            break
        if tag[row] != 0:
            opened[depth] = row
            depth += 1
            if not dropped[tag[row]]:
                tokens[count] = 2 * np.uint32(tag[row])
                at[count] = last[count] = row
                count += 1
                in_text = False
            continue
        found = _class_of_text(text, text_start[row], text_end[row])
        if found == 0:
            continue
        kind = found - 1 if not in_text else (kind if kind == found - 1 else _ANY)
        if not in_text:
            at[count] = row
            count += 1
            in_text = True
        last[count - 1] = row
        tokens[count - 1] = first_class + kind if finer and kind != _ANY else 0
    return tokens[:count].copy(), at[:count].copy(), last[:count].copy()


@jit
def left_diverse_nodes(symbols, separator, order, lcp):
    """The inner nodes with different symbols before their suffixes: place, count, length, first and last position of each.

    One walk over the nested intervals of equal prefixes; first and last positions are passed up from node to node, so that nothing is
    visited twice.
    """
    room = lcp.max() + 2
    begin, depth, before = np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room, np.int64)
    low, high = np.empty(room, np.int64), np.empty(room, np.int64)
    found = np.empty((5, len(order)), np.int32)
    count, top = 0, 0
    begin[0] = depth[0] = 0
    before[0], low[0], high[0] = _DIVERSE, len(symbols), -1
    for place in range(1, len(order) + 1):
        shared = lcp[place] if place < len(order) else 0
        start, position = place - 1, np.int64(order[place - 1])
        left = np.int64(_DIVERSE if position == 0 or symbols[position - 1] == separator else symbols[position - 1])
        first = last = position
        while depth[top] > shared:
            left = before[top] if before[top] == left else _DIVERSE
            first, last = min(first, low[top]), max(last, high[top])
            start = begin[top]
            if left == _DIVERSE:
                found[0, count], found[1, count], found[2, count] = start, place - start, depth[top]
                found[3, count], found[4, count] = first, last
                count += 1
            top -= 1
        if depth[top] < shared:
            top += 1
            begin[top], depth[top], before[top], low[top], high[top] = start, shared, left, first, last
        else:
            before[top] = before[top] if before[top] == left else _DIVERSE
            low[top], high[top] = min(low[top], first), max(high[top], last)
    return found[:, :count].copy()


@jit
def gap_deviations(order, places, counts):
    """For every repeat, the standard deviation of the gaps between neighbouring occurrences."""
    result = np.zeros(len(places))
    for repeat in range(len(places)):
        positions = np.sort(order[places[repeat] : places[repeat] + counts[repeat]])
        gaps = np.diff(positions)
        result[repeat] = np.std(gaps.astype(np.float64))
    return result
