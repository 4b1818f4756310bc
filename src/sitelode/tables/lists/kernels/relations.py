"""Compiled code behind `evidence.py`: relations between candidates (subset, inside, around), and alternating members."""
# mypy: ignore-errors

import numpy as np

from sitelode.compiled.jit import jit
from sitelode.compiled.kernels.codes import finish, mix


@jit
def relations(start, stop, first, width, support):
    """Relations between candidates: supersets with the same kind of members, larger records around, smaller records inside.

    Columns: size of the largest superset, its support minus the candidate's; the subset with the best support, that support minus the
    candidate's, its share of the text; for smaller records inside: their share of the text, their number per record, their support; the
    same for larger records around; the text of a list with as many records or more that has this one between two records, over its own.
    """
    count = len(first) - 1
    out = np.zeros((count, 12), dtype=np.float64)
    held = np.zeros(count)
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
            behind = c0 + np.searchsorted(start[c0:c1], start[d0])
            if c0 < behind < c1 and stop[behind - 1] <= start[d0] and stop[d1 - 1] <= start[behind]:
                if c1 - c0 >= d1 - d0:
                    out[d, 11] = max(out[d, 11], support[c] * np.log1p(held[c] / max(held[d], 1)))
                continue
            # is every span of d one of c's (a subset), or inside one (smaller records)?
            place, same, inside, owners, last = c0, True, True, 0, -1
            for each in range(d0, d1):
                while place < c1 and stop[place] < stop[each]:
                    place += 1
                if place == c1 or start[place] > start[each]:
                    inside = False
                    break
                same = same and start[place] == start[each] and stop[place] == stop[each]
                if place != last:
                    owners += 1
                    last = place
            if not inside:
                continue
            members, others = c1 - c0, d1 - d0
            if same:
                if others < members:
                    ratio = np.log(members / others)
                    if ratio * support[c] > out[d, 0]:
                        out[d, 0], out[d, 1] = ratio * support[c], support[c] - support[d]
                    if support[d] - support[c] > out[c, 2]:
                        out[c, 2], out[c, 3] = support[d] - support[c], held[d] / max(held[c], 1)
            elif others >= 1.5 * owners and owners >= 1:
                covered = held[d] / max(held[c], 1)
                if covered * support[d] > out[c, 4] and owners * 2 > members:
                    out[c, 4], out[c, 5], out[c, 6] = covered * support[d], np.log(others / owners), support[d]
                if covered * support[c] > out[d, 7]:
                    out[d, 7], out[d, 8], out[d, 9], out[d, 10] = covered * support[c], np.log(others / owners), support[c], np.log(members)
    return out


@jit
def shapes(parent, tag, is_text):
    """For every row, the code of its tag and those of its child elements, in order."""
    codes = np.zeros(len(parent), dtype=np.uint64)
    for row in range(len(parent)):
        codes[row] = finish(tag[row])
        if row > 0 and not is_text[row]:
            codes[parent[row]] = mix(codes[parent[row]], tag[row])
    return codes


@jit
def alternation(start, first, parent, shape):
    """For every candidate, how much more similar a member is to the second, third or fourth after it than to the next."""
    out = np.zeros(len(first) - 1, dtype=np.float64)
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
        out[candidate] = max(best - nearest, 0.0)
    return out
