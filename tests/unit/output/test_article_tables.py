"""Articles as CSV and Parquet, on request; files that cannot be written say so in one line."""

import csv
import json

import pyarrow.parquet as pq
import pytest

from sitelode.errors import ResultError
from sitelode.model import Article, Comment
from sitelode.output.article_files import article_tables
from sitelode.output.files import whole_file
from sitelode.output.safe_text import cell, harmless

ARTICLE = Article(
    "https://paper.example/1", "=1+1", "Two lines\nof text, “quoted”", "en", "2024-05-02", 3, 0.75, "1.html",
    html="<p>Two lines</p>", tags=("sea", "boats"), comments=(Comment("Ann", "2024-05-03", "Yes."),), author="Wren; Quist",
)  # fmt: skip


def test_both_tables_hold_what_the_article_has(tmp_path):
    with article_tables(tmp_path, ["csv", "parquet"], without=["markdown"]) as add:
        add(ARTICLE.to_dict())
        add(ARTICLE.to_dict())
    with (tmp_path / "articles.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    (in_parquet, _) = pq.read_table(tmp_path / "articles.parquet").to_pylist()

    assert len(rows) == 2
    assert rows[0]["title"] == "'=1+1"
    assert rows[0]["text"] == in_parquet["text"] == ARTICLE.text
    assert rows[0]["tags"] == "sea | boats"
    assert json.loads(rows[0]["comments"]) == in_parquet["comments"] == [{"author": "Ann", "date": "2024-05-03", "text": "Yes."}]
    assert (in_parquet["tags"], in_parquet["cluster"], in_parquet["confidence"]) == (["sea", "boats"], 3, 0.75)
    assert in_parquet["html"] == "<p>Two lines</p>"
    assert "markdown" not in in_parquet
    assert "markdown" not in rows[0]


def test_nothing_is_written_unasked(tmp_path):
    with article_tables(tmp_path, []) as add:
        add(ARTICLE.to_dict())

    assert list(tmp_path.iterdir()) == []


def test_an_interruption_leaves_what_was_there(tmp_path):
    for name in ("articles.csv", "articles.parquet"):
        (tmp_path / name).write_text("before")
    with pytest.raises(KeyError), article_tables(tmp_path, ["csv", "parquet"]) as add:  # noqa: PT012 (it is the block that breaks)
        add(ARTICLE.to_dict())
        raise KeyError

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"articles.csv": b"before", "articles.parquet": b"before"}


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_folder_that_is_a_file_is_named_in_one_line(tmp_path, kind):
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(ResultError, match=r"cannot write .*articles\.\w+: .*; give another folder\Z"),
        article_tables(tmp_path / "file" / "below", [kind]),
    ):
        pass
    with pytest.raises(ResultError, match="cannot write"), whole_file(tmp_path / "file" / "a.txt"):
        pass


def test_cells():
    assert cell(None) == cell(()) == ""
    assert cell(["=a", "b"]) == "'=a | b"
    assert [harmless(text) for text in ("-3.5", "-x", "@a", "plain")] == ["-3.5", "'-x", "'@a", "plain"]
    assert [harmless(f"{sign}1+1") for sign in "=\t\r\n\uff1d\uff0b\uff0d\uff20"] == [
        f"'{sign}1+1" for sign in "=\t\r\n\uff1d\uff0b\uff0d\uff20"
    ]
