"""The mappings of the News Ripper thesis as the text has them, on nested tuples `(label, children)`: short, literal and slow."""

from functools import cache
from itertools import accumulate

from sitelode_lab.trees.labelled_tree import LabelledTree

UNMAPPED = -1


def size(node):
    return 1 + sum(size(child) for child in node[1])


def labelled_tree(node):
    labels, parents = [], []

    def add(inner, parent):
        number = len(labels)
        labels.append(inner[0])
        parents.append(parent)
        for child in inner[1]:
            add(child, number)

    add(node, -1)
    return LabelledTree.from_parents(labels, parents)


def nested(tree, node=0):
    children, child = [], node + 1
    while child < tree.end[node]:
        children.append(nested(tree, child))
        child = int(tree.end[child])
    return int(tree.label[node]), tuple(children)


def fast_partners(left, right):
    """12.2.1, with nodes numbered in document order."""
    partner = [UNMAPPED] * size(left)

    def map_children(left_node, right_node, left_number, right_number):
        partner[left_number] = right_number
        for (left_child, left_place), (right_child, right_place) in zip(
            _numbered(left_node, left_number), _numbered(right_node, right_number), strict=False
        ):
            if left_child[0] != right_child[0]:
                break
            map_children(left_child, right_child, left_place, right_place)

    if left[0] == right[0]:
        map_children(left, right, 0, 0)
    return partner


def fine_partners(left, right):
    """12.4: two sorted lists, and a search in the other list for whichever of two different children is larger."""
    partner = [UNMAPPED] * size(left)

    def map_children(left_node, right_node, left_number, right_number):
        partner[left_number] = right_number
        lefts = sorted(_numbered(left_node, left_number), key=lambda child: -size(child[0]))
        rights = sorted(_numbered(right_node, right_number), key=lambda child: -size(child[0]))
        while lefts and rights:
            if lefts[0][0][0] == rights[0][0][0]:
                found = (0, 0)
            elif size(lefts[0][0]) >= size(rights[0][0]):
                found = (0, _place_of(lefts[0][0][0], rights))
            else:
                found = (_place_of(rights[0][0][0], lefts), 0)
            if None in found:
                (rights if found[0] is None else lefts).pop(0)
                continue
            left_child, right_child = lefts.pop(found[0]), rights.pop(found[1])
            map_children(left_child[0], right_child[0], left_child[1], right_child[1])

    if left[0] == right[0]:
        map_children(left, right, 0, 0)
    return partner


def _numbered(node, number):
    """Children with their numbers in document order."""
    starts = accumulate((size(child) for child in node[1]), initial=number + 1)
    return list(zip(node[1], starts, strict=False))


def _place_of(label, children):
    return next((place for place, (child, _) in enumerate(children) if child[0] == label), None)


def cheapest(left, right, *, restricted, replace=1, insert=1, remove=1):
    """9.5: cost of the cheapest top-down mapping that has the roots in it, and the fewest replacements of any as cheap."""

    @cache
    def mapped(left_node, right_node, is_root):
        replaced = left_node[0] != right_node[0]
        if restricted and replaced and not is_root:
            below = (remove * (size(left_node) - 1) + insert * (size(right_node) - 1), 0)
        else:
            below = aligned(left_node[1], right_node[1])
        return below[0] + replace * replaced, below[1] + replaced

    @cache
    def aligned(lefts, rights):
        choices = [] if lefts or rights else [(0, 0)]
        if lefts:
            rest = aligned(lefts[1:], rights)
            choices.append((rest[0] + remove * size(lefts[0]), rest[1]))
        if rights:
            rest = aligned(lefts, rights[1:])
            choices.append((rest[0] + insert * size(rights[0]), rest[1]))
        if lefts and rights:
            pair, rest = mapped(lefts[0], rights[0], False), aligned(lefts[1:], rights[1:])
            choices.append((pair[0] + rest[0], pair[1] + rest[1]))
        return min(choices)

    return mapped(left, right, True)


def all_mappings(left, right):
    """9.4: every mapping of two trees, as lists of partners, by trying all."""

    def extended(partner):
        node = len(partner)
        if node == len(left):
            yield partner
            return
        for other in range(UNMAPPED, len(right)):
            if other == UNMAPPED or all(
                _same_relation(left, right, (before, node), (partner[before], other)) for before in range(node) if partner[before] >= 0
            ):
                yield from extended([*partner, other])

    return extended([])


def _same_relation(left, right, lefts, rights):
    """Whether two left nodes, the first before the second, stand to each other as their partners do."""
    return _relation(left, *lefts) == _relation(right, *rights)


def _relation(tree, first, second):
    if first == second:
        return "same"
    if second < first:
        return "before"
    return "ancestor" if second < tree.end[first] else "left of"


def is_mapping(left, right, partner):
    mapped = [node for node in range(len(left)) if partner[node] >= 0]
    return all(
        _same_relation(left, right, (first, second), (partner[first], partner[second]))
        for place, first in enumerate(mapped)
        for second in mapped[place + 1 :]
    )


def is_top_down(left, right, partner):
    return all(
        partner[left.parent[node]] == right.parent[partner[node]] if node and partner[node] else node == partner[node] == 0
        for node in range(len(left))
        if partner[node] >= 0
    )


def is_restricted(left, right, partner):
    """Nothing is mapped below replaced nodes; the roots are exempt, as the definition says."""
    return all(
        left.label[node] == right.label[partner[node]] or all(partner[below] < 0 for below in range(node + 1, left.end[node]))
        for node in range(1, len(left))
        if partner[node] >= 0
    )
