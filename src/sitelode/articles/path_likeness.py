"""What is known about the path most like a given one.

Two paths are compared from both ends, step by step, until the tags differ: what lies between may have been renamed, added or removed.
Their likeness is the share of steps and names they have in common, so an inner step with its names weighs more than a bare `div`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sitelode.articles.path_steps import Path, Step

LIKE_FROM = 0.6  # of steps and names in common; less is no likeness
MOST_NAMES = 3  # of a step that count
Row = tuple[float, ...]


@dataclass(frozen=True)
class KnownPaths:
    """Paths with what is known about their text, and elements with what is known about everything below them."""

    paths: Mapping[Path, Row]
    below: Mapping[Path, Row]
    _weight: dict[Path, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_weight", {path: _weight(path) for path in (*self.paths, *self.below)})

    def judged(self, path: Path) -> Row | None:
        """What is known about this path: of the element it lies below, or of the paths most like it; none where no path is like it."""
        for depth in range(len(path), 0, -1):
            if path[:depth] in self.below:
                return self.below[path[:depth]]
        best, rows = LIKE_FROM, []
        weights = [0]
        for step in path:
            weights.append(weights[-1] + _step_weight(step))
        for known, row in self.paths.items():
            best, rows = _better(2 * _common(path, known) / (weights[-1] + self._weight[known]), row, best, rows)
        for known, row in self.below.items():
            depth = _last_place(path, known[-1]) if known else 0
            if depth:
                likeness = 2 * _common(path[:depth], known) / (weights[depth] + self._weight[known])
                best, rows = _better(likeness, row, best, rows)
        return tuple(best * sum(values) / len(rows) for values in zip(*rows, strict=True)) if rows else None


def _better(likeness: float, row: Row, best: float, rows: list[Row]) -> tuple[float, list[Row]]:
    if likeness > best:
        return likeness, [row]
    return best, [*rows, row] if likeness == best else rows


def _last_place(path: Path, step: Step) -> int:
    """The depth at which a path last has this step, 0 where it has not."""
    return next((depth for depth in range(len(path), 0, -1) if path[depth - 1] == step), 0)


def _common(path: Path, known: Path) -> int:
    """The weight of what two paths share from their beginnings and from their ends."""
    shared, shorter = 0, min(len(path), len(known))
    first = 0
    while first < shorter and path[first].tag == known[first].tag and path[first].cell == known[first].cell:
        shared += _step_common(path[first], known[first])
        first += 1
    last = 0
    while last < shorter - first and path[-1 - last].tag == known[-1 - last].tag and path[-1 - last].cell == known[-1 - last].cell:
        shared += _step_common(path[-1 - last], known[-1 - last])
        last += 1
    return shared


def _step_common(one: Step, other: Step) -> int:
    return 1 + (min(len(set(one.names) & set(other.names)), MOST_NAMES) if one.names and other.names else 0)


def _step_weight(step: Step) -> int:
    return 1 + min(len(step.names), MOST_NAMES)


def _weight(path: Path) -> int:
    return sum(map(_step_weight, path))
