r"""Paths as text that a person can read, and back: `html > body > div#page > td[2].wide > p`.

A step is a tag, its place among the cells of a narrow row, and the class names and ids that count, exactly what `PathLabels` makes a label
of, so the code of a path can be worked out again from its text. Characters that have a meaning here are escaped with a backslash.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from sitelode.html.page import Page
from sitelode.paths.element_names import counting_names, element_kinds
from sitelode.paths.kernels.path_columns import mixed
from sitelode.paths.labels import OUTERMOST, label_code

NARROW_ROW = 4  # cells; in wider rows the cells of a column are alike. Set by hand
DEEPEST = 600  # steps; a bound, the parser nests no deeper
BETWEEN_STEPS = " > "
_CELLS = frozenset(("td", "th"))
_SPECIAL = re.compile(r"([\\.#\[\]>])")
_PLAIN = re.compile(r"[^\\.#\[\]> ]*(?: #?[^\\.#\[\]> ]++)*")  # a tag and its names, with none of these signs in them
_STEP = re.compile(r"((?:[^\\.#\[\]>]|\\.)+)(?:\[(\d)\])?((?:[.#](?:[^\\.#\[\]>]|\\.)*)*)", re.DOTALL)
_NAME = re.compile(r"([.#])((?:[^\\.#\[\]>]|\\.)*)", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Step(NamedTuple):
    """One element of a path. Ids have a `#` before them. A tuple, because paths are keys and hashing them is what compiling rules costs."""

    tag: str
    names: tuple[str, ...] = ()  # ascending
    cell: int = 0  # place among the cells of a narrow row, from 1 on

    def __str__(self) -> str:
        return step_text(*self)

    @classmethod
    def parse(cls, text: str) -> "Step":
        """The step a text stands for.

        Raises:
            ValueError: when it stands for none.

        """
        match = _STEP.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is not a step of a path")
        tag, cell, names = match.groups()
        found = {mark.replace(".", "") + _plain(name) for mark, name in _NAME.findall(names)}
        return cls(_plain(tag), tuple(sorted(found)), int(cell or 0))


Path = tuple[Step, ...]


def path_text(path: Sequence[Step]) -> str:
    return BETWEEN_STEPS.join([step_text(*step) for step in path])


def parse_path(text: str) -> Path:
    """The path a text stands for; an empty text is the empty path.

    Raises:
        ValueError: when the text is no path.

    """
    steps = text.split(BETWEEN_STEPS) if text else []
    if len(steps) > DEEPEST:
        raise ValueError(f"a path of {len(steps)} steps is too deep")
    return tuple(map(Step.parse, steps))


def path_code(path: Iterable[Step], above: int = 0) -> int:
    """The code that `path_codes` in `articles/body/kernels/page_tree.py` gives an element at the end of this path."""
    for step in path:
        above = mixed(above, label_code(step.tag, step.names))
        if step.cell:
            above = mixed(above, step.cell)
    return above


def codes_of_paths(paths: Iterable[Path]) -> Iterator[int]:
    """The codes of paths; those that follow each other and begin alike share the work."""
    before: Path = ()
    codes = [0]
    for path in paths:
        shared, most = 0, min(len(path), len(before))
        while shared < most and path[shared] == before[shared]:
            shared += 1
        del codes[shared + 1 :]
        for step in path[shared:]:
            codes.append(path_code((step,), codes[-1]))
        before = path
        yield codes[-1]


def path_of(page: Page, row: int, names: frozenset[str]) -> Path:
    """The path to an element, with those names that count."""
    known, parents = _known_steps(page, names), page.parents
    steps: list[Step] = []
    while row >= 0:
        step = known.of_row.get(row)
        if step is None:
            step = known.of_row[row] = known.step(page, row)
        steps.append(step)
        row = parents[row]
    return tuple(reversed(steps))


@dataclass(frozen=True, slots=True)
class _KnownSteps:
    """The steps of a page's elements, as far as they were asked for with these names: paths share their beginnings."""

    names: frozenset[str]
    kind_of_row: "memoryview[int]"
    of_row: dict[int, Step] = field(default_factory=dict)
    of_kind: dict[int, Step] = field(default_factory=dict)  # but cells, which are told apart by their place

    def step(self, page: Page, row: int) -> Step:
        kind = self.kind_of_row[row]
        step = self.of_kind.get(kind)
        if step is None:
            tag = page.tag_name(row)
            names = () if tag in OUTERMOST else counting_names(page, row, self.names)
            step = Step(tag, names, _cell(page, row) if tag in _CELLS else 0)
            if tag not in _CELLS:
                self.of_kind[kind] = step
        return step


def _known_steps(page: Page, names: frozenset[str]) -> _KnownSteps:
    found: _KnownSteps | None = page.derived.get("steps")
    if found is None or found.names is not names:
        found = page.derived["steps"] = _KnownSteps(names, element_kinds(page).of_row.data)
    return found


def _cell(page: Page, row: int) -> int:
    parent = int(page.columns.parent[row])
    if parent < 0:
        return 0
    cells = [child for child in page.children(parent) if page.tag_name(child) in _CELLS]
    return cells.index(row) + 1 if 1 < len(cells) <= NARROW_ROW else 0


@lru_cache(maxsize=10_000)
def step_text(tag: str, names: tuple[str, ...], cell: int = 0) -> str:
    """A step as `Step.parse` reads it."""
    if _PLAIN.fullmatch(every := " ".join((tag, *names))):  # as nearly all are
        shown = every[len(tag) :].replace(" #", "#").replace(" ", ".")
        return tag + (f"[{cell}]" if cell else "") + shown
    shown = "".join(["#" + _escaped(name[1:]) if name.startswith("#") else "." + _escaped(name) for name in names])
    return _escaped(tag) + (f"[{cell}]" if cell else "") + shown


def _escaped(name: str) -> str:
    return name if _SPECIAL.search(name) is None else _SPECIAL.sub(r"\\\1", name)


def _plain(name: str) -> str:
    return _ESCAPED.sub(r"\1", name)
