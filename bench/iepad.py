"""IEPAD's own tables on the record corpora: tokens, repeats left after each criterion, candidates, and recall as its paper counts it.

    python -m bench.iepad [--every 4] [--parsed]

A record is found by a pattern if a third of its words are in one occurrence; the recall of a page is that of its best pattern. Tokens are
those of the source as written, as in the paper; `--parsed` takes those of the parsed page. Rows: the paper's Table 1 (defaults), 2 (H3), 3
(density 0.15) and 4 (without logical, special or physical tags).
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bench.record_truth import RECORD_CORPORA, Bag, bag, record_pages, true_records
from sitelode.html.parse import parse
from sitelode.published.iepad.regular_repeats import STAGES, PageRepeats, RepeatSettings, repeats_of
from sitelode.published.iepad.source_tokens import translate_source
from sitelode.published.iepad.token_classes import TranslationSettings, translate

THIRD = 1 / 3
MOST_PATTERNS = 60  # of a page that are scored, those that cover most
TABLES = {
    "1: defaults": (RepeatSettings(), ()),
    "2: with H3": (RepeatSettings(no_text_first=True), ()),
    "3: density 0.15": (RepeatSettings(density=0.15), ()),
    "4: no logical tags": (RepeatSettings(), ("logical",)),
    "4: no special tags": (RepeatSettings(), ("special",)),
    "4: no physical tags": (RepeatSettings(), ("physical",)),
}
PUBLISHED = {
    "1: defaults": (4.8, 0.74), "2: with H3": (3.2, 0.60), "3: density 0.15": (8.4, 0.85), "4: no logical tags": (4.8, 0.86),
    "4: no special tags": (3.9, 0.90), "4: no physical tags": (4.7, 0.96),
}  # fmt: skip


@dataclass
class Totals:
    pages: int = 0
    tokens: int = 0
    left: Counter[str] = field(default_factory=Counter)
    found: int = 0
    records: int = 0

    def add(self, repeats: PageRepeats, records: Sequence[Bag]) -> None:
        self.pages += 1
        self.tokens += len(repeats.translation)
        self.left.update(repeats.left_after)
        self.found += best_recall(repeats, records)
        self.records += len(records)

    def row(self, name: str) -> str:
        left = " | ".join(f"{self.left[stage] / self.pages:.1f}" for stage in STAGES)
        candidates, recall = PUBLISHED[name]
        return f"| {name} | {self.tokens / self.pages:,.0f} | {left} | {self.found / self.records:.2f} | {candidates} | {recall:.2f} |"


def best_recall(repeats: PageRepeats, records: Sequence[Bag]) -> int:
    """The number of records that the best pattern of a page enumerates."""
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for number, record in enumerate(records):
        for token in record:
            holders[token].append(number)
    enumerated = (_enumerated(texts, records, holders) for texts in _patterns(repeats))
    return max(enumerated, default=0)


def _patterns(repeats: PageRepeats) -> Iterator[list[Bag]]:
    for pattern in repeats.patterns[:MOST_PATTERNS]:
        yield [bag(" ".join(texts)) for texts in repeats.records(pattern)]


def _enumerated(occurrences: Sequence[Bag], records: Sequence[Bag], holders: dict[str, list[int]]) -> int:
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
    parser.add_argument("--parsed", action="store_true", help="tokens of the parsed page")
    given = parser.parse_args()
    totals = {name: Totals() for name in TABLES}
    for corpus in RECORD_CORPORA:
        for page in list(record_pages(corpus))[:: given.every]:
            records = [record.labelled for record in true_records(page)]
            if not records:
                continue
            for name, (settings, dropped) in TABLES.items():
                chosen = TranslationSettings(dropped)
                tokens = translate(parse(page["html"].encode()), chosen) if given.parsed else translate_source(page["html"], chosen)
                totals[name].add(repeats_of(tokens, settings), records)
    print(f"{totals['1: defaults'].pages:,} pages of {', '.join(RECORD_CORPORA)}")
    print(
        f"| table | tokens | {' | '.join(STAGES)} | recall | published candidates | published recall |\n|---|{'---|' * (len(STAGES) + 4)}"
    )
    for name, total in totals.items():
        print(total.row(name))


if __name__ == "__main__":
    main()
