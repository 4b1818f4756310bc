"""What a room offers to ablation: a measure on owners unseen, and switches that take one rule, feature group, stage or model away."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any
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


@dataclass
class Measures:
    """Measures by name; inside of a switch only those that it touches are measured again."""

    package: str  # that the names of switches begin in
    of: Mapping[str, Callable[[], dict[str, float]]]
    touched: set[str] = field(default_factory=set)
    usual: dict[str, dict[str, float]] = field(default_factory=dict)

    def scores(self) -> Scores:
        found: dict[str, float] = {}
        for name, measure in self.of.items():
            if not self.touched:
                self.usual[name] = measure()
            found |= measure() if name in self.touched else self.usual[name]
        return found

    def off(self, touched: str, **replaced: object) -> Switch:
        """A switch by module and name (two underscores for a dot): what it replaces, and the measures that may change."""

        @contextmanager
        def switch() -> Iterator[None]:
            patches = [patch(f"{self.package}.{name.replace('__', '.')}", by) for name, by in replaced.items()]
            for each in patches:
                each.start()
            self.touched.update(touched.split())
            try:
                yield
            finally:
                self.touched.clear()
                for each in reversed(patches):
                    each.stop()

        return switch


def nothing(*_: object, **__: object) -> list[Any]:
    """In place of what finds something."""
    return []
