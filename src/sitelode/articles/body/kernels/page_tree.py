"""Compiled code for the paths of a page and the tree above its text."""
# mypy: ignore-errors

import numpy as np

from sitelode.articles.body.tag_groups import CELL
from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import mix
from sitelode.paths.path_text import NARROW_ROW

FARTHEST_MARKER = 20  # steps up; markers farther away, and missing ones, count as this. Set by hand


@jit
def path_codes(tag, parent, labels, groups):
    """The code of every row's path. Cells of narrow rows are distinguished by their column."""
    rows = len(tag)
    codes = np.empty(rows, dtype=np.uint64)
    cells = np.zeros(rows, dtype=np.int32)
    for row in range(1, rows):
        if groups[tag[row]] & CELL:
            cells[parent[row]] += 1
    place = np.zeros(rows, dtype=np.int32)
    for row in range(rows):
        if tag[row] == 0:
            codes[row] = codes[parent[row]] if row > 0 else np.uint64(0)
            continue
        above = codes[parent[row]] if row > 0 else np.uint64(0)
        code = mix(above, labels[row])
        if groups[tag[row]] & CELL and 1 < cells[parent[row]] <= NARROW_ROW:
            place[parent[row]] += 1
            code = mix(code, np.uint64(place[parent[row]]))
        codes[row] = code
    return codes


@jit
def holders(parent, end, first, rows, block):
    """For every segment, the innermost element that holds all of it: its block, or an inline element inside."""
    found = np.empty(len(block), dtype=np.int32)
    for segment in range(len(block)):
        last = rows[first[segment + 1] - 1]
        holder = parent[rows[first[segment]]]
        while holder != block[segment] and end[holder] <= last:
            holder = parent[holder]
        found[segment] = holder
    return found


@jit
def skeleton(tag, parent, codes, kin, marks, holder, markers):
    """The tree of the elements above segments.

    Returns for each of its elements the parent's index (-1 for the root), kin, code and tag, the number of siblings with its kin (itself
    included), and the steps up to each marker; then for each segment the index of its holder.
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
                near[this, marker] = min(near[above[this], marker] + 1, FARTHEST_MARKER) if this > 0 else FARTHEST_MARKER
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
