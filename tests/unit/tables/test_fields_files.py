"""Tables of fields on disk, and the command that writes them."""

import csv
import json
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from sitelode.cli.fields import command
from sitelode.errors import ResultError
from sitelode.html.parse import parse
from sitelode.output.tables.table_files import Forms
from sitelode.output.tables.write_tables import write_fields
from sitelode.tables.details.detail_fields import learn_rules

PRICES = {"Boat": ["12 €"], "Oar": ["3 €"], "=cmd()": ["-7"]}


def pages():
    for name, (price,) in PRICES.items():
        html = f"<h1>{name}</h1><dl><dt>Price</dt><dd>{price}</dd></dl>"
        yield parse(html.encode(), f"https://shop.example/{name}", "text/html; charset=utf-8")


def test_one_row_a_page_in_every_form(tmp_path):
    written = write_fields(learn_rules(list(pages())), pages(), tmp_path, Forms(parquet=True))

    lines = [json.loads(line) for line in (tmp_path / "fields.jsonl").read_text("utf-8").splitlines()]
    assert lines[0] == {
        "url": "https://shop.example/Boat", "fields": {"Price": "12 €", "title": "Boat"}, "typed": {"Price_amount": 12.0, "Price_currency": "EUR"}
    }  # fmt: skip
    table = list(csv.DictReader((tmp_path / "fields.csv").read_text("utf-8").splitlines()))
    assert [row["Price"] for row in table] == ["12 €", "3 €", "-7"]
    assert table[2]["title"] == "'=cmd()", "no cell is a formula"
    frame = pd.read_parquet(tmp_path / "fields.parquet")
    assert [[price] for price in frame["Price"]] == list(PRICES.values())
    assert frame["Price_amount"].tolist() == [12.0, 3.0, -7.0], "real numbers beside the texts"
    assert (written.pages, written.filled["Price"]) == (3, 3)
    assert not list(tmp_path.glob("*.part"))


def test_without_a_folder_pages_are_only_counted():
    assert write_fields(learn_rules(list(pages())), pages(), None).examples["title"] == ["Boat", "Oar", "=cmd()"]


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(ResultError, match="cannot write"):
        write_fields(learn_rules(list(pages())), pages(), tmp_path / "file" / "out")


@pytest.fixture
def shop(tmp_path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    for number in range(8):
        html = f"<title>Boat {number}</title><div class=item><h1>Boat {number}</h1><table><tr><th>Length</th><td>{number + 3} m</td></tr></table></div>"
        (folder / f"{number}.html").write_text(html, encoding="utf-8")
    return folder


def test_the_command_shows_columns_and_writes_tables(shop, tmp_path):
    run = CliRunner().invoke(command, [str(shop), "-o", str(tmp_path / "out")], catch_exceptions=False)

    assert run.exit_code == 0
    assert "layout 0: 8 pages" in run.stdout
    assert "  Length                        100%  text    3 m; 4 m; 5 m" in run.stdout
    assert len((tmp_path / "out" / "layout-0" / "fields.csv").read_text("utf-8").splitlines()) == 9


def test_the_command_says_why_there_is_nothing(tmp_path):
    (tmp_path / "a.html").write_text("<p>alone</p>")

    assert "a single page has nothing to compare with" in CliRunner().invoke(command, [str(tmp_path)]).stdout
    assert CliRunner().invoke(command, [str(tmp_path), "--parquet"]).exit_code == 2
