"""Leave out the tags of other articles: links with the relation `tag` or `category` also stand in teasers and in clouds of tags.

Those of the article stand in it or near it, side by side. A kind of place with several groups of links, other text between them, is a
list of teasers.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from sitelode.html.page import Page

LONGEST_GAP: Final = 40  # bytes of text between two tags of one list; set by hand
_STEPS: Final = 3  # elements that make up a kind of place


def own_links(page: Page, links: Sequence[int], is_beside: Callable[[int], bool]) -> Sequence[int]:
    """The links of the page's own article; all, if none stands near it."""
    near = [row for row in links if is_beside(row)]
    by_place: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for row in near:
        by_place[_place(page, row)].append(row)
    alone = {row for rows in by_place.values() if are_together(page, rows) for row in rows}
    return [row for row in near if row in alone] or near or links


def are_together(page: Page, rows: Sequence[int]) -> bool:
    start, end = page.columns.text_start, page.columns.text_end
    return all(int(start[row] - end[before]) <= LONGEST_GAP for before, row in pairwise(rows))


def _place(page: Page, row: int) -> tuple[int, ...]:
    """Tags and class names of the elements above a link."""
    found: list[int] = []
    for _ in range(_STEPS):
        row = page.parents[row]
        if row < 0:
            break
        found += (page.tags[row], int(page.columns.class_[row]))
    return tuple(found)
