"""What is known about a path: what is known about the paths most like it.

Two paths are compared from both ends, step by step, until the tags differ: what lies between may have been renamed, added or removed.
Their likeness is the share of steps and names they have in common. A name counts the more, the fewer of the elements without body stand
inside it: the frame of the page is around everything and says nothing, the container of the text says most.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate

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
    _worth: dict[str, float] = field(default_factory=dict, init=False, repr=False, compare=False)  # of each name
    _weights: dict[tuple[str, ...], float] = field(default_factory=dict, init=False, repr=False, compare=False)  # of steps, by their names
    _weighed_paths: list[tuple[Path, Row, float]] = field(default_factory=list, init=False, repr=False, compare=False)
    _weighed_below: list[tuple[Path, Row, float]] = field(default_factory=list, init=False, repr=False, compare=False)
    below_codes: dict[int, Row] = field(default_factory=dict, init=False, repr=False, compare=False)  # `below` by the codes of its paths

    def __post_init__(self) -> None:
        around = Counter(name for path in self.below for name in {name for step in path[:-1] for name in step.names})
        names = {name for path in (*self.paths, *self.below) for step in path for name in step.names}
        self._worth.update({name: 1 - around[name] / max(len(self.below), 1) for name in names})
        self.below_codes.update(zip(codes_of_paths(self.below), self.below.values(), strict=True))
        self._weighed_paths.extend((path, row, sum(map(self._step_weight, path))) for path, row in self.paths.items())
        self._weighed_below.extend((path, row, sum(map(self._step_weight, path))) for path, row in self.below.items())

    @property
    def size(self) -> int:
        """The number of paths that a path may be compared with."""
        return len(self.paths) + len(self.below)

    def look_up(self, path: Path, outside_of: Step | None = None) -> Row | None:
        """What is known about this path: of the element it lies below, or of the paths most like it; none where no path is like it.

        Where it is known to stand outside of an element, it is compared with paths that do not go through that element either.
        """
        code, above = 0, None
        for step in path:
            code = path_code((step,), code)
            above = self.below_codes.get(code, above)
        if above is not None:
            return above
        weights = [0.0, *accumulate(map(self._step_weight, path))]
        best, rows = LIKE_FROM, list[Row]()
        for known, row, weight in self._weighed_paths:
            if 2 * min(weights[-1], weight) >= best * (weights[-1] + weight) and (outside_of is None or outside_of not in known):
                best, rows = _better(2 * self._common(path, known) / (weights[-1] + weight), row, best, rows)
        for known, row, weight in self._weighed_below:
            depth = _last_place(path, known[-1]) if known else 0
            if depth and 2 * min(weights[depth], weight) >= best * (weights[depth] + weight):
                best, rows = _better(2 * self._common(path[:depth], known) / (weights[depth] + weight), row, best, rows)
        return tuple(best * sum(values) / len(rows) for values in zip(*rows, strict=True)) if rows else None

    def _common(self, path: Path, known: Path) -> float:
        """The weight of what two paths share from their beginnings and from their ends."""
        shared, shorter, first, last = 0.0, min(len(path), len(known)), 0, 0
        while first < shorter and _alike(path[first], known[first]):
            shared += self._shared(path[first], known[first])
            first += 1
        while last < shorter - first and _alike(path[-1 - last], known[-1 - last]):
            shared += self._shared(path[-1 - last], known[-1 - last])
            last += 1
        return shared

    def _shared(self, one: Step, other: Step) -> float:
        if one is other or one.names == other.names:
            return self._step_weight(one)
        return STEP_WEIGHT + sum(self._worth[name] for name in one.names[:MOST_NAMES] if name in other.names[:MOST_NAMES])

    def _step_weight(self, step: Step) -> float:
        found = self._weights.get(step.names)
        if found is None:
            found = self._weights[step.names] = STEP_WEIGHT + sum(self._worth[name] for name in step.names[:MOST_NAMES])
        return found


def _alike(one: Step, other: Step) -> bool:
    return one.tag == other.tag and one.cell == other.cell


def _better(likeness: float, row: Row, best: float, rows: list[Row]) -> tuple[float, list[Row]]:
    if likeness > best:
        return likeness, [row]
    return best, [*rows, row] if likeness == best else rows


def _last_place(path: Path, step: Step) -> int:
    """The depth at which a path last has this step, 0 where it has not."""
    return next((depth for depth in range(len(path), 0, -1) if path[depth - 1] == step), 0)
