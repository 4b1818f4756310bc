"""Find a list on a changed page by records seen before: the elements around their values are the records.

Values stand in text nodes or in addresses. The smallest element that holds what is known of a record is raised as long as it holds no
other record; what the raised elements have in common is the rule, which finds the records that nobody has seen yet as well.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sitelode.html.addresses import Addresses
from sitelode.html.page import Page
from sitelode.html.vocabulary import TEXT
from sitelode.tables.lists.list_rule import EACH, ListRule
from sitelode.tables.lists.rule_learning import learn_rule
from sitelode.wrappers.known_rows import LayoutRows, comparable_text

LEAST_RECORDS = 3  # seen before, on one page; set by hand
MOST_PAGES_TRIED = 5  # a bound


def list_around(pages: Sequence[Page], known: LayoutRows) -> ListRule | None:
    """The rule of the list on the page that has most records seen before; none where no page has enough of them."""
    if not known:
        return None
    best: tuple[Page, list[int]] | None = None
    for page in pages[:MOST_PAGES_TRIED]:
        rows = _records(page, known)
        if len(rows) >= LEAST_RECORDS and (best is None or len(rows) > len(best[1])):
            best = page, rows
    if best is None:
        return None
    page, rows = best
    starts = np.array(rows, dtype=np.int32)
    return learn_rule(page, starts, page.columns.end[starts], EACH)


def _records(page: Page, known: LayoutRows) -> list[int]:
    """Rows of the elements that hold one record seen before each."""
    cores = sorted({_core(page, nodes) for nodes in _nodes(page, known).values()})
    holds = np.zeros(len(page) + 1, dtype=np.int64)
    holds[[core + 1 for core in cores]] = 1
    before = np.cumsum(holds)  # cores in rows up to here

    def inside(row: int) -> int:
        return int(before[page.columns.end[row]] - before[row])

    raised = set()
    for core in cores:
        row = core
        while (above := int(page.columns.parent[row])) > 0 and inside(above) == 1:
            row = above
        if inside(core) == 1:  # one that holds others is a repetition somewhere else on the page
            raised.add(row)
    kinds = Counter((int(page.columns.tag[row]), int(page.columns.depth[row])) for row in raised)
    if not kinds:
        return []
    usual = kinds.most_common(1)[0][0]
    return sorted(row for row in raised if (int(page.columns.tag[row]), int(page.columns.depth[row])) == usual)


def _nodes(page: Page, known: LayoutRows) -> dict[int, list[int]]:
    """For every record seen before the rows of its own values on the page."""
    found: dict[int, list[int]] = defaultdict(list)
    for row in np.flatnonzero(page.columns.tag == TEXT).tolist():
        place = known.place_of([comparable_text(page.text(row))], 0)
        if place is not None:
            found[place].append(row)
    addresses = Addresses(page)
    for row in page.rows("a").tolist():
        place = known.place_of([comparable_text(addresses.link(row))], 0)
        if place is not None:
            found[place].append(row)
    return found


def _core(page: Page, nodes: Sequence[int]) -> int:
    """The smallest element around the two nodes that are nearest to each other; around the only one."""
    ordered = sorted(nodes)
    pairs = list(pairwise(ordered))
    first, last = min(pairs, key=lambda pair: pair[1] - pair[0]) if pairs else (ordered[0], ordered[0])
    row = first
    while page.columns.tag[row] == TEXT or page.columns.end[row] <= last:
        row = int(page.columns.parent[row])
    return row
