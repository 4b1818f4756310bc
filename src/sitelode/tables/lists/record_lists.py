"""Find the lists of a page, the main one first, each as records and as a table.

Each candidate (`candidates.py`) gets features (`evidence.py`) and a score (`ranking.py`). The best one is the main list; lists
inside or around it are other readings of the same content and are left out. A page whose best score is below the
ranking's threshold has no list, unless some candidate holds most of its text.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sitelode.counted import counted
from sitelode.html.page import Page, RowColumn
from sitelode.tables.lists.candidates import Candidates, find_candidates
from sitelode.tables.lists.evidence import evidence_of
from sitelode.tables.lists.list_rule import EACH, LED, ListRule
from sitelode.tables.lists.ranking import Ranking, Scores, lists_among, main_list_first, shipped_ranking
from sitelode.tables.lists.record_texts import record_texts
from sitelode.tables.lists.rule_learning import learn_rule
from sitelode.tables.table import RecordTable

if TYPE_CHECKING:
    import pandas as pd

MOST_LISTS = 10  # per page; set by hand: later ones are never useful


@dataclass(frozen=True, repr=False)
class RecordList:
    """Records of one kind on a page: each is a run of siblings, so a span of rows."""

    page: Page
    starts: RowColumn  # first row of each record
    stops: RowColumn  # row after its last
    score: float
    runs: str = field(default="")  # "led" if a record may be several siblings

    def __len__(self) -> int:
        return len(self.starts)

    def __repr__(self) -> str:
        return f"RecordList({counted(len(self), 'record')}, score {self.score:.2f})"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return self.table()._repr_html_()

    def texts(self, page: Page | None = None) -> list[str]:
        """The text of each record, on one line."""
        return record_texts(page or self.page, self.starts, self.stops)

    @cached_property
    def rule(self) -> ListRule:
        """The rule that finds this list and its columns on any page with the same layout."""
        return learn_rule(self.page, self.starts, self.stops, self.runs)

    def table(self) -> RecordTable:
        return self.rule.table(self.page, (self.starts, self.stops))

    def to_pandas(self) -> "pd.DataFrame":
        """A data frame with one row per record."""
        return self.table().to_pandas()

    @property
    def base_selector(self) -> str:
        return self.rule.base_selector


def find_lists(page: Page, ranking: Ranking | None = None, most: int = MOST_LISTS) -> list[RecordList]:
    """The lists of a page, best first; empty if it has none."""
    found = find_candidates(page)
    if not len(found):
        return []
    chosen_ranking = shipped_ranking() if ranking is None else ranking
    evidence = evidence_of(page, found)
    scores = chosen_ranking.scores(evidence)
    is_list = lists_among(chosen_ranking, evidence, scores)
    order = [number for number in main_list_first(found, scores) if is_list[number]]
    return [each for _, each in lists_apart(page, found, order, scores, most)]


def lists_apart(page: Page, found: Candidates, order: Sequence[int], scores: Scores, most: int) -> list[tuple[int, RecordList]]:
    """The first candidates in this order that share no rows, with their numbers."""
    return [(number, _record_list(page, found, number, float(scores[number]))) for number in _apart(found, order, most)]


def _record_list(page: Page, found: Candidates, number: int, score: float) -> RecordList:
    starts, stops = found.spans(number)
    held = found.width[stops] > found.width[starts]
    starts, stops = starts[held], stops[held]
    ends = page.columns.end[starts]
    return RecordList(page, starts, stops, score, EACH if (ends == stops).all() else LED)


def _apart(found: Candidates, order: Sequence[int], most: int) -> list[int]:
    """The first candidates in order that share no rows."""
    taken = np.zeros(len(found.width), dtype=np.bool_)
    chosen: list[int] = []
    for number in order:
        starts, stops = found.spans(number)
        if taken[starts].any() or any(taken[start:stop].any() for start, stop in zip(starts.tolist(), stops.tolist(), strict=True)):
            continue
        for start, stop in zip(starts.tolist(), stops.tolist(), strict=True):
            taken[start:stop] = True
        chosen.append(number)
        if len(chosen) == most:
            break
    return chosen
