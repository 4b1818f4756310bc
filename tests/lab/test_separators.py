"""What every registered separator promises, whatever its method: one suite over the registry."""

import random
import time
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from template_pages import one_vocabulary, zipf_words

from sitelode.html.parse import parse
from sitelode.html.vocabulary import TEXT
from sitelode_lab.separators.registry import SEPARATORS

SECONDS = 20  # far above what any needs here; a hang or a quadratic cost would be far above this

WORDS = "harbour council budget storm ferry market school verdict striker orchestra glacier tariff".split()
HAN = "港口市议会预算风暴渡轮学校判决乐团冰川关税天气新闻"


def article(number, language="en"):
    if language == "zh":
        body = "".join(
            f"<p>{''.join(HAN[(number * 7 + place * place) % len(HAN)] for place in range(40 + line))}。</p>" for line in range(3)
        )
        title = HAN[number % 10 : number % 10 + 6]
    else:
        words = [WORDS[(number * 5 + place * place) % len(WORDS)] + str(number * place % 17) for place in range(60)]
        body = "".join(f"<p>{' '.join(words[line * 20 : line * 20 + 20])}.</p>" for line in range(3))
        title = " ".join(words[:4])
    return (
        f'<!doctype html><title>{title}</title><body><div class="nav"><ul><li><a href="/">Home</a><li><a href="/about">About us</a></ul></div>'
        f'<div class="main"><h1>{title}</h1>{body}</div><div class="footer">All rights reserved by the publisher.</div>'
    )


def parsed(html):
    return parse(html.encode())


@cache
def pages_of_cases():
    return {
        "no page": [],
        "single page": [parsed(article(0))],
        "two pages": [parsed(article(0)), parsed(article(1))],
        "identical pages": [parsed(article(0)) for _ in range(5)],
        "page repeated 200 times": [parsed(article(0))] * 200,
        "articles": [parsed(article(number)) for number in range(12)],
        "mixed languages": [parsed(article(number, "zh" if number % 2 else "en")) for number in range(12)],
        "no text": [parsed("<p></p>"), parsed("<hr>")],
        "nothing in common": [parsed(f"<{tag}>{tag} {tag}</{tag}>") for tag in ("table", "ul", "pre", "h1", "custom-tag", "svg")],
        "deep": [parsed("<div>" * 300 + f"words {number}") for number in range(3)],
        "wide": [parsed("".join(f"<p>line {number * place % 7}</p>" for place in range(3000))) for number in range(3)],
        "soup": [parsed(f"</p><b><table><tr><li>{number}<i></b>x<td>y<p></table>&amp;<br>\U0001f600" * 20) for number in range(4)],
        "nested lists": [parsed("<ul><li>a" * 40 * (number + 1)) for number in range(4)],
    }


def pages_of(case):
    return list(pages_of_cases()[case])


CASES = ["no page", "single page", "two pages", "identical pages", "page repeated 200 times", "articles", "mixed languages", "no text",
         "nothing in common", "deep", "wide", "soup", "nested lists"]  # fmt: skip


@pytest.fixture(params=SEPARATORS.values(), ids=SEPARATORS.keys())
def separator(request):
    return request.param()


def checked_scores(template, page):
    scores = template.content_scores(page)
    assert scores.shape == (len(page),)
    assert scores.dtype == np.float64
    assert np.isfinite(scores).all()
    assert (scores >= 0).all()
    assert (scores <= 1).all()
    assert not scores[page.columns.tag != TEXT].any()
    return scores


@pytest.mark.parametrize("case", CASES)
def test_scores_have_the_right_shape_and_come_in_time(separator, case):
    pages = pages_of(case)
    separator.study(pages_of("two pages")).content_scores(parsed("<p>x"))  # compiled code is loaded, or compiled, before the clock runs
    start = time.process_time()
    template = separator.study(pages)
    for page in [*pages[:3], parsed(article(99)), parsed("<p>x")]:
        checked_scores(template, page)

    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize("case", ["articles", "soup"])
def test_the_answer_is_the_same_twice_and_for_any_order_of_pages(separator, case):
    pages = pages_of(case)
    straight = separator.study(pages)
    others = [separator.study(pages), separator.study(pages[::-1]), separator.study(pages[5:] + pages[:5])]
    expected = [straight.content_scores(page) for page in pages]

    for template in others:
        for page, scores in zip(pages, expected, strict=True):
            assert np.array_equal(template.content_scores(page), scores)


def typical_page(number):
    """Enough words for methods that count strings, drawn by Zipf's law, in a frame of some length."""
    randomness = random.Random(number)
    body = "".join(
        f"<p>{zipf_words(randomness, one_vocabulary(), randomness.randint(30, 90))}.</p>" for _ in range(randomness.randint(3, 7))
    )
    menu = "".join(f'<li class="menu-item"><a href="/{place}">Section of number {place}</a></li>' for place in range(12))
    return parsed(
        f'<body><div class="navigation"><ul class="menu">{menu}</ul></div><div class="main-content">'
        f'<h1 class="title">{zipf_words(randomness, one_vocabulary(), 6)}</h1>{body}</div>'
        '<div class="site-footer">All rights reserved by the publisher of these pages; imprint and terms of use.</div>'
    )


def test_the_article_of_typical_pages_scores_above_their_frame(separator):
    pages = [typical_page(number) for number in range(40)]
    template = separator.study(pages)
    for page in pages[:5]:
        scores = checked_scores(template, page)
        texts = [(page.text(int(row)), scores[row]) for row in page.text_rows]
        frame = [score for text, score in texts if text.startswith(("Section of", "All rights"))]
        body = [score for text, score in texts if text.endswith(".") and not text.startswith("All rights")]

        assert np.mean(body) > 0.5
        assert np.mean(frame) < 0.3


def test_a_page_repeated_is_all_template_for_those_that_compare_pages(separator, request):
    if "table-breakdown" in request.node.name:
        pytest.skip("judges every page alone")
    page = parsed(article(0))
    scores = separator.study([page] * 100).content_scores(page)

    assert scores.max() < 0.5


@given(st.lists(st.text(st.sampled_from("<>/dpivlb =\"'a&;中 \n"), max_size=80).map("<p>".__add__), max_size=4))
def test_any_markup_is_scored(separator, sources):
    pages = [parsed(source) for source in sources]
    template = separator.study(pages)
    for page in pages:
        checked_scores(template, page)
