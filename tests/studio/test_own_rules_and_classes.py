"""Research: rules for fields inside texts, and classes of one's own, as people make them in the studio."""

import csv
import json

import pytest
from browser_window import window
from running_studio import served

from sitelode.cli.classify import command as classify
from sitelode.cli.rules import command as rules
from sitelode.errors import ClassifyError, RuleError, SettingError
from sitelode_lab.studio.views.classes import classes_view, labels_of, say_class, write_classes
from sitelode_lab.studio.views.text_rules import (
    RuleDesk,
    drop_rule,
    learn_from_marks,
    mark_value,
    rule_text,
    rule_texts,
    rule_values,
    rules_view,
    unmark_value,
    write_rule_values,
)

try:
    from click.testing import CliRunner
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)
except ImportError:  # the fixture `browser` says so, and skips or fails
    expect = None

SYSTEM = "combined"


def marked_session(session):
    """A time of day marked in some articles that have one."""
    opened = RuleDesk(session)
    names = [name for name, each in opened.texts.items() if " minutes" in each.text][:4]
    for name in names:
        text = opened.texts[name].text
        end = text.index(" minutes")
        start = max(text.rfind(" ", 0, end), text.rfind("\n", 0, end)) + 1
        mark_value(session, {"id": name, "field": "minutes", "start": start - 1, "end": end + 1})  # spaces around are no part of it
    return names


def test_values_are_marked_learnt_read_dropped_and_applied(own_session, tmp_path):
    names = marked_session(own_session)
    opened = RuleDesk(own_session)
    assert list(opened.marked) == names
    assert all(
        not each.value(mark).isspace() and each.value(mark) == each.value(mark).strip()
        for each in opened.marked.values()
        for mark in each.marks
    )

    learnt = learn_from_marks(own_session, {"system": SYSTEM})

    assert learnt["rules"]
    assert {rule["field"] for rule in learnt["rules"]} == {"minutes"}
    assert any(rule["right"] for rule in learnt["rules"])
    assert learnt["next"] not in names
    first = learnt["rules"][0]["name"]
    assert first not in {rule["name"] for rule in drop_rule(own_session, {"name": first})["rules"]}
    found = rule_values(own_session, "articles", 0, 200, doubtful=True)
    sure = [min(value["precision"] for value in row["values"]) for row in found["rows"]]
    assert sure == sorted(sure)
    assert found["texts"] == len(opened.texts)
    write_rule_values(own_session, "articles", tmp_path / "values.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "values.jsonl").read_text(encoding="utf-8").splitlines()]
    assert sum(bool(line["minutes"]) for line in lines) == found["total"]
    # The command reads the same files.
    shown = CliRunner().invoke(rules, ["show", str(own_session.folder / "rules.json")])
    assert shown.exit_code == 0
    assert first not in shown.output.split()


def test_a_text_is_shown_in_pieces_and_a_mark_is_taken_back(own_session):
    name = next(iter(RuleDesk(own_session).texts))
    word = RuleDesk(own_session).texts[name].text.split()[3]
    mark_value(own_session, {"id": name, "field": "word", "value": word})
    shown = rule_text(own_session, "articles", name)
    assert "".join(piece["text"] for piece in shown["pieces"]) == RuleDesk(own_session).texts[name].text
    marked = [piece for piece in shown["pieces"] if piece["marks"]]
    assert {piece["text"] for piece in marked} == {word}
    assert rule_texts(own_session, "articles", "", 0, 5)["rows"][0]["id"] == name
    for piece in marked:
        unmark_value(own_session, {"id": name, **piece["marks"][0]})
    assert not RuleDesk(own_session).marked


def test_a_text_without_a_value_teaches_too_and_records_have_rules_of_their_own(own_session):
    names = list(RuleDesk(own_session).texts)
    mark_value(own_session, {"id": names[0], "field": "price", "value": ""})
    assert rules_view(own_session, "articles")["examples"][0]["values"] == []
    with pytest.raises(RuleError):
        learn_from_marks(own_session, {})
    kinds = rules_view(own_session, "articles")["kinds"]
    assert "text" in kinds
    of_records = rules_view(own_session, "text")
    assert of_records["texts"] > 20
    assert not of_records["examples"]


@pytest.mark.parametrize(
    "given",
    [{}, {"id": "nowhere", "field": "x"}, {"id": 3, "field": "x"}, [], {"id": None, "field": ""}, {"field": "x" * 99}],
    ids=str,
)
def test_marks_of_nothing_are_one_line(own_session, given):
    with pytest.raises(SettingError):
        mark_value(own_session, given)


def numbers(session, word, most=3):
    return [entry.number for entry in session.site.entries if word in entry.url][:most]


def test_pages_follow_the_classes_that_some_were_given(own_session, tmp_path):
    assert classes_view(own_session, SYSTEM, 0, 5)["classes"] == []
    say_class(own_session, {"pages": numbers(own_session, "/tag/"), "label": "tags"})
    with pytest.raises(ClassifyError, match="two classes"):
        write_classes(own_session, SYSTEM, tmp_path / "classes.csv")
    assert not classes_view(own_session, SYSTEM, 0, 5)["is_classified"]
    say_class(own_session, {"pages": numbers(own_session, "/2031/"), "label": " a  story "})

    view = classes_view(own_session, SYSTEM, 0, 500)

    assert [each["name"] for each in view["classes"]] == ["tags", "a story"]
    unmarked = [row for row in view["rows"] if not row["marked"]]
    assert [row["score"] for row in unmarked] == sorted(row["score"] for row in unmarked)
    assert view["rows"][-1]["marked"]
    of_tags = [row for row in unmarked if "/tag/" in row["url"]]
    assert sum(row["label"] == "tags" for row in of_tags) > len(of_tags) / 2
    assert all(row["reason"] for row in unmarked)
    only = classes_view(own_session, SYSTEM, 0, 500, chosen="tags", order="sure")
    assert {row["marked"] or row["label"] for row in only["rows"]} == {"tags"}

    for form in ("csv", "json"):
        write_classes(own_session, SYSTEM, tmp_path / f"classes.{form}")
    with (tmp_path / "classes.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == view["total"]
    applied = CliRunner().invoke(classify, ["apply", str(tmp_path / "classes.json"), str(own_session.folder)])
    assert applied.exit_code == 0, applied.output
    assert len(applied.stdout.splitlines()) == view["total"]

    say_class(own_session, {"pages": numbers(own_session, "/tag/"), "label": ""})
    assert set(labels_of(own_session).values()) == {"a story"}


@pytest.mark.parametrize(
    "given", [{}, {"pages": [0], "label": "=1+1"}, {"pages": ["x"], "label": "a"}, {"pages": [0], "label": "x" * 99}], ids=str
)
def test_classes_of_nothing_are_one_line(own_session, given):
    with pytest.raises(SettingError):
        say_class(own_session, given)


def test_marking_in_the_window(browser, own_session):
    with served(own_session) as keys, window(browser, keys) as page:
        page.goto(page.base + "research/classes")
        for name in ("tags", "stories"):
            page.get_by_label("Name of a new class").fill(name)
            page.keyboard.press("Enter")
        for row, name in ((0, "tags"), (5, "stories")):
            page.locator(".virtual .row").nth(row).click()
            page.locator(".mark-as").get_by_role("button", name=name).click()
            expect(page.locator(".mark-as").get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".virtual .row .badge").first).to_be_visible()
        expect(page.get_by_role("link", name="JSON lines")).to_be_visible()

        page.goto(page.base + "research/rules")
        page.get_by_label("Field", exact=True).fill("word")
        expect(page.locator(".plain-text")).not_to_be_empty()
        page.locator(".plain-text").dblclick(position={"x": 12, "y": 10})
        expect(page.get_by_label("Value")).not_to_have_value("")
        page.get_by_role("button", name="Mark", exact=True).click()
        expect(page.locator(".marked-value")).to_have_count(1)
        page.get_by_role("button", name="2 Rules").click()
        page.get_by_role("button", name="Learn").click()
        expect(page.locator("table.rules tbody tr").first).to_contain_text("word")
        page.get_by_role("button", name="3 Values").click()
        expect(page.locator(".sheet-box .row").first).to_be_visible()
