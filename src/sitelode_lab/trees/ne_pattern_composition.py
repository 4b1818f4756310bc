"""Build the pattern of a group of trees: compose the first two, then the result with the third, and so on.

News Ripper thesis, 9.6.2, after Reis et al. (WWW 2004; see `ne_pattern`). A node mapped to one of the same label stays, one mapped to
another becomes a wildcard, an unmapped one becomes an optional wildcard.

The table's empty entry, f($, n), is read as $. Changed for the fold, not for the composition of two:

- Neighbouring wildcards are merged if it is ambiguous which of them captures what: one that captures many with any other, and two
    optional ones. Without that a pattern grows with every tree, and no + or * would ever arise. With it there is at most one optional
    wildcard between two required nodes, and the number of those only falls: the fold takes time linear in the trees.
- A tree that the pattern already accepts does not change it.
- Equal trees count once, the most frequent come first: the order of the trees does not matter.
"""

from collections import Counter
from collections.abc import Iterable

from sitelode_lab.trees.kernels.pattern_composition import compose_rows
from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.ne_pattern import NePattern
from sitelode_lab.trees.ne_pattern_matching import match_pattern
from sitelode_lab.trees.tree_mapping import restricted_mapping


def compose(one: NePattern, other: NePattern, *, merging: bool = False) -> NePattern:
    """The composition of two patterns by the table of 9.6.2; it accepts everything that either accepts. `merging` as in the fold."""
    partner = restricted_mapping(one.tree, other.tree).partner
    label, parent = compose_rows(one.tree.rows, other.tree.rows, partner, int(merging))
    return NePattern(LabelledTree.from_parents(label, parent))


def pattern_of(trees: Iterable[LabelledTree]) -> NePattern:
    """The pattern of a group of trees; it accepts each of them."""
    distinct: dict[int, LabelledTree] = {}
    frequency: Counter[int] = Counter()
    for tree in trees:
        distinct.setdefault(tree.root_fingerprint, tree)
        frequency[tree.root_fingerprint] += 1
    if not distinct:
        raise ValueError("no trees are given to make a pattern of")
    order = sorted(distinct, key=lambda fingerprint: (-frequency[fingerprint], -len(distinct[fingerprint]), fingerprint))
    pattern = NePattern(distinct[order[0]])
    for fingerprint in order[1:]:
        if not match_pattern(pattern, distinct[fingerprint]).accepted:
            pattern = compose(pattern, NePattern(distinct[fingerprint]), merging=True)
    return pattern
