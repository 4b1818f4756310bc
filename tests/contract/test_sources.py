"""What every source promises, on the same small site in every form it can be stored in."""

import io
import sys

import pytest
from stored_sites import BODIES, HOST, SMALL, STORED_FORMS, URLS, pages_of

from sitelode.model import Dropped, Fetched
from sitelode.sources.choice import open_source
from sitelode.urls import normalise


@pytest.fixture(params=STORED_FORMS.values(), ids=STORED_FORMS.keys())
def stored(request, tmp_path):
    return request.param(tmp_path / "given")


def test_the_same_pages_come_out_of_every_form(stored):
    pages = pages_of(open_source(stored, limits=SMALL))

    assert {page.url: page.body for page in pages} == BODIES
    assert len(pages) == len(URLS)


def test_the_stream_is_the_same_each_time(stored):
    source = open_source(stored, limits=SMALL)

    assert list(source.items()) == list(source.items()) == list(open_source(stored, limits=SMALL).items())


def test_every_page_is_described(stored):
    source = open_source(stored, limits=SMALL)

    assert source.name == str(stored)
    for page in pages_of(source):
        assert normalise(page.url) == page.url
        assert str(stored) in page.origin
        assert page.content_type is None or page.content_type.startswith("text/html")


def test_expectations_and_aliases_hold_after_reading(stored):
    source = open_source(stored, limits=SMALL)
    items = list(source.items())

    assert source.expected in (None, len(items))
    assert set(source.aliases.values()) <= set(URLS)
    assert set(source.aliases).isdisjoint(URLS)


def test_a_page_over_the_limit_costs_only_itself(stored):
    largest = max(len(body) for body in BODIES.values())
    limits = type(SMALL)(max_page_bytes=largest - 1)
    items = list(open_source(stored, limits=limits).items())

    assert sorted(item.url for item in items if isinstance(item, Fetched)) == sorted(u for u, b in BODIES.items() if len(b) < largest)
    assert {item.reason for item in items if isinstance(item, Dropped)} == {"too large"}


def test_reading_may_stop_anywhere(stored):
    stream = open_source(stored, limits=SMALL).items()
    first = next(stream)
    stream.close()

    assert first == next(open_source(stored, limits=SMALL).items())


FORMS_FOR_PIPES = {form: write for form, write in STORED_FORMS.items() if "jsonl" in form or "warc" in form}


@pytest.mark.parametrize("write", FORMS_FOR_PIPES.values(), ids=FORMS_FOR_PIPES.keys())
def test_standard_input_gives_the_same(write, tmp_path, monkeypatch):
    content = write(tmp_path / "given").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Trickle(content)))
    source = open_source("-", limits=SMALL)

    assert {page.url: page.body for page in pages_of(source)} == BODIES
    assert not sys.stdin.buffer.closed


def test_one_html_file_and_the_same_on_standard_input(tmp_path, monkeypatch):
    body = BODIES[URLS[2]]
    (tmp_path / "saved.html").write_bytes(body)
    from_file = pages_of(open_source(tmp_path / "saved.html"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Trickle(body)))

    assert [(page.url, page.body) for page in from_file] == [(URLS[2], body)]
    assert [(page.url, page.body) for page in pages_of(open_source("-"))] == [(URLS[2], body)]


def test_the_mirror_without_canonical_links_has_the_same_addresses(tmp_path):
    mirror = STORED_FORMS["mirror"](tmp_path)
    for path in mirror.rglob("*.html"):
        path.write_bytes(path.read_bytes().replace(b"canonical", b"icon"))

    assert {page.url for page in pages_of(open_source(mirror))} == set(URLS)
    assert {page.url for page in pages_of(open_source(mirror / HOST))} == set(URLS)


class Trickle(io.BufferedIOBase):
    """A pipe: gives a few bytes at a time and cannot go back."""

    def __init__(self, content):
        self._content = io.BytesIO(content)

    def readable(self):
        return True

    def read(self, size=-1):
        return self._content.read(min(size, 700) if size and size > 0 else 700)
