"""Compiled code behind `choose_columns.py`: the greedy choice of keys."""
# mypy: ignore-errors

import heapq

import numpy as np

from sitelode.compiled.jit import jit


@jit
def _most_frequent(of_node, members, count, counts):
    """The count of the most frequent number among some nodes; `counts` is zero before and after."""
    most = 0
    for place in range(count):
        number = of_node[members[place]]
        counts[number] += 1
        most = max(most, counts[number])
    for place in range(count):
        counts[of_node[members[place]]] = 0
    return most


@jit
def _free_nodes(nodes, start, end, covered, members):
    count = 0
    for place in range(start, end):
        if not covered[nodes[place]]:
            members[count] = nodes[place]
            count += 1
    return count


@jit
def greedy_columns(nodes, starts, page, label, shape, single, weight, least_pages, effort):
    """Choose the best key, mark its nodes, and repeat; returns the chosen keys in order.

    `nodes[starts[k]:starts[k + 1]]` are the nodes of key k, `single[k]` is how reliable its path is on its own. Scores fall as nodes
    are marked, so a key that is still first after its score was updated is the best. After `effort` node visits, old scores are used.
    """
    covered = np.zeros(len(page), np.bool_)
    members = np.empty(len(nodes) + 1, np.int32)
    label_counts = np.zeros(label.max() + 1, np.int32)
    shape_counts = np.zeros(shape.max() + 1, np.int32)
    page_counts = np.zeros(page.max() + 1, np.int32)
    keys = len(starts) - 1
    taken = np.empty(keys, np.int32)
    count_taken, spent = 0, 0
    heap = [(-1e300, key) for key in range(keys)]  # every key is scored once before the first choice
    while len(heap) > 0:
        claimed, key = heapq.heappop(heap)
        count = _free_nodes(nodes, starts[key], starts[key + 1], covered, members)
        spent += starts[key + 1] - starts[key]
        pages = 0
        for place in range(count):
            number = page[members[place]]
            pages += page_counts[number] == 0
            page_counts[number] = 1
        for place in range(count):
            page_counts[page[members[place]]] = 0
        if pages < least_pages:
            continue
        alike = max(_most_frequent(label, members, count, label_counts) / count, single[key])
        form = np.sqrt(_most_frequent(shape, members, count, shape_counts) / count)
        score = weight[key] * pages * alike * form * (pages / count) ** 2
        if claimed == -1e300 or (score < -claimed - 1e-9 and len(heap) > 0 and -heap[0][0] > score and spent < effort):
            heapq.heappush(heap, (-score, key))
            continue
        for place in range(count):
            covered[members[place]] = True
        taken[count_taken] = key
        count_taken += 1
    return taken[:count_taken].copy()
