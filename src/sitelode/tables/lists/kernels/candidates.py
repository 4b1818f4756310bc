"""Compiled code behind `candidates.py`: collects list candidates, and finds duplicates and outliers."""

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Codes, Numbers, Places, Tags
from cython.cimports.sitelode.compiled.kernels.codes import Code, mix
from cython.cimports.sitelode.tables.lists.kernels.record_paths import extend_path, path_slot

# mypy: ignore-errors


def width_before(shown, text_start: Numbers, text_end: Numbers, text: Bytes):
    """For every row and after the last: the characters of text before it; wide scripts count double, white space does not count."""
    is_shown: Bytes = shown.view(np.uint8)
    rows: cython.Py_ssize_t = len(is_shown)
    found = np.zeros(rows + 1, dtype=np.int64)
    before: cython.longlong[::1] = found
    wide: cython.longlong = 0
    with cython.nogil:
        for row in range(rows):
            before[row] = wide
            if is_shown[row]:
                for position in range(text_start[row], text_end[row]):
                    byte = text[position]
                    if byte <= 32 or (byte >= 0x80 and byte < 0xC0):
                        continue
                    wide += 2 if byte >= 0xE3 else 1
        before[rows] = wide
    return found


def usable_rows(tag: Tags, end: Numbers, never, skipped):
    """Which rows may be or lead a record."""
    is_never: Bytes = never.view(np.uint8)
    is_skipped: Bytes = skipped.view(np.uint8)
    rows: cython.Py_ssize_t = len(tag)
    found = np.zeros(rows, dtype=np.bool_)
    usable: cython.uchar[::1] = found.view(np.uint8)
    row: cython.Py_ssize_t = 0
    with cython.nogil:
        while row < rows:
            if is_skipped[tag[row]]:
                row = end[row]
                continue
            usable[row] = not is_never[tag[row]]
            row += 1
    return found


def groups(codes: Codes):
    """The start and stop of each run of two or more equal codes in an ascending array."""
    starts, stops = np.empty(len(codes), dtype=np.int64), np.empty(len(codes), dtype=np.int64)
    start: cython.longlong[::1] = starts
    stop: cython.longlong[::1] = stops
    count: cython.Py_ssize_t = 0
    begin: cython.Py_ssize_t = 0
    with cython.nogil:
        for place in range(1, len(codes) + 1):
            if place == len(codes) or codes[place] != codes[begin]:
                if place - begin > 1:
                    start[count], stop[count] = begin, place
                    count += 1
                begin = place
    return starts[:count].copy(), stops[:count].copy()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _last_run_stop(
    leader: cython.int,
    fence: cython.int,
    longest: cython.Py_ssize_t,
    seen: Places,
    mark: cython.Py_ssize_t,
    end: Numbers,
    slot: Numbers,
) -> cython.int:
    """Where the last run stops: it includes only siblings that earlier runs have too, and is no longer than the longest run."""
    stop = end[leader]
    steps: cython.Py_ssize_t = 1
    while stop < fence and steps < longest and seen[slot[stop]] == mark:
        stop = end[stop]
        steps += 1
    return stop


def sibling_lists(
    starts: Places, stops: Places, rows: Numbers, parent: Numbers, end: Numbers, slot: Numbers, width: Places, most: cython.Py_ssize_t,
    slots: cython.Py_ssize_t,
):  # fmt: skip
    """Candidates among the children of one parent: the children, and the runs they lead.

    `slot` has a number for the label of each row. Returns spans, the first span of each candidate, and kinds.
    """
    some: cython.Py_ssize_t = len(starts)
    room: cython.Py_ssize_t = 0
    for group in range(some):
        room += 2 * (stops[group] - starts[group])
    room = min(room, most)
    found = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    listed = np.empty(2 * some + 1, dtype=np.int64), np.empty(2 * some, dtype=np.int8)
    start: cython.int[::1] = found[0]
    stop: cython.int[::1] = found[1]
    first: cython.longlong[::1] = listed[0]
    kind: cython.schar[::1] = listed[1]
    seen: cython.longlong[::1] = np.full(slots, -1, dtype=np.int64)
    spans: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    texts: cython.Py_ssize_t
    steps: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    gaps: cython.bint
    with cython.nogil:
        for group in range(some):
            opened, closed = starts[group], stops[group]
            members = closed - opened
            if spans + 2 * members > room:
                break
            leader0, leader1 = rows[opened], rows[closed - 1]
            fence = end[parent[leader0]] if parent[leader0] >= 0 else end[leader0]
            if width[end[leader1]] > width[leader0]:  # otherwise they are empty, whatever is between them
                texts = 0
                for place in range(opened, closed):
                    texts += width[end[rows[place]]] > width[rows[place]]
                if texts > 1:
                    first[count], kind[count] = spans, 0
                    count += 1
                    for place in range(opened, closed):
                        start[spans], stop[spans] = rows[place], end[rows[place]]
                        spans += 1
            gaps, longest = False, 1
            for place in range(opened, closed - 1):
                sibling, steps = end[rows[place]], 1
                while sibling < rows[place + 1]:
                    seen[slot[sibling]] = group
                    gaps = gaps or width[end[sibling]] > width[sibling]
                    sibling = end[sibling]
                    steps += 1
                longest = max(longest, steps)
            if not gaps:
                continue
            first[count], kind[count] = spans, 1
            count += 1
            for place in range(opened, closed - 1):
                start[spans], stop[spans] = rows[place], rows[place + 1]
                spans += 1
            start[spans], stop[spans] = leader1, _last_run_stop(leader1, fence, longest, seen, group, end, slot)
            spans += 1
        first[count] = spans
    return (*(column[:spans].copy() for column in found), listed[0][: count + 1].copy(), listed[1][:count].copy())


def spread_lists(
    starts: Places, stops: Places, rows: Numbers, parent: Numbers, end: Numbers, width: Places, kind_of: cython.schar,
    most: cython.Py_ssize_t,
):  # fmt: skip
    """Candidates under several parents, without those whose members contain each other."""
    some: cython.Py_ssize_t = len(starts)
    room: cython.Py_ssize_t = 0
    for group in range(some):
        room += stops[group] - starts[group]
    room = min(room, most)
    found = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32), np.empty(some + 1, dtype=np.int64)
    start: cython.int[::1] = found[0]
    stop: cython.int[::1] = found[1]
    first: cython.longlong[::1] = found[2]
    spans: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    texts: cython.Py_ssize_t
    several: cython.bint
    nested: cython.bint
    with cython.nogil:
        for group in range(some):
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
            first[count] = spans
            count += 1
            for place in range(starts[group], stops[group]):
                start[spans], stop[spans] = rows[place], end[rows[place]]
                spans += 1
        first[count] = spans
    return found[0][:spans].copy(), found[1][:spans].copy(), found[2][: count + 1].copy(), np.full(count, kind_of, dtype=np.int8)


def worth_keeping(start: Numbers, stop: Numbers, first: Places, width: Places, least_share: cython.double):
    """Which candidates have enough text, and are not duplicates of an earlier one."""
    count: cython.Py_ssize_t = len(first) - 1
    kept, held_texts, coded = np.zeros(count, dtype=np.bool_), np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.uint64)
    keep: cython.uchar[::1] = kept.view(np.uint8)
    sums: cython.longlong[::1] = held_texts
    codes: Code[::1] = coded
    total = max(width[len(width) - 1], 1)
    held: cython.longlong
    records: cython.Py_ssize_t
    apart: cython.bint
    code: Code
    with cython.nogil:
        for candidate in range(count):
            held, code, records, apart = 0, 7, 0, True
            for place in range(first[candidate], first[candidate + 1]):
                apart = apart and (place == first[candidate] or start[place] >= stop[place - 1])
                inside = width[stop[place]] - width[start[place]]
                held += inside
                records += inside > 0
                code = mix(mix(code, start[place]), stop[place])
            codes[candidate], sums[candidate] = code, held
            keep[candidate] = apart and records > 1 and held >= least_share * total
    order: cython.const[cython.longlong][::1] = np.argsort(coded, kind="stable").astype(np.int64, copy=False)
    with cython.nogil:
        for place in range(1, count):
            if codes[order[place]] == codes[order[place - 1]]:
                keep[order[place]] = False
    return kept, held_texts


def alike_members(
    start: Numbers, stop: Numbers, first: Places, parent: Numbers, tag_label: Codes, room_slots: cython.Py_ssize_t, deepest: cython.int,
    most_rows: cython.int,
):  # fmt: skip
    """For every span, the share of its candidate's common paths that it has. Common paths are those of most spans.

    Paths are relative to the record; only the first `most_rows` rows of a record count, down to level `deepest`.
    """
    found = np.ones(len(start), dtype=np.float32)
    share: cython.float[::1] = found
    code: Code[::1] = np.zeros(len(parent), dtype=np.uint64)
    level: cython.int[::1] = np.zeros(len(parent), dtype=np.int32)
    key: Code[::1] = np.zeros(room_slots, dtype=np.uint64)
    owner: cython.longlong[::1] = np.full(room_slots, -1, dtype=np.int64)  # the candidate that used the slot
    last: cython.longlong[::1] = np.full(room_slots, -1, dtype=np.int64)  # the last span counted
    times: cython.int[::1] = np.zeros(room_slots, dtype=np.int32)
    slots_used: cython.Py_ssize_t[::1] = np.zeros(room_slots, dtype=np.intp)
    common: cython.int
    most_common: cython.int
    used: cython.Py_ssize_t
    with cython.nogil:
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
    return found


# mypy: ignore-errors


def led_runs(leaders: Numbers, parent: Numbers, end: Numbers, longest: cython.Py_ssize_t):
    """From each leader to the next one under its parent, at most `longest` siblings."""
    starts, stops = np.empty(len(leaders), dtype=np.int32), np.empty(len(leaders), dtype=np.int32)
    start_of: cython.int[::1] = starts
    stop_of: cython.int[::1] = stops
    steps: cython.Py_ssize_t
    with cython.nogil:
        for place in range(len(leaders)):
            leader = leaders[place]
            fence = end[parent[leader]] if parent[leader] >= 0 else end[leader]
            if place + 1 < len(leaders) and parent[leaders[place + 1]] == parent[leader]:
                fence = leaders[place + 1]
            stop, steps = end[leader], 1
            while stop < fence and steps < longest:
                stop = end[stop]
                steps += 1
            start_of[place], stop_of[place] = leader, stop
    return starts, stops
