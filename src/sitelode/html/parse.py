"""Parse bytes into a Page, or raise a named error: the single entry point for HTML."""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sitelode.arguments import check_fields
from sitelode.errors import EmptyPageError, NotHtmlError, PageTooLargeError, TooManyTagsError
from sitelode.html.encoding import Decoded, decode
from sitelode.html.kernels.memory import largest
from sitelode.html.limits.parse_cost import parse_cost, without_growing_references
from sitelode.html.limits.simplify import MAX_DEPTH, simplified
from sitelode.html.page import Page
from sitelode.html.parser import lexbor, portable
from sitelode.html.sniffing import has_control_bytes, kind_of_signature
from sitelode.html.source_forms import SHADOW_MARK, html_of_xhtml, is_xhtml, with_shadow_roots
from sitelode.html.vocabulary import TAG_NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitelode.html.page import Columns

MAX_PAGE_BYTES = 20_000_000
MAX_PAGE_TAGS = 500_000  # the largest of 39,494 pages of the corpora has 33,663
MOST_BYTES = 2**31 - 2**20  # whatever the limit is: offsets have 32 bits
SIMPLIFIED = "markup that would take a parser too long, or is too deep, was cut; all text is kept"
_TEMPLATE = TAG_NUMBER["template"]
_DECODED = "text/html; charset=utf-8"  # whatever the page says of itself


@dataclass(frozen=True, slots=True)
class ParseLimits:
    """Parsing needs at most about 10 bytes of memory per byte of the page and 460 per tag, while it runs: 430 MB at these limits.

    Two attributes count as one tag, and so does an element that the parser adds without a tag. The limits are set by hand.
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
    columns, cuts = _columns(html, limits)
    if SHADOW_MARK in columns.strings and (columns.tag == _TEMPLATE).any():
        columns, cuts = _columns(with_shadow_roots(html), limits)
    return Page(columns, url, decoded.encoding, cuts)


def _columns(html: bytes, limits: ParseLimits) -> "tuple[Columns, tuple[str, ...]]":
    """The parsed page, and what was changed before parsing."""
    cost = parse_cost(html)
    if cost.elements > limits.max_tags:
        raise TooManyTagsError(cost.elements, limits.max_tags)
    if cost.is_bearable:
        columns = _columns_builder()(without_growing_references(html))
        if largest(columns.depth) <= MAX_DEPTH:
            return columns, ()
    return _columns_builder()(without_growing_references(simplified(html))), (SIMPLIFIED,)


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
def _columns_builder() -> "Callable[[bytes], Columns]":
    """Compiled code if the platform lets it call the parser, otherwise selectolax's objects."""
    return lexbor.columns_of if lexbor.available() else portable.columns_of
