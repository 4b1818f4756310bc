"""All separators on the same pages: precision and recall of the content they keep, and their cost.

    python -m bench.separators [corpus ..] [--only NAME,..] [--sample N] [--training]

A separator gets the pages of one layout at a time, as grouped by `find_layouts`. Its content is the text that scores 0.5 or more,
compared with the true body: precision, recall and F1 of tokens, means over pages. A separator that keeps titles, dates and comments is
right by its own definition and loses precision here: few of the papers look for the body alone.

The papers' own measures are given as well: for block-entropy recall and precision of *features*, the distinct terms of all pages of a page
set together (page sets of a site weighted by pages, then the mean over sites); for tree-pattern the share of pages whose body passage is
right (F1 of 0.9 or more), wrong, or not found. Characters of alternation and amplification are measured by `bench.strings`.

Time is CPU time per page, training and application, as a ratio to parsing.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

import numpy as np

from bench.corpora import ARTICLE_CORPORA, ArticleSite, CorpusNotFoundError, article_sites
from bench.metric import FAILED_BELOW, Agreement, agreement
from sitelode.errors import PageError
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.layout.site_layouts import find_layouts
from sitelode.text.segments import segments_of
from sitelode.text.tokens import term_codes
from sitelode_lab.separators.alternation import Alternation
from sitelode_lab.separators.baselines import TableBreakdown
from sitelode_lab.separators.block_entropy import BlockEntropy
from sitelode_lab.separators.leaf_difference import LeafDifference
from sitelode_lab.separators.registry import SEPARATORS
from sitelode_lab.separators.separator import Scores, Separator, Template
from sitelode_lab.separators.tree_pattern import LayoutPattern
from sitelode_lab.strings.alternation_counts import AlternationSettings

CONTENT_FROM = 0.5
RIGHT_FROM = 0.9  # F1 of a body passage
TRAINING_PAGES = (5, 10, 20, 40, 300)

VARIANTS: dict[str, Callable[[], Separator]] = {
    "alternation as published": lambda: Alternation(AlternationSettings()),
    "leaf-difference to the letter": lambda: LeafDifference(tolerance=0),
    "block-entropy as published": lambda: BlockEntropy(most_linked=2, main_share=0),
    "table-breakdown by depth": lambda: TableBreakdown(by_depth=True),
}


@dataclass(frozen=True, slots=True)
class PageSet:
    """The pages of one layout of a site; some of them have a true body."""

    site: str
    pages: list[Page]
    bodies: list[str | None]

    def scored(self) -> Iterator[tuple[Page, str]]:
        return ((page, body) for page, body in zip(self.pages, self.bodies, strict=True) if body is not None)


@dataclass(frozen=True, slots=True)
class Features:
    """Of one page set."""

    pages: int
    precision: float
    recall: float


@dataclass(slots=True)
class Tally:
    pages: list[Agreement] = field(default_factory=list)
    features: dict[str, list[Features]] = field(default_factory=dict)  # by site
    passages: list[float | None] = field(default_factory=list)  # F1 of the body passage of each page; None: not found
    gave_up: int = 0
    page_sets: int = 0
    seconds_a_page: list[tuple[int, float]] = field(default_factory=list)

    def cost(self) -> float:
        return sum(pages * seconds for pages, seconds in self.seconds_a_page) / sum(pages for pages, _ in self.seconds_a_page)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    chosen = _chosen(options.only) if not options.training else _training()
    try:
        for corpus in options.corpora or ARTICLE_CORPORA:
            print(f"\n## {corpus}\n\n{table(*measure(corpus, chosen, options.sample))}", flush=True)
    except CorpusNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def measure(corpus: str, separators: dict[str, Callable[[], Separator]], sample: int | None) -> tuple[dict[str, Tally], float]:
    """What each separator did, and the CPU seconds that parsing a page took."""
    tallies = {name: Tally() for name in separators}
    parsing: list[tuple[int, float]] = []
    for number, site in enumerate(article_sites(corpus, sample)):
        start = time.process_time()
        pages = _parsed(site)
        if number:  # the first site pays for compiled code
            parsing.append((len(pages), time.process_time() - start))
        for page_set in _page_sets(site, pages):
            for name, make in separators.items():
                _separate(page_set, make(), tallies[name], timed=number > 0)
    read = sum(pages for pages, _ in parsing)
    return tallies, sum(seconds for _, seconds in parsing) / max(read, 1)


def _parsed(site: ArticleSite) -> dict[str | int, Page]:
    pages = {}
    for row in site.pages:
        try:
            pages[row["id"]] = parse(row["html"].encode("utf-8", "replace"), row["url"] or "", "text/html; charset=utf-8")
        except PageError as problem:
            print(f"{site.name}, {row['id']}: {problem}", file=sys.stderr)
    return pages


def _page_sets(site: ArticleSite, pages: dict[str | int, Page]) -> Iterator[PageSet]:
    layouts = find_layouts(list(pages.values())).clusters.of_page
    members: dict[int, list[str | int]] = {}
    for name, layout in zip(pages, layouts, strict=True):
        members.setdefault(layout, []).append(name)
    for names in members.values():
        if any(name in site.truth for name in names):
            yield PageSet(site.name, [pages[name] for name in names], [site.truth.get(name) for name in names])


def _separate(page_set: PageSet, separator: Separator, tally: Tally, *, timed: bool) -> None:
    start = time.process_time()
    template = separator.study(page_set.pages)
    study = time.process_time() - start
    scored = list(page_set.scored())
    start = time.process_time()
    scores = [template.content_scores(page) for page, _ in scored]
    apply = time.process_time() - start
    if timed:
        tally.seconds_a_page.append((len(page_set.pages), study / len(page_set.pages) + apply / len(scored)))
    tally.page_sets += 1
    tally.gave_up += bool(getattr(template, "gave_up", False))
    texts = [content_text(page, of_page) for (page, _), of_page in zip(scored, scores, strict=True)]
    bodies = [body for _, body in scored]
    tally.pages += map(agreement, texts, bodies)
    tally.features.setdefault(page_set.site, []).append(_features(texts, bodies))
    tally.passages += _passages(template, scored)


def content_text(page: Page, scores: Scores) -> str:
    segments = segments_of(page)
    kept = scores[segments.rows] >= CONTENT_FROM
    lines = []
    for first, last in zip(segments.first.tolist(), segments.first[1:].tolist(), strict=False):
        rows = segments.rows[first:last][kept[first:last]]
        lines.append("".join(page.text(row) for row in rows.tolist()))
    return "\n".join(line for line in lines if line)


def _features(texts: Sequence[str], bodies: Sequence[str]) -> Features:
    found, wanted = (np.unique(np.concatenate([term_codes(text) for text in each])) for each in (texts, bodies))
    common = len(np.intersect1d(found, wanted))
    return Features(len(texts), common / max(len(found), 1), common / max(len(wanted), 1))


def _passages(template: Template, scored: Sequence[tuple[Page, str]]) -> list[float | None]:
    if not isinstance(template, LayoutPattern):
        return []
    labelled = [template.labelled(page).body for page, _ in scored]
    return [agreement(body.text, true).f1 if body else None for body, (_, true) in zip(labelled, scored, strict=True)]


def table(tallies: dict[str, Tally], parse_seconds: float) -> str:
    heads = ("separator", "precision", "recall", "F1", "median F1", "below .5", "features: precision", "recall", "time / parsing", "")
    lines = [heads, ("---",) + ("---:",) * (len(heads) - 2) + ("---",)]
    lines += [_cells(name, tally, parse_seconds) for name, tally in tallies.items()]
    pages = len(next(iter(tallies.values())).pages)
    sets = next(iter(tallies.values())).page_sets
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines) + f"\n\n{pages} pages of {sets} layouts scored."


def _cells(name: str, tally: Tally, parse_seconds: float) -> tuple[str, ...]:
    means = [fmean(getattr(page, measured) for page in tally.pages) for measured in ("precision", "recall", "f1")]
    f1 = [page.f1 for page in tally.pages]
    sites = tally.features.values()
    features = [fmean(_weighted(sets, measured) for sets in sites) for measured in ("precision", "recall")]
    return (
        name,
        *(f"{share:.3f}" for share in means),
        f"{median(f1):.3f}",
        str(sum(value < FAILED_BELOW for value in f1)),
        *(f"{share:.3f}" for share in features),
        f"{tally.cost() / parse_seconds:.1f}" if tally.seconds_a_page else "",
        _remark(tally),
    )


def _weighted(sets: Sequence[Features], measured: str) -> float:
    return sum(each.pages * float(getattr(each, measured)) for each in sets) / sum(each.pages for each in sets)


def _remark(tally: Tally) -> str:
    if tally.passages:
        right = fmean(value is not None and value >= RIGHT_FROM for value in tally.passages)
        missing = fmean(value is None for value in tally.passages)
        return f"body passage right {right:.1%}, wrong {1 - right - missing:.1%}, none {missing:.1%}"
    return f"gave up on {tally.gave_up} layouts" if tally.gave_up else ""


def _training() -> dict[str, Callable[[], Separator]]:
    """InfoDiscoverer's experiment: how many pages it is trained on."""
    return {f"block-entropy with {pages} pages": lambda pages=pages: BlockEntropy(most_pages=pages) for pages in TRAINING_PAGES}  # type: ignore[misc]


def _chosen(names: str | None) -> dict[str, Callable[[], Separator]]:
    every = dict(SEPARATORS) | VARIANTS
    if not names:
        return every
    wanted = names.split(",")
    if unknown := set(wanted) - set(every):
        raise SystemExit(f"no such separator: {', '.join(sorted(unknown))}; there are {', '.join(every)}")
    return {name: every[name] for name in wanted}


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m bench.separators", description="Compare all separators, as Markdown tables.")
    parser.add_argument("corpora", nargs="*", metavar="corpus", help=f"some of: {' '.join(ARTICLE_CORPORA)} (default: all)")
    parser.add_argument("--only", metavar="NAMES", help="some separators, with commas between them")
    parser.add_argument("--sample", type=int, metavar="N", help="only N sites of each corpus, always the same ones")
    parser.add_argument("--training", action="store_true", help="block-entropy alone, trained on 5 to 300 pages of each layout")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
