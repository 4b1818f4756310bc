"""Paragraphs, headings, lists, tables, quotes, code and links of a body survive in Markdown and HTML."""

import random

import pytest
from made_articles import page_of, paragraphs, sentence

from sitelode.articles.reader import ClusterReader
from sitelode.html.render.html import html_of
from sitelode.html.render.markdown import markdown_of


def body(number):
    """HTML of a body with everything in it, and the texts that it was made of."""
    chance = random.Random(number)
    lines = [sentence(chance, 12) for _ in range(9)]
    texts = [f"<p>{text}</p>" for text in paragraphs(chance, 8)]
    parts = [
        f"<h2>{lines[0]}</h2>", f"<ul><li>{lines[1]}</li><li><em>{lines[2]}</em></li></ul>", f"<blockquote><p>{lines[3]}</p></blockquote>",
        f"<table><tr><th>quay</th><th>{lines[4]}</th></tr><tr><td>Coal</td><td>{lines[5]}</td></tr></table>", f"<pre><code>{lines[6]}\n  {lines[7]}</code></pre>",
        f'<p>And then: <a href="/logs/{number}">{lines[8]}</a> {lines[3]} {lines[4]} {lines[5]}</p>',
    ]  # fmt: skip
    return "".join(text + part for text, part in zip(texts, [*parts, "", ""], strict=True)), lines


@pytest.fixture(scope="module")
def lines():
    return body(3)[1]


@pytest.fixture(scope="module")
def article():
    pages = []
    for number in range(6):
        html, _ = body(number)
        title = sentence(random.Random(100 + number), 4)
        page = f"<title>{title}</title><nav><a href=/>Home</a></nav><main><h1>{title}</h1><div class=text>{html}</div></main>"
        pages.append(page_of(page, f"https://lantern.example/{number}"))
    return ClusterReader.learnt(0, pages).article(pages[3], "", markdown=True, html=True)


@pytest.mark.parametrize(
    ("line", "markdown", "html"),
    [
        pytest.param(0, "\n## {}", "<h2>{}</h2>", id="heading"),
        pytest.param(1, "\n- {}", "<li>{}</li>", id="list"),
        pytest.param(2, "*{}*", "<em>{}</em>", id="emphasis"),
        pytest.param(3, "\n> {}", "<blockquote>", id="quote"),
        pytest.param(7, "\n  {}", "<pre>", id="code"),
        pytest.param(8, "[{}](https://lantern.example/logs/3)", '<a href="https://lantern.example/logs/3">{}</a>', id="link"),
    ],
)
def test_structure_survives(article, lines, line, markdown, html):
    assert markdown.format(lines[line]) in article.markdown
    assert html.format(lines[line]) in article.html
    assert "Home" not in article.markdown + article.html


def test_a_table_that_is_taken_survives():
    """Whether it is taken is the consensus' affair: tables are layout more often than content."""
    page = page_of("<table><tr><th>quay</th><th>boats</th></tr><tr><td>Coal</td><td>12</td></tr></table>")

    assert "| Coal | 12 |" in markdown_of(page, [0])
    assert "<td>Coal</td>" in html_of(page, [0])


def test_neither_is_made_unless_asked_for():
    page = page_of("<title>t</title><p>" + " ".join(paragraphs(random.Random(1), 3)), "https://lantern.example/x")
    plain = ClusterReader.learnt(0, [page]).article(page, "")

    assert (plain.markdown, plain.html) == ("", "")
