"""Record lists with their truth: read the corpora, and score a list.

A record is right if it has at least 90 % of the true record's labelled tokens and at least 90 % of its own tokens are in the true
record's region, one to one; the F1 of a list is over its records.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bench.corpora import Row, corpora_folder, read
from bench.metric import tokens

RECORD_CORPORA = ("testbed2017", "autopager", "fixtures", "webdext", "pagetypes2")
THREADS = "pagetypes2"  # pages of other kinds of sites; those with posts or items have records
ENOUGH = 0.9
Bag: TypeAlias = Counter[str]


@dataclass(frozen=True, slots=True)
class TrueRecord:
    labelled: Bag
    region: Bag


def record_pages(corpus: str) -> Iterator[Row]:
    """The pages of a corpus that have records, each with these as its truth."""
    if corpus != THREADS:
        yield from read(corpora_folder() / "records" / f"{corpus}.jsonl.xz")
        return
    for page in read(corpora_folder() / "articles" / f"{corpus}.jsonl.xz"):
        if len(page.get("records") or ()) > 1:
            both = zip(page["records"], page["regions"], strict=True)
            yield {**page, "truth": {"records": [{"text": text, "region": region} for text, region in both]}}


def is_thread(page: Row) -> bool:
    """Whether the records of a page are posts, not what it lists."""
    return page.get("ptype") in ("forum", "issue", "qa")


def true_records(page: Row) -> list[TrueRecord]:
    found = []
    for record in page["truth"]["records"]:
        labelled = bag(record["text"])
        if labelled:
            found.append(TrueRecord(labelled, bag(record["region"]) | labelled))
    return found


def bag(text: str) -> Bag:
    return Counter(tokens(text or ""))


def fitting(mine: Bag, true: Sequence[TrueRecord]) -> list[int]:
    """Which true records this one may stand for."""
    size = mine.total()
    return [
        number
        for number, record in enumerate(true)
        if size >= ENOUGH * record.labelled.total()
        and sum(min(count, mine[token]) for token, count in record.labelled.items()) >= ENOUGH * record.labelled.total()
        and sum(min(count, record.region[token]) for token, count in mine.items()) >= ENOUGH * size
    ]


def list_f1(fits: Sequence[Sequence[int]], records: int, true: int) -> float:
    """F1 of a list with so many records that are not empty, each given by the true records it may stand for."""
    taken: dict[int, Sequence[int]] = {}

    def placed(choices: Sequence[int], seen: set[int]) -> bool:
        for number in choices:
            if number in seen:
                continue
            seen.add(number)
            if number not in taken or placed(taken[number], seen):
                taken[number] = choices
                return True
        return False

    hits = sum(placed(choices, set()) for choices in fits if choices)
    return 2 * hits / (records + true) if hits else 0.0


def texts_f1(texts: Sequence[str], true: Sequence[TrueRecord]) -> float:
    bags = [found for found in map(bag, texts) if found]
    return list_f1([fitting(found, true) for found in bags], len(bags), len(true))
