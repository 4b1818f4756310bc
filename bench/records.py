"""Record lists: F1 of the first and of the best list, and CPU seconds per page, compared with IEPAD and a simple baseline.

    python -m bench.records [corpus ...]

The shipped ranking was learnt from these same pages; `python -m bench.learn_records` prints the figures for unseen sites.
"""

import argparse
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from bench.hand_made_ranking import HandMadeRanking
from bench.record_truth import RECORD_CORPORA, record_pages, texts_f1, true_records
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.html.vocabulary import TEXT
from sitelode.tables.lists.record_lists import find_lists
from sitelode.tables.lists.record_texts import record_texts
from sitelode_lab.iepad.regular_repeats import find_repeats

Finder: TypeAlias = Callable[[Page], list[list[str]]]
MOST_PATTERNS = 10  # of IEPAD, as many as ours gives lists
LEAST_RECORDS = 3  # of the baseline's groups: with pairs, halves of the page win
UNTIMED = 3  # pages, so that compiled code is there


def ours(page: Page) -> list[list[str]]:
    return [found.texts() for found in find_lists(page)]


def by_hand(page: Page) -> list[list[str]]:
    return [found.texts() for found in find_lists(page, HandMadeRanking())]


def same_parent_tag_and_class(page: Page) -> list[list[str]]:
    """The baseline: three and more children of one parent with the same tag and class attribute, most text first."""
    columns = page.columns
    groups: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    rows = zip(columns.parent.tolist(), columns.tag.tolist(), columns.class_.tolist(), strict=True)
    for row, (parent, tag, class_) in enumerate(rows):
        if tag != TEXT and parent >= 0:
            groups[parent, tag, class_].append(row)

    def width(members: Sequence[int]) -> int:
        return int(sum(columns.text_end[row] - columns.text_start[row] for row in members))

    several = sorted((members for members in groups.values() if len(members) >= LEAST_RECORDS), key=width, reverse=True)[:10]
    return [_texts(page, members) for members in several]


def _texts(page: Page, members: Sequence[int]) -> list[str]:
    rows = np.array(members, dtype=np.int32)
    return record_texts(page, rows, page.columns.end[rows])


def iepad(page: Page) -> list[list[str]]:
    """The paper's patterns as they are: every occurrence a record, those first that cover most of the page."""
    found = find_repeats(page)
    return [[" ".join(texts) for texts in found.records(pattern)] for pattern in found.patterns[:MOST_PATTERNS]]


FINDERS: dict[str, Finder] = {
    "sitelode": ours,
    "weights by hand": by_hand,
    "IEPAD as published": iepad,
    "same parent, tag and class": same_parent_tag_and_class,
}


def measured(corpus: str, find: Finder) -> tuple[float, float, float]:
    """First F1, best F1, CPU seconds a page, parsing included."""
    first, best, seconds, timed = [], [], 0.0, 0
    for number, row in enumerate(record_pages(corpus)):
        began = time.process_time()
        page = parse((row["html"] or "").encode("utf-8", "replace"), row["url"] or "", "text/html; charset=utf-8")
        lists = find(page)
        if number >= UNTIMED:
            seconds, timed = seconds + time.process_time() - began, timed + 1
        true = true_records(row)
        scores = [texts_f1(texts, true) for texts in lists] or [0.0]
        first.append(scores[0])
        best.append(max(scores))
    return statistics.fmean(first), statistics.fmean(best), seconds / max(timed, 1)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("corpora", nargs="*", metavar="corpus", help=", ".join(RECORD_CORPORA))
    chosen = arguments.parse_args().corpora or RECORD_CORPORA
    print("| first / best F1; CPU s a page | " + " | ".join(chosen) + " |")
    print("|---" * (len(chosen) + 1) + "|")
    for name, find in FINDERS.items():
        cells = [f"{first:.3f} / {best:.3f}; {seconds:.4f}" for first, best, seconds in (measured(corpus, find) for corpus in chosen)]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
