import numpy as np
import pytest
from made_articles import page_of

from sitelode.articles.body.containers import KEPT, even_out_containers, take_alike
from sitelode.articles.body.evidence import Statements, evidence_of
from sitelode.articles.body.features import class_features
from sitelode.html.metadata import metadata_of
from sitelode.paths.labels import PathLabels


def features_of(body):
    page = page_of(f"<html><head><title>x</title></head><body>{body}</body></html>", "https://example.test/")
    labels = PathLabels.of_pages([page])
    return class_features([evidence_of(page, labels, Statements.of(metadata_of(page)))])


def changed(change, body, given):
    """What becomes of probabilities, given for the classes in the order of their first text on the page."""
    features = features_of(body)
    _, first = np.unique(features.class_of, return_index=True)
    found = change(features, np.array(given)[np.argsort(np.argsort(first))])
    return [round(float(found[number]), 3) for number in np.argsort(first)]


def evened(body, given):
    return changed(even_out_containers, body, given)


def test_the_columns_of_a_table_are_one():
    found = evened("<p>around it</p><table><tr><td>ab</td><td>cd</td></tr></table>", [0.9, 0.2, 0.8])

    assert found == [0.9, 0.5, 0.5]


def test_longer_columns_weigh_more():
    found = evened("<table><tr><td>abcdef</td><td>cd</td></tr></table>", [0.8, 0.1])

    assert found == [0.625, 0.625]


def test_lists_in_a_list_are_a_part_of_it():
    found = evened("<ul><li>ab<ul><li>cd<ol><li>ef</li></ol></li></ul></li></ul>", [0.9, 0.6, 0.3])

    assert found == [0.6, 0.6, 0.6]


def test_what_is_never_body_stays_out():
    found = evened("<table><tr><td>ab</td><td>cd</td></tr></table>", [0.0, 0.8])

    assert found == [0.0, 0.4]


def test_a_list_of_clear_body_and_clear_template_is_a_frame():
    found = evened("<ul><li>menu</li><li><p>text</p></li><li><b>more</b></li></ul>", [0.01, 0.9, 0.3])

    assert found == [0.01, 0.9, 0.3]


def test_a_table_that_lays_out_the_page_is_none():
    long = "Some words that fill a line of the text and then a second one, too. " * 3
    found = evened(f"<table><tr><td>menu</td><td>{long}</td></tr></table>", [0.1, 0.9])

    assert found == [0.1, 0.9]


def test_a_table_in_a_cell_is_a_table_of_its_own():
    found = evened("<table><tr><td>ab<table><tr><td>cd</td><td>ef</td></tr></table></td></tr></table>", [0.9, 0.5, 0.1])

    assert found == [0.9, 0.3, 0.3]


def taken_alike(body, given):
    return changed(lambda features, probability: take_alike(features, probability, 0.38), body, given)


QUESTION = "<div class=first><div class=said><p>Who keeps the lanterns of the harbour lit?</p></div></div>"


def test_answers_that_look_like_the_question_are_taken():
    answer = "<div class=later><div class=said><p>The harbour master does, with his two sons.</p></div></div>"

    assert taken_alike(QUESTION + answer, [0.8, 0.3]) == [0.8, KEPT]
    assert taken_alike(QUESTION + answer, [0.8, 0.1]) == [0.8, 0.1], "the trees are sure that it is none"
    assert taken_alike(QUESTION + answer, [0.5, 0.3]) == [0.5, KEPT], "the heaviest place that is taken is clear"
    assert taken_alike(QUESTION + answer, [0.37, 0.3]) == [0.37, 0.3], "nothing is taken"


@pytest.mark.parametrize("around", ["<div class=comment><p>{}</p></div>", "<div><div><p>{}</p></div></div>"])
def test_what_is_called_otherwise_or_not_at_all_is_not_alike(around):
    assert taken_alike(QUESTION + around.format("The harbour master does, with his two sons."), [0.8, 0.3]) == [0.8, 0.3]


def test_elements_without_names_are_not_alike():
    plain = "<div><p>Who keeps the lanterns of the harbour lit?</p></div>"

    assert taken_alike(f"{plain}<section>{plain}</section>", [0.8, 0.3]) == [0.8, 0.3]
