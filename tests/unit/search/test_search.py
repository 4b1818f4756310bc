"""Search over mined results: what is found, in which order, and what happens when results change or are damaged."""

import json
import os
import sqlite3

import pytest
from click.testing import CliRunner

from sitelode.cli.main import cli
from sitelode.errors import ResultError, SettingError
from sitelode.search.query import read_query, search_words, without_accents
from sitelode.search.searching import search

ARTICLES = [
    {
        "url": "https://a.example/1",
        "title": "A bridge over the harbour",
        "text": "The new bridge opens in May. Boats wait.",
        "date": "2031-05-01",
    },
    {
        "url": "https://a.example/2",
        "title": "Boats",
        "text": "The harbour has boats. " * 30 + "A bridge is far away.",
        "date": "2031-04-01",
    },
    {"url": "https://a.example/3", "title": "Café crème", "text": "A naïve waiter spills the crème.", "date": None},
    {"url": "https://a.example/4", "title": "港の新しい橋", "text": "港に新しい橋が開通した。", "date": "2031-06-01"},
]
RECORDS = [
    {"url": "https://a.example/", "list": 1, "fields": {"heading": "A bridge over the harbour", "link": "https://a.example/1"}},
    {"url": "https://a.example/shop", "list": 2, "fields": {"name": "Brass lamp", "price": "$12.90"}},
]


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def mined(tmp_path):
    folder = tmp_path / "mined"
    folder.mkdir()
    write_lines(folder / "articles.jsonl", ARTICLES)
    write_lines(folder / "records.jsonl", RECORDS)
    return folder


def urls(hits):
    return [hit.text.url.rpartition("/")[2] for hit in hits]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("bridge harbour", ["1", "2"]),  # the title counts more
        ("boats", ["2", "1"]),
        ('"new bridge"', ["1"]),
        ("bridge -may", ["2"]),
        ("harb*", ["2", "1"]),
        ("creme NAIVE", ["3"]),
        ("crème", ["3"]),
        ("新しい橋", ["4"]),
        ("lamp", ["shop"]),
        ("xylophone", []),
    ],
)
def test_what_is_found_and_in_which_order(mined, asked, found):
    assert urls(search([mined], asked)) == found


def test_a_row_that_announces_an_article_is_not_found_beside_it(mined):
    assert [hit.text.kind for hit in search([mined], "bridge over the harbour")][:1] == ["article"]
    assert urls(search([mined], "bridge", kinds=("record",))) == []


def test_the_excerpt_is_around_what_was_found(mined):
    (hit,) = search([mined], '"far away"')

    assert "far away" in hit.excerpt
    assert hit.excerpt.startswith(".. ")
    assert len(hit.excerpt) < 300


def test_the_index_is_kept_and_made_again_when_the_result_changes(mined):
    search([mined], "bridge")
    made = (mined / "search.sqlite").stat().st_mtime_ns
    search([mined], "boats")
    assert (mined / "search.sqlite").stat().st_mtime_ns == made

    write_lines(mined / "articles.jsonl", [*ARTICLES, {"url": "https://a.example/5", "title": "Xylophones", "text": "Played well."}])

    assert urls(search([mined], "xylophones")) == ["5"]


@pytest.mark.parametrize("damage", [b"not a database", b""])
def test_a_damaged_index_is_made_again(mined, damage):
    (mined / "search.sqlite").write_bytes(damage)

    assert urls(search([mined], "boats")) == ["2", "1"]


def test_an_index_with_something_foreign_in_it_is_made_again(mined):
    search([mined], "boats")
    with sqlite3.connect(mined / "search.sqlite") as database:
        database.execute("create view surprise as select 1")

    assert urls(search([mined], "boats")) == ["2", "1"]
    with sqlite3.connect(mined / "search.sqlite") as database:
        assert not database.execute("select 1 from sqlite_master where name = 'surprise'").fetchall()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_only_be_read_is_searched_in_memory(mined):
    mined.chmod(0o500)
    try:
        assert urls(search([mined], "boats")) == ["2", "1"]
    finally:
        mined.chmod(0o700)


def test_two_sites_are_ranked_together(mined, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    write_lines(
        other / "articles.jsonl", [{"url": "https://b.example/9", "title": "Harbour bridge opens", "text": "The harbour bridge opens."}]
    )

    assert urls(search([mined, other], "harbour bridge")) == ["9", "1", "2"]


def test_what_cannot_be_searched_is_one_clear_line(mined, tmp_path):
    with pytest.raises(SettingError, match="give some words"):
        search([mined], "?!")
    with pytest.raises(ResultError, match=r"no mined site in .*mine the site into it first"):
        search([tmp_path], "x")
    (mined / "articles.jsonl").write_text("[]\n", encoding="utf-8")
    with pytest.raises(ResultError, match="at byte 0"):
        search([mined], "x")


@pytest.mark.parametrize(
    "asked", ['"' * 300 + "boats", "boats AND OR NOT (", "title:boats", "boats^2", "a " * 10_000 + "boats", "boats\x00"]
)
def test_no_query_is_an_error_of_the_database(mined, asked):
    assert len(search([mined], asked)) <= len(ARTICLES)


@pytest.mark.parametrize("line", ['{"x": 1}', '{"fields": 7}', "7", "[" * 50_000], ids=range(4))
def test_records_of_another_form_are_one_clear_line(mined, line):
    (mined / "records.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ResultError, match="at byte 0"):
        search([mined], "x")


def test_words_and_their_parts():
    query = read_query('tide "low water" -ferry harb* tide')

    assert [part.words for part in query.wanted] == [("tide",), ("harb",)]
    assert query.wanted[1].open_end
    assert query.match() == '"low water" NOT "ferry"'
    assert search_words("Égalité ΆΛΦΑ йод") == ["egalite", "αλφα", "йод"]
    assert len(without_accents("Ångström é")) == len("Ångström é")


def test_the_command(mined):
    run = CliRunner().invoke(cli, ["search", str(mined), "bridge", "--json", "--most", "1"], catch_exceptions=False)
    readable = CliRunner().invoke(cli, ["search", str(mined), "--kind", "articles", "bridge", "harbour"], catch_exceptions=False)

    assert json.loads(run.stdout)["url"] == "https://a.example/1"
    assert readable.stdout.splitlines()[1].strip() == "https://a.example/1"
    assert CliRunner().invoke(cli, ["search", str(mined), "xylophone"], catch_exceptions=False).stderr == "nothing found\n"
    with pytest.raises(SettingError, match="--stories"):
        CliRunner().invoke(cli, ["search", str(mined)], catch_exceptions=False)


def test_a_record_with_several_values_is_shown_by_its_words(mined):
    fields = {"name": ["Oak table", "../t/7.html"], "price": ["$1", "$2"], "link": ["https://a.example/t/7"]}
    write_lines(mined / "records.jsonl", [{"url": "https://a.example/shop", "list": 1, "fields": fields}])

    found = search([mined], "oak", 5)[0].text

    assert (found.title, found.text, found.url) == ("Oak table", "Oak table\n$1; $2", "https://a.example/t/7")
