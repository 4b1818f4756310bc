"""Safe decompression: never returns more bytes than requested, nor uses unbounded memory.

Two uses: the content encodings of one HTTP body, in memory, and a compressed file, as a stream.
"""

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, cast

from sitelode import zstd
from sitelode.errors import MissingExtraError, PageError, PageTooLargeError
from sitelode.html.sniffing import SNIFFED_BYTES, begins_with_html, kind_of_signature

DAMAGED_STREAM_ERRORS = (OSError, EOFError, zlib.error, lzma.LZMAError, zstd.ZstdError)
MOST_WORKING_MEMORY = 1 << 27  # bytes; the largest window a file may ask for. The settings of the usual tools stay below it
# Bytes unpacked per byte packed; both set by hand. Text packs 20 to 1, zeros 1,000 to 1 with gzip and 30,000 to 1 with zstandard.
MOST_EXPANSION = 200  # of a file that says beforehand what it holds
MOST_STREAM_EXPANSION = 1_000  # of a stream, which is cut off there
ALWAYS_ALLOWED = 100_000_000  # bytes unpacked, however small the file is; set by hand

GZIP_WINDOW, _ZLIB_WINDOW, _RAW_WINDOW = 31, 15, -15  # zlib's wbits
_PIECE = 1 << 16


class BrokenEncodingError(PageError):
    """A body does not match its Content-Encoding; never raised outside the sources."""

    reason = "broken encoding"


def decoded(body: bytes, encodings: Iterable[str], limit: int) -> bytes:
    """Undo the encodings of an HTTP body, the last one first. A truncated body gives the part that is there, as in browsers."""
    for encoding in reversed([name.strip().lower() for name in encodings]):
        # Many archives keep the header but store the decoded body.
        if encoding in ("", "identity") or begins_with_html(body[:SNIFFED_BYTES]):
            continue
        decode = _DECODERS.get(encoding)
        if decode is None:
            raise BrokenEncodingError(f"its content encoding is unknown: {encoding[:40]}")
        body = _joined(decode(body, limit), limit, encoding)
    return body


def beginning_of_gzip(packed: bytes, size: int) -> bytes:
    """Unpack the first bytes from the available part of a file; empty if it is not gzip."""
    try:
        return zlib.decompressobj(GZIP_WINDOW).decompress(packed, size)
    except zlib.error:
        return b""


def _joined(pieces: Iterator[bytes], limit: int, encoding: str) -> bytes:
    whole = bytearray()
    try:
        for piece in pieces:
            whole += piece
            if len(whole) > limit:
                raise PageTooLargeError(len(whole), limit)
    except DAMAGED_STREAM_ERRORS as error:
        if not whole:
            raise BrokenEncodingError(f"its bytes are not {encoding} as its header says") from error
    return bytes(whole)


def _gunzip(body: bytes, limit: int) -> Iterator[bytes]:
    if kind_of_signature(body) != "gzip":
        yield body
        return
    while kind_of_signature(body) == "gzip":  # several members make one file
        member = zlib.decompressobj(GZIP_WINDOW)
        yield from _inflated(member, body, limit)
        body = member.unused_data


def _inflate(body: bytes, limit: int) -> Iterator[bytes]:
    """Servers send "deflate" with or without the wrapper that the standard requires."""
    wrapped = len(body) > 1 and body[0] & 0x0F == zlib.DEFLATED and (body[0] << 8 | body[1]) % 31 == 0
    yield from _inflated(zlib.decompressobj(_ZLIB_WINDOW if wrapped else _RAW_WINDOW), body, limit)


def _inflated(decompressor: "zlib._Decompress", body: bytes, limit: int) -> Iterator[bytes]:
    pending = body
    while pending and not decompressor.eof:
        yield decompressor.decompress(pending, min(limit + 1, _PIECE))
        pending = decompressor.unconsumed_tail


def _unbrotli(body: bytes, limit: int) -> Iterator[bytes]:
    try:
        from fastwarc.stream_io import BrotliReader  # noqa: PLC0415 - an optional part
    except ImportError as error:
        raise MissingExtraError("reading pages packed with brotli", "warc") from error
    yield from _pieces(BrotliReader(io.BytesIO(body)).read, limit)


def _unzstd(body: bytes, limit: int) -> Iterator[bytes]:
    yield from _pieces(_Decompressed(io.BytesIO(body), _zstd_decompressor).read, limit)


def _pieces(read: Callable[[int], bytes], limit: int) -> Iterator[bytes]:
    while piece := read(min(limit + 1, _PIECE)):
        yield piece


_DECODERS: dict[str, Callable[[bytes, int], Iterator[bytes]]] = {
    "gzip": _gunzip,
    "x-gzip": _gunzip,
    "deflate": _inflate,
    "br": _unbrotli,
    "zstd": _unzstd,
}


def decompressing(compressed: BinaryIO) -> BinaryIO:
    """Read a file through its compression: gzip, xz, bzip2, zstandard, recognised by their first bytes, or none."""
    start, whole = peeked(compressed, 6)
    kind = kind_of_signature(start)
    if kind == "gzip":
        return cast("BinaryIO", gzip.GzipFile(fileobj=whole))
    if kind == "xz":
        return io.BufferedReader(_Decompressed(whole, lambda: lzma.LZMADecompressor(memlimit=MOST_WORKING_MEMORY)), _PIECE)
    if kind == "bzip2":
        return io.BufferedReader(_Decompressed(whole, bz2.BZ2Decompressor), _PIECE)
    if kind == "zstandard":
        return io.BufferedReader(_Decompressed(whole, _zstd_decompressor), _PIECE)
    return whole


def peeked(stream: BinaryIO, size: int) -> tuple[bytes, BinaryIO]:
    """The first bytes of a stream that may not be seekable, and a stream that starts with them again."""
    start = read_up_to(stream, size)
    return start, io.BufferedReader(_Rejoined(start, stream), _PIECE)


def read_up_to(stream: Any, size: int) -> bytes:  # noqa: ANN401 (whatever has `read`)
    """As many bytes as a stream has, up to a size: one call may give fewer."""
    pieces = []
    while size > 0 and (piece := stream.read(size)):
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def _zstd_decompressor() -> zstd.ZstdDecompressor:
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: MOST_WORKING_MEMORY.bit_length() - 1})


class _Rejoined(io.RawIOBase):
    """Bytes already read from a stream, then the rest of it; the owner closes the stream."""

    def __init__(self, start: bytes, rest: BinaryIO) -> None:
        self._start, self._rest = start, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        piece = self._start[: len(buffer)] or self._rest.read(len(buffer))
        self._start = self._start[len(piece) :]
        buffer[: len(piece)] = piece
        return len(piece)


class _Decompressed(io.RawIOBase):
    """Needed because the file objects of lzma, bz2 and zstd have no memory limit."""

    def __init__(
        self, compressed: BinaryIO, new_decompressor: "Callable[[], lzma.LZMADecompressor | bz2.BZ2Decompressor | zstd.ZstdDecompressor]"
    ) -> None:
        self._compressed, self._new_decompressor = compressed, new_decompressor
        self._decompressor = new_decompressor()
        self._taken, self._given = 0, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        piece = b""
        while not piece:
            pending = self._more_input()
            if pending is None:
                return 0
            piece = self._decompressor.decompress(pending, len(buffer))
        self._given += len(piece)
        if self._given > max(ALWAYS_ALLOWED, MOST_STREAM_EXPANSION * self._taken):
            raise OSError(f"it unpacks to more than {MOST_STREAM_EXPANSION:,} times its size, as only a bomb does")
        buffer[: len(piece)] = piece
        return len(piece)

    def _more_input(self) -> bytes | None:
        """Bytes to decompress, empty if the decompressor still holds some; None at the end of the last stream."""
        if self._decompressor.eof:
            rest = self._decompressor.unused_data.lstrip(b"\x00") or self._read()
            if not rest:
                return None
            self._decompressor = self._new_decompressor()
            return rest
        if not self._decompressor.needs_input:
            return b""
        if not (more := self._read()):
            raise EOFError("the compressed file ends too early")
        return more

    def _read(self) -> bytes:
        piece = self._compressed.read(_PIECE)
        self._taken += len(piece)
        return piece
