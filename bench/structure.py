"""How well index pages are found on whole sites: the eleven rankings of the paper's Table 4 by links alone, and Sitelode's default.

    python -m bench.structure [--sample 4] [--rankings-only]
    python -m bench.structure --changed [--sample 4]
    python -m bench.structure --scale

Also prints how much of each site is removed when it is reduced to its informative structure.
`--changed` measures the default when pages are missing and when layouts are not as good as usual.
R-Precision: the share of index pages among the R best-ranked pages, where R is the number of true index pages. `--scale` needs no
corpora: it ranks synthetic graphs of up to 100,000 pages and 5 million links, each in a separate process, and fails if the largest takes
more than a minute or 2 GB.
"""

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from bench.adapters import _fetched, _kept_page, structure
from bench.corpora import Row, corpora_folder, read
from bench.site_address import site_address

if TYPE_CHECKING:
    from sitelode.site.link_graph import LinkGraph
    from sitelode.site.site import Site

KINDS = {"toc": "index", "article": "article", "other": "other"}
SCALE_PAGES = (1_000, 10_000, 100_000)
MOST_SECONDS, MOST_BYTES = 60.0, 2_000_000_000  # promised for the largest
SCALE_METHODS = ("hits", "lamis", "lamis-ln-cb-hr-tw")
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024  # Linux counts in kilobytes, macOS in bytes


@dataclass(frozen=True)
class LabelledSite:
    name: str
    entrance: str | None
    pages: list[Row]

    @property
    def truth(self) -> list[str]:
        return [KINDS[page["label"]] for page in self.pages]


@dataclass(frozen=True, slots=True)
class Measured:
    pages: int
    links: int
    seconds: dict[str, float]  # CPU, by method
    stops: dict[str, str]
    peak_bytes: int


def labelled_sites(sample: int | None) -> list[Path]:
    folders = sorted(folder for folder in (corpora_folder() / "sites").iterdir() if folder.is_dir())
    return folders[:: max(1, len(folders) // sample)][:sample] if sample else folders


def read_labelled(folder: Path) -> LabelledSite:
    about = json.loads((folder / "site.json").read_text(encoding="utf-8"))
    return LabelledSite(folder.name, about.get("entrance"), list(read(folder / "pages.jsonl.xz")))


def r_precision(truth: Sequence[str], scores: Sequence[float]) -> float:
    wanted = truth.count("index")
    order = sorted(range(len(truth)), key=lambda place: -scores[place])
    return sum(truth[place] == "index" for place in order[:wanted]) / max(wanted, 1)


def f1(truth: Sequence[str], found: Sequence[str], kind: str) -> float:
    hits = sum(true == answer == kind for true, answer in zip(truth, found, strict=True))
    return 2 * hits / max(1, sum(true == kind for true in truth) + sum(answer == kind for answer in found))


def opened_site(site: LabelledSite) -> "Site":
    from sitelode.site.site import open_site  # noqa: PLC0415 (children of --scale stay small without it)

    base = site_address([page["url"] for page in site.pages], (page["html"] for page in site.pages))
    return open_site((_fetched(place, page, base) for place, page in enumerate(site.pages)), site.name)


def ranked(site: LabelledSite, opened: "Site", graph: "LinkGraph") -> dict[str, float]:
    """R-Precision of every row of Table 4."""
    from sitelode_lab.links.anchor_entropy import AnchorTerms  # noqa: PLC0415 (loaded when it is measured)
    from sitelode_lab.links.rankings import TABLE_4, rank  # noqa: PLC0415 (loaded when it is measured)

    terms = AnchorTerms.of(graph)
    place_of = {entry.origin: place for place, entry in enumerate(opened.entries)}
    kept = [place_of.get(_kept_page(str(place), opened.twins)) for place in range(len(site.pages))]
    found = {}
    for name in TABLE_4:
        score = rank(graph, name, terms=terms).score.tolist()
        found[name] = r_precision(site.truth, [-math.inf if place is None else score[place] for place in kept])
    return found


def cut_down(opened: "Site", graph: "LinkGraph") -> dict[str, float]:
    """What falls away when a site is cut down to its informative structure, and what the sections are."""
    from sitelode.layout.site_layouts import find_layouts  # noqa: PLC0415 (loaded when it is measured)
    from sitelode.page_kinds.informative_structure import structure_of_kinds  # noqa: PLC0415 (loaded when it is measured)
    from sitelode.page_kinds.kinds import find_kinds  # noqa: PLC0415 (loaded when it is measured)

    kinds = find_kinds(opened, find_layouts(opened.pages()))
    found = structure_of_kinds(graph, kinds)
    fallen = {name: (before - after) / max(before, 1) for name, (before, after) in found.shrunk.items()}
    in_sections = sum(len(articles) for page, articles in found.sections.articles.items() if page != found.sections.home)
    articles = max(found.kind_counts["article"], 1)
    return {
        "pages fallen away": fallen["pages"],
        "links": fallen["links"],
        "edges": fallen["edges"],
        "articles that no index page lists": len(found.unreached) / articles,
        "articles in a section below the home page": in_sections / articles,
    }


def judged(site: LabelledSite) -> dict[str, float]:
    """The default, through the adapter that the reference scorer calls."""
    answers = structure([{name: page[name] for name in ("id", "url", "html")} for page in site.pages], site.entrance)
    kinds = [answers[page["id"]][0] for page in site.pages]
    scores = [answers[page["id"]][1] for page in site.pages]
    return measured_kinds(site.truth, kinds, scores)


def measured_kinds(truth: Sequence[str], kinds: Sequence[str], scores: Sequence[float]) -> dict[str, float]:
    index, article = (f1(truth, kinds, kind) for kind in ("index", "article"))
    return {"R-Precision": r_precision(truth, scores), "index F1": index, "article F1": article}


def print_changed(sample: int | None) -> None:
    """A row for each condition, mean of sites, and the site with the lowest F1 of index pages."""
    from bench.structure_changed import changed, read_site  # noqa: PLC0415 (children of --scale stay small without it)

    rows: dict[str, dict[str, dict[str, float]]] = defaultdict(dict)
    for folder in labelled_sites(sample):
        site = read_labelled(folder)
        kind_of_origin = {str(place): kind for place, kind in enumerate(site.truth)}
        for name, part, kinds in changed(read_site(opened_site(site), kind_of_origin)):
            rows[name][site.name] = measured_kinds(part.truth, kinds.kind, kinds.score.tolist())
        print(f"{site.name}: {len(site.pages):,} pages", file=sys.stderr)
    print("\n| the same sites, but | sites | R-Precision | index F1 | article F1 | lowest index F1 |\n|---|---:|---:|---:|---:|---|")
    for name, sites in rows.items():
        means = [f"{fmean(row[measure] for row in sites.values()):.3f}" for measure in next(iter(sites.values()))]
        lowest = min(sites, key=lambda site: sites[site]["index F1"])
        print(f"| {name} | {len(sites)} | {' | '.join(means)} | {sites[lowest]['index F1']:.3f} {lowest} |")


def print_table(rows: Mapping[str, Mapping[str, float]], heading: str) -> None:
    """Rows are sites, columns what was measured; the mean comes first."""
    names = list(next(iter(rows.values())))
    print(f"\n| {heading} | {' | '.join(names)} |\n|---|{'---:|' * len(names)}")
    means = {name: fmean(row[name] for row in rows.values()) for name in names}
    for label, row in {"**mean**": means, **rows}.items():
        print(f"| {label} | {' | '.join(f'{row[name]:.3f}' for name in names)} |", flush=True)


def print_quality(sample: int | None, *, rankings_only: bool) -> None:
    from sitelode.site.link_graph import link_graph  # noqa: PLC0415 (children of --scale stay small without it)

    by_links, by_default, by_cut = {}, {}, {}
    for folder in labelled_sites(sample):
        site = read_labelled(folder)
        opened = opened_site(site)
        graph = link_graph(opened)
        by_links[site.name] = ranked(site, opened, graph)
        if not rankings_only:
            by_default[site.name] = judged(site)
            by_cut[site.name] = cut_down(opened, graph)
        print(f"{site.name}: {len(site.pages):,} pages", file=sys.stderr)
    print_table(by_links, "R-Precision by links alone")
    if not rankings_only:
        print_table(by_default, "Sitelode's default")
        print_table(by_cut, "Informative structure, shares")


def measured(pages: int) -> Measured:
    from bench.made_up_graph import made_up_graph  # noqa: PLC0415 (the parent stays small without it)
    from sitelode_lab.links.rankings import rank  # noqa: PLC0415 (loaded when it is measured)

    rank(made_up_graph(100), "lamis")  # compiled code is loaded untimed
    graph = made_up_graph(pages)
    seconds, stops = {}, {}
    for name in SCALE_METHODS:
        start = time.process_time()
        found = rank(graph, name)
        seconds[name] = time.process_time() - start
        stops[name] = f"{found.stop}, {len(found.changes)} iterations"
    return Measured(pages, len(graph), seconds, stops, MAXRSS_UNIT * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def print_scale() -> int:
    columns = " | ".join(f"{name}, CPU s" for name in SCALE_METHODS)
    print(f"| pages | links | {columns} | growth exponent of the last | peak MB |\n|{'---:|' * (len(SCALE_METHODS) + 4)}")
    before: Measured | None = None
    for pages in SCALE_PAGES:
        command = [sys.executable, "-m", "bench.structure", "--measure", str(pages)]
        child = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603 (this very module)
        now = Measured(**json.loads(child.stdout))
        exponent = "" if before is None else f"{_exponent(before, now):.2f}"
        seconds = " | ".join(f"{each:.2f}" for each in now.seconds.values())
        print(f"| {now.pages:,} | {now.links:,} | {seconds} | {exponent} | {now.peak_bytes / 1e6:,.0f} |", flush=True)
        before = now
    assert before is not None
    print("\n" + "; ".join(f"{name}: {stop}" for name, stop in before.stops.items()))
    kept = max(before.seconds.values()) <= MOST_SECONDS and before.peak_bytes <= MOST_BYTES
    print(f"{before.links:,} links rank {'within' if kept else 'OVER'} {MOST_SECONDS:.0f} s and {MOST_BYTES / 1e9:.0f} GB.")
    return 0 if kept else 1


def _exponent(smaller: Measured, larger: Measured) -> float:
    """The power of the number of links that time grows with: 1 is linear."""
    last = SCALE_METHODS[-1]
    return math.log(larger.seconds[last] / smaller.seconds[last]) / math.log(larger.links / smaller.links)


def main() -> int:
    options = argparse.ArgumentParser("python -m bench.structure", description="Quality and cost of telling index pages.")
    options.add_argument("--sample", type=int, help="so many sites instead of all")
    options.add_argument("--rankings-only", action="store_true", help="leave the default out")
    options.add_argument("--changed", action="store_true", help="missing pages, and coarser or finer layouts, instead")
    options.add_argument("--scale", action="store_true", help="time and memory on made-up graphs instead")
    options.add_argument("--measure", type=int, metavar="PAGES", help=argparse.SUPPRESS)  # what a child is asked to do
    chosen = options.parse_args()
    if chosen.measure:
        print(json.dumps(asdict(measured(chosen.measure))))
        return 0
    if chosen.scale:
        return print_scale()
    if chosen.changed:
        print_changed(chosen.sample)
        return 0
    print_quality(chosen.sample, rankings_only=chosen.rankings_only)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
