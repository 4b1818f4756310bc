"""The PAT tree of a page, for explanations: its inner nodes as an indented outline, computed from the suffix array.

Every inner node is a string of tokens that occurs more than once with different tokens after it; its children start with it. A node
whose occurrences have different tokens before them is *left-diverse*: a maximal repeat.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from sitelode_lab.iepad.token_classes import TokenSequence
from sitelode_lab.strings.suffix_array import sort_sequences

SHOWN_TOKENS = 8  # of an edge; set by hand
SHOWN_POSITIONS = 6


@dataclass
class PatNode:
    """An inner node: the suffixes from `place` on share `length` tokens."""

    place: int
    count: int
    length: int
    parent_length: int
    depth: int
    positions: list[int]
    left_diverse: bool


def pat_nodes(translation: TokenSequence) -> Iterator[PatNode]:
    """The inner nodes, parents before children, in the order of their strings. Only for pages that a person looks at."""
    suffixes = sort_sequences([translation.tokens])
    order, lcp = suffixes.order.tolist(), suffixes.lcp.tolist()
    tokens = translation.tokens.tolist()
    waiting = [(0, len(order), 0, 0)]
    while waiting:
        place, end, shared, depth = waiting.pop()
        length = min(lcp[place + 1 : end], default=0)
        if length > shared:
            positions = sorted(order[place:end])
            before = {tokens[position - 1] if position else -1 for position in positions}
            yield PatNode(place, end - place, length, shared, depth, positions, len(before) > 1)
            depth += 1
        cuts = [place, *(cut for cut in range(place + 1, end) if lcp[cut] == length), end]
        waiting += [(a, b, length, depth) for a, b in reversed(list(pairwise(cuts))) if b - a > 1]


def outline(translation: TokenSequence, most: int) -> Iterator[str]:
    """One line per node: what its edge adds, how often it occurs and where; maximal repeats are marked with a star."""
    for number, node in enumerate(pat_nodes(translation)):
        if number == most:
            yield ".. more"
            return
        added = node.length - node.parent_length
        shown = translation.names(node.positions[0] + node.parent_length, min(added, SHOWN_TOKENS))
        places = ", ".join(map(str, node.positions[:SHOWN_POSITIONS])) + (", .." if node.count > SHOWN_POSITIONS else "")
        more = f" .. {added - SHOWN_TOKENS} more" if added > SHOWN_TOKENS else ""
        yield f"{'  ' * node.depth}{'*' if node.left_diverse else '-'} {shown}{more}  {node.count} times at {places}"
