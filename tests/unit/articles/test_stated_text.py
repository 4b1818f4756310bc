"""Pages that show nothing and state everything in JSON-LD."""

import json
import random

import pytest
from made_articles import page_of, paragraphs, sentence

from sitelode.articles.reader import ClusterReader, NoArticle


def texts(number):
    return paragraphs(random.Random(number), 3)


def page(number, body=None, shown="", others=()):
    about = {
        "@type": "NewsArticle", "headline": sentence(random.Random(100 + number), 5), "datePublished": f"2031-03-{number + 10}",
        "author": {"@type": "Person", "name": ("Ann Lee", "Tom Hay")[number % 2]}, "articleBody": body or "\n\n".join(texts(number)),
    }  # fmt: skip
    stated = (json.dumps(each).replace("</", "<\\/") for each in (about, *others))
    scripts = "".join(f'<script type="application/ld+json">{each}</script>' for each in stated)
    html = f"<title>{about['headline']} - Lantern</title>{scripts}<body><div id=root>{shown}</div>"
    return page_of(html, f"https://lantern.example/{number}")


def read(pages):
    reader = ClusterReader.learnt(0, pages)
    return [reader.article(each, "", markdown=True, html=True) for each in pages]


def test_a_page_that_shows_nothing_has_the_text_and_the_fields_that_it_states():
    for number, article in enumerate(read([page(number) for number in range(6)])):
        assert article.text == "\n\n".join(texts(number)) == article.markdown
        assert article.html == "\n".join(f"<p>{text}</p>" for text in texts(number))
        assert (article.date, article.author) == (f"2031-03-{number + 10}", ("Ann Lee", "Tom Hay")[number % 2])
        assert article.title == sentence(random.Random(100 + number), 5)


@pytest.mark.parametrize(
    "written",
    [
        "".join,
        lambda parts: "".join(parts).replace("<", "&lt;").replace(">", "&gt;"),
    ],
    ids=["markup", "escaped markup"],
)
def test_markup_in_a_stated_text_is_no_text(written):
    pages = [page(number, written([f"<p>{text}</p><script>x()</script>" for text in texts(number)])) for number in range(4)]
    assert [article.text for article in read(pages)] == ["\n\n".join(texts(number)) for number in range(4)]


def test_what_is_shown_counts_more_than_what_is_stated():
    pages = [page(number, shown="".join(f"<p>{text}</p>" for text in texts(50 + number))) for number in range(6)]
    assert [article.text for article in read(pages)] == ["\n\n".join(texts(50 + number)) for number in range(6)]


@pytest.mark.parametrize(
    "made",
    [
        lambda number: page(number, body="too little to be a text"),
        lambda number: page(number, others=[{"@type": "Article", "articleBody": "\n".join(texts(60 + number))}]),
    ],
    ids=["a notice", "texts of several"],
)
def test_what_is_no_text_of_one_article_is_not_taken(made):
    assert all(isinstance(outcome, NoArticle) for outcome in read([made(number) for number in range(4)]))
