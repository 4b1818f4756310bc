"""Compiled code behind `evidence.py`: features from paths and texts."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.sitelode.compiled.kernels.arrays import Bytes, Codes, Numbers, Places, Tags
from cython.cimports.sitelode.compiled.kernels.codes import FNV_BASIS, Code, add_symbol, finish, mix
from cython.cimports.sitelode.tables.lists.kernels.record_paths import extend_path, path_slot

from sitelode.tables.lists.evidence_names import PATHS

# A share of the common paths; a record with less is an outlier. Set by hand, as in `candidates.py`
LEAST_LIKENESS = cython.declare(cython.double, 0.5)
_support = cython.declare(cython.int, PATHS.support)
_path_support = cython.declare(cython.int, PATHS.path_support)
_repeated = cython.declare(cython.int, PATHS.repeated)
_lowest_likeness = cython.declare(cython.int, PATHS.lowest_likeness)
_likeness = cython.declare(cython.int, PATHS.likeness)
_strange = cython.declare(cython.int, PATHS.strange)
_constant_text = cython.declare(cython.int, PATHS.constant_text)
_paths = cython.declare(cython.int, PATHS.paths)
_common_paths = cython.declare(cython.int, PATHS.common_paths)


def text_codes(tag: Tags, text_start: Numbers, text_end: Numbers, text: Bytes, shown):
    """For every visible text node, the code of its text without white space (0 for other rows); and whether it has a digit or letter."""
    rows: cython.Py_ssize_t = len(tag)
    found, digits, words = np.zeros(rows, dtype=np.uint64), np.zeros(rows, dtype=np.bool_), np.zeros(rows, dtype=np.bool_)
    codes: Code[::1] = found
    digit: cython.uchar[::1] = digits.view(np.uint8)
    word: cython.uchar[::1] = words.view(np.uint8)
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
                word[row] |= byte >= 0x80 or 65 <= byte <= 90 or 97 <= byte <= 122
                code = add_symbol(code, byte)
            if some:
                codes[row] = finish(code)
    return found, digits, words


def next_of(values: Numbers):
    """For every row and after the last: the next row whose value is not negative; the number of rows if there is none."""
    rows: cython.Py_ssize_t = len(values)
    found = np.full(rows + 1, rows, dtype=np.int32)
    out: cython.int[::1] = found
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(rows - 1, -1, -1):
            if values[row] >= 0:
                out[row] = row
            else:
                out[row] = out[row + 1]
    return found


def nearest_flags(parent: Numbers, tag: Tags, bits: Places):
    """For every row, the bits of its own tag and of all tags above it."""
    found = np.zeros(len(parent), dtype=np.int64)
    out: cython.longlong[::1] = found
    with cython.nogil:
        for row in range(len(parent)):
            out[row] = bits[tag[row]]
            if row > 0:
                out[row] |= out[parent[row]]
    return found


def path_evidence(
    start: Numbers, stop: Numbers, first: Places, parent: Numbers, label: Codes, text_code: Codes, slots: cython.Py_ssize_t,
    deepest: cython.int, most_records: cython.Py_ssize_t, most_rows: cython.int,
):  # fmt: skip
    """For every candidate, how well its records agree in their paths and texts.

    One column per name in PATHS: support is the mean over the records' rows of the share of records with the same path, path_support that
    of the distinct paths; repeated, how often a path occurs in a record that has it; likeness and lowest_likeness, the share of the common
    paths that a record has; strange, records that lack half of them; constant_text, the share of texts that most records have.
    """
    count: cython.Py_ssize_t = len(first) - 1
    found = np.zeros((count, len(PATHS)), dtype=np.float64)
    out: cython.double[:, ::1] = found
    code: Code[::1] = np.zeros(len(parent), dtype=np.uint64)
    level: cython.int[::1] = np.zeros(len(parent), dtype=np.int32)
    key: Code[::1] = np.zeros(slots, dtype=np.uint64)
    owner: cython.longlong[::1] = np.full(slots, -1, dtype=np.int64)
    last: cython.longlong[::1] = np.full(slots, -1, dtype=np.int64)
    times: cython.int[::1] = np.zeros(slots, dtype=np.int32)  # records that have the path
    total: cython.int[::1] = np.zeros(slots, dtype=np.int32)  # rows that have it
    is_text: cython.uchar[::1] = np.zeros(slots, dtype=np.uint8)
    used_slots: cython.Py_ssize_t[::1] = np.zeros(slots, dtype=np.intp)
    shares: cython.double[::1] = np.zeros(most_records, dtype=np.float64)
    place: cython.Py_ssize_t
    members: cython.Py_ssize_t
    used: cython.Py_ssize_t
    step: cython.double
    wanted: Code
    common: cython.longlong
    majority: cython.double
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
                        for text in range(2):
                            if text == 0:
                                wanted = code[row]
                            else:
                                if text_code[row] == 0:
                                    continue
                                wanted = mix(code[row], text_code[row])
                            slot = path_slot(wanted, candidate, owner, key)
                            if turn == 0:
                                if owner[slot] != candidate:
                                    if used * 2 > slots:
                                        continue
                                    used_slots[used] = slot
                                    used += 1
                                    owner[slot], key[slot], times[slot], total[slot], last[slot] = candidate, wanted, 0, 0, -1
                                    is_text[slot] = text == 1
                                total[slot] += 1
                                if last[slot] != number:
                                    last[slot] = number
                                    times[slot] += 1
                            elif text == 0 and owner[slot] == candidate and last[slot] != -2 - number:
                                last[slot] = -2 - number
                                common += 2 * times[slot] > members
                    if turn == 1:
                        shares[number] = common
            majority = _add_up(candidate, members, used_slots[:used], is_text, times, total, out)
            _compare(candidate, majority, shares[:members], out)
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_up(
    candidate: cython.Py_ssize_t,
    members: cython.double,
    used_slots: cython.Py_ssize_t[::1],
    is_text: Bytes,
    times: Numbers,
    total: Numbers,
    out: cython.double[:, ::1],
) -> cython.double:
    """Write what all paths of a candidate say together; returns how many of them most records have.

    Numbers are kept as floats, because they are divided.
    """
    rows: cython.double = 0.0
    paths: cython.double = 0.0
    majority: cython.double = 0.0
    repeated: cython.double = 0.0
    widest: cython.double = 0.0
    texts: cython.double = 0.0
    constant: cython.double = 0.0
    held: cython.double
    weighed: cython.double = 0.0
    supports: cython.double = 0.0
    for number in range(len(used_slots)):
        slot = used_slots[number]
        held = total[slot]
        if is_text[slot]:
            texts += held
            if 2 * times[slot] > members:
                constant += held
            continue
        paths += 1
        rows += held
        weighed += held * times[slot] / members
        supports += times[slot] / members
        if 2 * times[slot] > members:
            majority += 1
            widest += times[slot]
            repeated += held
    out[candidate, _support] = weighed / rows if rows else 0.0
    out[candidate, _path_support] = supports / paths if paths else 0.0
    out[candidate, _repeated] = repeated / widest if widest else 0.0
    out[candidate, _constant_text] = constant / texts if texts else 0.0
    out[candidate, _paths] = paths / members
    out[candidate, _common_paths] = majority
    return majority


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _compare(candidate: cython.Py_ssize_t, majority: cython.double, shares: cython.double[::1], out: cython.double[:, ::1]) -> cython.void:
    """Write how well the records of a candidate agree with the paths that most of them have."""
    members: cython.double = len(shares)
    strange: cython.double = 0.0
    lowest: cython.double = 1.0
    mean: cython.double = 0.0
    share: cython.double
    for number in range(len(shares)):
        share = shares[number] / majority if majority else 0.0
        lowest = min(lowest, share)
        mean += share
        strange += share < LEAST_LIKENESS
    out[candidate, _lowest_likeness] = lowest
    out[candidate, _likeness] = mean / members
    out[candidate, _strange] = strange / members
