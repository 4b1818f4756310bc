"""Worked examples of the News Ripper thesis, chapters 9 and 12. Its figures are not in its text: trees are rebuilt from the words."""

import numpy as np
import pytest
from tree_texts import LabelNames, tree_from_text

from sitelode_lab.trees.edit_distance import bottom_up_mapping, edit_mapping
from sitelode_lab.trees.mapping_clusters import fooled_pairs, fooled_warning
from sitelode_lab.trees.tree_mapping import fast_mapping, fine_mapping, mapping_cost, restricted_mapping, top_down_mapping

# 12.2.2: perdu.com, and the same page without its second heading. A text is a leaf `#`.
PERDU = "html(head(title(#)) body(h1(#) h2(#) pre(#)))"
PERDU_SHORTER = "html(head(title(#)) body(h1(#) pre(#)))"

# 12.5.2 says that the left page has 13 nodes and the right one 11, of which pre, b and i with their contents become one text by default,
# that 8 nodes are common with all tags and all 7 of the right tree by default.
ALL_TAGS = "html(body(h1(#) h2(#) h3(#) pre(b(#) i(#))))", "html(body(h1(#) h2(#) pre(# b(i(#)))))"
DEFAULT_TAGS = "html(body(h1(#) h2(#) h3(#) #))", "html(body(h1(#) h2(#) #))"


def trees(*texts):
    names = LabelNames()
    return [tree_from_text(text, names.number) for text in texts]


def test_cost_of_the_mapping_in_figure_9_2():
    # Labels in document order are given: r a o u a a e e e c, and r a a e e e e c.
    left, right = trees("r(a(o u a a) e(e e c))", "r(a(a e) e(e e c))")
    partner = np.array([0, -1, -1, -1, -1, -1, 4, 5, 6, 7])

    assert mapping_cost(left, right, partner) == (0 * 1) + (3 * 1) + (5 * 1) == 8


def test_restricted_replaces_at_the_leaves_only_as_9_5_defines():
    left, right = trees("r(a(x y))", "r(b(x y))")

    assert top_down_mapping(left, right).cost == 1
    assert restricted_mapping(left, right).cost == 1 + 2 + 2


def test_fast_stops_at_the_heading_that_perdu_lost():
    left, right = trees(PERDU, PERDU_SHORTER)

    mapping = fast_mapping(left, right)

    assert np.flatnonzero(mapping.left_common).tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert mapping.similarity == 7 / 11


def test_fine_adds_the_two_nodes_that_fast_misses():
    left, right = trees(PERDU, PERDU_SHORTER)

    fast, fine = fast_mapping(left, right), fine_mapping(left, right)

    # "completed by matching both nodes PRE and both nodes *<--"
    assert np.flatnonzero(fine.left_common & ~fast.left_common).tolist() == [9, 10]
    assert fine.right_common.all()
    assert fine.similarity == 9 / 11


def test_fine_sorts_children_as_12_3_tells():
    # Children of body by size: table 7, table 3, h1 2 on one side, table 7 and h1 2 on the other.
    left, right = trees("body(h1(#) table(tr(td)) table(tr(td(#)) tr(td(#))))", "body(h1(#) table(tr(td(#)) tr(td(#))))")

    mapping = fine_mapping(left, right)

    assert mapping.pairs.tolist() == [[0, 0], [1, 1], [2, 2], *([left_node, left_node - 3] for left_node in range(6, 13))]


def test_an_extra_element_fools_fast_but_not_fine():
    """12.2.3: before a large table, one page has an element more."""
    table = "table(tr(td td td) tr(td td td) tr(td td td))"
    left, right = trees(f"body({table})", f"body(table(tr(td)) {table})")

    assert fast_mapping(left, right).common_size == 4
    assert fine_mapping(left, right).common_size == 14
    assert restricted_mapping(left, right).common_size == 14


@pytest.mark.parametrize(
    ("pages", "sizes", "common", "similarity"),
    [
        pytest.param(ALL_TAGS, (13, 11), 8, 0.615, id="all tags selected"),
        pytest.param(DEFAULT_TAGS, (9, 7), 7, 0.778, id="default selection"),
    ],
)
def test_fewer_inline_tags_raise_the_similarity(pages, sizes, common, similarity):
    left, right = trees(*pages)

    mapping = fine_mapping(left, right)

    assert (len(left), len(right)) == sizes
    assert mapping.common_size == common
    assert mapping.similarity == pytest.approx(similarity, abs=0.001)


@pytest.mark.parametrize("method", [fast_mapping, fine_mapping])
def test_the_order_of_the_trees_does_not_matter(method):
    """12.2.3 expects the fast mapping to depend on it; as 12.2.1 defines it, it does not."""
    left, right = trees("a(b(c d) e)", "a(b(c) e(f) g)")

    assert method(left, right).pairs.tolist() == method(right, left).pairs[:, ::-1].tolist()


def test_the_edit_distance_of_figure_9_2_is_no_more_than_the_mapping_shown():
    """9.4: the figure shows a mapping of cost 8; without restrictions the cheapest costs 3: remove u and one a, replace o."""
    left, right = trees("r(a(o u a a) e(e e c))", "r(a(a e) e(e e c))")
    mapping = edit_mapping(left, right)

    assert mapping.cost == 3
    assert mapping.exact


def test_a_node_may_be_removed_anywhere_and_its_children_move_up():
    left, right = trees("r(b(x y) z)", "r(x y z)")

    assert edit_mapping(left, right).cost == 1
    assert top_down_mapping(left, right).cost > 1


def test_bottom_up_finds_identical_nodes_from_the_leaves():
    """10.2: equal subtrees below different elements, which no top-down mapping can see."""
    left, right = trees("html(body(div(table(tr(td td))) p))", "html(body(form(table(tr(td td))) p))")
    mapping = bottom_up_mapping(left, right)

    assert mapping.left_common.tolist() == [False, False, False, True, True, True, True, True]
    assert mapping.common_size == 5
    assert restricted_mapping(left, right).common_size == 3


def test_a_word_of_warning_where_fast_is_fooled():
    """Conclusion of the thesis: the user should be warned instead of having to check the output."""
    fooled = trees("html(body(div p(#) p(#) p(#) p(#)))", "html(body(p(#) p(#) p(#) p(#)))")
    alike = trees(PERDU, PERDU)

    assert "a similarity of 0.182, fine finds 0.909" in fooled_warning(fast_mapping(*fooled), fine_mapping(*fooled))
    assert fooled_warning(fast_mapping(*alike), fine_mapping(*alike)) is None
    assert (fooled_pairs(fooled), fooled_pairs(alike)) == (1, 0)
