"""IEPAD's own tables on the record corpora: tokens, repeats left after each criterion, candidates, and recall as its paper counts it.

    python -m bench.iepad [--every 4]

A record is found by a pattern if a third of its words are in one occurrence; the recall of a page is that of its best pattern, and the
recall of a table the mean over pages, as the paper's is the mean over search engines. Its pages had ten records and more: such pages are a
column of their own. Rows: the paper's Table 1 (defaults), 2 (H3), 3 (density 0.15) and 4 (without logical, special or physical tags), then
what pages of today need.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from bench.record_truth import RECORD_CORPORA, Bag, bag, record_pages, true_records
from sitelode_lab.iepad.regular_repeats import STAGES, PageRepeats, RepeatSettings, repeats_of
from sitelode_lab.iepad.token_classes import TranslationSettings, translate

THIRD = 1 / 3
MOST_PATTERNS = 300  # of a page that are scored, those that cover most
MANY = 10  # records, as the pages of the paper have at least
TABLES = {
    "1: defaults": (RepeatSettings(), ()),
    "2: with H3": (RepeatSettings(no_text_first=True), ()),
    "3: density 0.15": (RepeatSettings(density=0.15), ()),
    "4: no logical tags": (RepeatSettings(), ("logical",)),
    "4: no special tags": (RepeatSettings(), ("special",)),
    "4: no physical tags": (RepeatSettings(), ("physical",)),
    "1, end tags cut off": (RepeatSettings(ends_cut_off=True), ()),
    "3, end tags cut off": (RepeatSettings(density=0.15, ends_cut_off=True), ()),
    "3, 4: no text-level tags, end tags cut off": (RepeatSettings(density=0.15, ends_cut_off=True), ("text-level",)),
}
PUBLISHED = {
    "1: defaults": (4.8, 0.74), "2: with H3": (3.2, 0.60), "3: density 0.15": (8.4, 0.85), "4: no logical tags": (4.8, 0.86),
    "4: no special tags": (3.9, 0.90), "4: no physical tags": (4.7, 0.96),
}  # fmt: skip


@dataclass
class Totals:
    tokens: int = 0
    left: Counter[str] = field(default_factory=Counter)
    recalls: list[float] = field(default_factory=list)  # of each page
    of_many: list[float] = field(default_factory=list)  # of pages with many records
    densities: list[float] = field(default_factory=list)  # of the best pattern of each page
    found: int = 0
    records: int = 0

    def add(self, repeats: PageRepeats, texts: Sequence[Bag], records: Sequence[Bag]) -> None:
        self.tokens += len(repeats.translation)
        self.left.update(repeats.left_after)
        found, density = best_pattern(repeats, texts, records)
        self.found, self.records = self.found + found, self.records + len(records)
        self.recalls.append(found / len(records))
        if len(records) >= MANY:
            self.of_many.append(found / len(records))
        if found:
            self.densities.append(density)

    def row(self, name: str) -> str:
        left = " | ".join(f"{self.left[stage] / len(self.recalls):.1f}" for stage in STAGES)
        recalls = f"{fmean(self.recalls):.2f} | {fmean(self.of_many):.2f} | {self.found / self.records:.2f} | {fmean(self.densities):.2f}"
        published = " | ".join(f"{each}" for each in PUBLISHED.get(name, ("", "")))
        return f"| {name} | {self.tokens / len(self.recalls):,.0f} | {left} | {recalls} | {published} |"


def best_pattern(repeats: PageRepeats, texts: Sequence[Bag], records: Sequence[Bag]) -> tuple[int, float]:
    """The number of records that the best pattern of a page enumerates, and its density. `texts` has the words of every token."""
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for number, record in enumerate(records):
        for token in record:
            holders[token].append(number)
    best = (0, 0.0)
    for pattern in repeats.patterns[:MOST_PATTERNS]:
        if pattern.count > best[0]:
            occurrences = [_words(texts, position, pattern.length) for position in pattern.positions.tolist()]
            best = max(best, (_enumerated(occurrences, records, holders), pattern.density))
    return best


def _words(texts: Sequence[Bag], start: int, length: int) -> Bag:
    whole: Bag = Counter()
    for each in texts[start : start + length]:
        whole.update(each)
    return whole


def _enumerated(occurrences: Sequence[Bag], records: Sequence[Bag], holders: Mapping[str, Sequence[int]]) -> int:
    """Records of which a third is in an occurrence; an occurrence stands for the record it shares most words with."""
    found = set()
    for occurrence in occurrences:
        shared: Counter[int] = Counter()
        for token, count in occurrence.items():
            for number in holders.get(token, ()):
                shared[number] += min(count, records[number][token])
        if shared:
            number = min(shared, key=lambda each: (-shared[each] / records[each].total(), each))
            if shared[number] >= THIRD * records[number].total():
                found.add(number)
    return len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="take every n-th page")
    given = parser.parse_args()
    totals = {name: Totals() for name in TABLES}
    for corpus in RECORD_CORPORA:
        for page in list(record_pages(corpus))[:: given.every]:
            records = [record.labelled for record in true_records(page)]
            for dropped in dict.fromkeys(dropped for _, dropped in TABLES.values()) if records else ():
                tokens = translate(page["html"], TranslationSettings(dropped))
                texts = [bag(tokens.text(place)) if is_text else Counter() for place, is_text in enumerate(tokens.is_text.tolist())]
                for name, (settings, of_table) in TABLES.items():
                    if of_table == dropped:
                        totals[name].add(repeats_of(tokens, settings), texts, records)
    one = totals["1: defaults"]
    print(f"{len(one.recalls):,} pages of {', '.join(RECORD_CORPORA)}, {len(one.of_many):,} with {MANY} records and more")
    columns = (
        "table",
        "tokens",
        *STAGES,
        "recall",
        f"of pages with {MANY} records",
        "of all records",
        "density",
        "published candidates",
        "recall",
    )
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for name, total in totals.items():
        print(total.row(name))


if __name__ == "__main__":
    main()
