"""The constant strings of a template in their order: a regular pattern, w0 x1 w1 x2 .., with small differences inside the constants.

Daisuke Ikeda, Yasuhiro Yamada, Sachio Hirokawa: "A Template Discovery Algorithm by Substring Amplification", 2003 (cited in
`substring_amplification.py`). The paper defines a template as a *set* of constant strings and leaves two things to later work (section 6):
their order, which makes a regular pattern of the set, and mismatches inside a constant string, written like [AC] in genome research.

Here: of the strings of a peak, those that occur once in each document of the peak are put in the order in which all documents have them,
the longest first where two cannot both be kept. What stands between two of them is a variable; if it has the same length of a few
characters in all documents, it is a mismatch, and both strings and what is between are one constant.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sitelode_lab.strings.repeats import Repeats
from sitelode_lab.strings.suffix_array import SuffixArray

LONGEST_MISMATCH: Final = 3  # characters; set by hand
MOST_STRINGS: Final = 400  # that are put in order; set by hand
_SHOWN_VALUES: Final = 3


@dataclass(frozen=True, slots=True)
class Variable:
    """What differs between two constants."""

    examples: tuple[str, ...]
    shortest: int  # characters
    longest: int


@dataclass(frozen=True, slots=True)
class Constant:
    """A text with places at which several characters are possible: each part is a text, or a set of characters in order."""

    parts: tuple[str | tuple[str, ...], ...]

    @property
    def mismatches(self) -> int:
        return sum(isinstance(part, tuple) for part in self.parts)

    def __str__(self) -> str:
        return "".join(part if isinstance(part, str) else f"[{''.join(part)}]" for part in self.parts)


@dataclass(frozen=True, slots=True)
class RegularPattern:
    parts: tuple[Constant | Variable, ...]

    @property
    def constants(self) -> tuple[Constant, ...]:
        return tuple(part for part in self.parts if isinstance(part, Constant))


def regular_pattern(suffixes: SuffixArray, strings: Repeats, documents: Sequence[int]) -> RegularPattern:
    """The pattern that documents of one template share; empty if no string is once in each of them."""
    starts = _positions_in_order(suffixes, strings, documents)
    if not len(starts.length):
        return RegularPattern(())
    kept = starts.kept()
    parts: list[Constant | Variable] = []
    for place, row in enumerate(kept):
        text = suffixes.text_at(int(starts.position[row, 0]), int(starts.length[row]))
        constant = Constant((text,))
        if not place:
            parts.append(constant)
            continue
        before = kept[place - 1]
        between = _between(suffixes, starts.position[before] + starts.length[before], starts.position[row])
        if len({len(each) for each in between}) == 1 and len(between[0]) <= LONGEST_MISMATCH:
            last = parts[-1]
            assert isinstance(last, Constant)
            parts[-1] = Constant((*last.parts, *(tuple(sorted(set(at))) for at in zip(*between, strict=True)), text))
        else:
            lengths = [len(each) for each in between]
            parts += [Variable(tuple(dict.fromkeys(between))[:_SHOWN_VALUES], min(lengths), max(lengths)), constant]
    return RegularPattern(tuple(parts))


@dataclass(frozen=True, slots=True)
class _Placed:
    """Strings that are once in each document: one row per string, one column per document; in the order of the first document."""

    position: np.ndarray  # of the joined text
    length: np.ndarray

    def kept(self) -> list[int]:
        """Strings that follow each other in all documents without overlapping, the longest first."""
        chosen: list[int] = []
        for row in np.lexsort((self.position[:, 0], -self.length)).tolist():
            ends = self.position + self.length[:, None]
            if all((ends[row] <= self.position[other]).all() or (ends[other] <= self.position[row]).all() for other in chosen):
                chosen.append(row)
        return sorted(chosen, key=lambda row: int(self.position[row, 0]))


def _positions_in_order(suffixes: SuffixArray, strings: Repeats, documents: Sequence[int]) -> _Placed:
    """The strings whose occurrences are one in each of the documents; what lies outside of these does not count."""
    columns = {document: column for column, document in enumerate(documents)}
    found, lengths = [], []
    for row in range(min(len(strings), MOST_STRINGS)):
        positions = strings.positions(row)
        holders = suffixes.document_of(positions).tolist()
        inside = [(columns[holder], position) for holder, position in zip(holders, positions.tolist(), strict=True) if holder in columns]
        if len(inside) == len(columns) == len({column for column, _ in inside}):
            found.append([position for _, position in sorted(inside)])
            lengths.append(int(strings.length[row]))
    position = np.array(found, np.int64).reshape(-1, len(columns))
    order = np.argsort(position[:, 0], kind="stable") if len(position) else np.empty(0, np.int64)
    return _Placed(position[order], np.array(lengths, np.int64)[order])


def _between(suffixes: SuffixArray, starts: np.ndarray, ends: np.ndarray) -> list[str]:
    return [suffixes.text_at(start, end - start) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
