"""Articles on one event side by side."""

import json

import pytest
from click.testing import CliRunner

from sitelode.cli.main import cli
from sitelode.search.mined_texts import MinedText
from sitelode.search.stories import shared_runs, stories

FIRE = (
    "Firemen from three towns fought a blaze in the old rope factory at Pell quay on Monday night. Nobody was hurt, said chief Ada Brandt. "
    "The roof of the factory fell in at midnight, and smoke was seen from the lighthouse."
)
FIRE_TOO = (
    "The rope factory on Pell quay has burnt down. Chief Ada Brandt of the firemen said that the roof fell in before midnight. The factory "
    "had made rope since 1871; what set off the blaze is not known, and nobody was hurt."
)
OTHERS = [
    f"The council of {place} met on {day} to speak about {topic} and the price of {thing}, and agreed that {thing} cost more than last year."
    for place, day, topic, thing in [
        ("Sker", "Tuesday", "parking", "bread"),
        ("Weir", "Friday", "libraries", "coal"),
        ("Gannet", "Sunday", "swimming", "salt"),
        ("Holm", "Monday", "trees", "paint"),
        ("Brae", "Thursday", "buses", "ink"),
    ]
]


def texts():
    told = [("fire at the rope factory", FIRE), *(("council", text) for text in OTHERS), ("rope factory burnt down", FIRE_TOO)]
    return [MinedText("article", f"https://{'ab'[number % 2]}.example/{number}", title, text) for number, (title, text) in enumerate(told)]


def test_two_reports_on_one_event_are_found_among_others():
    (story,) = [story for story in stories(texts()) if 0 in {member.place for member in story.members}]

    assert {member.place for member in story.members} == {0, 6}
    assert "rope" in story.words
    assert not any(member.nearly_same for member in story.members)


def test_a_copy_with_a_new_beginning_is_nearly_the_same_text():
    copy = MinedText("article", "https://c.example/", "Fire", "By our reporter. " + FIRE)
    (story,) = [story for story in stories([*texts(), copy]) if 7 in {member.place for member in story.members}]
    first = story.members[0].place

    assert [member.nearly_same for member in story.members if member.place in {0, 7} - {first}] == [True]


def test_the_order_of_the_texts_does_not_matter():
    def groups(given):
        return {frozenset(given[member.place].url for member in story.members) for story in stories(given)}

    assert groups(texts()) == groups(texts()[::-1])


def test_short_and_empty_texts_tell_no_story():
    assert stories([]) == []
    assert stories([MinedText("article", "u", "Rope", "rope rope")] * 3) == []


@pytest.mark.parametrize(
    ("one", "other", "share"), [("a b c d e f", "x a b c d e f y", 1.0), ("a b c", "a b c", 0.0), ("a b c d e", "v w x y z", 0.0)]
)
def test_shared_runs_of_words(one, other, share):
    assert shared_runs(one.split(), other.split()) == share


def test_the_command_shows_them_side_by_side(tmp_path):
    for name in "ab":
        rows = [{"url": text.url, "title": text.title, "text": text.text} for text in texts() if text.site == f"{name}.example"]
        (tmp_path / name).mkdir()
        (tmp_path / name / "articles.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    run = CliRunner().invoke(cli, ["search", str(tmp_path / "a"), "--also", str(tmp_path / "b"), "--stories"], catch_exceptions=False)
    asked = CliRunner().invoke(
        cli, ["search", str(tmp_path / "a"), "rope", "--also", str(tmp_path / "b"), "--stories", "--json"], catch_exceptions=False
    )

    assert "articles of 2 sites" in run.stderr
    assert "https://a.example/0" in run.stdout
    assert isinstance(json.loads(asked.stdout)["words"] if asked.stdout else [], list)
