"""What recurs on the pages of a site: texts of menus, carousels and side lists, which are no results of any page."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.html.page import Page
from sitelode.tables.lists.candidates import Candidates
from sitelode.tables.lists.kernels.evidence import text_codes
from sitelode.tables.lists.record_texts import shown_texts

LEAST_PAGES = 2  # that have a text; this and the shares are set by hand
RECURRING_SHARE = 0.5  # of the pages that have it
RECORD_SHARE = 0.8  # of a record's text that recurs if the record does
MOST_PAGES = 40  # that are compared; a bound on time, set by hand


def even_sample(count: int, most: int) -> list[int]:
    """At most so many of the places 0 to count - 1, evenly spaced."""
    places: list[int] = np.unique(np.linspace(0, count - 1, min(count, most)).astype(np.intp)).tolist() if count else []
    return places


def recurring_texts(pages: Sequence[Page]) -> Codes:
    """The codes of texts on at least half of the pages, ascending; none for a single page."""
    sample = [pages[place] for place in even_sample(len(pages), MOST_PAGES)]
    if len(sample) < LEAST_PAGES:
        return np.empty(0, np.uint64)
    every = np.concatenate([np.unique(_codes(page)) for page in sample])
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
