"""Lists on pages that were made to hurt: every one of them costs little, and no error gets out."""

import time

import pytest
from machine_speed import slowness
from tests.unit.tables.list_pages import phrase

from sitelode.html.parse import parse
from sitelode.tables.lists.pagination import next_page
from sitelode.tables.lists.record_lists import find_lists

SECONDS = 6.0  # a bound for a busy machine, far below what anything quadratic would take


def nested_lists(levels, width):
    if not levels:
        return f'<a href="/x">{phrase(width, 6)}</a>'
    return "<ul>" + "".join(f"<li>{phrase(levels + n, 5)}{nested_lists(levels - 1, width)}</li>" for n in range(width)) + "</ul>"


PAGES = {
    "deep nesting": "<div>" * 500 + "text" + "</div>" * 500,
    "one tag for ever": "<p>" * 50_000,
    "one tag with text for ever": "<b>x</b>" * 12_000,
    "list in list in list": nested_lists(5, 5),
    "layout tables": "<table><tr><td><table><tr><td>Menu</td></tr></table></td><td>" + "".join(f"<table><tr><td><b>{phrase(n, 4)}</b></td></tr><tr><td>{phrase(n, 12)}</td></tr></table>" for n in range(30)) + "</td></tr></table>",
    "class names by the thousand": "".join(f'<div class="{" ".join(f"c{n}x{m}" for m in range(50))}">{n} a</div>' for n in range(500)),
    "every element its own name": "".join(f"<x-{n}>text {n}</x-{n}>" for n in range(5_000)),
    "alternating": "".join(f"<h2>{n}</h2><p>{n}</p>" if n % 2 else f"<p>{n}</p><hr>" for n in range(3_000)),
    "numbers as links": "".join(f'<a href="/p/{n}">{n}</a>' for n in range(3_000)),
    "no text at all": "<ul>" + "<li><img src=a></li>" * 1_000 + "</ul>",
    "text without elements": "word " * 100_000 + "<br>",
    "huge attribute": f'<ul class="{"a" * 1_000_000}"><li>one</li><li>two</li></ul>',
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    for found in find_lists(parse(nested_lists(2, 8).encode(), "https://a.example/")):
        found.table()


@pytest.mark.parametrize("name", PAGES)
def test_no_page_costs_much(name):
    page = parse(PAGES[name].encode(), "https://a.example/")
    began = time.process_time()
    for found in find_lists(page):
        assert len(found.texts()) == len(found)
        assert found.table().records == len(found)
        assert isinstance(found.rule.apply(page), list)
    next_page(page)

    assert time.process_time() - began < SECONDS * slowness()


def test_a_list_of_ten_thousand_rows_is_a_table_in_seconds():
    rows = "".join(
        f'<tr class="r"><td class="n">{n}</td><td><a href="/{n}">{phrase(n, 3)}</a></td><td class="p">${n}.00</td></tr>'
        for n in range(10_000)
    )
    page = parse(f"<table><tbody>{rows}</tbody></table>".encode(), "https://a.example/")
    began = time.process_time()
    found = find_lists(page)[0]
    table = found.table()

    assert time.process_time() - began < SECONDS * slowness()
    assert (len(found), table.records) == (10_000, 10_000)
    assert {column.type for column in table.columns} == {"number", "text", "link", "price"}
