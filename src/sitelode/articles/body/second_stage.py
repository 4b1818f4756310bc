"""Features of the second stage: the first-stage probabilities around each path class.

A list inside text that is clearly body is body too, and a box among teasers is a teaser, however it looks itself.
"""

import numpy as np

from sitelode.articles.body.feature_names import LEVELS
from sitelode.articles.body.features import ClassFeatures, Floats, FloatTable
from sitelode.articles.body.kernels.second_stage import surroundings
from sitelode.articles.body.kernels.tree import core_distances, grouped_means


def second_stage_features(features: ClassFeatures, opinion: Floats) -> FloatTable:
    """One row per class, columns as in SECOND_STAGE_FEATURES."""
    tree, segments = features.tree, features.segments
    around = surroundings(
        segments.start, segments.element_start, segments.above, segments.holder, segments.width, opinion[features.class_of]
    )
    means = grouped_means(around, features.class_of, len(features.path))
    width = features.width
    mass_below = tree.sums(features.path, width * opinion)
    core = core_distances(tree.above, mass_below)[features.path]
    whole = max(float(mass_below[0]), 1.0)
    levels = _levels(features, width, opinion, mass_below, whole)
    return np.column_stack((opinion, means, *levels, core, width * opinion / whole)).astype(np.float32)


def _levels(features: ClassFeatures, width: Floats, opinion: Floats, mass_below: Floats, whole: float) -> list[Floats]:
    """At each level, the mean probability of everything else below it, and its share of the expected body."""
    width_below = features.tree.sums(features.path, width)
    shares, weights, element = [], [], features.path
    for _ in range(LEVELS):
        others, other_mass = width_below[element] - width, mass_below[element] - width * opinion
        shares.append(np.where(others >= 1, other_mass / np.maximum(others, 1), opinion))
        weights.append(other_mass / whole)
        element = np.maximum(features.tree.above[element], 0)
    return shares + weights
