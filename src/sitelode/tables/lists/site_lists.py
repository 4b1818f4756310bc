"""Find lists over several pages of one layout: result pages 1 to n, the same index on several days.

Every page ranks its own candidates. What recurs on other pages (menus, carousels, side lists) is no result: a candidate loses score by
the share of its records that they have, too. Candidates with the same label and the same path from the root are the same list on different
pages and share their scores: a page on which another list happens to be longer follows the others. The rule is
learnt from several pages, and a record that occurs on two pages counts once.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import distinct
from sitelode.compiled.codes import Codes, code_of, mix_columns
from sitelode.counted import counted
from sitelode.html.page import Page
from sitelode.paths.child_steps import ChildStep
from sitelode.tables.lists.candidates import LED, Candidates, find_candidates, shown_texts
from sitelode.tables.lists.evidence import evidence_of
from sitelode.tables.lists.kernels.evidence import text_codes
from sitelode.tables.lists.list_rule import ColumnRule, ListRule, Spans
from sitelode.tables.lists.ranking import Ranking, lists_among, main_list_first, shipped_ranking
from sitelode.tables.lists.record_lists import MOST_LISTS, RecordList, lists_apart
from sitelode.tables.lists.rule_learning import SECTION
from sitelode.tables.name_words import unique_names
from sitelode.tables.table import SHOWN_NAMES, Column, RecordTable, TableColumn, Value, first_values, kept_columns
from sitelode.text.value_types import LINK

if TYPE_CHECKING:
    import pandas as pd

MOST_LEARNT_FROM = 5  # pages with the most records, for the columns. Both limits are set by hand
MOST_STUDIED_PAGES = 40  # whose candidates are compared; their rules are applied to the rest
MAIN_SHARE = 0.5  # of the pages of a layout that have its main list: comments on a few articles are not what it shows. Set by hand
LEAST_ON_A_PAGE = 2  # records, in the mean; a list has more. Set by hand
IN_COMMON = 0.9  # of the records have a value of some column. Set by hand
SAME_COLUMNS = 0.5  # of two pages' lists, if they are the same list. Set by hand, like the next
KEY_SHARE = 0.9  # of the records of a page whose links differ, if these tell records apart. Set by hand
RECURRING_PENALTY = 10.0  # of score, for a list all of whose records other pages have. Set by hand
MISSING_PENALTY = 5.0  # difference in score: a list missing on a page counts as this much worse than the page's best. Set by hand
MOST_SEEN = 20  # pages named for a record; set by hand


@dataclass(frozen=True, slots=True)
class SiteRecord:
    """One record, from the first page that has it."""

    url: str
    position: int  # in the list of that page, from 1
    fields: dict[str, Value]
    seen_on: tuple[str, ...] = ()  # addresses of the pages that have it, the first ones


@dataclass(frozen=True, repr=False)
class SiteList:
    """One list of a layout with its records from all pages, each once; or one of several layouts, joined."""

    rule: ListRule
    records: tuple[SiteRecord, ...]
    pages: tuple[str, ...]  # addresses of the pages that have it
    score: float  # mean over its pages
    repeated: int = field(default=0)  # records left out because they occurred before
    layout: int = -1  # of its pages, where they are those of a mined site
    kind: str = ""  # of its pages, likewise; empty for pages that show next to nothing
    columns: tuple[ColumnRule, ...] = ()  # of all layouts, where there are several
    joined: tuple["SiteList", ...] = ()  # the list in each of them

    def __len__(self) -> int:
        return len(self.records)

    def __repr__(self) -> str:
        return f"SiteList({counted(len(self), 'record')} of {counted(len(self.pages), 'page')}: {', '.join(self.names)[:SHOWN_NAMES]})"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return self.table()._repr_html_()

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.all_columns]

    @property
    def parts(self) -> tuple["SiteList", ...]:
        """The list in each layout that shows it, with names of columns that go for all."""
        return self.joined or (self,)

    @property
    def all_columns(self) -> tuple[ColumnRule, ...]:
        return self.columns or self.rule.columns

    @cached_property
    def kept_names(self) -> list[str]:
        """The names of the columns that a person would keep."""
        types = {column.name: column for column in self.all_columns}
        fields = [record.fields for record in self.records]
        columns = []
        own = [{record.url, str(record.position)} for record in self.records]
        for name in self.names:
            cells = first_values(fields, name)
            if self.joined and len(set(cells.values())) == 1:
                continue  # what one of the layouts always says
            if name != self.rule.key and sum(value in own[row] for row, value in cells.items()) >= KEY_SHARE * len(own):
                continue  # it says where the record stands
            rule = types.get(name)
            place = () if rule is None or rule.attribute not in ("", "href") or rule.above else rule.steps
            columns.append(TableColumn(name, rule.type if rule else "text", cells, place))
        return kept_columns(columns, len(self.records), key=self.rule.key)

    def table(self) -> RecordTable:
        types = {column.name: column.type for column in self.all_columns}
        columns = [
            Column(name, types.get(name, "text"), tuple(record.fields.get(name) for record in self.records), "") for name in self.names
        ]
        return RecordTable(tuple(columns), len(self.records))

    def to_pandas(self) -> "pd.DataFrame":
        """A data frame with one row per record; the first columns are its page's address and its position."""
        frame = self.table().to_pandas()
        frame.insert(0, "url", [record.url for record in self.records], allow_duplicates=True)
        frame.insert(1, "position", [record.position for record in self.records], allow_duplicates=True)
        return frame


@dataclass(frozen=True, slots=True)
class _Opinion:
    """The candidates of one page with their scores."""

    found: Candidates
    scores: NDArray[np.float64]  # less by what recurs
    is_list: NDArray[np.bool_]  # not below the threshold; what recurs may be a list, too
    names: Codes  # of the candidates; equal for the same list on another page


def find_site_lists(
    pages: Sequence[Page], ranking: Ranking | None = None, most: int = MOST_LISTS, recurring: Codes | None = None
) -> list[SiteList]:
    """The lists of pages that share a layout, the main one first.

    If there are many pages, an even sample is studied; its rules are applied to the others. `recurring` has the texts that the site's pages
    share (`recurring_texts`); without it, those that these pages share.
    """
    ranked = _studied_lists(pages, ranking, most, recurring)
    settled = {place for each in ranked for place in each}  # the other pages, studied or not, are read by the rules
    made = [_site_list(pages, each, settled) for each in ranked[:most]]
    return [each for each in made if most > 1 or _is_main(each, len(pages))]


def is_table(found: SiteList) -> bool:
    """Whether a list is one on its pages, and nearly all records have something in common: else it is the parts of some page."""
    common = max((len(first_values([record.fields for record in found.records], name)) for name in found.kept_names), default=0)
    return len(found) + found.repeated > LEAST_ON_A_PAGE * len(found.pages) and common >= IN_COMMON * len(found)


def _is_main(found: SiteList, pages: int) -> bool:
    """Whether most pages have the list, and most of its records have something in common: else they are parts of a page."""
    filled = Counter(name for record in found.records for name in record.fields)
    return len(found.pages) >= MAIN_SHARE * pages and max(filled.values(), default=0) > MAIN_SHARE * len(found)


def _studied_lists(pages: Sequence[Page], ranking: Ranking | None, most: int, recurring: Codes | None) -> list[dict[int, RecordList]]:
    """The same list on different pages of a sample, by the places of pages; the best first."""
    studied = even_sample(len(pages), MOST_STUDIED_PAGES)
    sample = {place: pages[place] for place in studied}
    shared = recurring_texts(list(sample.values()))
    shared = shared if recurring is None else distinct(shared, recurring)
    lists = _lists_by_name(sample, shipped_ranking() if ranking is None else ranking, most, shared)
    return sorted(lists, key=lambda each: (-len(each) * max(float(np.mean([found.score for found in each.values()])), 0.0), min(each)))


def _lists_by_name(pages: Mapping[int, Page], ranking: Ranking, most: int, recurring: Codes) -> list[dict[int, RecordList]]:
    by_name: dict[int, dict[int, RecordList]] = defaultdict(dict)
    opinions = {place: _opinion(page, ranking, recurring) for place, page in pages.items()}
    agreed = _agreed(list(opinions.values()))
    for place, opinion in opinions.items():
        shared = (opinion.scores + np.array([agreed[name] for name in opinion.names.tolist()])) / 2
        order = [number for number in main_list_first(opinion.found, shared) if opinion.is_list[number]]
        for number, found in lists_apart(pages[place], opinion.found, order, opinion.scores, most):
            by_name[int(opinion.names[number])].setdefault(place, found)
    return list(by_name.values())


def _opinion(page: Page, ranking: Ranking, recurring: Codes) -> _Opinion:
    found = find_candidates(page)
    evidence = evidence_of(page, found)
    scores = ranking.scores(evidence)
    penalty = RECURRING_PENALTY * recurring_share(page, found, recurring)
    return _Opinion(found, scores - penalty, lists_among(ranking, evidence, scores), _names(found))


def _names(found: Candidates) -> Codes:
    if not len(found):
        return np.empty(0, dtype=np.uint64)
    return mix_columns(found.labels.tag_path[found.leads], (found.kind == LED).astype(np.uint64))


def _agreed(opinions: Sequence[_Opinion]) -> dict[int, float]:
    """For every name, how much worse than the best it is, as a mean over pages."""
    behind: dict[int, float] = defaultdict(lambda: -MISSING_PENALTY * len(opinions))
    for opinion in opinions:
        best: dict[int, float] = {}
        for name, score in zip(opinion.names.tolist(), opinion.scores.tolist(), strict=True):
            best[name] = max(score, best.get(name, score))
        top = max(best.values(), default=0.0)
        for name, score in best.items():
            behind[name] += MISSING_PENALTY - min(top - score, MISSING_PENALTY)
    return {name: value / len(opinions) for name, value in behind.items()}


def _site_list(pages: Sequence[Page], found: Mapping[int, RecordList], settled: set[int]) -> SiteList:
    rule = _common_rule(list(found.values()))
    gathered = _Gathered()
    for place in range(len(pages)):
        if place in settled and place not in found:
            continue
        page = found[place].page if place in found else pages[place]
        rows = rows_of_page(rule, page, _spans(rule, found.get(place)))
        gathered.add(page.url, rule, rows)
    return gathered.site_list(rule, float(np.mean([each.score for each in found.values()])))


def _spans(rule: ListRule, found: RecordList | None) -> Spans | None:
    """Where the records of a studied page are, unless the rule leads to few of them, and they are built otherwise: another list."""
    if found is None:
        return None
    starts, _ = rule.records(found.page)
    shared = np.isin(found.starts, starts).mean()
    is_same = not len(starts) or shared > MAIN_SHARE or (shared and likeness(found.rule, rule) >= SAME_COLUMNS)
    return (found.starts, found.stops) if is_same else None


def rows_of_page(rule: ListRule, page: Page, spans: Spans | None = None) -> list[dict[str, Value]]:
    """The records of a page, as the rule reads them or at known places."""
    spans = rule.records(page) if spans is None else spans
    return list(rule.table(page, spans).rows()) if len(spans[0]) else []


class _Gathered:
    """Records page after page, each once."""

    def __init__(self) -> None:
        self.records: list[SiteRecord] = []
        self.urls: list[str] = []
        self.met: dict[int, list[str]] = {}  # the pages of each record
        self.repeated = 0

    def add(self, url: str, rule: ListRule, rows: Sequence[dict[str, Value]]) -> None:
        if not rows:
            return
        self.urls.append(url)
        seen = dict[int, None]()
        for position, row in enumerate(rows, start=1):
            identity = identity_code(rule, row)
            if identity not in self.met and identity not in seen:
                self.records.append(SiteRecord(url, position, row))
            else:
                self.repeated += 1
            seen[identity] = None
        for identity in seen:
            self.met.setdefault(identity, []).append(url)

    def site_list(self, rule: ListRule, score: float) -> SiteList:
        records = (replace(each, seen_on=tuple(pages[:MOST_SEEN])) for each, pages in zip(self.records, self.met.values(), strict=True))
        return SiteList(rule, tuple(records), tuple(self.urls), score, self.repeated)


def identity_code(rule: ListRule, fields: dict[str, Value]) -> int:
    """A code that is equal for the same record on several pages."""
    # All fields if links do not tell records apart: an author has many posts.
    return code_of(str(fields[rule.key]) if rule.key in fields else repr(sorted(fields.items())))


def _common_rule(found: Sequence[RecordList]) -> ListRule:
    """The rule of the page that agrees most with the others, with further columns from pages that agree with it."""
    rules = [each.rule for each in sorted(found, key=lambda each: -len(each))[:MOST_LEARNT_FROM]]
    usual = max(rules, key=lambda rule: sum(likeness(rule, other) for other in rules))
    agreeing = [rule for rule in rules if rule == usual or likeness(rule, usual) >= SAME_COLUMNS]  # one without columns is like none
    columns: dict[object, ColumnRule] = {}
    for rule in (usual, *agreeing):
        for column in rule.columns:
            columns.setdefault(SECTION if column.above else (column.steps, column.attribute), column)
    several = {_anywhere(column.steps) for column in columns.values() if column.many}
    kept = [column for column in columns.values() if not any(_anywhere(steps) in several for steps in _placed(column))]
    names = unique_names([column.name for column in kept])
    together = tuple(replace(column, name=name) for column, name in zip(kept, names, strict=True))
    key = _key(together, max((each for each in found if each.rule in agreeing), key=len).table().rows())
    return replace(usual, columns=together, longest=max(rule.longest for rule in agreeing), key=key)


def likeness(one: ListRule, other: ListRule) -> float:
    """The share of the columns of two lists that have the same place in a record."""
    places, others = ({(rule.state, each.steps, each.attribute) for each in rule.columns if not each.above} for rule in (one, other))
    return len(places & others) / max(len(places | others), 1)


def _placed(column: ColumnRule) -> list[tuple[ChildStep, ...]]:
    """The beginnings of a column's path that end with the n-th of several: the second of any number of paragraphs is no field."""
    return [column.steps[: depth + 1] for depth, step in enumerate(column.steps) if step.place and not column.above]


def _anywhere(steps: Sequence[ChildStep]) -> tuple[ChildStep, ...]:
    return tuple(replace(step, place=0) for step in steps)


def _key(columns: Sequence[ColumnRule], rows: Sequence[dict[str, Value]]) -> str:
    """The column of links that differs for nearly every record of a page: the title's link, or the first."""
    links = [column.name for column in columns if column.type == LINK and not column.many]
    # A column of one link for the list may hold several of them in single rows.
    different = {name: len({row[name] for row in rows if isinstance(row.get(name), str)}) for name in sorted(links, key=LINK.__ne__)}
    best = max(different, key=lambda name: different[name], default="")
    return best if best and different[best] >= KEY_SHARE * len(rows) else ""


LEAST_PAGES = 2  # that have a text; this and the shares are set by hand
RECURRING_SHARE = 0.5  # of the pages that have it
RECORD_SHARE = 0.8  # of a record's text that recurs if the record does
MOST_PAGES = 40  # that are compared; a bound on time, set by hand


def even_sample(count: int, most: int) -> list[int]:
    """At most so many of the places 0 to count - 1, evenly spaced."""
    places: list[int] = distinct(np.linspace(0, count - 1, min(count, most)).astype(np.intp)).tolist() if count else []
    return places


def recurring_texts(pages: Sequence[Page]) -> Codes:
    """The codes of texts on at least half of the pages, ascending; none for a single page."""
    sample = [pages[place] for place in even_sample(len(pages), MOST_PAGES)]
    if len(sample) < LEAST_PAGES:
        return np.empty(0, np.uint64)
    every = np.concatenate([distinct(_codes(page)) for page in sample])
    codes, counts = np.unique(every, return_counts=True)
    recurring: Codes = codes[(counts >= max(LEAST_PAGES, RECURRING_SHARE * len(sample))) & (codes != 0)]
    return recurring


def recurring_share(page: Page, found: Candidates, recurring: Codes) -> NDArray[np.float64]:
    """For every candidate, the share of its records that recur: nearly all of their text does. Labels recur in any result."""
    if not len(found) or not len(recurring):
        return np.zeros(len(found))
    own = np.diff(found.width) * np.isin(_codes(page), recurring)
    before = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(own)))
    again, held = (sums[found.stop] - sums[found.start] for sums in (before, found.width))
    records = (again >= RECORD_SHARE * held) & (held > 0)
    share: NDArray[np.float64] = np.add.reduceat(records, found.first[:-1], dtype=np.float64) / np.diff(found.first)
    return share


def _codes(page: Page) -> Codes:
    columns = page.columns
    text = np.frombuffer(columns.text, dtype=np.uint8)
    codes: Codes = text_codes(columns.tag, columns.text_start, columns.text_end, text, shown_texts(page))[0]
    return codes
