import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitelode.sources.warc import LONGEST_HEAD, response_head, unchunked


def test_status_and_headers():
    head = response_head(b"HTTP/1.1 200 OK\r\nContent-TYPE:  text/html \r\nVary: a\r\nVary: b\r\nContent-Encoding: gzip, br\r\n\r\nbody")

    assert head.status == 200
    assert head.headers["content-type"] == "text/html"
    assert head.headers["vary"] == "a, b"
    assert head.headers["content-encoding"] == "gzip, br"
    assert head.length == len(b"HTTP/1.1 200 OK\r\nContent-TYPE:  text/html \r\nVary: a\r\nVary: b\r\nContent-Encoding: gzip, br\r\n\r\n")
    assert "transfer-encoding" not in head.headers


@pytest.mark.parametrize(
    ("message", "status"),
    [
        pytest.param(b"HTTP/2 404\r\n\r\n", 404, id="no reason phrase"),
        pytest.param(b"HTTP/1.0 200 OK\nServer: x\n\nbody", 200, id="line feeds alone"),
        pytest.param(b"HTTP/1.1 301 Moved\r\nno colon here\r\n: empty\r\n\r\n", 301, id="broken header lines"),
    ],
)
def test_sloppy_heads(message, status):
    assert response_head(message).status == status


@pytest.mark.parametrize(
    "message", [b"", b"garbage", b"HTTP/1.1 2000 x\r\n\r\n", b"HTTP/1.1 200 OK\r\nA: b", b"HTTP/1.1 200\r\n" + b"a: b\r\n" * 20_000]
)
def test_what_is_no_head(message):
    assert response_head(message) is None
    assert len(message) < 2 * LONGEST_HEAD


@pytest.mark.parametrize(
    ("body", "joined"),
    [
        pytest.param(b"4\r\nwiki\r\n5;ext=1\r\npedia\r\n0\r\n\r\n", b"wikipedia", id="textbook"),
        pytest.param(b"4\nwiki\n0\n\n", b"wiki", id="line feeds alone"),
        pytest.param(b"4\r\nwiki\r\nA\r\ncut", b"wikicut", id="cut short"),
        pytest.param(b"4\r\nwiki\r\nnonsense", b"wiki", id="nonsense after a chunk"),
        pytest.param(b"<html>not chunked", b"<html>not chunked", id="not chunked at all"),
        pytest.param(b"FFFFFFFF\r\nx", b"x", id="a chunk larger than the body"),
        pytest.param(b"", b"", id="empty"),
        pytest.param(b"0\r\n\r\n", b"", id="only the end"),
    ],
)
def test_chunks(body, joined):
    assert unchunked(body) == joined


@settings(derandomize=True, deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=300)))
def test_chunks_are_joined_again(chunks):
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"

    assert unchunked(chunked) == b"".join(chunks)
