"""Articles as the studio lists them: read from files, searched in any script, filtered, sorted, doubted."""

import json

import pytest

from sitelode.errors import ResultError, SettingError
from sitelode.studio.article_lists import (
    ArticleQuery,
    ArticleSummary,
    PageKind,
    chosen_articles,
    excerpt,
    places_with,
    read_sections,
    read_summaries,
    section_of,
    written_article,
)
from sitelode.studio.views.articles import find_doubts


def summary(**about):
    return ArticleSummary(**{"title": "T", "date": "2031-01-01", "characters": 1000, "confidence": 0.95, "url": "u", **about})


def never(_):
    return False


def test_files_are_read_with_the_place_of_each_article(tmp_path):
    article = {"url": "https://a.example/news/2031/x.html", "title": "Größe", "date": "", "text": "Wörter", "origin": "1"}
    lines = [
        json.dumps(article, ensure_ascii=False),
        "{broken",
        json.dumps({**article, "origin": "2", "categories": ["Sport"], "fields": {"price": "3"}}),
    ]
    (tmp_path / "articles.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")

    found = read_summaries(tmp_path)

    assert [each.section for each in found.articles.values()] == ["news", "Sport"]
    assert found.taught == ["price"]
    assert written_article(tmp_path, found.articles["2"].at)["origin"] == "2"


@pytest.mark.parametrize(
    ("url", "section"),
    [
        ("https://a.example/news/2031/05/rain.html", "news"),
        ("https://a.example/2031/05/town/rain.html", "town"),
        ("https://a.example/x", ""),
    ],
)
def test_a_section_is_the_first_folder_that_is_no_number(url, section):
    assert section_of(url) == section


def section(address, label, above, articles=()):
    counts = {"articles_in_branch": len(articles), "index_pages_in_branch": 1, "listed_articles": 0}
    return {"address": address, "label": label, "above": above, "further_pages": [], "articles": list(articles), **counts}


def test_sections_side_by_side_with_one_name_have_their_paths(tmp_path):
    home, may, june, page = (
        "https://a.example/",
        "https://a.example/2031/05/",
        "https://a.example/2031/06/index.html",
        "https://a.example/x/page/2",
    )
    spoken = [section(f"https://a.example/{each}/news/", "News", home) for each in ("de", "fr")]
    months = [section(may, "2031", home, ["x"]), section(june, "2031", home)]
    written = [section(home, home, None), *months, section(page, "page/2", home), *spoken]
    (tmp_path / "structure.json").write_text(json.dumps({"sections": written}), encoding="utf-8")

    labels = [each.label for each in read_sections(tmp_path)]
    assert labels == ["Start page", "2031/05", "2031/06", "x (page/2)", "News (de/news)", "News (fr/news)"]
    assert read_sections(tmp_path)[1].pages == [may, "x"]


@pytest.mark.parametrize("content", [None, "[", "[]", '{"sections": [{"address": 1}]}'])
def test_sections_that_cannot_be_read_say_what_to_do(tmp_path, content):
    if content is not None:
        (tmp_path / "structure.json").write_text(content, encoding="utf-8")

    with pytest.raises(ResultError, match="mine the site again"):
        read_sections(tmp_path)


def test_search_knows_scripts_with_and_without_spaces(tmp_path):
    texts = [("Der Hafen", "Schiffe im Café"), ("数据新闻", "开放数据手册"), ("מידע פתוח", "נתונים")]
    places, lines = [], b""
    for number, (title, text) in enumerate(texts):
        article = {"url": f"https://a.example/{number}", "title": title, "text": text, "date": "", "origin": str(number), "language": ""}
        places.append(len(lines))
        lines += json.dumps(article, ensure_ascii=False).encode() + b"\n"
    (tmp_path / "articles.jsonl").write_bytes(lines)

    def found(words):
        return [places.index(place) for place in places_with(tmp_path, words, 10)]

    assert found("cafe") == [0]
    assert found("im schif") == [0], "the last word may be unfinished"
    assert found("数据") == [1]
    assert found("פתוח") == [2]
    assert found("hafen absent") == []
    assert found('") OR 1 "') == []
    assert found("  ") == []


def test_an_excerpt_begins_with_a_whole_word():
    text = "One two three four five six seven needle eight nine ten."

    assert excerpt(text, "needle", around=30).startswith("… seven needle")
    assert excerpt(text, "absent") == ""


def test_articles_are_sorted_and_what_is_not_known_comes_last():
    articles = {"a": summary(date=""), "b": summary(date="2031-02-01"), "c": summary(date="2031-01-01")}

    assert chosen_articles(ArticleQuery(sort="date"), articles, never) == ["c", "b", "a"]
    assert chosen_articles(ArticleQuery(sort="date", down=True), articles, never) == ["b", "c", "a"]
    assert chosen_articles(ArticleQuery(since="2031-01-15"), articles, never) == ["b"]
    assert chosen_articles(ArticleQuery(until="2031-01"), articles, never) == ["c"]
    assert chosen_articles(ArticleQuery(), articles, never, ["c", "gone", "a"]) == ["c", "a"]
    with pytest.raises(SettingError, match="sorted by one of"):
        ArticleQuery(sort="colour")


def test_doubts_are_grouped_by_layout_with_the_reason_in_words():
    articles = {str(n): summary(title=f"T{n}") for n in range(10)}
    articles["3"] = summary(title="T3", date="")
    articles["4"] = summary(title="", characters=20)
    articles["5"] = summary(title="T5", characters=20)
    articles["6"] = summary(title="T6", confidence=0.5)
    kinds = {"7": PageKind("article", "", 0.4)}

    found = find_doubts(articles, kinds)

    assert {group.name: group.origins for group in found} == {
        "0-kind": ("7",), "0-text": ("6",), "0-title": ("4",), "0-short": ("5",), "0-date": ("3",),
    }  # fmt: skip
    assert "are right" in found[1].reason
    assert all(group.of == 10 for group in found)
    assert find_doubts({str(n): summary(title=f"T{n}") for n in range(10)}, {}) == []
