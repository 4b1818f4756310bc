from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_graphs import graph_of
from oracles.slow_link_ranking import slow_rank

from sitelode.errors import SettingError
from sitelode_lab.links.rankings import TABLE_4, Iteration, Method, hybrid_factor, rank

VARIANTS = ["ln", "cb", "hr", "tw"]
ALL_METHODS = ["ol"] + [
    "-".join((base, *chosen)) for base in ("hits", "lamis") for size in range(5) for chosen in combinations(VARIANTS, size)
]
ANCHORS = ["", "news", "hot news", "storm over the harbour", "暴風雨来る", "عاصفة في الميناء", "พายุ", "news news", "2"]


@st.composite
def small_graphs(draw):
    pages = draw(st.integers(1, 7))
    link = st.tuples(st.integers(0, pages - 1), st.integers(0, pages - 1), st.sampled_from(ANCHORS), st.integers(0, 2))
    return pages, sorted(link for link in draw(st.lists(link, max_size=25)) if link[0] != link[1])


@pytest.mark.parametrize("method", ALL_METHODS)
@settings(max_examples=12, deadline=None, derandomize=True)
@given(small=small_graphs())
def test_agrees_with_the_plain_loops(method, small):
    pages, links = small
    found = rank(graph_of(pages, links), method, Iteration(most=7, tolerance=0.0, to_the_end=False))
    if found.stop == "limit" or not found.changes:  # a fixed point is reached exactly on some graphs, and more rounds change nothing
        assert found.score == pytest.approx(slow_rank(pages, links, method, 7), abs=1e-9)
    else:
        assert found.score == pytest.approx(slow_rank(pages, links, method, 60), abs=1e-6)


@pytest.mark.parametrize("method", [method for method in ALL_METHODS if "ln" in method])
@settings(max_examples=5, deadline=None, derandomize=True)
@given(small=small_graphs())
def test_the_known_end_of_shares_is_where_iterating_leads(method, small):
    pages, links = small

    assert rank(graph_of(pages, links), method).score == pytest.approx(slow_rank(pages, links, method, 400), abs=1e-3)


@pytest.mark.parametrize(
    ("name", "base", "variants"),
    [
        ("salsa", "hits", {"ln"}),
        ("cb-hits-ln", "hits", {"cb", "ln"}),
        ("LAMIS-LN-CB-HR-TW", "lamis", {"ln", "cb", "hr", "tw"}),
        ("tw-lamis", "lamis", {"tw"}),
        ("ol", "ol", set()),
    ],
)
def test_methods_have_names(name, base, variants):
    assert Method.named(name) == Method(base, frozenset(variants))


@pytest.mark.parametrize("name", ["", "pagerank", "ln", "hits-lamis", "ol-ln", "lamis-xy"])
def test_an_unknown_name_is_one_clear_error(name):
    with pytest.raises(SettingError, match="no ranking is called"):
        rank(graph_of(1, []), name)


def test_the_rows_of_table_4_are_eleven():
    assert len({Method.named(name) for name in TABLE_4}) == 11


@pytest.mark.parametrize("method", TABLE_4)
@pytest.mark.parametrize(
    ("pages", "links"),
    [
        pytest.param(0, [], id="no page"),
        pytest.param(1, [], id="one page"),
        pytest.param(3, [], id="no links"),
        pytest.param(2, [(0, 1, "")], id="a picture without words"),
    ],
)
def test_hardly_anything_to_rank(method, pages, links):
    found = rank(graph_of(pages, links), method)

    assert len(found.score) == len(found.order()) == pages
    assert np.isfinite(found.score).all()


@pytest.mark.parametrize("method", TABLE_4)
def test_where_everything_links_to_everything_all_are_equal(method):
    found = rank(graph_of(6, [(page, other, f"to {other}") for page in range(6) for other in range(6) if page != other]), method)

    assert found.score == pytest.approx(np.full(6, found.score[0]), abs=1e-6)
    assert found.order().tolist() == [0, 1, 2, 3, 4, 5], "equal ones stay in order"


def test_a_contents_page_wins_over_articles_full_of_navigation():
    menu = [(page, target, "menu") for page in range(12) for target in (1, 2, 3) if page != target]
    contents = [(0, target, f"headline {target} of its own") for target in range(4, 12)]

    assert rank(graph_of(12, menu + contents), "lamis").order()[0] == 0


def test_authority_does_not_leak_between_blocks_of_a_page():
    # Page 1 is praised by many; page 0 links to it in one block and to page 2, which nobody else knows, in another.
    praise = [(page, 1, "a", 0) for page in range(3, 9)]
    graph = graph_of(9, [(0, 1, "a", 0), (0, 2, "a", 1), *praise])

    assert rank(graph, "hits-cb").authority[2] < 1e-6 < rank(graph, "hits").authority[2]


def test_small_sites_have_no_hybrid_ranking_to_fear():
    assert [hybrid_factor(links) for links in (0, 1, 999, 1000)] == [0, 0, 0, 0]
    assert hybrid_factor(8000) == pytest.approx(3)


def test_the_limit_is_said_and_the_trace_falls():
    chain = graph_of(30, [(page, page + 1, f"word{page}") for page in range(29)] + [(page, page + 2, "x") for page in range(0, 28, 3)])
    stopped, whole = rank(chain, "hits", Iteration(most=3)), rank(chain, "hits", Iteration(most=5000))

    assert (stopped.stop, len(stopped.changes)) == ("limit", 3)
    assert whole.stop == "converged"
    assert whole.changes[-1] < whole.changes[len(whole.changes) // 2] < whole.changes[0]
