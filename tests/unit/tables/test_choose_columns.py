"""Columns of detail pages, chosen greedily, against the same by looking at all keys each time."""

import random
from collections import Counter
from math import sqrt

import numpy as np
import pytest

from sitelode.tables.details.choose_columns import Keys, greedy_columns

MUCH = 1_000_000


def quickly(keys, columns, single, weight, least_pages, effort=MUCH):
    page, label, shape = columns
    nodes, starts = np.array([node for key in keys for node in key], np.int32), np.cumsum([0, *map(len, keys)])
    of_nodes = np.array(page, np.int32), np.array(label), np.array(shape)
    return greedy_columns(Keys(nodes, starts, np.array(single), np.array(weight), *of_nodes), least_pages, effort)


def slowly(keys, columns, single, weight, least_pages):
    """The best key, then the best on the nodes that are left, and so on."""
    page, label, shape = columns
    covered, chosen = set(), []
    while True:
        scored = []
        for key, nodes in enumerate(keys):
            free = [node for node in nodes if node not in covered]
            pages = len({page[node] for node in free})
            if key not in chosen and pages >= least_pages:
                alike = max(max(Counter(label[node] for node in free).values()) / len(free), single[key])
                form = sqrt(max(Counter(shape[node] for node in free).values()) / len(free))
                scored.append((weight[key] * pages * alike * form * (pages / len(free)) ** 2, -key))
        if not scored:
            return chosen
        best = -max(scored)[1]
        chosen.append(best)
        covered |= set(keys[best])


@pytest.mark.parametrize("seed", range(20))
def test_the_best_key_on_what_is_left_comes_next(seed):
    chance = random.Random(seed)
    nodes = chance.randint(5, 60)
    columns = list(range(nodes)), [0] * nodes, [0] * nodes  # one node a page and all alike: scores fall as nodes are taken
    keys = [sorted(chance.sample(range(nodes), chance.randint(1, min(nodes, 12)))) for _ in range(chance.randint(1, 25))]
    given = keys, columns, [0.0] * len(keys), [chance.random() for _ in keys], chance.randint(1, 4)

    assert quickly(*given) == slowly(*given)


@pytest.mark.parametrize("seed", range(20))
def test_keys_with_nothing_in_common_are_in_the_order_of_their_scores(seed):
    chance = random.Random(seed)
    keys = [list(range(8 * key, 8 * key + chance.randint(1, 8))) for key in range(20)]
    columns = [[chance.randrange(most) for _ in range(160)] for most in (6, 3, 4)]
    given = keys, columns, [chance.random() for _ in keys], [chance.random() for _ in keys], 2

    assert quickly(*given) == slowly(*given)


def test_beyond_its_effort_scores_of_before_are_used():
    keys, columns = [[0, 1, 2, 3], [0, 1, 2, 4], [4, 5]], (range(6), [0] * 6, [0] * 6)

    assert quickly(keys, columns, [1.0] * 3, [1.0, 0.9, 0.8], 1) == [0, 2]
    assert quickly(keys, columns, [1.0] * 3, [1.0, 0.9, 0.8], 1, effort=0) == [0, 1, 2]
