"""The main list among readings that are nearly as good."""

import numpy as np
import pytest
from tests.unit.tables.list_pages import page_of, phrase

from sitelode.tables.lists.candidates import LED, find_candidates
from sitelode.tables.lists.ranking import HARDLY_WORSE, MUCH_WORSE, main_list_first
from sitelode.tables.lists.record_lists import find_lists


def hits(first, count):
    return "".join(
        f'<div class="hit"><a href="/{n}">{phrase(n, 5)}</a><p>{phrase(n + 1, 14)}.</p></div>' for n in range(first, first + count)
    )


def found_on(body):
    return find_lists(page_of(body))


def candidates_of(body):
    page = page_of(body)
    found = find_candidates(page)
    sizes = {number: len(found.spans(number)[0]) for number in range(len(found))}
    return page, found, sizes


def test_a_list_with_more_of_the_same_wins_when_it_is_hardly_worse():
    page, found, sizes = candidates_of(f'<div id="r">{hits(0, 8)}<div class="more">{hits(8, 2)}</div></div>')
    small, large = (
        next(n for n, size in sizes.items() if size == wanted and page.attribute(int(found.leads[n]), "class") == "hit")
        for wanted in (8, 10)
    )
    scores = np.full(len(found), -9.0)

    scores[small], scores[large] = 5.0, 5.0 - HARDLY_WORSE / 2
    assert main_list_first(found, scores)[0] == large
    scores[large] = 5.0 - 2 * HARDLY_WORSE
    assert main_list_first(found, scores)[0] == small


@pytest.mark.parametrize("tag", ["nav", "header", "footer", "aside"])
def test_what_stands_aside_is_the_list_only_where_there_is_no_other(tag):
    aside, few = f"<{tag}>{hits(0, 9)}</{tag}>", f"<ul>{hits(20, 3)}</ul>".replace("div", "li").replace("hit", "item")

    assert [len(found_on(body)[0]) for body in (aside + few, aside, aside.replace(tag, "div") + few)] == [3, 9, 9]


def test_without_candidates_there_is_no_order():
    assert main_list_first(candidates_of("")[1], np.zeros(0)) == []


def test_a_post_is_more_than_its_text():
    posts = "".join(
        f'<div class="post"><h4>{phrase(n, 3)}</h4><i>{n} May 2031</i><div class="said"><p>{phrase(n, 30)}.</p></div></div>'
        for n in range(6)
    )
    page, found, _ = candidates_of(f'<div id="thread">{posts}</div>')
    text, whole = (
        next(n for n in range(len(found)) if page.attribute(int(found.leads[n]), "class") == name and found.kind[n] != LED)
        for name in ("said", "post")
    )
    scores = np.full(len(found), -9.0)

    scores[text], scores[whole] = 5.0, 5.0 - MUCH_WORSE / 2
    assert main_list_first(found, scores)[0] == whole
    scores[whole] = 5.0 - 2 * MUCH_WORSE
    assert main_list_first(found, scores)[0] == text


@pytest.mark.parametrize(("more", "goes_on"), [(18, False), (22, True)])
def test_siblings_go_with_the_members_if_they_have_a_fifth_more_text(more, goes_on):
    rows = "".join(f"<h3>{n:0100}</h3><p>{n:0{more}}</p>" for n in range(10, 18))
    page, found, _ = candidates_of(f'<div id="r">{rows}</div>')
    alone, led = (
        next(n for n in range(len(found)) if page.tag_name(int(found.leads[n])) == "h3" and (found.kind[n] == LED) == is_led)
        for is_led in (False, True)
    )
    scores = np.full(len(found), -9.0)
    scores[alone], scores[led] = 5.0, 5.0 - HARDLY_WORSE / 2

    assert main_list_first(found, scores)[0] == (led if goes_on else alone)
