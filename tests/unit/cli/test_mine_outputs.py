"""What `sitelode mine` writes on request."""

import csv
import json
import os
import subprocess
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
    return CliRunner().invoke(command, [str(site), "-o", str(output), *options])


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


def test_formats_of_an_earlier_result_go_and_files_of_others_stay(site, tmp_path):
    other, output = tmp_path / "other", tmp_path / "result"
    other.mkdir()
    for number in range(5):
        (other / f"{number}.html").write_text((site / f"{number}.html").read_text().replace("Trip", "Voyage"))
    assert mined(site, output, "--markdown", "--csv", "--parquet").exit_code == 0
    (output / "records").mkdir(exist_ok=True)
    (output / "records" / "list-7.json").write_text('{"rule": {}, "selectors": {}}')
    (output / "records" / "list-7.csv").write_text("url,position\n")
    (output / "details" / "layout-9" / "fields.jsonl").mkdir(parents=True)
    mine_of_people = [
        output / "details" / "layout-9" / "fields.csv",
        output / "articles" / "note.md",
        output / "records" / "list-8.csv",
        output / "corrections.json",
        output / "prices.csv",
    ]
    for path in mine_of_people:
        path.write_text('{"format": 1, "log": []}' if path.suffix == ".json" else '---\nurl: "https://x.example/"\n')
    said = CliRunner().invoke(command, [str(other), "-o", str(output)]).output

    assert not any((output / name).exists() for name in ("articles.csv", "articles.parquet", "records/list-7.csv", "records/list-7.json"))
    assert [path.name for path in (output / "articles").iterdir()] == ["note.md"]
    assert all(path.exists() for path in mine_of_people)
    assert "old files removed: 5 articles/*.md, 1 articles.csv, 1 articles.parquet, 1 records/*.csv" in said


def test_a_table_of_somebody_else_stays(site, tmp_path):
    output = tmp_path / "result"
    output.mkdir()
    (output / "articles.csv").write_text("my,own\n")

    assert mined(site, output).exit_code == 0
    assert (output / "articles.csv").read_text() == "my,own\n"


def test_mining_again_gives_equal_files(site, tmp_path):
    def files(output, seed):
        done = subprocess.run(
            [sys.executable, "-m", "sitelode", "mine", str(site), "-o", str(output), "-q", "--csv"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )
        assert done.returncode == 0
        return {path.name: path.read_bytes() for path in output.iterdir()}

    first = files(tmp_path / "one", "1")

    assert first == files(tmp_path / "two", "2")
    assert first == files(tmp_path / "one", "3")


DATED = "<title>{0}</title><h1>{0}</h1><time datetime=2031-0{1}-05>5</time><main>{2}</main><figure><img src=/{1}.jpg><figcaption>Boat {1}</figcaption></figure>"


@pytest.fixture
def dated(tmp_path):
    lines = []
    for number in range(1, 7):
        text = "".join(SENTENCE.format(number, number * 10 + part) for part in range(4))
        path = f"/{'news' if number % 2 else 'sport'}/{number}"
        lines.append(json.dumps({"url": f"https://ferry.example{path}", "html": DATED.format(f"Trip {number}", number, text)}))
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    return tmp_path / "pages.jsonl"


def urls(output):
    return [json.loads(line)["url"].removeprefix("https://ferry.example") for line in output.splitlines()]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param([], ["/news/1", "/sport/2", "/news/3", "/sport/4", "/news/5", "/sport/6"], id="all"),
        pytest.param(["--only", "/news/"], ["/news/1", "/news/3", "/news/5"], id="path"),
        pytest.param(["--only", "/new"], [], id="a path is whole directories"),
        pytest.param(["--language", "en", "--since", "2031-05"], ["/news/5", "/sport/6"], id="language and month"),
        pytest.param(["--language", "de"], [], id="other language"),
        pytest.param(["--since", "2031-05-06"], ["/sport/6"], id="day"),
    ],
)
def test_articles_are_chosen_and_go_into_a_pipe(dated, options, expected):
    result = CliRunner().invoke(command, [str(dated), "-o", "-", *options], catch_exceptions=False)

    assert (result.exit_code, urls(result.stdout)) == (0, expected)
    assert not (dated.parent / "mined").exists()


def test_what_was_not_wanted_is_counted(dated, tmp_path):
    result = CliRunner().invoke(command, [str(dated), "-o", str(tmp_path / "out"), "--only", "/news/"], catch_exceptions=False)

    assert "3 articles from 6 pages" in result.stdout
    assert "3 below other paths" in result.stdout


def test_documents_come_and_go_with_their_option(dated, tmp_path):
    assert mined(dated, tmp_path / "out", "--format", "tei", "--format", "xml").exit_code == 0
    corpus, documents = tmp_path / "out" / "articles.tei.xml", tmp_path / "out" / "articles.xml"

    assert corpus.read_text("utf-8").count("<TEI>") == documents.read_text("utf-8").count("<doc ") == 6
    assert "Trip 3 of the ferry left" in corpus.read_text("utf-8")
    assert '"html"' not in (tmp_path / "out" / "articles.jsonl").read_text("utf-8")
    documents.write_text("<mine/>")
    assert mined(dated, tmp_path / "out").exit_code == 0
    assert not corpus.exists()
    assert documents.read_text("utf-8") == "<mine/>", "what somebody else wrote stays"


@pytest.mark.parametrize(
    ("option", "in_text", "in_markdown"),
    [
        pytest.param([], False, True, id="usual"),
        pytest.param(["--captions"], True, True, id="wanted"),
        pytest.param(["--no-captions"], False, False, id="not wanted"),
    ],
)
def test_captions(tmp_path, option, in_text, in_markdown):
    figure = "<figure><img src=/{0}.jpg width=600><figcaption>A boat of the year {0}</figcaption></figure>"
    for number in range(1, 6):
        text = [SENTENCE.format(number, number * 10 + part) for part in range(4)]
        text.insert(2, figure.format(number + 1900))
        (tmp_path / f"{number}.html").write_text(f"<title>Trip {number}</title><h1>Trip {number}</h1><main>{''.join(text)}</main>")
    assert mined(tmp_path, tmp_path / "out", "--markdown", *option).exit_code == 0
    article = json.loads((tmp_path / "out" / "articles.jsonl").read_text("utf-8").splitlines()[0])

    assert ("A boat of the year" in article["text"], "A boat of the year" in article["markdown"]) == (in_text, in_markdown)


@pytest.mark.parametrize(
    "options", [["--format", "txt"], ["-o", "-", "--format", "csv", "--format", "md"], ["-o", "-", "--parquet"], ["--favor", "speed"]]
)
def test_forms_that_do_not_fit_are_refused(site, tmp_path, options):
    assert CliRunner().invoke(command, [str(site), "-o", str(tmp_path / "x"), *options]).exit_code == 2


def test_favoring_precision_gives_no_more_text_than_recall(site, tmp_path):
    texts = {}
    for favor in ("precision", "recall"):
        assert mined(site, tmp_path / favor, "--favor", favor).exit_code == 0
        texts[favor] = [len(json.loads(line)["text"]) for line in (tmp_path / favor / "articles.jsonl").read_text("utf-8").splitlines()]

    assert all(less <= more for less, more in zip(texts["precision"], texts["recall"], strict=True))


def test_a_source_without_pages_leaves_an_earlier_result_as_it_is(site, tmp_path):
    assert mined(site, tmp_path / "kept").exit_code == 0
    before = {path: path.read_bytes() for path in (tmp_path / "kept").rglob("*") if path.is_file()}
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "notes.txt").write_text("no page")

    assert mined(tmp_path / "empty", tmp_path / "kept").exit_code != 0
    assert {path: path.read_bytes() for path in (tmp_path / "kept").rglob("*") if path.is_file()} == before
