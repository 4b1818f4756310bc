"""Behind `tree_mapping.py` and `ne_pattern.py`: map the nodes of one tree to those of another, from the roots down.

Children with equal subtrees at both ends of two lists are mapped before anything is computed. For the cheapest mapping that is exact: to
map a child to another one costs at least the difference of their sizes, so mapping it to its equal and inserting the other never costs
more. Equal subtrees of a tree have the same number, its `twin`: each pair of different shapes is aligned once, however often it occurs.
Nothing is recursive, so depth does not matter. The work is counted before it is done, so that it can be refused.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from sitelode_lab.trees.labelled_tree import LabelledTree, Nodes

Pairs: TypeAlias = list[tuple[int, int]]
Steps: TypeAlias = list[bytearray]  # for each two prefixes of children, the last step of their best alignment

CELLS_PER_PAIR: Final = 64  # a pair of shapes takes about as much time as this many cells of an alignment, and more memory
PIECE_CELLS: Final = 2**14  # of one alignment of lists that are cut into pieces, set by hand: 128 children on either side
REJECTED: Final = 2**40  # the cost of what does not match: more than any number of wildcards
_BOTH, _LEFT, _RIGHT = range(3)  # a step: a pair, or a child of one side alone
# A wildcard is the label -1 - bits. Its bits give the whole table in 9.6.2 of the News Ripper thesis: composing joins them.
MANY, OPTIONAL = 1, 2


def bits_of(label: int) -> int:
    """What a wildcard may capture; any other label captures itself, once, and must be there."""
    return -1 - label if label < 0 else 0


class TreePair:
    """Two trees, and a way to pair the children of two nodes, which those below this class know."""

    def __init__(self, left: LabelledTree, right: LabelledTree) -> None:
        self.left, self.right = left.nodes, right.nodes

    def are_equal(self, left: int, right: int) -> bool:
        return self.left.fingerprint[left] == self.right.fingerprint[right]

    def pairs_below(self, left: int, right: int, first: list[int], stop: list[int]) -> Pairs:
        """The children of two mapped nodes that are mapped to each other, but for those that `first` gets here."""
        raise NotImplementedError

    def mapped(self) -> tuple[list[int], list[int]]:
        """For each left node the first right node that it is mapped to, and one past the last; -1 if it is mapped to none."""
        first, stop = ([-1] * len(self.left.end) for _ in range(2))
        waiting = [(0, 0)]
        while waiting:
            left, right = waiting.pop()
            if self.are_equal(left, right):
                _map_run(first, left, self.left.end[left], right)
            else:
                first[left] = right
                waiting += self.pairs_below(left, right, first, stop)
        return first, [self.right.end[at] if at >= 0 and end < 0 else end for at, end in zip(first, stop, strict=True)]


def _map_run(first: list[int], left: int, left_stop: int, right: int) -> None:
    first[left:left_stop] = range(right, right + left_stop - left)


class ByLabel(TreePair):
    """News Ripper's two mappings, which pair children by label and size only.

    Arnaud Jasselette, Mathieu Vanderwhale: "Automatically Extracting News Articles from the Internet", thesis, University of Namur, 2005:
    12.2 (fast) and 12.3-12.4 (fine).

    Fast: children from left to right, up to the first that differ. Fine: children sorted by the size of their subtrees; the larger of two
    that differ looks for its label in the other list. Each step of that search pairs the largest remaining child of some label with the
    largest remaining one of the same label on the other side, so the result is: per label, the k-th largest with the k-th largest.
    Children of equal size keep their order, which the thesis leaves open. The order of siblings is not kept, as in the thesis; both
    mappings are symmetric. Roots of different labels are not mapped, which the caller sees to.
    """

    def __init__(self, left: LabelledTree, right: LabelledTree, *, fine: bool) -> None:
        super().__init__(left, right)
        self.fine = fine

    def pairs_below(self, left: int, right: int, first: list[int], stop: list[int]) -> Pairs:  # noqa: ARG002
        lefts, rights = self.left.children[left], self.right.children[right]
        pairs: Pairs = []
        if self.fine:
            others = _by_label(self.right, rights)
            for label, some in _by_label(self.left, lefts).items():
                pairs += zip(some, others.get(label, ()), strict=False)
            return pairs
        for one, other in zip(lefts, rights, strict=False):
            if self.left.label[one] != self.right.label[other]:
                break
            pairs.append((one, other))
        return pairs


def _by_label(tree: Nodes, nodes: Sequence[int]) -> dict[int, list[int]]:
    """The nodes of each label, the largest subtree first."""
    found: dict[int, list[int]] = {}
    for node in sorted(nodes, key=lambda node: node - tree.end[node]):
        found.setdefault(tree.label[node], []).append(node)
    return found


class Alignment(TreePair):
    """A way to pair children in order, at the lowest cost."""

    def __init__(self, left: LabelledTree, right: LabelledTree) -> None:
        super().__init__(left, right)
        self.costs: dict[tuple[int, int], int] = {}  # of pairs of shapes, as far as they were asked for
        self.is_exact = True  # costs are those of the cheapest mapping, not lower bounds

    def depends_on_children(self, left: int, right: int) -> bool:
        """Whether the cost of mapping one subtree to another depends on how their children are aligned."""
        raise NotImplementedError

    def own_cost(self, left: int, right: int) -> int:
        """Cost of mapping one node to another, without their descendants."""
        raise NotImplementedError

    def cost(self, left: int, right: int) -> int:
        """The cost of mapping one subtree to another."""
        raise NotImplementedError

    def align(self, lefts: Sequence[int], rights: Sequence[int], steps: Steps | None = None) -> int:
        """The least cost of mapping some children to others; `steps` gets a row for each left child."""
        raise NotImplementedError

    def key(self, left: int, right: int) -> tuple[int, int]:
        return self.left.twin[left], self.right.twin[right]

    def differing(self, left: int, right: int) -> tuple[list[int], list[int], int]:
        """The children of two nodes without the equal ones at both ends, and the number of those before."""
        lefts, rights = self.left.children[left], self.right.children[right]
        start, after, shorter = 0, 0, min(len(lefts), len(rights))
        while start < shorter and self.are_equal(lefts[start], rights[start]):
            start += 1
        while after < shorter - start and self.are_equal(lefts[-1 - after], rights[-1 - after]):
            after += 1
        return lefts[start : len(lefts) - after], rights[start : len(rights) - after], start

    def fill_costs(self, cell_budget: int) -> bool:
        """Find the cost of every pair of shapes that the roots need, the smallest first; False if that is too much work."""
        self.is_exact = self._fill_costs(cell_budget)
        return self.is_exact

    def _fill_costs(self, cell_budget: int) -> bool:
        pairs = [(0, 0)] if self.depends_on_children(0, 0) else []
        met, cells = set(), 0
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
        for left, right in sorted(pairs, key=lambda pair: self.left.end[pair[0]] - pair[0] + self.right.end[pair[1]] - pair[1]):
            lefts, rights, _ = self.differing(left, right)
            self.costs[self.key(left, right)] = self.align(lefts, rights) + self.own_cost(left, right)
        return True

    def pairs_below(self, left: int, right: int, first: list[int], stop: list[int]) -> Pairs:
        pairs: Pairs = []
        if not self.depends_on_children(left, right):
            return pairs
        lefts, rights, start = self.differing(left, right)
        every, left_end = self.left.children[left], self.left.end
        if start:
            _map_run(first, left + 1, left_end[every[start - 1]], right + 1)
        rest = left_end[every[start + len(lefts) - 1]] if start + len(lefts) else left + 1
        _map_run(first, rest, left_end[left], self.right.end[right] - (left_end[left] - rest))
        for some, others in [(lefts, rights)] if self.is_exact else self._pieces(lefts, rights):
            steps: Steps = []
            self.align(some, others, steps)
            i, j = len(some), len(others)
            while i > 0 and j > 0:
                step, node = steps[i - 1][j - 1], some[i - 1]
                if step != _LEFT and stop[node] < 0 and self.left.label[node] < 0:
                    stop[node] = self.right.end[others[j - 1]]  # the last that a wildcard captures
                if step == _BOTH:
                    pairs.append((node, others[j - 1]))
                i -= step != _RIGHT
                j -= step != _LEFT
        return pairs

    def _pieces(self, lefts: list[int], rights: list[int]) -> list[tuple[list[int], list[int]]]:
        """Cut two long lists of siblings into short pieces that can be aligned one by one, in time linear in the lists.

        First at anchors: subtrees that occur once in each list, as many as are in the same order in both (the idea of patience
        diff). Then, if a stretch between anchors is still too large to align, into the same number of parts on both sides.
        """
        if len(lefts) * len(rights) <= PIECE_CELLS:
            return [(lefts, rights)]
        found, at, other = [], 0, 0
        prints = [self.left.fingerprint[node] for node in lefts], [self.right.fingerprint[node] for node in rights]
        for left, right in _anchors(*prints):
            found += [*_parts(lefts[at:left], rights[other:right]), (lefts[left : left + 1], rights[right : right + 1])]
            at, other = left + 1, right + 1
        return [*found, *_parts(lefts[at:], rights[other:])]


def _parts(lefts: list[int], rights: list[int]) -> list[tuple[list[int], list[int]]]:
    """As many parts of both lists, none if one is empty."""
    # With k parts each has 1/k² of the cells, so that all of them together are linear in the longer list.
    parts = math.ceil(math.sqrt(len(lefts) * len(rights) / PIECE_CELLS))
    cuts = [(len(lefts) * part // parts, len(rights) * part // parts) for part in range(parts + 1)] if parts else []
    return [(lefts[cuts[part][0] : cuts[part + 1][0]], rights[cuts[part][1] : cuts[part + 1][1]]) for part in range(parts)]


def _anchors(left_prints: Sequence[int], right_prints: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Left and right positions of fingerprints that occur once in each list; ascending on both sides."""
    left_counts, right_counts = Counter(left_prints), Counter(right_prints)
    place_of = {code: place for place, code in enumerate(right_prints) if right_counts[code] == 1}
    pairs = [(place, place_of[code]) for place, code in enumerate(left_prints) if left_counts[code] == 1 and code in place_of]
    # A longest ascending subsequence of the right positions (Schensted 1961).
    smallest: list[int] = []  # for each length the smallest last position of a run
    ends: list[int] = []  # and its place
    before: list[int] = []  # the place before each
    for place, (_, right) in enumerate(pairs):
        length = bisect_left(smallest, right)
        before.append(ends[length - 1] if length else -1)
        smallest[length : length + 1], ends[length : length + 1] = [right], [place]
    run, at = [], ends[-1] if ends else -1
    while at >= 0:
        run.append(pairs[at])
        at = before[at]
    return reversed(run)


class Cheapest(Alignment):
    """The cheapest top-down mapping, plain or restricted.

    Plain: Stanley M. Selkow: "The tree-to-tree editing problem", Information Processing Letters 6 (1977), doi:10.1016/0020-0190(77)90064-3.
    Restricted (RTDM): Davi de Castro Reis, Paulo B. Golgher, Altigran S. da Silva, Alberto H. F. Laender: "Automatic Web News Extraction
    Using Tree Edit Distance", WWW 2004, doi:10.1145/988672.988740. Both as chapter 9 of the News Ripper thesis defines them.

    If the trees are too large for their costs, children are aligned by the lower bound of the cost of mapping them, in short pieces, and
    only those that the alignment maps are visited: a mapping of the same kind in linear time, but not always the cheapest.
    """

    def __init__(self, left: LabelledTree, right: LabelledTree, costs: tuple[int, int, int], *, restricted: bool) -> None:
        super().__init__(left, right)
        self.replace, self.insert, self.remove = costs
        self.restricted = restricted  # nothing is mapped below nodes of different labels, except below the roots

    def own_cost(self, left: int, right: int) -> int:
        return self.replace if self.left.label[left] != self.right.label[right] else 0

    def depends_on_children(self, left: int, right: int) -> bool:
        return self._may_share_descendants(left, right) and not self.are_equal(left, right)

    def _may_share_descendants(self, left: int, right: int) -> bool:
        """Whether descendants of two nodes may be mapped when the nodes are mapped to each other."""
        if self.restricted and left and self.left.label[left] != self.right.label[right]:
            return False
        return self.left.end[left] > left + 1 and self.right.end[right] > right + 1

    def cost(self, left: int, right: int) -> int:
        key = self.key(left, right)
        found = self.costs.get(key)
        if found is None:
            found = self.costs[key] = self._cost_or_bound(left, right)
        return found

    def _cost_or_bound(self, left: int, right: int) -> int:
        """The cost where it does not depend on children, and its lower bound elsewhere."""
        if self.are_equal(left, right):
            return 0
        sizes = self.left.end[left] - left, self.right.end[right] - right
        if not self._may_share_descendants(left, right):
            return self.remove * (sizes[0] - 1) + self.insert * (sizes[1] - 1) + self.own_cost(left, right)
        # As if one subtree were part of the other, plus 1 because they are not equal.
        surplus = sizes[0] - sizes[1]
        return 1 + max(self.remove * surplus, -self.insert * surplus) + self.own_cost(left, right)

    def align(self, lefts: Sequence[int], rights: Sequence[int], steps: Steps | None = None) -> int:
        """On a tie mapping is preferred, then removing."""
        inserted = [self.insert * (self.right.end[other] - other) for other in rights]
        row = [0]  # costs of mapping the left children so far to each prefix of the right ones
        for each in inserted:
            row.append(row[-1] + each)
        for one in lefts:
            removed, taken = self.remove * (self.left.end[one] - one), bytearray(len(rights))
            diagonal, beside = row[0], row[0] + removed
            row[0] = beside
            for j, other in enumerate(rights):
                above = row[j + 1]
                best = diagonal + self.cost(one, other)
                if above + removed < best:
                    best, taken[j] = above + removed, _LEFT
                if beside + inserted[j] < best:
                    best, taken[j] = beside + inserted[j], _RIGHT
                diagonal = above
                row[j + 1] = beside = best
            if steps is not None:
                steps.append(taken)
        return row[-1]


class Match(Alignment):
    """A pattern and a tree: every node of the pattern but wildcards maps to one of the same label, every other node is captured.

    The costs are those of 9.6.3 in the News Ripper thesis, after Reis et al. (WWW 2004): an optional wildcard that captures nothing adds 1.
    """

    def __init__(self, pattern: LabelledTree, tree: LabelledTree) -> None:
        super().__init__(pattern, tree)
        # How many nodes a tree must have to match each subtree of the pattern; negative if it must be equal, for want of a wildcard.
        self.needs = [0] * len(pattern)
        for node in range(len(pattern) - 1, -1, -1):
            label = self.left.label[node]
            below = [self.needs[child] for child in self.left.children[node]]
            need = 1 + sum(map(abs, below))
            self.needs[node] = int(not bits_of(label) & OPTIONAL) if label < 0 else -need if all(each < 0 for each in below) else need

    def own_cost(self, left: int, right: int) -> int:  # noqa: ARG002 (only equal labels are aligned)
        return 0

    def depends_on_children(self, left: int, right: int) -> bool:
        if self.left.label[left] != self.right.label[right] or not 0 < self.needs[left] <= self.right.end[right] - right:
            return False
        return not self.are_equal(left, right)

    def cost(self, left: int, right: int) -> int:
        if self.left.label[left] < 0 or self.are_equal(left, right):
            return 0
        return self.costs[self.key(left, right)] if self.depends_on_children(left, right) else REJECTED

    def align(self, lefts: Sequence[int], rights: Sequence[int], steps: Steps | None = None) -> int:
        """On a tie a wildcard is continued rather than started, so the first of two adjacent wildcards captures less."""
        row = [0] + [REJECTED] * len(rights)  # the first: cost of matching the pattern's children so far with no child of the tree
        for node in lefts:
            bits, taken = bits_of(self.left.label[node]), bytearray(len(rights))
            diagonal, beside = row[0], REJECTED
            row[0] = row[0] + 1 if bits & OPTIONAL else REJECTED
            for j, other in enumerate(rights):
                above = row[j + 1]
                best = diagonal + self.cost(node, other)
                if bits & MANY and beside <= best:
                    best, taken[j] = beside, _RIGHT
                if bits & OPTIONAL and above + 1 < best:
                    best, taken[j] = above + 1, _LEFT
                diagonal = above
                row[j + 1] = beside = min(best, REJECTED)
            if steps is not None:
                steps.append(taken)
        return min(row[-1], REJECTED)
