"""A frameset and the pages in its frames are one page, as a reader sees them.

Pages of before 2005 are often cut into frames: the address names a frameset, which has no text, and menu, heading and story are files of
their own. Here the bodies of the frames, in the order of the frameset, take the place of the frameset; the files of the frames are then
parts of that page, and no pages of the site. A source without framesets is read once, and nothing is kept; with framesets it is read a
second time, for the frames alone.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import unescape
from typing import Final

from sitelode.html.encoding import decode
from sitelode.model import Dropped, Fetched
from sitelode.sources.source import Source
from sitelode.urls import normalise, resolve

LOOKED_AT: Final = 65_536  # bytes of a page in which a frameset must begin; all set by hand
MOST_FRAMES: Final = 40  # of one page
DEEPEST: Final = 3  # framesets inside framesets
MOST_FRAMESETS: Final = 5_000  # of a source that are held back until its end
LARGEST: Final = 262_144  # bytes of a frameset: it has little but frames
MOST_BYTES: Final = 5_000_000  # of one joined page
MOST_KEPT: Final = 200_000_000  # bytes of all frames, which are in memory while framesets are joined; frames beyond stay pages
_FRAMESET: Final = re.compile(rb"<frameset[\s>]")
_BODY_BEGINS: Final = re.compile(rb"<body[\s>]")
# Bounded, or a page of unclosed tags would take time that grows with the square of its length.
_FRAME: Final = re.compile(
    r"<frame\s[^>]{0,1000}?\bsrc\s{0,9}=\s{0,9}(?:\"([^\"]{0,2000})\"|'([^']{0,2000})'|([^\s>]{1,2000}))", re.IGNORECASE
)


def is_frameset(body: bytes) -> bool:
    """Whether a page is a frameset: one that begins before any body, as browsers have it."""
    if len(body) > LARGEST:
        return False
    begin = body[:LOOKED_AT].lower()  # a search without regard to case would cost ten times as much
    found = _FRAMESET.search(begin) if b"<frameset" in begin else None
    return found is not None and _BODY_BEGINS.search(begin, 0, found.start()) is None


class JoinedFramesets:
    """A source whose framesets hold what is in their frames; they come last."""

    def __init__(self, source: Source, again: Callable[[], Iterator[Fetched | Dropped]]) -> None:
        """`again` reads the source a second time, as far as it can be."""
        self._source, self._again = source, again
        self.parts: dict[str, str] = {}  # addresses of frames, with the address of the page they are part of; complete after `items`

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def expected(self) -> int | None:
        return self._source.expected

    @property
    def aliases(self) -> Mapping[str, str]:
        return self._source.aliases

    @property
    def feeds(self) -> Sequence[Fetched]:
        return self._source.feeds

    def items(self) -> Iterator[Fetched | Dropped]:
        framesets: dict[str, Fetched] = {}
        for item in self._source.items():
            if isinstance(item, Fetched) and is_frameset(item.body) and len(framesets) < MOST_FRAMESETS:
                framesets.setdefault(normalise(item.url) or item.url, item)
            else:
                yield item
        if not framesets:
            return
        inside = {each for address, page in framesets.items() for each in frame_addresses(page) if each != address}
        frames = self._frames(inside - set(framesets))
        # Those that are in no other come first: what they hold is a part of them then.
        for address in sorted(framesets, key=lambda address: address in inside):
            if address not in self.parts:
                yield self._joined(framesets[address], frames | framesets)

    def _frames(self, wanted: set[str]) -> dict[str, Fetched]:
        found: dict[str, Fetched] = {}
        room = MOST_KEPT
        for item in self._again() if wanted else ():
            if isinstance(item, Fetched) and (address := normalise(item.url) or item.url) in wanted and len(item.body) <= room:
                room -= len(found.setdefault(address, item).body)
        return found

    def _joined(self, page: Fetched, known: Mapping[str, Fetched]) -> Fetched:
        bodies = list(self._bodies(page, known, {normalise(page.url) or page.url: 0}))
        if not bodies:
            return page
        joined = f"<html><head>{_inside(_text(page), 'head')}</head><body>{''.join(bodies)}</body></html>"
        return replace(page, body=joined.encode("utf-8", "replace")[:MOST_BYTES], content_type="text/html; charset=utf-8")

    def _bodies(self, page: Fetched, known: Mapping[str, Fetched], met: dict[str, int]) -> Iterator[str]:
        """The bodies of the frames of a page, and of the frames of these; `met` has the whole page first, and how deep each frame is."""
        whole, depth = next(iter(met)), met.get(normalise(page.url) or page.url, 0)
        for address in frame_addresses(page):
            frame = known.get(address)
            if frame is None or address in met:
                continue
            met[address] = depth + 1
            self.parts.setdefault(address, whole)  # a menu in the frames of many pages is a part of the first
            if is_frameset(frame.body):
                yield from self._bodies(frame, known, met) if depth < DEEPEST else ()
                continue
            text = _text(frame)
            yield f"<div>{_inside(text, 'body') or text}</div>\n"


def frame_addresses(page: Fetched) -> list[str]:
    """The addresses of the frames of a page, in order, each once."""
    found = (unescape(one or two or three) for one, two, three in _FRAME.findall(_text(page)[:LOOKED_AT]))
    return list(dict.fromkeys(address for href in found if (address := resolve(page.url, href))))[:MOST_FRAMES]


def _inside(text: str, tag: str) -> str:
    """What is inside the first element of this name; empty if there is none. An element that is not closed goes to the end."""
    lower = text.lower() if len(text.lower()) == len(text) else text
    begin = lower.find(f"<{tag}")
    start = lower.find(">", begin) + 1 if begin >= 0 else 0
    if not start:
        return ""
    end = lower.find(f"</{tag}", start)
    return text[start : end if end >= 0 else len(text)]


def _text(page: Fetched) -> str:
    return decode(page.body, page.content_type).utf8.decode("utf-8", "replace")
