from concurrent.futures import ThreadPoolExecutor
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from machine_speed import slowness
from oracles import slow_tree_mappings as slow
from strategies import nested_trees, related_trees
from tree_texts import LabelNames, tree_from_text

from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.mapping_clusters import similarities_of_pairs
from sitelode_lab.trees.tree_mapping import (
    MAPPINGS,
    EditCosts,
    fast_mapping,
    fine_mapping,
    mapping_cost,
    restricted_mapping,
    top_down_mapping,
)

CHEAPEST = {"top-down": top_down_mapping, "restricted": restricted_mapping}
tree_pairs = st.one_of(related_trees(), st.tuples(nested_trees(), nested_trees()))
all_mappings = pytest.mark.parametrize("method", MAPPINGS.values(), ids=MAPPINGS.keys())
cheapest_mappings = pytest.mark.parametrize("method", CHEAPEST.values(), ids=CHEAPEST.keys())


def trees(*texts):
    names = LabelNames()
    return [tree_from_text(text, names.number) for text in texts]


def restricted_or_not(method):
    return method is restricted_mapping


@given(tree_pairs)
def test_fast_agrees_with_the_literal_version(pair):
    left, right = map(slow.labelled_tree, pair)

    assert fast_mapping(left, right).partner.tolist() == slow.fast_partners(*pair)


@given(tree_pairs)
def test_fine_agrees_with_the_literal_version(pair):
    left, right = map(slow.labelled_tree, pair)

    assert fine_mapping(left, right).partner.tolist() == slow.fine_partners(*pair)


def test_fine_sorts_long_lists_of_children_as_the_literal_version_does():
    children = [(label, ((label, ()),) * (number % 4)) for number in range(40) for label in (2, 0, 1)]
    left, right = (9, tuple(children)), (9, tuple(children[50:] + children[:30]))

    assert fine_mapping(slow.labelled_tree(left), slow.labelled_tree(right)).partner.tolist() == slow.fine_partners(left, right)


@cheapest_mappings
@given(pair=tree_pairs)
def test_the_cheapest_mapping_agrees_with_the_literal_version(method, pair):
    left, right = map(slow.labelled_tree, pair)
    cost, replaced = slow.cheapest(*pair, restricted=restricted_or_not(method))

    mapping = method(left, right)

    assert mapping.exact
    assert mapping.cost == cost
    assert mapping.common_size == (len(left) + len(right) - cost - replaced) // 2


@cheapest_mappings
@given(pair=tree_pairs, costs=st.builds(EditCosts, st.integers(0, 5), st.integers(0, 3), st.integers(0, 3)))
def test_other_costs_agree_with_the_literal_version(method, pair, costs):
    left, right = map(slow.labelled_tree, pair)
    cost, _ = slow.cheapest(*pair, restricted=restricted_or_not(method), replace=costs.replace, insert=costs.insert, remove=costs.remove)

    mapping = method(left, right, costs)

    assert mapping.cost == min(cost, costs.remove * len(left) + costs.insert * len(right))
    assert mapping.cost == mapping_cost(left, right, mapping.partner, costs)


@cheapest_mappings
@given(pair=tree_pairs, budget=st.sampled_from([10**6, 0]))
def test_what_is_returned_is_a_mapping_of_its_kind(method, pair, budget):
    left, right = map(slow.labelled_tree, pair)

    mapping = method(left, right, cell_budget=budget)

    assert slow.is_mapping(left, right, mapping.partner)
    assert slow.is_top_down(left, right, mapping.partner)
    assert not restricted_or_not(method) or slow.is_restricted(left, right, mapping.partner)
    assert mapping.cost == mapping_cost(left, right, mapping.partner)
    assert mapping.cost >= slow.cheapest(*pair, restricted=restricted_or_not(method))[0]


@cheapest_mappings
@given(pair=st.tuples(nested_trees(max_nodes=5, labels=2), nested_trees(max_nodes=5, labels=2)))
def test_no_mapping_of_its_kind_is_cheaper(method, pair):
    left, right = map(slow.labelled_tree, pair)

    cheapest = min(
        mapping_cost(left, right, np.array(partner))
        for partner in slow.all_mappings(left, right)
        if slow.is_top_down(left, right, partner) and (not restricted_or_not(method) or slow.is_restricted(left, right, partner))
    )

    assert method(left, right).cost == cheapest


@all_mappings
@given(pair=tree_pairs)
def test_turning_the_trees_round_turns_the_mapping_round(method, pair):
    left, right = map(slow.labelled_tree, pair)

    there, back = method(left, right), method(right, left)

    assert sorted(there.pairs.tolist()) == sorted(back.pairs[:, ::-1].tolist())
    assert (there.cost, there.similarity) == (back.cost, back.similarity)


@all_mappings
@given(pair=tree_pairs)
def test_the_common_tree_is_what_is_mapped_to_the_same_label(method, pair):
    left, right = map(slow.labelled_tree, pair)

    mapping = method(left, right)

    same = [(i, j) for i, j in mapping.pairs.tolist() if left.label[i] == right.label[j]]
    assert np.flatnonzero(mapping.left_common).tolist() == sorted(i for i, _ in same)
    assert np.flatnonzero(mapping.right_common).tolist() == sorted(j for _, j in same)
    assert mapping.similarity == len(same) / max(len(left), len(right))


def test_restricted_maps_nothing_below_a_replaced_node_but_the_root():
    left, right = trees("r(a(x y))", "q(b(x y))")

    assert restricted_mapping(left, right).pairs.tolist() == [[0, 0], [1, 1]]
    assert top_down_mapping(left, right).pairs.tolist() == [[0, 0], [1, 1], [2, 2], [3, 3]]
    assert (restricted_mapping(left, right).cost, top_down_mapping(left, right).cost) == (6, 2)


def test_of_equally_cheap_mappings_the_one_with_most_in_common_counts():
    # Replacing a by b and b by c costs as much as removing a and inserting c.
    left, right = trees("r(a b)", "r(b c)")

    assert restricted_mapping(left, right).cost == 2
    assert restricted_mapping(left, right).common_size == 2


def test_replacing_is_avoided_where_it_is_dear():
    left, right = trees("a", "b")

    assert restricted_mapping(left, right, EditCosts(replace=3)).pairs.tolist() == []
    assert restricted_mapping(left, right, EditCosts(replace=3)).cost == 2
    assert restricted_mapping(left, right, EditCosts(replace=2)).pairs.tolist() == [[0, 0]]


@pytest.mark.parametrize(
    ("costs", "problem"),
    [
        pytest.param({"insert": -1}, "less than nothing", id="negative"),
        pytest.param({"remove": 2**31}, "would not fit", id="too large"),
    ],
)
def test_costs_that_make_no_sense_are_refused(costs, problem):
    left, right = trees("a(b)", "a")

    with pytest.raises(ValueError, match=problem):
        restricted_mapping(left, right, EditCosts(**costs))


@all_mappings
def test_empty_and_single_trees(method):
    empty, one, other = LabelledTree.from_parents([], []), *trees("a", "b")

    assert (method(empty, empty).cost, method(empty, empty).similarity) == (0, 1.0)
    assert (method(one, empty).cost, method(one, empty).similarity) == (1, 0.0)
    assert (method(one, one).cost, method(one, one).similarity) == (0, 1.0)
    assert method(one, other).similarity == 0.0
    assert similarities_of_pairs([empty, one], [[0, 0], [0, 1]]).tolist() == [1.0, 0.0]


def test_unknown_names_are_refused():
    (one,) = trees("a")

    with pytest.raises(ValueError, match="no mapping is called 'best'; take one of fast, fine"):
        similarities_of_pairs([one], [[0, 0]], "best")


@all_mappings
def test_equal_trees_need_no_budget(method):
    page = LabelledTree.from_parents(np.arange(1000) % 7, np.arange(1000) - 1)
    limit = {"cell_budget": 0} if method in CHEAPEST.values() else {}

    mapping = method(page, page, **limit)

    assert (mapping.cost, mapping.exact, mapping.similarity) == (0, True, 1.0)


@all_mappings
def test_very_deep_trees(method):
    depth = 20_000
    left = LabelledTree.from_parents(np.zeros(depth), np.arange(depth) - 1)
    right = LabelledTree.from_parents(np.arange(depth) == depth - 1, np.arange(depth) - 1)

    mapping = method(left, right)

    assert mapping.common_size == depth - 1
    assert mapping.exact


@cheapest_mappings
def test_fifteen_thousand_children_on_either_side(method):
    left = star([number % 11 for number in range(15_000)])
    right = star([7] * 100 + [number % 11 for number in range(14_700)] + [5] * 150)
    method(*trees("a(b c)", "a(c b)"), cell_budget=0)
    started = process_time()

    mapping = method(left, right)

    assert process_time() - started < 10 * slowness()
    assert not mapping.exact
    assert slow.is_top_down(left, right, mapping.partner)
    assert mapping.similarity > 0.9


def test_anchors_hold_a_long_list_together():
    # Every tenth child is one of a kind; without anchors a shift by 2,000 would lose all of them.
    unique = [1000 + number if number % 10 == 0 else number % 3 for number in range(6_000)]
    left, right = star([5, *unique, 6]), star([7] + [4] * 2000 + unique + [8])

    mapping = restricted_mapping(left, right, cell_budget=10**6)

    assert not mapping.exact
    assert mapping.common_size >= len(unique) + 1


def test_threads_can_share_trees():
    trees_of_sizes = [star([number % 5 for number in range(size)]) for size in range(40, 70)]

    def rates(number):
        return similarities_of_pairs(trees_of_sizes, [(number, other) for other in range(len(trees_of_sizes))], "top-down").tolist()

    one_by_one = [rates(number) for number in range(len(trees_of_sizes))]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(rates, list(range(len(trees_of_sizes))) * 3))

    assert together == one_by_one * 3


def star(labels):
    return LabelledTree.from_parents([0, *labels], [-1] + [0] * len(labels))
