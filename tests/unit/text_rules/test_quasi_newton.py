"""The search for weights ends at a minimum, and not before."""

import numpy as np
import pytest

from sitelode.text_rules.chain.quasi_newton import minimise


def test_a_short_first_step_does_not_end_the_search():
    """The first step moves all weights by one together: of a thousand that are far off it gains next to nothing."""
    curvature, minimum = np.linspace(1.0, 4.0, 1_000), np.full(1_000, 50.0)
    values = []

    def loss(point):
        moved = point - minimum
        values.append(float(curvature @ moved**2))
        return values[-1], 2 * curvature * moved

    found = minimise(loss, np.zeros(1_000), 60)

    assert values[0] - values[1] < 1e-4 * values[1]
    assert found == pytest.approx(minimum, abs=0.5)


def test_a_search_that_gains_nothing_ends():
    asked = []

    def loss(point):
        asked.append(point)
        return 1e9 + float(point @ point), 2 * point

    minimise(loss, np.full(3, 0.5), 1_000)

    assert len(asked) < 20
