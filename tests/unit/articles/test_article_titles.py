"""Titles where few pages are known: headings compared with what the page announces, and with where the body begins."""

import json
import random
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machine_speed import slowness
from made_articles import page_of, paragraphs

from sitelode.articles.fields.title_words import letters_of, likeness, parts_of
from sitelode.articles.reader import ClusterReader


def title_of(title, shown, head=""):
    body = "".join(f"<p>{text}</p>" for text in paragraphs(random.Random(1), 5))
    page = page_of(
        f"<html><head><title>{title}</title>{head}</head><body>{shown}<div>{body}</div></body></html>", "https://lantern.example/1"
    )
    return ClusterReader.learnt(0, [page]).article(page, "").title


def announced(title):
    return f'<meta property="og:title" content="{title}">'


def headline(title):
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", "headline": title})}</script>'


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Tides | The Lantern Weekly", "<h1>Tides</h1>"),
        ("Tides | The Lantern Weekly", "<h1>The Lantern Weekly</h1><h2>Tides</h2>"),
        ("The Lantern Weekly - Tides", "<h1>The Lantern Weekly</h1><h2>Tides</h2>"),
        ("潮汐 - 灯笼周刊", "<h1>灯笼周刊</h1><p><a href='/sea'>海</a></p><h2>潮汐</h2>"),
    ],
)
def test_of_headings_that_are_parts_of_the_title_the_last_before_the_body_is_it(title, shown):
    assert title_of(title, shown) in ("Tides", "潮汐")


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("Interview: Storm at sea tonight", "Storm at sea tonight"),
        ("<span>Interview</span> Storm at sea tonight", "Storm at sea tonight"),
        ("Interview Storm at sea tonight", "Interview Storm at sea tonight"),
        ("Interview with those who were out there: Storm at sea tonight", "Interview with those who were out there: Storm at sea tonight"),
    ],
)
def test_a_short_kicker_that_stands_apart_is_no_part_of_a_title(shown, expected):
    assert title_of("Storm at sea tonight", f"<h1>{shown}</h1>") == expected


def test_the_stated_name_of_the_site_is_no_part_of_a_title():
    site = '<meta property="og:site_name" content="The Lantern">'
    assert title_of("Tides at night - The Lantern", "<h3>Menu</h3>", site) == "Tides at night"


@pytest.mark.parametrize(
    ("titles", "shown", "expected"),
    [
        (("Tides", "Rope", "Wind", "Salt"), "<font size=5>{}</font>", "Tides"),
        (("Tides", "Rope", "Wind", "Salt"), "<h1>The Lantern: {}</h1>", "The Lantern: Tides"),
        (("Tides", "Rope", "Wind"), "<font size=5>{}</font>", "The Lantern: Tides"),
        (("Tides", "Rope", "Wind", "Tides"), "<font size=5>{}</font>", "The Lantern: Tides"),
    ],
    ids=["no heading says it", "headings say it", "three pages show nothing", "three titles show nothing"],
)
def test_what_all_titles_say_before_a_colon_is_the_site_s_name(titles, shown, expected):
    chance = random.Random(1)
    pages = []
    for place, title in enumerate(titles):
        body = "".join(f"<p>{text}</p>" for text in paragraphs(chance, 5))
        html = f"<title>The Lantern: {title}</title><body>{shown.format(title)}<div>{body}</div>"
        pages.append(page_of(html, f"https://lantern.example/{place}"))
    assert ClusterReader.learnt(0, pages).article(pages[0], "").title == expected


def test_a_heading_that_json_ld_announces_is_the_title():
    head = announced("See what rope can do") + headline("Rope remembers its knots")
    assert title_of("See what rope can do - Lantern", "<h1>Rope remembers its knots</h1>", head) == "Rope remembers its knots"


def test_what_is_announced_twice_stays_where_headings_differ():
    assert (
        title_of("Rope and its memory - Lantern", "<h1>Knots, remembered</h1>", announced("Rope and its memory")) == "Rope and its memory"
    )


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("<h1>Rope remembers all knots</h1>", "Rope remembers all knots"),
        ("<h1>What a harbour knows</h1>", "Buy rope that remembers knots"),
    ],
)
def test_where_announcements_differ_the_heading_most_like_one_is_the_title(shown, expected):
    assert title_of("Knots for everyone", shown, announced("Buy rope that remembers knots")) == expected


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("<h1>Knots: Rope remembers</h1>", "Rope remembers"),
        ("<h1><span>Knots</span> <span>Rope remembers</span></h1>", "Rope remembers"),
        ("<h1>Old Rope remembers</h1>", "Old Rope remembers"),
        ('<h1>Rope remembers<a href="#rope">¶</a></h1>', "Rope remembers"),
    ],
)
def test_what_a_heading_says_before_the_announced_title_is_apart_from_it(shown, expected):
    assert title_of("Old Rope remembers", shown, announced("Rope remembers")) == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("notes:tides_at_night [Lantern]", "Why the sea rises"),
        ("notes:gulls [Lantern]", "notes:gulls [Lantern]"),
        ("Tides at night", "Tides at night"),
    ],
    ids=["a name in the address", "a name of another page", "words"],
)
def test_the_heading_above_the_text_says_more_than_a_name_in_the_address(title, expected):
    body = "".join(f"<p>{text}</p>" for text in paragraphs(random.Random(1), 5))
    shown = f"<title>{title}</title><body><h2>Menu</h2><ul><li><a href=/>Home</a></li></ul><div><h2>Why the sea rises</h2>{body}</div>"
    page = page_of(shown, "https://lantern.example/doku.php?id=notes:tides_at_night")

    assert ClusterReader.learnt(0, [page]).article(page, "").title == expected


def test_signs_around_a_title_stay():
    assert title_of("«Rope remembers»", "<h3>Menu</h3>", announced("«Rope remembers»")) == "«Rope remembers»"


def test_titles_are_compared_by_whole_words_of_scripts_with_vowel_signs():
    assert likeness("मंत्री ने बताया कि बारिश", "मंत्री ने बताया कि बारिश से") > 0.9
    assert likeness("पुलिस की कीमतें", "किसान के कमल") == 0


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Bridge - Lantern", ["Bridge", "Lantern"]),
        ("Bridge|Lantern", ["Bridge", "Lantern"]),
        ("Bridge  |  | Lantern", ["Bridge", "Lantern"]),
        ("Bridge - - Lantern", ["Bridge", "- Lantern"]),
        ("half-open", ["half-open"]),
        ("« Bridge »", ["Bridge"]),
        ("Bridge --| Lantern", ["Bridge", "Lantern"]),
        ("Bridge |Lantern", ["Bridge", "Lantern"]),
        ("", []),
    ],
)
def test_parts_of_titles(title, expected):
    assert parts_of(title) == expected
    assert [
        part.strip() for part in re.split(r"\s+[-|–—·•:»«/~>]+\s+|\s*[|»«•·]\s*", title) if part.strip()
    ] == expected  # as it was first written


def test_a_headline_of_spaces_costs_no_more_than_its_length():
    started = time.process_time()

    assert title_of("Bridge", "<h1>Bridge</h1>", headline("a" + 40_000 * " " + "b")) == "Bridge"
    assert time.process_time() - started < 2 * slowness()


@given(st.text(alphabet="ab  -|–·:»«/\t\u00a0é", max_size=14))
def test_titles_are_divided_as_by_two_alternatives_at_each_character(title):
    plain = re.compile(r"(?<!\s)\s++(?:[-|–—·•:»«/~>]++\s+|[|»«•·]\s*)|[|»«•·]\s*")

    assert parts_of(title) == [part.strip() for part in plain.split(title) if part.strip()]


@given(st.text(max_size=20) | st.text(alphabet="aB1_ é٣-", max_size=20))
def test_letters_are_letters_and_digits(text):
    assert letters_of(text) == "".join(filter(str.isalnum, text.lower()))


def text_of(shown, title="Tides at night"):
    body = "".join(f"<p>{text}</p>" for text in paragraphs(random.Random(1), 5))
    page = page_of(f"<title>{title}</title><h1>{title}</h1><div>{shown}{body}</div>", "https://lantern.example/1")
    return ClusterReader.learnt(0, [page]).article(page, "").text


@pytest.mark.parametrize("again", ["<p><b>TIDES at night!</b></p>", "<p>Tides <i>at night</i></p>"])
def test_a_text_does_not_begin_with_its_title_once_more(again):
    assert text_of(again) == text_of("")


def test_a_first_sentence_that_begins_with_the_title_stays():
    assert text_of("<p>Tides at night are the quietest hours of the harbour, and the boats lie still.</p>").startswith("Tides at night are")
