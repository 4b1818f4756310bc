"""Change what would make an HTML parser work quadratically, before it parses.

Six things do: nesting (each new element asks about all that are open), formatting elements left open (they are opened again in every
later block, each time as new nodes), attributes of one element (each is compared with all before it), many different names (the parser's
tables do not grow), and text that is joined to the same node in ever new pieces. The sixth is worse: two character references are longer
when decoded than when written, which writes behind the parser's buffer. A page within the limits is returned as it is, without a copy.

The scan models the stack of open elements and the list of formatting elements of the HTML standard. Where the model is in doubt it takes
the deeper stack and the longer list, so that no page is deeper than it seems; the cost of such an error is a few tags less in an
already absurd page. Text and links are never cut.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.html.limits.doctype import asks_for_quirks
from sitelode.html.limits.tag_roles import name_code, role_table
from sitelode.html.vocabulary import TAG_NAMES

MAX_DEPTH = 512  # elements open at once; what Chromium and Firefox allow
MAX_ATTRIBUTES = 512  # of one element; real pages stay below 100
MAX_FORMATTING_ATTRIBUTES = 64  # of a formatting element: each new one is compared with all that are open
MAX_OPEN_FORMATTING = 64
FEW_OPEN_FORMATTING = 2  # where a page reopens more than these two allow
REOPENED_PER_TAG, REOPENED_ANYWAY = 1, 10_000  # real pages: at most half of one a tag
MAX_NAMES = 2_000  # different names of attributes, and of elements that HTML does not know; real pages stay below 300
NAMES_COUNTED_FROM = 20_000  # attributes and such elements in all; fewer are no burden, whatever their names
MAX_JOINED_TEXT = 64_000_000  # bytes copied to join pieces of text
JOINED_TEXT_AT_ONCE = 64_000  # beyond: a piece of text is kept apart when joining it would copy more than this

ATTRIBUTES_IN_USE = tuple(
    "class id role type href src srcset name content property rel lang dir datetime title alt value charset http-equiv itemprop itemtype "
    "itemscope itemid style width height colspan rowspan start media sizes data-src action method for checked hidden".split()
)
"""Names of attributes that are never cut, however many others there are."""

_FEW_EDITS = 64

CUT, KEEP_APART = range(2)  # what to do at a place
_GROWING_REFERENCES = {b"&nGt;": "\u226b\u20d2".encode(), b"&nLt;": "\u226a\u20d2".encode()}
SEPARATOR = b"<wbr/>"  # shows nothing and means nothing; the slash ends it inside a picture, too


@dataclass(frozen=True, slots=True)
class Guarded:
    html: bytes
    elements: int  # that the parser will make of it; two attributes count as one, and need as much memory
    cuts: tuple[str, ...] = ()  # what was changed, in words


def guard(html: bytes) -> Guarded:
    """The page, with what exceeds the limits left out."""
    html = _without_growing_references(html)
    html, quirks = _mode(html)
    source = np.frombuffer(html, dtype=np.uint8)
    found = _excess(source, MAX_OPEN_FORMATTING, 0, quirks=quirks)
    most_formatting = FEW_OPEN_FORMATTING if found.reopened > REOPENED_PER_TAG * found.tags + REOPENED_ANYWAY else MAX_OPEN_FORMATTING
    most_names = MAX_NAMES if found.names > NAMES_COUNTED_FROM else 0
    if most_formatting < MAX_OPEN_FORMATTING or most_names:
        found = _excess(source, most_formatting, most_names, quirks=quirks)
    return _edited(source, found) if found.edits else Guarded(html, found.elements)


def _without_growing_references(html: bytes) -> bytes:
    from sitelode.html.limits.kernels.depth_guard import has_growing_reference  # noqa: PLC0415 (compiled code: loaded when a page is there)

    if has_growing_reference(np.frombuffer(html, dtype=np.uint8)):
        for reference, characters in _GROWING_REFERENCES.items():
            html = html.replace(reference, characters)
    return html


def _mode(html: bytes) -> tuple[bytes, bool]:
    """The page, and whether it is parsed in quirks mode: where a doctype leaves this unclear, a tag before it makes it so."""
    from sitelode.html.limits.kernels.depth_guard import doctype_span  # noqa: PLC0415 (compiled code: loaded when a page is there)

    start, end = doctype_span(np.frombuffer(html, dtype=np.uint8))
    quirks = asks_for_quirks(html[start:end]) if end else True
    return (html, quirks) if quirks is not None else (b"<html>" + html, True)


@dataclass(frozen=True, slots=True)
class _Excess:
    memory: NDArray[np.int64]  # in which the changes to make stand
    edits: int
    tags: int  # that start an element
    reopened: int  # elements that the parser would make without a start tag
    names: int  # of attributes, and of elements that HTML has no rule for

    @property
    def elements(self) -> int:
        return self.tags + self.reopened + self.names // 2


def _excess(source: NDArray[np.uint8], most_formatting: int, most_names: int, *, quirks: bool) -> _Excess:
    """Scan the page; with 0 names at most, all are admitted."""
    from sitelode.html.limits.kernels.depth_guard import excess  # noqa: PLC0415 (compiled code: loaded when a page is there)
    from sitelode.html.limits.kernels.open_elements import EDIT  # noqa: PLC0415

    room = _FEW_EDITS
    while True:
        tag_names, attribute_names = _name_set(TAG_NAMES, most_names), _name_set(ATTRIBUTES_IN_USE, most_names)
        memory = np.empty(EDIT + 3 * room, dtype=np.int64)
        edits, tags, reopened, named = excess(source, _role_table(), most_formatting, quirks, tag_names, attribute_names, memory)
        if edits <= room:
            return _Excess(memory, edits, tags, reopened, named)
        room = edits


def _name_set(admitted: tuple[str, ...], most_names: int) -> NDArray[np.int64]:
    """A set for compiled code to add names to, with those in it that must never be cut."""
    from sitelode.html.limits.kernels.depth_guard import admit_name  # noqa: PLC0415 (compiled code: loaded when a page is there)

    names = np.zeros(2 + 4 * most_names, dtype=np.int64)
    names[0] = most_names
    for name in admitted if most_names else ():
        admit_name(names, name_code(name))
    return names


def _edited(source: NDArray[np.uint8], found: _Excess) -> Guarded:
    from sitelode.html.limits.kernels.depth_guard import write_edited  # noqa: PLC0415 (compiled code: loaded when a page is there)
    from sitelode.html.limits.kernels.open_elements import EDIT  # noqa: PLC0415

    start, end, what = found.memory[EDIT : EDIT + 3 * found.edits].reshape(-1, 3).T
    cut, apart = int((end - start).sum()), int((what == KEEP_APART).sum())
    result = np.empty(len(source) + apart * len(SEPARATOR), dtype=np.uint8)
    size = write_edited(source, found.memory, result)
    words = (
        f"{cut:,} bytes of tags and attributes beyond the limits were cut" if cut else "",
        f"{apart:,} pieces of text were kept apart" if apart else "",
    )
    return Guarded(result[:size].tobytes(), found.elements, tuple(filter(None, words)))


_role_table = cache(role_table)
