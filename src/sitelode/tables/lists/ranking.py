"""Rank the list candidates of a page by weighted sums of features, with learned weights.

There are two sums, one for listings and one for threads of posts; which of them a page is, its traits tell, and the best candidate of a
listing. The weights are data (`ranking.json`). `bench/learn_records.py` learns them, and measures them on unseen sites.

The main list is the best candidate, unless another one has the same records and more: which of the two has the higher score is chance.
What stands in `nav`, `header`, `footer` or `aside` is the main list of no page that has another one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from sitelode.json_data import shipped_json
from sitelode.tables.lists.candidates import LED, Candidates
from sitelode.tables.lists.evidence import COLUMNS, TRAITS, Evidence

Scores = NDArray[np.float64]
SHIPPED_TABLE = "ranking.json"
# Set by hand, as are the next; no true list of the corpora is prose. From 4 to 8 gives the same on owners unseen.
PENALTY = 8.0  # of score: more than any list is better than another
PROSE_SHARE, PROSE_TEXTS, PROSE_WIDTH = 0.6, 3.2, 40  # of the records that are one text; texts plus one, and characters of a record
PROSE_LINKS, PROSE_PICTURES, PROSE_PARENTS = 0.3, 0.5, 0.5  # of the text, of the records, to a record: less is prose
MOST_OF_THE_PAGE = 0.5  # of its text. Set by hand; what it does on the corpora was not measured
_SMALLEST = 0.02  # added before taking a logarithm; set by hand
_LOGARITHMS = (
    "share", "support", "path_support", "density", "coverage", "distinct_texts", "distinct_links", "likeness", "lowest_likeness",
    "named_support", "named_path_support", "named_likeness", "named_lowest_likeness", "spread", "low", "linked", "link_share",
)  # fmt: skip
_CAPS = {"log_count": (3, 8, 20), "log_width": (30, 100), "log_texts": (4,)}
"""Values above a cap count no more: records, characters of a record, texts of a record plus one. Set by hand."""

_OF_CANDIDATES = COLUMNS[: -len(TRAITS)]
DERIVED = (
    *_OF_CANDIDATES, *(f"log_{name}" for name in _LOGARITHMS), *(f"{name}_to_{cap}" for name, caps in _CAPS.items() for cap in caps),
    "log_rest", "log_repeated", "log_left_beside", "log_siblings", "log_count_squared", "log_common_paths", "log_paths",
)  # fmt: skip
_PLACE = {name: place for place, name in enumerate(COLUMNS)}
_OF_THE_BEST = (
    "log_count", "log_width", "digits", "one_heading", "link_share", "distinct_links", "pictures", "share", "linked", "distinct_texts",
)  # fmt: skip
SIGNS = (*TRAITS, *_OF_THE_BEST, "score")
"""What tells a thread: the page's traits, and features and score of the candidate that would be the main list of a listing."""


def derived(evidence: Evidence) -> NDArray[np.float64]:
    """The features, and transformed ones for the weighted sum; one column per name in DERIVED."""

    def of(name: str) -> NDArray[np.float64]:
        return evidence[:, _PLACE[name]].astype(np.float64)

    further = [np.log(np.maximum(of(name), 0) + _SMALLEST) for name in _LOGARITHMS]
    further += [np.minimum(of(name), np.log(cap)) for name, caps in _CAPS.items() for cap in caps]
    further += [
        np.log(np.maximum(1 - of("largest"), 0) + _SMALLEST),
        np.log(np.maximum(of("repeated"), 1)),
        np.log1p(np.maximum(of("left_beside") - 1, 0)),
        np.log(np.maximum(of("siblings"), 1)),
        of("log_count") ** 2,
        np.log1p(of("common_paths")),
        np.log1p(of("paths")),
    ]
    return np.concatenate((evidence[:, : len(_OF_CANDIDATES)], np.stack(further, axis=1)), axis=1)


def thread_signs(evidence: Evidence, scores: Scores) -> NDArray[np.float64]:
    """One number per name in SIGNS; `scores` are those of a listing."""
    best = int(np.argmax(scores))
    names = (*TRAITS, *_OF_THE_BEST)
    return np.array([*(float(evidence[best, _PLACE[name]]) for name in names), float(scores[best])])


def _is_prose(evidence: Evidence) -> NDArray[np.bool_]:
    """Which candidates are the paragraphs of a text, never records: siblings, most of them one text of some length, with few links."""

    def of(name: str) -> NDArray[np.float32]:
        column: NDArray[np.float32] = evidence[:, _PLACE[name]]
        return column

    is_plain = (
        ((of("single_text") >= PROSE_SHARE) | ((of("log_texts") <= np.log(PROSE_TEXTS)) & (of("linked") < PROSE_LINKS)))
        & (of("log_width") >= np.log(PROSE_WIDTH))
        & (of("parents") <= PROSE_PARENTS)
    )
    prose: NDArray[np.bool_] = is_plain & (of("link_share") < PROSE_LINKS) & (of("pictures") < PROSE_PICTURES)
    return prose


def _is_aside(evidence: Evidence) -> NDArray[np.bool_]:
    """Which candidates stand in an element that the standard has for what is not the content of a page."""
    places = [_PLACE[f"in_{tag}"] for tag in ("nav", "header", "footer", "aside")]
    return np.asarray(evidence[:, places].max(axis=1) > 0)


def cost(evidence: Evidence) -> Scores:
    """What every candidate loses by what it is, whatever its score."""
    return np.where(_is_prose(evidence) | _is_aside(evidence), PENALTY, 0.0)


class Ranking(Protocol):
    """Gives every candidate a score: the higher, the more likely it is the main list."""

    @property
    def no_list_below(self) -> float:
        """The threshold for the first list of a page: below it the page has no list."""
        ...

    def scores(self, evidence: Evidence) -> Scores: ...


def lists_among(ranking: Ranking, evidence: Evidence, scores: Scores) -> NDArray[np.bool_]:
    """Which candidates reach the threshold; if none does, those that hold most of the page's text and are no prose: some list is there."""
    reached: NDArray[np.bool_] = scores >= ranking.no_list_below
    return reached if reached.any() else (evidence[:, _PLACE["share"]] >= MOST_OF_THE_PAGE) & ~_is_prose(evidence)


@dataclass(frozen=True, slots=True)
class WeightedSum:
    """Weights per unit, not per standard deviation, and the means that they are relative to."""

    mean: NDArray[np.float64]
    weight: NDArray[np.float64]

    def of(self, table: NDArray[np.float64]) -> Scores:
        total: Scores = (table - self.mean) @ self.weight
        return total

    @classmethod
    def from_data(cls, stored: Mapping[str, Any], names: tuple[str, ...]) -> Self:
        mean, weight = np.array([stored.get(name, (0.0, 0.0)) for name in names], dtype=np.float64).T
        return cls(mean, weight)


@dataclass(frozen=True, slots=True)
class LearnedRanking:
    """Weights over DERIVED for listings and for threads, and over SIGNS for which of the two a page is."""

    listing: WeightedSum
    thread: WeightedSum
    signs: WeightedSum
    bias: float  # of the signs
    no_list_below: float
    thread_shift: float = 0.0  # of the scores of threads, so that one threshold serves both
    only_threads: bool = False  # pages are known to be threads; else the signs tell

    def scores(self, evidence: Evidence) -> Scores:
        if not len(evidence):
            return np.empty(0)
        table = derived(evidence)
        as_listing = self.listing.of(table)
        is_thread = self.only_threads or self.is_thread(evidence, as_listing)
        scores: Scores = self.thread.of(table) + self.thread_shift if is_thread else as_listing
        return scores - cost(evidence)

    def is_thread(self, evidence: Evidence, as_listing: Scores) -> bool:
        """Whether the page is a thread, by its signs."""
        return float(self.signs.of(thread_signs(evidence, as_listing)[None, :])[0]) + self.bias > 0

    def for_threads(self) -> Self:
        """The same for pages that are known to be threads."""
        return replace(self, only_threads=True)

    @classmethod
    def from_data(cls, stored: Mapping[str, Any]) -> Self:
        listing, thread = (WeightedSum.from_data(stored[name], DERIVED) for name in ("listing", "thread"))
        signs = WeightedSum.from_data(stored["signs"], SIGNS)
        below, shift = float(stored["no_list_below"]), float(stored.get("thread_shift", 0.0))
        return cls(listing, thread, signs, float(stored["bias"]), below, shift)


@cache
def shipped_ranking() -> LearnedRanking:
    """The weights shipped with the package."""
    return LearnedRanking.from_data(shipped_json(__file__, SHIPPED_TABLE))


HARDLY_WORSE = 0.75  # difference in score, for a list with all the members and more; from 0.5 to 1 `bench.learn_records` gives the same
MORE_TEXT = 1.2  # times that of the list, for its members with further siblings; set by hand, it decides no page of the corpora
MUCH_WORSE = 2.0  # difference in score, for the records that these are parts of; set by hand
MOST_COMPARED = 40  # candidates, best first; a bound on time, set by hand


def main_list_first(found: Candidates, scores: Scores) -> list[int]:
    """All candidates, best first, starting with the main list."""
    order: list[int] = np.argsort(-scores, kind="stable").tolist()
    if not order:
        return order
    main = _largest_superset(found, scores, order[0], order)
    main = _whole(found, scores, main, order)
    return [main, *(number for number in order if number != main)]


def _largest_superset(found: Candidates, scores: Scores, main: int, order: list[int]) -> int:
    """The list that has all members and more; or the same members with the siblings that go with them, if these have some text."""
    starts, stops = found.spans(main)
    best, most = main, len(starts)
    for number in order[: 2 * MOST_COMPARED]:
        others, ends = found.spans(number)
        place = np.searchsorted(others, starts)
        if scores[number] < scores[main] - HARDLY_WORSE or place[-1] >= len(others) or (others[place] != starts).any():
            continue
        goes_on = len(others) == most and (ends[place] >= stops).all() and _held(found, number) >= MORE_TEXT * _held(found, best)
        if goes_on or (len(others) > most and (ends[place] == stops).all()):
            best, most = number, len(others)
    return best


def _whole(found: Candidates, scores: Scores, main: int, order: list[int]) -> int:
    """The records that these are parts of, one of each: a post is not its text alone, its author and time stand beside it."""
    starts, stops = found.spans(main)
    best, most = main, _held(found, main)
    for number in order[:MOST_COMPARED]:
        if scores[number] < scores[main] - MUCH_WORSE:
            break
        others, ends = found.spans(number)
        is_around = len(others) == len(starts) and (others < starts).all() and (stops <= ends).all()
        if is_around and found.kind[number] != LED and _held(found, number) > most:
            best, most = number, _held(found, number)
    return best


def _held(found: Candidates, number: int) -> int:
    starts, stops = found.spans(number)
    return int((found.width[stops] - found.width[starts]).sum())
