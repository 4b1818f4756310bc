import time

import numpy as np
import pytest
from machine_speed import slowness

from sitelode_lab.strings.visible_alternation import reduce_markup


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("a < b > c", "a < b > c", id="no tags in it"),
        pytest.param('<p id="x" class="lead big">Hi</p>', '<p class="lead big">Hi</p>', id="class stays, other attributes go"),
        pytest.param("<P CLASS=lead>Hi<BR/>", '<p class="lead">Hi<br>', id="names in small letters, values without quotes"),
        pytest.param("a<!-- <p>no</p> -->b<!DOCTYPE html>c<?xml?>d", "abcd", id="comments and declarations go"),
        pytest.param("a<script>if (1 < 2) b()</script>c<head><title>d</title></head>e", "ace", id="what is not shown goes"),
        pytest.param("a<!-- b<p>c", "ac", id="a comment without an end ends like a tag"),
        pytest.param("a<script>b", "a<script>b", id="a script without an end is a tag"),
        pytest.param("a<p b", "a<p b", id="a tag without an end is text"),
        pytest.param("<p class=''>x", '<p class="">x', id="an empty class"),
    ],
)
def test_of_tags_name_and_class_stay(source, expected):
    reduced = reduce_markup(source)

    assert reduced.text == expected
    assert len(reduced.visible) == len(reduced.text)
    assert len(reduced.shown) == len(source)
    shown = "".join(character for character, mark in zip(source, reduced.shown, strict=True) if mark)
    assert shown == "".join(character for character, mark in zip(reduced.text, reduced.visible, strict=True) if mark)


def test_the_answer_for_the_reduced_text_is_one_for_the_source():
    source = '<p style="a">one</p><script>x</script>two'
    reduced = reduce_markup(source)
    range_ = np.array([character in "oe" for character in reduced.text])

    found = reduced.on_source(range_)
    assert "".join(character for character, useful in zip(source, found, strict=True) if useful) == "oeo"


def useful_region(source, words):
    useful = np.zeros(len(source), np.bool_)
    for word in words:
        useful[source.index(word) : source.index(word) + len(word)] = True
    region = reduce_markup(source).whole_texts(useful)
    return "".join(character if inside else "." for character, inside in zip(source, region, strict=True))


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        pytest.param("<p>one</p> <p>two</p>x", ["one", "two"], "...one</p> <p>two.....", id="tags and blanks between two useful texts"),
        pytest.param("<p>one</p>no<p>two</p>", ["one", "two"], "...one.........two....", id="a useless text between"),
        pytest.param("<p>some text</p>", ["some t"], "...some text....", id="most of a text is all of it"),
        pytest.param("<p>some text</p>", ["so"], "." * 16, id="little of a text is none of it"),
        pytest.param("<p> </p>", [], "........", id="nothing useful"),
        pytest.param("text", ["text"], "text", id="no markup"),
        pytest.param("", [], "", id="empty"),
    ],
)
def test_content_is_whole_texts_with_the_tags_between_them(source, words, expected):
    assert useful_region(source, words) == expected


@pytest.mark.parametrize(
    "source",
    ["<a" * 200_000, "<!--" * 200_000 + ">", "<script>" * 100_000, "</script" * 100_000, "<p class=" * 100_000 + ">", "<" * 500_000],
)
def test_open_ends_cost_one_look(source):
    start = time.process_time()
    reduced = reduce_markup(source)

    assert time.process_time() - start < 5 * slowness()
    assert len(reduced.shown) == len(source)
