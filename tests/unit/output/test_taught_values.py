"""A taught field stands on every article, whether mining or applying gave it."""

import csv
import json

import pytest
from click.testing import CliRunner
from tests.unit.wrappers.shop_pages import html, product

from sitelode.cli.main import cli
from sitelode.wrappers.lessons import LessonEntry, LessonLog

COUNT = 12


def run(*arguments):
    done = CliRunner().invoke(cli, list(map(str, arguments)), catch_exceptions=False)
    assert done.exit_code == 0, done.output


def lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shop")
    with (folder / "pages.jsonl").open("w", encoding="utf-8") as file:
        for number in range(COUNT):
            file.write(json.dumps({"url": f"https://shop.example/p{number}.html", "html": html(number)}) + "\n")
    run("mine", folder / "pages.jsonl", "-o", folder / "mined", "-q")
    return folder


def test_articles_carry_what_was_taught(shop):
    mined = shop / "mined"
    assert not any("fields" in article for article in lines(mined / "articles.jsonl"))
    said = [LessonEntry(f"https://shop.example/p{number}.html", "maker", text=product(number)["maker"]) for number in (4, 6)]
    LessonLog().with_entries(said).write(mined / "lessons.json")
    run("mine", shop / "pages.jsonl", "-o", mined, "-q", "--csv")
    run("apply", mined / "wrapper.json", shop / "pages.jsonl", "-o", shop / "applied.jsonl")
    articles = {article["url"]: article for article in lines(mined / "articles.jsonl")}
    applied = {line["url"]: line for line in lines(shop / "applied.jsonl")}

    assert len(articles) == COUNT
    for number in range(COUNT):
        url = f"https://shop.example/p{number}.html"
        assert articles[url]["fields"] == applied[url]["fields"] == {"maker": product(number)["maker"]}
    with (mined / "articles.csv").open(encoding="utf-8", newline="") as file:
        assert {row["url"]: row["maker"] for row in csv.DictReader(file)} == {
            url: article["fields"]["maker"] for url, article in articles.items()
        }


def test_a_field_taught_later_reaches_tables_that_are_there(shop, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    mined = tmp_path / "mined"
    run("mine", shop / "pages.jsonl", "-o", mined, "-q", "--csv", "--parquet")
    before = pq.read_table(mined / "articles.parquet")
    examples = [f"--example=p{number}.html={product(number)['maker']}" for number in (4, 6)]
    for _ in range(2):  # once more changes nothing
        run("teach", mined / "wrapper.json", mined, "--field", "maker", "--no-ask", *examples)

    after = pq.read_table(mined / "articles.parquet")

    assert after.column_names == [*before.column_names, "maker"]
    assert after.select(before.column_names).equals(before)
    makers = dict(zip(after["url"].to_pylist(), after["maker"].to_pylist(), strict=True))
    assert makers == {f"https://shop.example/p{number}.html": product(number)["maker"] for number in range(COUNT)}

    run("teach", mined / "wrapper.json", mined, "--field", "maker", "--remove")

    assert pq.read_table(mined / "articles.parquet").equals(before)
    assert not any("fields" in article for article in lines(mined / "articles.jsonl"))
