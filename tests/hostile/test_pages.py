"""Whatever the bytes: a page or a named error, in bounded time and memory."""

import random
import subprocess
import sys
import time

import pytest

from sitelode.errors import EmptyPageError, NotHtmlError, PageError, PageTooCostlyError, PageTooLargeError, TooManyTagsError
from sitelode.html.parse import MAX_DEPTH, ParseLimits, parse

SECONDS = 10  # of CPU; generous, because machines are busy
LARGE = pytest.mark.nightly  # further forms of what others of the table try


@pytest.fixture(autouse=True)
def bounded_time():
    start = time.process_time()
    yield
    assert time.process_time() - start < SECONDS


@pytest.fixture(scope="module", autouse=True)
def compiled():
    parse(b"<p>compile first, so that the time of no test counts it")


@pytest.mark.parametrize(
    ("body", "error"),
    [
        pytest.param(b"", EmptyPageError, id="nothing"),
        pytest.param(b" \n\t ", EmptyPageError, id="white space"),
        pytest.param(bytes(range(256)) * 40, NotHtmlError, id="all bytes"),
        pytest.param(b"\x89PNG\r\n\x1a\n<p>", NotHtmlError, id="a picture"),
        pytest.param(b"%PDF-1.7 <p>", NotHtmlError, id="a document"),
        pytest.param(b"\x1f\x8b\x08<p>", NotHtmlError, id="compressed"),
        pytest.param(b"plain words", NotHtmlError, id="no tag at all"),
        pytest.param(b"\0" * 1000 + b"<p>", NotHtmlError, id="NULs first"),
        pytest.param(b"<p>" + b"x" * 50_000_000, PageTooLargeError, id="50 MB of one line"),
        pytest.param(b"<p>" * 2_000_001, TooManyTagsError, id="too many tags"),
    ],
)
def test_what_is_no_page_has_a_named_error(body, error):
    with pytest.raises(error):
        parse(body)


def test_a_limit_can_be_raised():
    page = parse(b"<p>" + b"word " * 10_000_000, limits=ParseLimits(max_bytes=60_000_000))

    assert len(page.columns.text) == 50_000_000


@pytest.mark.parametrize(
    ("body", "most_rows"),
    [
        pytest.param(b"<div>" * 100_000 + b"x", 600, id="100,000 deep", marks=LARGE),
        pytest.param(b"<div>" * 100_000 + b"x" + b"</div>" * 100_000 + b"<p>y", 600, id="100,000 deep and closed"),
        pytest.param(b"<table><tr><td>" * 50_000 + b"x", 60_000, id="nested tables"),
        pytest.param(b"<svg>" + b"<g>" * 300_000, 600, id="nested drawings", marks=LARGE),
        pytest.param(b"<ruby><rt>" * 200_000, 600, id="nested ruby", marks=LARGE),
        pytest.param(b"<p>" + b"".join(b"<b id=%d>" % n for n in range(50_000)) + b"</p>" + b"<p>x</p>" * 50_000, 260_000, id="formatting"),
        pytest.param(
            b"<p>" + b"".join(b"<b id=%d>" % n for n in range(60)) + b"</p>" + b"<p>x</p>" * 200_000,
            900_000,
            id="less formatting",
            marks=LARGE,
        ),
        pytest.param(b"<b><div>" * 20_000 + b"</b>" * 20_000, 5_000, id="misnested"),
        pytest.param(b"<div " + b" ".join(b"a%d=1" % n for n in range(500_000)) + b">x", 10, id="half a million attributes"),
        pytest.param(b"".join(b"<p class=c%d>x" % n for n in range(100_000)), 250_000, id="distinct class names", marks=LARGE),
        pytest.param(b"<img src='data:" + b"A" * 10_000_000 + b"'>x", 10, id="a picture of 10 MB in an attribute", marks=LARGE),
        pytest.param(b"<" * 3_000_000, 10, id="nothing but <"),
        pytest.param(b"<!--" * 2_000_000, 10, id="comments without end", marks=LARGE),
        pytest.param(b'<a href="' * 1_000_000, 10, id="quotes without end"),
        pytest.param(b"<script>" * 1_000_000, 10, id="scripts without end"),
        pytest.param(b"&lt" * 3_000_000 + b"<p>", 10, id="entities", marks=LARGE),
        pytest.param(b"<select>" + b"<option>x" * 200_000, 500_000, id="options", marks=LARGE),
        pytest.param(b"<div>" + b"</p>" * 400_000, 400_010, id="end tags that make elements", marks=LARGE),
        pytest.param(b"<svg><title>" + b"<div>" * 300_000, 600, id="depth hidden in a drawing's title"),
        pytest.param(b"<p><center>" * 200_000, 1_200, id="depth between paragraphs", marks=LARGE),
        pytest.param(b"<span><div></span>" * 150_000, 160_000, id="depth behind end tags without effect"),
        pytest.param(b"<select><select></select><x>" * 100_000, 2_000, id="depth behind selections", marks=LARGE),
        pytest.param(b"<x-y>" * 600 + b"</b>" * 500_000, 600, id="end tags without effect, deep down", marks=LARGE),
        pytest.param(
            b"".join(b"<p><i id=%d></b></p>" % n for n in range(100_000)), 210_000, id="formatting closed by another's end tag", marks=LARGE
        ),
        pytest.param((b"<b><i><u><s>" + b"<div>" * 7 + b"</b></i></u></s>" + b"</div>" * 7) * 5_000, 300_000, id="formatting over blocks"),
        pytest.param(b"".join(b"<x%d y%d>" % (n, n) for n in range(200_000)), 3_000, id="names without end"),
        pytest.param(b"".join(b"<body a%d>" % n for n in range(200_000)), 10, id="attributes gathered from many tags", marks=LARGE),
        pytest.param(b"</p " + b" ".join(b"a%d=1" % n for n in range(500_000)) + b">x<p>", 10, id="attributes of an end tag", marks=LARGE),
        pytest.param(b"<table>" + (b"a" * 100 + b"<tr class=x>") * 50_000, 160_000, id="text moved out of a table"),
        pytest.param(b"<p>" + b"a</body><!--x-->" * 200_000, 30_000, id="text behind the body", marks=LARGE),
        pytest.param(b"<head></head>" + b" <template><b></b></template>" * 200_000, 200_010, id="white space behind the head", marks=LARGE),
        pytest.param(b"<p title='" + b"&nGt;" * 500_000 + b"'>" + b"&nLt;" * 500_000, 10, id="entities longer than their source"),
        pytest.param(b"<script><!--" + b"<script" * 1_000_000, 10, id="scripts in scripts without end", marks=LARGE),
        pytest.param(b"<script><!--" + b"<a" * 1_000_000, 10, id="names without end in a script", marks=LARGE),
        pytest.param(b"<svg>" + b"<![CDATA[" * 400_000, 10, id="CDATA without end"),
        pytest.param(b"<!doctype" * 1_000_000 + b">", 10, id="doctypes without end", marks=LARGE),
        pytest.param(b"<!doctype x>" * 500_000 + b"<p>", 10, id="doctypes without sense", marks=LARGE),
        pytest.param(b"<frameset>" * 400_000, 600, id="nested frames", marks=LARGE),
        pytest.param(b"<template>" * 300_000, 600, id="nested templates"),
        pytest.param(b"<td colspan=9007199254740991>x", 10, id="an absurd colspan"),
        pytest.param(b"<p>a\0b<p\0>c<\0p>", 20, id="NULs inside"),
        pytest.param("<p>港".encode()[:-1], 10, id="a character cut in the middle"),
    ],
)
def test_absurd_markup_is_parsed_within_bounds(body, most_rows):
    try:
        page = parse(body)
    except (PageTooCostlyError, TooManyTagsError):
        return
    assert len(page) <= most_rows
    assert page.columns.depth.max() <= MAX_DEPTH


def test_old_pages_with_open_anchors_keep_their_links():
    page = parse(b"".join(b"<p><a name=n%d>text <a href=l%d>link</a>" % (n, n) for n in range(1000)))

    assert len(page.attribute_column("href")) == 1000


def test_lists_and_paragraphs_without_end_tags_are_not_deep():
    assert parse(b"<ul>" + b"<li>x<p>y" * 5_000 + b"</ul>").columns.depth.max() < 8
    assert parse(b"<table>" + b"<tr><td>x<td>y" * 5_000).columns.depth.max() < 8


def test_what_is_too_deep_says_so():
    with pytest.raises(PageTooCostlyError, match="512 deep"):
        parse(b"<div>" * 1000 + b"deep" + b"</div>" * 1000 + b"<p>after")


VALID = (
    b"<!doctype html><title>T</title><div class='a b'><p>One <b>two</b> &amp; <a href='x?y=1'>three</a><ul><li>f<li>g</ul><!-- c --></div>"
    * 3
)


def test_random_damage_gives_a_page_or_a_named_error():
    chance = random.Random(20311)
    for _ in range(3_000):
        damaged = bytearray(VALID)
        for _ in range(chance.randint(1, 30)):
            place = chance.randrange(len(damaged))
            match chance.randrange(3):
                case 0:
                    damaged[place] = chance.randrange(256)
                case 1:
                    del damaged[place : place + chance.randint(1, 20)]
                case _:
                    damaged[place:place] = chance.choice([b"<", b">", b"</", b"<table>", b"\xff", b"\0", b"&#x", b"<svg>", b"'"])
        try:
            assert len(parse(bytes(damaged))) >= 3
        except PageError:
            continue


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("expression", "most_megabytes"),
    [
        pytest.param("b'<p>' + b'x' * 19_000_000", 400, id="20 MB of text"),
        pytest.param("b'<p>x' * 1_999_999", 1_300, id="2 million tags with text"),
        pytest.param("b'<div>' * 3_900_000", 400, id="20 MB of nesting"),
        pytest.param("b'<table>' + (b'a' * 100 + b'<tr class=x>') * 170_000", 700, id="20 MB of text moved out of a table"),
        pytest.param("b'<p>' + b''.join(b'<b id=%d>' % n for n in range(60)) + b'</p>' + b'<p>x</p>' * 1_900_000", 700, id="formatting"),
    ],
)
def test_memory_is_bounded(expression, most_megabytes):
    """Measured in a process of its own, less what the libraries take."""
    code = (
        "import resource\nfrom sitelode.html.parse import parse\nfrom sitelode.errors import PageError\nparse(b'<p>x')\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        f"body = {expression}\n"
        "try:\n    parse(body)\nexcept PageError:\n    pass\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert int(run.stdout) / 1000 < most_megabytes, "kilobytes, as Linux counts"


def test_a_page_of_very_many_lines_is_mined_in_time_and_memory_that_grow_with_it():
    """All that mining does with one page, in a process of its own; times and sizes of two lengths are compared."""
    code = (
        "import resource, sys, time\nfrom sitelode.model import Fetched\nfrom sitelode.pipeline import mine\n"
        "def work(lines):\n"
        "    start = time.process_time()\n"
        "    found = mine([Fetched('https://a.example/', b'<p>x' * lines)])\n"
        "    list(found.articles), found.lists, found.structure, found.wrapper().text()\n"
        "    return time.process_time() - start\n"
        "work(100), work(3_000)\n"
        "shorter = min(work(6_000) for _ in range(2))\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "longer = work(30_000)\n"
        "print(longer / shorter, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1000 / 24_000)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    growth, bytes_a_line = map(float, run.stdout.split())

    assert growth < 10, "five times the lines"
    assert bytes_a_line < 1_500
