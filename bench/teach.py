"""Fields taught with 1, 2, 3, 5 and 10 labelled pages, measured on the other pages of each site (SWDE).

    python -m bench.teach [--every N] [--examples 1,3]

Labelled pages are drawn at random, the same for each method; the value given is the first one of the truth, as text, wherever it is. A
labelled page on which that value cannot be found uses up an example. Recall: share of the other pages with a value that get it; precision:
share of the extracted values that are right. Baseline: an absolute XPath, the path (with positions) most labelled pages share.
"""

import random
import statistics
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import process_time
from typing import TypeAlias

import click

from bench.corpora import corpora_folder, read
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.wrappers.taught.page_tokens import PageTokens, occurrences, page_tokens
from sitelode.wrappers.teach.teaching import Lesson, ask_next, teach

Extract: TypeAlias = Callable[[PageTokens], str]
Path: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPage:
    tokens: PageTokens
    truth: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Score:
    recall: float
    precision: float

    @property
    def f1(self) -> float:
        both = self.recall + self.precision
        return 2 * self.recall * self.precision / both if both else 0.0


def by_landmarks(field: str, labelled: Sequence[LabelledPage], rest: Sequence[LabelledPage]) -> Extract:
    lessons = [Lesson(page.tokens, page.truth[field][0]) for page in labelled]
    taught = teach(field, lessons, [page.tokens for page in rest])
    return lambda page: taught.answer(page).value


def by_cotesting(field: str, labelled: Sequence[LabelledPage], rest: Sequence[LabelledPage]) -> Extract:
    """The first page is given; each further one is the one asked for, as long as there is a disagreement."""
    lessons = [Lesson(labelled[0].tokens, labelled[0].truth[field][0])]
    pages = [*labelled[1:], *rest]
    tokens = [page.tokens for page in pages]
    taught = teach(field, lessons, tokens)
    asked: set[int] = set()
    while len(lessons) < len(labelled):
        wanted = [number for number in ask_next(taught, tokens) if number not in asked and _told(pages[number], field)]
        if not wanted:
            break
        asked.add(wanted[0])
        lessons.append(Lesson(tokens[wanted[0]], pages[wanted[0]].truth[field][0]))
        taught = teach(field, lessons, tokens)
    return lambda page: taught.answer(page).value


def by_absolute_path(field: str, labelled: Sequence[LabelledPage], rest: Sequence[LabelledPage]) -> Extract:  # noqa: ARG001 (one shape for all)
    paths: Counter[Path] = Counter()
    for page in labelled:
        for found in occurrences(page.tokens, page.truth[field][0]):
            if found.whole:
                paths[indexed_path(page.tokens.page, page.tokens.rows[found.places.start])] += 1
    best = max(paths, key=lambda path: paths[path], default=())
    return lambda page: text_at(page.page, best)


METHODS = {"landmark rules": by_landmarks, "landmark rules, asking": by_cotesting, "absolute XPath": by_absolute_path}


def indexed_path(page: Page, row: int) -> Path:
    """Tags with their number among the siblings of that name, from the root down."""
    path: list[tuple[str, int]] = []
    while row > 0:
        parent, name = int(page.columns.parent[row]), page.tag_name(row)
        path.append((name, sum(page.tag_name(child) == name for child in page.children(parent) if child < row)))
        row = parent
    return tuple(reversed(path))


def text_at(page: Page, path: Path) -> str:
    row = 0
    for name, before in path:
        alike = [child for child in page.children(row) if page.tag_name(child) == name]
        if before >= len(alike):
            return ""
        row = alike[before]
    return page.text(row) if path else ""


def plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def sites(every: int) -> Iterator[tuple[str, list[LabelledPage]]]:
    for path in sorted((corpora_folder() / "fields").glob("*.jsonl.xz"))[::every]:
        pages = [LabelledPage(page_tokens(parse(row["html"].encode(), row["url"])), row["truth"]["fields"]) for row in read(path)]
        random.Random(path.name).shuffle(pages)  # noqa: S311 (the same pages in every run)
        yield path.name.removesuffix(".jsonl.xz"), pages


def score(extract: Extract, field: str, rest: Sequence[LabelledPage]) -> Score:
    right = filled = true = 0
    for page in rest:
        expected = set(map(plain, page.truth.get(field) or []))
        value = plain(extract(page.tokens))
        true += bool(expected)
        filled += bool(value)
        right += value in expected
    return Score(right / true if true else 1.0, right / filled if filled else 0.0)


def _told(page: LabelledPage, field: str) -> bool:
    values = page.truth.get(field)
    return bool(values and occurrences(page.tokens, values[0]))


def _split(pages: Sequence[LabelledPage], field: str, examples: int) -> tuple[list[LabelledPage], list[LabelledPage]]:
    """Labelled pages with their value on them, and all pages that were not looked at for that."""
    having = [page for page in pages if page.truth.get(field)][:examples]
    return [page for page in having if _told(page, field)], [page for page in pages if page not in having]


def measured(method: str, pages: Sequence[LabelledPage], field: str, examples: int) -> tuple[Score, float]:
    labelled, rest = _split(pages, field, examples)
    started = process_time()
    extract = METHODS[method](field, labelled, rest) if labelled else (lambda _: "")
    return score(extract, field, rest), process_time() - started


@click.command()
@click.option("--every", default=1, help="Only every Nth site.")
@click.option("--examples", default="1,2,3,5,10", help="Numbers of labelled pages.")
@click.option("--methods", default=",".join(METHODS), help="Separated by commas.")
def main(every: int, examples: str, methods: str) -> None:
    """Print one line for each method and number of labelled pages."""
    numbers, names = [int(number) for number in examples.split(",")], [name for name in METHODS if name in methods]
    results: dict[tuple[str, int], list[tuple[Score, float]]] = {(name, number): [] for name in names for number in numbers}
    for _, pages in sites(every):
        for field in sorted({name for page in pages for name in page.truth}):
            for (name, number), scores in results.items():
                if sum(bool(page.truth.get(field)) for page in pages) > number:
                    scores.append(measured(name, pages, field, number))
    print("method                  pages  fields  recall  precision  F1     CPU s a field, applied too")
    for (name, number), scores in results.items():
        means = [statistics.fmean(values) for values in zip(*((each.recall, each.precision, each.f1) for each, _ in scores), strict=True)]
        seconds = statistics.fmean(seconds for _, seconds in scores)
        print(f"{name:<22}  {number:>5}  {len(scores):>6}  {means[0]:.3f}   {means[1]:.3f}      {means[2]:.3f}  {seconds:.2f}")


if __name__ == "__main__":
    main()
