"""ne-patterns as the News Ripper thesis has them (9.6.2, 9.6.3), on nested tuples `(label, children)`: short, literal and slow."""

import math
from functools import cache

SINGLE, PLUS, OPTION, KLEENE = -1, -2, -3, -4
FEWEST_AND_MOST = {SINGLE: (1, 1), PLUS: (1, math.inf), OPTION: (0, 1), KLEENE: (0, math.inf)}

# 9.6.2, line by line; N is any label. The entry for a single wildcard and a label is missing there.
N = "n"
TABLE = {
    (KLEENE, KLEENE): KLEENE,
    (KLEENE, PLUS): KLEENE,
    (KLEENE, OPTION): KLEENE,
    (KLEENE, SINGLE): KLEENE,
    (KLEENE, N): KLEENE,
    (PLUS, PLUS): PLUS,
    (PLUS, SINGLE): PLUS,
    (PLUS, OPTION): KLEENE,
    (PLUS, N): PLUS,
    (SINGLE, SINGLE): SINGLE,
    (SINGLE, OPTION): OPTION,
    (SINGLE, N): SINGLE,
    (OPTION, OPTION): OPTION,
    (OPTION, N): OPTION,
}


def composed_label(label, other):
    if label >= 0 and other >= 0:
        return label if label == other else SINGLE
    entry = (label if label < 0 else N, other if other < 0 else N)
    return TABLE[entry] if entry in TABLE else TABLE[entry[::-1]]


def composed(left, right, partner):
    """Compose two trees, given as rows, along a mapping; unmapped nodes of the left come before those of the right."""
    taken = {int(node) for node in partner if node >= 0}

    def node_of(node, other):
        label = composed_label(left.label[node], right.label[other])
        return int(label), (children_of(node, other) if label >= 0 else ())

    def children_of(node, other):
        children, rest = [], _children(right, other)
        for child in _children(left, node):
            if partner[child] < 0:
                children.append((composed_label(left.label[child], OPTION), ()))
                continue
            while rest[0] not in taken:
                children.append((composed_label(right.label[rest.pop(0)], OPTION), ()))
            children.append(node_of(child, rest.pop(0)))
        return tuple(children) + tuple((composed_label(right.label[child], OPTION), ()) for child in rest)

    return node_of(0, 0)


def _children(tree, node):
    return [child for child in range(node + 1, tree.end[node]) if tree.parent[child] == node]


def match_cost(pattern, tree):
    """9.6.3: infinite is a rejection."""

    @cache
    def of_nodes(node, other):
        if node[0] < 0:
            return 0
        return of_lists(node[1], other[1]) if node[0] == other[0] else math.inf

    @cache
    def of_lists(nodes, others):
        if not nodes:
            return math.inf if others else 0
        if nodes[0][0] >= 0:
            return of_nodes(nodes[0], others[0]) + of_lists(nodes[1:], others[1:]) if others else math.inf
        fewest, most = FEWEST_AND_MOST[nodes[0][0]]
        return min(
            (of_lists(nodes[1:], others[count:]) + (count == 0) for count in range(fewest, int(min(most, len(others))) + 1)),
            default=math.inf,
        )

    return of_nodes(pattern, tree)


def cost_of_captures(pattern, tree, first, stop):
    """Cost of a match that is given as captures; fails if it is none."""
    cost = 0

    def check_children(node, other):
        nonlocal cost
        place = other + 1
        for child in _children(pattern, node):
            label = pattern.label[child]
            if label < 0 and first[child] < 0:
                assert FEWEST_AND_MOST[label][0] == 0
                cost += 1
                continue
            assert first[child] == place
            captured = sum(1 for each in _children(tree, other) if place <= each < stop[child])
            if label < 0:
                assert FEWEST_AND_MOST[label][0] <= captured <= FEWEST_AND_MOST[label][1]
            else:
                assert captured == 1
                assert label == tree.label[place]
                check_children(child, place)
            place = stop[child]
        assert place == tree.end[other]

    assert (first[0], stop[0]) == (0, len(tree))
    if pattern.label[0] >= 0:
        assert pattern.label[0] == tree.label[0]
        check_children(0, 0)
    return cost
