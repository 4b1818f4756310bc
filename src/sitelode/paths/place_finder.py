"""Finds the elements at known places of a page, all places of a layout in one pass.

A place is the end of a path, as text: an element and a few above it. Its steps become numbers, and so do the elements of a page: each kind
of element is compared with the steps when it is met for the first time, and looked up after that.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from sitelode.compiled.code_table import CodeTable, Table
from sitelode.html.page import Page
from sitelode.paths.element_names import counting_names, element_kinds
from sitelode.paths.kernels.element_kinds import ElementKinds
from sitelode.paths.kernels.place_finder import PlaceTables
from sitelode.paths.path_text import BETWEEN_STEPS, Step, step_text

MOST_AT_PLACE: Final = 1_000  # elements of one page that are looked at; a bound


def place_step(page: Page, row: int, names: frozenset[str]) -> str:
    """An element as a step of a place: unlike the steps of paths, cells are not told apart, and names of `html` and `body` count."""
    return step_text(page.tag_name(row), counting_names(page, row, names))


@dataclass(frozen=True)
class PlaceFinder:
    """Finds the elements of some places on any page."""

    places: Sequence[str]
    names: frozenset[str]  # class names and ids that count
    steps: dict[int, str] = field(default_factory=dict)  # elements as steps, by the keys of their kinds, as far as they are known

    def find(self, page: Page) -> dict[str, list[int]]:
        """For every place its elements, in document order."""
        if not self.places:
            return {}
        kinds = element_kinds(page)
        found = self._found(page, kinds, self._steps_met.table)
        if found is None:
            work_out = lambda new: self._numbers_of(page, kinds.first[new].tolist(), kinds.key[new].tolist())  # noqa: E731 (short)
            found = self._found(page, kinds, self._steps_met.table_with(kinds.key, work_out))
        return dict(zip(self.places, found or (), strict=True))

    def _found(self, page: Page, kinds: ElementKinds, steps: Table) -> list[list[int]] | None:
        """The elements of each place; none where a kind of element was not met before."""
        found: list[list[int]] | None = self._table.elements_at(page.rows_read, kinds, steps)
        return found

    def _numbers_of(self, page: Page, rows: Sequence[int], keys: Sequence[int]) -> list[int]:
        """The numbers of elements' steps."""
        steps, numbers, found = self.steps, self._numbers, list[int]()
        for row, key in zip(rows, keys, strict=True):
            wanted = self._wanted.get(page.tag_name(row))
            if wanted is None:
                found.append(0)
            elif key in steps:
                found.append(numbers.get(steps[key], 0))
            else:
                found.append(wanted.get(counting_names(page, row, self.names), 0))
        return found

    @cached_property
    def _steps_met(self) -> CodeTable:
        return CodeTable(np.empty(0, dtype=np.int32))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The steps of all places, from 1 on: 0 is any other."""
        steps = dict.fromkeys(step for place in self.places for step in place.split(BETWEEN_STEPS))
        return {step: number for number, step in enumerate(steps, start=1)}

    @cached_property
    def _wanted(self) -> dict[str, dict[tuple[str, ...], int]]:
        """The same numbers by tag and names."""
        found: dict[str, dict[tuple[str, ...], int]] = {}
        for step, number in self._numbers.items():
            tag, names, _ = Step.parse(step)
            found.setdefault(tag, {})[names] = number
        return found

    @cached_property
    def _table(self) -> PlaceTables:
        """The places as compiled code wants them."""
        numbered = [[self._numbers[step] for step in reversed(place.split(BETWEEN_STEPS))] for place in self.places]
        steps = np.zeros((len(numbered), max(map(len, numbered))), dtype=np.int32)
        first, following = np.full(len(self._numbers) + 1, -1, dtype=np.int32), np.full(len(numbered), -1, dtype=np.int32)
        for place, numbers in enumerate(numbered):
            steps[place, : len(numbers)] = numbers
            following[place], first[numbers[0]] = first[numbers[0]], place
        return PlaceTables(steps, first, following, MOST_AT_PLACE)
