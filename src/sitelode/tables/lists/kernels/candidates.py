"""Compiled code behind `candidates.py`: collects list candidates, and finds duplicates and outliers."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import mix
from sitelode.tables.lists.kernels.record_paths import extend_path, path_slot


@jit
def width_before(shown, text_start, text_end, text):
    """For every row and after the last: the characters of text before it; wide scripts count double, white space does not count."""
    rows = len(shown)
    before = np.zeros(rows + 1, dtype=np.int64)
    wide = 0
    for row in range(rows):
        before[row] = wide
        if shown[row]:
            for position in range(text_start[row], text_end[row]):
                byte = text[position]
                if byte <= 32 or (byte >= 0x80 and byte < 0xC0):
                    continue
                wide += 2 if byte >= 0xE3 else 1
    before[rows] = wide
    return before


@jit
def usable_rows(tag, end, never, skipped):
    """Which rows may be or lead a record."""
    rows = len(tag)
    usable = np.zeros(rows, dtype=np.bool_)
    row = 0
    while row < rows:
        if skipped[tag[row]]:
            row = end[row]
            continue
        usable[row] = not never[tag[row]]
        row += 1
    return usable


@jit
def groups(codes):
    """The start and stop of each run of two or more equal codes in an ascending array."""
    starts, stops = np.empty(len(codes), dtype=np.int64), np.empty(len(codes), dtype=np.int64)
    count, begin = 0, 0
    for place in range(1, len(codes) + 1):
        if place == len(codes) or codes[place] != codes[begin]:
            if place - begin > 1:
                starts[count], stops[count] = begin, place
                count += 1
            begin = place
    return starts[:count].copy(), stops[:count].copy()


@jit
def _last_run_stop(leader, fence, longest, seen, mark, end, slot):
    """Where the last run stops: it includes only siblings that earlier runs have too, and is no longer than the longest run."""
    stop, steps = end[leader], 1
    while stop < fence and steps < longest and seen[slot[stop]] == mark:
        stop = end[stop]
        steps += 1
    return stop


@jit
def sibling_lists(starts, stops, rows, parent, end, slot, width, most, slots):
    """Candidates among the children of one parent: the children, the runs they lead, and the runs between them.

    `slot` has a number for the label of each row. Returns spans, the first span of each candidate, kinds, and the group of each.
    """
    room = 0
    for group in range(len(starts)):
        room += 3 * (stops[group] - starts[group]) + 3
    room = min(room, most)
    start, stop = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    first = np.empty(3 * len(starts) + 1, dtype=np.int64)
    kind, origin = np.empty(3 * len(starts), dtype=np.int8), np.empty(3 * len(starts), dtype=np.int64)
    seen = np.full(slots, -1, dtype=np.int64)
    spans, count = 0, 0
    for group in range(len(starts)):
        members = stops[group] - starts[group]
        if spans + 3 * members + 3 > room:
            break
        leader0, leader1 = rows[starts[group]], rows[stops[group] - 1]
        fence = end[parent[leader0]]
        if width[end[leader1]] > width[leader0]:  # otherwise they are empty, whatever is between them
            texts = 0
            for place in range(starts[group], stops[group]):
                texts += width[end[rows[place]]] > width[rows[place]]
            if texts > 1:
                first[count], kind[count], origin[count] = spans, 0, group
                count += 1
                for place in range(starts[group], stops[group]):
                    start[spans], stop[spans] = rows[place], end[rows[place]]
                    spans += 1
        gaps, longest = False, 1
        for place in range(starts[group], stops[group] - 1):
            sibling, steps = end[rows[place]], 1
            while sibling < rows[place + 1]:
                seen[slot[sibling]] = group
                gaps = gaps or width[end[sibling]] > width[sibling]
                sibling = end[sibling]
                steps += 1
            longest = max(longest, steps)
        if not gaps:
            continue
        first[count], kind[count], origin[count] = spans, 1, group
        count += 1
        for place in range(starts[group], stops[group] - 1):
            start[spans], stop[spans] = rows[place], rows[place + 1]
            spans += 1
        start[spans], stop[spans] = leader1, _last_run_stop(leader1, fence, longest, seen, group, end, slot)
        spans += 1
        empty = 0
        for place in range(starts[group], stops[group]):
            empty += width[end[rows[place]]] == width[rows[place]]
        if empty < members:
            continue
        first[count], kind[count], origin[count] = spans, 2, group
        count += 1
        begin = parent[leader0] + 1
        for place in range(starts[group], stops[group] + 1):
            close = rows[place] if place < stops[group] else fence
            if width[close] > width[begin]:
                start[spans], stop[spans] = begin, close
                spans += 1
            if place < stops[group]:
                begin = end[rows[place]]
    first[count] = spans
    return start[:spans].copy(), stop[:spans].copy(), first[: count + 1].copy(), kind[:count].copy(), origin[:count].copy()


@jit
def spread_lists(starts, stops, rows, parent, end, width, kind_of, most):
    """Candidates under several parents, without those whose members contain each other."""
    room = 0
    for group in range(len(starts)):
        room += stops[group] - starts[group]
    room = min(room, most)
    start, stop = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    first, kind = np.empty(len(starts) + 1, dtype=np.int64), np.empty(len(starts), dtype=np.int8)
    spans, count = 0, 0
    for group in range(len(starts)):
        if spans + stops[group] - starts[group] > room:
            break
        several, nested, texts = False, False, 0
        for place in range(starts[group], stops[group]):
            row = rows[place]
            texts += width[end[row]] > width[row]
            if place > starts[group]:
                several = several or parent[row] != parent[rows[place - 1]]
                nested = nested or row < end[rows[place - 1]]
        if nested or not several or texts < 2:
            continue
        first[count], kind[count] = spans, kind_of
        count += 1
        for place in range(starts[group], stops[group]):
            start[spans], stop[spans] = rows[place], end[rows[place]]
            spans += 1
    first[count] = spans
    return start[:spans].copy(), stop[:spans].copy(), first[: count + 1].copy(), kind[:count].copy()


@jit
def worth_keeping(start, stop, first, width, least_share):
    """Which candidates have enough text, and are not duplicates of an earlier one."""
    count = len(first) - 1
    keep = np.zeros(count, dtype=np.bool_)
    codes = np.zeros(count, dtype=np.uint64)
    sums = np.zeros(count, dtype=np.int64)
    total = max(width[-1], 1)
    for candidate in range(count):
        held, code, records, apart = np.int64(0), np.uint64(7), 0, True
        for place in range(first[candidate], first[candidate + 1]):
            apart = apart and (place == first[candidate] or start[place] >= stop[place - 1])
            inside = width[stop[place]] - width[start[place]]
            held += inside
            records += inside > 0
            code = mix(mix(code, np.uint64(start[place])), np.uint64(stop[place]))
        codes[candidate], sums[candidate] = code, held
        keep[candidate] = apart and records > 1 and held >= least_share * total
    order = np.argsort(codes, kind="mergesort")
    for place in range(1, count):
        if codes[order[place]] == codes[order[place - 1]]:
            keep[order[place]] = False
    return keep, sums


@jit
def alike_members(start, stop, first, parent, tag_label, room_slots, deepest, most_rows):
    """For every span, the share of its candidate's common paths that it has. Common paths are those of most spans.

    Paths are relative to the record; only the first `most_rows` rows of a record count, down to level `deepest`.
    """
    share = np.ones(len(start), dtype=np.float32)
    code = np.zeros(len(parent), dtype=np.uint64)
    level = np.zeros(len(parent), dtype=np.int32)
    key = np.zeros(room_slots, dtype=np.uint64)
    owner = np.full(room_slots, -1, dtype=np.int64)  # the candidate that used the slot
    last = np.full(room_slots, -1, dtype=np.int64)  # the last span counted
    times = np.zeros(room_slots, dtype=np.int32)
    slots_used = np.zeros(room_slots, dtype=np.int64)
    for candidate in range(len(first) - 1):
        members = first[candidate + 1] - first[candidate]
        if members < 3:
            continue
        used = 0
        for turn in range(2):
            for place in range(first[candidate], first[candidate + 1]):
                top = parent[start[place]]
                common = 0
                for row in range(start[place], min(stop[place], start[place] + most_rows)):
                    if not extend_path(row, top, parent, tag_label, deepest, code, level):
                        continue
                    slot = path_slot(code[row], candidate, owner, key)
                    if turn == 0:
                        if owner[slot] != candidate:
                            if used * 2 > room_slots:
                                continue
                            slots_used[used] = slot
                            used += 1
                            owner[slot], key[slot], times[slot], last[slot] = candidate, code[row], 0, -1
                        if last[slot] != place:
                            last[slot] = place
                            times[slot] += 1
                    elif owner[slot] == candidate and last[slot] != -2 - place:
                        last[slot] = -2 - place
                        common += 2 * times[slot] > members
                if turn == 1:
                    share[place] = common
        most_common = 0
        for number in range(used):
            most_common += 2 * times[slots_used[number]] > members
        for place in range(first[candidate], first[candidate + 1]):
            share[place] = share[place] / most_common if most_common else 1.0
    return share
