import pytest

from sitelode.html.sniffing import essence, looks_like_html, looks_like_json_line, why_not_html


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"<!DOCTYPE html><html>", id="doctype"),
        pytest.param(b'<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">', id="old doctype"),
        pytest.param(b"\xef\xbb\xbf \r\n<HTML lang=ko>", id="byte order mark and space"),
        pytest.param(b'<?xml version="1.0"?>\n<!DOCTYPE html><html xmlns="x">', id="XHTML"),
        pytest.param(b"<!-- a > b -->\n<!-- c --><title>x</title>", id="comments first"),
        pytest.param(b"Warning: mysql_connect() on line 3<br>\n<!DOCTYPE html>", id="a server's complaint first"),
        pytest.param(b"<div class=x>", id="a piece of a page"),
        pytest.param(b"<p>", id="a paragraph"),
        pytest.param("<html>".encode("utf-16"), id="UTF-16 with mark"),
        pytest.param("<html>".encode("utf-16-le"), id="UTF-16 without mark"),
        pytest.param("<html>".encode("utf-16-be"), id="big-endian UTF-16"),
    ],
)
def test_html_is_known_by_its_look(head):
    assert looks_like_html(head)
    assert why_not_html(head, None) is None
    assert why_not_html(head, "application/octet-stream") is None


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"plain words",
        b'{"html": "<html>"'[:8],
        b'<?xml version="1.0"?><rss><item>&lt;p&gt;<![CDATA[<html>]]>',
        b"<svg xmlns='x'><title>t</title></svg>",
        b"<feed><title>t</title>",
        b"<pre-release notes>",
        b"a < b and c > d",
        b"body { color: red }",
    ],
)
def test_other_text_is_not(head):
    assert not looks_like_html(head)
    assert why_not_html(head, "text/plain") is not None


@pytest.mark.parametrize(
    ("body", "evidence"),
    [
        (b"%PDF-1.7 ...", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"GIF89a", "GIF"),
        (b"PK\x03\x04", "zip"),
        (b"\x1f\x8b\x08", "gzip"),
        (bytes(range(32)) * 9, "binary"),
    ],
)
def test_binary_is_refused_whatever_its_type_says(body, evidence):
    assert evidence in why_not_html(body, "text/html")


def test_a_type_is_believed_where_the_bytes_allow_it():
    assert why_not_html(b"only words", "Text/HTML; charset=utf-8") is None
    assert why_not_html(b"<html>\x00\x00 stray NULs" + b"x" * 100, "text/html") is None
    assert why_not_html(b"\x1b$B$3$s\x1b(B" * 50, "text/html") is None  # ISO-2022-JP is full of escapes
    assert why_not_html(b"<html>", "text/css") == "its type is text/css"
    assert essence("text/html, text/html") == "text/html"
    assert essence(None) == ""


def test_json_lines():
    assert looks_like_json_line(b'\xef\xbb\xbf {"url": 1}')
    assert not looks_like_json_line(b"<html>{")
