"""Wrappers of tables on changed pages: survival, verdict and repair, for detail pages (SWDE) and for lists.

    python -m bench.repair_tables [--every N] [--forget]

A wrapper is learnt from half of a site's detail pages (every second one), or from a list page. Then the template is changed
(`bench/made_drifts.py`), and the wrapper is verified and repaired on changed pages; a third of the detail pages was seen before. For each
labelled field, the column is the one that fits it best on the training pages; the values in the column *of that
name* are measured.

survival        recall of the unchanged wrapper (for lists: F1 of the records)
cells           share of the cells seen before that are in the column of the same name, with the unchanged wrapper and after repair
verdict right   "fits" if at least 90 % of what a fresh wrapper finds and 90 % of the cells survive, another verdict if fewer do
repaired/fresh  recall after repair, in the columns with the old names, over that of a wrapper learnt from the changed pages, which may
                choose new columns
wrong           repairs that make the result worse
`--forget` repairs without rows seen before, by appearance alone.
"""

import argparse
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.corpora import Row
from bench.fields import plain, sites
from bench.made_drifts import CHANGES, Change, changed_html
from bench.record_truth import record_pages, texts_f1, true_records
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.layout.sketch import PageSketcher
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.lists.list_rule import ListRule
from sitelode.tables.lists.record_texts import record_texts
from sitelode.tables.lists.site_lists import find_site_lists
from sitelode.wrappers.applying import Applier, Reading
from sitelode.wrappers.known_content import KnownContent, KnownRows, comparable_text
from sitelode.wrappers.learn.learning import fields_layout, list_layout
from sitelode.wrappers.repair.repairing import repair
from sitelode.wrappers.verify.verifying import Verdict
from sitelode.wrappers.wrapper import Wrapper

SURVIVED = 0.9  # of what a fresh wrapper finds
TOLERANCE = 0.02  # of recall; less is not worth a word
GOOD_LIST = 0.5  # F1 of a page's own list when it is learnt; a list that never was right cannot be kept
LIST_CORPORA = ("autopager", "webdext", "fixtures")


@dataclass(frozen=True)
class Step:
    """One site before and after one change."""

    survival: float
    fresh: float
    repaired: float
    verdict: Verdict
    was_repaired: bool
    cells: tuple[float, float]  # before and after repair
    name: str = ""

    @property
    def survived(self) -> bool:
        return self.survival >= SURVIVED * self.fresh and self.cells[0] >= SURVIVED

    @property
    def verdict_right(self) -> bool:
        return self.survived == (self.verdict is Verdict.FITS)


def pages_of(rows: Sequence[Row], change: Change) -> list[Page]:
    bodies = [changed_html(row["html"] or "", change).encode("utf-8", "replace") for row in rows]
    return [parse(body, row["url"] or "", "text/html; charset=utf-8") for body, row in zip(bodies, rows, strict=True)]


def readings_of(wrapper: Wrapper, pages: Sequence[Page]) -> list[Reading]:
    applier = Applier(wrapper)
    return [reading for page in pages for reading in applier.read(page)]


# Detail pages

Answers = list[dict[str, list[str]]]


def answers_of(wrapper: Wrapper, pages: Sequence[Page]) -> Answers:
    return [{name: [*value.split("; "), value] for name, value in reading.found.values.items()} for reading in readings_of(wrapper, pages)]


def columns_of(rows: Sequence[Row], answers: Answers) -> dict[str, tuple[str, float]]:
    """For every labelled field the column that fits it best, with its recall."""
    found = {}
    for field in sorted({name for row in rows for name in row["truth"]["fields"]}):
        right, having = _right(rows, answers, field)
        best = max(right, key=lambda column: (right[column], column), default=None)
        if having and best is not None and right[best]:
            found[field] = best, right[best] / having
    return found


def _right(rows: Sequence[Row], answers: Answers, field: str) -> tuple[Counter[str], int]:
    right, having = Counter[str](), 0
    for row, columns in zip(rows, answers, strict=True):
        true = {plain(value) for value in row["truth"]["fields"].get(field) or []}
        having += bool(true)
        for column, values in columns.items():
            right[column] += any(_same(plain(value), true) for value in values)
    return right, having


def _same(value: str, true: set[str]) -> bool:
    """A value without its label ("80 kg" of "Weight: 80 kg") is the value."""
    return value in true or any(value and each.endswith(value) and not each.removesuffix(value)[-1:].isalnum() for each in true)


def recalls(rows: Sequence[Row], answers: Answers, columns: dict[str, tuple[str, float]]) -> float:
    found = []
    for field, (column, _) in columns.items():
        right, having = _right(rows, answers, field)
        found.append(right[column] / max(having, 1))
    return statistics.mean(found) if found else 0.0


def detail_steps(every: int, *, forget: bool) -> Iterator[tuple[str, Step]]:
    for _, rows in list(sites(None))[::every]:
        learnt = pages_of(rows[::2], CHANGES["unchanged"])
        wrapper = Wrapper("site", (fields_layout(learnt, learn_rules(learnt), 0, "", PageSketcher()),))
        remembered = KnownRows.of_readings(readings_of(wrapper, learnt))
        columns = columns_of(rows[::2], answers_of(wrapper, learnt))
        tried = [*rows[::4], *rows[1::2]]  # a third of them seen before
        for name, change in CHANGES.items():
            yield name, _detail_step(wrapper, (remembered, forget), columns, tried, pages_of(tried, change))


Memory = tuple[KnownRows, bool]  # rows seen before, and whether the repair must do without them


def _detail_step(wrapper: Wrapper, memory: Memory, columns: dict[str, tuple[str, float]], rows: list[Row], pages: list[Page]) -> Step:
    remembered, forget = memory
    fresh = Wrapper("site", (fields_layout(pages, learn_rules(pages), 0, "", PageSketcher()),))
    found = columns_of(rows, answers_of(fresh, pages))
    done = repair(wrapper, pages, KnownContent(rows=KnownRows() if forget else remembered))
    cells = _cells(readings_of(wrapper, pages), remembered), _cells(readings_of(done.wrapper, pages), remembered)
    return Step(
        recalls(rows, answers_of(wrapper, pages), columns),
        recalls(rows, answers_of(fresh, pages), {field: found[field] for field in columns if field in found}) if columns else 0.0,
        recalls(rows, answers_of(done.wrapper, pages), columns),
        done.before.verdict,
        done.repaired,
        cells,
        str(rows[0].get("site", "")),
    )


# Lists


def list_steps(every: int, *, forget: bool) -> Iterator[tuple[str, Step]]:
    rows = [row for corpus in LIST_CORPORA for row in record_pages(corpus)]
    for row in rows[:: 2 * every]:
        [page] = pages_of([row], CHANGES["unchanged"])
        lists = find_site_lists([page], most=1)
        if not lists or list_f1_of(lists[0].rule, page, row) < GOOD_LIST:
            continue
        wrapper = Wrapper("site", (list_layout([page], lists[0].rule, 0, "", PageSketcher()),))
        remembered = KnownRows.of_readings(readings_of(wrapper, [page]))
        for name, change in CHANGES.items():
            yield name, _list_step(wrapper, (remembered, forget), row, pages_of([row], change))


def _list_step(wrapper: Wrapper, memory: Memory, row: Row, pages: list[Page]) -> Step:
    lists = find_site_lists(pages, most=1)
    remembered, forget = memory
    # Every other record is new, as on a page that goes on.
    done = repair(wrapper, pages, KnownContent(rows=KnownRows() if forget else KnownRows(remembered.rows[::2])))
    before, after = readings_of(wrapper, pages), readings_of(done.wrapper, pages)
    return Step(
        list_f1_of(_rule(before[0]), pages[0], row),
        list_f1_of(lists[0].rule, pages[0], row) if lists else 0.0,
        list_f1_of(_rule(after[0]), pages[0], row),
        done.before.verdict,
        done.repaired,
        (_cells(before, remembered), _cells(after, remembered)),
        str(row.get("site") or row["url"]),
    )


def _rule(reading: Reading) -> ListRule | None:
    return ListRule.from_data(reading.layout.rules["list"]) if reading.layout and reading.found.records else None


def list_f1_of(rule: ListRule | None, page: Page, row: Row) -> float:
    if rule is None:
        return 0.0
    return texts_f1(record_texts(page, *rule.records(page)), true_records(row))


def _cells(readings: Sequence[Reading], remembered: KnownRows) -> float:
    """The share of cells seen before that the same page has in the column of the same name."""
    now = defaultdict(set)
    for reading in readings:
        for row in reading.found.records or [reading.found.values]:
            for name, value in row.items():
                now[reading.url, name].add(comparable_text(value))
    pages = {reading.url for reading in readings}
    cells = [value in now[row.url, name] for row in remembered.rows if row.url in pages for name, value in row.values.items()]
    return statistics.mean(cells) if cells else 1.0


def report(title: str, steps: Sequence[tuple[str, Step]]) -> None:
    print(f"\n| {title} | steps | survival | cells | verdict right | repaired | repaired/fresh | cells after | wrong |")
    print("|---|---|---|---|---|---|---|---|---|")
    for change in CHANGES:
        of_change = [step for name, step in steps if name == change]
        if not of_change:
            continue
        ratios = [min(step.repaired / step.fresh, 1.0) for step in of_change if step.fresh]
        wrong = sum(step.was_repaired and step.repaired < step.survival - TOLERANCE for step in of_change)
        print(
            f"| {change} | {len(of_change)} | {statistics.mean(step.survival for step in of_change):.3f} "
            f"| {statistics.mean(step.cells[0] for step in of_change):.3f} "
            f"| {statistics.mean(step.verdict_right for step in of_change):.2f} "
            f"| {statistics.mean(step.was_repaired for step in of_change):.2f} | {statistics.mean(ratios):.3f} "
            f"| {statistics.mean(step.cells[1] for step in of_change):.3f} | {wrong} |"
        )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--every", type=int, default=1, help="only every so manyeth site")
    arguments.add_argument("--forget", action="store_true", help="repair without rows seen before")
    arguments.add_argument("--verbose", action="store_true", help="print every step")
    given = arguments.parse_args()
    for title, steps_of in (("detail pages", detail_steps), ("lists", list_steps)):
        steps = []
        for name, step in steps_of(given.every, forget=given.forget):
            steps.append((name, step))
            if given.verbose:
                print(name, step, flush=True)
        report(title, steps)


if __name__ == "__main__":
    main()
