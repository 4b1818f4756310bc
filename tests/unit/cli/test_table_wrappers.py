"""What `records` and `fields` learnt reads the pages of the site again, by the wrapper they write."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sitelode.cli.main import cli

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"


def run(*arguments):
    found = CliRunner().invoke(cli, list(map(str, arguments)), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found


@pytest.fixture
def applied(tmp_path):
    def lines(pages):
        run("apply", tmp_path / "wrapper.json", pages, "-o", tmp_path / "applied.jsonl")
        return [json.loads(line) for line in (tmp_path / "applied.jsonl").read_text("utf-8").splitlines()]

    return lines


def test_a_list_is_a_wrapper(tmp_path, applied):
    run("records", EXAMPLE / "archive", "-o", tmp_path)
    records = [json.loads(line) for line in (tmp_path / "records.jsonl").read_text("utf-8").splitlines()]

    again = [record for page in applied(EXAMPLE / "archive") for record in page["records"]]
    assert len(records) == 54
    for record in records:
        assert record["fields"] in again


def test_detail_pages_are_a_wrapper(tmp_path, applied):
    run("fields", EXAMPLE / "2031" / "05", "-o", tmp_path)
    rows = [json.loads(line) for path in tmp_path.glob("layout-*/fields.jsonl") for line in path.read_text("utf-8").splitlines()]

    pages = {page["url"]: page for page in applied(EXAMPLE / "2031" / "05")}
    assert len(rows) == len(pages) > 10
    values = [(pages[row["url"]].get(name), value) for row in rows for name, value in row["fields"].items() if isinstance(value, str)]
    # Some of the few pages stand between two layouts.
    assert sum(again == value for again, value in values) > 0.85 * len(values)
