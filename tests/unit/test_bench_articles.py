"""The comparison of article text, on a corpus of two made-up sites."""

import json
import lzma
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # bench is run from the project's root and installed nowhere

from bench import articles
from bench.corpora import SCORED_PAGES_PER_SITE, article_sites
from bench.made_up_site import made_up_site


def written(file, rows):
    file.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(file, "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def corpora(tmp_path, monkeypatch):
    rows = [
        {"id": f"{site}{number}", "site": site, "url": page.url, "html": page.html, "truth": {"body": page.title}}
        for site in ("first", "second")
        for number, page in enumerate(made_up_site(6, seed=len(site)))
    ]
    rows[1]["truth"]["no_article"] = True
    rows[2]["truth"]["body"] = None
    written(tmp_path / "articles" / "othercms.jsonl.xz", rows)
    site = [{"id": number, "url": f"/{number}", "html": "<p>", "label": "article", "body": "text"} for number in range(60)]
    written(tmp_path / "sites" / "whole" / "pages.jsonl.xz", [*site, {"id": 60, "url": "/", "html": "<p>", "label": "toc"}])
    monkeypatch.setenv("SITELODE_CORPORA", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("corpora")
def test_pages_without_truth_are_read_but_not_scored():
    first, second = article_sites("othercms")

    assert (len(first.pages), len(first.truth)) == (6, 4)
    assert (len(second.pages), len(second.truth)) == (6, 6)
    assert set(first.pages[0]) == {"id", "site", "url", "html"}


@pytest.mark.usefixtures("corpora")
def test_a_sample_is_the_same_each_time():
    assert [site.name for site in article_sites("othercms", 1)] == [site.name for site in article_sites("othercms", 1)]
    assert len(list(article_sites("othercms", 1))) == 1


@pytest.mark.usefixtures("corpora")
def test_of_whole_sites_only_some_pages_are_scored():
    (site,) = article_sites("sites")

    assert len(site.pages) == 61
    assert len(site.truth) == len(site.scored_pages()) == SCORED_PAGES_PER_SITE


def test_tables_and_figures(corpora, capsys):
    file = corpora / "figures.json"

    assert articles.main(["othercms", "--peers", "none", "--json", str(file)]) == 0

    printed = capsys.readouterr().out
    assert "## othercms" in printed
    assert "10 pages of 2 sites scored." in printed
    figures = json.loads(file.read_text(encoding="utf-8"))["corpora"]["othercms"]["sitelode"]
    assert figures["pages_read"] == 12
    assert 0 < figures["f1"] < 1


@pytest.mark.usefixtures("corpora")
def test_a_crash_of_a_peer_is_an_empty_text_and_counted(capsys):
    def extract(html, url):
        if "story-3" in url:
            raise RecursionError("too deep")
        return html

    tally = articles.measure("othercms", [articles.PageByPage("peer", extract)])["peer"]

    assert (tally.crashes, tally.pages_read, len(tally.scored)) == (2, 10, 10)
    assert "peer crashed on 2 pages, first with RecursionError('too deep')" in capsys.readouterr().err


def test_a_missing_corpus_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SITELODE_CORPORA", str(tmp_path / "nowhere"))

    assert articles.main(["othercms", "--peers", "none"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
