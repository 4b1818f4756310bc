"""Learn a rule from records: the path to them, and their columns.

The trees of the records are aligned from the top: children are the same field if they have the same label (tag and class names)
and, if several have it, the same position. Class names that only some records have (`odd`, `sale`) are left out of the label if
the children never occur together. A child repeated a varying number of times is one column of lists.

Lists may be cut in sections: a heading between groups of records holds for all records up to the next. It stands outside of all records,
has a short text, and there is one wherever records are apart and before the first. The standard's heading tags are preferred; else any
element does that is repeated in this way (`tr.month`, `li.divider`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np

from sitelode.html.page import NO_STRING, Page, RowColumn
from sitelode.html.vocabulary import HEADING_TAGS, TAG_NUMBER, TEXT
from sitelode.paths.child_steps import ChildStep, StepFinder, has_digit, way_to_rows
from sitelode.tables.attribute_values import unseen_values
from sitelode.tables.lists.candidates import shown_texts
from sitelode.tables.lists.columns import FieldGroup, describe_columns
from sitelode.tables.lists.list_rule import EACH, ColumnRule, ListRule, Spans, headings_above
from sitelode.tables.lists.record_texts import TRANSPARENT, one_line

MOST_STUDIED = 100  # records, evenly spaced. Bounds set by hand
MOST_COLUMNS = 60  # an upper limit
MOST_PLACES = 30  # siblings with one label that may be separate columns
STEADY_SHARE = 0.8  # of the records have the same number of siblings with a label: then each of them is a column. Set by hand
LEAST_OF_A_PARAGRAPH = 60  # bytes, in the mean; shorter ones are lines of fields. Set by hand
DEEPEST_LEVEL = 40  # of a record that is read; a bound on time
Member: TypeAlias = tuple[int, int]  # record, row
Label: TypeAlias = tuple[int, tuple[str, ...]]  # tag number, class names


def learn_rule(page: Page, starts: RowColumn, stops: RowColumn, runs: str) -> ListRule:
    """The rule that finds these records again, with their columns."""
    chosen = np.unique(np.linspace(0, len(starts) - 1, min(len(starts), MOST_STUDIED)).astype(np.intp))
    groups = list(_Overlay(page).fields(starts[chosen], stops[chosen], runs))
    section = section_column(page, (starts, stops))
    columns = describe_columns(page, groups, len(chosen))[:MOST_COLUMNS] + ((section,) if section else ())
    base = way_to_rows(page, starts)
    longest = max(_siblings(page, start, stop) for start, stop in zip(starts.tolist(), stops.tolist(), strict=True))
    rule = ListRule(base, columns, runs, longest)
    return rule if runs != EACH else _narrowed(page, rule, groups, (starts, stops))


def _siblings(page: Page, start: int, stop: int) -> int:
    count, row = 0, start
    while row < stop:
        row = int(page.columns.end[row])
        count += 1
    return count


def _narrowed(page: Page, rule: ListRule, groups: Sequence[FieldGroup], spans: Spans) -> ListRule:
    """If the path leads to more than the records, require something that only they have."""
    found, _ = rule.records(page)
    strangers = np.setdiff1d(found, spans[0])
    if not len(strangers):
        return rule
    finder = StepFinder(page)
    studied = {record for group in groups for record, _ in group.members}
    for group in groups:
        if group.steps and len({record for record, _ in group.members}) == len(studied) and not len(finder.down(strangers, group.steps)):
            return ListRule(rule.base, rule.columns, rule.runs, rule.longest, group.steps)
    return rule


class _Overlay:
    """Aligns the trees of records."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._finder = StepFinder(page)
        self._shown = shown_texts(page)
        self._unseen = unseen_values(page)
        self._worth_reading = np.zeros(len(page) + 1, dtype=np.int32)  # for every row, the pictures and unseen values before it
        marked = page.columns.tag == TAG_NUMBER["img"]
        marked[list(self._unseen)] = True
        np.cumsum(marked, out=self._worth_reading[1:])

    def fields(self, starts: RowColumn, stops: RowColumn, runs: str) -> Iterator[FieldGroup]:
        if runs == EACH:
            yield from self._below(tuple(enumerate(starts.tolist())), (), many=False)
            return
        tops = {}
        for record, (start, stop) in enumerate(zip(starts.tolist(), stops.tolist(), strict=True)):
            tops[record] = list(self._elements(start, stop))
        yield from self._grouped(tops, (), many=False)

    def _below(self, members: tuple[Member, ...], steps: tuple[ChildStep, ...], *, many: bool) -> Iterator[FieldGroup]:
        if len(steps) > DEEPEST_LEVEL:
            return
        is_leaf = any(self._has_text(row) for _, row in members)
        name = self._page.tag_name(members[0][1])
        unseen = next((self._unseen[row] for _, row in members if row in self._unseen), "")
        if is_leaf or unseen or name in ("a", "img"):
            yield FieldGroup(steps, members, many, unseen, is_leaf)
        children: dict[Member, list[int]] = {}
        for record, row in members:
            inside = list(self._elements(row + 1, int(self._page.columns.end[row])))
            if is_leaf:
                inside = [child for child in inside if not self._is_transparent(child)]
            children[record, row] = inside
        groups = self._grouped(children, steps, many=many)
        if steps and not is_leaf and self._are_paragraphs(list(children.values())):
            yield FieldGroup(steps, members, many)
            groups = (group for group in groups if group.steps[-1].tag == "img")
        yield from groups

    def _are_paragraphs(self, lists: Sequence[Sequence[int]]) -> bool:
        """Whether children are the paragraphs of a text, more or fewer of them: a value as a whole, not fields."""
        columns, every = self._page.columns, np.array([row for rows in lists for row in rows], np.int32)
        paragraphs = every[columns.tag[every] == TAG_NUMBER["p"]]
        widths = columns.text_end[paragraphs] - columns.text_start[paragraphs]
        counts = Counter(map(len, lists))
        is_steady = max(counts) <= 1 or counts.most_common(1)[0][1] >= STEADY_SHARE * len(lists)
        return not is_steady and 2 * len(paragraphs) >= len(every) and float(widths.mean()) >= LEAST_OF_A_PARAGRAPH

    def _is_transparent(self, row: int) -> bool:
        return self._page.columns.class_[row] == NO_STRING and self._page.tag_name(row) in TRANSPARENT

    def _elements(self, row: int, stop: int) -> Iterator[int]:
        columns = self._page.columns
        while row < stop:
            if columns.tag[row] != TEXT and (columns.text_end[row] > columns.text_start[row] or self._holds_more(row)):
                yield row
            row = int(columns.end[row])

    def _holds_more(self, row: int) -> bool:
        """Whether there is a picture in an element, or a value in an attribute."""
        return bool(self._worth_reading[self._page.columns.end[row]] > self._worth_reading[row])

    def _has_text(self, row: int) -> bool:
        columns = self._page.columns
        return any(
            self._shown[child] and columns.text[columns.text_start[child] : columns.text_end[child]].strip()
            for child in self._page.children(row)
        )

    def _grouped(
        self, children: dict[Member, list[int]] | dict[int, list[int]], steps: tuple[ChildStep, ...], *, many: bool
    ) -> Iterator[FieldGroup]:
        """Fields below children of one element per record, in page order."""
        labels = self._labels(list(children.values()))
        by_label: dict[Label, list[tuple[int, list[int]]]] = defaultdict(list)
        for owner, rows in children.items():
            record = owner if isinstance(owner, int) else owner[0]
            alike: dict[Label, list[int]] = defaultdict(list)
            for row in rows:
                alike[labels[row]].append(row)
            for label, of_label in alike.items():
                by_label[label].append((record, of_label))
        for label, found in self._in_order(by_label):
            yield from self._of_label(label, found, steps, many=many)

    @staticmethod
    def _in_order(by_label: dict[Label, list[tuple[int, list[int]]]]) -> list[tuple[Label, list[tuple[int, list[int]]]]]:
        """Labels in the order of most records: by the mean position of their first element in a record."""
        first_rows: dict[int, int] = {}
        for found in by_label.values():
            for record, rows in found:
                first_rows[record] = min(rows[0], first_rows.get(record, rows[0]))
        means = {label: float(np.mean([rows[0] - first_rows[record] for record, rows in found])) for label, found in by_label.items()}
        return sorted(by_label.items(), key=lambda item: means[item[0]])

    def _of_label(
        self, label: Label, found: list[tuple[int, list[int]]], steps: tuple[ChildStep, ...], *, many: bool
    ) -> Iterator[FieldGroup]:
        tag, names = self._page.tag_name(found[0][1][0]), label[1]
        counts = Counter(len(rows) for _, rows in found)
        usual, times = counts.most_common(1)[0]
        if max(counts) == 1:
            members = tuple((record, rows[0]) for record, rows in found)
            yield from self._below(members, (*steps, ChildStep(tag, names, self._place_needed(label, members))), many=many)
        elif times >= STEADY_SHARE * len(found) and usual <= MOST_PLACES and not many:
            yield from self._by_place(tag, names, found, steps)
        else:
            everyone = tuple((record, row) for record, rows in found for row in rows)
            yield from self._below(everyone, (*steps, ChildStep(tag, names)), many=True)

    def _by_place(
        self, tag: str, names: tuple[str, ...], found: list[tuple[int, list[int]]], steps: tuple[ChildStep, ...]
    ) -> Iterator[FieldGroup]:
        by_place: dict[int, list[Member]] = defaultdict(list)
        for record, rows in found:
            for row in rows:
                by_place[int(self._finder.places[row])].append((record, row))
        for place, members in sorted(by_place.items()):
            yield from self._below(tuple(members), (*steps, ChildStep(tag, names, place)), many=False)

    def _place_needed(self, label: Label, members: Sequence[Member]) -> int:
        """In CSS, a label without class names also matches siblings that have some: then its position, if constant, identifies it."""
        if label[1]:
            return 0
        columns = self._page.columns
        places = {int(self._finder.places[row]) for _, row in members}
        alone = all(
            sum(1 for sibling in self._page.children(int(columns.parent[row])) if columns.tag[sibling] == label[0]) == 1
            for _, row in members
        )
        return 0 if alone or len(places) > 1 else places.pop()

    def _labels(self, lists: Sequence[Sequence[int]]) -> dict[int, Label]:
        """The label of each child: its tag, and the class names that consistently distinguish children with that tag."""
        columns = self._page.columns
        full: dict[int, Label] = {}
        for rows in lists:
            for row in rows:
                number = int(columns.class_[row])
                value = self._page.string(number) if number != NO_STRING else ""
                full[row] = int(columns.tag[row]), tuple(sorted({name for name in value.split() if not has_digit(name)}))
        together = [{full[row] for row in rows} for rows in lists]
        renamed = _merged(set(full.values()), together)
        return {row: renamed[label] for row, label in full.items()}


def _merged(labels: set[Label], together: Sequence[set[Label]]) -> dict[Label, Label]:
    """Labels with one tag that share a class name and never occur together are merged, and keep the names they share."""
    renamed = {label: label for label in labels}
    by_tag: dict[int, list[Label]] = defaultdict(list)
    for label in sorted(labels):
        by_tag[label[0]].append(label)
    for tag, alike in by_tag.items():
        if len(alike) > MOST_PLACES:
            continue
        clusters: list[tuple[set[str], set[Label]]] = []
        for label in alike:
            for names, members in clusters:
                common = names & set(label[1])
                if common and not any(label in group and members & group for group in together):
                    names.intersection_update(common)
                    members.add(label)
                    break
            else:
                clusters.append((set(label[1]), {label}))
        for names, members in clusters:
            renamed |= dict.fromkeys(members, (tag, tuple(sorted(names))))
    return renamed


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
