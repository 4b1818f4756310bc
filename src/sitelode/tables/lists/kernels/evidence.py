"""Compiled code behind `evidence.py`: features from paths and texts."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Codes, Numbers, Places, Tags
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol, finish
from cython.cimports.sitelode.tables.lists.kernels.record_paths import extend_path, path_slot


def text_codes(tag: Tags, text_start: Numbers, text_end: Numbers, text: Bytes, shown):
    """For every visible text node, the code of its text without white space (0 for other rows); and whether it has a digit."""
    rows: cython.Py_ssize_t = len(tag)
    found, digits = np.zeros(rows, dtype=np.uint64), np.zeros(rows, dtype=np.bool_)
    codes: Code[::1] = found
    digit: cython.uchar[::1] = digits.view(np.uint8)
    is_shown: Bytes = shown.view(np.uint8)
    code: Code
    some: cython.bint
    with cython.nogil:
        for row in range(rows):
            if tag[row] != 0 or not is_shown[row]:
                continue
            code = FNV_BASIS
            some = False
            for position in range(text_start[row], text_end[row]):
                byte = text[position]
                if byte <= 32:
                    continue
                some = True
                digit[row] |= 48 <= byte <= 57
                code = add_symbol(code, byte)
            if some:
                codes[row] = finish(code)
    return found, digits


def path_evidence(
    start: Numbers, stop: Numbers, first: Places, parent: Numbers, label: Codes, slots: cython.Py_ssize_t, deepest: cython.int,
    most_records: cython.Py_ssize_t, most_rows: cython.int,
):  # fmt: skip
    """For every candidate, how well its records agree in their paths; for every span, the share of the common paths that it has.

    Common paths are those of most records; `most_records` of a candidate are compared, evenly spaced, the first `most_rows` rows of each.
    Columns: support, the mean over the records' rows of the share of records with the same path; that of the distinct paths; repeated, how
    often a path occurs in a record that has it; the lowest and the mean share of the common paths that a record has; the number of paths
    to a record; that of common paths.
    """
    count: cython.Py_ssize_t = len(first) - 1
    found, of_spans = np.zeros((count, 7), dtype=np.float64), np.ones(len(start), dtype=np.float64)
    has: cython.double[::1] = of_spans
    out: cython.double[:, ::1] = found
    code: Code[::1] = np.zeros(len(parent), dtype=np.uint64)
    level: cython.int[::1] = np.zeros(len(parent), dtype=np.int32)
    key: Code[::1] = np.zeros(slots, dtype=np.uint64)
    owner: cython.longlong[::1] = np.full(slots, -1, dtype=np.int64)
    last: cython.longlong[::1] = np.full(slots, -1, dtype=np.int64)
    times: cython.int[::1] = np.zeros(slots, dtype=np.int32)  # records that have the path
    total: cython.int[::1] = np.zeros(slots, dtype=np.int32)  # rows that have it
    used_slots: cython.Py_ssize_t[::1] = np.zeros(slots, dtype=np.intp)
    shares: cython.double[::1] = np.zeros(most_records, dtype=np.float64)
    place: cython.Py_ssize_t
    members: cython.Py_ssize_t
    used: cython.Py_ssize_t
    step: cython.double
    common: cython.longlong
    with cython.nogil:
        for candidate in range(count):
            spans = first[candidate + 1] - first[candidate]
            step = max(1.0, cython.cast(cython.double, spans) / most_records)
            members = min(spans, most_records)
            used = 0
            for turn in range(2):
                for number in range(members):
                    place = int(number * step)
                    place += first[candidate]
                    top = parent[start[place]]
                    common = 0
                    for row in range(start[place], min(stop[place], start[place] + most_rows)):
                        if not extend_path(row, top, parent, label, deepest, code, level):
                            continue
                        slot = path_slot(code[row], candidate, owner, key)
                        if turn == 0:
                            if owner[slot] != candidate:
                                if used * 2 > slots:
                                    continue
                                used_slots[used] = slot
                                used += 1
                                owner[slot], key[slot], times[slot], total[slot], last[slot] = candidate, code[row], 0, 0, -1
                            total[slot] += 1
                            if last[slot] != number:
                                last[slot] = number
                                times[slot] += 1
                        elif owner[slot] == candidate and last[slot] != -2 - number:
                            last[slot] = -2 - number
                            common += 2 * times[slot] > members
                    if turn == 1:
                        shares[number] = common
            _add_up(members, used_slots[:used], times, total, shares[:members], out[candidate])
            for number in range(members):
                has[first[candidate] + cython.cast(cython.Py_ssize_t, number * step)] = shares[number]
    return found, of_spans


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_up(
    members: cython.double,
    used_slots: cython.Py_ssize_t[::1],
    times: Numbers,
    total: Numbers,
    shares: cython.double[::1],
    out: cython.double[::1],
) -> cython.void:
    """Write what all paths of a candidate say together. Numbers are kept as floats, because they are divided."""
    rows: cython.double = 0.0
    paths: cython.double = 0.0
    majority: cython.double = 0.0
    repeated: cython.double = 0.0
    widest: cython.double = 0.0
    held: cython.double
    weighed: cython.double = 0.0
    supports: cython.double = 0.0
    lowest: cython.double = 1.0
    mean: cython.double = 0.0
    share: cython.double
    for number in range(len(used_slots)):
        slot = used_slots[number]
        held = total[slot]
        paths += 1
        rows += held
        weighed += held * times[slot] / members
        supports += times[slot] / members
        if 2 * times[slot] > members:
            majority += 1
            widest += times[slot]
            repeated += held
    for number in range(len(shares)):
        share = shares[number] = shares[number] / majority if majority else 0.0
        lowest = min(lowest, share)
        mean += share / members
    out[0] = weighed / rows if rows else 0.0
    out[1] = supports / paths if paths else 0.0
    out[2] = repeated / widest if widest else 0.0
    out[3] = lowest
    out[4] = mean
    out[5] = paths / members
    out[6] = majority
