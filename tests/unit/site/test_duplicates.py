"""Pages that repeat each other, from the codes of their texts; addresses that a page states for itself."""

import numpy as np
import pytest

from sitelode.site.duplicates import LEAST_WIDTH, RARE_PAGES, TextIndex, canonical_aliases, twins
from sitelode.site.page_links import PageLinks


def index_of(*pages):
    """Pages given as a title and the widths of their texts by code."""
    index = TextIndex()
    for number, (title, texts) in enumerate(pages):
        codes = sorted(texts)
        index.add(number, title, np.array(codes, np.uint64), np.array([texts[code] for code in codes], np.int32))
    return index


def found(*pages):
    return twins(index_of(*pages), [f"https://a.example/{number}" for number in range(len(pages))])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param(("Tides", {1: LEAST_WIDTH}), ("Tides", {1: LEAST_WIDTH}), {1: 0}, id="just long enough"),
        pytest.param(("Tides", {1: LEAST_WIDTH - 1}), ("Tides", {1: LEAST_WIDTH - 1}), {}, id="too short"),
        pytest.param(("Tides", {1: LEAST_WIDTH}), ("Rope", {1: LEAST_WIDTH}), {}, id="another title"),
        pytest.param(("Tides", {1: 950, 2: 50}), ("Tides", {1: 950}), {1: 0}, id="95 in 100 in common"),
        pytest.param(("Tides", {1: 949, 2: 51}), ("Tides", {1: 949}), {}, id="less in common"),
        pytest.param(("Tides", {1: 950, 2: 5}), ("Tides", {1: 950, 3: 900}), {}, id="one has much more"),
    ],
)
def test_pages_that_share_nearly_all_their_rare_text_are_twins(one, other, expected):
    assert found(one, other) == expected


@pytest.mark.parametrize(("pages", "expected"), [(RARE_PAGES, {1: 0}), (RARE_PAGES + 1, {})])
def test_text_on_many_pages_is_not_rare(pages, expected):
    others = [(f"Other {number}", {1: 500, 100 + number: 9_000}) for number in range(pages - 2)]

    assert found(("Tides", {1: 500}), ("Tides", {1: 500}), *others) == expected


def test_the_twin_is_the_page_with_the_shortest_address():
    index = index_of(("Tides", {1: 500}), ("Tides", {1: 500}), ("Tides", {1: 500}))

    assert twins(index, ["https://a.example/long", "https://a.example/b", "https://a.example/a"]) == {0: 2, 1: 2}


def test_an_alias_is_named_by_one_page_and_no_page_s_own():
    stated = [("/own", "/a"), ("/alias", "/b"), ("/twice", "/c"), ("/twice", "/d")]

    assert canonical_aliases(stated, ["/own", "/a", "/b", "/c", "/d"]) == {"/alias": "/b"}


@pytest.mark.parametrize(
    ("place", "rows", "fits"), [(0, 1, True), (0, 0, False), (-1, 1, False), (4, 5, True), (5, 5, False), (5, None, True)]
)
def test_stored_links_stand_inside_their_page(place, rows, fits):
    where = np.array([place], np.int32)

    assert PageLinks(where, where, ["/a"], ["A"], 0)._fits(rows) is fits
