"""A value is the text of its block with all markup inside of it, on detail pages and in lists alike."""

from itertools import product

import pytest

from sitelode.html.parse import parse
from sitelode.tables.details.detail_fields import find_fields
from sitelode.tables.lists.record_lists import find_lists

INLINE = (
    "a abbr acronym b bdi bdo big button cite code data del dfn em font i ins kbd label mark meter nobr output progress q ruby s samp slot "
    "small span strike strong sub sup time tt u var x-own".split()
)
PAPERS = ("Daily News", "Workers' Star", "West Australian", "The Age", "Sun Herald", "Tribune")


def citation(number: int) -> tuple[str, str]:
    return PAPERS[number % 6], f"{number + 3} November 19{40 + number}"


# Every element on half of the pages; some on all or on a few of them.
CASES = [*((each, 2) for each in (*INLINE, "em class=paper", "a href=/x")), *product(("b", "span", "a href=/x"), (1, 6))]


def whole(number: int) -> str:
    return ", ".join(citation(number))


def marked(number: int, opened: str, every: int) -> str:
    """The citation with its paper in an element, on every n-th page."""
    paper, day = citation(number)
    return f"<{opened}>{paper}</{opened.split(maxsplit=1)[0]}>, {day}" if number % every == 0 else f"{paper}, {day}"


def table_of(citations):
    return find_fields(
        [
            parse(
                f"<h1>Event {number} of {number % 7}</h1><dl><dt>Citation</dt><dd><p>{text}</p></dd>"
                f"<dt>Place</dt><dd>Town {number * 7}</dd></dl>".encode(),
                f"https://strike.example/{number}",
                "text/html; charset=utf-8",
            )
            for number, text in enumerate(citations)
        ]
    )


@pytest.mark.parametrize(("opened", "every"), CASES)
def test_detail_pages(opened, every):
    table = table_of(marked(number, opened, every) for number in range(12))

    assert [row["Citation"] for row in table.rows] == [[whole(number)] for number in range(12)]
    assert [row["Place"] for row in table.rows] == [[f"Town {number * 7}"] for number in range(12)]
    assert not [value for row in table.rows for values in row.values() for value in values if value[0] in ",;" or value[-1] in ",;"]


@pytest.mark.parametrize(("opened", "every"), CASES)
def test_lists(opened, every):
    records = "".join(
        f"<li><h3><a href=/e{number}>Event {number} of {number % 7}</a></h3><p>{marked(number, opened, every)}</p></li>"
        for number in range(12)
    )
    page = parse(f"<ul>{records}</ul>".encode(), "https://strike.example/", "text/html; charset=utf-8")
    rows = find_lists(page)[0].table().rows()

    assert all(whole(number) in row.values() for number, row in enumerate(rows))


def test_parts_that_vary_are_columns_besides():
    table = table_of(marked(number, "em", 1) for number in range(12))

    assert {values[0] for values in table.rows[0].values()} >= {whole(0), *citation(0)}


def test_a_value_wholly_in_markup_on_some_pages():
    table = table_of(f"<em>{whole(number)}</em>" if number % 4 == 1 else marked(number, "em", 4) for number in range(12))

    assert [row["Citation"] for row in table.rows] == [[whole(number)] for number in range(12)]


def test_markup_that_no_page_of_the_sample_had():
    rules = table_of(whole(number) for number in range(12)).rules
    page = parse(
        f"<h1>Event 40</h1><dl><dt>Citation</dt><dd><p>{marked(6, 'em', 1)}</p></dd></dl>".encode(),
        "https://strike.example/40",
        "text/html",
    )

    assert rules.values(page)["Citation"] == [whole(6)]


def test_labels_part_lines():
    pages = [
        parse(f"<p><b>Height:</b> {180 + n} <i>cm</i> <b>Weight:</b> {80 + n} kg</p><h1>Player {n}</h1>".encode(), f"/{n}", "text/html")
        for n in range(8)
    ]
    table = find_fields(pages)

    assert [(row["Height"], row["Weight"]) for row in table.rows] == [([f"{180 + n}"], [f"{80 + n} kg"]) for n in range(8)]


@pytest.mark.parametrize(
    ("written", "price"),
    [("<i>$</i>{}.50", "$3.50"), ("{}.50&nbsp;<i>€</i>", "3.50 €"), ("<b>${}</b><sup>99</sup>", "$3 99")],
)
def test_a_price_in_several_elements_is_one_value(written, price):
    rows = [f'<h1>Boat {n}</h1><p><span class="amount">{written.format(n + 3)}</span></p><p>{n} pieces</p>' for n in range(6)]
    table = find_fields([parse(f"<html><body>{row}</body></html>".encode(), f"https://shop.example/{n}") for n, row in enumerate(rows)])

    assert table.rows[0]["price"] == [price]
    assert next(column.type for column in table.columns if column.name == "price") == "price"
    assert not {"3.50", "$3", "99"} & {value for values in table.rows[0].values() for value in values}
