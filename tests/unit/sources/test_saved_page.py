import time

import pytest
from machine_speed import slowness

from sitelode.sources.saved_addresses import Claims, canonical_address, claims_of, saved_from_address

HTTRACK = (
    b"<!-- Mirrored from www.news.example/a/b.php?id=3&amp;x=1 by HTTrack Website Copier/3.x [XR&CO'2014], "
    b"Tue, 05 May 2020 10:00:00 GMT -->"
)


@pytest.mark.parametrize(
    ("head", "address"),
    [
        pytest.param(HTTRACK, "http://www.news.example/a/b.php?id=3&x=1", id="HTTrack"),
        pytest.param(b"<!-- saved from url=(0033)https://news.example/story?id=1 -->", "https://news.example/story?id=1", id="browser"),
        pytest.param(b"<!--\n Page saved with SingleFile \n url: https://news.example/x \n", "https://news.example/x", id="SingleFile"),
        pytest.param(b"<!-- saved from url=(0014)about:internet -->", None, id="the browser's stand-in"),
        pytest.param(b"<!-- saved from url=(0020)file:///C:/a.html -->", None, id="a copy of a copy"),
        pytest.param(b"<!-- Mirrored from nowhere -->", None, id="somebody's own comment"),
    ],
)
def test_notes_of_programs_that_save_pages(head, address):
    assert saved_from_address(claims_of(b"<html>" + head + b"<body>"), scheme="http") == address


@pytest.mark.parametrize(
    ("head", "address"),
    [
        pytest.param(b'<link rel="canonical" href="https://news.example/a">', "https://news.example/a", id="plain"),
        pytest.param(b"<LINK href='https://news.example/a' REL=Canonical />", "https://news.example/a", id="other order and quotes"),
        pytest.param(b"<link rel=canonical href=https://news.example/a>", "https://news.example/a", id="no quotes"),
        pytest.param(
            b'<link\nrel="canonical"\nhref="https://news.example/a?b=1&amp;c=2">', "https://news.example/a?b=1&c=2", id="entities"
        ),
        pytest.param(b'<meta property="og:url" content="https://news.example/a">', "https://news.example/a", id="og:url"),
        pytest.param(
            b'<meta property="og:url" content="https://x.example/o"><link rel=canonical href="https://news.example/a">',
            "https://news.example/a",
            id="the canonical link comes first",
        ),
        pytest.param(b'<link rel="canonical" href="//news.example/a">', None, id="relative"),
        pytest.param(b'<link rel="canonical" href="">', None, id="empty"),
        pytest.param(b'<link rel="canonical" href="https://https//news.example">', None, id="nonsense"),
        pytest.param(b'<link rel="stylesheet" href="https://news.example/a.css">', None, id="another link"),
        pytest.param('<link rel=canonical href="https://news.example/a">'.encode("utf-16"), "https://news.example/a", id="UTF-16"),
    ],
)
def test_the_page_s_own_word(head, address):
    assert canonical_address(claims_of(head)) == address


def test_relative_words_need_a_base():
    claims = Claims(canonical="../b?utm_source=x")

    assert canonical_address(claims) is None
    assert canonical_address(claims, "https://news.example/a/c") == "https://news.example/b"


def test_httrack_says_when_and_what_it_made_itself():
    assert claims_of(HTTRACK).fetched_at == "2020-05-05T10:00:00+00:00"
    assert claims_of(HTTRACK.replace(b"Tue, 05 May", b"Someday")).fetched_at is None
    assert not claims_of(HTTRACK).made_by_mirror
    assert claims_of(b"<html><!-- Mirror and index made by HTTrack Website Copier/3.49 -->").made_by_mirror
    assert claims_of(
        b'<HTML>\n<!-- Created by HTTrack Website Copier/3.49 -->\n<META HTTP-EQUIV="Refresh" CONTENT="0; URL=x">'
    ).made_by_mirror
    assert not claims_of(b"<html>a page about <!-- Created by HTTrack --> and others").made_by_mirror


@pytest.mark.parametrize(
    "head",
    [
        b"<link rel=canonical " * 3_000,
        b"<link " + b"canonical" * 7_000,
        b"<!-- Mirrored from x by HTTrack" * 2_000,
        b"<!-- Created by HTTrack" * 2_800,
        b"<!-- saved from url=(1)" * 2_800,
        b"<!--" + b" " * 65_000,
        b"<link rel=canonical href" + b" " * 65_000,
    ],
)
def test_heads_made_to_be_slow_are_not(head):
    started = time.process_time()
    claims_of(head)

    assert time.process_time() - started < 0.5 * slowness()
