"""Framesets: a frameset and the pages in its frames are one page, as a reader sees them.

Pages of before 2005 are often cut into frames: the address names a frameset, which has no text, and menu, heading and story are files of
their own. Here the bodies of the frames, in the order of the frameset, take the place of the frameset.

A source without framesets is read once, and nothing is kept; with framesets it is read a second time, for the frames alone. Of a pipe, as
many pages as fit are kept until its end. A frame that is not among the pages of the source is named.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Final

from sitelode.errors import PageError, SourceNotFoundError
from sitelode.html.encoding import decode
from sitelode.model import Dropped, Fetched
from sitelode.sources.files import read_page
from sitelode.sources.saved_addresses import HEAD_BYTES, canonical_address, claims_of, file_address, saved_from_address
from sitelode.sources.source import Source, SourceLimits, dropped_page, page_or_reason
from sitelode.urls import normalise, resolve

LOOKED_AT: Final = 65_536  # bytes of a page in which a frameset must begin; all set by hand
MOST_FRAMES: Final = 40  # of one page
DEEPEST: Final = 3  # framesets inside framesets
LARGEST: Final = 262_144  # bytes of a frameset: it has little but frames
MOST_BYTES: Final = 5_000_000  # of one joined page
FRAME_MISSING: Final = "frame missing"  # the reason, where a frame cannot be had
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


def frame_addresses(page: Fetched) -> list[str]:
    """The addresses of the frames of a page, in order, each once."""
    found = (unescape(one or two or three) for one, two, three in _FRAME.findall(_text(page)[:LOOKED_AT]))
    return list(dict.fromkeys(address for href in found if (address := resolve(page.url, href))))[:MOST_FRAMES]


def missing_frame(page: Fetched, address: str) -> Dropped:
    return Dropped(page.origin or page.url, FRAME_MISSING, f"without its frame {address}: it is not among the pages")


class WholePage:
    """A frameset with what is in its frames as far as they are known, by their normal addresses; as it was, where none is."""

    def __init__(self, page: Fetched, known: Mapping[str, Fetched]) -> None:
        self.page, self.known = page, known
        self.depths = {_address(page): 0}  # of every frame that was met; the whole page is the first
        self.missing: dict[str, None] = {}  # addresses of frames that are not in it
        if bodies := "".join(self._bodies(page)):
            text = _text(page)
            # A frameset without a head has a title before its frames at most.
            head = _inside(text, "head") or f"<title>{_inside(text[:LOOKED_AT], 'title')}</title>"
            body = f"<html><head>{head}</head><body>{bodies}</body></html>".encode("utf-8", "replace")[:MOST_BYTES]
            self.page = replace(page, body=body, content_type="text/html; charset=utf-8")

    def _bodies(self, page: Fetched) -> Iterator[str]:
        """The bodies of the frames of a page, and of the frames of these."""
        depth = self.depths.get(_address(page), 0)
        for address in frame_addresses(page):
            if address in self.depths:
                continue
            frame = self.known.get(address)
            if frame is None or (is_frameset(frame.body) and depth >= DEEPEST):
                self.missing[address] = None
                continue
            self.depths[address] = depth + 1
            if is_frameset(frame.body):
                yield from self._bodies(replace(frame, url=address))
                continue
            text = _text(frame)
            yield f"<div>{_inside(text, 'body') or text}</div>\n"


def _address(page: Fetched) -> str:
    return normalise(page.url) or page.url


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


MOST_FRAMESETS: Final = 5_000  # of a source that are held back until its end; all set by hand
MOST_KEPT: Final = 200_000_000  # bytes of all frames, which are in memory while framesets are joined; frames beyond stay pages
MOST_OF_A_PIPE: Final = 32_000_000  # bytes of pages that are kept while a pipe is read
PART: Final = "part of a frameset"  # the reason, where a frame is no page of its own


class JoinedFramesets:
    """A source whose framesets hold what is in their frames; they come last."""

    def __init__(self, source: Source, again: Callable[[], Iterator[Fetched | Dropped]] | None, *, held_back: bool = False) -> None:
        """Wrap a source.

        Args:
            source: the pages.
            again: reads the source a second time; None for a pipe.
            held_back: frames that come after their frameset are no pages of the stream. Without it they are, and `parts` tells which.

        """
        self._source, self._again, self._held_back = source, again, held_back
        self.is_known: Callable[[Fetched], bool] = lambda _: False  # pages that are looked at no more: they were no framesets before
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
        inside: set[str] = set()  # addresses of frames of the framesets so far
        kept = _Kept(MOST_KEPT if self._again else MOST_OF_A_PIPE)
        held: list[str] = []
        for item in self._source.items():
            if isinstance(item, Dropped):
                yield item
                continue
            address = _address(item)
            if not self.is_known(item) and is_frameset(item.body) and len(framesets) < MOST_FRAMESETS:
                framesets.setdefault(address, item)
                inside |= set(frame_addresses(item)) - {address}
            elif self._held_back and address in inside and kept.takes(address, item):
                held.append(address)
            else:
                if self._again is None:
                    kept.takes(address, item)
                yield item
        if framesets:
            yield from self._joined(framesets, inside, kept)
            for address in held:
                page, whole = kept.pages[address], self.parts.get(address)
                yield page if whole is None else Dropped(page.origin or page.url, PART, f"of {whole}")

    def _joined(self, framesets: Mapping[str, Fetched], inside: set[str], kept: "_Kept") -> Iterator[Fetched | Dropped]:
        wanted = inside - set(framesets) - set(kept.pages)
        for item in self._again() if self._again and wanted else ():
            if isinstance(item, Fetched) and (address := _address(item)) in wanted:
                kept.takes(address, item)
        known = {**kept.pages, **framesets}
        # Those that are in no other come first: what they hold is a part of them then.
        for address in sorted(framesets, key=lambda address: address in inside):
            if address in self.parts:
                continue
            page = framesets[address]
            whole = WholePage(page, known)
            for part in list(whole.depths)[1:]:
                self.parts.setdefault(part, address)  # a menu in the frames of many pages is a part of the first
            yield whole.page
            yield from (missing_frame(page, each) for each in whole.missing)


class _Kept:
    """Pages in memory, as many as fit."""

    def __init__(self, room: int) -> None:
        self.pages: dict[str, Fetched] = {}
        self._room = room

    def takes(self, address: str, page: Fetched) -> bool:
        if address in self.pages or len(page.body) > self._room:
            return False
        self.pages[address] = page
        self._room -= len(page.body)
        return True


class HtmlFileSource:
    """One saved page."""

    expected = 1
    aliases: Mapping[str, str] = {}
    feeds: Sequence[Fetched] = ()

    def __init__(self, path: Path, limits: SourceLimits) -> None:
        self.name, self.limits = str(path), limits
        self._path = path

    def items(self) -> Iterator[Fetched | Dropped]:
        try:
            body = read_page(str(self._path), self.limits)
        except FileNotFoundError as error:
            raise SourceNotFoundError(self.name) from error
        except OSError as error:
            yield Dropped(self.name, "unreadable", error.strerror or str(error))
        except PageError as error:
            yield dropped_page(self.name, error)
        else:
            yield single_page(body, self.name, self.limits, path=self._path, presumed_type="text/html")


def single_page(
    body: bytes, name: str, limits: SourceLimits, *, path: Path | None = None, presumed_type: str | None = None
) -> Fetched | Dropped:
    """Make a page from bytes whose address no surrounding site can tell; without a path it came through a pipe."""
    claims = claims_of(body[:HEAD_BYTES])
    made_up = file_address((path or Path(name)).name)
    address = saved_from_address(claims) or canonical_address(claims) or made_up
    return page_or_reason(Fetched(address, body, origin=name, fetched_at=claims.fetched_at), limits, presumed_type=presumed_type)
