"""Lists over several pages: one rule, every record once, and the next page."""

import pytest
from tests.unit.tables.list_pages import page_of, phrase, product

from sitelode.tables.lists.pagination import next_page, page_series
from sitelode.tables.lists.site_lists import MOST_STUDIED_PAGES, find_site_lists

HOST = "https://shop.example"


def result_page(number, first, count=8):
    items = "".join(product(each, tags=each % 3) for each in range(first, first + count))
    return page_of(f'<h1>Results</h1><ul class="products">{items}</ul>', f"{HOST}/list?page={number}")


def test_records_of_all_pages_once():
    lists = find_site_lists([result_page(1, 0), result_page(2, 6), result_page(3, 14)])

    assert len(lists[0]) == 22
    assert lists[0].repeated == 2
    assert lists[0].pages == tuple(f"{HOST}/list?page={number}" for number in (1, 2, 3))
    assert (lists[0].records[8].url, lists[0].records[8].position) == (f"{HOST}/list?page=2", 3)


def test_pages_that_were_not_studied_are_read_by_the_rule():
    pages = [result_page(number, number * 5, 5) for number in range(MOST_STUDIED_PAGES + 20)]

    assert len(find_site_lists(pages)[0]) == 5 * len(pages)


def test_nothing_comes_of_nothing():
    assert find_site_lists([]) == []
    assert find_site_lists([page_of("<p>One line.</p>")]) == []


def test_a_page_with_a_longer_side_list_follows_the_others():
    side = "".join(f'<li class="s"><a href="/s/{n}">Side {n} of the things</a><i>{n}</i></li>' for n in range(3))
    pages = [
        page_of(
            f'<ul class="products">{"".join(product(each) for each in range(n * 8, n * 8 + 8))}</ul><div><ul class="side">{side}</ul></div>',
            f"{HOST}/{n}",
        )
        for n in range(4)
    ]

    assert "title" in find_site_lists(pages)[0].records[0].fields


def test_a_data_frame_says_where_each_record_stands():
    frame = find_site_lists([result_page(1, 0), result_page(2, 8)])[0].to_pandas()

    assert list(frame.columns[:2]) == ["url", "position"]
    assert len(frame) == 16


def numbered(*links, current=None, pattern="/list?page={}"):
    parts = [f'<a href="{pattern.format(number)}">{number}</a>' if number != current else f"<b>{number}</b>" for number in links]
    return f"<div class='p'>{''.join(parts)}</div>"


@pytest.mark.parametrize(
    ("body", "url", "expected"),
    [
        pytest.param('<a rel="next" href="/list?page=9">weiter</a>', "/list", "/list?page=9", id="stated"),
        pytest.param(numbered(1, 2, 3, 4, current=2), "/list", "/list?page=3", id="own number without a link"),
        pytest.param(numbered(1, 2, 3), "/list?page=2", "/list?page=3", id="own address"),
        pytest.param(numbered(2, 3, 4), "/list", "/list?page=2", id="first page has no number"),
        pytest.param('<a href="/l?o=20">2</a><a href="/l?o=40">3</a>', "/l", "/l?o=20", id="offsets"),
        pytest.param(numbered(1, 2, 3), "/list?page=3", None, id="last page"),
        pytest.param('<a href="/a/7">2</a><a href="/a/3">3</a>', "/a", None, id="numbers that do not grow"),
        pytest.param('<a href="/a">2</a>', "/a", None, id="one link"),
        pytest.param("<p>none</p>", "/a", None, id="no link"),
    ],
)
def test_the_next_page(body, url, expected):
    assert next_page(page_of(body, HOST + url)) == (HOST + expected if expected else None)


def test_a_series_knows_its_pages():
    series = page_series(page_of(numbered(1, 2, 3, 5, current=2), f"{HOST}/x"))

    assert (series.current, sorted(series.addresses)) == (2, [1, 3, 5])


def test_a_menu_that_is_longer_than_the_results_does_not_win_on_pages_of_a_site():
    menu = "".join(f"<div class=entry><a href=/m{n}>{phrase(n, 6)}</a><p>{phrase(n + 3, 12)}</p></div>" for n in range(30))
    pages = [
        page_of(f"<div id=all>{menu}</div><div id=found>" + "".join(
            f"<div class=hit><a href=/{number}/{n}>{phrase(100 * number + 7 * n, 5)} {number}{n}</a><p>{phrase(50 * number + n, 9)} {number}{n}</p></div>"
            for n in range(6)
        ) + "</div>", f"https://shop.example/{number}")
        for number in range(4)
    ]  # fmt: skip

    found = find_site_lists(pages)[0]

    assert len(found) == 24
    assert "hit" in found.rule.base_selector


def test_parts_of_a_page_that_have_nothing_in_common_are_no_list():
    def page(number):
        side = f'<div class="half"><h2>About</h2><form><b>{phrase(number, 20)}</b></form></div>'
        return page_of(f'<div id="all">{side}<div class="half"><p>{phrase(number + 1, 40)}</p></div></div>', f"{HOST}/{number}")

    assert find_site_lists([page(number) for number in range(4)], most=1) == []
