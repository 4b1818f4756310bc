"""Compiled code behind `text_nodes.py`: text nodes with the codes of their texts and paths, and labels beside values."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import FNV_BASIS, add_symbol, finish, mix

_SPACE, _LETTER, _DIGIT = np.uint64(32), np.uint64(97), np.uint64(48)
_SHAPE_SYMBOLS = 12  # of a value's beginning; with more, every text would have its own shape. Both set by hand
_LONGEST_LABEL = 60  # bytes of a label inside a value


@jit
def _space_at(text, position, end):
    byte = text[position]
    if byte == 32 or 9 <= byte <= 13:
        return 1
    return 2 if byte == 0xC2 and position + 1 < end and text[position + 1] == 0xA0 else 0


@jit
def _separator_at(text, position, end):
    """Length in bytes of a colon or equals sign at this position, including the wide colon of Chinese and Japanese."""
    byte = text[position]
    if byte == 58 or byte == 61:
        return 1
    return 3 if byte == 0xEF and position + 2 < end and text[position + 1] == 0xBC and text[position + 2] == 0x9A else 0


@jit
def read_text(text, start, end):
    """Codes of a text with white space collapsed, of its shape, and of the label it begins with; and the end of that label, or -1.

    A code of 0 means none: the text is white space, or begins with no label.
    """
    exact, shape, label = FNV_BASIS, FNV_BASIS, np.uint64(0)
    label_end, symbols, last = -1, 0, np.uint64(0)
    seen, space = False, False
    position = start
    while position < end:
        skipped = _space_at(text, position, end)
        if skipped:
            space = seen
            position += skipped
            continue
        byte = np.uint64(text[position])
        if label_end < 0 and seen and 2 <= position - start <= _LONGEST_LABEL:
            wide = _separator_at(text, position, end)
            if wide:
                label_end = position + wide
                label = finish(exact)
        if space:
            exact = add_symbol(exact, _SPACE)
        exact = add_symbol(exact, byte)
        symbol = byte
        if byte >= 128 or 65 <= byte <= 90 or 97 <= byte <= 122:
            symbol = _LETTER
        elif 48 <= byte <= 57:
            symbol = _DIGIT
        if symbols < _SHAPE_SYMBOLS:
            if space:
                shape = add_symbol(shape, _SPACE)
                symbols += 1
                last = _SPACE
            if symbol != last or (symbol != _LETTER and symbol != _DIGIT):
                shape = add_symbol(shape, symbol)
                symbols += 1
                last = symbol
        seen, space = True, False
        position += 1
    if not seen:
        return np.uint64(0), np.uint64(0), np.uint64(0), -1
    if label_end >= 0:
        rest = label_end
        while rest < end and _space_at(text, rest, end):
            rest += _space_at(text, rest, end)
        if rest >= end or (rest == label_end and text[rest] == 47):  # a label with nothing after it, or an address
            label, label_end = np.uint64(0), -1
    return finish(exact), shape, label, label_end


@jit
def read_nodes(tag, parent, end, tag_codes, labels, sibling, is_anchor, unread, a, text, text_start, text_end, most):
    """For every text node with content: its row, the codes of its text and of its four paths, and whether it is in a link."""
    rows = len(tag)
    by_tags = np.zeros(rows, np.uint64)
    by_places = np.zeros(rows, np.uint64)
    by_labels = np.zeros(rows, np.uint64)
    by_anchor = np.zeros(rows, np.uint64)
    found = np.empty(rows, np.int32)
    codes = np.zeros((8, rows), np.uint64)  # exact, shape, inner label, the four paths, in a link
    label_ends = np.empty(rows, np.int32)
    count, row, link_end = 0, 0, 0
    none = np.uint64(0)
    while row < rows and count < most:
        number = tag[row]
        if number != 0 and unread[number]:
            row = end[row]
            continue
        above = parent[row]
        if number == a:
            link_end = end[row]
        by_tags[row] = mix(by_tags[above] if row else none, tag_codes[row])
        by_places[row] = mix(by_places[above] if row else none, mix(tag_codes[row], np.uint64(sibling[row])))
        by_labels[row] = mix(by_labels[above] if row else none, labels[row])
        by_anchor[row] = labels[row] if is_anchor[row] or row == 0 else mix(by_anchor[above], tag_codes[row])
        if number == 0:
            exact, shape, label, label_end = read_text(text, text_start[row], text_end[row])
            if exact != none:
                found[count], label_ends[count] = row, label_end
                codes[0, count], codes[1, count], codes[2, count] = exact, shape, label
                codes[3, count], codes[4, count] = by_tags[row], by_places[row]
                codes[5, count], codes[6, count] = by_labels[row], by_anchor[row]
                codes[7, count] = np.uint64(row < link_end)
                count += 1
        row += 1
    return found[:count].copy(), codes[:, :count].copy(), label_ends[:count].copy(), by_labels


@jit
def beside_label(rows, before, parent, end, is_row, most_texts):
    """Whether each text node is in the same row or small block as the label before it.

    `before` is the index of the label among the text nodes, or -1. The smallest element around both must be a row by its tag, or have few
    texts; the walk up ends at the first element that is neither.
    """
    beside = np.zeros(len(rows), np.bool_)
    for node in range(len(rows)):
        label = before[node]
        if label < 0:
            continue
        holder = parent[rows[node]]
        while holder > rows[label]:
            holder = parent[holder]
        if is_row[holder]:
            beside[node] = True
            continue
        first, last = np.searchsorted(rows, holder), np.searchsorted(rows, end[holder])
        beside[node] = last - first <= most_texts
    return beside
