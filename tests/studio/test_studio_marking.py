"""Text selected in an article becomes an example for rules."""

import json

from test_studio_teaching import ARTICLES, KEYS, Studio

from sitelode.text_rules.text_sources import read_texts


def marked_article(studio):
    number = studio.page(ARTICLES[0])
    text = studio.get(f"/{KEYS.token}/api/page/{number}").json()["found"]["text"]
    return number, text


def test_a_mark_is_kept_where_rules_are_learnt_from(own_session):
    studio = Studio(own_session)
    number, text = marked_article(studio)
    end = text.index(" ")

    kept = studio.change("mark", {"page": number, "field": "opening", "start": 0, "end": end})

    assert kept["value"] == text[:end]
    examples = read_texts(own_session.folder / "rules.examples.jsonl")
    assert [each.value(mark) for each in examples for mark in each.marks] == [text[:end]]


def test_a_mark_that_makes_no_sense_is_refused(own_session):
    studio = Studio(own_session)
    number, text = marked_article(studio)

    for given in (
        {},
        {"page": number, "field": "x", "start": 5, "end": len(text) + 9},
        {"page": number, "field": "", "start": 0, "end": 3},
    ):
        assert "\n" not in studio.change("mark", given, status=400)["problem"]
    assert not (own_session.folder / "rules.examples.jsonl").exists() or json.loads(
        (own_session.folder / "rules.examples.jsonl").read_text()
    )
