"""What a room offers to ablation: a measure on owners unseen, and switches that take one rule, feature group, stage or model away."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from unittest.mock import patch

Scores = Mapping[str, float]  # by corpus and measure
Switch = Callable[[], AbstractContextManager[object]]


@dataclass(frozen=True)
class Room:
    """The measure is called once as things are, and once inside of each switch."""

    scores: Callable[[], Scores]
    switches: Mapping[str, Switch]


def replaced(target: str, by: object) -> Switch:
    """A switch that puts something neutral in place of what stands under a dotted name, wherever that name is looked up."""

    @contextmanager
    def switch() -> Iterator[None]:
        with patch(target, by):
            yield

    return switch
