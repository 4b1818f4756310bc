"""What is known about a path: what is known about the paths most like it.

Two paths are compared from both ends, step by step, until the tags differ: what lies between may have been renamed, added or removed.
Their likeness is the share of steps and names they have in common. A name counts the more, the fewer of the elements without body stand
inside it: the frame of the page is around everything and says nothing, the container of the text says most.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.cached_attribute import cached_attribute
from sitelode.paths.kernels.path_likeness import likenesses
from sitelode.paths.path_text import Path, Step, codes_of_paths, path_code

# Set by hand.
LIKE_FROM = 0.6  # of steps and names in common; less is no likeness
STEP_WEIGHT = 0.5  # of the tag alone; a name weighs up to 1
MOST_NAMES = 3  # of a step that count
Row = tuple[float, ...]


@dataclass(frozen=True)
class KnownPaths:
    """Paths with what is known about their text, and elements with what is known about everything below them."""

    paths: Mapping[Path, Row]
    below: Mapping[Path, Row]

    @property
    def size(self) -> int:
        """The number of paths that a path may be compared with."""
        return len(self.paths) + len(self.below)

    @cached_attribute
    def below_codes(self) -> dict[int, Row]:
        """`below` by the codes of its paths."""
        return dict(zip(codes_of_paths(self.below), self.below.values(), strict=True))

    def look_up(self, path: Path, outside_of: Step | None = None) -> Row | None:
        """What is known about this path: of the element it lies below, or of the paths most like it; none where no path is like it.

        Where it is known to stand outside of an element, it is compared with paths that do not go through that element either.
        """
        code, above = 0, None
        for step in path:
            code = path_code((step,), code)
            above = self.below_codes.get(code, above)
        return above if above is not None else self._most_alike(path, outside_of)

    def _most_alike(self, path: Path, outside_of: Step | None) -> Row | None:
        numbered = self._numbered
        likeness = numbered.likenesses(path, outside_of)
        best = float(likeness.max(initial=0.0))
        if best < LIKE_FROM:
            return None
        rows = [numbered.rows[number] for number in np.flatnonzero(likeness == best).tolist()]
        return tuple(best * sum(values) / len(rows) for values in zip(*rows, strict=True))

    @cached_attribute
    def _numbered(self) -> "_NumberedPaths":
        return _NumberedPaths(tuple(self.paths), tuple(self.below), (*self.paths.values(), *self.below.values()))


@dataclass
class _NumberedPaths:
    """The known paths as numbers, for compiled code."""

    paths: Sequence[Path]
    below: Sequence[Path]
    rows: Sequence[Row]
    _steps: dict[Step, int] = field(init=False)
    _kinds: dict[tuple[str, int], int] = field(init=False)  # of tags and cells
    _names: dict[str, int] = field(init=False)
    _worth: list[float] = field(init=False)  # of names
    _known: tuple[NDArray[Any], ...] = field(init=False)  # where paths begin, their steps, their weights
    _vocabulary: tuple[Any, ...] = field(init=False)  # of steps the kinds and names, of names the worth, and the weight of a tag

    def __post_init__(self) -> None:
        every = (*self.paths, *self.below)
        self._steps = _numbers(chain.from_iterable(every))
        self._kinds = _numbers((step.tag, step.cell) for step in self._steps)
        self._names = _numbers(chain.from_iterable(step.names for step in self._steps))
        around = Counter(name for path in self.below for name in {name for step in path[:-1] for name in step.names})
        self._worth = [1 - around[name] / max(len(self.below), 1) for name in self._names]
        starts = np.fromiter(accumulate(map(len, every), initial=0), dtype=np.int32)
        steps = np.fromiter((self._steps[step] for path in every for step in path), dtype=np.int32)
        of_steps = np.array([self._weight(step) for step in self._steps], dtype=np.float64)
        path_of = np.repeat(np.arange(len(every)), np.diff(starts))
        weights = np.bincount(path_of, of_steps[steps], len(every)).astype(np.float64)  # adds up in the order of the steps
        self._known = starts, steps, weights
        kinds, names = self._kinds_and_names(list(self._steps))
        self._vocabulary = kinds, names, np.array(self._worth, dtype=np.float64), STEP_WEIGHT

    def likenesses(self, path: Path, outside_of: Step | None) -> NDArray[np.float64]:
        """How alike the path and each known one are; 0 for those that are not the most alike."""
        steps = np.array([self._steps.get(step, -1) for step in path], dtype=np.int32)
        kinds, names = self._kinds_and_names(path)
        weights = np.fromiter(accumulate(map(self._weight, path), initial=0.0), dtype=np.float64)
        outside = -1 if outside_of is None else self._steps.get(outside_of, -1)
        found: NDArray[np.float64] = likenesses(
            (steps, kinds, names, weights), self._known, self._vocabulary, len(self.paths), outside, LIKE_FROM
        )
        return found

    def _kinds_and_names(self, steps: Sequence[Step]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        names = np.full((len(steps), MOST_NAMES), -1, dtype=np.int32)
        for place, step in enumerate(steps):
            for at, name in enumerate(step.names[:MOST_NAMES]):
                names[place, at] = self._names[name]
        return np.array([self._kinds.get((step.tag, step.cell), -1) for step in steps], dtype=np.int32), names

    def _weight(self, step: Step) -> float:
        return STEP_WEIGHT + sum(self._worth[self._names[name]] for name in step.names[:MOST_NAMES])


def _numbers(things: Iterable[Any]) -> dict[Any, int]:
    """A number for each thing, in the order in which they first come."""
    return {thing: number for number, thing in enumerate(dict.fromkeys(things))}
