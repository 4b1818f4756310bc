"""Learn the weights that rank the lists of a page, and measure them on unseen sites.

    python -m bench.learn_records            cross-validated F1 of the first list per corpus
    python -m bench.learn_records --write    learn from all pages and write the table into the package

Folds separate sites, over all corpora, so the printed figures are for unseen sites. The table written has seen all of them.
"""

import argparse
import json
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.corpora import Row
from bench.hand_made_ranking import HandMadeRanking
from bench.record_truth import RECORD_CORPORA, bag, fitting, list_f1, record_pages, true_records
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.tables.lists.candidates import Candidates, find_candidates
from sitelode.tables.lists.evidence import Evidence, evidence_of
from sitelode.tables.lists.main_list import main_list_first
from sitelode.tables.lists.ranking import DERIVED, SHIPPED_TABLE, LearnedRanking, Scores, derived

FOLDS, FOLD_SEEDS = 5, (0, 1, 2)
MUCH = 1_000.0  # makes any difference of F1 larger than one of scores
GOOD_WITHIN = 0.04  # of F1: how fast a list that is not the best counts less
LEAST_CEILING = 0.3  # pages on which no candidate is better teach nothing
SMOOTHING = 60.0  # of the weights towards those by hand, against few sites
MARGIN = 1.5  # of score, for lists of a form that is rare here
LOST_LISTS = 0.005  # share of true first lists that the threshold for "no list" may cost


@dataclass(frozen=True, slots=True)
class Lesson:
    """The candidates of a page, and how right each is."""

    corpus: str
    site: str
    found: Candidates
    evidence: Evidence
    f1: NDArray[np.float64]

    def first_f1(self, scores: Scores) -> float:
        order = main_list_first(self.found, scores)
        return float(self.f1[order[0]]) if order else 0.0


@dataclass(frozen=True, slots=True)
class Stacked:
    """Many pages' candidates under each other."""

    evidence: Evidence
    utility: NDArray[np.float64]  # 1 for the best of a page, soon 0 for worse ones
    starts: NDArray[np.intp]
    sizes: NDArray[np.intp]

    def spread(self, per_page: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.repeat(per_page, self.sizes)

    def shares(self, scores: Scores) -> tuple[Scores, Scores]:
        """Of each page's whole of 1 what every candidate gets, by its score; and by score and truth together."""
        raised = np.exp(scores - self.spread(np.maximum.reduceat(scores, self.starts)))
        by_score = raised / self.spread(np.add.reduceat(raised, self.starts))
        right = by_score * self.utility
        return by_score, right / self.spread(np.add.reduceat(right, self.starts))


def read_lessons() -> list[Lesson]:
    return [lesson_of(corpus, row) for corpus in RECORD_CORPORA for row in record_pages(corpus)]


def lesson_of(corpus: str, row: Row) -> Lesson:
    page = parse((row["html"] or "").encode("utf-8", "replace"), content_type="text/html; charset=utf-8")
    found = find_candidates(page)
    true = true_records(row)
    spans: dict[tuple[int, int], list[int] | None] = {}
    for span in set(zip(found.start.tolist(), found.stop.tolist(), strict=True)):
        mine = bag(_text(page, found, span))
        spans[span] = fitting(mine, true) if mine else None
    f1 = [_f1(found, candidate, spans, len(true)) for candidate in range(len(found))]
    return Lesson(corpus, site_key(row["site"]), found, evidence_of(page, found), np.array(f1))


def _text(page: Page, found: Candidates, span: tuple[int, int]) -> str:
    rows = np.flatnonzero(found.shown[span[0] : span[1]]) + span[0]
    return " ".join(page.text(row) for row in rows.tolist())


def _f1(found: Candidates, candidate: int, fits: dict[tuple[int, int], list[int] | None], true: int) -> float:
    starts, stops = found.spans(candidate)
    chosen = [fits[span] for span in zip(starts.tolist(), stops.tolist(), strict=True)]
    present = [each for each in chosen if each is not None]
    return list_f1(present, len(present), true)


def site_key(site: str) -> str:
    """The same for all hosts of one owner, nearly: the last two parts of a name."""
    parts = site.split(".")
    return ".".join(parts[-2:]) if len(parts) > 2 and parts[-2] not in ("co", "com") else site  # noqa: PLR2004


def stacked(lessons: Sequence[Lesson]) -> Stacked:
    useful = [lesson for lesson in lessons if len(lesson.f1) and lesson.f1.max() > LEAST_CEILING]
    sizes = np.array([len(lesson.f1) for lesson in useful])
    lost = np.concatenate([lesson.f1 - lesson.f1.max() for lesson in useful])
    evidence = np.concatenate([lesson.evidence for lesson in useful])
    return Stacked(evidence, np.exp(lost / GOOD_WITHIN), np.cumsum(sizes) - sizes, sizes)


def learned_weights(lessons: Stacked) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means, and weights that make the right candidate of each page the likeliest, as near to those by hand as may be.

    Few pages teach runs of siblings and the like; there the weights by hand, which know what such lists look like, stay in force.
    """
    table = derived(lessons.evidence)
    mean, deviation = table.mean(axis=0), table.std(axis=0) + 1e-6
    scaled = (table - mean) / deviation
    by_hand = dict(HandMadeRanking().weights)
    start = np.array([by_hand.get(name, 0.0) for name in DERIVED]) * deviation

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        by_score, right = lessons.shares(scaled @ weights)
        likelihood = np.add.reduceat(by_score * lessons.utility, lessons.starts)
        smoothing = SMOOTHING * (weights - start)
        return float(-np.log(likelihood).sum() + smoothing @ (weights - start) / 2), scaled.T @ (by_score - right) + smoothing

    fitted = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300})
    return mean, fitted.x / deviation


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def learn(lessons: Sequence[Lesson]) -> dict[str, object]:
    """The table as data."""
    mean, weight = learned_weights(stacked(lessons))
    weights = {name: [_rounded(m), _rounded(w)] for name, m, w in zip(DERIVED, mean, weight, strict=True)}
    return {"weights": weights, "no_list_below": -1e9}


def cross_validated(lessons: Sequence[Lesson], seed: int) -> list[Scores]:
    """Every page's scores by a table that has not seen its site."""
    sites = sorted({lesson.site for lesson in lessons})
    order = np.random.default_rng(seed).permutation(len(sites))
    fold = {site: int(place) % FOLDS for site, place in zip(sites, order, strict=True)}
    scores: dict[int, Scores] = {}
    for number in range(FOLDS):
        table = LearnedRanking.from_data(learn([lesson for lesson in lessons if fold[lesson.site] != number]))
        scores |= {place: table.scores(lesson.evidence) for place, lesson in enumerate(lessons) if fold[lesson.site] == number}
    return [scores[place] for place in range(len(lessons))]


def first_f1(lessons: Sequence[Lesson], scores: Sequence[Scores]) -> str:
    by_corpus: dict[str, list[float]] = defaultdict(list)
    for lesson, of_page in zip(lessons, scores, strict=True):
        by_corpus[lesson.corpus].append(lesson.first_f1(of_page))
    means = {corpus: statistics.fmean(values) for corpus, values in by_corpus.items()}
    whole = statistics.fmean(value for values in by_corpus.values() for value in values)
    return "  ".join(f"{corpus} {mean:.4f}" for corpus, mean in means.items()) + f"  all {whole:.4f}"


def no_list_below(lessons: Sequence[Lesson], scores: Sequence[Scores], right_from: float = 0.9) -> float:
    """The score under which the first list is none, by scores on unseen sites."""
    right = [float(of.max()) for lesson, of in zip(lessons, scores, strict=True) if lesson.first_f1(of) >= right_from]
    return _rounded(float(np.quantile(right, LOST_LISTS)) - MARGIN)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--write", action="store_true")
    lessons = read_lessons()
    print("best candidate    ", first_f1(lessons, [MUCH * lesson.f1 for lesson in lessons]))
    print("weights by hand   ", first_f1(lessons, [HandMadeRanking().scores(lesson.evidence) for lesson in lessons]))
    unseen = [cross_validated(lessons, seed) for seed in FOLD_SEEDS]
    for scores in unseen:
        print("learned, unseen   ", first_f1(lessons, scores))
    table = learn(lessons) | {"no_list_below": no_list_below(lessons, unseen[0])}
    print("learned, seen     ", first_f1(lessons, [LearnedRanking.from_data(table).scores(lesson.evidence) for lesson in lessons]))
    if arguments.parse_args().write:
        target = Path(__file__).parents[1] / "src" / "sitelode" / "tables" / "lists" / SHIPPED_TABLE
        target.write_text(json.dumps(table, separators=(",", ":")) + "\n", encoding="utf-8")
        print(f"written: {target.name}, {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
