import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import slow_ne_patterns as slow
from oracles.slow_tree_mappings import labelled_tree, nested
from strategies import nested_patterns, nested_trees, related_trees
from tree_texts import LabelNames, tree_from_text, tree_to_text

from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.ne_pattern import NePattern, Wildcard, compose, match_pattern, pattern_of
from sitelode_lab.trees.tree_mapping import restricted_mapping

WILDCARD_OF_SYMBOL = {wildcard.symbol: wildcard for wildcard in Wildcard}


class Names(LabelNames):
    """Names of a test; the symbols of wildcards are wildcards."""

    def pattern(self, text):
        return NePattern(tree_from_text(text, lambda name: WILDCARD_OF_SYMBOL.get(name) or self.number(name)))

    def tree(self, text):
        return tree_from_text(text, self.number)

    def name(self, label):
        return Wildcard(label).symbol if label < 0 else self.names[label]

    def text(self, pattern):
        return tree_to_text(pattern.tree, self.name)


@pytest.mark.parametrize(("entry", "expected"), slow.TABLE.items())
def test_composition_by_the_table(entry, expected):
    names = Names()
    one, other = (names.pattern(f"r(x {'n' if label == slow.N else names.name(label)} y)") for label in entry)

    assert names.text(compose(one, other)) == f"r(x {names.name(expected)} y)" == names.text(compose(other, one))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param("a(b c)", "a(b c)", "a(b c)", id="equal"),
        pytest.param("a(b)", "a(c)", "a($)", id="different labels"),
        pytest.param("a(b(x y))", "a(c(x))", "a($)", id="different subtrees"),
        pytest.param("a(b c)", "a(b)", "a(b ?)", id="a node more"),
        pytest.param("a(b)", "a(b c(d e))", "a(b ?)", id="a subtree more is one wildcard"),
        pytest.param("a(b + c)", "a(b c)", "a(b * c)", id="what must be there need not be any more"),
        pytest.param("a(b)", "c(b)", "$", id="different roots"),
        pytest.param("a(x b y)", "a(y b x)", "a($ b $)", id="replaced on both sides"),
    ],
)
def test_composition_of_two(one, other, expected):
    names = Names()

    assert names.text(compose(names.pattern(one), names.pattern(other))) == expected


@given(st.one_of(related_trees(), st.tuples(nested_patterns(), nested_patterns()), st.tuples(nested_patterns(), nested_trees())))
def test_composition_agrees_with_the_literal_version(pair):
    one, other = (NePattern(labelled_tree(node)) for node in pair)

    partner = restricted_mapping(one.tree, other.tree).partner

    assert nested(compose(one, other).tree) == slow.composed(one.tree, other.tree, partner)


@given(st.one_of(st.tuples(nested_patterns(), nested_trees()), related_trees()))
def test_matching_agrees_with_the_literal_version(pair):
    pattern, tree = NePattern(labelled_tree(pair[0])), labelled_tree(pair[1])

    assert match_pattern(pattern, tree).cost == slow.match_cost(*pair)


@given(st.lists(st.one_of(nested_trees()), min_size=2, max_size=4), st.booleans())
def test_captures_are_a_match_of_that_cost(nodes, fold):
    trees = [labelled_tree(node) for node in nodes]
    pattern = pattern_of(trees) if fold else compose(NePattern(trees[0]), NePattern(trees[1]))

    match = match_pattern(pattern, trees[0])

    assert match.cost == slow.cost_of_captures(pattern.tree, trees[0], match.first, match.stop)


@given(st.tuples(related_trees(), related_trees()))
def test_the_pattern_of_a_group_accepts_each_of_it(pairs):
    trees = [labelled_tree(node) for pair in pairs for node in pair]

    pattern = pattern_of(trees)

    assert all(match_pattern(pattern, tree).accepted for tree in trees)


@given(st.lists(nested_trees(), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_a_group_does_not_matter(nodes, random):
    trees = [labelled_tree(node) for node in nodes]
    shuffled = random.sample(trees, len(trees))

    assert pattern_of(trees).tree.root_fingerprint == pattern_of(shuffled).tree.root_fingerprint


@pytest.mark.parametrize(
    ("trees", "expected"),
    [
        pytest.param(["r(a)"], "r(a)", id="one tree"),
        pytest.param(["ul(li)", "ul(li li)", "ul(li li li li)"], "ul(li *)", id="a list of any length"),
        pytest.param(["ul", "ul(li)", "ul(li li li li)"], "ul(*)", id="that may be empty"),
        pytest.param(["d(h x f)", "d(h y y f)", "d(h z z z f)"], "d(h + f)", id="one or more of whatever"),
        pytest.param(["d(h p f)", "d(h q f)"], "d(h $ f)", id="exactly one of whatever"),
        pytest.param(["d(h p f)", "d(h f)"], "d(h ? f)", id="one or none"),
        pytest.param(["d(h a b f)", "d(h f)", "d(h f)"], "d(h * f)", id="neighbouring optional ones are one"),
    ],
)
def test_patterns_of_small_groups(trees, expected):
    names = Names()

    assert names.text(pattern_of([names.tree(text) for text in trees])) == expected


def test_a_pattern_does_not_grow_with_the_group():
    names = Names()
    trees = [names.tree(f"body(h1 {' '.join(f'x{number}{place}' for place in range(number % 7))} p(a b) f)") for number in range(200)]

    assert names.text(pattern_of(trees)) == "body(h1 * p(a b) f)"


@pytest.mark.parametrize(
    ("pattern", "tree", "cost"),
    [
        pytest.param("a(b)", "a(b)", 0, id="equal"),
        pytest.param("a(b)", "a(c)", math.inf, id="another label"),
        pytest.param("a(b)", "a(b b)", math.inf, id="one too many"),
        pytest.param("a(b c)", "a(b)", math.inf, id="one missing"),
        pytest.param("a($)", "a(b(c))", 0, id="a single takes a subtree"),
        pytest.param("a($)", "a", math.inf, id="a single takes no less"),
        pytest.param("a($)", "a(b c)", math.inf, id="a single takes no more"),
        pytest.param("a(+)", "a(b c d)", 0, id="a plus takes many"),
        pytest.param("a(+)", "a", math.inf, id="a plus takes no less than one"),
        pytest.param("a(? b)", "a(b)", 1, id="an option is discarded"),
        pytest.param("a(*)", "a", 1, id="a kleene is discarded"),
        pytest.param("a(* b *)", "a(c b d d)", 0, id="on both sides"),
        pytest.param("a(b(?) ? c(*))", "a(b c)", 3, id="each that is discarded counts"),
        pytest.param("$", "a(b)", 0, id="anything"),
        pytest.param("a(b($) $)", "a(b(x) b(x y))", 0, id="a wildcard below, and one after it"),
        pytest.param("a(* b($) *)", "a(b b(x y) b(x))", 1, id="only the last child fits"),
    ],
)
def test_matching(pattern, tree, cost):
    names = Names()

    assert match_pattern(names.pattern(pattern), names.tree(tree)).cost == cost


def test_captures_are_runs_of_rows():
    names = Names()
    pattern, tree = names.pattern("a(h $ * f(?))"), names.tree("a(h b(c) d e(f g) f)")

    match = match_pattern(pattern, tree)

    captured = {names.name(pattern.tree.label[node]): (match.first[node], match.stop[node]) for node in pattern.wildcards}
    assert captured == {"$": (2, 4), "*": (4, 8), "?": (-1, -1)}
    assert (match.first[0], match.stop[0]) == (0, 9)


def test_the_first_of_two_wildcards_captures_less():
    names = Names()
    match = match_pattern(names.pattern("a(* b *)"), names.tree("a(b b b b)"))

    assert match.first.tolist() == [0, 1, 2, 3]
    assert match.stop.tolist() == [5, 2, 3, 5]


def test_an_empty_tree_matches_what_is_optional():
    names, empty = Names(), LabelledTree.from_parents([], [])

    assert match_pattern(names.pattern("?"), empty).cost == 1
    assert not match_pattern(names.pattern("$"), empty).accepted


def test_too_large_is_said_and_rejected():
    names = Names()
    match = match_pattern(names.pattern("a(b * c)"), names.tree("a(b c c)"), cell_budget=0)

    assert (match.accepted, match.exact) == (False, False)


def test_very_deep_patterns():
    depth = 20_000
    chains = [LabelledTree.from_parents([0] * depth + [last], range(-1, depth)) for last in (1, 2)]

    pattern = pattern_of(chains)

    assert pattern.tree.label[-2:].tolist() == [0, Wildcard.SINGLE]
    assert match_pattern(pattern, chains[0]).first[-1] == depth
    assert len(pattern.to_text(str)) < 200 * depth


def test_wide_patterns():
    wide = [LabelledTree.from_parents([0] + [1 + number % 3 for number in range(width)], [-1] + [0] * width) for width in (5_000, 20_000)]

    pattern = pattern_of(wide)

    assert all(match_pattern(pattern, tree).accepted for tree in wide)


def test_plain_data_has_names_instead_of_numbers():
    names = Names()

    assert names.pattern("html(p ? p)").to_plain(names.name) == {
        "parent": [-1, 0, 0, 0],
        "name": ["html", "p", "", "p"],
        "wildcard": ["", "", "?", ""],
    }


def test_printed_with_indentation_and_repetitions():
    names = Names()

    text = names.pattern("html(head(title($)) body(ul(li(a) li(a) li(a) *) ? p))").to_text(names.name)

    assert text.splitlines() == [
        "html",
        "  head",
        "    title",
        "      $",
        "  body",
        "    ul",
        "      li x3",
        "        a",
        "      *",
        "    ?",
        "    p",
    ]


def test_a_group_without_trees_has_no_pattern():
    with pytest.raises(ValueError, match="no trees"):
        pattern_of([])
    with pytest.raises(ValueError, match="empty tree"):
        pattern_of([LabelledTree.from_parents([], [])])
