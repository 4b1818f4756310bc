"""What a frameset is, and the one page that it makes with what is in its frames.

Pages of before 2005 are often cut into frames: the address names a frameset, which has no text, and menu, heading and story are files of
their own. Here the bodies of the frames, in the order of the frameset, take the place of the frameset.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import unescape
from typing import Final

from sitelode.html.encoding import decode
from sitelode.model import Dropped, Fetched
from sitelode.urls import normalise, resolve

LOOKED_AT: Final = 65_536  # bytes of a page in which a frameset must begin; all set by hand
MOST_FRAMES: Final = 40  # of one page
DEEPEST: Final = 3  # framesets inside framesets
LARGEST: Final = 262_144  # bytes of a frameset: it has little but frames
MOST_BYTES: Final = 5_000_000  # of one joined page
FRAME_MISSING: Final = "frame missing"  # the reason, where a frame cannot be had
_TOO_MUCH: Final = "framesets in frames go too deep, or the page has too many frames"
_FRAMESET: Final = re.compile(rb"<frameset[\s>]")
_BODY_BEGINS: Final = re.compile(rb"<body[\s>]")
# Bounded, or a page of unclosed tags would take time that grows with the square of its length.
_FRAME: Final = re.compile(
    r"<frame\s[^>]{0,1000}?\bsrc\s{0,9}=\s{0,9}(?:\"([^\"]{0,2000})\"|'([^']{0,2000})'|([^\s>]{1,2000}))", re.IGNORECASE
)

FindFrames = Callable[[Iterable[str]], Iterator[Fetched | Dropped]]
"""Gives the pages at some addresses, under these addresses; for one that cannot be had, the address and the reason as detail."""


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


@dataclass(frozen=True, slots=True)
class WholePage:
    """A frameset with what is in its frames; as it was, where no frame is known."""

    page: Fetched
    parts: tuple[str, ...]  # addresses of the frames in it
    missing: tuple[str, ...]  # and of those that are not


def whole_page(page: Fetched, known: Mapping[str, Fetched]) -> WholePage:
    """Join a frameset with its frames as far as they are known, by their normal addresses."""
    joining = _Joining(known, {_address(page): 0})
    bodies = list(joining.bodies(page))
    if not bodies:
        return WholePage(page, (), tuple(joining.missing))
    joined = f"<html><head>{_head(_text(page))}</head><body>{''.join(bodies)}</body></html>"
    body = joined.encode("utf-8", "replace")[:MOST_BYTES]
    whole = replace(page, body=body, content_type="text/html; charset=utf-8")
    return WholePage(whole, tuple(joining.depths)[1:], tuple(joining.missing))


def with_frames(page: Fetched, find: FindFrames) -> Iterator[Fetched | Dropped]:
    """A page that was given alone: a frameset is joined with the frames that are found, the others are named; any other stays."""
    if not is_frameset(page.body):
        yield page
        return
    known, reasons = _found(page, find)
    whole = whole_page(page, known)
    yield whole.page
    yield from (missing_frame(page, address, reasons.get(address, _TOO_MUCH)) for address in whole.missing)


def missing_frame(page: Fetched, address: str, reason: str) -> Dropped:
    return Dropped(page.origin or page.url, FRAME_MISSING, f"without its frame {address}: {reason}")


def _found(page: Fetched, find: FindFrames) -> tuple[dict[str, Fetched], dict[str, str]]:
    """The frames by their addresses, those of framesets in frames too, and why others are not there."""
    known: dict[str, Fetched] = {}
    reasons: dict[str, str] = {_address(page): "it is the page itself"}
    wanted = frame_addresses(page)
    for _ in range(DEEPEST + 1):
        asked = [address for address in dict.fromkeys(wanted) if address not in known and address not in reasons]
        wanted = []
        for found in find(asked[: MOST_FRAMES - len(known)]):
            if isinstance(found, Dropped):
                reasons[found.where] = found.detail or found.reason
                continue
            known[found.url] = found
            if is_frameset(found.body):
                wanted += frame_addresses(found)
        if not wanted:
            break
    return known, reasons


@dataclass(slots=True)
class _Joining:
    known: Mapping[str, Fetched]
    depths: dict[str, int]  # of every frame that was met; the whole page is the first
    missing: dict[str, None] = field(default_factory=dict)

    def bodies(self, page: Fetched) -> Iterator[str]:
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
                yield from self.bodies(replace(frame, url=address))
                continue
            text = _text(frame)
            yield f"<div>{_inside(text, 'body') or text}</div>\n"


def _address(page: Fetched) -> str:
    return normalise(page.url) or page.url


def _head(text: str) -> str:
    """What is in the head of a frameset; one without a head has a title before its frames at most."""
    return _inside(text, "head") or f"<title>{_inside(text[:LOOKED_AT], 'title')}</title>"


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
