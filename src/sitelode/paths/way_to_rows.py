"""The shortest path that leads to given rows of a page and, if possible, to no others."""

import numpy as np

from sitelode.html.page import Page, RowColumn
from sitelode.paths.child_steps import ChildStep, StepFinder


def way_to_rows(page: Page, rows: RowColumn) -> tuple[ChildStep, ...]:
    """The shortest path to these rows and, if possible, to no others; at least two steps and a name."""
    finder = StepFinder(page)
    steps: tuple[ChildStep, ...] = ()
    current = np.unique(rows)
    wanted = set(rows.tolist())
    best: tuple[ChildStep, ...] = ()
    while len(current) and current[0] >= 0:
        tags = {int(tag) for tag in page.columns.tag[current].tolist()}
        if len(tags) > 1:
            break
        steps = (_common_step(page, finder, current, is_record=not steps), *steps)
        reached = set(finder.anywhere(steps).tolist())
        if reached == wanted and len(steps) > 1 and any(step.names or step.id for step in steps):
            return steps
        best = steps
        current = np.unique(page.columns.parent[current])
    return best or (ChildStep("*"),)


def _common_step(page: Page, finder: StepFinder, rows: RowColumn, *, is_record: bool) -> ChildStep:
    values = {page.string(number) for number in set(page.columns.class_[rows].tolist())}
    names = set.intersection(*({name for name in value.split() if not has_digit(name)} for value in values))
    row = int(rows[0])
    tag = page.tag_name(row)
    if is_record or len(rows) > 1:
        return ChildStep(tag, tuple(sorted(names)))
    id_ = page.string(int(page.columns.id_[row]))
    stated = id_ if id_ and not has_digit(id_) and " " not in id_ else ""
    # Body and root are unique, and their class names vary from page to page.
    if tag in ("html", "body"):
        return ChildStep(tag)
    several = len(names) == 0 and not stated and len(finder.rows_of(ChildStep(tag))) > 1
    return ChildStep(tag, tuple(sorted(names)), int(finder.places[row]) if several else 0, stated)


def has_digit(name: str) -> bool:
    return any(character.isdigit() for character in name)
