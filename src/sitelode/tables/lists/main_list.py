"""Choose the main list from the scores: the best candidate, unless another one has the same records and more.

A list and the same list with a few more members have close scores, and which one is higher is chance; the larger one is chosen if it is
hardly worse. And a list that is entirely between two records of another list is part of the content of that list. Records in sections are
one list: neither the sections are, nor does the heading of the next section belong to the last record before it.
"""

import numpy as np

from sitelode.tables.lists.candidates import Candidates
from sitelode.tables.lists.ranking import Scores

HARDLY_WORSE = 0.75  # difference in score, for a list with all the members and more; from 0.5 to 1 `bench.learn_records` gives the same
MUCH_WORSE = 2.0  # difference in score, for a list around it; set by hand, it decides one page of 399 of the corpora
MOST_HEADED = 0.5  # of the runs that are longer than their first element, if what follows are headings; set by hand, like the next
SECTIONS_WORSE = 1.5  # difference in score, for the records in sections; parts of records are worse by 1.9 and more on the corpora
LEAST_IN_SECTIONS, LEAST_TEXTS, SECTION_SHARE = 1.5, 2, 0.8  # records to a section, texts to a record, of the text of the sections
MOST_COMPARED = 40  # candidates, best first; a bound on time, set by hand


def main_list_first(found: Candidates, scores: Scores) -> list[int]:
    """All candidates, best first, starting with the main list."""
    order: list[int] = np.argsort(-scores, kind="stable").tolist()
    if not order:
        return order
    main = _around(found, scores, order)
    main = _largest_superset(found, scores, main, order)
    main = _without_headings(found, main, order)
    main = _inside_sections(found, scores, main, order)
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


def _without_headings(found: Candidates, main: int, order: list[int]) -> int:
    """The same records alone, if only few of the runs that they lead have more: that is a heading between two sections."""
    starts, stops = found.spans(main)
    for number in order[: 2 * MOST_COMPARED]:
        others, ends = found.spans(number)
        if number != main and len(others) == len(starts) and (others == starts).all() and (ends <= stops).all():
            longer = int((ends < stops).sum())
            if 0 < longer <= MOST_HEADED * len(starts):
                return number
    return main


def _inside_sections(found: Candidates, scores: Scores, main: int, order: list[int]) -> int:
    """The records within sections, if the main list is one of sections: a list inside that has nearly all of its text.

    A section has a heading and any number of records, each of several texts.
    """
    starts, stops = found.spans(main)
    before = np.concatenate(([0], np.cumsum(found.shown)))
    for number in order[:MOST_COMPARED]:
        if scores[number] < scores[main] - SECTIONS_WORSE:
            break
        others, ends = found.spans(number)
        section = np.searchsorted(starts, others, side="right") - 1
        if len(others) < LEAST_IN_SECTIONS * len(starts) or section[0] < 0 or (ends > stops[section]).any():
            continue
        sizes = np.bincount(section, minlength=len(starts))
        several = np.median(before[ends] - before[others]) >= LEAST_TEXTS
        if several and sizes.min() > 0 and len(set(sizes.tolist())) > 1 and _held(found, number) >= SECTION_SHARE * _held(found, main):
            return number
    return main


def _held(found: Candidates, number: int) -> int:
    starts, stops = found.spans(number)
    return int((found.width[stops] - found.width[starts]).sum())
