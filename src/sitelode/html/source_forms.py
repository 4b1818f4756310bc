"""Rewrites source that an HTML parser would misread but a browser shows as intended: XHTML and shadow roots.

XHTML: in XML, `<script/>` is a complete element, while HTML takes everything after it as script; and CDATA is text, not a comment.
Shadow roots: a browser shows the content of `<template shadowrootmode>` in place of its element; an HTML parser keeps it apart, as it
does with other templates. Elements that a shadow root shows in its slots stay where they are, after it: the text is the same.
"""

import re
from html import escape

_HEAD = 2_000  # bytes in which a page declares that it is XHTML
_NAMESPACE = b"http://www.w3.org/1999/xhtml"
_MEDIA_TYPE = "application/xhtml+xml"
_EMPTY_BY_NATURE = b"area|base|basefont|br|col|embed|frame|hr|image|img|input|isindex|keygen|link|meta|param|source|track|wbr"
_RAW = b"iframe|noembed|noframes|noscript|script|style|textarea|title|xmp"
_XML_FORM = re.compile(
    rb"(?i)<(?:(?P<comment>!--)|(?P<cdata>!\[CDATA\[)"
    rb"|(?P<empty>(?!(?:" + _EMPTY_BY_NATURE + rb")[\s/>])[a-z][a-z0-9:-]*)(?=[\s/])[^<>]*/>"
    rb"|(?P<raw>script|style|textarea|title)(?=[\s>])[^<>]*>)"
)
_RAW_NAME = re.compile(rb"(?i)(?:" + _RAW + rb")\Z")
_MARKUP_NEXT = re.compile(rb"\s*(?:<|\Z)")
_TEMPLATE = re.compile(rb"(?i)<(?P<end>/?)template(?=[\s/>])(?P<rest>[^<>]*)>")
_SHADOW = re.compile(rb"(?i)(?:^|\s)shadowroot(?:mode)?\s*=")
SHADOW_MARK = b"shadowroot"


def is_xhtml(source: bytes, content_type: str | None) -> bool:
    """Whether a page is XHTML: it was sent as such, or begins as XML and names the namespace."""
    if content_type is not None and _MEDIA_TYPE in content_type.lower():
        return True
    return source[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<?xml") and _NAMESPACE in source[:_HEAD]


def html_of_xhtml(source: bytes) -> bytes:
    """The page with end tags for its empty elements, and CDATA as text."""
    pieces: list[bytes] = []
    copied = position = 0
    while found := _XML_FORM.search(source, position):
        kind, end = found.lastgroup, found.end()
        if kind == "empty" and not _holds_code(source, found):
            pieces += [source[copied : end - 2], b"></", found["empty"], b">"]
            copied = position = end
            continue
        close = _close_of(source, found)
        if close is None:
            break
        if kind == "cdata":
            pieces += [source[copied : found.start()], escape(source[end : close.start()].decode("utf-8", "replace"), quote=False).encode()]
            copied = close.end()
        position = close.end()
    return b"".join((*pieces, source[copied:]))


def _holds_code(source: bytes, found: "re.Match[bytes]") -> bool:
    """Whether an empty element that holds raw text in HTML is followed by something other than markup."""
    return bool(_RAW_NAME.match(found["empty"])) and not _MARKUP_NEXT.match(source, found.end())


def _close_of(source: bytes, found: "re.Match[bytes]") -> "re.Match[bytes] | None":
    ending = {"comment": rb"-->", "cdata": rb"\]\]>"}.get(found.lastgroup or "") or rb"(?i)</" + (found["raw"] or found["empty"]) + rb"\s*>"
    return re.compile(ending).search(source, found.end())


def with_shadow_roots(source: bytes) -> bytes:
    """The page with the content of its shadow roots in place."""
    pieces: list[bytes] = []
    open_roots: list[bool] = []  # one flag per open template
    copied = 0
    for found in _TEMPLATE.finditer(source):
        if found["end"]:
            if open_roots and open_roots.pop():
                pieces += [source[copied : found.start()], b"</div>"]
                copied = found.end()
            continue
        open_roots.append(bool(_SHADOW.search(found["rest"])))
        if open_roots[-1]:
            pieces += [source[copied : found.start()], b"<div", found["rest"], b">"]
            copied = found.end()
    return b"".join((*pieces, source[copied:]))
