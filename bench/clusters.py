"""Quality and cost of grouping pages by layout, compared with the thesis' algorithm and a DBSCAN on path features.

    python -m bench.clusters [--sample 40] [--growth]

Truth: the site and label (index, article, other) of each page, and the site and page type of its generator. All pages of all sites are
mixed; the means over single sites are given as well. The two quadratic methods get a sample of each site, and ours runs once
more on the same sample. Time is CPU time, as a ratio to parsing the same pages.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from sklearn.cluster import DBSCAN
from sklearn.metrics import adjusted_rand_score, homogeneity_completeness_v_measure

from bench.corpora import article_pages
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.layout.site_layouts import find_layouts
from sitelode_lab.trees.layout_tree import layout_tree
from sitelode_lab.trees.mapping_clusters import thesis_clusters

DBSCAN_DISTANCE = 0.35  # the same likeness as ours, on the same features without weights


@dataclass(frozen=True)
class Labelled:
    site: str
    label: str
    page_type: str
    page: Page


Method = Callable[[Sequence[Page]], list[int]]


def ours(pages: Sequence[Page]) -> list[int]:
    return find_layouts(pages).clusters.of_page


def thesis(pages: Sequence[Page]) -> list[int]:
    """Fine mapping, tags alone, 60 %: as written."""
    return thesis_clusters([layout_tree(page).tree for page in pages])


def dbscan(pages: Sequence[Page]) -> list[int]:
    """Density clusters of path sets by Jaccard distance; what DBSCAN calls noise are clusters of one."""
    sets = [set(each.codes.tolist()) for each in find_layouts(pages).path_sets]
    distance = np.array([[1 - len(a & b) / max(len(a | b), 1) for b in sets] for a in sets])
    found = DBSCAN(eps=DBSCAN_DISTANCE, min_samples=3, metric="precomputed").fit_predict(distance)
    alone = found < 0
    found[alone] = found.max(initial=-1) + 1 + np.arange(alone.sum())
    return [int(number) for number in found]


def whole_sites() -> tuple[list[Labelled], float]:
    """All pages, parsed, and the CPU seconds that took."""
    rows, seconds = [], 0.0
    for row in article_pages("sites"):
        body = row["html"].encode("utf-8", "replace")
        start = time.process_time()
        page = parse(body, row["url"], "text/html; charset=utf-8")
        seconds += time.process_time() - start
        rows.append(Labelled(row["site"], row["label"], row["ptype"], page))
    return rows, seconds


def scores(rows: Sequence[Labelled], found: Sequence[int]) -> list[float]:
    by_label = [f"{row.site} {row.label}" for row in rows]
    by_type = [f"{row.site} {row.page_type}" for row in rows]
    return [
        *homogeneity_completeness_v_measure(by_label, found), adjusted_rand_score(by_label, found),
        *homogeneity_completeness_v_measure(by_type, found), adjusted_rand_score(by_type, found),
    ]  # fmt: skip


def print_row(name: str, rows: Sequence[Labelled], method: Method, parse_seconds: float) -> None:
    start = time.process_time()
    found = method([row.page for row in rows])
    seconds = time.process_time() - start
    by_site = [fmean(column) for column in zip(*(_alone(rows, site, method) for site in sorted({row.site for row in rows})), strict=True)]
    mixed = " | ".join(f"{value:.3f}" for value in scores(rows, found))
    print(
        f"| {name} | {len(rows):,} | {len(set(found))} | {mixed} | {by_site[2]:.3f} | {by_site[6]:.3f} | {seconds / parse_seconds:.2f} |",
        flush=True,
    )


def _alone(rows: Sequence[Labelled], site: str, method: Method) -> list[float]:
    own = [row for row in rows if row.site == site]
    return scores(own, method([row.page for row in own]))


def sampled(rows: Sequence[Labelled], each: int) -> list[Labelled]:
    """Evenly spaced pages of every site."""
    chosen = []
    for site in sorted({row.site for row in rows}):
        own = [row for row in rows if row.site == site]
        chosen += [own[int(place)] for place in np.linspace(0, len(own) - 1, min(each, len(own)))]
    return chosen


def print_growth(rows: Sequence[Labelled], seconds_a_page: float) -> None:
    print("\n| pages | clustering / parsing | time / time of the row above |\n|---|---|---|")
    before = None
    for count in (100, 1_000, 10_000):
        pages = [rows[int(place)].page for place in np.linspace(0, len(rows) - 1, count)]
        start = time.process_time()
        ours(pages)
        seconds = time.process_time() - start
        print(f"| {count:,} | {seconds / (count * seconds_a_page):.2f} | {f'{seconds / before:.1f}' if before else ''} |", flush=True)
        before = seconds


def main() -> None:
    options = argparse.ArgumentParser(description="Quality and cost of clustering by layout.")
    options.add_argument("--sample", type=int, default=40, help="pages a site for the quadratic methods")
    options.add_argument("--growth", action="store_true", help="only the growth with the number of pages")
    chosen = options.parse_args()
    rows, parse_seconds = whole_sites()
    for method in (ours, thesis, dbscan):
        method([row.page for row in rows[:9]])  # the compiler's time is not counted
    if not chosen.growth:
        classes = len({(row.site, row.page_type) for row in rows})
        print(f"{len(rows):,} pages of {len({row.site for row in rows})} sites, {classes} page types\n")
        print("| method | pages | clusters | label: homogeneity | completeness | V | ARI | type: homogeneity | completeness | V | ARI "
              "| V label, site alone | V type, site alone | time / parsing |")  # fmt: skip
        print("|---" * 14 + "|")
        print_row("ours", rows, ours, parse_seconds)
        few = sampled(rows, chosen.sample)
        few_seconds = parse_seconds * len(few) / len(rows)
        for name, method in (("ours", ours), ("thesis", thesis), ("DBSCAN on paths", dbscan)):
            print_row(name, few, method, few_seconds)
    print_growth(rows, parse_seconds / len(rows))


if __name__ == "__main__":
    main()
