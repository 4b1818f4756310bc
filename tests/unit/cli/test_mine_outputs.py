"""What `sitelode mine` writes on request."""

import csv
import json
import sys

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from sitelode.cli.mine import command

SENTENCE = "<p>Trip {0} of the ferry left at nine with {1} people, came back at ten, and nobody on board was sorry.</p>"


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    for number in range(5):
        text = "".join(SENTENCE.format(number, number * 10 + part) for part in range(4))
        (folder / f"{number}.html").write_text(f"<html><title>Trip {number}</title><h1>Trip {number}</h1><main>{text}</main></html>")
    return folder


def mined(site, output, *options):
    return CliRunner().invoke(command, [str(site), "-o", str(output), "-q", *options])


def test_html_csv_and_parquet_on_request(site, tmp_path):
    assert mined(site, tmp_path / "all", "--html", "--csv", "--parquet").exit_code == 0
    lines = [json.loads(line) for line in (tmp_path / "all" / "articles.jsonl").read_text(encoding="utf-8").splitlines()]
    with (tmp_path / "all" / "articles.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    table = pq.read_table(tmp_path / "all" / "articles.parquet").to_pylist()

    assert len(lines) == 5
    assert lines[0]["html"].count("<p>") == 4
    assert "markdown" not in lines[0]
    for name in ("url", "title", "text", "html", "language"):
        assert [line[name] for line in lines] == [row[name] for row in rows] == [row[name] for row in table]


def test_nothing_more_than_asked_for(site, tmp_path):
    assert mined(site, tmp_path / "plain").exit_code == 0

    assert not {"articles", "articles.csv", "articles.parquet"} & {path.name for path in (tmp_path / "plain").iterdir()}
    assert '"html"' not in (tmp_path / "plain" / "articles.jsonl").read_text(encoding="utf-8")


def test_a_missing_extra_is_said_before_the_work_begins(site, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = mined(site, tmp_path / "none", "--parquet")

    assert result.exit_code != 0
    assert "tables" in str(result.exception) + result.output
    assert not (tmp_path / "none").exists()
