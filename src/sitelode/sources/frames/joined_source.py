"""A stream of pages in which every frameset holds what is in its frames.

A source without framesets is read once, and nothing is kept; with framesets it is read a second time, for the frames alone. What comes
from a pipe cannot be read again: as many of its pages as fit are kept until its end.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from sitelode.model import Dropped, Fetched
from sitelode.sources.frames.framesets import FRAME_MISSING, frame_addresses, is_frameset, missing_frame, whole_page
from sitelode.sources.source import Source
from sitelode.urls import normalise

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
        named: set[str] = set()  # a page given alone has named the frames that it misses
        for item in self._source.items():
            if isinstance(item, Dropped):
                named |= {item.where} if item.reason == FRAME_MISSING else set()
                yield item
                continue
            address = normalise(item.url) or item.url
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
            yield from self._joined(framesets, inside, kept, named)
            yield from (self._unless_part(kept.pages[address], address) for address in held)

    def _joined(
        self, framesets: Mapping[str, Fetched], inside: set[str], kept: "_Kept", named: set[str]
    ) -> Iterator[Fetched | Dropped]:  # fmt: skip
        wanted = inside - set(framesets) - set(kept.pages)
        for item in self._again() if self._again and wanted else ():
            if isinstance(item, Fetched) and (address := normalise(item.url) or item.url) in wanted:
                kept.takes(address, item)
        known = {**kept.pages, **framesets}
        # Those that are in no other come first: what they hold is a part of them then.
        for address in sorted(framesets, key=lambda address: address in inside):
            if address in self.parts:
                continue
            page = framesets[address]
            whole = whole_page(page, known)
            for part in whole.parts:
                self.parts.setdefault(part, address)  # a menu in the frames of many pages is a part of the first
            yield whole.page
            if (page.origin or page.url) not in named:
                yield from (missing_frame(page, each, "it is not among the pages") for each in whole.missing)

    def _unless_part(self, page: Fetched, address: str) -> Fetched | Dropped:
        whole = self.parts.get(address)
        return page if whole is None else Dropped(page.origin or page.url, PART, f"of {whole}")


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
