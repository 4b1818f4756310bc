"""A list cut in sections is one list, and the heading of a section is a column."""

import json

import pytest
from list_pages import page_of, phrase

from sitelode.tables.lists.list_rule import ListRule
from sitelode.tables.lists.record_lists import find_lists

SECTIONS = {"Lamps": 3, "Chairs": 5, "Tables": 2, "Rugs": 4}
HEADINGS = [name for name, count in SECTIONS.items() for _ in range(count)]


def item(n):
    return f'<div class="item"><h4><a href="/p/{n}">{phrase(n, 4)}</a></h4><p class="about">{phrase(n + 3, 12)}</p><b class="price">${n}.50</b></div>'


def row(n):
    return f"<tr><td>{phrase(n, 3)}</td><td>{n}</td><td><a href=/r/{n}>{phrase(n + 7, 5)}</a></td></tr>"


def link(n):
    return f"<li><a href=/p/{n}>{phrase(n, 5)}</a></li>"


def page(form, record, headings=tuple(SECTIONS)):
    parts, done = [], 0
    for heading, count in zip(headings, SECTIONS.values(), strict=True):
        parts.append(form.format(heading, "".join(map(record, range(done, done + count)))))
        done += count
    return page_of(f"<h1>Shop</h1><main>{''.join(parts)}</main><p>Imprint</p>")


@pytest.mark.parametrize(
    ("form", "record"),
    [
        pytest.param("<section><h2>{0}</h2><div>{1}</div></section>", item, id="each in an element of its own"),
        pytest.param('<section class="{0}"><h2>{0}</h2><div class=g>{1}</div></section>', item, id="of its own class"),
        pytest.param("<h2>{0}</h2>{1}", item, id="headings between records"),
        pytest.param('<div class="divider"><b>{0}</b></div>{1}', item, id="headings by class alone"),
        pytest.param("<h3>{0}</h3><table class=m>{1}</table>", row, id="tables"),
        pytest.param("<table><tr><th colspan=3>{0}</th></tr>{1}</table>", row, id="rows of a table"),
        pytest.param("<h3>{0}</h3><ul>{1}</ul>", link, id="links"),
    ],
)
def test_sections_are_one_list_and_their_headings_a_column(form, record):
    found = find_lists(page(form, record))[0]
    table = found.table()

    assert len(found) == 14
    assert next(column.values for column in table.columns if column.name == "section") == tuple(HEADINGS)
    assert not {"heading", "divider", "lamps"} & set(table.names)
    again = ListRule.from_data(json.loads(json.dumps(found.rule.to_data())))
    assert [record["section"] for record in again.apply(page(form, record, ("Cups", "Jugs", "Pots", "Pans")))][:4] == ["Cups"] * 3 + [
        "Jugs"
    ]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("".join(f"<h2>{phrase(n, 3)}</h2>{item(n)}" for n in range(8)), id="every record has its own"),
        pytest.param("".join(map(item, range(4))) + "<p>Advertisement</p>" + "".join(map(item, range(4, 9))), id="an advertisement"),
        pytest.param("<h2>Things</h2>" + "".join(map(item, range(9))), id="a single heading"),
    ],
)
def test_what_heads_no_section_is_no_column(body):
    assert "section" not in find_lists(page_of(f"<main>{body}</main>"))[0].table().names
