"""Parse bytes into a Page, or raise a named error: the single entry point for HTML."""

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from sitelode.arguments import check_fields
from sitelode.errors import EmptyPageError, NotHtmlError, PageTooCostlyError, PageTooLargeError, TooManyTagsError
from sitelode.html import lexbor, portable
from sitelode.html.encoding import Decoded, decode
from sitelode.html.kernels.lexbor import has_growing_reference
from sitelode.html.page import Page
from sitelode.html.sniffing import has_control_bytes, kind_of_signature
from sitelode.html.vocabulary import TAG_NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitelode.html.page import Columns

MAX_PAGE_BYTES = 20_000_000
MAX_PAGE_TAGS = 500_000  # the largest of 39,494 pages of the corpora has 33,663 elements
MOST_BYTES = 2**31 - 2**20  # whatever the limit is: offsets have 32 bits
MAX_DEPTH = 512  # nested elements; the limit of Chromium and Firefox
_TEMPLATE = TAG_NUMBER["template"]
BYTES_OF_A_TAG = 600  # that a parser may take for it; set by hand, twice what dense markup takes
_DECODED = "text/html; charset=utf-8"  # whatever the page says of itself


@dataclass(frozen=True, slots=True)
class ParseLimits:
    """Parsing needs at most about 10 bytes of memory per byte of the page and 600 per tag, while it runs: 500 MB at these limits.

    The limits are set by hand.
    The last two hold for everything that is done with a page of a site, see `site/page_trial.py`.
    """

    max_bytes: int = MAX_PAGE_BYTES
    max_tags: int = MAX_PAGE_TAGS
    max_seconds: float = 10.0  # of CPU
    max_memory: int = 1_000_000_000  # bytes

    def __post_init__(self) -> None:
        check_fields(self)


_USUAL_LIMITS = ParseLimits()


def parse(body: bytes | str, url: str = "", content_type: str | None = None, limits: ParseLimits | None = None) -> Page:
    """Parse one page: bytes as they came, or a text that was decoded already.

    Raises:
        PageError: a subclass of it, if the bytes are not a page or exceed a limit.
        TypeError: if it is neither.

    """
    if isinstance(body, str):
        body, content_type = body.encode("utf-8", "replace"), _DECODED
    elif not isinstance(body, bytes):
        raise TypeError(f"a page is bytes or str, not {type(body).__name__}")
    limits = limits or _USUAL_LIMITS
    _refuse_what_is_no_page(body, limits)
    decoded = _without_nuls(decode(body, content_type))
    html = html_of_xhtml(decoded.utf8) if is_xhtml(decoded.utf8, content_type) else decoded.utf8
    if len(html) > MOST_BYTES:
        raise PageTooLargeError(len(html), MOST_BYTES)
    columns = _columns(html, limits)
    if SHADOW_MARK in columns.strings and (columns.tag == _TEMPLATE).any():
        columns = _columns(with_shadow_roots(html), limits)
    return Page(columns, url, decoded.encoding)


def _columns(html: bytes, limits: ParseLimits) -> "Columns":
    """The parsed page, if a parser can bear it."""
    tags = html.count(b"<") - html.count(b"</") if len(html) > limits.max_tags else 0  # by their signs, wherever these stand
    if tags > limits.max_tags:
        raise TooManyTagsError(tags, limits.max_tags)
    columns = _columns_builder()(without_growing_references(html), BYTES_OF_A_TAG * limits.max_tags + 2 * len(html))
    if columns.depth.max(initial=0) > MAX_DEPTH:
        raise PageTooCostlyError(f"its elements are nested more than {MAX_DEPTH} deep")
    return columns


def _refuse_what_is_no_page(body: bytes, limits: ParseLimits) -> None:
    if not body or body.isspace():
        raise EmptyPageError
    if len(body) > limits.max_bytes:
        raise PageTooLargeError(len(body), limits.max_bytes)
    if (kind := kind_of_signature(body)) is not None:
        raise NotHtmlError(f"its bytes are {kind}")
    if b"<" not in body:
        raise NotHtmlError("there is no tag in it")


def _without_nuls(decoded: Decoded) -> Decoded:
    """Remove NULs, as a browser does, and refuse a body that is still binary after decoding."""
    if has_control_bytes(decoded.utf8):
        raise NotHtmlError("the first bytes are binary")
    if b"\0" not in decoded.utf8:
        return decoded
    return Decoded(decoded.utf8.replace(b"\0", b""), decoded.encoding)


@cache
def _columns_builder() -> "Callable[[bytes, int], Columns]":
    """Compiled code if the platform lets it call the parser, otherwise selectolax's objects."""
    return lexbor.columns_of if lexbor.available() else portable.columns_of


def without_growing_references(html: bytes) -> bytes:
    """Write out the two character references that are longer decoded than written: Lexbor decodes in place, over what follows."""
    if not has_growing_reference(html):
        return html
    return html.replace(b"&nGt;", "\u226b\u20d2".encode()).replace(b"&nLt;", "\u226a\u20d2".encode())


# Source that an HTML parser would misread but a browser shows as intended is written anew before parsing.
#
# XHTML: in XML, `<script/>` is a complete element, while HTML takes everything after it as script; and CDATA is text, not a comment.
# Shadow roots: a browser shows the content of `<template shadowrootmode>` in place of its element; an HTML parser keeps it apart, as it
# does with other templates. Elements that a shadow root shows in its slots stay where they are, after it: the text is the same.

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
_TEMPLATE_TAG = re.compile(rb"(?i)<(?P<end>/?)template(?=[\s/>])(?P<rest>[^<>]*)>")
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
    for found in _TEMPLATE_TAG.finditer(source):
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
