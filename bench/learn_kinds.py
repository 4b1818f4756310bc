"""Learn what the evidence says about the kind of a page, and judge it on sites that were not learnt from.

    python -m bench.learn_kinds [--cache FOLDER] [--folds 10] [--seeds 1] [--corpora sites sites2 sites3] [--without "says "] [--write]

Every site counts the same, whole and in part: some rows are of a third of its pages, of forty of them, or of all of them under addresses
that say nothing, so that the model does not lean on what is there on whole sites only. Sites of one owner are never on both sides. Pages
that a site calls articles and that are records or threads by the generator's type are not learnt from as either, but measured as articles.
`--cache` keeps what was read, so that a second run takes seconds per fold; `--without` leaves out evidence whose name begins so;
`--write` learns from all sites and replaces the model in the package.
"""

import argparse
import json
import pickle
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from bench.boosting import BoostingSettings, boost_kinds
from bench.corpora import Row, corpora_folder, read
from bench.page_types import ERROR, FORM, kind_in_sample, kind_of_page
from bench.page_types import KINDS as FINE
from bench.structure import f1, opened_site, r_precision, read_labelled
from bench.structure_changed import ReadSite, read_site
from sitelode.layout.site_layouts import find_layouts
from sitelode.model import Fetched
from sitelode.page_kinds.announcements import Heads
from sitelode.page_kinds.decide import COARSE, DATA, SMALL_SITE, CoarseAndFine, KindShares, kinds_from_shares, told_by_names
from sitelode.page_kinds.evidence import looks
from sitelode.page_kinds.kinds import collect
from sitelode.page_kinds.model import COARSE_OF, SHIPPED, KindModel, Trees
from sitelode.page_kinds.page_evidence import SiteReading, read_evidence
from sitelode.page_kinds.page_groups import Groups
from sitelode.page_kinds.titles import named_kinds
from sitelode.site.site import open_site

CONDITIONS = {"whole": 0.35, "addresses that say nothing": 0.2, "a third": 0.2, "forty pages": 0.15, "twelve pages": 0.1}  # with weights
WEIGHTS = {**CONDITIONS, "sample": 1.0}
SAMPLES = ("pagetypes2", "feedsites2", "feedsites2_unlabelled")
VIEWS_OF_LOOKS = ("page", "layout", "shape", "beyond its layout")  # samples have no site around them to be compared with
TREES = BoostingSettings(trees=150, depth=3, rate=0.1, features_per_tree=0.1, rows_per_tree=0.5)
NOT_LEARNT = (ERROR, FORM)  # too rare: a rule tells errors, nothing tells forms from other pages
LEARNT_FINE = tuple(kind for kind in FINE if kind not in NOT_LEARNT)
MOST_ROWS = 12  # of one layout and kind on a site
FEW = 5  # pages of a kind; where there are fewer, a figure says nothing
MANY, MOST_MISSING = 50, 0.01  # articles of a site, and the share of them that may be missing
UNKNOWN = -1
DOUBTFUL_INDEX = ("sites3/antibiotic-ru",)  # many of its other pages are listings by sight: its index pages are not counted


@dataclass(frozen=True)
class Example:
    """A site under one condition."""

    site: str
    owner: str
    condition: str
    columns: NDArray[np.float32]
    names: tuple[str, ...]
    layout: NDArray[np.int64]
    coarse: NDArray[np.int64]  # true kinds, as places in COARSE
    fine: NDArray[np.int64]  # places in FINE, or UNKNOWN
    first_guess: list[str]  # by rules
    standing: NDArray[np.float64]
    named: NDArray[np.int64]  # groups of pages by the names before colons in their titles
    heads: Heads
    told: dict[str, NDArray[np.bool_]]  # finer kinds that names tell
    front: int | None  # the front page
    looks: tuple[str, ...]  # evidence that says what a page looks like


def examples(corpora: Sequence[str], cache: Path | None) -> list[Example]:
    found = []
    for corpus in corpora:
        for folder in sorted(each for each in (corpora_folder() / corpus).iterdir() if each.is_dir()):
            kept = cache and cache / f"{corpus}-{folder.name}.pickle"
            if kept and kept.exists():
                found += _kept(kept)
                continue
            made = list(_of_site(corpus, folder))
            if kept:
                _keep(made, kept)
            found += made
            print(f"{corpus}/{folder.name}: {len(made[0].coarse)} pages", file=sys.stderr)
    return found


def _of_site(corpus: str, folder: Path) -> Iterable[Example]:
    labelled = read_labelled(folder)
    fine = [kind_of_page(page["label"], page.get("ptype"), folder.name) for page in labelled.pages]
    opened = opened_site(labelled)
    site = read_site(opened, {str(place): kind for place, kind in enumerate(labelled.truth)})
    places = [int(entry.origin) for entry in opened.entries]
    owner = (
        (json.loads((folder / "site.json").read_text(encoding="utf-8")).get("repo") or folder.name)
        .removeprefix("github:")
        .split("/")[0]
        .lower()
    )
    fine_of_page = np.array([FINE.index(kind) if (kind := fine[place]) else UNKNOWN for place in places])
    return under_conditions(f"{corpus}/{folder.name}", owner, site, fine_of_page)


def under_conditions(name: str, owner: str, site: ReadSite, fine_of_page: NDArray[np.int64]) -> Iterable[Example]:
    for condition in CONDITIONS:
        kept, part, layouts = _under(condition, site, name.partition("/")[2])
        truth = np.array([COARSE.index(kind) for kind in part.truth])
        yield _example((name, owner, condition), part.reading, layouts, truth, fine_of_page[kept])


def _example(
    named: tuple[str, str, str], reading: SiteReading, layouts: list[int], coarse: NDArray[np.int64], fine: NDArray[np.int64]
) -> Example:
    """One for a site, its owner and the condition."""
    case, table = collect(reading, layouts)
    names, guess = tuple(table.names), case.first_guess
    return Example(
        *named, table.columns(names), names, np.asarray(layouts), coarse, fine, guess.kinds, case.standing.index,
        named_kinds(reading.titles, layouts), case.parts.heads(),
        told_by_names(reading.titles, layouts, case.text, guess), guess.front, looks(case),
    )  # fmt: skip


def samples(cache: Path | None) -> list[Example]:
    """Pages of known kinds from many further sites, a dozen of each: learnt from, but not measured on."""
    kept = cache and cache / "samples.pickle"
    if kept and kept.exists():
        return _kept(kept)
    by_site: dict[str, list[tuple[Row, str | None]]] = defaultdict(list)
    for corpus in SAMPLES:
        for page in read(corpora_folder() / "articles" / f"{corpus}.jsonl.xz"):
            by_site[f"{corpus.removesuffix('_unlabelled')}/{page['site']}"].append((page, kind_in_sample(corpus, page)))
    found = [_sample(name, rows) for name, rows in by_site.items() if len(rows) >= SMALL_SITE]
    if kept:
        _keep(found, kept)
    return found


def _keep(some: Sequence[Example], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps([tuple(getattr(each, name.name) for name in fields(Example)) for each in some]))


def _kept(path: Path) -> list[Example]:
    return [Example(*values) for values in pickle.loads(path.read_bytes())]  # noqa: S301 (written by this script)


def _sample(name: str, rows: Sequence[tuple[Row, str | None]]) -> Example:
    pages = [
        Fetched(page["url"] or f"https://site.invalid/{place}", page["html"].encode(), origin=str(place))
        for place, (page, _) in enumerate(rows)
    ]
    opened = open_site(pages, name)
    layouts = find_layouts(opened.pages()).clusters.of_page
    places = [int(entry.origin) for entry in opened.entries]
    return sample(name, read_evidence(opened), layouts, [rows[place][1] for place in places])


def sample(name: str, reading: SiteReading, layouts: list[int], finer: Sequence[str | None]) -> Example:
    fine = np.array([UNKNOWN if kind is None else FINE.index(kind) for kind in finer])
    return _example((name, name.split("/")[1].lower(), "sample"), reading, layouts, np.full(len(fine), UNKNOWN), fine)


def _under(condition: str, site: ReadSite, name: str) -> tuple[list[int], ReadSite, list[int]]:
    pages = list(range(len(site.truth)))
    if condition == "whole":
        return pages, site, site.layouts()
    if condition == "addresses that say nothing":
        return pages, opaque(site), site.layouts(by_address=False)
    number = {"a third": len(pages) // 3, "forty pages": 40, "twelve pages": 12}[condition]
    kept = sorted(random.Random(f"{condition} {name}").sample(pages, min(number, len(pages))))  # noqa: S311 (no secret)
    part = site.cut_down(kept)
    return kept, part, part.layouts()


def opaque(site: ReadSite) -> ReadSite:
    """The same site, every address replaced by a number that says nothing."""
    numbers = list(range(len(site.truth)))
    random.Random(len(numbers)).shuffle(numbers)  # noqa: S311 (no secret)
    urls, links = [f"https://site.invalid/{number}" for number in numbers], replace(site.reading.links, folders=[])
    return replace(site, reading=replace(site.reading, urls=urls, links=links))


def _without(beginning: str, example: Example) -> Example:
    kept = [place for place, name in enumerate(example.names) if not name.partition(": ")[2].startswith(beginning)]
    return replace(example, columns=np.ascontiguousarray(example.columns[:, kept]), names=tuple(example.names[place] for place in kept))


def learn(some: Sequence[Example], seed: int) -> KindModel:
    """A model from these examples; samples say what pages look like, and nothing about places in a site."""
    rng = np.random.default_rng(seed)
    sites = [example for example in some if example.condition != "sample"]
    names, every = some[0].names, range(len(some[0].names))
    seen = {f"{view}: {name}" for view in VIEWS_OF_LOOKS for name in some[0].looks}
    looks = [place for place in every if names[place] in seen]
    parts = {
        "coarse": _trees(sites, COARSE, _coarse_allowed, every, TREES, rng),
        "fine": _trees(sites, LEARNT_FINE, _fine_allowed, every, TREES, rng),
        "looks": _trees(some, LEARNT_FINE, _fine_allowed, looks, TREES, rng),
    }
    used = np.unique(np.concatenate([each.feature.ravel() for trees in parts.values() for each in trees.values()]))
    place = np.zeros(len(names), dtype=np.int32)
    place[used] = np.arange(len(used))
    moved = {name: {kind: replace(each, feature=place[each.feature]) for kind, each in trees.items()} for name, trees in parts.items()}
    return KindModel(tuple(names[each] for each in used), **moved)


def _coarse_allowed(example: Example) -> NDArray[np.bool_]:
    """For every page which of the three kinds it may be of: articles that are records or threads may be called other as well."""
    both = (example.coarse == COARSE.index("article")) & np.isin(example.fine, [FINE.index(kind) for kind in DATA])
    told: NDArray[np.bool_] = example.coarse[:, None] == np.arange(len(COARSE))
    told[both, COARSE.index("other")] = True
    return told


def _fine_allowed(example: Example) -> NDArray[np.bool_]:
    """For every page which finer kinds it may be of: where its own is not known or not learnt, all of its kind."""
    coarse = np.array([COARSE.index(COARSE_OF.get(kind, "other")) for kind in LEARNT_FINE])
    own = example.fine[:, None] == np.array([FINE.index(kind) for kind in LEARNT_FINE])
    return np.asarray(np.where(own.any(axis=1, keepdims=True), own, example.coarse[:, None] == coarse), dtype=np.bool_)


def _trees(
    some: Sequence[Example],
    kinds: Sequence[str],
    allowed_of: Callable[[Example], NDArray[np.bool_]],
    usable: Sequence[int],
    settings: BoostingSettings,
    rng: np.random.Generator,
) -> dict[str, Trees]:
    """Trees for every kind, learnt from a sample of pages."""
    table, allowed, weight = _rows(some, allowed_of, rng)
    table, places = np.ascontiguousarray(table[:, usable]), np.array(usable, dtype=np.int32)
    boosted = boost_kinds(table, allowed, weight, replace(settings, seed=int(rng.integers(1 << 30))))
    return {kind: Trees(each.start, places[each.feature], each.threshold, each.leaf) for kind, each in zip(kinds, boosted, strict=True)}


def _rows(
    some: Sequence[Example], allowed_of: Callable[[Example], NDArray[np.bool_]], rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.float64]]:
    """A sample of pages; sites weigh the same, within a site layouts by the root of their size."""
    tables, truths, weights = [], [], []
    for example in some:
        allowed = allowed_of(example)
        order = rng.permutation(np.flatnonzero(allowed.any(axis=1)))
        if not len(order):
            continue
        group = (example.layout[order] << allowed.shape[1]) + allowed[order] @ (1 << np.arange(allowed.shape[1]))
        order, group = order[np.argsort(group, kind="stable")], np.sort(group)
        _, first, size = np.unique(group, return_index=True, return_counts=True)
        rank = np.arange(len(group)) - np.repeat(first, size)
        chosen = rank < MOST_ROWS
        weight = np.repeat(np.sqrt(size) / np.minimum(size, MOST_ROWS), size)[chosen]
        tables.append(example.columns[order[chosen]])
        truths.append(allowed[order[chosen]])
        weights.append(weight * (WEIGHTS[example.condition] / weight.sum()))
    return np.vstack(tables), np.vstack(truths), np.concatenate(weights)


def judged(model: KindModel, example: Example) -> CoarseAndFine:
    places = [example.names.index(name) for name in model.columns]
    return verdict(model.shares_of(example.columns[:, places]), example)


def verdict(shares: KindShares, example: Example) -> CoarseAndFine:
    """What is made of them."""
    groups = Groups.of(example.layout), Groups.of(example.named)
    found = kinds_from_shares(shares, example.first_guess, example.standing, *groups, example.heads)
    return found.with_front(example.front).with_told(example.told)


def folds(every: Sequence[Example], number: int, seed: int) -> list[set[str]]:
    """Owners in groups of about the same size."""
    owners = sorted({example.owner for example in every})
    random.Random(seed).shuffle(owners)  # noqa: S311 (no secret)
    return [set(owners[place::number]) for place in range(number)]


def cross_validated(every: Sequence[Example], further: Sequence[Example], number: int, seed: int) -> dict[tuple[str, str], CoarseAndFine]:
    """Every example judged by a model that has seen no site of its owner; by site and condition."""
    found: dict[tuple[str, str], CoarseAndFine] = {}
    for place, owners in enumerate(folds(every, number, seed)):
        model = learn([example for example in (*every, *further) if example.owner not in owners], seed * 100 + place)
        found |= {(example.site, example.condition): judged(model, example) for example in every if example.owner in owners}
    return found


def three_way(example: Example, found: CoarseAndFine) -> dict[str, float]:
    truth = [COARSE[kind] for kind in example.coarse.tolist()]
    counted = [kind for kind in COARSE if truth.count(kind) >= FEW and not (kind == "index" and example.site in DOUBTFUL_INDEX)]
    measures = {f"{kind} F1": f1(truth, found.coarse, kind) for kind in counted}
    return measures | ({"R-Precision": r_precision(truth, found.score.tolist())} if "index" in counted else {})


def fine_f1(some: Iterable[tuple[Example, CoarseAndFine]]) -> dict[str, float]:
    """F1 of every kind, every site that has pages of it counted the same."""
    hits, answers, truths = (dict.fromkeys(FINE, 0.0) for _ in range(3))
    for example, found in some:
        known = np.flatnonzero(example.fine != UNKNOWN)
        truth = [FINE[example.fine[page]] for page in known.tolist()]
        answer = [found.fine[page] for page in known.tolist()]
        for kind in FINE:
            weight = 1 / max(1, len(known)) ** 0.5
            hits[kind] += weight * sum(one == other == kind for one, other in zip(truth, answer, strict=True))
            answers[kind] += weight * answer.count(kind)
            truths[kind] += weight * truth.count(kind)
    return {kind: 2 * hits[kind] / max(answers[kind] + truths[kind], 1e-9) for kind in FINE}


def print_results(every: Sequence[Example], runs: Sequence[Mapping[tuple[str, str], CoarseAndFine]]) -> None:
    measures = ("R-Precision", *(f"{kind} F1" for kind in COARSE))
    print(f"\n| each site judged by a model without its owner's | {' | '.join(measures)} |\n|---|{'---:|' * len(measures)}")
    for corpus in dict.fromkeys(example.site.split("/")[0] for example in every):
        for condition in CONDITIONS:
            some = [example for example in every if example.condition == condition and example.site.startswith(corpus + "/")]
            rows = [three_way(example, run[example.site, condition]) for run in runs for example in some]
            means = [
                fmean(row[measure] for row in rows if measure in row) if any(measure in row for row in rows) else float("nan")
                for measure in measures
            ]
            print(f"| {corpus}, {condition} | {' | '.join(f'{mean:.3f}' for mean in means)} |", flush=True)
    whole = [example for example in every if example.condition == "whole"]
    by_run = [fine_f1((example, run[example.site, "whole"]) for example in whole) for run in runs]
    fine = {kind: fmean(each[kind] for each in by_run) for kind in FINE}
    print(f"\n| finer kinds, F1 | mean | {' | '.join(FINE)} |\n|---|{'---:|' * (len(FINE) + 1)}")
    print(f"| all sites, whole | {fmean(fine.values()):.3f} | {' | '.join(f'{value:.3f}' for value in fine.values())} |")


def print_missing(every: Sequence[Example], runs: Sequence[Mapping[tuple[str, str], CoarseAndFine]]) -> None:
    """What `mine` leaves out of the articles, and what it takes for some: threads are written among them."""
    missing, taken = [], []
    for found, example in ((run[each.site, "whole"], each) for run in runs for each in every if each.condition == "whole"):
        written = np.array([kind == "article" or finer == "thread" for kind, finer in zip(found.coarse, found.fine, strict=True)])
        article, index = (example.coarse == COARSE.index(kind) for kind in ("article", "index"))
        if article.sum() > MANY:
            missing.append(1 - written[article].mean())
            taken.append(written[index].mean() if index.any() else 0.0)
    within = fmean(share <= MOST_MISSING for share in missing)
    print(f"\nOf {len(missing) // len(runs)} sites with more than {MANY} articles {within:.0%} miss at most {MOST_MISSING:.0%} of them;")
    print(f"{fmean(missing):.2%} of the articles are missing, {fmean(taken):.2%} of the index pages are taken for some.")


def main() -> None:
    options = argparse.ArgumentParser("python -m bench.learn_kinds", description="Learn and judge the model of page kinds.")
    options.add_argument("--cache", type=Path, help="folder for what was read of the sites")
    options.add_argument("--folds", type=int, default=10)
    options.add_argument("--seeds", type=int, default=1, help="how often the cross-validation is repeated")
    options.add_argument("--corpora", nargs="+", default=["sites", "sites2", "sites3"])
    options.add_argument("--without", metavar="BEGINNING", help="leave out evidence whose name begins so")
    options.add_argument("--by-site", action="store_true", help="print a row for every whole site")
    options.add_argument("--write", action="store_true", help="learn from all sites and replace the model in the package")
    chosen = options.parse_args()
    every = examples(chosen.corpora, chosen.cache)
    further = samples(chosen.cache)
    if chosen.without:
        every, further = ([_without(chosen.without, example) for example in some] for some in (every, further))
    if chosen.write:
        data = learn([*every, *further], seed=0).as_data()
        target = Path(__file__).parents[1] / "src" / "sitelode" / "page_kinds" / SHIPPED
        target.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")
        print(f"{target.name}: {target.stat().st_size:,} bytes, {len(data['columns'])} columns")
        return
    runs = [cross_validated(every, further, chosen.folds, seed) for seed in range(chosen.seeds)]
    if chosen.by_site:
        for example in every:
            if example.condition == "whole":
                print(example.site, {name: round(value, 3) for name, value in three_way(example, runs[0][example.site, "whole"]).items()})
    print_results(every, runs)
    print_missing(every, runs)


if __name__ == "__main__":
    main()
