"""Comments whose name, time or rating is written in other ways."""

import json
import random

import pytest
from lantern_pages import AUTHORS, source
from made_articles import page_of, paragraphs

from sitelode.articles.fields.comments import CommentRule
from sitelode.articles.reader import ClusterReader

NAMES = (*AUTHORS, "Oda Berg")
COUNT = 3  # on a page


def texts_of(number):
    return [paragraphs(random.Random(100 * number + place), 1)[0] for place in range(COUNT)]


def name_of(number, place):
    return NAMES[(3 * number + place) % len(NAMES)]


def read(head, rating=""):
    """The comments of every page; `head` stands before the text of each, with its name and number."""

    def make(number):
        blocks = "".join(
            f'<div class="x">{rating.format(place + 2)}{head.format(name_of(number, place), place + 1)}<div>{text}</div></div>'
            for place, text in enumerate(texts_of(number))
        )
        return source(number, after=f"<section><h2>{COUNT}</h2>{blocks}</section>")

    pages = [page_of(make(number), f"https://lantern.example/{number}") for number in range(6)]
    reader = ClusterReader.learnt(0, pages)
    rule = reader.fields.comments
    assert CommentRule.from_data(json.loads(json.dumps(rule.to_data()))) == rule
    return [reader.article(page, "").comments for page in pages]


@pytest.mark.parametrize("rating", ["", "<span>{}/5</span> ", "<em>Rated <b>{}</b> of 5</em> "])
def test_name_date_and_text_of_comments(rating):
    for number, comments in enumerate(read("<b>{}</b> <i>2031-05-0{}</i>", rating)):
        assert [comment.author for comment in comments] == [name_of(number, place) for place in range(COUNT)]
        assert [comment.text for comment in comments] == texts_of(number)
        assert [comment.date for comment in comments] == [f"2031-05-0{place + 1}" for place in range(COUNT)]


def test_a_number_that_is_all_a_reader_wrote_is_the_text():
    rule = CommentRule()
    page = page_of("<html><body><div><b>Oda Berg</b> <i>2031-05-01</i> <p>10/10</p></div></body></html>", "https://lantern.example/1")
    reader = ClusterReader.learnt(0, [page])
    view = reader.view(page)
    (block,) = view.page.rows("div").tolist()

    assert rule._comment(view, block, [block], reader.fields.forms).text == "10/10"


@pytest.mark.parametrize(
    "block",
    [
        '<div class="x"><b>{name}</b> <i>{number} replies</i> <a href="/{number}.html">{text}</a></div>',  # a link to a discussion
        '<div class="x"><i>{number} min</i> <p>{text}</p></div>',  # no name
        '<div class="x"><b>Advert</b> <i>{number} days left</i> <p>{text}</p></div>',  # one name for all
        '<div class="x"><b>{name}</b> <i>{number} days</i></div>',  # nothing written
    ],
)
def test_other_blocks_with_numbers_are_no_comments(block):
    def make(number):
        texts = enumerate(texts_of(number))
        return source(
            number, after="".join(block.format(name=name_of(number, place), number=place + 1, text=text) for place, text in texts)
        )

    pages = [page_of(make(number), f"https://lantern.example/{number}") for number in range(6)]
    reader = ClusterReader.learnt(0, pages)

    assert {reader.article(page, "").comments for page in pages} == {()}


@pytest.mark.parametrize("begin", [0, 5, 100, 900, 10_000])
def test_texts_after_the_body_and_the_digits_they_may_have(begin):
    every = "".join(sign for sign in map(chr, range(0x110000)) if sign.isdecimal())
    lines = "".join(f"<p>{every[start : start + 20]}</p>" for start in range(0, len(every), 20))
    page = page_of(f"<p>one 1</p><p>two 22</p><p>{'x' * 90}</p><b>٣ of 4,000</b><i>größer als 第3章</i>{lines}", "https://lantern.example/")
    view, columns = ClusterReader.learnt(0, [page]).view(page), page.columns
    view.body_span = begin, begin

    rows, digits = view.texts_after_body

    spans = {row: columns.text[columns.text_start[row] : columns.text_end[row]] for row in page.text_rows.tolist()}
    expected = {row: span for row, span in spans.items() if columns.text_start[row] >= begin and len(span) <= 80}
    assert rows.tolist() == list(expected)
    assert digits.tolist() == [sum(map(str.isdecimal, span.decode())) for span in expected.values()]
