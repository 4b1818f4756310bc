"""The folder of results: what is written of an article, and what the report says about confidence."""

import json
import random

import pytest
from made_articles import article_source

import sitelode
from sitelode.articles.body.tree_model import calibration, distribution
from sitelode.model import Article, Comment, Fetched
from sitelode.output.report import _article, render
from sitelode.output.result import write_result
from sitelode.settings import MineSettings

ABOUT = {
    "source": "made up",
    "sitelode": "0",
    "articles": 3,
    "records": 0,
    "pages": 3,
    "clusters": [],
    "details": [],
    "lists": [],
    "dropped": {},
    "pages_without_article": {},
}


def pages(count=6):
    return [Fetched(f"https://paper.example/{number}", article_source(number)[0].encode()) for number in range(count)]


def test_articles_are_written_with_all_fields(tmp_path):
    write_result(sitelode.mine(pages(), settings=MineSettings(markdown=True)), tmp_path)

    lines = [json.loads(line) for line in (tmp_path / "articles.jsonl").read_text().splitlines()]
    assert {line["author"] for line in lines} == {"Ann Author"}
    assert all({"subtitle", "date", "modified", "tags", "captions", "comments", "image", "site_name"} <= set(line) for line in lines)
    assert all(line["comments"][0].keys() == {"author", "date", "text"} for line in lines if line["comments"])
    assert "html" not in lines[0]
    head = next((tmp_path / "articles").glob("*.md")).read_text().split("---")[1]
    assert 'author: "Ann Author"' in head


def test_the_report_shows_how_sure_the_articles_are(tmp_path):
    write_result(sitelode.mine(pages()), tmp_path)

    about = json.loads((tmp_path / "site.json").read_text())
    assert sum(about["confidence"]) == about["articles"]
    assert "<h2>Confidence</h2>" in (tmp_path / "report.html").read_text()


def test_the_report_begins_with_what_the_site_has_most_of():
    tables = {"details": [{"layout": 2, "pages": 40, "columns": 5}], "lists": [{"records": 7, "pages": 1, "columns": ["title", "a<b"]}]}
    page = render(ABOUT | tables | {"confidence": []}, [])
    few = render(ABOUT | tables | {"articles": 41, "confidence": []}, [])

    assert page.index("<b>40</b>detail pages") < page.index("<b>3</b>articles")
    assert page.index("details/layout-2/fields.csv") < page.index("records/list-1.csv") < page.index("<h2>Articles")
    assert "title, a&lt;b" in page
    assert few.index("<b>41</b>articles") < few.index("<b>40</b>detail pages")
    assert few.index("<h2>Articles") < few.index("<h2>Tables")
    assert "detail pages" not in render(ABOUT | {"confidence": []}, [])


def test_confidence_is_shown_beside_what_it_meant_elsewhere():
    page = render(ABOUT | {"confidence": distribution([0.95, 0.99, 0.31])}, [])

    _, _, measured, _, f1, _ = calibration()[-1]
    assert '<td>0.9 to 1.0<td class="number">2' in page
    assert '<td>0.3 to 0.4<td class="number">1' in page
    assert f"{measured:,}" in page
    assert f"{f1:.3f}" in page


def test_a_site_without_articles_has_no_confidence():
    assert "<h2>Confidence</h2>" not in render(ABOUT | {"confidence": distribution([])}, [])


def test_the_shipped_calibration_is_sound():
    bins = calibration()

    assert all(low < high and pages > 0 and 0 <= f1 <= 1 and 0 <= right <= 1 for low, high, pages, _, f1, right in bins)
    surest = bins[-1]
    assert surest[0] >= 0.9, "there are articles that are nearly certain"
    assert surest[4] >= 0.98, "and they are right"


def test_tenths_are_counted():
    chance = random.Random(1)
    values = [chance.random() for _ in range(100)]

    counts = distribution(values)
    assert sum(counts) == 100
    assert counts[3] == sum(0.3 <= value < 0.4 for value in values)


@pytest.mark.parametrize(("comments", "shown"), [(0, ""), (1, " · 1 comment"), (2, " · 2 comments")])
def test_the_report_says_how_many_comments_an_article_has(comments, shown):
    article = Article(
        url="https://paper.example/1",
        cluster=3,
        title="Tides",
        language="",
        date="",
        origin="",
        text="Low.",
        confidence=0.5,
        comments=(Comment("Ann", "", "Yes."),) * comments,
    )

    assert f">layout 3 · confidence 0.50 · 4 characters{shown}<br>" in _article(article)
