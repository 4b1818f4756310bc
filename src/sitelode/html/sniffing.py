"""Recognise content by its first bytes: HTML, other text, or one of many binary formats."""

import re

SNIFFED_BYTES = 16_384  # some pages begin with the text of a licence
HTML_TYPES = frozenset({"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})
# What servers send when they do not know the type; only the bytes can tell.
UNDECIDED_TYPES = frozenset(
    {"", "text/plain", "text/xml", "application/xml", "application/octet-stream", "binary/octet-stream", "unknown/unknown", "*/*"}
)
FEED_TYPES = frozenset({"application/rss+xml", "application/atom+xml", "application/rdf+xml"})
_SIGNATURES = {
    b"%PDF-": "PDF", b"%!PS": "PostScript", b"{\\rtf": "RTF", b"\x89PNG": "PNG", b"\xff\xd8\xff": "JPEG", b"GIF8": "GIF", b"RIFF": "RIFF",
    b"OggS": "Ogg", b"ID3": "MP3", b"wOFF": "a font", b"\x7fELF": "a program", b"PK\x03\x04": "zip", b"\x1f\x8b": "gzip",
    b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstandard", b"WARC/": "WARC",
    **{f"BZh{level}1A".encode(): "bzip2" for level in range(1, 10)},
}  # fmt: skip
_BEGINNINGS = tuple(_SIGNATURES)
_UTF16_STARTS = (b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<")  # with or without a byte order mark
# Escape (0x1b) is missing here: ISO-2022-JP is full of it.
_CONTROL_BYTES = bytes(byte for byte in range(0x20) if byte not in b"\t\n\x0b\x0c\r\x1b")
_BYTES_WEIGHED = 1_024
_MOST_CONTROL_BYTES = 0.02  # share of the bytes examined; set by hand: text has almost none,
_FEW_CONTROL_BYTES = 8  # but broken software leaves a few

_PRELUDE = re.compile(rb"(?:[\s\x00]|\xef\xbb\xbf|<\?[^>]*>|<!--.*?(?:-->|\Z))*+", re.DOTALL)
_FIRST_TAG = re.compile(
    rb"<(?:!doctype\s+(?:html|\"?-//)|(?:html|head|body|title|meta|link|base|script|style|frameset|main|article|section|nav|header|div|span|p"
    rb"|a|table|ul|ol|h[1-6]|br|hr|img|font|center|b|i|form|iframe)[\s>/])",
    re.IGNORECASE,
)
_LATER_SIGN = re.compile(rb"<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)
_OTHER_XML = re.compile(rb"<(?:rss|feed|rdf:|urlset|sitemapindex|svg|opml|wml|kml|gpx)\b", re.IGNORECASE)


def essence(content_type: str | None) -> str:
    """The media type alone, in lower case: "Text/HTML; charset=x" is "text/html"."""
    return (content_type or "").partition(";")[0].partition(",")[0].strip().lower()


def may_be_html(content_type: str | None) -> bool:
    return essence(content_type) in HTML_TYPES | UNDECIDED_TYPES


def why_not_html(body: bytes, content_type: str | None) -> str | None:
    """The evidence that this is not an HTML page; None if it is one."""
    kind = essence(content_type)
    if kind not in HTML_TYPES | UNDECIDED_TYPES:
        return f"its type is {kind[:80]}"
    binary = _kind_of_binary(body[:SNIFFED_BYTES])
    if binary is not None:
        return f"its bytes are {binary}"
    if kind in UNDECIDED_TYPES and not looks_like_html(body[:SNIFFED_BYTES]):
        return "it has none of HTML's tags at its start"
    return None


def _kind_of_binary(head: bytes) -> str | None:
    """The kind of a binary file by its first bytes; None if they may be text."""
    kind = kind_of_signature(head)
    is_text = kind is None and (head.startswith(_UTF16_STARTS) or not has_control_bytes(head))
    return None if is_text else kind or "binary"


def kind_of_signature(head: bytes) -> str | None:
    if not head.startswith(_BEGINNINGS):
        return None
    return next(kind for signature, kind in _SIGNATURES.items() if head.startswith(signature))


def has_control_bytes(head: bytes) -> bool:
    """Whether the beginning has more control characters than any text."""
    start = head[:_BYTES_WEIGHED]
    controls = len(start) - len(start.translate(None, _CONTROL_BYTES))
    return controls > _MOST_CONTROL_BYTES * len(start) + _FEW_CONTROL_BYTES


def begins_with_html(head: bytes) -> bool:
    return _FIRST_TAG.match(without_prelude(head)) is not None


def looks_like_html(head: bytes) -> bool:
    first = without_prelude(head)
    if _FIRST_TAG.match(first):
        return True
    # The server's warnings may come before the page; feeds quote pages.
    return not _OTHER_XML.match(first) and _LATER_SIGN.search(first) is not None


def looks_like_json_line(head: bytes) -> bool:
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def without_prelude(head: bytes) -> bytes:
    """The bytes from the first tag on, without byte order marks, XML declarations, comments and white space."""
    if head.startswith(_UTF16_STARTS):
        head = head.replace(b"\x00", b"").lstrip(b"\xff\xfe")
    prelude = _PRELUDE.match(head)
    return head[prelude.end() :] if prelude else head
