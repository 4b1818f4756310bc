"""The general tree edit distance beside a search over all mappings, and mapping from the leaves up."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from oracles.slow_tree_mappings import all_mappings, is_mapping

from sitelode_lab.trees.edit_distance import ALL_MAPPINGS, bottom_up_mapping, edit_mapping
from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.tree_mapping import EditCosts, mapping_cost, restricted_mapping


@st.composite
def trees(draw, most=5):
    size = draw(st.integers(1, most))
    parents = [-1]
    for node in range(1, size):
        chain, above = [node - 1], parents[node - 1]
        while above >= 0:
            chain.append(above)
            above = parents[above]
        parents.append(draw(st.sampled_from(chain)))
    return LabelledTree.from_parents([draw(st.integers(0, 2)) for _ in range(size)], parents)


@given(trees(), trees(), st.sampled_from([EditCosts(), EditCosts(3, 1, 1), EditCosts(1, 2, 3)]))
def test_no_mapping_is_cheaper(left, right, costs):
    found = edit_mapping(left, right, costs)

    assert is_mapping(left, right, found.partner)
    assert found.cost == min(mapping_cost(left, right, np.array(partner, np.int32), costs) for partner in all_mappings(left, right))


@given(trees(12), trees(12))
def test_restrictions_never_make_it_cheaper_and_the_order_does_not_matter(left, right):
    assert edit_mapping(left, right).cost <= restricted_mapping(left, right).cost
    assert edit_mapping(left, right).cost == edit_mapping(right, left).cost


@given(trees(12), trees(12))
def test_bottom_up_maps_equal_subtrees_once(left, right):
    partner = bottom_up_mapping(left, right).partner
    mapped = partner[partner >= 0]

    assert len(set(mapped.tolist())) == len(mapped)
    assert (left.fingerprint[partner >= 0] == right.fingerprint[mapped]).all()


def test_equal_and_empty_trees():
    tree, empty = LabelledTree.from_parents([1, 2, 3], [-1, 0, 0]), LabelledTree.from_parents([], [])

    for mapping in ALL_MAPPINGS.values():
        assert mapping(tree, tree).similarity == 1
        assert mapping(tree, empty).common_size == 0
        assert mapping(empty, empty).similarity == 1


def test_beyond_the_budget_the_answer_is_marked():
    left = LabelledTree.from_parents([0, *[1, 2] * 20], [-1, *[0] * 40])
    right = LabelledTree.from_parents([0, *[2, 1] * 20], [-1, *[0] * 40])

    assert edit_mapping(left, right).exact
    assert not edit_mapping(left, right, step_budget=100).exact
