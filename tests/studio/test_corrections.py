"""What a person said is kept, obeyed, and can be taken back."""

import json
from dataclasses import replace

import pytest

from sitelode.articles.corrections import FILE_NAME, Correction, CorrectionLog, corrected
from sitelode.articles.reader import ClusterReader
from sitelode.articles.study import body_rules_of
from sitelode.errors import ResultError
from sitelode.html.parse import parse
from sitelode.studio.views.regions import regions_of


def page(number):
    text = " ".join(f"Sentence {word} of story {number} goes on about the harbour, the tide and the town." for word in range(6))
    aside = f"Aside {number}: a note on the margin that differs everywhere, long enough to be a text of its own, as notes are."
    return parse(
        f"<!doctype html><title>Story {number} | Paper</title><body><nav><a href=/>Home</a></nav><main><h1>Story {number}</h1><p class=when>2031-05-{number + 10} at noon</p>"
        f"<div class=text><p>{text}</p></div></main><aside class=note><p>{aside}</p></aside><footer>Printed above the tide line</footer>".encode(),
        f"https://paper.example/{number}",
    )


@pytest.fixture(scope="module")
def pages():
    return [page(number) for number in range(6)]


@pytest.fixture(scope="module")
def reader(pages):
    return ClusterReader.learnt(0, pages)


def said(reader, pages, words, role):
    regions = regions_of(pages[0], reader)
    region = next(number for number in range(len(regions)) if words in regions.text(number))
    return Correction(pages[0].url, (int(regions.codes[region]),), role, repeated=bool(regions.others[region]), text=words)


def test_a_region_said_to_be_no_content_leaves_every_article_of_the_layout(reader, pages):
    changed = corrected(reader, [said(reader, pages, "Sentence 0", "not content"), said(reader, pages, "Aside 0", "body")])

    for number, each in enumerate(pages):
        text = changed.article(each, "x").text
        assert "Sentence" not in text
        assert f"Aside {number}" in text
    assert "Sentence" in reader.article(pages[1], "x").text, "the reader it was made from stays as it was"


def test_text_that_every_page_has_comes_in_when_it_is_meant(reader, pages):
    changed = corrected(reader, [said(reader, pages, "Printed above", "body")])

    assert "Printed above the tide line" in changed.article(pages[3], "x").text


def test_title_and_date_are_read_where_they_were_shown(reader, pages):
    changed = corrected(reader, [said(reader, pages, "Aside 0", "title"), said(reader, pages, "2031-05-10", "date")])
    article = changed.article(pages[4], "x")

    assert article.title.startswith("Aside 4")
    assert article.date.startswith("2031-05-14")
    assert "Aside" not in article.text


def test_corrections_survive_compilation(reader, pages):
    """A wrapper keeps compiled rules: what a person said must be in them."""
    changed = corrected(
        reader,
        [
            said(reader, pages, "Sentence 0", "not content"),
            said(reader, pages, "Aside 0", "body"),
            said(reader, pages, "2031-05-10", "date"),
        ],
    )
    compiled = replace(changed, body=body_rules_of(changed, pages))
    article = compiled.article(pages[4], "x")

    assert "Sentence" not in article.text
    assert "Aside 4" in article.text
    assert article.date.startswith("2031-05-14")


def test_the_last_word_on_a_region_holds(reader, pages):
    changed = corrected(reader, [said(reader, pages, "Aside 0", "title"), said(reader, pages, "Aside 0", "body")])
    article = changed.article(pages[2], "x")

    assert article.title == "Story 2"
    assert "Aside 2" in article.text


def test_without_corrections_the_reader_is_the_same(reader):
    assert corrected(reader, []) is reader


def test_undoing_is_an_entry_and_takes_back_the_last_that_holds():
    first, second = (Correction("https://paper.example/1", (number, 2**64 - 1), "body", text="ä") for number in (1, 2))
    log = CorrectionLog().with_entry(first).with_entry(second).with_entry(None)

    assert log.holding == [first]
    assert len(log.entries) == 3
    assert log.with_entry(None).with_entry(None).holding == []


def test_the_log_survives_its_file(tmp_path):
    log = CorrectionLog(
        (
            Correction("https://paper.example/1", (7, 2**64 - 1), "not content", repeated=True, text="ä“"),
            None,
            Correction("u", (1,), "date"),
        )
    )
    (tmp_path / FILE_NAME).write_text(log.to_json(), encoding="utf-8")

    assert CorrectionLog.of_folder(tmp_path) == log
    assert CorrectionLog.of_folder(tmp_path / "elsewhere") == CorrectionLog()


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "7", '{"log": 3}', '{"log": [3]}', '{"log": [{}]}', '{"log": [{"url": 1, "paths": ["1"], "role": "body"}]}',
        '{"log": [{"url": "u", "paths": [], "role": "body"}]}', '{"log": [{"url": "u", "paths": ["xyz"], "role": "body"}]}', '{"log": [{"url": "u", "paths": ["1"], "role": "boss"}]}',
        '{"log": [{"url": "u", "paths": ["-1"], "role": "body"}]}', '{"log": [{"url": "u", "paths": ["10000000000000000"], "role": "body"}]}', "[" * 5000,
    ],
)  # fmt: skip
def test_a_broken_log_is_one_clear_line(tmp_path, text):
    (tmp_path / FILE_NAME).write_text(text, encoding="utf-8")

    with pytest.raises(ResultError, match=r"cannot read .*corrections.json: .*; mend that file") as problem:
        CorrectionLog.of_folder(tmp_path)
    assert "\n" not in str(problem.value)


def test_a_correction_is_readable_json():
    data = json.loads(CorrectionLog((Correction("https://paper.example/1", (255,), "body", text="By Ada"),)).to_json())

    assert data["log"] == [
        {
            "url": "https://paper.example/1",
            "paths": ["00000000000000ff"],
            "role": "body",
            "repeated": False,
            "text": "By Ada",
            "only_text": "0" * 16,
        }
    ]


@pytest.mark.parametrize("role", ["not content", "body"])
def test_a_correction_of_one_text_leaves_other_texts_at_its_place_alone(reader, pages, role):
    words = "Sentence 0" if role == "not content" else "Aside 0"
    meant = said(reader, pages, words, role)
    regions = regions_of(pages[0], reader)
    region = next(number for number in range(len(regions)) if words in regions.text(number))
    changed = corrected(reader, [replace(meant, only_text=int(regions.segments.exact[region]))])
    texts = [changed.article(each, "x") for each in pages]

    assert [words[:-2] in getattr(each, "text", "") for each in texts] == [role == "body", *(role != "body" for _ in pages[1:])]
    assert regions_of(pages[0], changed).taken[region] == (role == "body")
    assert Correction.from_data(meant.to_data()) == meant
