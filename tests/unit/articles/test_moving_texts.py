"""Two crawls know more than one: a text at a place that has another one every time is template, an edited article is none."""

import json
import re

import pytest
from click.testing import CliRunner

from sitelode.cli.main import cli

WORDS = "harbour market river winter garden letter island window morning station bridge summer".split()
COUNT = 14


def sentence(number, place, length=14):
    return " ".join(
        WORDS[(number * 7 + place * 3 + step * (number % 5 + 1)) % 12] + str((number * place + step) % 9) for step in range(length)
    )


def page(number, day, *, edited=False):
    """An article with a tip below each of its parts, which is another one every day."""
    parts = []
    for place in range(1, 5):
        words = f"Corrected: {sentence(number + 40, place)}." if edited and place == 2 else f"{sentence(number, place)}."
        parts.append(f"<p>{words.capitalize()}</p>")
        parts.append(f"<p class=tip>{sentence(number * 3 + day * 11 + 5, place + day, 9).capitalize()}.</p>")
    head = "<div class=top><a href=/>Home</a> <a href=/about>About us</a></div>"
    return f"<html><head><title>Story {number}</title></head><body>{head}<h1>Story {number}</h1><div class=story>{''.join(parts)}</div></body></html>"


def mined(folder, day, edited=(), changed=range(COUNT)):
    source, out = folder / "pages.jsonl", folder / "out"
    with source.open("w", encoding="utf-8") as file:
        for number in range(COUNT):
            html = page(number, day if number in changed else day - 1, edited=number in edited)
            file.write(json.dumps({"url": f"https://x.example/story/{number}.html", "html": html}) + "\n")
    done = CliRunner().invoke(cli, ["mine", str(source), "-o", str(out), "-q"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return {each["url"]: each["text"] for each in map(json.loads, (out / "articles.jsonl").read_text("utf-8").splitlines())}


def own_lines(number, *, edited):
    return re.findall("<p>(.*?)</p>", page(number, 0, edited=edited))


@pytest.mark.parametrize("edited", [(), range(0, COUNT, 2)])
def test_a_box_that_changes_every_day_is_left_out_once_it_was_seen_twice(tmp_path, edited):
    first = mined(tmp_path, 0)
    assert len(first) == COUNT
    assert all(len(text.splitlines()) > 2 * 4 for text in first.values())  # one crawl takes the tips for text

    second = mined(tmp_path, 1, edited)
    third = mined(tmp_path, 2, edited, changed=range(4))  # some pages: the layout is learnt again

    for number in range(COUNT):
        for texts in (second, third):
            lines = [line for line in texts[f"https://x.example/story/{number}.html"].splitlines() if line]
            assert [line for line in lines if not line.startswith("Story")] == own_lines(number, edited=number in edited)
