"""Rewrite a page in markup that is cheap for any parser: for pages that `parse_cost` finds too expensive, or that are too deep.

All text and links are kept, and so are the elements that structure a page, up to the depth limit. Every element is closed by its own end
tag before its parent, so that the parser has nothing to repair. The rest is left out: drawings, forms, unknown elements and attributes.
"""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_DEPTH = 512  # nested elements; the limit of Chromium and Firefox

_ATTRIBUTES = frozenset(
    b"class id role type href src srcset name content property rel lang dir datetime title alt value charset http-equiv itemprop itemtype "
    b"itemscope itemid style width height colspan rowspan start media sizes data-src hidden".split()
)
_LINKS = frozenset((b"a",))  # kept even where the page is too deep for other elements
_VOID = frozenset(b"base br hr img link meta".split())
_INLINE = frozenset(
    b"a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u "
    b"var".split()
)
_HEADINGS = frozenset(b"h1 h2 h3 h4 h5 h6".split())
_BLOCKS = _HEADINGS | frozenset(
    b"address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer header hgroup hr li main "
    b"menu nav ol p pre search section summary ul".split()
)
_CELLS, _SECTIONS = frozenset((b"td", b"th")), frozenset((b"tbody", b"thead", b"tfoot"))
_TABLE = frozenset((b"table",))
_TABLE_PARTS = _TABLE | _SECTIONS | _CELLS | {b"tr"}  # written as div, because parsers move content that is in the wrong part of a table
_KEPT = _VOID | _INLINE | _BLOCKS | _TABLE_PARTS

_LISTS = _CELLS | frozenset(b"ul ol dl menu dir".split())
_CLOSED: dict[bytes, tuple[frozenset[bytes], frozenset[bytes]]] = {
    name: (names, barriers)
    for names, barriers in (
        (frozenset((b"li",)), _LISTS), (frozenset((b"dt", b"dd")), _LISTS), (_HEADINGS, _CELLS), (_LINKS, _CELLS),
        (_CELLS, _TABLE), (frozenset((b"tr",)), _TABLE), (_SECTIONS, _TABLE),
    )
    for name in names
}  # fmt: skip
"""What a start tag closes, besides a paragraph: the innermost element of the first set, unless one of the second set is inside it."""

_TOKEN = re.compile(
    rb"<!--(?:.*?-->|.*)"
    rb"|<(/?)([a-z][^\s/>]*+)((?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+)(?:>|\Z)"
    rb"|<[!?/][^>]*+(?:>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(rb"([^\s/>=\"'][^\s/>=]*+)(?:\s*+=\s*+(\"[^\"]*+\"|'[^']*+'|[^\s>\"']*+))?+")
_RAW_END = {name: re.compile(rb"</" + name + rb"(?=[\s/>])|\Z", re.IGNORECASE) for name in (b"script", b"style", b"title", b"textarea")}


def simplified(html: bytes) -> bytes:
    """The page in simple markup."""
    writer, position = _Writer(), 0
    while token := _TOKEN.search(html, position):
        writer.out += html[position : token.start()].replace(b"<", b"&lt;")
        position = token.end()
        slash, name, attributes = token[1], (token[2] or b"").lower(), token[3]
        if slash:
            writer.end(name)
        elif name in _RAW_END:
            end = _RAW_END[name].search(html, position)
            content_end = end.start() if end else len(html)
            writer.raw(name, attributes, html[position:content_end])
            position = content_end
        elif name in _KEPT:
            writer.start(name, attributes)
    writer.out += html[position:].replace(b"<", b"&lt;")
    return bytes(writer.out)


def _kept_attributes(source: bytes) -> bytes:
    if not source or source.isspace():
        return b""
    kept: dict[bytes, bytes] = {}
    for attribute in _ATTRIBUTE.finditer(source):
        name, value = attribute[1].lower(), attribute[2] or b""
        if name in _ATTRIBUTES:
            kept.setdefault(name, value if value[:1] in (b'"', b"'") else b'"' + value + b'"')
    return b"".join(b" %b=%b" % attribute for attribute in kept.items())


@dataclass
class _Writer:
    out: bytearray = field(default_factory=bytearray)
    open: list[bytes] = field(default_factory=list)  # names of elements
    places: dict[bytes, list[int]] = field(default_factory=lambda: {name: [] for name in _KEPT})  # indexes in `open` of each name
    blocks: list[int] = field(default_factory=lambda: [-1])  # indexes in `open` of elements that are not inline
    left_out: dict[bytes, int] = field(default_factory=dict)  # elements that were too deep, and have not ended yet

    def raw(self, name: bytes, attributes: bytes, content: bytes) -> None:
        """A script, title or text area with its content; style sheets are left out."""
        if name == b"style":
            return
        # A comment would hide the end of a script.
        content = content.replace(b"<!--", b"") if name == b"script" else content.replace(b"<", b"&lt;")
        self.out += b"<%b%b>%b</%b>" % (name, _kept_attributes(attributes), content, name)

    def start(self, name: bytes, attributes: bytes) -> None:
        if name not in _VOID and len(self.open) >= MAX_DEPTH - (name not in _LINKS):
            self.left_out[name] = self.left_out.get(name, 0) + 1
            return
        if name in _CLOSED:
            self._close_innermost(*_CLOSED[name])
        if name in _BLOCKS or name == b"table":
            self._close_innermost((b"p",), _CELLS)
        self.out += b"<%b%b>" % (b"div" if name in _TABLE_PARTS else name, _kept_attributes(attributes))
        if name not in _VOID:
            self.places[name].append(len(self.open))
            if name not in _INLINE:
                self.blocks.append(len(self.open))
            self.open.append(name)

    def end(self, name: bytes) -> None:
        if self.left_out.get(name):
            self.left_out[name] -= 1
        elif name in _INLINE:
            if self.places[name] and self.places[name][-1] > self.blocks[-1]:
                self._close_from(self.places[name][-1])
        elif name in _KEPT:
            self._close_innermost((name,), _CELLS if name not in _TABLE_PARTS else _TABLE - {name})

    def _close_innermost(self, names: "Iterable[bytes]", barriers: "Iterable[bytes]") -> None:
        """Close the innermost of these elements and everything inside it, unless a barrier is inside it."""
        place = self._innermost(names)
        if place >= 0 and place > self._innermost(barriers):
            self._close_from(place)

    def _innermost(self, names: "Iterable[bytes]") -> int:
        return max([self.places[name][-1] for name in names if self.places[name]], default=-1)

    def _close_from(self, place: int) -> None:
        while len(self.open) > place:
            name = self.open.pop()
            self.places[name].pop()
            if name not in _INLINE:
                self.blocks.pop()
            self.out += b"</%b>" % (b"div" if name in _TABLE_PARTS else name)
