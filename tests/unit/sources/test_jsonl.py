import gzip
import io
import json
import lzma
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stored_sites import SMALL, dropped_of, json_lines, pages_of, reasons_of

from sitelode import zstd
from sitelode.errors import ArchiveError
from sitelode.sources import jsonl
from sitelode.sources.jsonl import JsonLinesSource
from sitelode.sources.source import SourceLimits


def source_of(content, limits=SMALL):
    return JsonLinesSource(lambda: io.BytesIO(content), "folder/site.jsonl", limits)


def lines(*records):
    return b"\n".join(json.dumps(record).encode() for record in records)


@pytest.mark.parametrize(
    ("given", "url"),
    [
        pytest.param("/2023/01/08/story.html", "file:///2023/01/08/story.html", id="a path of the site"),
        pytest.param(" /a/?page=2#top", "file:///a/?page=2", id="with a query"),
        pytest.param("/../../a", "file:///a", id="that climbs"),
        pytest.param("//h.example/a", "https://h.example/a", id="a host without a scheme"),
        pytest.param("//", "file:///site.jsonl/1", id="nothing"),
        pytest.param("/" + "a" * 10_000, "file:///site.jsonl/1", id="too long"),
    ],
)
def test_an_address_without_scheme_or_host_is_kept(given, url):
    assert [page.url for page in pages_of(source_of(lines({"url": given, "html": "<p>1"})))] == [url]


def test_keys():
    pages = pages_of(
        source_of(
            lines(
                {"url": "HTTP://H.example/a?utm_source=x", "html": "<p>1", "fetched_at": "2024-01-01T00:00:00Z"},
                {"url": "http://h.example/b", "raw_html": "<p>2", "body": None},
                {"url": "http://h.example/c", "content": "<p>ü", "content_type": "application/xhtml+xml; charset=euc-kr"},
                {"id": "x/1", "body": "<p>4"},
                {"url": "not an address", "html": "<p>5"},
            )
        )
    )

    assert [page.url for page in pages] == [
        "http://h.example/a",
        "http://h.example/b",
        "http://h.example/c",
        "file:///site.jsonl/x%2F1",
        "file:///site.jsonl/5",
    ]
    assert pages[0].fetched_at == "2024-01-01T00:00:00Z"
    assert pages[2].body == "<p>ü".encode()
    assert pages[2].content_type == "application/xhtml+xml; charset=utf-8"
    assert pages[3].origin == "folder/site.jsonl:4"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "bad JSON line"),
        (b'"text"', "bad JSON line"),
        (b"[1]", "bad JSON line"),
        (b'{"url": "http://h.example/"}', "bad JSON line"),
        (b'{"html": 3}', "bad JSON line"),
        (b"\xff\xfe\xfd", "bad JSON line"),
        (b"[" * 100_000, "bad JSON line"),
        (b'{"html": ""}', "empty"),
        (b'{"html": "x", "content_type": "image/png"}', "not HTML"),
        (b'{"html": "%s"}' % (b"x" * SMALL.max_page_bytes + b"y"), "too large"),
    ],
)
def test_a_bad_line_costs_only_itself(line, reason):
    good = b'{"url": "http://h.example/", "html": "<p>good"}'
    source = source_of(good + b"\n\n" + line + b"\r\n" + good)

    assert len(pages_of(source)) == 2
    (dropped,) = dropped_of(source)
    assert (dropped.where, dropped.reason) == ("folder/site.jsonl:3", reason)


def test_lone_surrogates_do_no_harm():
    (found,) = pages_of(source_of(b'{"url": "http://h.example/\\ud800", "html": "<p>\\ud800", "id": "\\ud800"}'))

    assert found.body == b"<p>?"


def test_a_byte_order_mark_is_no_damage():
    assert len(pages_of(source_of(b"\xef\xbb\xbf" + json_lines()))) == 5


@pytest.mark.parametrize(("more", "reasons"), [(0, []), (1, ["too large"])])
def test_the_last_line_may_be_as_long_as_any(more, reasons):
    line = b'{"html": "<p>good"}'

    assert reasons_of(source_of(line.ljust(SMALL.max_line_bytes + more))) == reasons


def test_an_endless_line_is_never_held():
    source = JsonLinesSource(lambda: io.BufferedReader(Endless(200_000_000)), "endless", SourceLimits(max_page_bytes=1_000))

    assert reasons_of(source) == ["too large"]


class Endless(io.RawIOBase):
    def __init__(self, size):
        self._left = size

    def readable(self):
        return True

    def readinto(self, buffer):
        size = min(len(buffer), self._left)
        buffer[:size] = b"x" * size
        self._left -= size
        return size


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, zstd.compress])
def test_a_file_cut_short_gives_what_it_has(pack):
    records = [{"url": f"http://h.example/{number}", "html": "<p>" + random.Random(number).randbytes(9_000).hex()} for number in range(40)]
    packed = pack(lines(*records))
    source = source_of(packed[: len(packed) // 2])

    assert 10 <= len(pages_of(source)) < 30
    assert len(reasons_of(source)) == 1


@pytest.mark.parametrize("content", [b"\x1f\x8b rubbish", b"\xfd7zXZ\x00 rubbish", b"BZh91A rubbish", b"\x28\xb5\x2f\xfd rubbish"])
def test_a_file_that_cannot_be_unpacked(content):
    with pytest.raises(ArchiveError, match=r"site\.jsonl"):
        list(source_of(content).items())


@settings(derandomize=True, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(content):
    try:
        items = list(source_of(content).items())
    except ArchiveError:
        return
    assert len(items) <= content.count(b"\n") + 1


def test_pages_that_are_only_paths_are_on_the_host_that_they_link_to():
    full = [f'<a href="https://www.h.example/b/{number}">on</a> <a href="https://share.example/post">share</a>' for number in range(6)]
    source = source_of(lines(*({"url": f"/{number}", "html": html} for number, html in enumerate(full)), {"html": "<p>no address"}))

    urls = [page.url for page in pages_of(source)]

    assert urls == [*(f"https://www.h.example/b/{number}" for number in range(6)), "file:///site.jsonl/7"]


def test_a_host_is_looked_for_in_the_first_pages_only(monkeypatch):
    monkeypatch.setattr(jsonl, "MOST_HELD", 4)
    numbers = range(20)
    html = "".join(f'<a href="https://h.example/{number}">on</a>' for number in numbers)
    pages = [{"url": f"/{number}", "html": html if number < 4 else "<p>none"} for number in numbers]

    assert [page.url for page in pages_of(source_of(lines(*pages)))] == [f"https://h.example/{number}" for number in numbers]
