"""Compiled code behind `evidence.py`: relations between candidates (subset, inside, around), and alternating members."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.libc.math import log, log1p
from cython.cimports.sitelode.compiled.kernels.arrays import Codes, Flags, Numbers, Places
from cython.cimports.sitelode.compiled.kernels.codes import Code, finish, mix

Shares = cython.typedef(cython.const[cython.double][:])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_from(start: Numbers, low: cython.longlong, high: cython.longlong, row: cython.int) -> cython.longlong:
    """The first of some ascending starts that is at least this row."""
    while low < high:
        middle = (low + high) >> 1
        if start[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


def relations(start: Numbers, stop: Numbers, first: Places, width: Places, support: Shares):
    """Relations between candidates: supersets with the same kind of members, larger records around, smaller records inside.

    Columns: size of the largest superset, its support minus the candidate's; the subset with the best support, that support minus the
    candidate's, its share of the text; for smaller records inside: their share of the text, their number per record, their support; the
    same for larger records around; the text of a list with as many records or more that has this one between two records, over its own.
    """
    count: cython.Py_ssize_t = len(first) - 1
    found, sums = np.zeros((count, 12)), np.zeros(count)
    out: cython.double[:, ::1] = found
    held: cython.double[::1] = sums
    one: cython.double = 1.0
    members: cython.double  # these two are divided
    others: cython.double
    same: cython.bint
    inside: cython.bint
    with cython.nogil:
        for c in range(count):
            for place in range(first[c], first[c + 1]):
                held[c] += width[stop[place]] - width[start[place]]
        for c in range(count):
            c0, c1 = first[c], first[c + 1]
            for d in range(count):
                if c == d:
                    continue
                d0, d1 = first[d], first[d + 1]
                if start[d0] < start[c0] or stop[d1 - 1] > stop[c1 - 1]:
                    continue
                behind = _first_from(start, c0, c1, start[d0])
                if c0 < behind < c1 and stop[behind - 1] <= start[d0] and stop[d1 - 1] <= start[behind]:
                    if c1 - c0 >= d1 - d0:
                        out[d, 11] = max(out[d, 11], support[c] * log1p(held[c] / max(held[d], one)))
                    continue
                # is every span of d one of c's (a subset), or inside one (smaller records)?
                at, same, inside, owners, last = c0, True, True, 0, -1
                for each in range(d0, d1):
                    while at < c1 and stop[at] < stop[each]:
                        at += 1
                    if at == c1 or start[at] > start[each]:
                        inside = False
                        break
                    same = same and start[at] == start[each] and stop[at] == stop[each]
                    if at != last:
                        owners += 1
                        last = at
                if not inside:
                    continue
                members, others = c1 - c0, d1 - d0
                if same:
                    if others < members:
                        ratio = log(members / others)
                        if ratio * support[c] > out[d, 0]:
                            out[d, 0], out[d, 1] = ratio * support[c], support[c] - support[d]
                        if support[d] - support[c] > out[c, 2]:
                            out[c, 2], out[c, 3] = support[d] - support[c], held[d] / max(held[c], one)
                elif others >= 1.5 * owners and owners >= 1:
                    covered = held[d] / max(held[c], one)
                    if covered * support[d] > out[c, 4] and owners * 2 > members:
                        out[c, 4], out[c, 5], out[c, 6] = covered * support[d], log(others / owners), support[d]
                    if covered * support[c] > out[d, 7]:
                        out[d, 7], out[d, 8] = covered * support[c], log(others / owners)
                        out[d, 9], out[d, 10] = support[c], log(members)
    return found


def shapes(parent: Numbers, tag: Codes, is_text):
    """For every row, the code of its tag and those of its child elements, in order."""
    found = np.zeros(len(parent), dtype=np.uint64)
    codes: Code[::1] = found
    text: Flags = is_text.view(np.uint8)
    with cython.nogil:
        for row in range(len(parent)):
            codes[row] = finish(tag[row])
            if row > 0 and not text[row]:
                codes[parent[row]] = mix(codes[parent[row]], tag[row])
    return found


def alternation(start: Numbers, first: Places, parent: Numbers, shape: Codes):
    """For every candidate, how much more similar a member is to the second, third or fourth after it than to the next."""
    found = np.zeros(len(first) - 1)
    out: cython.double[::1] = found
    nothing: cython.double = 0.0
    best: cython.double
    nearest: cython.double
    share: cython.double
    pairs: cython.double  # these two are divided
    alike: cython.double
    with cython.nogil:
        for candidate in range(len(first) - 1):
            best, nearest = 0.0, 0.0
            for lag in range(1, 5):
                pairs, alike = 0, 0
                for place in range(first[candidate], first[candidate + 1] - lag):
                    if parent[start[place]] == parent[start[place + lag]]:
                        pairs += 1
                        alike += shape[start[place]] == shape[start[place + lag]]
                share = alike / pairs if pairs > 2 else 0.0
                if lag == 1:
                    nearest = share
                else:
                    best = max(best, share)
            out[candidate] = max(best - nearest, nothing)
    return found
