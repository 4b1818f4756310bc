"""What the two learnt models make of the truth, on the fixed sample of `bench.floors`, and the features they look at.

Texts and lists come out right although one feature of many is damaged: of 14 columns set to zero by hand, end scores noticed three. The
likelihood that a model gives to the truth moves with nearly every feature, and the mean of each column with every one.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bench.article_samples import Sample, samples_of
from bench.corpora import ArticleSite, Row
from bench.learn_records import LEAST_CEILING, lesson_of, stacked
from sitelode.articles.body.feature_names import FEATURES
from sitelode.articles.body.study import class_probabilities
from sitelode.tables.lists.evidence import COLUMNS
from sitelode.tables.lists.ranking import shipped_ranking

CERTAIN = 1e-4  # as sure as a probability may be: one class judged wrongly with certainty shall not outweigh all others. Set by hand


def body_model(sites: Sequence[tuple[str, ArticleSite]]) -> tuple[dict[str, float], dict[str, float]]:
    """The likelihood of the true body, and the mean of every feature."""
    samples = [sample for corpus, site in sites for sample in samples_of(corpus, site)]
    table = np.concatenate([one.features.table for one in samples])
    target = np.concatenate([one.target for one in samples])
    return {"likelihood": _body_likelihood(samples)}, _means(table, FEATURES, target)


def _body_likelihood(samples: Sequence[Sample]) -> float:
    """Of an average piece of text, each counted as in learning."""
    lost, total = 0.0, 0.0
    for sample in samples:
        chance = np.clip(class_probabilities(sample.features), CERTAIN, 1 - CERTAIN)
        weight = sample.weight * sample.importance
        lost -= float(weight @ (sample.target * np.log(chance) + (1 - sample.target) * np.log(1 - chance)))
        total += float(weight.sum())
    return float(np.exp(-lost / total))


def list_model(rows: Sequence[Row]) -> tuple[dict[str, float], dict[str, float]]:
    """The likelihood of the right list of a page, and the mean of every feature."""
    lessons = [lesson_of("", row) for row in rows]
    pages = stacked(lessons)
    scores = [shipped_ranking().scores(lesson.evidence) for lesson in lessons if lesson.f1.max(initial=0.0) > LEAST_CEILING]
    by_score, _ = pages.shares(np.concatenate(scores))
    likelihood = np.add.reduceat(by_score * pages.utility, pages.starts)
    return {"likelihood": float(np.exp(np.log(np.maximum(likelihood, CERTAIN)).mean()))}, _means(pages.evidence, COLUMNS, pages.utility)


def _means(table: NDArray[np.float32], names: Sequence[str], truth: NDArray[np.float64]) -> dict[str, float]:
    """The mean of each column; what is right counts twice, so that the same values in other rows give another mean."""
    means = (1 + truth) @ table.astype(np.float64) / (len(table) + truth.sum())
    return dict(zip(names, means.tolist(), strict=True))
