"""A site larger than what is learnt from: the same articles, from a sample that covers it."""

import contextlib
import csv
import json
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path
from statistics import fmean

import pytest

import sitelode
from sitelode.incremental.large_site import mine_large, write_sample
from sitelode.settings import MineSettings
from sitelode.sources.choice import open_source
from sitelode.sources.crawl.archive import PageArchive

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    pages = [item for item in open_source(EXAMPLE).items() if isinstance(item, sitelode.Fetched)]
    for number, page in enumerate(pages):
        PageArchive(folder / f"{number // 31}.warc.gz").add(page)
    return sorted(folder.iterdir())


@pytest.mark.parametrize("at_once", [1, 2])
def test_a_sample_gives_the_articles_of_the_whole(parts, tmp_path, at_once):
    whole = {article.url: article.text for article in sitelode.mine(EXAMPLE).articles}
    result = mine_large(parts, tmp_path, MineSettings(learn_from=60), at_once=at_once)
    rows = [json.loads(line) for line in (tmp_path / "articles.jsonl").read_text(encoding="utf-8").splitlines()]

    assert result.articles == len(rows) == len({row["url"] for row in rows})
    assert {row["url"] for row in rows} == set(whole)
    likeness = [SequenceMatcher(None, whole[row["url"]].split(), row["text"].split(), autojunk=False).ratio() for row in rows]
    assert fmean(likeness) > 0.99  # 60 of 90 pages were learnt from
    assert all(row["digest"] and row["origin"].startswith(str(EXAMPLE)) for row in rows)
    assert not list(tmp_path.glob("large-*"))


def test_pages_records_and_counts_are_those_of_all_pages(parts, tmp_path):
    whole = sitelode.mine(EXAMPLE)
    result = mine_large(parts, tmp_path, MineSettings(learn_from=60), forms=("csv",))
    pages = {row["url"]: row for row in _lines(tmp_path / "pages.jsonl")}
    records, about = _lines(tmp_path / "records.jsonl"), json.loads((tmp_path / "site.json").read_text(encoding="utf-8"))
    kinds = dict(zip([entry.url for entry in whole.site.entries], whole.kinds.kind, strict=True))

    assert set(pages) == set(kinds)
    assert result.pages == about["pages"] == len(kinds)
    assert about["learnt_from"] < 0.9 * len(kinds)
    assert fmean(pages[url]["kind"] == kind for url, kind in kinds.items()) > 0.97
    assert sum("in the sample" in row["why"] for row in pages.values()) == len(kinds) - about["learnt_from"]
    assert about["kinds"] == Counter(row["kind"] for row in pages.values())
    links = {record.fields.get("link") for each in whole.lists for record in each.records}
    assert len(links - {row["fields"].get("link") for row in records}) <= 0.05 * len(links)
    assert sum(each["pages"] for each in about["lists"]) >= 0.9 * sum(len(each.pages) for each in whole.lists)
    assert all(row["digest"] and row["origin"] for row in records)
    assert result.records.total() == about["records"] == len(records) == sum(each["records"] for each in about["lists"])
    tables = sorted((tmp_path / "records").glob("list-*.csv"))
    with contextlib.ExitStack() as files:
        assert sum(len(list(csv.DictReader(files.enter_context(path.open(encoding="utf-8"))))) for path in tables) == len(records)
    with (tmp_path / "articles.csv").open(encoding="utf-8", newline="") as table:
        assert sum(1 for _ in csv.DictReader(table)) == result.articles


def test_detail_pages_that_are_not_in_the_sample_get_their_row(tmp_path):
    shop = tmp_path / "shop.warc.gz"
    for number in range(60):
        for url, html in _shop_pages(number):
            PageArchive(shop).add(sitelode.Fetched(url, html.encode(), "text/html"))
    mine_large([shop], tmp_path / "out", MineSettings(learn_from=40))
    pages = {row["url"]: row for row in _lines(tmp_path / "out" / "pages.jsonl")}
    rows = [row for path in (tmp_path / "out" / "details").glob("layout-*/fields.jsonl") for row in _lines(path)]

    assert len(rows) == len({row["url"] for row in rows}) == sum(page["finer_kind"] == "detail" for page in pages.values()) >= 55
    assert any("in the sample" in pages[row["url"]]["why"] for row in rows)
    assert all(f"{3 * int(row['url'].rsplit('-', 1)[1]) + 1}.50" in json.dumps(row["fields"]) for row in rows)


def _shop_pages(number):
    menu = "<nav><a href=/>Home</a><a href=/list-0>Catalogue</a></nav>"
    name = f"Cup number {number}"
    facts = f"<tr><th>Price<td>{3 * number + 1}.50 EUR<tr><th>Weight<td>{100 + number} g<tr><th>Colour<td>{'red green blue'.split()[number % 3]}"
    data = {"@context": "https://schema.org", "@type": "Product", "name": name, "sku": f"C-{number}"}
    head = f"<head><title>{name} - Shop</title><script type=application/ld+json>{json.dumps(data)}</script></head>"
    body = f"<body>{menu}<main class=product><h1>{name}</h1><table class=facts>{facts}</table></main></body>"
    yield f"https://shop.example/item-{number}", f"<html>{head}{body}</html>"
    if number % 10 == 0:
        items = "".join(
            f"<li class=item><a href=/item-{each}>Cup number {each}</a> <b>{3 * each + 1}.50 EUR</b></li>"
            for each in range(number, number + 10)
        )
        yield (
            f"https://shop.example/list-{number}",
            f"<html><head><title>Catalogue {number}</title></head><body>{menu}<ul class=items>{items}</ul></body></html>",
        )


def _lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_sample_covers_every_folder_and_is_the_same_again(parts, tmp_path):
    for name in ("one.warc.gz", "two.warc.gz"):
        write_sample(parts, tmp_path / name, 40)
    sampled = [item.url for item in open_source(tmp_path / "one.warc.gz").items()]

    assert (tmp_path / "one.warc.gz").read_bytes() == (tmp_path / "two.warc.gz").read_bytes()
    assert 20 <= len(sampled) <= 60
    assert {url.split("/")[3] for url in sampled} >= {"2031", "tags", "archive"} & {url.split("/")[3] for url in _urls(parts)}


def _urls(parts):
    return [item.url for part in parts for item in open_source(part).items()]
