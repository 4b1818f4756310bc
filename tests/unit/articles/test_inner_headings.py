"""Headings inside an article stay, also those that stand on every page."""

import random

import numpy as np
import pytest

import sitelode
from sitelode.articles.reader import choose_body
from sitelode.html.parse import parse
from sitelode.model import Fetched
from sitelode.text.segments import segments_of

WORDS = "harbour ferry lantern keeper quiet morning river bridge market stone window garden letter winter summer story road hill".split()


def sentence(chance, count):
    return f"{' '.join(chance.choices(WORDS, k=count)).capitalize()}."


@pytest.mark.parametrize("heading", ["Background", "Part {}"])
def test_a_heading_on_every_page_stays_between_paragraphs(heading):
    pages = []
    for number in range(6):
        chance = random.Random(number)
        title, *texts = sentence(chance, 5), *(" ".join(sentence(chance, 12) for _ in range(4)) for _ in range(3))
        html = f"<title>{title}</title><h1>{title}</h1><p>{texts[0]}<p>{texts[1]}<h2>{heading.format(number)}</h2><p>{texts[2]}"
        pages.append(Fetched(f"https://a.example/{number}", html.encode(), "text/html", str(number)))

    articles = list(sitelode.mine(pages).articles)

    assert len(articles) == len(pages)
    assert all(heading.format(article.origin) in article.text for article in articles)


@pytest.mark.parametrize(
    ("between", "stays"),
    [
        ("<h3>Why</h3>", True),
        ("<h3><a href=/other>Another story</a></h3>", False),
        ("<p>Why</p>", False),
        ("<div><h3>Why</h3></div>", False),
        ("<div></div></section><h3>Why</h3>", False),
        ("<h3>Read on</h3><ul><li>Left out</ul>", False),
    ],
)
def test_only_a_heading_right_between_two_lines_of_the_body_is_added(between, stays):
    page = parse(f"<section><p>One</p>{between}<p>Two</p>".encode(), "https://a.example/")
    segments = segments_of(page)
    chosen = segments.width == len("One")
    chosen[1:-1] = False

    assert choose_body(page, segments, chosen.astype(np.float64), 0.5).chosen[1] == stays
