"""A site larger than what is learnt from: the same articles, from a sample that covers it."""

import json
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path
from statistics import fmean

import pytest

import sitelode
from sitelode.many_sites.large_site import mine_large, write_sample
from sitelode.settings import MineSettings
from sitelode.sources.choice import open_source
from sitelode.sources.page_archive import PageArchive

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


def test_a_sample_covers_every_folder_and_is_the_same_again(parts, tmp_path):
    for name in ("one.warc.gz", "two.warc.gz"):
        write_sample(parts, tmp_path / name, 40)
    sampled = [item.url for item in open_source(tmp_path / "one.warc.gz").items()]

    assert (tmp_path / "one.warc.gz").read_bytes() == (tmp_path / "two.warc.gz").read_bytes()
    assert 20 <= len(sampled) <= 60
    assert {url.split("/")[3] for url in sampled} >= {"2031", "tags", "archive"} & {url.split("/")[3] for url in _urls(parts)}


def test_pages_of_a_layout_that_the_sample_has_not_are_learnt_in_a_second_round(parts, tmp_path):
    odd = tmp_path / "odd.warc.gz"
    words = Counter(range(40))
    for number in range(30):
        text = "".join(
            f"<section class=cell><em>Entry {number}.{n}</em> {' '.join(f'w{number * n}' for n in words)}.</section>" for n in range(4)
        )
        page = f"<html><body class=other><table><tr><td><article><h2>Entry {number}</h2>{text}</article></table></body></html>"
        PageArchive(odd).add(sitelode.Fetched(f"https://www.pellmouth-lantern.example/odd/entry{number}", page.encode(), "text/html"))
    result = mine_large([*parts, odd], tmp_path / "out", MineSettings(learn_from=3))
    urls = {json.loads(line)["url"] for line in (tmp_path / "out" / "articles.jsonl").read_text(encoding="utf-8").splitlines()}

    assert result.pages >= 110
    assert sum("/odd/" in url for url in urls) >= 25


def _urls(parts):
    return [item.url for part in parts for item in open_source(part).items()]
