"""Texts at the places of the body that all pages have before or behind their own text."""

import random

import pytest

import sitelode
from sitelode.html.parse import parse
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.wrapper import Wrapper

WORDS = "harbour light gull slow water walked quiet wall boats came home herring market grey cloud".split()


def text(seed: int, words: int = 60) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=words)).capitalize() + "."


def page(number: int, *, first: str = "<p>Home Cart</p>", inside: str = "", last: str = "<p>Copyright 2006 Books</p>") -> tuple[str, str]:
    title = f"{WORDS[number % len(WORDS)].capitalize()} and {WORDS[number * 7 % 15]} {number}"
    body = f"{first}<h1>{title}</h1><p>{text(number)}</p>{inside}<p>{text(number + 100)}</p><p>Price: {number} dollars</p>{last}"
    return f"https://books.example/{number}.html", f"<html><head><title>{title}</title></head><body>{body}</body></html>"


@pytest.fixture(scope="module")
def books() -> sitelode.MinedSite:
    return sitelode.mine([page(number) for number in range(14)])


def test_no_article_begins_or_ends_with_what_all_pages_have(books):
    texts = [article.text for article in books.articles]

    assert len(texts) == 14
    assert not any("Home Cart" in each or "Copyright" in each for each in texts)


def test_what_differs_from_page_to_page_stays(books):
    assert all(f"{number} dollars" in article.text for number, article in enumerate(books.articles))


def test_the_wrapper_reads_a_new_page_alike(books):
    stored = Wrapper.from_data(books.wrapper().to_data())
    url, html = page(40)

    [reading] = Applier(stored).read(parse(html.encode(), url))

    assert reading.found.article.text.startswith(text(40)[:20])
    assert "Copyright" not in reading.found.article.text


def test_what_all_pages_have_between_their_own_texts_stays():
    mined = sitelode.mine([page(number, inside="<p>Read slowly and by candlelight.</p>") for number in range(14)])

    assert all("Read slowly" in article.text for article in mined.articles)


def test_two_pages_show_nothing():
    mined = sitelode.mine([page(number) for number in range(2)])

    assert all(text(number)[:20] in article.text for number, article in enumerate(mined.articles))
