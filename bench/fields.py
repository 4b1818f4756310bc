"""Fields of detail pages (SWDE), compared with simple baselines in one run.

    python -m bench.fields [--sample 8] [--learn-from 8]

Scores are those of the reference scorer: each labelled field is scored by the column that fits it best. A field that no page of a site has
counts as 0, so 1 cannot be reached; the line "fields with values" leaves these out. "Labels cut" compares values as people get them: a true
value that begins with a label of its layout and a colon or equals sign ("Weight: 80 kg") loses both, like the values read. "Named" is the
share of fields with values whose column says what it is (`column_synonyms.json`), by trade; once more without the words of class names that
only this trade's fields are called (`name_words.TELLING_WORDS` was written with these sites in view); "first" the share whose column is
among the first 12. `--learn-from` learns from this many pages of a site and reads all of them. CPU time is a multiple of the time to parse
the same pages.
"""

import argparse
import json
import re
import statistics
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import numpy as np

from bench.corpora import Row, corpora_folder, read
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.paths.labels import LandmarkLabels
from sitelode.tables import name_words, naming
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.details.text_nodes import ordinals, read_page

Answers = list[dict[str, list[str]]]  # one a page
Method = Callable[[Sequence[Page], Sequence[Page]], Answers]  # pages to learn from, pages to read
MOST_WORDS = 4  # of a name that has a synonym in it
FIRST = 12  # columns that a person looks at
LEAST_FILL = 0.5  # of the pages that a baseline's column must be on


@dataclass
class Figures:
    """What one method reached."""

    scores: list[tuple[float, float]] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    seconds: float = 0.0


def sitelode(learnt: Sequence[Page], pages: Sequence[Page]) -> Answers:
    rules = learn_rules(learnt)
    return [rules.values(page, with_labels=True) for page in pages]


def by_path(way: str) -> Method:
    """One key for all: every path that is on half of the pages and not always the same text is a column."""

    def read_all(learnt: Sequence[Page], pages: Sequence[Page]) -> Answers:
        labels = LandmarkLabels.of_pages(learnt)
        answers: Answers = []
        texts, filled = defaultdict(set), Counter[str]()
        for page in pages:
            nodes = read_page(page, labels)
            codes = getattr(nodes.ways, way)
            keys = [f"{code} {ordinal}" for code, ordinal in zip(codes.tolist(), ordinals(codes).tolist(), strict=True)]
            values = {key: [nodes.value(node)] for node, key in enumerate(keys)}
            answers.append(values)
            filled.update(values.keys())
            for key, (value,) in values.items():
                texts[key].add(value)
        kept = {key for key, count in filled.items() if count >= LEAST_FILL * len(pages) and len(texts[key]) > 1}
        return [{key: value for key, value in values.items() if key in kept} for values in answers]

    return read_all


METHODS: dict[str, Method] = {
    "absolute path": by_path("by_places"),
    "class path": by_path("by_labels"),
    "**Sitelode**": sitelode,
}


def plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def scores_of(rows: Sequence[Row], answers: Answers) -> list[tuple[float, float]]:
    """For every field of a site the recall and the precision of the column that fits it best, as the reference scorer has it."""
    return [(each.recall, each.precision) for each in scored_fields(rows, answers)]


class ScoredField(NamedTuple):
    name: str
    column: str | None  # that fits it best
    recall: float
    precision: float
    pages: int  # that have a true value
    place: int = 0  # of the column among those of its table, from 1; 0 where that was not asked

    @property
    def is_named(self) -> bool:
        return self.column is not None and says_what_it_is(self.name, self.column)


def scored_fields(rows: Sequence[Row], answers: Answers) -> list[ScoredField]:
    found = []
    for name in sorted({name for row in rows for name in row["truth"]["fields"]}):
        right, filled, having = Counter[str](), Counter[str](), 0
        for row, columns in zip(rows, answers, strict=True):
            true = {plain(value) for value in row["truth"]["fields"].get(name) or []}
            having += bool(true)
            for column, values in columns.items():
                filled[column] += 1
                right[column] += not true.isdisjoint(map(plain, values))
        best = max(right, key=lambda column: (right[column], -filled[column]), default=None)
        if best is None or not having:
            found.append(ScoredField(name, None, 0.0, 0.0, having))
        else:
            found.append(ScoredField(name, best, right[best] / having, right[best] / filled[best], having))
    return found


@cache
def synonyms() -> dict[str, frozenset[str]]:
    """Names that say what a labelled field is; written down before the names of columns were measured."""
    stored: dict[str, list[str]] = json.loads(Path(__file__).with_name("column_synonyms.json").read_text(encoding="utf-8"))
    return {name: frozenset(others) for name, others in stored.items()}


def says_what_it_is(field_name: str, column: str) -> bool:
    """Whether a column's name is the field's or a synonym, or has it as whole words among at most MOST_WORDS ("Listed height").

    Letter case, signs, the ending of a possessive and the number of a repeated name do not count.
    """
    words = re.sub(r"[\W_]+", " ", re.sub(r"['\u2019]s\b", "", column.lower())).strip()
    words = re.sub(r" \d+$", "", words)
    known = synonyms().get(field_name, frozenset()) | {field_name.replace("_", " ")}
    return words in known or (words.count(" ") < MOST_WORDS and any(f" {each} " in f" {words} " for each in known))


def without_labels(rows: Sequence[Row], labels: Collection[str]) -> list[Row]:
    """The truth with the labels that values begin with cut off, as the columns have them."""

    def cut(value: str) -> str:
        label, sign, rest = re.sub("[=\uff1a]", ":", value, count=1).partition(":")
        return rest.strip() if sign and rest.strip() and plain(label) in labels else value

    return [
        {"truth": {"fields": {name: [cut(value) for value in values or ()] for name, values in row["truth"]["fields"].items()}}}
        for row in rows
    ]


def as_people_get_them(rows: Sequence[Row], learnt: Sequence[Page], pages: Sequence[Page]) -> list[ScoredField]:
    """Every field with the scores of values whose labels are cut off."""
    rules = learn_rules(learnt)
    found = scored_fields(without_labels(rows, {plain(label) for label in rules.inner_labels}), [rules.values(page) for page in pages])
    names = [column.name for column in rules.columns]
    return [each._replace(place=names.index(each.column) + 1 if each.column else len(names) + 1) for each in found]


def words_of_trade(trade: str, fields: Mapping[str, Collection[str]]) -> frozenset[str]:
    """The words that only fields of this trade are called."""

    def words(of: str) -> set[str]:
        return {word for name in fields[of] for each in (name, *synonyms().get(name, ())) for word in re.findall("[a-z]+", each.lower())}

    return frozenset(words(trade).difference(*(words(other) for other in fields if other != trade)))


@contextmanager
def without_words(words: Collection[str]) -> Iterator[None]:
    """The package as if these words said nothing in class names."""
    kept = name_words.TELLING_WORDS - set(words)
    with patch.object(name_words, "TELLING_WORDS", kept), patch.object(naming, "TELLING_WORDS", kept):
        yield


def sites(sample: int | None) -> Iterator[tuple[str, list[Row]]]:
    """Trade and pages of each site."""
    paths = sorted((corpora_folder() / "fields").glob("*.jsonl.xz"))
    for path in paths[:: max(1, len(paths) // sample)] if sample else paths:
        yield path.name.partition("-")[0], list(read(path))


def fields_of_trades() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for trade, rows in sites(None):
        found[trade] = found.get(trade, frozenset()).union(*(row["truth"]["fields"] for row in rows[:1]))
    return found


def measured(
    sample: int | None, learn_from: int | None
) -> tuple[dict[str, Figures], dict[str, list[ScoredField]], dict[str, list[ScoredField]], int, float]:
    """Figures of all methods, the fields as people get them by trade, also without its words, the pages, the seconds to parse them."""
    figures = {name: Figures() for name in METHODS}
    cut, nested, fields = defaultdict[str, list[ScoredField]](list), defaultdict[str, list[ScoredField]](list), fields_of_trades()
    count, parsing = 0, 0.0
    for trade, rows in sites(sample):
        bodies = [row["html"].encode("utf-8", "replace") for row in rows]
        start = time.process_time()
        pages = [parse(body, row["url"] or "", "text/html; charset=utf-8") for body, row in zip(bodies, rows, strict=True)]
        if count:  # the first site pays for loading what is compiled
            parsing += time.process_time() - start
        learnt = pages[:: max(1, len(pages) // learn_from)][:learn_from] if learn_from else pages
        for name, method in METHODS.items():
            start = time.process_time()
            answers = method(learnt, pages)
            figures[name].seconds += time.process_time() - start if count else 0.0
            figures[name].scores += scores_of(rows, answers)
            figures[name].columns.append(len({column for columns in answers for column in columns}))
        cut[trade] += as_people_get_them(rows, learnt, pages)
        with without_words(words_of_trade(trade, fields)):
            nested[trade] += as_people_get_them(rows, learnt, pages)
        count += len(pages)
    return figures, cut, nested, count, parsing


def main() -> None:
    options = argparse.ArgumentParser(description="Fields of detail pages without labels.")
    options.add_argument("--sample", type=int, help="so many sites only")
    options.add_argument("--learn-from", type=int, help="so many pages of each site, evenly spaced")
    chosen = options.parse_args()
    figures, by_trade, nested, pages, parsing = measured(chosen.sample, chosen.learn_from)
    cut = [each for fields in by_trade.values() for each in fields]
    print(f"{pages:,} pages of {len(next(iter(figures.values())).columns)} sites\n")
    print("| method | value recall | column precision | columns a site: mean, median, most | CPU, parsing = 1 |\n|---|---|---|---|---|")
    for name, found in figures.items():
        recall, precision = (statistics.fmean(score[part] for score in found.scores) for part in (0, 1))
        columns = f"{np.mean(found.columns):.0f}, {np.median(found.columns):.0f}, {max(found.columns)}"
        print(f"| {name} | {recall:.3f} | {precision:.3f} | {columns} | {found.seconds / max(parsing, 1e-9):.2f} |")
    kept = [each for each in cut if each.pages]
    print(f"\nSitelode, labels cut: recall {_mean(cut, 'recall')}, precision {_mean(cut, 'precision')}")
    print(f"The same, {len(kept)} of {len(cut)} fields with values: recall {_mean(kept, 'recall')}, precision {_mean(kept, 'precision')}")
    print("\n| trade | named | without its words | first | without its words |\n|---|---|---|---|---|")
    for trade in (*by_trade, "all"):
        both = [[each for name in of if trade in (name, "all") for each in of[name] if each.pages] for of in (by_trade, nested)]
        named = (f"{statistics.fmean(each.is_named for each in fields):.3f}" for fields in both)
        first = (f"{statistics.fmean(each.place <= FIRST for each in fields):.3f}" for fields in both)
        print(f"| {trade} | {' | '.join(named)} | {' | '.join(first)} |")


def _mean(found: Sequence[ScoredField], part: str) -> str:
    return f"{statistics.fmean(getattr(each, part) for each in found):.3f}"


if __name__ == "__main__":
    main()
