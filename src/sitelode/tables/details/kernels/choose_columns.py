"""Compiled code behind `choose_columns.py`: the greedy choice of keys."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.libc.math import sqrt
from cython.cimports.sitelode.compiled.kernels.arrays import Doubles, Flags, Numbers, Places

_UNSCORED = cython.declare(cython.double, 1e300)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _most_frequent(of_node: Places, members: Numbers, counts: cython.int[::1]) -> cython.int:
    """The count of the most frequent number among some nodes; `counts` is zero before and after."""
    most: cython.int = 0
    for place in range(len(members)):
        number = of_node[members[place]]
        counts[number] += 1
        most = max(most, counts[number])
    for place in range(len(members)):
        counts[of_node[members[place]]] = 0
    return most


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pages_of(page: Numbers, members: Numbers, counts: cython.int[::1]) -> cython.int:
    """How many pages some nodes are on; `counts` is zero before and after."""
    pages: cython.int = 0
    for place in range(len(members)):
        number = page[members[place]]
        pages += counts[number] == 0
        counts[number] = 1
    for place in range(len(members)):
        counts[page[members[place]]] = 0
    return pages


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _free_nodes(
    nodes: Numbers, start: cython.Py_ssize_t, end: cython.Py_ssize_t, covered: Flags, members: cython.int[::1]
) -> cython.Py_ssize_t:
    count: cython.Py_ssize_t = 0
    for place in range(start, end):
        if not covered[nodes[place]]:
            members[count] = nodes[place]
            count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _goes_before(one: cython.int, other: cython.int, score: Doubles) -> cython.bint:
    """Whether a key has the higher score; ties in the order of the keys."""
    return score[one] > score[other] or (score[one] == score[other] and one < other)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _push(heap: cython.int[::1], size: cython.Py_ssize_t, key: cython.int, score: Doubles) -> cython.void:
    """Add a key to a heap of so many keys, the best one at the top."""
    place: cython.Py_ssize_t = size
    while place > 0 and _goes_before(key, heap[(place - 1) >> 1], score):
        heap[place] = heap[(place - 1) >> 1]
        place = (place - 1) >> 1
    heap[place] = key


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pop(heap: cython.int[::1], size: cython.Py_ssize_t, score: Doubles) -> cython.int:
    """Take the best key off a heap of so many keys."""
    best, moved = heap[0], heap[size - 1]
    place: cython.Py_ssize_t = 0
    below: cython.Py_ssize_t = 1
    while below < size - 1:
        if below + 1 < size - 1 and _goes_before(heap[below + 1], heap[below], score):
            below += 1
        if not _goes_before(heap[below], moved, score):
            break
        heap[place] = heap[below]
        place = below
        below = 2 * place + 1
    heap[place] = moved
    return best


def greedy_columns(
    nodes: Numbers, starts: Places, page: Numbers, label: Places, shape: Places, single: Doubles, weight: Doubles,
    least_pages: cython.double, effort: cython.longlong,
):  # fmt: skip
    """Choose the best key, mark its nodes, and repeat; returns the chosen keys in order.

    `nodes[starts[k]:starts[k + 1]]` are the nodes of key k, `single[k]` is how reliable its path is on its own. Scores fall as nodes
    are marked, so a key that is still first after its score was updated is the best. After `effort` node visits, old scores are used.
    """
    keys: cython.Py_ssize_t = len(starts) - 1
    covered: cython.uchar[::1] = np.zeros(len(page), np.uint8)
    members: cython.int[::1] = np.empty(len(nodes) + 1, np.int32)
    counts: cython.int[::1] = np.zeros(1 + max(np.max(label), np.max(shape), np.max(page)), np.int32)
    heap: cython.int[::1] = np.arange(keys, dtype=np.int32)
    claimed: cython.double[::1] = np.full(keys, _UNSCORED)  # every key is scored once before the first choice
    chosen = np.empty(keys, np.int32)
    taken: cython.int[::1] = chosen
    waiting: cython.Py_ssize_t = keys
    count_taken: cython.Py_ssize_t = 0
    spent: cython.longlong = 0
    count: cython.Py_ssize_t
    size: cython.double
    pages: cython.double
    alike: cython.double
    form: cython.double
    score: cython.double
    with cython.nogil:
        while waiting > 0:
            key = _pop(heap, waiting, claimed)
            waiting -= 1
            count = _free_nodes(nodes, starts[key], starts[key + 1], covered, members)
            spent += starts[key + 1] - starts[key]
            pages = _pages_of(page, members[:count], counts)
            if pages < least_pages:
                continue
            size = count
            alike = max(_most_frequent(label, members[:count], counts) / size, single[key])
            form = sqrt(_most_frequent(shape, members[:count], counts) / size)
            score = weight[key] * pages * alike * form * ((pages / size) * (pages / size))
            if claimed[key] == _UNSCORED or (score < claimed[key] - 1e-9 and waiting > 0 and claimed[heap[0]] > score and spent < effort):
                claimed[key] = score
                _push(heap, waiting, key, claimed)
                waiting += 1
                continue
            for place in range(count):
                covered[members[place]] = True
            taken[count_taken] = key
            count_taken += 1
    return chosen[:count_taken].copy()
