"""Typed values, the columns that are kept, and what files hold."""

import csv
import zipfile
from datetime import date
from xml.etree import ElementTree as ET

import pytest
from tests.unit.tables.list_pages import page_of, phrase

from sitelode.output.safe_text import harmless
from sitelode.output.tables.table_files import Forms, xlsx_file
from sitelode.output.tables.typed_values import currency_of, decimal_sign, read_number, typed_columns
from sitelode.output.tables.write_tables import write_records
from sitelode.tables.lists.site_lists import find_site_lists
from sitelode.tables.table import TableColumn, kept_columns


@pytest.mark.parametrize(
    ("column", "text", "number"),
    [
        (["1,299.00", "5.00"], "$1,299.00", 1299.0),
        (["1.299,00", "1.299"], "1.299 €", 1299.0),
        (["1.299", "2.500"], "1.299 €", 1299.0),
        (["0.125", "1.250"], "1.250 kg", 1.25),
        (["19 97"], "$ 19 97", 19.97),
        (["-20"], "-20 %", -20.0),
        ([], "free", None),
        (["1,25", "0,5"], "1,299,000", None),
        (["1.2", "3"], "\u2212 3", -3.0),
    ],
)
def test_numbers_are_read_as_their_column_writes_them(column, text, number):
    assert read_number(text, decimal_sign(column)) == number


@pytest.mark.parametrize(("text", "code"), [("12 €", "EUR"), ("CHF 12.50", "CHF"), ("US$ 3", "US$"), ("$3", "$"), ("3", None)])
def test_currencies(text, code):
    assert currency_of(text) == code


def test_dates_ratings_and_truths_have_their_own_columns():
    day = typed_columns("seen", "date", ["25/12/2021", "3/4/2021"])[0]
    rating = typed_columns("stars", "text", ["4.5 out of 5", "3/5"])[0]
    truth = typed_columns("open", "text", ["true", "false"])[0]

    assert (day.name, day.value({"seen": "3/4/2021"})) == ("seen_day", date(2021, 4, 3))
    assert day.value({"seen": "July 20, 1975"}) == date(1975, 7, 20), "people are older than the web"
    assert typed_columns("tall", "number", ["6-5", "7"])[0].value({"tall": "6-5"}) is None
    assert (rating.name, rating.value({"stars": "4.5 out of 5"})) == ("stars_value", 4.5)
    assert (truth.name, truth.value({"open": "false"}), truth.value({})) == ("open_is_true", False, None)
    assert typed_columns("about", "text", ["a lamp"]) == []


@pytest.mark.parametrize(
    ("dated", "counted", "others", "names"),
    [
        pytest.param(0, 10, 0, ["seen_day", "seen_comments"], id="all have both"),
        pytest.param(0, 9, 1, ["seen_day", "seen_comments"], id="nine of ten"),
        pytest.param(0, 7, 3, [], id="too many have no day"),
        pytest.param(9, 1, 0, ["seen_day"], id="one count says nothing"),
    ],
)
def test_a_day_and_a_count_in_one_text(dated, counted, others, names):
    sample = [f"{number + 1} March, 2007" for number in range(dated)]
    sample += [f"{number + 11} March, 2007 {number + 2} comments" for number in range(counted)] + ["no day"] * others
    columns = typed_columns("seen", "text", sample)

    assert [column.name for column in columns] == names
    if len(columns) == 2:
        assert [column.value({"seen": "21 March, 2007 3 comments"}) for column in columns] == [date(2007, 3, 21), 3.0]


@pytest.mark.parametrize("text", ["-20 %", "+3,5", "- 7 kg", "-1e5", "-12.50 €"])
def test_a_signed_number_is_no_formula(text):
    assert harmless(text) == text


@pytest.mark.parametrize("text", ["=1+1", "-2+3", "@SUM(A1)", "+cmd|' /C calc'!A0", "-A1", "-20*SUM(A1)"])
def test_what_a_spreadsheet_would_run_is_text(text):
    assert harmless(text) == "'" + text


def test_copies_icons_parts_and_rare_columns_are_not_kept():
    rows = range(10)
    columns = [
        TableColumn("title", "text", {row: f"Lamp {row} of brass" for row in rows}, ("h3",)),
        TableColumn("part", "text", {row: f"Lamp {row}" for row in rows}, ("h3", "b")),
        TableColumn("maker", "text", {row: "Lamp" if row else "Oar" for row in rows}, ("i",)),
        TableColumn("link", "link", {row: f"https://a.example/{row}" for row in rows}),
        TableColumn("more", "link", {row: f"https://a.example/{row}?ref=more#top" for row in rows}),
        TableColumn("icon", "image", dict.fromkeys(rows, "https://a.example/star.png")),
        TableColumn("sign", "text", dict.fromkeys(rows, "|")),
        TableColumn("none", "text", {}),
    ]

    assert kept_columns(columns, 10) == ["title", "maker", "link"]
    assert kept_columns(columns, 10, most=2) == ["title", "maker"]


def shop(number: int) -> str:
    items = "".join(
        f'<div class=item><h3><a href="/p/{number}{n}">{phrase(9 * number + n, 4)}</a></h3><span class=cost>${n}<sup>9{n}</sup></span>'
        f'<a href="/p/{number}{n}?from=list">Details</a><i>-{n}0 %</i></div>'
        for n in range(1, 9)
    )
    return f"<main>{items}</main>"


def test_a_listing_is_one_table_with_typed_columns_in_every_form(tmp_path):
    pages = [page_of(shop(number), f"https://shop.example/{number}") for number in range(3)]
    write_records(find_site_lists(pages, most=1), tmp_path, Forms(parquet=True, xlsx=True))

    table = list(csv.DictReader((tmp_path / "records" / "list-1.csv").read_text("utf-8").splitlines()))
    assert list(table[0])[:4] == ["url", "position", "title", "link"]
    assert len(table) == 24
    assert (table[1]["price"], table[1]["price_amount"]) == ("$2 92", "2.92")
    assert table[1]["link"] == "https://shop.example/p/02"
    assert "-20 %" in table[1].values()
    with zipfile.ZipFile(tmp_path / "records" / "list-1.xlsx") as book:
        sheet = ET.fromstring(book.read("xl/worksheets/sheet1.xml"))
    assert len(sheet[0]) == 25


def test_a_spreadsheet_holds_texts_numbers_and_days(tmp_path):
    with xlsx_file(tmp_path / "a.xlsx") as add:
        add(["=1+1 <&>\x00", 2.5, date(2021, 3, 4), None, True])
    with zipfile.ZipFile(tmp_path / "a.xlsx") as book:
        text = book.read("xl/worksheets/sheet1.xml").decode()

    assert "=1+1 &lt;&amp;&gt;</t>" in text
    assert "<c><v>2.5</v></c>" in text
    assert '<c s="1"><v>44259</v></c><c/><c t="b"><v>1</v></c>' in text


def test_numbers_written_plainly_have_no_twin():
    assert [each.name for each in typed_columns("cost", "number", ["291.60", "12"])] == ["cost"]
    assert [each.name for each in typed_columns("cost", "number", ["1,291.60", "12"])] == ["cost_number"]
    assert [each.name for each in typed_columns("lat", "number", ["36.019019", "36.007"])] == ["lat"]


def test_what_says_no_more_than_another_column_is_not_kept():
    rows = range(8)
    title = TableColumn("title", "text", {n: phrase(n, 4) for n in rows})
    others = [
        TableColumn("quantity", "text", {n: f"{phrase(n, 4)} quantity" for n in rows}),
        TableColumn("shown", "text", {n: f"“{phrase(n, 4)}”" for n in rows}),
        TableColumn("posted", "date", {n: f"{n + 1} May 2031" for n in rows}),
        TableColumn("date_published", "date", {n: f"2031-05-0{n + 1}T10:00:00Z" for n in rows}),
        TableColumn("text", "text", {n: phrase(n, 12) for n in rows}),
        TableColumn("description", "text", {n: phrase(n, 20) for n in rows}),
        TableColumn("text_2", "text", dict.fromkeys(rows, "HERE")),
        TableColumn("text_3", "text", {n: " | ".join(phrase(n, 20).split()[2:5:2]) for n in rows}),
        TableColumn("site", "text", dict.fromkeys(rows, "Lamps and more")),
    ]

    assert kept_columns([title, *others], len(rows)) == ["title", "posted", "description"]


def test_links_that_do_something_are_not_kept():
    rows = range(8)
    columns = [
        TableColumn("link", "link", {n: f"https://shop.example/p/{n}" for n in rows}, ("h2",)),
        TableColumn("text", "text", {n: "Add to cart" if n else "Read more" for n in rows}, ("p",)),
        TableColumn("link_2", "link", {n: f"https://shop.example/cart/{n}" for n in rows}, ("p",)),
    ]

    assert kept_columns(columns, len(rows), key="link") == ["link"]
