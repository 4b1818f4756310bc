import os

import numpy as np

os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiling takes far longer than these few trees; nothing else here uses Numba

from bench.boosting import Boosted, BoostingSettings, boost
from bench.learn_weights import compact, mean_of


def test_a_mean_of_learners_says_what_they_say_in_the_mean():
    chance = np.random.default_rng(0)
    table = chance.normal(size=(400, 3)).astype(np.float32)
    target = (table[:, 0] + table[:, 1] > 0).astype(np.float64)
    learners = [boost(table, target, np.ones(400), BoostingSettings(trees=5, depth=2, seed=seed)) for seed in range(3)]

    def scores(found: Boosted):
        return compact(found, ("a", "b", "c")).scores(table, ("a", "b", "c"))

    np.testing.assert_allclose(scores(mean_of(learners)), np.mean([scores(each) for each in learners], axis=0), atol=1e-5)
    assert np.ptp([scores(each) for each in learners], axis=0).max() > 0.01
