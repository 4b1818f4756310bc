import numpy as np
import pytest

from sitelode.html.parse import parse
from sitelode_lab.separators.alternation import Alternation
from sitelode_lab.strings.page_source import source_of

STORIES = [
    "The ferry to the islands was late again on Monday, and nobody on the quay was surprised by it.",
    "A red fox has moved into the car park behind the theatre, where the kitchen staff feed it cheese.",
    "Seven choirs sang in the rain until the square was empty, then they went on for themselves.",
    "Nothing grows on the northern slope except for thistles, says the man who planted a vineyard there.",
]


def page(story, extra=""):
    html = f"<html><body><ul><li>Front page</li><li>Letters to the editor</li></ul><p>{story}</p>{extra}<p>Printed on old paper.</p></body></html>"
    return parse(html.encode(), "http://example.org/", "text/html; charset=utf-8")


def scores(template, of_page):
    found = template.content_scores(of_page)
    return {of_page.text(row): float(found[row]) for row in np.flatnonzero(of_page.columns.tag == 0).tolist()}


@pytest.mark.parametrize("count", [2, 3, 4])
def test_two_pages_are_enough_to_tell_a_menu_from_a_story(count):
    pages = [page(story) for story in STORIES[:count]]
    found = scores(Alternation().study(pages), pages[0])

    assert found[STORIES[0]] > 0.9
    assert max(score for text, score in found.items() if text != STORIES[0]) == 0


def test_a_page_that_is_there_twice_counts_once():
    pages = [page(story) for story in (*STORIES, STORIES[0])]

    assert scores(Alternation().study(pages), pages[0])[STORIES[0]] > 0.9


def test_what_one_page_repeats_is_its_content():
    refrain = "Row the boat, row the boat, row the boat gently home. " * 8
    pages = [page(STORIES[0], f"<p>{refrain}</p>"), *(page(story) for story in STORIES[1:])]

    assert scores(Alternation().study(pages), pages[0])[refrain] > 0.9


def test_text_is_visible_and_markup_is_not():
    source = source_of(page("One & two"))

    visible = "".join(character for character, mark in zip(source.text, source.visible, strict=True) if mark)
    assert visible == "Front pageLetters to the editorOne & twoPrinted on old paper."
