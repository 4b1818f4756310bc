"""Lists cut in sections: headings between groups of records, each of which holds for all records up to the next.

A heading stands outside of all records, has a short text, and there is one wherever records are apart and before the first. Elements of
the standard's heading tags are preferred; else any element does that is repeated in this way (`tr.month`, `li.divider`). Limits are set
by hand.
"""

from collections import defaultdict
from typing import Final

import numpy as np

from sitelode.html.page import Page
from sitelode.html.vocabulary import HEADING_TAGS, TEXT
from sitelode.paths.child_steps import StepFinder
from sitelode.paths.way_to_rows import way_to_rows
from sitelode.tables.lists.list_rule import ColumnRule, Spans, headings_above
from sitelode.tables.lists.record_texts import one_line

SECTION: Final = "section"  # the name of the column
LEAST_SECTIONS: Final = 2
LEAST_RECORDS_A_SECTION: Final = 1.5  # on average; with fewer, the heading is a part of its record
LONGEST_HEADING: Final = 100  # characters
MOST_ROWS_BETWEEN: Final = 200  # of a page between two records, of which the last are looked at; a bound on time
_HEADINGS: Final = frozenset((*HEADING_TAGS, "caption", "legend", "summary"))


def section_column(page: Page, spans: Spans) -> ColumnRule | None:
    """The column that holds the heading above each record, if there are several and they differ."""
    gaps = [rows for start, stop in _gaps(page, spans) if (rows := _elements(page, start, stop))]
    if not LEAST_SECTIONS <= len(gaps) <= len(spans[0]) / LEAST_RECORDS_A_SECTION:
        return None
    for rows in _repeated(page, gaps):
        rule = ColumnRule(SECTION, "text", way_to_rows(page, np.array(rows, np.int32)), above=True)
        found = headings_above(StepFinder(page), rule.steps, spans)
        if set(found.tolist()) == set(rows):
            return rule
    return None


def _gaps(page: Page, spans: Spans) -> list[tuple[int, int]]:
    """The rows before the first record, inside the element around all of them, and those between two records."""
    starts, stops = (each.tolist() for each in spans)
    top = starts[0]
    while top > 0 and page.columns.end[top] < stops[-1]:
        top = int(page.columns.parent[top])
    before = top + 1 if top < starts[0] else starts[0]
    return list(zip([before, *stops[:-1]], starts, strict=True))


def _elements(page: Page, start: int, stop: int) -> list[int]:
    """The complete elements with a short text between two records, in page order; those around the next record are not complete."""
    columns = page.columns
    rows = np.arange(max(start, stop - MOST_ROWS_BETWEEN), stop)
    widths = columns.text_end[rows] - columns.text_start[rows]
    likely = rows[(columns.tag[rows] != TEXT) & (columns.end[rows] <= stop) & (widths > 0) & (widths <= 4 * LONGEST_HEADING)]
    return [row for row in likely.tolist() if 0 < len(one_line(page.text(row))) <= LONGEST_HEADING]


def _repeated(page: Page, gaps: list[list[int]]) -> list[list[int]]:
    """Elements of one tag and class that are in every gap, the last of each; headings first, then the outer ones first."""
    by_label: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for number, rows in enumerate(gaps):
        for row in rows:
            by_label[int(page.columns.tag[row]), int(page.columns.class_[row])][number] = row
    every = [list(members.values()) for members in by_label.values() if len(members) == len(gaps)]
    different = [rows for rows in every if len({one_line(page.text(row)) for row in rows}) >= LEAST_SECTIONS]
    return sorted(different, key=lambda rows: (page.tag_name(rows[0]) not in _HEADINGS, rows[-1]))
