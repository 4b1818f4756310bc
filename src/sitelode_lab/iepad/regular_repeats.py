"""IEPAD as published: record lists are repeats that occur regularly and close together.

Chia-Hui Chang, Chun-Nan Hsu: "Automatic Extraction of Information Blocks Using PAT Trees" (the system later called IEPAD).
Implemented: translation with its options (`token_classes.py`), maximal repeats as left-diverse inner nodes of the PAT tree, regularity,
localization, vicinity, heuristics H1 to H3, with the paper's thresholds as defaults. Changed: a suffix array with common
prefixes replaces the PAT tree; its nested intervals are the inner nodes of the tree (`outline` shows them). Cheap criteria are checked
first, and regularity, which needs all positions in order, last (the order of the criteria changes no result). Added, and off by default:
end tags at the start of a repeat can be cut off, where H2 leaves out the whole repeat. What the paper leaves open
(borders of records, merging patterns, a rule for the next page) is in `tables/lists` of the product.

The PAT tree of a page, for explanations: its inner nodes as an indented outline, computed from the suffix array.

Every inner node is a string of tokens that occurs more than once with different tokens after it; its children start with it. A node
whose occurrences have different tokens before them is *left-diverse*: a maximal repeat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode_lab.iepad.token_classes import TokenSequence, TranslationSettings, translate
from sitelode_lab.strings.kernels.suffixes import left_diverse_intervals
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


MOST_OCCURRENCES: Final = 64  # per token, of all repeats whose positions are sorted; set by hand, only artificial input reaches it
STAGES: Final = ("maximal", "vicinity", "localization", "H1-H3", "regularity")


@dataclass(frozen=True, slots=True)
class RepeatSettings:
    """The paper's thresholds."""

    regularity: float = 0.5  # standard deviation of the gaps below this, in mean gaps
    density: float = 0.45  # localization: share of the span from first to last occurrence that the repeat covers
    vicinity: float = 0.75  # mean gap at least this, in lengths of the repeat
    text_inside: bool = True  # H1: a repeat must have a text token
    no_end_first: bool = True  # H2: none starts with an end tag
    no_text_first: bool = False  # H3: none starts with text; off, as in the paper
    ends_cut_off: bool = False  # instead of H2: end tags at the start of a repeat are no part of it


@dataclass(frozen=True, slots=True)
class RepeatedPattern:
    """A maximal repeat that passed all criteria, with its three values."""

    start: int  # first occurrence, as a position among the tokens
    length: int  # tokens
    positions: NDArray[np.int32]  # ascending
    regularity: float
    density: float
    vicinity: float

    @property
    def count(self) -> int:
        return len(self.positions)


@dataclass(frozen=True)
class PageRepeats:
    """The patterns of a page, those that cover most tokens first, and how many repeats each criterion left."""

    translation: TokenSequence
    patterns: tuple[RepeatedPattern, ...]
    left_after: dict[str, int] = field(default_factory=dict)  # one number per stage
    cut_short: bool = False  # whether a page had more occurrences than the bound allows

    def name(self, pattern: RepeatedPattern) -> str:
        return self.translation.names(pattern.start, pattern.length)

    def records(self, pattern: RepeatedPattern) -> list[list[str]]:
        """The texts of every occurrence: one list per record, one entry per text token."""
        return [list(self._texts(position, pattern.length)) for position in pattern.positions.tolist()]

    def _texts(self, position: int, length: int) -> Iterator[str]:
        for token in (position + np.flatnonzero(self.translation.is_text[position : position + length])).tolist():
            yield self.translation.text(token)


def find_repeats(source: str | Page, settings: RepeatSettings | None = None, translation: TranslationSettings | None = None) -> PageRepeats:
    """The patterns of a page that pass all criteria; near-linear in its tokens."""
    return repeats_of(translate(source, translation), settings)


def repeats_of(translated: TokenSequence, settings: RepeatSettings | None = None) -> PageRepeats:
    """The same for tokens that are there already."""
    settings = settings or RepeatSettings()
    suffixes = sort_sequences([translated.tokens])
    if not len(suffixes.order):
        return PageRepeats(translated, (), dict.fromkeys(STAGES, 0))
    every = np.ones(len(suffixes.order) + 1, np.bool_)
    place, count, length, first, last = left_diverse_intervals(suffixes.symbols, suffixes.separator, suffixes.order, suffixes.lcp, every, 1)
    lead = _leading_ends(translated, first, length) if settings.ends_cut_off else np.zeros_like(length)
    first, last, length = first + lead, last + lead, length - lead
    left_out = (settings.no_end_first & translated.is_end) | (settings.no_text_first & translated.is_text)
    mean = (last - first) / (count - 1)
    density = count * length.astype(np.int64) / (last - first + length)
    texts_before = np.concatenate([[0], np.cumsum(translated.is_text)])
    kept = np.arange(len(place))
    left_after = {"maximal": len(kept)}
    for stage, passed in (
        ("vicinity", mean >= settings.vicinity * length),
        ("localization", density > settings.density),
        ("H1-H3", ~left_out[first] & ((texts_before[first + length] > texts_before[first]) | (not settings.text_inside))),
    ):
        kept = kept[passed[kept]]
        left_after[stage] = len(kept)
    kept, cut_short = _within_effort(kept, count, length, len(translated))
    positions = [np.sort(suffixes.order[place[node] : place[node] + count[node]]) + lead[node] for node in kept.tolist()]
    deviation = np.array([np.diff(each).std() for each in positions])
    regular = deviation < settings.regularity * mean[kept]
    left_after["regularity"] = int(regular.sum())
    patterns = [
        RepeatedPattern(
            int(first[node]), int(length[node]), positions[number], float(deviation[number] / mean[node]), float(density[node]),
            float(mean[node] / length[node]),
        )
        for number, node in enumerate(kept.tolist())
        if regular[number]
    ]  # fmt: skip
    return PageRepeats(translated, tuple(_most_covering_first(patterns)), left_after, cut_short)


def _leading_ends(translated: TokenSequence, first: NDArray[np.int32], length: NDArray[np.int32]) -> NDArray[np.int32]:
    """How many end tags each repeat begins with; one that is nothing else keeps the last.

    Where every record is a <div> and so is what stands before the list, each record has </div> before it: the repeat then begins there,
    since no shorter one has different tokens before it.
    """
    others = np.append(np.flatnonzero(~translated.is_end), len(translated))
    ends = others[np.searchsorted(others, first)] - first
    return np.minimum(ends, length - 1).astype(length.dtype)


def _within_effort(
    kept: NDArray[np.intp], count: NDArray[np.int32], length: NDArray[np.int32], tokens: int
) -> tuple[NDArray[np.intp], bool]:
    """The repeats that cover most, as long as their occurrences are few enough to sort."""
    by_cover = kept[np.argsort(-(count[kept].astype(np.int64) * length[kept]), kind="stable")]
    affordable = np.cumsum(count[by_cover].astype(np.int64)) <= MOST_OCCURRENCES * tokens
    return by_cover[affordable], not bool(affordable.all())


def _most_covering_first(patterns: Sequence[RepeatedPattern]) -> list[RepeatedPattern]:
    return sorted(patterns, key=lambda pattern: (-pattern.count * pattern.length, pattern.start, pattern.length))
