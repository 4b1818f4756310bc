"""Wrappers of the made-up site, and the same articles in another design."""

from functools import cache

from made_articles import article_source, made_pages, page_of

from sitelode.articles.study import study_pages
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known_content import KnownArticles, KnownContent
from sitelode.wrappers.learn.learning import compile_wrapper


@cache
def site():
    """(pages, paragraphs of each, wrapper)."""
    pages, bodies = made_pages(12)
    return pages, bodies, compile_wrapper(study_pages(pages), "2026-01-01")


@cache
def known():
    pages, _, wrapper = site()
    applier = Applier(wrapper)
    return KnownContent(KnownArticles.of_readings(reading for page in pages for reading in applier.read(page)))


def renamed_pages(count=12):
    """A small change: the frame has another element around it, and an outer class another name."""
    changes = (("<main>", '<div class="frame"><main class="wide">'), ("</main>", "</main></div>"), ('class="story-head"', 'class="head"'))
    return [page_of(changed(article_source(number)[0], changes), f"https://example.test/{number}") for number in range(count)]


def with_new_names(numbers, host):
    """Every class has another name, so that the text is found and the author is not."""
    return [page_of(article_source(number)[0].replace('class="', 'class="new-'), f"https://{host}/{number}") for number in numbers]


def redesigned_pages(count=12, first=0):
    """The same articles in a design that has nothing in common with the first."""
    return [page_of(_redesigned(number), f"https://example.test/{number}") for number in range(first, first + count)]


def _redesigned(number):
    _, body = article_source(number)
    texts = "".join(f'<div class="block"><span class="copy">{text}</span></div>' for text in body)
    items = "".join(f'<a class="tile" href="/{number}-{n}"><b>Another story number {number * 7 + n}</b></a>' for n in range(4))
    return f"""<html><head><title>Story {number}</title></head><body class="v2"><header class="bar"><a href="/">Start</a></header>
    <section class="reader"><h2 class="big">Story {number}</h2>{texts}</section><section class="tiles">{items}</section></body></html>"""


def changed(html, changes):
    for old, new in changes:
        html = html.replace(old, new)
    return html


def texts_by(wrapper, pages):
    applier = Applier(wrapper)
    found = [applier.read(page)[0].found.article for page in pages]
    return [article.text if article else "" for article in found]
