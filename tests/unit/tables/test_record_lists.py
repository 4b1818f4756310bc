"""Which list of a page is found, with which borders."""

from dataclasses import replace

import pytest
from bench.hand_made_ranking import HandMadeRanking
from tests.unit.tables.list_pages import page_of, phrase, shop, story_rows

from sitelode.tables.lists.ranking import shipped_ranking
from sitelode.tables.lists.record_lists import find_lists


def sentences(number):
    return f'<a href="/{number}">{phrase(number, 5)}</a><p>{phrase(number + 1, 14)}.</p><small>{number} May 2031</small>'


def divs(count):
    return "".join(f'<div class="hit">{sentences(number)}</div>' for number in range(count))


CASES = [
    pytest.param(f'<div id="r">{divs(10)}</div>', 10, id="siblings"),
    pytest.param("".join(f'<div class="row"><div class="hit">{sentences(n)}</div><div class="hit">{sentences(n + 20)}</div></div>' for n in range(6)), 12, id="under several parents"),
    pytest.param("<dl>" + "".join(f'<dt><a href="/{n}">{phrase(n, 4)}</a></dt><dd>{phrase(n + 2, 15)}</dd><dd>{n} May 2031</dd>' for n in range(9)) + "</dl>", 9, id="runs led by dt"),
    pytest.param(f"<table>{story_rows(20)}</table>", 20, id="pairs of table rows"),
    pytest.param("<div>" + "<hr>".join(f'<h3><a href="/{n}">{phrase(n, 4)}</a></h3>{phrase(n + 2, 16)}<p>{phrase(n + 4, 12)}</p>' for n in range(8)) + "</div>", 8, id="separated by hr"),
    pytest.param("<table><tr><th>Name</th><th>Price</th></tr>" + "".join(f"<tr><td>{phrase(n, 4)}</td><td>${n}.50</td></tr>" for n in range(15)) + "</table>", 15, id="table with a header"),
    pytest.param("<ul>" + "".join(f'<li class="post"><h2><a href="/{n}">{phrase(n, 4)}</a></h2><p>{phrase(n, 20)}</p><ul>' + "".join(f"<li>{phrase(n + m, 2)}</li>" for m in range(3)) + "</ul></li>" for n in range(7)) + "</ul>", 7, id="lists inside the records"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "records"), CASES)
def test_the_main_list_has_the_right_borders(body, records):
    menu = '<nav><ul><li><a href="/a">One</a></li><li><a href="/b">Two</a></li><li><a href="/c">Three</a></li></ul></nav>'
    found = find_lists(page_of(menu + body + "<footer>Imprint</footer>"))

    assert found, "no list"
    assert abs(len(found[0]) - records) <= 1  # a header row may count as one
    assert phrase(0, 1) in found[0].texts()[0] + found[0].texts()[1]


def test_every_record_is_found_with_all_its_text():
    found = find_lists(page_of(shop(12)))[0]

    assert len(found) == 12
    assert all(text.startswith(phrase(number, 4)) and text.endswith("Read more") for number, text in enumerate(found.texts()))
    assert found.base_selector == "ul.products > li.product"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("", id="empty"),
        pytest.param("<p>Just one line.</p>", id="one line"),
        pytest.param("".join(f"<p>{phrase(n, 40)}. {phrase(n + 9, 30)}.</p>" for n in range(8)), id="an article"),
        pytest.param('<div class="a"><div class="b"><div class="c"><h1>Title</h1></div></div></div>', id="nesting"),
    ],
)
def test_no_list_is_invented(body):
    assert find_lists(page_of(body)) == []


def test_lists_of_a_page_do_not_overlap_and_are_ranked():
    links = "".join(f'<li><a href="/n/{n}">{phrase(n + 30, 7)}</a><span>{n} June 2031</span></li>' for n in range(12))
    found = find_lists(page_of(shop(15) + f'<div class="latest"><ul>{links}</ul></div>'))

    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    taken = [
        row for each in found for start, stop in zip(each.starts.tolist(), each.stops.tolist(), strict=True) for row in range(start, stop)
    ]
    assert len(taken) == len(set(taken))


def test_the_ranking_without_learned_weights_finds_plain_lists_too():
    assert len(find_lists(page_of(f'<div id="r">{divs(10)}</div>'), HandMadeRanking())[0]) == 10


def test_the_same_page_gives_the_same_lists():
    first, second = (find_lists(page_of(shop(9))) for _ in range(2))

    assert [each.texts() for each in first] == [each.texts() for each in second]


def test_data_for_scripts_in_a_text_node_does_not_hide_the_list():
    data = '{"a": "' + "x" * 60_000 + '"}'
    found = find_lists(page_of(f"<main>{divs(10)}</main><div>{data}</div>"))

    assert len(found[0]) == 10


def test_the_posts_of_a_thread_are_the_list():
    posts = "".join(
        f'<div class="post"><b>user{n % 3}</b> <a href="#p{n}">#{n}</a><p>{phrase(n, 60)}.</p><p>{phrase(n + 5, 40)}.</p></div>'
        for n in range(4)
    )
    menu = "".join(f'<li><a href="/board/{n}">{phrase(n, 4)}</a></li>' for n in range(25))
    found = find_lists(page_of(f"<h1>{phrase(3, 5)}</h1><div>{posts}</div><ul>{menu}</ul>"))

    assert [text.split()[0] for text in found[0].texts()] == ["user0", "user1", "user2", "user0"]


@pytest.mark.parametrize(
    ("body", "lists"),
    [
        pytest.param(f'<div id="r">{divs(10)}</div>', 1, id="records that hold most of the page"),
        pytest.param("".join(f"<p>{phrase(number, 30)}.</p>" for number in range(10)), 0, id="paragraphs of a text"),
    ],
)
def test_a_page_that_is_mostly_records_has_a_list_whatever_its_score(body, lists):
    nothing_is_good_enough = replace(shipped_ranking(), no_list_below=1e9)

    assert len(find_lists(page_of(body), nothing_is_good_enough)) == lists
