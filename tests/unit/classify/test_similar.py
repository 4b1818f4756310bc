"""Pages like some examples: kinds of pages from a few of them, and a further yes or no."""

import numpy as np
import pytest

from sitelode.classify.gathering import page_place
from sitelode.classify.reading import read_html
from sitelode.classify.similar import SimilarPages, two_bells
from sitelode.errors import ClassifyError

SHIPS, SOUPS = (
    ["brig", "cutter", "ketch", "sloop", "yawl", "barge", "punt", "tug"],
    ["leek", "onion", "pea", "bean", "lentil", "beet", "carrot", "corn"],
)


def shop_page(name, about):
    text = f"<p>The {name} is a fine {about} of our shop, sold since 1900.</p>" * 3
    return read_html(
        f"<html><head><title>{name} {about}</title></head><body class=item><h1>{name}</h1><div class=facts>{text}</div></body></html>",
        f"https://shop.test/{about}/{name}.html",
    )


def list_page(number):
    items = "".join(f"<li><a href=/ship/{name}.html>{name}</a></li>" for name in SHIPS)
    return read_html(
        f"<html><body class=list><h1>Page {number}</h1><ul class=all>{items}</ul></body></html>", f"https://shop.test/list/{number}.html"
    )


@pytest.fixture(scope="module")
def shop():
    ships, soups = [shop_page(name, "ship") for name in SHIPS], [shop_page(name, "soup") for name in SOUPS]
    return SimilarPages([*ships, *soups, *map(list_page, range(8))])


def best(found, count):
    return {each.url.split("/")[3] for each in found[:count]}


def test_two_examples_find_the_other_pages_of_their_kind(shop):
    found = shop.ranked([16, 17])

    assert best(found, 6) == {"list"}
    assert all(each.probability > 0.5 for each in found[:6])
    assert all(each.probability < 0.5 for each in found[6:])
    assert all(each.reason for each in found)


def test_words_and_address_decide_within_one_layout(shop):
    assert best(shop.ranked([0, 1, 2]), 5) == {"ship"}


def test_a_no_moves_what_is_like_it_down(shop):
    before = {each.place: each.probability for each in shop.ranked([0])}
    after = {each.place: each.probability for each in shop.ranked([0], [8, 9])}

    assert sum(after[soup] for soup in range(10, 16)) < sum(before[soup] for soup in range(10, 16))
    assert min(after[ship] for ship in range(1, 8)) > max(after[soup] for soup in range(10, 16))
    assert not {0, 8, 9} & set(after)


def test_probabilities_fall_with_the_rank_and_the_answer_is_the_same_twice(shop):
    found = shop.ranked([0, 3])
    likely = [each.probability for each in found]

    assert likely == sorted(likely, reverse=True)
    assert found == shop.ranked([3, 0])


def test_without_an_example_or_with_a_contradiction_it_refuses(shop):
    with pytest.raises(ClassifyError, match="at least one"):
        shop.ranked([])
    with pytest.raises(ClassifyError, match="both an example and"):
        shop.ranked([1], [1])


def test_a_site_of_one_or_two_pages_gets_an_answer():
    pages = [list_page(0), list_page(1)]

    assert SimilarPages(pages[:1]).ranked([0]) == []
    assert len(SimilarPages(pages).ranked([0])) == 1
    assert SimilarPages(pages).ranked([0, 1]) == []


def test_two_bells_part_two_heaps():
    scores = np.array([0.0, 0.1, 0.2, 0.15, 5.0, 5.1, 4.9])

    likely = two_bells(scores, [4], [])

    assert likely[[5, 6]].min() > 0.9
    assert likely[:4].max() < 0.1


@pytest.mark.parametrize("wanted", ["https://shop.test/ship/brig.html", "/ship/brig.html", "brig.html"])
def test_a_page_is_meant_by_its_address_or_its_end(shop, wanted):
    assert page_place(shop.pages, wanted) == 0


@pytest.mark.parametrize("wanted", ["nowhere.html", ".html", ""])
def test_an_unknown_address_is_told_in_one_line(shop, wanted):
    with pytest.raises(ClassifyError) as refusal:
        page_place(shop.pages, wanted)
    assert "\n" not in str(refusal.value)
