"""A click teaches another field: it is found on other pages, joins the wrapper, outlives a rewrite, and can be taken back."""

import json
import re
from dataclasses import replace

import pytest
from browser_window import frame_of, wait_until, window
from running_studio import AppClient, served
from test_browser import expect

from sitelode.errors import ResultError, SettingError
from sitelode.studio.access import Keys
from sitelode.studio.app import make_app
from sitelode.studio.open_result import OpenResult
from sitelode.studio.session import StudioSession
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.lessons import FILE_NAME, LessonEntry, LessonLog, field_name
from sitelode.wrappers.wrapper import read_wrapper

KEYS = Keys(4323)
ARTICLES = ("cable-comes-ashore", "plovers-back-early")
MINUTES = re.compile(r"\d+ min read")


class Studio(AppClient):
    def __init__(self, session):
        super().__init__(make_app(OpenResult(session), KEYS), f"http://{KEYS.hosts[0]}")
        self.session = session

    def change(self, path, data=None, status=200):
        answer = self.post(f"/{KEYS.token}/api/{path}", json=data or {}, headers={"Origin": self.base_url})
        assert answer.status_code == status, answer.text
        return answer.json()

    def page(self, words):
        return self.get(f"/{KEYS.token}/api/pages?words={words}").json()["pages"][0]["page"]

    def teach(self, words, pattern, name, status=200):
        number = self.page(words)
        return self.change("teach", {"page": number, "row": text_row(self.session, number, pattern), "name": name}, status)


def text_row(session, number, pattern):
    page = session.page(number)
    return next(row for row in range(len(page)) if page.tag_name(row) == "#text" and re.search(pattern, page.text(row)))


def written(session):
    """The wrapper's file, once what waits in the background is done."""
    session._background.submit(lambda: None).result(timeout=180)
    return read_wrapper(session.folder / "wrapper.json")


def applied(session, words, wrapper, name):
    page = session.page(Studio(session).page(words))
    return next(reading.found.values.get(name) for reading in Applier(wrapper).read(page))


def test_a_click_teaches_a_field_that_other_pages_have_too(own_session):
    shown = Studio(own_session).teach(ARTICLES[0], MINUTES.pattern, "  reading   time ")

    assert shown["name"] == "reading time"
    assert shown["found"] >= 0.9 * shown["pages"] > 5
    assert 5 < len(shown["values"]) <= 8
    for each in shown["values"]:
        page = own_session.page(each["page"])
        assert (
            each["value"] == MINUTES.search(" ".join(page.text(row) for row in range(len(page)) if page.tag_name(row) == "#text")).group()
        )
    assert applied(own_session, ARTICLES[1], written(own_session), "reading time") == "2 min read"
    assert LessonLog.of_folder(own_session.folder).holding == own_session.lessons.holding
    assert own_session.lessons.holding[0].text.endswith("min read")


def test_a_taught_field_outlives_corrections_and_the_studio(own_session):
    app = Studio(own_session)
    app.teach(ARTICLES[0], "Outer buoy", "weather")
    number = app.page(ARTICLES[0])
    app.change("correct", {"page": number, "row": text_row(own_session, number, "The end of the ocean"), "role": "not content"})
    own_session._rewriting.result(timeout=180)

    assert applied(own_session, ARTICLES[1], written(own_session), "weather").startswith("Outer buoy 9.4 °C")
    again = StudioSession(own_session.folder, own_session.folder)
    again.open_here()
    again._write()
    assert applied(again, ARTICLES[1], written(again), "weather").startswith("Outer buoy 9.4 °C")
    again.close()


def test_a_second_click_adds_to_the_field_and_taking_back_goes_step_by_step(own_session):
    app = Studio(own_session)
    assert app.teach(ARTICLES[0], MINUTES.pattern, "length")["examples"] == 1
    second = app.teach(ARTICLES[1], MINUTES.pattern, "length")
    assert (second["examples"], second["holding"]) == (2, 2)

    assert app.change("forget") == {"holding": 1}
    assert applied(own_session, ARTICLES[1], written(own_session), "length") == "2 min read"
    assert app.change("forget") == {"holding": 0}
    assert app.change("forget") == {"holding": 0}
    assert applied(own_session, ARTICLES[1], written(own_session), "length") is None
    assert [entry is None for entry in own_session.lessons.entries] == [False, False, True, True]


def test_where_two_rules_disagree_the_page_is_named_and_the_answer_settles_it(own_session):
    """Some articles say when they were posted and when they were changed: one example cannot tell which of two times is meant."""
    app = Studio(own_session)
    ask = app.teach(ARTICLES[0], r"13 May 2031, 16\.05", "posted")["ask"]
    first, second = ask["readings"]
    assert first != second
    assert not ask["agreed"]

    row = text_row(own_session, ask["page"], re.escape(first))
    settled = app.change("teach", {"page": ask["page"], "row": row, "name": "posted"})

    assert settled["ask"] is None or settled["ask"]["page"] != ask["page"]
    assert Applier(written(own_session)).read(own_session.page(ask["page"]))[0].found.values["posted"] == first


def test_a_page_can_be_said_to_lack_the_field(own_session):
    app = Studio(own_session)
    app.teach(ARTICLES[0], "Long Division", "ship")
    shown = app.change("teach", {"page": app.page(ARTICLES[1]), "row": None, "name": "ship"})

    assert (shown["examples"], shown["holding"]) == (1, 2)
    assert applied(own_session, ARTICLES[1], written(own_session), "ship") == ""


def test_the_fields_of_a_page_show_what_was_taught(own_session):
    app = Studio(own_session)
    app.teach(ARTICLES[0], "Outer buoy", "weather")
    written(own_session)
    shown = app.get(f"/{KEYS.token}/api/page/{app.page(ARTICLES[1])}").json()["fields"]

    assert [(each["value"][:18], each["source"]) for each in shown if each["name"] == "weather"] == [
        ("Outer buoy 9.4 °C,", "taught by examples")
    ]


def test_a_page_without_article_can_be_taught_as_well(own_session):
    """A price stands on pages that are no articles."""
    app = Studio(own_session)
    shown = app.teach("privacy", "Outer buoy", "weather")
    page = own_session.page(app.page("privacy"))

    assert shown["found"]
    assert Applier(written(own_session)).read(page)[0].found.values["weather"].startswith("Outer buoy")


def test_a_text_that_moved_is_found_by_what_it_says(own_session):
    app = Studio(own_session)
    app.teach(ARTICLES[0], MINUTES.pattern, "length")
    said = own_session.lessons.holding[0]
    own_session.lessons = LessonLog((replace(said, row=3), LessonEntry("https://elsewhere.example/", "length", 3, "gone")))
    own_session._write_taught()

    assert applied(own_session, ARTICLES[1], written(own_session), "length") == "2 min read"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "x" * 10_000, "a\x00b", "a\u202eb", "title", "Text", "body", 7, None, ["price"]])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(SettingError):
        field_name(name)


@pytest.mark.parametrize(
    "given",
    [[], {}, {"page": 1}, {"page": True, "row": 3, "name": "price"}, {"page": 1, "row": "3", "name": "price"},
     {"page": 10**9, "row": 3, "name": "price"}, {"page": 1, "row": -1, "name": "price"}, {"page": 1, "row": 10**9, "name": "price"},
     {"page": 1, "row": 3, "name": "title"}, {"page": 1, "row": None, "name": "price"}],
)  # fmt: skip
def test_a_lesson_that_makes_no_sense_changes_nothing(own_session, given):
    problem = Studio(own_session).change("teach", given or {"nothing": 1}, 400)["problem"]

    assert "\n" not in problem
    assert not (own_session.folder / FILE_NAME).exists()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"log": [3]}', '{"log": [{"url": "u", "name": "title"}]}', '{"log": [{"url": "u"}]}', "[" * 5000]
)
def test_a_broken_log_is_one_clear_line(tmp_path, text):
    (tmp_path / FILE_NAME).write_text(text, encoding="utf-8")

    with pytest.raises(ResultError, match=r"cannot read .*lessons.json: .*; mend that file") as problem:
        LessonLog.of_folder(tmp_path)
    assert "\n" not in str(problem.value)


def test_in_the_window_a_name_is_typed_and_values_of_other_pages_appear(browser, own_session):
    number = Studio(own_session).page(ARTICLES[0])
    with served(own_session) as keys, window(browser, keys) as page:
        page.goto(f"{page.base}page/{number}")
        frame_of(page).get_by_text(MINUTES).first.click()
        page.get_by_label("Name of another field").fill("length")
        page.get_by_label("Name of another field").press("Enter")
        expect(page.locator(".picker h2")).to_contain_text("length: on")
        assert all(MINUTES.fullmatch(value) for value in page.locator(".picker td:last-child").all_inner_texts())
        assert not (own_session.folder / FILE_NAME).exists(), "it is only shown so far"
        page.get_by_role("button", name="Keep").click()
        expect(page.locator(".picker")).to_contain_text("Kept in the wrapper")
        assert json.loads((own_session.folder / FILE_NAME).read_text(encoding="utf-8"))["log"][0]["name"] == "length"
        wait_until(page, "() => document.querySelector('footer').textContent.includes('54 articles')")
        for _ in range(600):
            articles = (own_session.folder / "articles.jsonl").read_text(encoding="utf-8")
            if '"fields": {"length": ' in articles:
                break
            page.wait_for_timeout(50)
        assert MINUTES.search(articles[articles.index('"fields": {"length": ') :]), "the field reaches the articles by itself"
        page.get_by_role("tab", name="Fields").click()
        expect(page.locator("table.fields tr", has_text="taught by examples")).to_contain_text("min read")
        page.get_by_role("dialog").get_by_role("button", name="Undo").click()
        expect(page.locator(".picker")).to_be_hidden()
    assert own_session.lessons.holding == []
