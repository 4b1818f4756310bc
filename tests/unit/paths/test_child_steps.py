"""Steps of selectors: what an attribute must be like, names as CSS writes them, tags of no standard; and paths as text and as codes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_articles import page_of
from parsel import Selector

from sitelode.paths.child_steps import AttributeTest, ChildStep, StepFinder
from sitelode.paths.path_text import Step, codes_of_paths, parse_path, path_code, path_of

STEPS = st.builds(Step, st.sampled_from(("div", "p", "td")), st.sampled_from(((), ("a",), ("#b", "a"))), st.integers(0, 2))


@pytest.mark.parametrize(
    ("relation", "value", "found", "holds"),
    [
        ("", "", "", True),
        ("", "", "x", True),
        ("", "", None, False),
        ("=", "x", "x", True),
        ("=", "x", "x y", False),
        ("=", "x", None, False),
        ("*=", "", "x", False),
        ("~=", "y", "x y", True),
        ("^=", "x", "xy", True),
        ("$=", "x", "xy", False),
    ],
)
def test_an_attribute_holds(relation, value, found, holds):
    assert AttributeTest("title", relation, value).holds(found) is holds


@pytest.mark.parametrize("name", ["lead", "2x", "-2x", "2-x", "x2", "-x", "-", "_x", "md:w-1/2", "größe", "9"])
def test_a_name_is_written_so_that_css_reads_it(name):
    html = f'<p class="{name}">yes</p><p class="{name}x">no</p><p id="{name}">id</p>'

    assert Selector(html).css(ChildStep("p", (name,)).css()).css("::text").getall() == ["yes"]
    assert Selector(html).css(ChildStep("p", id=name).css()).css("::text").getall() == ["id"]


def test_tags_of_no_standard_are_found_by_name():
    page = page_of("<x-one>a</x-one><x-two>b</x-two><x-two>c</x-two><b>d</b>")
    finder = StepFinder(page)

    assert [page.text(row) for row in finder.rows_of(ChildStep("x-one")).tolist()] == ["a"]
    assert [page.text(row) for row in finder.rows_of(ChildStep("x-two")).tolist()] == ["b", "c"]
    assert [page.text(row) for row in finder.rows_of(ChildStep("x-two", place=2)).tolist()] == ["c"]
    assert not len(finder.rows_of(ChildStep("x-three")))


def test_a_path_begins_at_the_root():
    page = page_of('<div class="lead own"><p>x</p></div>')

    assert path_of(page, page.rows("p")[0], frozenset({"lead"})) == parse_path("html > body > div.lead > p")


@given(st.lists(st.lists(STEPS, max_size=4).map(tuple), max_size=6))
def test_codes_of_paths_that_begin_alike_are_those_of_each(paths):
    assert list(codes_of_paths(paths)) == [path_code(path) for path in paths]
