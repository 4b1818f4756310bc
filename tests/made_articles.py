"""A small made-up site: articles of one layout with everything around them that is not their body."""

import random

from sitelode.html.parse import parse

WORDS = "harbour council bridge winter ferry market teacher engine river copper letter garden museum signal island window".split()


def sentence(chance, words=14):
    chosen = [chance.choice(WORDS) + chance.choice("aeiou") + chance.choice(WORDS)[:3] for _ in range(words)]
    return " ".join(chosen).capitalize() + f", {chance.choice(WORDS)} and {chance.choice(WORDS)}{chance.randint(2, 99)}."


def paragraphs(chance, count):
    return [" ".join(sentence(chance) for _ in range(3)) for _ in range(count)]


def article_source(number, comments=4, following=0, announced=None):
    """(HTML, paragraphs of the body) of one page; `announced` is what its head says the title is."""
    chance = random.Random(number)
    title = sentence(chance, 5).rstrip(".")
    body = paragraphs(chance, 5)
    items = [sentence(chance, 6) for _ in range(3)]
    html = f"""<html><head><title>{announced or title} - The Daily Example</title></head><body>
    <nav><ul><li><a href="/">Home</a></li><li><a href="/n">News</a></li><li><a href="/s">Sport</a></li></ul></nav>
    <main>{_article(title, body, items, number)}
    <section class="comments"><h3>Comments</h3><ol>{"".join(_comment(chance) for _ in range(comments))}</ol></section>
    {"".join(_article(sentence(chance, 5), paragraphs(chance, 6), items[:1], number) for _ in range(following))}</main>
    <aside><h3>Most read</h3><ul>{"".join(f'<li><a href="/{n}">{sentence(chance, 7)}</a></li>' for n in range(5))}</ul></aside>
    <footer><p>All rights reserved by the Daily Example, 12 Harbour Street. Nothing may be copied without asking.</p></footer>
    </body></html>"""
    return html, [*body, *items]


def _article(title, body, items, number):
    beginning, rest = ("".join(f"<p>{each}</p>" for each in part) for part in (body[:2], body[2:]))
    listed = "".join(f"<li>{each}</li>" for each in items)
    return f"""<article class="story story-{number}"><div class="story-head"><h1 class="headline">{title}</h1>
    <p class="byline">By <a href="/a">Ann Author</a>, {number % 28 + 1} May</p></div>
    <div class="story-text">{beginning}<ul>{listed}</ul>{rest}</div></article>"""


def _comment(chance):
    return (
        f"""<li class="comment"><p class="who">{chance.choice(WORDS).title()}</p><p>{sentence(chance, 8)}</p><a href="#r">Reply</a></li>"""
    )


def page_of(html, url="https://example.test/page"):
    return parse(html.encode() or b"<html>", url, "text/html; charset=utf-8")


def made_pages(count, **options):
    made = [article_source(number, **options) for number in range(count)]
    return [page_of(html, f"https://example.test/{number}") for number, (html, _) in enumerate(made)], [body for _, body in made]
