"""Pages as JSON lines: one object per line with `url` and `html`, plain or compressed."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from sitelode.errors import ArchiveError, PageTooLargeError
from sitelode.html.sniffing import essence
from sitelode.model import Dropped, Fetched
from sitelode.sources.compression import DAMAGED_STREAM_ERRORS, decompressing
from sitelode.sources.saved_addresses import RootFinder
from sitelode.sources.source import PagesFile, dropped_page, page_or_feed
from sitelode.urls import made_up_address, normalise, resolve

PAGE_KEYS = ("html", "body", "content", "raw_html")  # the first one that holds a string is used

_SKIPPED_PIECE = 1 << 20
MOST_HELD = 1_000  # pages used to find the host of a site,
MOST_HELD_BYTES = 64_000_000  # and their bytes. Both set by hand
_FILE = "file://"
_NO_HOST = _FILE + "/"


class JsonLinesSource(PagesFile):
    """Optional keys next to the page: `content_type`, `fetched_at`, and `id`, which names a page that has no `url`.

    If a `url` is only a path, "/2023/01/story", the host is found from the full links on the first pages; if there
    are none, the page's address is file:///2023/01/story.
    """

    def items(self) -> Iterator[Fetched | Dropped]:
        self.feeds.clear()
        made_up = made_up_address(Path(self.name).name, "")
        yield from _on_their_host(self._items(), lambda item: item.url.startswith(_NO_HOST) and not item.url.startswith(made_up))

    def _items(self) -> Iterator[Fetched | Dropped]:
        number = 0
        with self.open_bytes() as compressed:
            try:
                for number, line in enumerate(self._lines(decompressing(compressed)), 1):
                    if line is None:
                        problem = PageTooLargeError(self.limits.max_line_bytes, self.limits.max_page_bytes, is_cut=True)
                        yield dropped_page(self._place(number), problem)
                    elif line.strip() and (item := self._page(line, number)) is not None:
                        yield item
            except DAMAGED_STREAM_ERRORS as error:
                if number == 0:
                    raise ArchiveError(Path(self.name), str(error) or "it is damaged") from error
                reason = "archive truncated" if isinstance(error, EOFError) else "archive damaged"
                yield Dropped(self._place(number + 1), reason, str(error))

    def _lines(self, stream: BinaryIO) -> Iterator[bytes | None]:
        """Every line; None for a line that is too long, which is skipped without loading it."""
        longest = self.limits.max_line_bytes
        while line := stream.readline(longest + 1):
            if len(line) <= longest or line.endswith(b"\n"):
                yield line
                continue
            while (piece := stream.readline(_SKIPPED_PIECE)) and not piece.endswith(b"\n"):
                pass
            yield None

    def _page(self, line: bytes, number: int) -> Fetched | Dropped | None:
        origin = self._place(number)
        try:
            record = _decoded(line)
        except (ValueError, RecursionError) as error:
            return Dropped(origin, "bad JSON line", str(error)[:200])
        if not isinstance(record, dict):
            return Dropped(origin, "bad JSON line", f"it is not an object but {line[:40]!r}")
        html = next((record[key] for key in PAGE_KEYS if isinstance(record.get(key), str)), None)
        if html is None:
            return Dropped(origin, "bad JSON line", f"it has no text under {' or '.join(PAGE_KEYS)}")
        return page_or_feed(self._fetched(record, html, number), self.limits, self.feeds)

    def _fetched(self, record: dict[str, Any], html: str, number: int) -> Fetched:
        address = _address(text) if isinstance(text := record.get("url"), str) else None
        # The text was already decoded, so a charset named in the page or in its header no longer counts.
        return Fetched(
            url=address or made_up_address(Path(self.name).name, str(record.get("id", number))),
            body=html.encode("utf-8", "replace"),
            content_type=f"{essence(_text(record, 'content_type')) or 'text/html'}; charset=utf-8",
            origin=self._place(number),
            fetched_at=_text(record, "fetched_at"),
        )

    def _place(self, line_number: int) -> str:
        return f"{self.name}:{line_number}"


def _decoded(line: bytes) -> Any:  # noqa: ANN401 (whatever it is)
    """What a line of JSON says: read quickly, and where that is refused, as tolerantly as Python reads JSON."""
    try:
        return msgspec.json.decode(line)
    except (ValueError, RecursionError):
        return json.loads(line)


def _on_their_host(items: Iterator[Fetched | Dropped], has_path_only: Callable[[Fetched], bool]) -> Iterator[Fetched | Dropped]:
    """The same items, with the site's host added to pages without one; the first of them are held back until it is found."""
    held: list[Fetched | Dropped] = []
    finder, paths, size = RootFinder(), dict[str, int](), 0
    for item in items:
        if isinstance(item, Fetched) and has_path_only(item):
            finder.look(item.body)
            paths.setdefault(item.url.removeprefix(_FILE), len(paths))
            size += len(item.body)
        if paths:
            held.append(item)
        else:
            yield item
        if len(paths) >= MOST_HELD or size >= MOST_HELD_BYTES:
            break
    root = finder.root(paths)
    for item in chain(held, items):
        if root and isinstance(item, Fetched) and has_path_only(item):
            yield replace(item, url=normalise(root + item.url.removeprefix(_NO_HOST)) or item.url)
        else:
            yield item


def _address(given: str) -> str | None:
    """The page's address. Without a host, the path is kept, so that the page can be recognised and relative links lead to it."""
    given = given.strip()
    if given.startswith("//"):
        return normalise("https:" + given)
    return resolve("file:///", given) if given.startswith("/") else normalise(given)


def _text(record: dict[str, Any], key: str) -> str | None:
    value = record.get(key)
    return value if isinstance(value, str) else None
