"""Learn the tables that choose the article body, and measure them on unseen sites.

    python -m bench.learn_weights            cross-validated F1 per corpus, as README shows it, and the calibration of confidence
    python -m bench.learn_weights --divisions 1 --folds 6        the same, sooner
    python -m bench.learn_weights --cache FOLDER       keeps what was read: a second run needs only to learn
    python -m bench.learn_weights --without word_      the same without the features whose names start with this
    python -m bench.learn_weights --write    learn from all sites and write trees and calibration into the package

Folds separate owners of sites over all corpora together, so every printed figure is for unseen sites. A few
sites are close to a threshold, and the composition of the folds moves the figures: they are the mean of several divisions into folds.
The tables written have seen all sites: a benchmark of the written tables on these corpora is no estimate for other sites.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.article_samples import INSERTED, NO_ARTICLES, Sample, TruePage, all_samples
from bench.boosting import Boosted, BoostingSettings, boost
from bench.calibration import RIGHT_FROM, Bin, bins, table, write
from bench.company import Companies, Company, report_company
from bench.corpora import ARTICLE_CORPORA, by_digest
from bench.made_insertions import MADE_KINDS
from bench.metric import Agreement, Summary, summarise
from sitelode.articles.body.feature_names import FEATURES
from sitelode.articles.body.features import Floats
from sitelode.articles.body.study import choose_segments, threshold_of
from sitelode.articles.body.tree_model import SHIPPED_TABLE, BoostedTable

FOLDS = 12
LEAST_NAME = 5  # letters of an owner's name that is looked for in others; shorter ones are parts of many words
DIVISIONS = 4  # into folds
LEARNERS = 3  # of which a table is the mean: single ones differ in what they make of a few sites
LIGHT = 0.02  # of a body; lighter classes are drawn at random in proportion to their weight
# Lines between two paragraphs weigh little in a text and are hard to tell: they count for more than the rest of their pages. But where
# there are hardly two of a kind, or no advertisement comes twice, nothing tells them from odd paragraphs.
MADE_WEIGHTS = {"advertisement": 60, "way on": 120, "comments": 4, "note": 5, "code": 5, "heading": 5, "list": 2}
LEAST_MADE = 3  # segments of a class
MOST_DISTINCT = 0.75  # of the texts of a class
MADE_FOR_LEARNING = frozenset((INSERTED, "drift"))  # not what confidence is measured on
# Corpora that came last, and their weight: of 0, .3 and 1 this one loses nothing on the others (docs/algorithms/consensus.md). Not nested.
LATER, LATER_WEIGHT = frozenset(("daniel", "magic_article", "magic_forum", "pagetypes3", "sites3")), 0.3
SETTINGS = BoostingSettings(trees=300, depth=5, rate=0.06, features_per_tree=0.18, rows_per_tree=0.5)


def folds_of(owners: Iterable[str], division: int, folds: int = FOLDS) -> dict[str, int]:
    """A fold for each owner of sites; those of which one name contains the other are taken for the same."""
    names = sorted(set(owners), key=lambda name: (len(name), name))
    leader: dict[str, str] = {}
    for name in names:
        leader[name] = next((leader[known] for known in leader if len(known) >= LEAST_NAME and known in name), name)
    return {name: int(by_digest(f"{division} {leader[name]}"), 16) % folds for name in names}


def learn(samples: Sequence[Sample], without: str) -> BoostedTable:
    """One table from the given samples. Every owner of sites has the same weight, whatever the number of their layouts and pages."""
    scale = _equal_owners(samples)
    weighty = [each.weight + _more_for_made(each) for each in samples]
    weight = np.concatenate([np.maximum(each, LIGHT) * factor for each, factor in zip(weighty, scale, strict=True)])
    columns = [place for place, name in enumerate(FEATURES) if not (without and name.startswith(without))]
    table, target = np.concatenate([each.features.table for each in samples]), np.concatenate([each.target for each in samples])
    found = []
    for seed in range(LEARNERS):
        drawn = np.random.default_rng(seed).random(len(weight)) < np.concatenate(weighty) / LIGHT
        found.append(boost(np.ascontiguousarray(table[drawn][:, columns]), target[drawn], weight[drawn], replace(SETTINGS, seed=seed)))
    return compact(mean_of(found), [FEATURES[column] for column in columns])


def _equal_owners(samples: Sequence[Sample]) -> list[float]:
    """A weight for each sample, together 1 for every owner, and less in the later corpora."""
    of_owner: dict[str, float] = defaultdict(float)
    for each in samples:
        of_owner[each.owner] += each.importance
    return [each.importance / of_owner[each.owner] * (LATER_WEIGHT if each.corpus in LATER else 1) for each in samples]


def mean_of(learners: Sequence[Boosted]) -> Boosted:
    """One that says what several say in the mean."""
    feature, threshold, leaf = (np.concatenate([getattr(each, part) for each in learners]) for part in ("feature", "threshold", "leaf"))
    return Boosted(float(np.mean([each.start for each in learners])), feature, threshold, (leaf / len(learners)).astype(np.float32))


def _more_for_made(each: Sample) -> Floats:
    """What is added to the weight of classes for what was inserted into them."""
    more = np.array([MADE_WEIGHTS.get(kind, 1) - 1 for kind in MADE_KINDS])[:, np.newaxis] * each.made
    more[MADE_KINDS.index("advertisement"), each.features.column("class_distinct") > MOST_DISTINCT] = 0
    return np.where(each.features.count >= LEAST_MADE, more.sum(axis=0), 0)


def compact(found: Boosted, names: Sequence[str]) -> BoostedTable:
    """The table with only those features that it asks for."""
    splits = np.isfinite(found.threshold)
    used = np.unique(found.feature[splits])
    feature = np.where(splits, np.searchsorted(used, found.feature).clip(max=len(used) - 1), 0)
    return BoostedTable(tuple(names[place] for place in used), found.start, feature.astype(np.int32), found.threshold, found.leaf)


def cross_validate(samples: Sequence[Sample], without: str, division: int, folds: int = FOLDS) -> None:
    """Give every sample scores by a table that has not seen any site of its owner."""
    fold_of = folds_of((each.owner for each in samples), division, folds)
    for fold in range(folds):
        table = learn([each for each in samples if fold_of[each.owner] != fold], without)
        for each in samples:
            if fold_of[each.owner] == fold:
                each.score = table.scores(each.features.table, FEATURES)


def taken_of_pages(each: Sample) -> Iterator[NDArray[np.bool_]]:
    """Which segments of each page are taken."""
    probability, taken_from = each.probability, threshold_of(each.features)
    for place, _ in each.pages:
        classes, width = each.classes_of(place)
        yield choose_segments(probability[classes], width, taken_from)


def scored_pages(each: Sample) -> Iterator[tuple[TruePage, Agreement, float]]:
    """Each page with its agreement with the truth, and the agreement that its probabilities let one expect; as often as it counts."""
    probability = each.probability
    for (place, page), taken in zip(each.pages, taken_of_pages(each), strict=True):
        classes, width = each.classes_of(place)
        right = (probability[classes] * width)[taken].sum()
        expected = 2 * right / max(width[taken].sum() + (probability[classes] * width).sum(), 1)
        found = page, page.agreement(taken), float(expected)
        yield from repeat(found, page.times)


@dataclass(frozen=True, slots=True)
class Figures:
    """What one division into folds gave."""

    corpora: dict[str, Summary]
    parts: dict[str, Summary]  # of the pages of all corpora: by type and by script
    company: dict[tuple[str, int], Company]
    left: dict[str, float]  # share of the inserted segments that were taken, by what they were inserted as

    @classmethod
    def of(cls, samples: Sequence[Sample]) -> "Figures":
        corpora: dict[str, list[tuple[str, Agreement]]] = defaultdict(list)
        parts: dict[str, list[tuple[str, Agreement]]] = defaultdict(list)
        pages = Companies()
        for each in samples:
            if each.corpus == INSERTED and not each.whole:
                continue
            for page, found, _ in scored_pages(each):
                pages.add(each, page, found.f1)
                if each.whole:
                    corpora[each.corpus].append((each.site, found))
                if each.whole and each.corpus in ARTICLE_CORPORA:
                    parts[f"in {page.script} script"].append((each.site, found))
                    if page.type and each.corpus in NO_ARTICLES:
                        parts[f"{each.corpus}, {page.type}"].append((each.site, found))
        of_parts = {name: summarise(parts[name]) for name in sorted(parts)}
        return cls({corpus: summarise(found) for corpus, found in corpora.items()}, of_parts, pages.compared(), left_in_text(samples))


def left_in_text(samples: Sequence[Sample]) -> dict[str, float]:
    """The share of the inserted segments that were taken, by what they were inserted as."""
    inserted, taken = np.zeros((2, len(MADE_KINDS)))
    for each in samples:
        if each.whole and each.corpus == INSERTED:
            for (_, page), chosen in zip(each.pages, taken_of_pages(each), strict=True):
                inserted += np.bincount(page.made + 1, minlength=len(MADE_KINDS) + 1)[1:]
                taken += np.bincount(page.made[chosen] + 1, minlength=len(MADE_KINDS) + 1)[1:]
    return dict(zip(MADE_KINDS, (taken / np.maximum(inserted, 1)).tolist(), strict=True))


def report(divisions: Sequence[Figures]) -> None:
    for name in (*divisions[0].corpora, *divisions[0].parts):
        every = [(figures.corpora | figures.parts)[name] for figures in divisions]
        f1 = [each.f1 for each in every]
        precision, recall, failed, spread = (
            float(np.mean([getattr(each, field) for each in every])) for field in ("precision", "recall", "failed", "spread_within_site")
        )
        print(
            f"{name:32} pages {every[0].pages:5}  F1 {np.mean(f1):.4f} ({min(f1):.3f}-{max(f1):.3f})  precision {precision:.3f}  "
            f"recall {recall:.3f}  below .5 {100 * failed / every[0].pages:.1f} %  spread {spread:.3f}",
            flush=True,
        )
    of_corpora = {name: float(np.mean([figures.corpora[name].f1 for figures in divisions])) for name in divisions[0].corpora}
    measured = {name: f1 for name, f1 in of_corpora.items() if name in (*ARTICLE_CORPORA, "drift")}
    print(f"\n| {' | '.join(measured)} | mean |\n|{'---|' * (len(measured) + 1)}")
    print(f"| {' | '.join(_thousandths(f1) for f1 in (*measured.values(), float(np.mean(list(measured.values())))))} |")
    report_company([figures.company for figures in divisions])
    for kind in MADE_KINDS:
        print(f"inserted, {kind:14} {100 * np.mean([figures.left[kind] for figures in divisions]):.0f} % left in the text")


def _thousandths(f1: float) -> str:
    return f"{f1:.3f}".removeprefix("0")


def calibration(samples: Sequence[Sample]) -> list[list[float]]:
    """Knots (expected agreement, share of pages that are right), both ascending: pooled adjacent violators over equal groups."""
    counted = [each for each in samples if each.corpus not in MADE_FOR_LEARNING]
    pages = sorted((expected, found.f1) for each in counted for _, found, expected in scored_pages(each))
    groups = [[float(np.mean([x for x, _ in part])), float(np.mean([y >= RIGHT_FROM for _, y in part])), 1.0] for part in _parts(pages, 24)]
    pooled: list[list[float]] = []
    for group in groups:
        pooled.append(group)
        while len(pooled) > 1 and pooled[-2][1] >= pooled[-1][1]:
            (x1, y1, n1), (x2, y2, n2) = pooled.pop(-2), pooled.pop()
            pooled.append([(x1 * n1 + x2 * n2) / (n1 + n2), (y1 * n1 + y2 * n2) / (n1 + n2), n1 + n2])
    return [[round(x, 4), round(y, 4)] for x, y, _ in pooled]


def _parts(pages: Sequence[tuple[float, float]], count: int) -> Iterator[Sequence[tuple[float, float]]]:
    for number in range(count):
        yield pages[len(pages) * number // count : len(pages) * (number + 1) // count]


def measured_confidence(samples: Sequence[Sample], knots: Sequence[Sequence[float]]) -> list[Bin]:
    """How good the texts of each confidence are."""
    whole = [each for each in samples if each.whole and each.corpus in ARTICLE_CORPORA]
    pages = [(expected, found.f1) for each in whole for _, found, expected in scored_pages(each)]
    confidence = np.interp([x for x, _ in pages], [x for x, _ in knots], [y for _, y in knots])
    return bins(confidence.tolist(), [f1 for _, f1 in pages])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without", default="", help="leave out features whose names start so")
    parser.add_argument("--divisions", type=int, default=DIVISIONS, help=f"into folds, {DIVISIONS} unless told")
    parser.add_argument("--folds", type=int, default=FOLDS, help=f"of a division, {FOLDS} unless told")
    parser.add_argument("--cache", type=Path, help="a folder that keeps what was read, for the next run with the same code")
    parser.add_argument("--write", action="store_true", help="write the tables into the package")
    options = parser.parse_args()
    samples = all_samples(options.cache)
    print(f"{len(samples)} samples with {sum(len(each.path) for each in (item.features for item in samples))} classes")
    divisions = []
    for division in range(options.divisions):
        cross_validate(samples, options.without, division, options.folds)
        divisions.append(Figures.of(samples))
    report(divisions)
    knots = calibration(samples)
    print(table(confidence := measured_confidence(samples, knots)))
    if options.write:
        write(confidence)
        stored = {"format": 2, "confidence": knots, "trees": learn(samples, options.without).as_data()}
        path = Path(__file__).resolve().parents[1] / "src" / "sitelode" / "articles" / "body" / SHIPPED_TABLE
        path.write_text(json.dumps(stored, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
