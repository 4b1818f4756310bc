"""How many pages of a site are enough: F1 of article text with 1, 2, 3, 5, 10, 20 and 50 pages, and its spread within sites.

    python -m bench.few_pages [--svg FILE]
    python -m bench.few_pages --unseen [--cache FOLDER]     the same pages alone, among five and with their site, for every corpus

The articles of every site of `sites` and `feedsites` are divided into groups of each size, and each group is mined as if it were the whole
site. At most SCORED pages per site and size count. trafilatura reads the same pages, one by one. The sites are seen ones (README.md);
with `--unseen` every page is read by tables that have not seen its site, which takes as long as `bench.learn_weights --divisions 1`.
"""

import argparse
import hashlib
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench import adapters
from bench.company import report_company
from bench.corpora import CorpusNotFoundError, Row, article_pages
from bench.metric import agreement
from bench.peers import silence, trafilatura
from sitelode_lab.pictures.plot import Axis, Chart

# Every size is measured on the same sites, or the curve would compare sites.
SIZES = {"sites": (1, 2, 3, 5, 10, 20, 50), "feedsites": (1, 2, 3, 5, 10, 20)}
SCORED = 20  # pages of a site for one size; a larger group is mined whole
COLOURS = {"sites": "#b45309", "feedsites": "#2563eb"}
SOME_ADDRESS = "https://site.invalid/"

Labelled = tuple[Row, str]  # a page and its true text
Scores = dict[str, list[float]]  # by site


def labelled_articles(corpus: str) -> dict[str, list[Labelled]]:
    """Pages with their true text, by site, in an order that looks random and is always the same; sites with enough of them."""
    by_site: dict[str, list[Labelled]] = defaultdict(list)
    for page in article_pages(corpus):
        truth = page["truth"]["body"] if corpus == "feedsites" else page["body"] if page["label"] == "article" else ""
        if truth:
            by_site[page["site"]].append(({"id": page["id"] or page["url"], "url": page["url"], "html": page["html"]}, truth))
    most = max(SIZES[corpus])
    dealt = {site: sorted(pages, key=lambda each: _digest(str(each[0]["url"])))[:most] for site, pages in by_site.items()}
    return {site: pages for site, pages in dealt.items() if len(pages) == most}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def groups(pages: Sequence[Labelled], size: int) -> Iterator[Sequence[Labelled]]:
    """Groups of one size until SCORED pages are dealt."""
    for start in range(0, max(SCORED, size), size):
        yield pages[start : start + size]


def ours(by_site: Mapping[str, Sequence[Labelled]], size: int) -> Scores:
    scores: Scores = {}
    for site, pages in by_site.items():
        for group in groups(pages, size):
            texts = adapters.articles([page for page, _ in group])
            scores.setdefault(site, []).extend(agreement(texts[page["id"]], truth).f1 for page, truth in group)
    return {site: values[:SCORED] for site, values in scores.items()}


def peer(by_site: Mapping[str, Sequence[Labelled]]) -> Scores:
    extract = trafilatura()
    return {
        site: [agreement(extract(page["html"], page["url"] or SOME_ADDRESS) or "", truth).f1 for page, truth in pages[:SCORED]]
        for site, pages in by_site.items()
    }


def row(name: str, scores: Scores) -> str:
    pages = [f1 for of_site in scores.values() for f1 in of_site]
    spread = statistics.fmean(map(statistics.pstdev, scores.values()))
    lost = sum(f1 < 0.5 for f1 in pages) / len(pages)  # noqa: PLR2004 (as everywhere here)
    f1 = f"{statistics.fmean(pages):.4f} | {statistics.median(pages):.3f}"
    return f"| {name} | {len(scores)} | {len(pages)} | {f1} | {lost:.1%} | {spread:.4f} |"


def drawn(curves: Mapping[str, Sequence[tuple[int, float]]], levels: Mapping[str, float]) -> Chart:
    low = min(*levels.values(), *(f1 for curve in curves.values() for _, f1 in curve)) - 0.02
    most = max(size for sizes in SIZES.values() for size in sizes)
    chart = Chart("F1 of article text by the pages of a site", Axis("pages", 1, most, logarithmic=True), Axis("mean F1", low, 1))
    for corpus, curve in curves.items():
        chart.line([(1, levels[corpus]), (curve[-1][0], levels[corpus])], COLOURS[corpus], dashed=True)
        chart.line(curve, COLOURS[corpus], width=2)
        chart.dots(curve, COLOURS[corpus], radius=4)
        chart.mark(curve[-1], corpus, COLOURS[corpus])
        chart.mark((curve[-2][0], levels[corpus]), f"trafilatura, {corpus}", COLOURS[corpus])
    return chart


def measure(corpus: str) -> tuple[list[tuple[int, float]], float]:
    """Print the table of a corpus; its curve, and the level of the peer."""
    by_site = labelled_articles(corpus)
    print(f"\n## {corpus}\n\n| pages | sites | scored | F1 | median | below .5 | spread within site |\n|---|---:|---:|---:|---:|---:|---:|")
    curve = []
    for size in SIZES[corpus]:
        scores = ours(by_site, size)
        print(row(str(size), scores), flush=True)
        curve.append((size, _mean(scores)))
    by_peer = peer(by_site)
    print(row("trafilatura", by_peer), flush=True)
    return curve, _mean(by_peer)


def unseen(cache: Path | None) -> None:
    """More pages of a site, with index pages among them, should not make any page worse."""
    from bench.article_samples import all_samples  # noqa: PLC0415 (pulls in what only this table needs)
    from bench.learn_weights import Figures, cross_validate  # noqa: PLC0415

    samples = all_samples(cache)
    cross_validate(samples, "", 0)
    report_company([Figures.of(samples).company])


def _mean(scores: Scores) -> float:
    return statistics.fmean(f1 for of_site in scores.values() for f1 in of_site)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--svg", type=Path, help="draw the curves as well")
    parser.add_argument("--unseen", action="store_true", help="every corpus, by tables that have not seen the site")
    parser.add_argument("--cache", type=Path, help="with --unseen: a folder that keeps what was read")
    options = parser.parse_args(arguments)
    try:
        if options.unseen:
            unseen(options.cache)
            return 0
        with silence():
            measured = {corpus: measure(corpus) for corpus in SIZES}
    except CorpusNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    if options.svg:
        curves = {corpus: curve for corpus, (curve, _) in measured.items()}
        drawn(curves, {corpus: level for corpus, (_, level) in measured.items()}).write(options.svg)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
