import gzip
import io
import re
import zlib

import brotli
import pytest
from stored_sites import SMALL, dropped_of, http_response, pages_of, reasons_of, site_records, warc_record

from sitelode.errors import ArchiveError, MissingExtraError
from sitelode.sources.warc import WarcSource

HTML = b"<html><p>text"


def source_of(content):
    return WarcSource(lambda: io.BytesIO(content), "site.warc", SMALL)


def only_page(content):
    (found,) = pages_of(source_of(content))
    return found


def test_what_is_known_of_a_page():
    found = only_page(warc_record("<HTTP://H.example/a?utm_source=b>", http_response(HTML, content_type="text/html; charset=euc-kr")))

    assert found.url == "http://h.example/a"
    assert found.body == HTML
    assert found.content_type == "text/html; charset=euc-kr"
    assert found.fetched_at == "2024-01-02T03:04:05Z"
    assert found.origin == "site.warc @ 0"


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ("Content-Encoding: gzip\r\n", gzip.compress(HTML, mtime=0)),
        ("Content-Encoding: deflate\r\n", zlib.compress(HTML)),
        ("Content-Encoding: br\r\n", brotli.compress(HTML)),
        ("Transfer-Encoding: chunked\r\n", b"5\r\n<html\r\n8\r\n><p>text\r\n0\r\n\r\n"),
        (
            "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n",
            b"%x\r\n%s\r\n0\r\n\r\n" % (len(gzip.compress(HTML, mtime=0)), gzip.compress(HTML, mtime=0)),
        ),
        ("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", HTML),
    ],
)
def test_encodings(headers, body):
    assert only_page(warc_record("http://h.example/", http_response(body, headers=headers))).body == HTML


def test_resources_and_untold_types():
    assert only_page(warc_record("http://h.example/", HTML, kind="resource", content_type="text/html")).body == HTML
    assert only_page(warc_record("http://h.example/", http_response(HTML, content_type="text/plain"))).body == HTML
    assert only_page(warc_record("http://h.example/", b"HTTP/1.1 200 OK\r\n\r\n" + HTML)).body == HTML


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (warc_record("http://h.example/", http_response(HTML, "404 Not Found")), "HTTP 404"),
        (warc_record("http://h.example/", http_response(HTML, "206 Partial Content")), "HTTP 206"),
        (warc_record("http://h.example/", http_response(b"", "301 Moved", headers="Location: /b\r\n")), "redirect"),
        (warc_record("http://h.example/", http_response(b"\x89PNG", content_type="image/png")), "not HTML"),
        (warc_record("http://h.example/", http_response(b"%PDF-1.4")), "not HTML"),
        (warc_record("http://h.example/", http_response(b"words", content_type="text/plain")), "not HTML"),
        (warc_record("http://h.example/", http_response(b"")), "empty"),
        (warc_record("http://h.example/", http_response(b"x" * (SMALL.max_page_bytes + 1))), "too large"),
        (warc_record("http://h.example/", http_response(b"x" * 10 * SMALL.max_page_bytes)), "too large"),
        (warc_record("http://h.example/", http_response(b"\xff\xff", headers="Content-Encoding: br\r\n")), "broken encoding"),
        (warc_record("http://h.example/", b"rubbish"), "not HTTP"),
        (warc_record("dns:h.example", b"20240101 h.example. IN A 192.0.2.1", content_type="text/dns"), "not a page"),
        (warc_record("urn:pageinfo:x", b"{}", kind="resource", content_type="application/json"), "not a page"),
        (warc_record("http://h.example/", http_response(b""), kind="revisit"), "revisit record"),
        (warc_record("http://h.example/", b"", kind="continuation"), "continuation record"),
    ],
)
def test_everything_else_is_counted(record, reason):
    assert reasons_of(source_of(record)) == [reason]
    assert len(list(source_of(record + site_records()[0]).items())) == 2


def test_records_about_the_archive_are_not_counted():
    about = [warc_record("", b"software: x", "warcinfo", "application/warc-fields"), warc_record("http://h.example/", b"GET /", "request")]

    assert len(list(source_of(b"".join(about) + site_records()[0]).items())) == 1


def test_redirects_lead_links_to_their_page():
    hops = [("/a", "/b"), ("/b", "/c"), ("/x", "/y"), ("/y", "/x"), ("/self", "/self")]
    records = [
        warc_record(f"http://h.example{start}", http_response(b"", "302 Found", headers=f"Location: {end}\r\n")) for start, end in hops
    ]
    source = source_of(b"".join(records))
    list(source.items())

    assert source.aliases["http://h.example/a"] == "http://h.example/c"
    assert source.aliases["http://h.example/b"] == "http://h.example/c"
    assert "http://h.example/self" not in source.aliases


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_damage_in_the_middle_costs_only_what_it_hits(pack):
    one, two, three, four, five = map(pack, site_records())
    damaged = two[:60] + b"\x00" * 30 + two[90:]
    for middle in (damaged, b"rubbish" * 40, two[:-40], b"\r\n\r\n" * 50 + b"WARC/1.0 nothing"):
        source = source_of(one + middle + three + four + five)
        urls = [page.url for page in pages_of(source)]

        assert urls[0] == "https://news.example/"
        assert urls[-2:] == ["https://news.example/b/two.html", "https://news.example/b/three.html"]
        assert any("damaged" in reason or "not" in reason for reason in reasons_of(source))


def test_an_archive_damaged_everywhere_is_given_up():
    content = gzip.compress(site_records()[0]) + b"\x1f\x8b\x08rubbish" * 5_000
    source = source_of(content)

    assert len(pages_of(source)) == 1
    assert [dropped.detail for dropped in dropped_of(source)][1:] == ["given up after 1000 broken places"]


@pytest.mark.parametrize("content", [b"", b"rubbish" * 99, gzip.compress(b"rubbish", mtime=0), b"\x1f\x8b\x08rubbish", b"\r\n\r\n"])
def test_what_is_no_archive(content):
    with pytest.raises(ArchiveError, match=r"cannot read site\.warc"):
        list(source_of(content).items())


def test_a_truncated_archive_says_so_once():
    content = b"".join(site_records())[:-100]
    source = source_of(content)

    assert len(pages_of(source)) == 4
    assert [(dropped.reason) for dropped in dropped_of(source)] == ["archive truncated"]


def test_without_fastwarc_the_remedy_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "fastwarc.warc", None)
    with pytest.raises(MissingExtraError, match=r"sitelode\[warc\]"):
        list(source_of(b"WARC/1.0").items())


@pytest.mark.parametrize("claimed", [b"1000000000000000", b"5000", b"9" * 19, b"9" * 40, b"-5", b"many"])
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_a_record_that_claims_more_than_there_is_costs_itself_alone(claimed, packed):
    records = [warc_record(f"http://h.example/{number}", http_response(HTML + b" %d" % number)) for number in range(4)]
    length = re.search(rb"Content-Length: (\d+)", records[1])
    records[1] = records[1][: length.start(1)] + claimed + records[1][length.end(1) :]
    source = source_of(b"".join(map(gzip.compress, records) if packed else records))

    assert [page.url[-1] for page in pages_of(source)] == ["0", "2", "3"]
    assert "archive damaged" in reasons_of(source)


def test_records_without_end_are_read_once_each():
    """Each of many claims to reach beyond the end."""
    record = warc_record("http://h.example/", http_response(HTML)).replace(b"Content-Length: ", b"Content-Length: 99999", 1)
    source = source_of(record * 300)

    assert pages_of(source) == []
    assert set(reasons_of(source)) == {"archive damaged", "archive truncated"}
