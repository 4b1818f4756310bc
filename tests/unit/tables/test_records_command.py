"""`sitelode records` as a user runs it."""

import csv
import json

import pytest
from click.testing import CliRunner
from tests.unit.tables.list_pages import phrase, shop

from sitelode.cli.records import command


@pytest.fixture
def saved(tmp_path):
    for number in (1, 2):
        (tmp_path / f"{number}.html").write_text(f"<html><body>{shop(6 + number)}</body></html>", encoding="utf-8")
    return tmp_path


def run(*arguments):
    outcome = CliRunner().invoke(command, [str(each) for each in arguments])
    assert outcome.exit_code == 0, outcome.output
    return outcome.output


def test_one_page_is_shown(saved):
    output = run(saved / "1.html")

    assert "list 1: 7 records" in output
    assert phrase(0, 4)[:20] in output


def test_files_hold_every_record(saved, tmp_path):
    folder = tmp_path / "out"
    run(saved, "-o", folder, "--parquet", "--all-lists")
    lines = [json.loads(line) for line in (folder / "records.jsonl").read_text("utf-8").splitlines()]
    table = list(csv.DictReader((folder / "records" / "list-1.csv").read_text("utf-8").splitlines()))

    assert {"url", "list", "position", "fields", "typed", "seen_on", "origin", "digest", "fetched"} == set(lines[0])
    assert len(table) == sum(line["list"] == 1 for line in lines)
    assert table[0]["title"] == phrase(0, 4)
    assert (folder / "records" / "list-1.parquet").stat().st_size
    assert json.loads((folder / "records" / "list-1.json").read_text("utf-8"))["selectors"]["baseSelector"]


def test_a_page_without_a_list_says_so(tmp_path):
    (tmp_path / "a.html").write_text("<p>Only this.</p>", encoding="utf-8")

    assert "no list of records on this page" in run(tmp_path / "a.html")


def test_parquet_needs_a_folder(saved):
    outcome = CliRunner().invoke(command, [str(saved / "1.html"), "--parquet"])

    assert outcome.exit_code == 2
    assert "-o" in outcome.output
