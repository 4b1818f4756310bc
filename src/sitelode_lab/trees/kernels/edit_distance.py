"""Compiled code behind `edit_distance.py`: the forest distances of Zhang and Shasha, and the way back through them."""
# mypy: ignore-errors

import cython
from cython.cimports.sitelode.compiled.kernels.arrays import Places

Table = cython.typedef(cython.longlong[:, ::1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill(
    left_label: Places, left_first: Places, right_label: Places, right_first: Places, costs: Places, tree: Table, forest: Table,
    i: cython.longlong, j: cython.longlong,
) -> cython.void:  # fmt: skip
    """Distances of all forests that end in the subtrees of two nodes; row and column 0 of `forest` are the empty forest."""
    low: cython.longlong = left_first[i]
    under: cython.longlong = right_first[j]
    x: cython.longlong
    y: cython.longlong
    best: cython.longlong
    other: cython.longlong
    forest[0, 0] = 0
    for x in range(low, i + 1):
        forest[x - low + 1, 0] = forest[x - low, 0] + costs[2]
    for y in range(under, j + 1):
        forest[0, y - under + 1] = forest[0, y - under] + costs[1]
    for x in range(low, i + 1):
        for y in range(under, j + 1):
            best = forest[x - low, y - under + 1] + costs[2]
            other = forest[x - low + 1, y - under] + costs[1]
            best = min(best, other)
            if left_first[x] == low and right_first[y] == under:
                other = forest[x - low, y - under] + (0 if left_label[x] == right_label[y] else costs[0])
                best = min(best, other)
                tree[x, y] = best
            else:
                other = forest[left_first[x] - low, right_first[y] - under] + tree[x, y]
                best = min(best, other)
            forest[x - low + 1, y - under + 1] = best


def fill_distances(left, right, costs: Places, tree: Table, forest: Table):
    """The distance of every pair of subtrees, in post-order; a tree is its labels, first leaves and key roots."""
    left_label: Places = left[0]
    left_first: Places = left[1]
    left_keys: Places = left[2]
    right_label: Places = right[0]
    right_first: Places = right[1]
    right_keys: Places = right[2]
    with cython.nogil:
        for a in range(len(left_keys)):
            for b in range(len(right_keys)):
                _fill(left_label, left_first, right_label, right_first, costs, tree, forest, left_keys[a], right_keys[b])


def trace_pairs(left, right, costs: Places, tree: Table, forest: Table, partner: cython.longlong[::1], waiting: Table):
    """For each left node, in post-order, the right node of a cheapest mapping; the pairs are written to `partner`."""
    left_label: Places = left[0]
    left_first: Places = left[1]
    right_label: Places = right[0]
    right_first: Places = right[1]
    count: cython.longlong = 1
    x: cython.longlong
    y: cython.longlong
    low: cython.longlong
    under: cython.longlong
    here: cython.longlong
    with cython.nogil:
        waiting[0, 0] = len(left_label) - 1
        waiting[0, 1] = len(right_label) - 1
        while count > 0:
            count -= 1
            x = waiting[count, 0]
            y = waiting[count, 1]
            low = left_first[x]
            under = right_first[y]
            _fill(left_label, left_first, right_label, right_first, costs, tree, forest, x, y)
            while x >= low or y >= under:
                here = forest[x - low + 1, y - under + 1]
                if x >= low and y >= under and left_first[x] == low and right_first[y] == under:
                    if here == forest[x - low, y - under] + (0 if left_label[x] == right_label[y] else costs[0]):
                        partner[x] = y
                        x -= 1
                        y -= 1
                        continue
                elif x >= low and y >= under and here == forest[left_first[x] - low, right_first[y] - under] + tree[x, y]:
                    waiting[count, 0] = x
                    waiting[count, 1] = y
                    count += 1
                    x, y = left_first[x] - 1, right_first[y] - 1
                    continue
                if x >= low and here == forest[x - low, y - under + 1] + costs[2]:
                    x -= 1
                else:
                    y -= 1
