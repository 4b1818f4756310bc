"""Rules: columns with types and names, saved, applied, and given away as selectors."""

import json

import pytest
from parsel import Selector
from tests.unit.tables.list_pages import page_of, phrase, shop, story_rows

from sitelode.errors import WrapperError
from sitelode.paths.child_steps import ChildStep
from sitelode.tables.lists.list_rule import ListRule
from sitelode.tables.lists.record_lists import find_lists
from sitelode.tables.lists.record_texts import one_line


@pytest.fixture(scope="module")
def found():
    return find_lists(page_of(shop(12)))[0]


def test_columns_are_named_typed_and_aligned(found):
    columns = {column.name: column for column in found.table().columns}

    assert columns["title"].values[3] == phrase(3, 4)
    assert columns["link"].type == "link"
    assert columns["link"].values[3] == "https://shop.example/p/3"
    assert columns["price"].type == "price"
    assert columns["price"].values[2] == "$5.52"


def test_optional_and_repeated_fields(found):
    columns = {column.name: column for column in found.table().columns}

    assert [value is not None for value in columns["old"].values] == [number % 4 == 1 for number in range(12)]
    assert [len(value or ()) for value in columns["tag"].values] == [number % 3 for number in range(12)]


def test_text_that_all_records_share_is_no_column(found):
    values = {value for column in found.table().columns for value in column.values if isinstance(value, str)}

    assert not values & {"Read more", "Price:"}


def test_a_label_before_the_value_names_it():
    items = "".join(
        f'<div class="job"><h3>{phrase(n, 5)}</h3><p>Place: {phrase(n, 1)} {n}</p><p>Salary: ${n}000</p><p>{phrase(n, 15)}</p></div>'
        for n in range(8)
    )
    table = find_lists(page_of(f"<main>{items}</main>"))[0].table()
    columns = {column.name: column for column in table.columns}

    assert columns["place"].values[4] == f"{phrase(4, 1)} 4"
    assert columns["salary"].type == "price"
    assert "title" in columns


def test_header_cells_name_the_columns_of_a_table():
    lines = "".join(f"<tr><td>{phrase(n, 3)}</td><td>{n * 17}</td><td>2031-05-{n + 10}</td></tr>" for n in range(12))
    table = find_lists(
        page_of(f"<table><thead><tr><th>Name</th><th>Copies</th><th>Printed</th></tr></thead><tbody>{lines}</tbody></table>")
    )[0].table()

    assert [(column.name, column.type) for column in table.columns] == [("name", "text"), ("copies", "number"), ("printed", "date")]


def test_microdata_names_columns():
    items = "".join(
        f'<div itemscope class="x"><span class="q" itemprop="author"><a href="/{n}">{phrase(n, 2)}</a></span><p class="w">{phrase(n, 12)}</p></div>'
        for n in range(9)
    )

    assert "author" in find_lists(page_of(items))[0].table().names


def test_a_rule_survives_json_and_reads_another_page(found):
    rule = ListRule.from_data(json.loads(json.dumps(found.rule.to_data())))

    assert rule == found.rule
    rows = rule.apply(page_of(shop(30)))
    assert len(rows) == 30
    assert rows[21]["title"] == phrase(21, 4)
    assert rule.apply(page_of("<p>Something else altogether.</p>")) == []


def test_the_exported_selectors_find_the_same_values(found):
    schema = found.rule.selector_schema("products")
    html = f"<html><head><title>t</title></head><body>{shop(12)}</body></html>"
    records = Selector(html).css(schema["baseSelector"])
    table = found.table()

    assert len(records) == 12
    for field, column in zip(schema["fields"], table.columns, strict=True):
        assert {"name", "selector", "type"} <= set(field)
        for number, record in enumerate(records):
            elements = record.css(field["selector"])
            if field["type"] == "text" and "prefix" not in field:
                assert (
                    one_line(elements[0].xpath("string(.)").get()) == column.values[number] if elements else column.values[number] is None
                )
            elif field["type"] == "attribute":
                read = elements[0].attrib[field["attribute"]] if elements else None
                assert (column.values[number] or "").endswith(read or ""), field
            elif field["type"] == "list" and field["fields"][0]["type"] == "text":
                assert [one_line(each.xpath("string(.)").get()) for each in elements] == (column.values[number] or [])


def test_records_of_several_siblings_are_read_by_the_rule_and_not_exported():
    found = find_lists(page_of(f"<table><tbody>{story_rows(20)}</tbody></table>"))[0]
    rows = found.rule.apply(found.page)

    assert found.runs, "led by the first row of a story"
    assert len(rows) == 20
    assert {phrase(3, 7), "10 points"} <= {value for value in rows[3].values() if isinstance(value, str)}
    with pytest.raises(WrapperError, match="runs of siblings"):
        found.rule.selector_schema()


@pytest.mark.parametrize(
    "stored",
    [{}, {"format": 2, "base": [{"tag": "li"}]}, {"format": 1, "base": [{}]}, {"format": 1, "base": [{"tag": "a"}], "columns": [{}]}, []],
)
def test_a_damaged_rule_is_one_clear_error(stored):
    with pytest.raises(WrapperError):
        ListRule.from_data(stored)


@pytest.mark.parametrize(
    ("step", "css"),
    [
        (ChildStep("td", (), 2), "td:nth-of-type(2)"),
        (ChildStep("div", ("md:w-1/2", "x")), r"div.md\:w-1\/2.x"),
        (ChildStep("ul", (), 0, "r"), "ul#r"),
    ],
)
def test_steps_as_css(step, css):
    assert step.css() == css
    Selector("<p>").css(css)


def test_a_data_frame_in_one_call(found):
    frame = found.table().to_pandas()

    assert len(frame) == 12
    assert frame["title"][0] == phrase(0, 4)


def columns_of(*records):
    table = find_lists(page_of(f'<ul class="things">{"".join(f"<li class=thing>{each}</li>" for each in records)}</ul>'))[0].table()
    return {column.name: column.values for column in table.columns}


def test_a_link_around_a_whole_record_is_no_text_of_it():
    things = columns_of(
        *(
            f'<a href="/p/{n}"><img src="/{n}.png"><h2>{phrase(n, 4)}</h2><span class="price">{n + 2}.50 €</span></a>'
            f'<a class="buy" href="?buy={n}">Buy now</a>'
            for n in range(6)
        )
    )

    assert things["title"] == tuple(phrase(n, 4) for n in range(6))
    assert things["price"][0] == "2.50 €"
    assert "Buy now" not in str(things)


def test_a_text_that_says_when_is_a_date_and_no_title():
    things = columns_of(
        *(
            f"<h3>Posted on {n + 1} May 2031 by {phrase(n, 1)}</h3><a href=/{n}>{phrase(n, 4)}</a><p>{phrase(n + 3, 9)}.</p>"
            for n in range(6)
        )
    )

    assert things["date"][0].startswith("Posted on 1 May 2031")
    assert things["title"][0] == phrase(0, 4)


def test_a_label_before_a_value_of_some_records_names_it():
    things = columns_of(
        *(f"<h3>{phrase(n, 4)}</h3>" + (f"<div><b>Weight</b><span>{n} kilos of it</span></div>" if n % 2 else "") for n in range(8))
    )

    assert things["weight"][1] == "1 kilos of it"
