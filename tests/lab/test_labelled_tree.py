import numpy as np
import pytest
from hypothesis import given
from oracles.slow_tree_mappings import labelled_tree, nested
from strategies import nested_trees
from tree_texts import LabelNames, tree_from_text, tree_to_text

from sitelode_lab.trees.labelled_tree import LabelledTree


def tree(text):
    return tree_from_text(text, LabelNames().number)


def test_rows_are_in_document_order():
    page = tree("html(head(title) body(p p))")

    assert page.label.tolist() == [0, 1, 2, 3, 4, 4]
    assert page.parent.tolist() == [-1, 0, 1, 0, 3, 3]
    assert page.end.tolist() == [6, 3, 3, 6, 5, 6]


def test_equal_subtrees_are_twins_and_share_a_fingerprint_in_any_tree():
    names = LabelNames()
    one = tree_from_text("a(b(c d) e b(c d))", names.number)
    other = tree_from_text("e(b(c d))", names.number)

    assert one.twin.tolist() == [0, 1, 2, 3, 4, 1, 2, 3]
    assert one.fingerprint[5] == other.fingerprint[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("a(b c)", "a(c b)", id="order"),
        pytest.param("a(b(c))", "a(b c)", id="depth"),
        pytest.param("a(b)", "b(a)", id="labels"),
        pytest.param("a(b b)", "a(b)", id="number"),
        pytest.param("a(b(c) c)", "a(b(c c))", id="grouping"),
    ],
)
def test_different_trees_have_different_fingerprints(one, other):
    names = LabelNames()

    assert tree_from_text(one, names.number).root_fingerprint != tree_from_text(other, names.number).root_fingerprint


@given(nested_trees(), nested_trees())
def test_fingerprints_are_equal_for_equal_subtrees_only(one, other):
    left, right = labelled_tree(one), labelled_tree(other)
    by_print = {int(left.fingerprint[node]): nested(left, node) for node in range(len(left))}

    for node in range(len(right)):
        assert by_print.get(int(right.fingerprint[node]), nested(right, node)) == nested(right, node)
    assert [nested(left, int(twin)) for twin in left.twin] == [nested(left, node) for node in range(len(left))]


@given(nested_trees())
def test_text_is_read_as_it_was_written(node):
    page = labelled_tree(node)

    again = tree_from_text(tree_to_text(page, str), int)

    assert again.label.tolist() == page.label.tolist()
    assert again.parent.tolist() == page.parent.tolist()


@pytest.mark.parametrize(
    ("label", "parent", "problem"),
    [
        pytest.param([0, 1], [-1], "one label and one parent", id="unequal columns"),
        pytest.param([0, 1], [-1, -1], "node 1 with parent -1", id="two roots"),
        pytest.param([0], [0], "node 0 with parent 0", id="no root"),
        pytest.param([0, 1, 2], [-1, 2, 0], "node 1 with parent 2", id="child before its parent"),
        pytest.param([0, 1, 2, 3], [-1, 0, 0, 1], "node 3 with parent 1", id="back to a closed subtree"),
        pytest.param([0, 1], [-1, -7], "node 1 with parent -7", id="parent out of range"),
    ],
)
def test_rows_that_are_no_tree_are_refused(label, parent, problem):
    with pytest.raises(ValueError, match=problem):
        LabelledTree.from_parents(label, parent)


def test_an_empty_tree_has_no_rows():
    empty = LabelledTree.from_parents([], [])

    assert (len(empty), empty.root_fingerprint) == (0, 0)


def test_a_very_deep_tree():
    depth = 100_000
    chain = LabelledTree.from_parents(np.zeros(depth), np.arange(depth) - 1)

    assert chain.end.tolist() == [depth] * depth
    assert len(set(chain.fingerprint.tolist())) == depth
