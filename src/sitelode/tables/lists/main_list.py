"""Choose the main list from the scores: the best candidate, unless another one has the same records and more.

A list and the same list with a few more members have close scores, and which one is higher is chance; the larger one is chosen if it is
hardly worse. And a list that is entirely between two records of another list is part of the content of that list.
"""

import numpy as np

from sitelode.tables.lists.candidates import Candidates
from sitelode.tables.lists.ranking import Scores

HARDLY_WORSE = 0.75  # difference in score, for a list with all the members and more; from 0.5 to 1 `bench.learn_records` gives the same
MUCH_WORSE = 2.0  # difference in score, for a list around it; set by hand, it decides one page of 399 of the corpora
MOST_COMPARED = 40  # candidates, best first; a bound on time, set by hand


def main_list_first(found: Candidates, scores: Scores) -> list[int]:
    """All candidates, best first, starting with the main list."""
    order: list[int] = np.argsort(-scores, kind="stable").tolist()
    if not order:
        return order
    main = _around(found, scores, order)
    main = _largest_superset(found, scores, main, order)
    return [main, *(number for number in order if number != main)]


def _around(found: Candidates, scores: Scores, order: list[int]) -> int:
    top = order[0]
    starts, stops = found.spans(top)
    held = _held(found, top)
    for number in order[1:MOST_COMPARED]:
        if scores[number] < scores[top] - MUCH_WORSE:
            break
        others, ends = found.spans(number)
        behind = int(np.searchsorted(others, starts[0]))
        is_between = 0 < behind < len(others) and ends[behind - 1] <= starts[0] and stops[-1] <= others[behind]
        if is_between and len(others) >= len(starts) and _held(found, number) > held:
            return number
    return top


def _largest_superset(found: Candidates, scores: Scores, main: int, order: list[int]) -> int:
    starts, stops = found.spans(main)
    best = main
    for number in order[: 2 * MOST_COMPARED]:
        others, ends = found.spans(number)
        if scores[number] < scores[main] - HARDLY_WORSE or len(others) <= len(found.spans(best)[0]):
            continue
        place = np.searchsorted(others, starts)
        if place[-1] < len(others) and (others[place] == starts).all() and (ends[place] == stops).all():
            best = number
    return best


def _held(found: Candidates, number: int) -> int:
    starts, stops = found.spans(number)
    return int((found.width[stops] - found.width[starts]).sum())
