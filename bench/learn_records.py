"""Learn the weights that rank the lists of a page, and measure them on unseen sites.

    python -m bench.learn_records            cross-validated F1 of the first list per corpus
    python -m bench.learn_records --write    learn from all pages and write the table into the package

Folds separate sites, over all corpora, so the printed figures are for unseen sites; or whole corpora are left out, which others collected
(pagetypes2 is the only one with threads and stays). The table written has seen all of them.
"""

import argparse
import json
import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.corpora import Row
from bench.hand_made_ranking import LISTING, THREAD, HandMadeRanking, Weights
from bench.record_truth import RECORD_CORPORA, THREADS, bag, fitting, is_thread, list_f1, record_pages, true_records
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.tables.lists.candidates import Candidates, find_candidates
from sitelode.tables.lists.evidence import Evidence, evidence_of
from sitelode.tables.lists.ranking import (
    DERIVED,
    SHIPPED_TABLE,
    SIGNS,
    LearnedRanking,
    Scores,
    WeightedSum,
    cost,
    derived,
    main_list_first,
    thread_signs,
)

FOLDS, FOLD_SEEDS = 5, (0, 1, 2)
MUCH = 1_000.0  # makes any difference of F1 larger than one of scores
GOOD_WITHIN = 0.04  # of F1: how fast a list that is not the best counts less
LEAST_CEILING = 0.3  # pages on which no candidate is better teach nothing
# Chosen among a few, by folds of sites: how strongly weights are held to those by hand, for listings and for threads; and the signs to 0.
LISTING_SMOOTHING, THREAD_SMOOTHING, SIGN_SMOOTHING = 250.0, 8.0, 20.0
SUPPOSED_THREADS = 0.4  # of the pages, that learning supposes to be threads. Set by hand
LEAST_WEIGHT = 0.02  # of a page that teaches
MARGIN = 1.5  # of score, for lists of a form that is rare here
LOST_LISTS, LOST_THREADS = 0.005, 0.01  # share of true first lists that the threshold for "no list" may cost
Numbers: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The candidates of a page, and how right each is."""

    corpus: str
    site: str
    found: Candidates
    evidence: Evidence
    f1: Numbers
    is_thread: bool = False

    def first_f1(self, scores: Scores) -> float:
        order = main_list_first(self.found, scores)
        return float(self.f1[order[0]]) if order else 0.0


@dataclass(frozen=True, slots=True)
class Stacked:
    """Many pages' candidates under each other."""

    evidence: Evidence
    utility: Numbers  # 1 for the best of a page, soon 0 for worse ones
    starts: NDArray[np.intp]
    sizes: NDArray[np.intp]
    weight: Numbers  # of each page

    def spread(self, per_page: Numbers) -> Numbers:
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
    page = parse((row["html"] or "").encode("utf-8", "replace"), row["url"] or "", "text/html; charset=utf-8")
    found = find_candidates(page)
    true = true_records(row)
    spans: dict[tuple[int, int], list[int] | None] = {}
    for span in set(zip(found.start.tolist(), found.stop.tolist(), strict=True)):
        mine = bag(_text(page, found, span))
        spans[span] = fitting(mine, true) if mine else None
    f1 = [_f1(found, candidate, spans, len(true)) for candidate in range(len(found))]
    return Lesson(corpus, site_key(row["site"]), found, evidence_of(page, found), np.array(f1), is_thread(row))


def _text(page: Page, found: Candidates, span: tuple[int, int]) -> str:
    rows = np.flatnonzero(found.shown[span[0] : span[1]]) + span[0]
    return " ".join(page.text(row) for row in rows.tolist())


def _f1(found: Candidates, candidate: int, fits: dict[tuple[int, int], list[int] | None], true: int) -> float:
    starts, stops = found.spans(candidate)
    chosen = [fits[span] for span in zip(starts.tolist(), stops.tolist(), strict=True)]
    present = [each for each in chosen if each is not None]
    return list_f1(present, len(present), true)


def site_key(site: str) -> str:
    """The same for all hosts of one owner, nearly: the last two parts of a name; a repository's name is whole."""
    if "/" in site:
        return site
    parts = site.split(".")
    return ".".join(parts[-2:]) if len(parts) > 2 and parts[-2] not in ("co", "com") else site  # noqa: PLR2004


def stacked(lessons: Sequence[Lesson], weights: Numbers | None = None) -> Stacked:
    """The lessons that teach something; all weigh the same if no weights are given."""
    every = np.ones(len(lessons)) if weights is None else weights
    useful = [
        place for place, lesson in enumerate(lessons) if len(lesson.f1) and lesson.f1.max() > LEAST_CEILING and every[place] > LEAST_WEIGHT
    ]
    sizes = np.array([len(lessons[place].f1) for place in useful])
    lost = np.concatenate([lessons[place].f1 - lessons[place].f1.max() for place in useful])
    evidence = np.concatenate([lessons[place].evidence for place in useful])
    return Stacked(evidence, np.exp(lost / GOOD_WITHIN), np.cumsum(sizes) - sizes, sizes, every[useful])


def learned_weights(lessons: Stacked, by_hand: Weights, smoothing: float) -> WeightedSum:
    """Weights that make the right candidate of each page the likeliest, as near to those by hand as may be.

    Few pages teach runs of siblings and the like; there the weights by hand, which know what such lists look like, stay in force.
    """
    table = derived(lessons.evidence)
    mean, deviation = table.mean(axis=0), table.std(axis=0) + 1e-6
    scaled = (table - mean) / deviation
    start = np.array([dict(by_hand).get(name, 0.0) for name in DERIVED]) * deviation
    of_candidates, lost = lessons.spread(lessons.weight), cost(lessons.evidence)

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        by_score, right = lessons.shares(scaled @ weights - lost)
        likelihood = np.add.reduceat(by_score * lessons.utility, lessons.starts)
        held = smoothing * (weights - start)
        return float(-(lessons.weight * np.log(likelihood)).sum() + held @ (weights - start) / 2), scaled.T @ (
            of_candidates * (by_score - right)
        ) + held

    fixed = [(0, None) if weight > 0 else (None, 0) if weight < 0 else (None, None) for weight in start]  # reason gives the sign
    fitted = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=fixed, options={"maxiter": 200})
    return WeightedSum(mean, fitted.x / deviation)


def learned_signs(signs: Numbers, threads: NDArray[np.bool_], weights: Numbers) -> tuple[WeightedSum, float]:
    """What tells a thread from a listing: logistic regression, as if a part SUPPOSED_THREADS of all pages were threads."""
    mean, deviation = signs.mean(axis=0), signs.std(axis=0) + 1e-9
    table = np.concatenate(((signs - mean) / deviation, np.ones((len(signs), 1))), axis=1)
    parts = np.where(threads, SUPPOSED_THREADS / weights[threads].sum(), (1 - SUPPOSED_THREADS) / weights[~threads].sum())
    even = weights * parts * len(weights)
    smoothed = np.array([SIGN_SMOOTHING] * signs.shape[1] + [0.0])

    def loss(fit: Numbers) -> tuple[float, Numbers]:
        total = table @ fit
        share = 1 / (1 + np.exp(-total))
        return float((even * (np.logaddexp(0, total) - threads * total)).sum() + smoothed @ fit**2 / 2), table.T @ (
            even * (share - threads)
        ) + smoothed * fit

    fitted = minimize(loss, np.zeros(table.shape[1]), jac=True, method="L-BFGS-B").x
    return WeightedSum(mean, fitted[:-1] / deviation), float(fitted[-1])


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def _as_data(names: Sequence[str], learned: WeightedSum) -> dict[str, list[float]]:
    return {name: [_rounded(mean), _rounded(weight)] for name, mean, weight in zip(names, learned.mean, learned.weight, strict=True)}


def learn(lessons: Sequence[Lesson]) -> dict[str, object]:
    """The table as data. A site with many pages counts by the square root of their number.

    Weights for listings are learnt from listings; those for threads from threads, and from listings as far as these look like threads.
    """
    pages = Counter(lesson.site for lesson in lessons)
    kept = [lesson for lesson in lessons if len(lesson.evidence)]
    fair = np.array([pages[lesson.site] ** -0.5 for lesson in kept])
    fair *= len(fair) / fair.sum()
    threads = np.array([lesson.is_thread for lesson in kept])
    listing = learned_weights(stacked(kept, fair * ~threads), LISTING, LISTING_SMOOTHING)
    signs = np.array([thread_signs(lesson.evidence, listing.of(derived(lesson.evidence))) for lesson in kept])
    telling, bias = learned_signs(signs, threads, fair)
    share = 1 / (1 + np.exp(-(telling.of(signs) + bias)))
    thread = learned_weights(stacked(kept, fair * np.where(threads, 1.0, share)), THREAD, THREAD_SMOOTHING)
    return {
        "listing": _as_data(DERIVED, listing), "thread": _as_data(DERIVED, thread), "signs": _as_data(SIGNS, telling),
        "bias": _rounded(bias), "no_list_below": -1e9, "thread_shift": 0.0,
    }  # fmt: skip


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


def other_corpora(lessons: Sequence[Lesson]) -> list[Scores]:
    """Every page's scores by a table that has seen no page of its corpus; those of the only corpus with threads by one that has."""
    scores: dict[int, Scores] = {}
    for corpus in RECORD_CORPORA:
        others = [lesson for lesson in lessons if lesson.corpus != corpus or corpus == THREADS]
        table = LearnedRanking.from_data(learn(others))
        scores |= {place: table.scores(lesson.evidence) for place, lesson in enumerate(lessons) if lesson.corpus == corpus}
    return [scores[place] for place in range(len(lessons))]


def first_f1(lessons: Sequence[Lesson], scores: Sequence[Scores]) -> str:
    by_corpus: dict[str, list[float]] = defaultdict(list)
    for lesson, of_page in zip(lessons, scores, strict=True):
        by_corpus[lesson.corpus].append(lesson.first_f1(of_page))
    means = {corpus: statistics.fmean(values) for corpus, values in by_corpus.items()}
    whole = statistics.fmean(value for values in by_corpus.values() for value in values)
    return "  ".join(f"{corpus} {mean:.4f}" for corpus, mean in means.items()) + f"  all {whole:.4f}"


def thresholds(lessons: Sequence[Lesson], scores: Sequence[Scores], right_from: float = 0.9) -> dict[str, float]:
    """The score under which the first list is none, by scores on unseen sites, and by how much that of threads differs.

    Pages of prose look like threads, so these must reach more, at the price of more lists lost.
    """
    right: dict[bool, list[float]] = {False: [], True: []}
    for lesson, of in zip(lessons, scores, strict=True):
        if lesson.first_f1(of) >= right_from:
            right[lesson.is_thread].append(float(of.max()))
    listings = float(np.quantile(right[False], LOST_LISTS)) - MARGIN
    threads = float(np.quantile(right[True], LOST_THREADS))
    return {"no_list_below": _rounded(listings), "thread_shift": _rounded(listings - threads)}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--write", action="store_true")
    lessons = read_lessons()
    print("best candidate    ", first_f1(lessons, [MUCH * lesson.f1 for lesson in lessons]))
    print("weights by hand   ", first_f1(lessons, [HandMadeRanking().scores(lesson.evidence) for lesson in lessons]))
    unseen = [cross_validated(lessons, seed) for seed in FOLD_SEEDS]
    for scores in unseen:
        print("learned, unseen   ", first_f1(lessons, scores))
    print("learned, unseen corpora", first_f1(lessons, other_corpora(lessons)))
    table = learn(lessons) | thresholds(lessons, unseen[0])
    print("learned, seen     ", first_f1(lessons, [LearnedRanking.from_data(table).scores(lesson.evidence) for lesson in lessons]))
    if arguments.parse_args().write:
        target = Path(__file__).parents[1] / "src" / "sitelode" / "tables" / "lists" / SHIPPED_TABLE
        target.write_text(json.dumps(table, separators=(",", ":")) + "\n", encoding="utf-8")
        print(f"written: {target.name}, {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
