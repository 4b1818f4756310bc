"""Fields with several values on a page: all are named on one page, and other pages give as many as they have."""

import json

import pytest
from click.testing import CliRunner
from made_articles import page_of

from sitelode.cli.main import cli
from sitelode.errors import SettingError, WrapperError
from sitelode.wrappers.lessons import LessonLog
from sitelode.wrappers.readers import reader_of
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.taught.taught import TaughtList
from sitelode.wrappers.teach.teaching import Lesson, ask_next, teach
from sitelode.wrappers.wrapper import Layout, read_wrapper

WORDS = ("amber", "brass lamp", "copper", "dark oak", "elm", "fir", "grey slate", "hazel")


def labels(number):
    return [WORDS[(number * 3 + step) % len(WORDS)] for step in range(number % 4 + 1)]


def html(number):
    links = " ".join(f'<a href="/t/{each}">{each}</a>' for each in labels(number))
    story = f"On day {number} the keeper wrote that nothing came into the harbour but fog and a boat with {number} crates of fish. " * 4
    return (
        f"<html><head><title>Day {number}</title></head><body><div class=menu><a href=/>Home</a> <a href=/all>All days</a></div>"
        f"<h1>Day {number}</h1><div class=story><p>{story}</p></div><p class=labels>{links}</p><div class=foot><a href=/terms>Terms</a></div>"
        "</body></html>"
    )


PAGES = [page_tokens(page_of(html(number), f"https://log.test/{number}")) for number in range(12)]


def said(number):
    return "\n".join(labels(number))


def test_a_list_named_on_one_page_is_found_on_the_others():
    taught = teach("labels", [Lesson(PAGES[2], said(2))], [*PAGES[:2], *PAGES[3:]])

    assert isinstance(taught, TaughtList)
    assert [taught.values(page) for page in PAGES] == [labels(number) for number in range(12)]
    assert taught.answer(PAGES[3]).value == "; ".join(labels(3))
    assert taught.confidence > 0.8
    assert ask_next(taught, PAGES) == []
    assert "a list, learned from 1 page" in taught.describe()


def test_a_page_with_one_value_and_a_page_without_are_examples_as_well():
    taught = teach("labels", [Lesson(PAGES[3], said(3)), Lesson(PAGES[4], said(4))], PAGES)
    empty = page_tokens(page_of("<html><body><h1>Day</h1><p>Nothing</p></body></html>"))

    assert labels(4) == ["elm"]
    assert [taught.values(page) for page in PAGES] == [labels(number) for number in range(12)]
    assert taught.values(empty) == []


def test_two_forms_of_an_item_need_an_example_of_each():
    def mixed(number):
        source = html(number)
        return page_tokens(
            page_of(source.replace(f'<a href="/t/{WORDS[0]}">{WORDS[0]}</a>', f"<span>{WORDS[0]}</span>"), f"https://log.test/{number}")
        )

    pages = [mixed(number) for number in range(12)]
    having = next(number for number in range(12) if WORDS[0] in labels(number)[1:])
    taught = teach("labels", [Lesson(pages[2], said(2)), Lesson(pages[having], said(having))], pages)

    assert [taught.values(page) for page in pages] == [labels(number) for number in range(12)]


def test_rules_are_plain_data():
    taught = teach("labels", [Lesson(PAGES[2], said(2))], PAGES)
    again = TaughtList.from_data(json.loads(json.dumps(taught.to_data())))

    assert again.to_data() == taught.to_data()
    assert [again.values(page) for page in PAGES[:4]] == [labels(number) for number in range(4)]


@pytest.mark.parametrize("value", ["amber\nnothing like it", "hazel\n" * 3, "fog\nAll days"])
def test_values_that_do_not_follow_each_other_are_refused_in_one_line(value):
    with pytest.raises(SettingError, match="do not follow each other") as refused:
        teach("labels", [Lesson(PAGES[2], value)], PAGES)
    assert "\n" not in str(refused.value)


def test_damaged_rules_are_refused():
    good = teach("labels", [Lesson(PAGES[2], said(2))], PAGES).to_data()
    for damage in (
        {"list": {}},
        {"list": {**good["list"], "repeated": False, "parts": []}},
        {"name": ""},
        {"prototype": 3},
        {"examples": "x"},
    ):
        with pytest.raises(ValueError, match="not a taught list"):
            TaughtList.from_data({**good, **damage})
        layout = Layout("records-1", "article", rules={"nothing": "x", "taught": [{**good, **damage}]}, sketch=None, pages=1)
        with pytest.raises(WrapperError, match="damaged"):
            reader_of(layout, 0)


def test_in_a_terminal_every_value_is_an_example_and_the_log_keeps_them(tmp_path):
    folder = tmp_path / "log.test"
    folder.mkdir()
    for number in range(12):
        (folder / f"d{number}.html").write_text(html(number), "utf-8")

    def run(*arguments):
        found = CliRunner().invoke(cli, list(map(str, arguments)))
        assert found.exit_code == 0, found.output + str(found.exception)
        return found.output

    run("mine", folder, "-o", tmp_path / "mined", "-q")
    examples = [part for each in labels(2) for part in ("--example", f"d2.html={each}")]
    assert "a value on 12 of 12 pages" in run(
        "teach", tmp_path / "mined" / "wrapper.json", tmp_path / "mined", "--field", "labels", *examples
    )
    assert LessonLog.of_folder(tmp_path / "mined").holding[0].text == said(2)
    run("mine", folder, "-o", tmp_path / "mined", "-q")
    taught = [each for layout in read_wrapper(tmp_path / "mined" / "wrapper.json").layouts for each in layout.rules.get("taught", ())]
    assert [each["name"] for each in taught] == ["labels"]
    assert "list" in taught[0]
