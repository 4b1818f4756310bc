"""Compiled code behind `tree_mapping.py` and `ne_pattern.py`: map the nodes of one tree to those of another, from the roots down.

Children with equal subtrees at both ends of two lists are mapped before anything is computed. For the cheapest mapping that is exact: to
map a child to another one costs at least the difference of their sizes, so mapping it to its equal and inserting the other never costs
more. Equal subtrees of a tree have the same number, its `twin`: each pair of different shapes is aligned once, however often it occurs.
Nothing is recursive, so depth does not matter. The work is counted before it is done, so that it can be refused.
"""
# mypy: ignore-errors

from __future__ import annotations

import math
from bisect import bisect_left

import cython
import numpy as np

Numbers = cython.typedef(cython.const[cython.longlong][:])
Prints = cython.typedef(cython.const[cython.ulonglong][:])
Nodes = cython.typedef(cython.int[::1])
Steps = cython.typedef(cython.schar[:, ::1])

CELLS_PER_PAIR = 64  # a pair of shapes takes about as much time as this many cells of an alignment, and more memory
# Cells of one alignment, about 1,000 children on either side, set by hand: enough to absorb most shifts, in a few milliseconds.
PIECE_CELLS = 2**20
REJECTED = 2**40  # the cost of what does not match: more than any number of wildcards
_REJECTED = cython.declare(cython.longlong, REJECTED)
# The last step of the best alignment of two prefixes: a pair, or a child of one side alone.
_BOTH, _LEFT, _RIGHT = cython.declare(cython.schar, 0), cython.declare(cython.schar, 1), cython.declare(cython.schar, 2)
# A wildcard is the label -1 - bits. Its bits give the whole table in 9.6.2 of the News Ripper thesis: composing joins them.
MANY, OPTIONAL = 1, 2
_MANY, _OPTIONAL = cython.declare(cython.longlong, MANY), cython.declare(cython.longlong, OPTIONAL)


@cython.cclass
class _Tree:
    """The columns of a labelled tree."""

    label: Numbers
    fingerprint: Prints
    end: Numbers
    twin: Numbers
    _children: dict

    def __init__(self, rows):
        self.label, self.fingerprint = rows["label"], rows["fingerprint"]
        self.end, self.twin = rows["end"].astype(np.int64), rows["twin"].astype(np.int64)
        self._children = {}

    @cython.cfunc
    @cython.exceptval(check=False)
    def size(self, node: cython.longlong) -> cython.longlong:
        return self.end[node] - node

    @cython.cfunc
    def children(self, node: cython.longlong) -> list:
        found: list = self._children.get(node)
        if found is None:
            found = self._children[node] = []
            child: cython.longlong = node + 1
            while child < self.end[node]:
                found.append(child)
                child = self.end[child]
        return found


@cython.cclass
class _TreePair:
    """Two trees, and a way to pair the children of two nodes, which those below this class know."""

    left: _Tree
    right: _Tree

    def __init__(self, left, right):
        self.left, self.right = _Tree(left), _Tree(right)

    @cython.cfunc
    @cython.exceptval(check=False)
    def are_equal(self, left: cython.longlong, right: cython.longlong) -> cython.bint:
        # The first comparison nearly always decides.
        return self.left.fingerprint[left] == self.right.fingerprint[right] and self.left.size(left) == self.right.size(right)

    @cython.cfunc
    def pairs_below(self, left: cython.longlong, right: cython.longlong, first: Nodes, stop: Nodes) -> list:
        """The children of two mapped nodes that are mapped to each other, but for those that `first` gets here."""
        raise NotImplementedError

    def mapped(self):
        """For each left node the first right node that it is mapped to, and one past the last; -1 if it is mapped to none."""
        firsts, stops = np.full(len(self.left.end), -1, np.int32), np.full(len(self.left.end), -1, np.int32)
        first: Nodes = firsts
        stop: Nodes = stops
        waiting = [(0, 0)]
        while waiting:
            left, right = waiting.pop()
            if self.are_equal(left, right):
                _map_run(first, left, self.left.end[left], right)
            else:
                first[left] = right
                waiting += self.pairs_below(left, right, first, stop)
        for node in range(len(first)):
            if first[node] >= 0 and stop[node] < 0:
                stop[node] = self.right.end[first[node]]
        return firsts, stops


@cython.cfunc
@cython.exceptval(check=False)
def _map_run(first: Nodes, left: cython.longlong, left_stop: cython.longlong, right: cython.longlong) -> cython.void:
    for offset in range(left_stop - left):
        first[left + offset] = right + offset


@cython.cclass
class ByLabel(_TreePair):
    """News Ripper's two mappings, which pair children by label and size only.

    Arnaud Jasselette, Mathieu Vanderwhale: "Automatically Extracting News Articles from the Internet", thesis, University of Namur, 2005:
    12.2 (fast) and 12.3-12.4 (fine).

    Fast: children from left to right, up to the first that differ. Fine: children sorted by the size of their subtrees; the larger of two
    that differ looks for its label in the other list. Each step of that search pairs the largest remaining child of some label with the
    largest remaining one of the same label on the other side, so the result is: per label, the k-th largest with the k-th largest.
    Children of equal size keep their order, which the thesis leaves open. The order of siblings is not kept, as in the thesis; both
    mappings are symmetric. Roots of different labels are not mapped, which the caller sees to.
    """

    fine: cython.bint

    def __init__(self, left, right, fine):
        super().__init__(left, right)
        self.fine = fine

    @cython.cfunc
    def pairs_below(self, left: cython.longlong, right: cython.longlong, first: Nodes, stop: Nodes) -> list:  # noqa: ARG002
        lefts: list = self.left.children(left)
        rights: list = self.right.children(right)
        pairs = []
        if self.fine:
            others = _by_label(self.right, rights)
            for label, some in _by_label(self.left, lefts).items():
                pairs += zip(some, others.get(label, ()), strict=False)
            return pairs
        for place in range(min(len(lefts), len(rights))):
            one: cython.longlong = lefts[place]
            other: cython.longlong = rights[place]
            if self.left.label[one] != self.right.label[other]:
                break
            pairs.append((one, other))
        return pairs


@cython.cfunc
def _by_label(tree: _Tree, nodes: list) -> dict:
    """The nodes of each label, the largest subtree first."""
    found: dict = {}
    for _, node in sorted([(node - tree.end[node], node) for node in nodes]):
        found.setdefault(tree.label[node], []).append(node)
    return found


@cython.cclass
class _Alignment(_TreePair):
    """A way to pair children in order, at the lowest cost."""

    replace: cython.longlong  # cost of mapping two nodes of different labels
    costs: dict  # of pairs of shapes that depend on their children
    prefix: cython.longlong[::1]  # room for the costs of an alignment

    def __init__(self, left, right, replace):
        super().__init__(left, right)
        self.replace, self.costs, self.prefix = replace, {}, np.empty(len(right), np.int64)

    @cython.cfunc
    @cython.exceptval(check=False)
    def depends_on_children(self, left: cython.longlong, right: cython.longlong) -> cython.bint:  # noqa: ARG002
        """Whether the cost of mapping one subtree to another depends on how their children are aligned."""
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def own_cost(self, left: cython.longlong, right: cython.longlong) -> cython.longlong:
        """Cost of mapping one node to another, without their descendants."""
        return self.replace if self.left.label[left] != self.right.label[right] else 0

    @cython.cfunc
    def cost(self, left: cython.longlong, right: cython.longlong) -> cython.longlong:
        """The cost of mapping one subtree to another."""
        raise NotImplementedError

    @cython.cfunc
    def align(self, lefts: list, rights: list, steps: Steps) -> cython.longlong:
        """The least cost of mapping some children to others; unless `steps` is empty, it gets the last step for each two prefixes."""
        raise NotImplementedError

    @cython.cfunc
    def key(self, left: cython.longlong, right: cython.longlong) -> object:
        return self.left.twin[left] << 32 | self.right.twin[right]

    @cython.cfunc
    def differing(self, left: cython.longlong, right: cython.longlong) -> tuple:
        """The children of two nodes without the equal ones at both ends, and the number of those before."""
        lefts: list = self.left.children(left)
        rights: list = self.right.children(right)
        start: cython.Py_ssize_t = 0
        shorter: cython.Py_ssize_t = min(len(lefts), len(rights))
        after: cython.Py_ssize_t = 0
        while start < shorter and self.are_equal(lefts[start], rights[start]):
            start += 1
        while after < shorter - start and self.are_equal(lefts[len(lefts) - 1 - after], rights[len(rights) - 1 - after]):
            after += 1
        return lefts[start : len(lefts) - after], rights[start : len(rights) - after], start

    def fill_costs(self, cell_budget: cython.longlong):
        """Find the cost of every pair of shapes that the roots need, the smallest first; False, and no cost, if that is too much work."""
        pairs = [(0, 0)] if self.depends_on_children(0, 0) else []
        met = set()
        cells: cython.longlong = 0
        for left, right in pairs:
            lefts, rights, _ = self.differing(left, right)
            cells += len(lefts) * len(rights)
            for one in lefts:
                if cells + CELLS_PER_PAIR * len(pairs) > cell_budget:
                    return False
                for other in rights:
                    if self.depends_on_children(one, other):
                        key = self.key(one, other)
                        if key not in met:
                            met.add(key)
                            pairs.append((one, other))
        if cells + CELLS_PER_PAIR * len(pairs) > cell_budget:
            return False
        no_steps = np.empty((0, 0), np.int8)
        for left, right in sorted(pairs, key=lambda pair: self.left.size(pair[0]) + self.right.size(pair[1])):
            lefts, rights, _ = self.differing(left, right)
            self.costs[self.key(left, right)] = self.align(lefts, rights, no_steps) + self.own_cost(left, right)
        return True

    def cost_of_roots(self):
        return self.cost(0, 0)

    @cython.cfunc
    def pairs_below(self, left: cython.longlong, right: cython.longlong, first: Nodes, stop: Nodes) -> list:
        pairs: list = []
        if not self.depends_on_children(left, right):
            return pairs
        lefts, rights, start = self.differing(left, right)
        every: list = self.left.children(left)
        if start:
            _map_run(first, left + 1, self.left.end[every[start - 1]], right + 1)
        rest: cython.longlong = self.left.end[every[start + len(lefts) - 1]] if start + len(lefts) else left + 1
        _map_run(first, rest, self.left.end[left], self.right.end[right] - (self.left.end[left] - rest))
        for some, others in [(lefts, rights)] if self.costs else self._pieces(lefts, rights):
            found = np.empty((len(some), len(others)), np.int8)
            steps: Steps = found
            self.align(some, others, steps)
            i: cython.Py_ssize_t = len(some)
            j: cython.Py_ssize_t = len(others)
            while i > 0 and j > 0:
                step = steps[i - 1, j - 1]
                node: cython.longlong = some[i - 1]
                if step != _LEFT and stop[node] < 0 and self.left.label[node] < 0:
                    stop[node] = self.right.end[others[j - 1]]  # the last that a wildcard captures
                if step == _BOTH:
                    pairs.append((node, others[j - 1]))
                i -= step != _RIGHT
                j -= step != _LEFT
        return pairs

    def _pieces(self, lefts, rights):
        """Cut two long lists of siblings into short pieces that can be aligned one by one, in time linear in the lists.

        First at anchors: subtrees that occur once in each list, as many as are in the same order in both (the idea of patience
        diff). Then, if a stretch between anchors is still too large to align, into the same number of parts on both sides.
        """
        if len(lefts) * len(rights) <= PIECE_CELLS:
            return [(lefts, rights)]
        found, at, other = [], 0, 0
        for left, right in _anchors(np.asarray(self.left.fingerprint)[lefts], np.asarray(self.right.fingerprint)[rights]):
            found += _parts(lefts[at:left], rights[other:right])
            found.append((lefts[left : left + 1], rights[right : right + 1]))
            at, other = left + 1, right + 1
        return found + _parts(lefts[at:], rights[other:])


def _parts(lefts, rights):
    """As many parts of both lists, none if one is empty."""
    # With k parts each has 1/k² of the cells, so that all of them together are linear in the longer list.
    parts = math.ceil(math.sqrt(len(lefts) * len(rights) / PIECE_CELLS))
    cuts = [(len(lefts) * part // parts, len(rights) * part // parts) for part in range(parts + 1)] if parts else []
    return [(lefts[cuts[part][0] : cuts[part + 1][0]], rights[cuts[part][1] : cuts[part + 1][1]]) for part in range(parts)]


def _anchors(left_prints, right_prints):
    """Left and right positions of fingerprints that occur once in each list; ascending on both sides."""
    single_left, single_right = _singles(left_prints), _singles(right_prints)
    _, in_left, in_right = np.intersect1d(left_prints[single_left], right_prints[single_right], assume_unique=True, return_indices=True)
    pairs = sorted(zip(single_left[in_left].tolist(), single_right[in_right].tolist(), strict=True))
    # A longest ascending subsequence of the right positions (Schensted 1961).
    smallest, ends, before = [], [], []  # for each length the smallest last position of a run, and its place; the place before each
    for place, (_, right) in enumerate(pairs):
        length = bisect_left(smallest, right)
        before.append(ends[length - 1] if length else -1)
        smallest[length : length + 1], ends[length : length + 1] = [right], [place]
    run, at = [], ends[len(ends) - 1] if ends else -1
    while at >= 0:
        run.append(pairs[at])
        at = before[at]
    return reversed(run)


def _singles(prints):
    """Positions of the fingerprints that occur once."""
    _, first, counts = np.unique(prints, return_index=True, return_counts=True)
    return first[counts == 1]


@cython.cclass
class Cheapest(_Alignment):
    """The cheapest top-down mapping, plain or restricted.

    Plain: Stanley M. Selkow: "The tree-to-tree editing problem", Information Processing Letters 6 (1977), doi:10.1016/0020-0190(77)90064-3.
    Restricted (RTDM): Davi de Castro Reis, Paulo B. Golgher, Altigran S. da Silva, Alberto H. F. Laender: "Automatic Web News Extraction
    Using Tree Edit Distance", WWW 2004, doi:10.1145/988672.988740. Both as chapter 9 of the News Ripper thesis defines them.

    If the trees are too large for their costs, children are aligned by the lower bound of the cost of mapping them, in short pieces, and
    only those that the alignment maps are visited: a mapping of the same kind in linear time, but not always the cheapest.
    """

    insert: cython.longlong
    remove: cython.longlong
    restricted: cython.bint  # nothing is mapped below nodes of different labels, except below the roots

    def __init__(self, left, right, replace, insert, remove, restricted):
        super().__init__(left, right, replace)
        self.insert, self.remove, self.restricted = insert, remove, restricted

    @cython.cfunc
    @cython.exceptval(check=False)
    def depends_on_children(self, left: cython.longlong, right: cython.longlong) -> cython.bint:
        return self._may_share_descendants(left, right) and not self.are_equal(left, right)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_share_descendants(self, left: cython.longlong, right: cython.longlong) -> cython.bint:
        """Whether descendants of two nodes may be mapped when the nodes are mapped to each other."""
        if self.restricted and left != 0 and self.left.label[left] != self.right.label[right]:
            return False
        return self.left.size(left) > 1 and self.right.size(right) > 1

    @cython.cfunc
    def cost(self, left: cython.longlong, right: cython.longlong) -> cython.longlong:
        """Its lower bound where it is unknown."""
        if not self._may_share_descendants(left, right):
            below: cython.longlong = self.remove * (self.left.size(left) - 1) + self.insert * (self.right.size(right) - 1)
            return below + self.own_cost(left, right)
        if self.are_equal(left, right):
            return 0
        if self.costs:
            return self.costs[self.key(left, right)]
        # As if one subtree were part of the other, plus 1 because they are not equal.
        surplus: cython.longlong = self.left.size(left) - self.right.size(right)
        return 1 + max(self.remove * surplus, -self.insert * surplus) + self.own_cost(left, right)

    @cython.cfunc
    def align(self, lefts: list, rights: list, steps: Steps) -> cython.longlong:
        """On a tie mapping is preferred, then removing."""
        none_left: cython.longlong = 0
        none_right: cython.longlong = 0
        with_steps: cython.bint = steps.shape[0] > 0
        for j in range(len(rights)):
            none_left += self.insert * self.right.size(rights[j])
            self.prefix[j] = none_left
        beside: cython.longlong = none_left
        for i in range(len(lefts)):
            one: cython.longlong = lefts[i]
            remove_cost: cython.longlong = self.remove * self.left.size(one)
            diagonal: cython.longlong = none_right
            beside = none_right + remove_cost
            none_right = beside
            for j in range(len(rights)):
                other: cython.longlong = rights[j]
                above: cython.longlong = self.prefix[j]
                mapping: cython.longlong = diagonal + self.cost(one, other)
                removing: cython.longlong = above + remove_cost
                inserting: cython.longlong = beside + self.insert * self.right.size(other)
                best: cython.longlong = min(mapping, removing, inserting)
                if with_steps:
                    steps[i, j] = _BOTH if mapping == best else (_LEFT if removing == best else _RIGHT)
                self.prefix[j] = best
                diagonal = above
                beside = best
        return beside


@cython.cclass
class Match(_Alignment):
    """A pattern and a tree: every node of the pattern but wildcards maps to one of the same label, every other node is captured.

    The costs are those of 9.6.3 in the News Ripper thesis, after Reis et al. (WWW 2004): an optional wildcard that captures nothing adds 1.
    """

    needs: cython.longlong[::1]

    def __init__(self, pattern, tree):
        super().__init__(pattern, tree, REJECTED)
        self.needs = np.empty(len(pattern), np.int64)
        self._note_needs()

    @cython.cfunc
    def _note_needs(self) -> cython.void:
        """How many nodes a tree must have to match each subtree of the pattern; negative if it must be equal, for want of a wildcard."""
        node: cython.longlong
        for node in range(len(self.needs) - 1, -1, -1):
            if self.left.label[node] < 0:
                self.needs[node] = 0 if _bits_of(self.left.label[node]) & _OPTIONAL else 1
                continue
            need: cython.longlong = 1
            fixed: cython.bint = True
            child: cython.longlong = node + 1
            while child < self.left.end[node]:
                need += abs(self.needs[child])
                fixed = fixed and self.needs[child] < 0
                child = self.left.end[child]
            self.needs[node] = -need if fixed else need

    @cython.cfunc
    @cython.exceptval(check=False)
    def depends_on_children(self, left: cython.longlong, right: cython.longlong) -> cython.bint:
        if self.left.label[left] != self.right.label[right] or not 0 < self.needs[left] <= self.right.size(right):
            return False
        return not self.are_equal(left, right)

    @cython.cfunc
    def cost(self, left: cython.longlong, right: cython.longlong) -> cython.longlong:
        if self.left.label[left] < 0 or self.are_equal(left, right):
            return 0
        return self.costs[self.key(left, right)] if self.depends_on_children(left, right) else _REJECTED

    @cython.cfunc
    def align(self, lefts: list, rights: list, steps: Steps) -> cython.longlong:
        """On a tie a wildcard is continued rather than started, so the first of two adjacent wildcards captures less."""
        nothing: cython.longlong = 0  # cost of matching the pattern's children so far with no child of the tree
        with_steps: cython.bint = steps.shape[0] > 0
        for j in range(len(rights)):
            self.prefix[j] = _REJECTED
        for i in range(len(lefts)):
            node: cython.longlong = lefts[i]
            bits: cython.longlong = _bits_of(self.left.label[node])
            diagonal: cython.longlong = nothing
            nothing = nothing + 1 if bits & _OPTIONAL else _REJECTED
            beside: cython.longlong = _REJECTED
            for j in range(len(rights)):
                above: cython.longlong = self.prefix[j]
                best: cython.longlong = diagonal + self.cost(node, rights[j])
                step: cython.schar = _BOTH
                if bits & _MANY and beside <= best:
                    best, step = beside, _RIGHT
                if bits & _OPTIONAL and above + 1 < best:
                    best, step = above + 1, _LEFT
                if with_steps:
                    steps[i, j] = step
                diagonal = above
                beside = min(best, _REJECTED)
                self.prefix[j] = beside
        if rights:
            nothing = self.prefix[len(rights) - 1]
        return min(nothing, _REJECTED)


@cython.cfunc
@cython.exceptval(check=False)
def _bits_of(label: cython.longlong) -> cython.longlong:
    """What a wildcard may capture; any other label captures itself, once, and must be there."""
    return -1 - label if label < 0 else 0
