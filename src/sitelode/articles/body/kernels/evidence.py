"""Compiled code behind `evidence.py`."""
# mypy: ignore-errors

import numpy as np

from sitelode.articles.body.link_targets import OWN_SITE, SIBLING, WITHIN_PAGE
from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.code_table import place_of, slot_of, slots_of
from sitelode.compiled.kernels.codes import mix
from sitelode.text.kernels.words import is_word_byte, word_code, word_end

_NARROW_ROW = 4  # cells; in wider rows the cells of a column are alike
STRONG, EMPHASIS, CODE, MEDIA, CONTROL, CELL, ROW, LINK = 1, 2, 4, 8, 16, 32, 64, 128


@jit
def path_codes(tag, parent, labels, kinds):
    """The code of every row's path. Cells of narrow rows are told apart by their place."""
    rows = len(tag)
    codes = np.empty(rows, dtype=np.uint64)
    cells = np.zeros(rows, dtype=np.int32)
    for row in range(1, rows):
        if kinds[tag[row]] & CELL:
            cells[parent[row]] += 1
    place = np.zeros(rows, dtype=np.int32)
    for row in range(rows):
        if tag[row] == 0:
            codes[row] = codes[parent[row]] if row > 0 else np.uint64(0)
            continue
        above = codes[parent[row]] if row > 0 else np.uint64(0)
        code = mix(above, labels[row])
        if kinds[tag[row]] & CELL and 1 < cells[parent[row]] <= _NARROW_ROW:
            place[parent[row]] += 1
            code = mix(code, np.uint64(place[parent[row]]))
        codes[row] = code
    return codes


@jit
def holders(parent, end, first, rows, block):
    """For every segment the innermost element that holds all of it: its block, or an inline element inside."""
    found = np.empty(len(block), dtype=np.int32)
    for segment in range(len(block)):
        last = rows[first[segment + 1] - 1]
        holder = parent[rows[first[segment]]]
        while holder != block[segment] and end[holder] <= last:
            holder = parent[holder]
        found[segment] = holder
    return found


@jit
def _terminator(text, position, stop):
    """Whether a character that ends a sentence starts here; the second value is how many bytes it has."""
    byte = text[position]
    if byte == 46 or byte == 33 or byte == 63:
        return True, 1
    if position + 2 < stop:
        second, third = text[position + 1], text[position + 2]
        if byte == 0xE3 and second == 0x80 and third == 0x82:  # ideographic full stop
            return True, 3
        if byte == 0xEF and second == 0xBC and (third == 0x81 or third == 0x9F or third == 0x8E):  # full-width ! ? .
            return True, 3
        if byte == 0xE2 and second == 0x80 and third == 0xA6:  # ellipsis
            return True, 3
        if byte == 0xE0 and second == 0xA5 and third == 0xA4:  # danda
            return True, 3
    if position + 1 < stop and byte == 0xDB and text[position + 1] == 0x94:  # Arabic full stop
        return True, 2
    if position + 1 < stop and byte == 0xD8 and text[position + 1] == 0x9F:  # Arabic question mark
        return True, 2
    return False, 1


@jit
def _closing(text, position, stop):
    """How many bytes of a closing quotation mark or bracket stand here."""
    byte = text[position]
    if byte == 34 or byte == 39 or byte == 41 or byte == 93:
        return 1
    if position + 1 < stop and byte == 0xC2 and (text[position + 1] == 0xBB or text[position + 1] == 0xAB):
        return 2
    if position + 2 < stop and byte == 0xE2 and text[position + 1] == 0x80 and 0x98 <= text[position + 2] <= 0x9F:
        return 3
    if position + 2 < stop and byte == 0xE3 and text[position + 1] == 0x80 and (text[position + 2] == 0x8D or text[position + 2] == 0x8F):
        return 3
    return 0


@jit
def text_columns(tag, parent, text_start, text_end, text, kinds, first, rows, block, width, link_width, title, description, stated, target):
    """What the text of each segment looks like, and what stands right before and after it; columns as in TEXT_COLUMNS."""
    count = len(block)
    out = np.zeros((count, 28), dtype=np.float32)
    leads = _leads(tag, parent, kinds, target)
    seen_title = np.zeros(len(title), dtype=np.int32)
    seen_description = np.zeros(len(description), dtype=np.int32)
    title_slots, description_slots, stated_slots = slots_of(title), slots_of(description), slots_of(stated)
    last_row = 0
    for segment in range(count):
        commas = ends = digits = capitals = letters = words = symbols = 0
        of_title = of_description = title_words = description_words = stated_words = 0
        strong = emphasis = code = 0
        whole = own_site = sibling = 0
        closed, colon = False, False
        row = rows[first[segment]]
        media, controls, links, inner = 0, 0, 0, 0
        for between in range(last_row, row):
            kind = kinds[tag[between]]
            media += (kind & MEDIA) > 0
            controls += (kind & CONTROL) > 0
            if kind & LINK and between > block[segment]:
                links += 1
                inner += target[between] == WITHIN_PAGE
        last_row = row
        for place in range(first[segment], first[segment + 1]):
            row = rows[place]
            position, stop = text_start[row], text_end[row]
            length = stop - position
            whole += length
            own_site += length if leads[row] >= OWN_SITE else 0
            sibling += length if leads[row] == SIBLING else 0
            above = parent[row]
            while above != block[segment] and above > 0:
                kind = kinds[tag[above]]
                strong += length if kind & STRONG else 0
                emphasis += length if kind & EMPHASIS else 0
                code += length if kind & CODE else 0
                above = parent[above]
            while position < stop:
                byte = text[position]
                if byte == 32 or 9 <= byte <= 13:
                    position += 1
                    continue
                is_end, bytes_ = _terminator(text, position, stop)
                if is_end:
                    position += bytes_
                    ends += position >= stop or not is_word_byte(text[position]) or bytes_ > 1
                    closed, colon = True, False
                    continue
                skipped = _closing(text, position, stop)
                if skipped:
                    position += skipped
                    continue
                if (
                    byte == 44
                    or (byte == 0xEF and position + 2 < stop and text[position + 1] == 0xBC and text[position + 2] == 0x8C)
                    or (byte == 0xE3 and position + 2 < stop and text[position + 1] == 0x80 and text[position + 2] == 0x81)
                    or (byte == 0xD8 and position + 1 < stop and text[position + 1] == 0x8C)
                ):
                    commas += 1
                    position += 1 if byte == 44 else 2 if byte == 0xD8 else 3
                    closed = colon = False
                    continue
                if not is_word_byte(byte):
                    colon = byte == 58 or byte == 59
                    closed = False
                    symbols += 1
                    position += 1
                    continue
                closed = colon = False
                after = word_end(text, position, stop)
                word = word_code(text, position, after)
                words += 1
                for inside in range(position, after):
                    byte = text[inside]
                    digits += 48 <= byte <= 57
                    capitals += 65 <= byte <= 90
                    letters += byte >= 65
                found = place_of(word, title) if title_slots[slot_of(word, len(title_slots))] else -1
                if found >= 0:
                    title_words += 1
                    if seen_title[found] != segment + 1:
                        seen_title[found] = segment + 1
                        of_title += 1
                found = place_of(word, description) if description_slots[slot_of(word, len(description_slots))] else -1
                if found >= 0:
                    description_words += 1
                    if seen_description[found] != segment + 1:
                        seen_description[found] = segment + 1
                        of_description += 1
                if stated_slots[slot_of(word, len(stated_slots))]:
                    stated_words += place_of(word, stated) >= 0
                position = after
            for between in range(last_row, row):
                if kinds[tag[between]] & LINK:
                    links += 1
                    inner += target[between] == WITHIN_PAGE
            last_row = row + 1
        wide = max(width[segment], 1)
        many = max(words, 1)
        out[segment, 0] = np.log1p(width[segment])
        out[segment, 1] = link_width[segment] / wide
        out[segment, 2] = min(20 * commas / wide, 3)
        out[segment, 3] = min(60 * ends / wide, 3)
        out[segment, 4] = closed
        out[segment, 5] = colon
        out[segment, 6] = digits / wide
        out[segment, 7] = capitals / max(letters, 1)
        out[segment, 8] = np.log1p(words)
        out[segment, 9] = min(wide / many, 30)
        out[segment, 10] = min(symbols / wide, 1)
        out[segment, 11] = title_words / many
        out[segment, 12] = of_title / max(len(title), 1)
        out[segment, 13] = description_words / many
        out[segment, 14] = of_description / max(len(description), 1)
        out[segment, 15] = stated_words / many if len(stated) else -1
        out[segment, 16] = min(strong / wide, 1)
        out[segment, 17] = min(emphasis / wide, 1)
        out[segment, 18] = min(code / wide, 1)
        out[segment, 19] = min(media, 5)
        out[segment, 21] = min(controls, 5)
        out[segment, 22] = min(links, 10)
        out[segment, 25] = inner / max(links, 1)
        out[segment, 26] = own_site / max(whole, 1)
        out[segment, 27] = sibling / max(whole, 1)
        if segment > 0:
            out[segment - 1, 20] = min(media, 5)
    start = 0
    for segment in range(count + 1):
        if segment == count or block[segment] != block[start]:
            for place in range(start, segment):
                out[place, 23] = min(segment - start, 20)
                out[place, 24] = min(place - start, 20)
            start = segment
    return out


@jit
def _leads(tag, parent, kinds, target):
    """For every row where the link leads that it stands in."""
    leads = np.zeros(len(tag), dtype=np.uint8)
    for row in range(1, len(tag)):
        leads[row] = target[row] if kinds[tag[row]] & LINK else leads[parent[row]]
    return leads


@jit
def skeleton(tag, parent, codes, kin, marks, holder, markers):
    """The tree above the segments and nothing else.

    Returns for each of its elements the parent's place (-1 for the root), kin, code and tag, how many siblings are its kin (itself
    included), and how many steps above it each marker stands; then for each segment the place of its holder.
    """
    used = np.zeros(len(tag), dtype=np.bool_)
    for segment in range(len(holder)):
        row = holder[segment]
        while row >= 0 and not used[row]:
            used[row] = True
            row = parent[row]
    place = np.full(len(tag), -1, dtype=np.int32)
    count = 0
    for row in range(len(tag)):
        if used[row]:
            place[row] = count
            count += 1
    above = np.empty(count, dtype=np.int32)
    kin_of = np.empty(count, dtype=np.uint64)
    code_of = np.empty(count, dtype=np.uint64)
    tag_of = np.empty(count, dtype=np.uint16)
    near = np.empty((count, markers), dtype=np.uint8)
    keys = np.empty(count, dtype=np.uint64)
    for row in range(len(tag)):
        if not used[row]:
            continue
        this = place[row]
        above[this] = place[parent[row]] if row > 0 else -1
        kin_of[this], code_of[this], tag_of[this] = kin[row], codes[row], tag[row]
        keys[this] = mix(kin[row], np.uint64(above[this] + 7))
        for marker in range(markers):
            if marks[row] >> np.uint32(marker) & np.uint32(1):
                near[this, marker] = 0
            else:
                near[this, marker] = min(near[above[this], marker] + 1, 20) if this > 0 else 20
    order = np.argsort(keys)
    alike = np.ones(count, dtype=np.int32)
    start = 0
    for position in range(1, count + 1):
        if position == count or keys[order[position]] != keys[order[start]]:
            for member in range(start, position):
                alike[order[member]] = position - start
            start = position
    held_by = np.empty(len(holder), dtype=np.int32)
    for segment in range(len(holder)):
        held_by[segment] = place[holder[segment]]
    return above, kin_of, code_of, tag_of, alike, near, held_by
