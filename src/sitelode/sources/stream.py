"""Pages from standard input, or from a file with an uninformative name: HTML, JSON lines or an archive, recognised by the first bytes."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from sitelode.errors import ArchiveError, NoPagesError
from sitelode.html.sniffing import SNIFFED_BYTES, looks_like_json_line
from sitelode.model import Dropped, Fetched
from sitelode.sources.compression import DAMAGED_STREAM_ERRORS, decompressing, peeked
from sitelode.sources.frames.lone_file import lone_page
from sitelode.sources.jsonl import JsonLinesSource
from sitelode.sources.source import Source, SourceLimits
from sitelode.sources.wacz import WaczSource
from sitelode.sources.warc import WarcSource

_ZIP_START = b"PK\x03\x04"
_PIECE = 1 << 20


class StreamSource:
    """A pipe can be read only once; a stream that is not seekable is never rewound."""

    expected = None

    def __init__(self, open_bytes: Callable[[], BinaryIO], name: str, limits: SourceLimits, path: Path | None = None) -> None:
        """Read what `open_bytes` gives; `path` is the file it comes from, if it is one."""
        self.name, self.limits = name, limits
        self._open_bytes, self._path = open_bytes, path
        self._inner: Source | None = None

    @property
    def aliases(self) -> Mapping[str, str]:
        return self._inner.aliases if self._inner else {}

    @property
    def feeds(self) -> Sequence[Fetched]:
        return self._inner.feeds if self._inner else ()

    def items(self) -> Iterator[Fetched | Dropped]:
        with self._open_bytes() as stream:
            start, whole = peeked(stream, SNIFFED_BYTES)
            if not start:
                raise NoPagesError(self.name, 0)
            self._inner = self._archive(start, whole, may_reopen=stream.seekable())
            if self._inner is None:
                yield from self._only_page(whole)
            else:
                yield from self._inner.items()

    def _archive(self, start: bytes, whole: BinaryIO, *, may_reopen: bool) -> Source | None:
        if start.startswith(_ZIP_START):
            if not may_reopen:
                raise ArchiveError(Path(self.name), "a zip cannot be read from a pipe: give the file's name")
            return WaczSource(self._open_bytes, self.name, self.limits)
        unpacked = _unpacked(start)
        if unpacked.startswith(b"WARC/"):
            return WarcSource(self._open_bytes if may_reopen else lambda: whole, self.name, self.limits)
        return JsonLinesSource(lambda: whole, self.name, self.limits) if looks_like_json_line(unpacked) else None

    def _only_page(self, whole: BinaryIO) -> Iterator[Fetched | Dropped]:
        body = bytearray()
        try:
            stream = decompressing(whole)
            while len(body) <= self.limits.max_page_bytes and (piece := stream.read(_PIECE)):
                body += piece
        except DAMAGED_STREAM_ERRORS as error:
            if not body:
                raise ArchiveError(Path(self.name), str(error)) from error
        yield from lone_page(bytes(body), self.name, self.limits, path=self._path)


def _unpacked(start: bytes) -> bytes:
    """The beginning, decompressed if necessary; empty if it is damaged."""
    try:
        return decompressing(io.BytesIO(start)).read(64)
    except DAMAGED_STREAM_ERRORS:
        return b""
