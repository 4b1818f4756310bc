"""Which column of detail pages is the title, and when several columns are one list."""

import pytest

from sitelode.html.parse import parse
from sitelode.tables.details.detail_fields import find_fields, useful_columns
from sitelode.tables.details.ranking import _held_by_title

CITIES = "Oslo Lima Bonn Cairo Quito Turin Porto Malmo Delhi Perth".split()


def table_of(body, title="{city} | Cities"):
    pages = [
        parse(
            f"<title>{title}</title><body><div>Menu</div>{body}<div>Foot</div>".format(
                city=city, number=100 + number, other=CITIES[-number]
            ).encode()
        )
        for number, city in enumerate(CITIES)
    ]
    return find_fields(pages)


@pytest.mark.parametrize(
    ("value", "title", "held"),
    [("oslo", "oslo", 1.0), ("oslo", "oslo | 3", 0.75), ("os", "oslo", 0.0), ("bon", "bonn", 0.875), ("lima", "oslo", 0.0)],
)
def test_how_much_of_a_title_a_value_is(value, title, held):
    assert _held_by_title(value, title) == held


@pytest.mark.parametrize(
    ("body", "title", "expected"),
    [
        pytest.param("<h1>{city}</h1><p>{city} in {number}</p>", "{city} in {number}", "Oslo", id="a large heading that is half of it"),
        pytest.param("<h2>{city}</h2><p>{city} in {number}</p>", "{city} in {number}", "Oslo in 100", id="a smaller one is less than all"),
        pytest.param("<div>{city}</div><p>{city} in {number}</p>", "{city} in {number}", "Oslo in 100", id="no heading: the whole of it"),
        pytest.param("<h3>{number} lamps</h3><p>{city}</p>", "{city}", "Oslo", id="no other heading"),
        pytest.param("<h1>{city}</h1><p>{number} lamps</p>", "Cities", "Oslo", id="a title element of no page"),
    ],
)
def test_the_title_of_detail_pages(body, title, expected):
    assert table_of(body, title).rows[0]["title"] == [expected]


def test_a_title_may_be_missing_on_half_of_the_pages():
    bodies = [f"<title>{city}</title><p>{number} lamps</p>{f'<b>{city}</b>' * (number < 5)}" for number, city in enumerate(CITIES)]

    assert find_fields([parse(each.encode()) for each in bodies]).rows[0]["title"] == ["Oslo"]


def test_what_stands_before_the_title_gives_way_to_its_like_behind_it():
    table = table_of("<table><tr><td>Length<td>{number} m</table><h1>{city}</h1><p>Town: {other}</p><dl><dt>Length<dd>{number} km</dl>")

    assert (table.rows[0]["Length"], table.rows[0]["Length 2"]) == (["100 km"], ["100 m"])


@pytest.mark.parametrize(("parts", "columns"), [(2, 2), (3, 1), (5, 1)])
def test_three_columns_with_one_path_are_a_list(parts, columns):
    body = "<h1>{city}</h1><ul>" + "".join(f"<li>part {part} of {{number}} in {{city}}</li>" for part in range(parts)) + "</ul>"
    found = [column for column in table_of(body).columns if column.name.startswith("text")]

    assert len(found) == columns


def test_the_paragraphs_of_a_section_are_one_column_with_its_heading():
    body = (
        "<h1>{city}</h1><h2>History</h2><p>Built in {number} by {other}, <em>who {number}</em> left {city}.</p><p>Burnt {number} times.</p>"
        "<h2>Sources</h2><p>Archive of {city}</p>"
    )
    row = table_of(body).rows[0]

    assert row["History"] == ["Built in 100 by Oslo, who 100 left Oslo.", "Burnt 100 times."]
    assert row["Sources"] == ["Archive of Oslo"]


def test_items_of_a_list_within_the_page_are_one_column_whatever_stands_before_them():
    others = "".join(f"<li class=c{n}><b>{{other}} {n}</b> <i>{n}{{number}} €</i> <a href=/buy>Buy</a></li>" for n in range(4))
    row = table_of(f"<h1>{{city}}</h1><div><b>{{number}} €</b></div><ul class=related>{others}</ul>").rows[0]

    assert (row["title"], row["price"]) == (["Oslo"], ["100 €"])
    assert row["price 2"] == ["0100 €", "1100 €", "2100 €", "3100 €"]


def test_what_stands_in_the_head_of_the_page_comes_last():
    names = [column.name for column in table_of("<header><b>{number} €</b></header><h1>{city}</h1><p>{other} lamps</p>").columns]

    assert names.index("Menu") > names.index("text")


def test_the_title_stays_where_another_title_holds_it():
    table = table_of("<nav class=title>Cities / {city}</nav><h1 class=title>{city}</h1><p>{number}</p>")

    assert useful_columns(table.rules, table.rows)[0] == "title"
