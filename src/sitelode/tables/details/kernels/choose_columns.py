"""Compiled code behind `choose_columns.py`: the scores of keys."""
# mypy: ignore-errors

import cython
import numpy as np
from cython.cimports.libc.math import sqrt
from cython.cimports.sitelode.compiled.kernels.arrays import Doubles, Flags, Numbers, Places


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


def key_scores(
    keys: Numbers, nodes: Numbers, starts: Places, single: Doubles, weight: Doubles, page: Numbers, label: Places, shape: Places,
    covered: Flags, least_pages: cython.double, counts: cython.int[::1],
):  # fmt: skip
    """The score of each key on its nodes that are not covered, 0 where these are on too few pages; `counts` is zero before and after."""
    scores = np.zeros(len(keys))
    out: cython.double[::1] = scores
    most: cython.Py_ssize_t = 0
    for place in range(len(keys)):
        most = max(most, starts[keys[place] + 1] - starts[keys[place]])
    members: cython.int[::1] = np.empty(most + 1, np.int32)
    count: cython.Py_ssize_t
    size: cython.double
    pages: cython.double
    alike: cython.double
    with cython.nogil:
        for place in range(len(keys)):
            key = keys[place]
            count = _free_nodes(nodes, starts[key], starts[key + 1], covered, members)
            pages = _pages_of(page, members[:count], counts)
            if count == 0 or pages < least_pages:
                continue
            size = count
            alike = max(_most_frequent(label, members[:count], counts) / size, single[key])
            form = sqrt(_most_frequent(shape, members[:count], counts) / size)
            out[place] = weight[key] * pages * alike * form * ((pages / size) * (pages / size))
    return scores
