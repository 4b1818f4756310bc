"""Elements at places of a page, against a walk from every element up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_articles import page_of

from sitelode.paths.path_text import BETWEEN_STEPS
from sitelode.paths.place_finder import MOST_AT_PLACE, PlaceFinder, place_step

NAMES = frozenset({"lead", "more"})
TREES = st.recursive(
    st.just("x"),
    lambda inside: st.builds(
        lambda tag, name, parts: f"<{tag}{name}>{''.join(parts)}</{tag}>",
        st.sampled_from(("div", "section", "b")),
        st.sampled_from(("", " class=lead", " class=other")),
        st.lists(inside, min_size=1, max_size=3),
    ),
    max_leaves=12,
)
PLACES = ("div", "div.lead", "div.lead > div", "section > div", "div.lead > section > b", "b", "section > div > div.lead", "i")


def slowly(page, place):
    wanted, found = place.split(BETWEEN_STEPS), []
    for row in range(len(page)):
        way, above = [], row
        while above >= 0:
            way.insert(0, place_step(page, above, NAMES))
            above = page.parents[above]
        if way[-len(wanted) :] == wanted:
            found.append(row)
    return found


@given(st.lists(TREES, min_size=1, max_size=3))
def test_places_are_found_as_by_walking_up(trees):
    finder = PlaceFinder(PLACES, NAMES)
    for tree in trees:  # of the second page, some kinds of elements are known
        page = page_of(f"<body>{tree}</body>")
        assert finder.find(page) == {place: slowly(page, place) for place in PLACES}


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_only_so_many_elements_of_a_place_are_looked_at(more):
    page = page_of("<p>x</p>" * (MOST_AT_PLACE + more))

    assert len(PlaceFinder(("p",), NAMES).find(page)["p"]) == min(MOST_AT_PLACE, MOST_AT_PLACE + more)


def test_without_places_nothing_is_found():
    assert PlaceFinder((), NAMES).find(page_of("<p>x</p>")) == {}
