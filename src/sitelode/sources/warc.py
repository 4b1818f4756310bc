"""Pages from web archives: WARC files, plain or compressed, read with fastwarc, and WACZ files, which are zips of them.

A page is a response (or a resource) with status 200 whose bytes are HTML after transfer and content encodings are
undone. Damage only affects the records it hits: after a broken record, reading continues at the next one that can be found.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from sitelode.errors import ArchiveError, MissingExtraError, NotHtmlError, PageError, PageTooLargeError
from sitelode.html.sniffing import FEED_TYPES, essence, may_be_html
from sitelode.model import Dropped, Fetched
from sitelode.sources.compression import DAMAGED_STREAM_ERRORS, GZIP_WINDOW, MOST_EXPANSION, decoded, peeked, read_up_to
from sitelode.sources.source import REDIRECT_STATUSES, PagesFile, dropped_page, page_or_feed
from sitelode.urls import normalise, resolve

if TYPE_CHECKING:
    from fastwarc.warc import ArchiveIterator, WarcRecord

WARC_NAMES = (".warc", ".warc.gz", ".warc.zst")
WACZ_NAMES = (".wacz",)
LONGEST_HEAD = 65_536  # bytes of status line and headers. Set by hand

_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_STATUS_LINE = re.compile(rb"HTTP/[0-9.]+\s+([0-9]{3})(?![0-9])")
_CHUNK_SIZE = re.compile(rb"[ \t]*([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]{0,1000})?\r?\n")


@dataclass(frozen=True, slots=True)
class ResponseHead:
    status: int
    headers: Mapping[str, str]  # names in lower case; values with the same name joined by ", "
    length: int  # bytes before the body


def response_head(message: bytes) -> ResponseHead | None:
    """Status and headers from the beginning of a message; None if it is not a response."""
    status, end = _STATUS_LINE.match(message), _END_OF_HEAD.search(message, 0, LONGEST_HEAD)
    if status is None or end is None:
        return None
    headers: dict[str, str] = {}
    for line in message[: end.start()].split(b"\n")[1:]:
        name, colon, value = line.decode("latin-1").partition(":")
        if colon:
            name, value = name.strip().lower(), value.strip()
            headers[name] = f"{headers[name]}, {value}" if name in headers and name != "content-type" else value
    return ResponseHead(int(status[1]), headers, end.end())


def unchunked(body: bytes) -> bytes:
    """Join the chunks of a body; a body that is not chunked, whatever its header says, is returned unchanged."""
    if _CHUNK_SIZE.match(body) is None:
        return body
    chunks, position = [], 0
    while (size := _CHUNK_SIZE.match(body, position)) and (length := int(size[1], 16)):
        chunks.append(body[size.end() : size.end() + length])
        position = size.end() + length
        position += 2 if body.startswith(b"\r\n", position) else body.startswith(b"\n", position)
    return b"".join(chunks)


OK = 200
ORIGIN_HEADER = "Sitelode-Origin"  # in a copy: the place in the archive that it was copied from
NO_DATE = "1970-01-01T00:00:00Z"  # every record must have one: of a page whose moment nobody knows
LONGEST_ORIGIN = 2_000  # characters; set by hand
MOST_FRESH_STARTS = 1_000  # an archive damaged in more places is given up. Set by hand

_RECORD_START = re.compile(rb"\x1f\x8b\x08|\x28\xb5\x2f\xfd|(?<=\r\n\r\n)WARC/1\.")
_OVERLAP = 11  # bytes, the length that the pattern matches
_PIECE = 1 << 20
_MOST_UNPACKED_AGAIN = 1 << 26  # bytes, to check whether an archive is complete. Set by hand
# fastwarc's own errors, and those of the stream it reads from.
_BROKEN = (*DAMAGED_STREAM_ERRORS, zipfile.BadZipFile)
_ISO_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9:]+)?")


class _CutShortError(Exception):
    """The archive ends before the record that was read last, by what that record says of its length."""


class WarcSource(PagesFile):
    """One archive."""

    def items(self) -> Iterator[Fetched | Dropped]:
        self.feeds.clear()
        progress = _Progress()
        with self.open_bytes() as raw:
            for _ in range(MOST_FRESH_STARTS):
                records_before = progress.records
                try:
                    yield from self._items_in_a_row(raw, progress)
                    break
                except _CutShortError as error:
                    # Cut off at the end of the archive; or it only claims to reach that far, and others follow.
                    place, goes_on = self._place(progress.position), _go_to_next_record(raw, progress)
                    yield Dropped(place, "archive damaged" if goes_on else "archive truncated", str(error))
                    if goes_on:
                        continue
                    break
                except _BROKEN as error:
                    if progress.records == 0:
                        raise ArchiveError(Path(self.name), f"it is not a WARC file ({error})") from error
                    if progress.records > records_before:  # otherwise it is still the same damage
                        yield Dropped(self._place(progress.position), "archive damaged", str(error))
                if not _go_to_next_record(raw, progress):
                    break
            else:
                yield Dropped(self._place(progress.position), "archive damaged", f"given up after {MOST_FRESH_STARTS} broken places")
        if progress.records == 0:
            raise ArchiveError(Path(self.name), "it has no WARC record")

    def _items_in_a_row(self, raw: BinaryIO, progress: "_Progress") -> Iterator[Fetched | Dropped]:
        """Items up to the end, or up to one of the errors above where the bytes are damaged."""
        cut_short = None
        for record in _iterator_over(raw):
            if cut_short is not None:
                yield Dropped(cut_short, "archive damaged", "the record is shorter than it says")
            progress.records, progress.position = progress.records + 1, record.stream_pos
            block = _Block(record)
            item = self._item(record, block)
            cut_short = None if block.is_complete() else self._place(record.stream_pos)
            if cut_short is None and item is not None:
                yield item
        if cut_short is not None:
            raise _CutShortError("the record is shorter than it says")
        if _has_beginning_of_another(raw, progress.position):
            yield Dropped(self._place(progress.position), "archive truncated", "something was cut off behind the record that begins here")

    def _item(self, record: "WarcRecord", block: "_Block") -> Fetched | Dropped | None:
        """None for feeds, and for records about the archive itself."""
        kind = (record.headers.get("WARC-Type") or "").lower()
        origin = (record.headers.get(ORIGIN_HEADER) or self._place(record.stream_pos))[:LONGEST_ORIGIN]
        if kind in ("revisit", "continuation"):
            return Dropped(origin, f"{kind} record", _target(record))
        if kind not in ("response", "resource"):
            return None
        url = normalise(_target(record))
        if url is None:
            return Dropped(origin, "not a page", _target(record)[:200])
        try:
            page = Fetched(url, b"", record.headers.get("Content-Type"), origin, _iso_time(record.headers.get("WARC-Date")))
            if kind == "response":
                return self._response(page, block)
            self._refuse_early(page.content_type, block.length)
            return page_or_feed(replace(page, body=block.beginning(block.length)), self.limits, self.feeds)
        except PageError as error:
            return dropped_page(origin, error)

    def _response(self, page: Fetched, block: "_Block") -> Fetched | Dropped | None:
        head = response_head(block.beginning(LONGEST_HEAD))
        if head is None:
            return Dropped(page.origin, "not HTTP", page.url)
        if head.status != OK:
            return self._not_ok(page, head)
        content_type = head.headers.get("content-type")
        self._refuse_early(content_type, block.length - head.length)
        body = block.beginning(block.length)[head.length :]
        if "chunked" in head.headers.get("transfer-encoding", "").lower():
            body = unchunked(body)
        body = decoded(body, head.headers.get("content-encoding", "").split(","), self.limits.max_page_bytes)
        return page_or_feed(replace(page, body=body, content_type=content_type), self.limits, self.feeds)

    def _refuse_early(self, content_type: str | None, length: int) -> None:
        """Avoid reading a record that cannot be a page."""
        if not may_be_html(content_type) and essence(content_type) not in FEED_TYPES:
            raise NotHtmlError(f"its type is {essence(content_type)[:80]}")
        if length > self.limits.max_page_bytes + LONGEST_HEAD:  # with some room for chunk sizes
            raise PageTooLargeError(length, self.limits.max_page_bytes)

    def _not_ok(self, page: Fetched, head: ResponseHead) -> Dropped:
        if head.status not in REDIRECT_STATUSES:
            return Dropped(page.origin, f"HTTP {head.status}", page.url)
        target = resolve(page.url, head.headers.get("location", ""))
        if target is not None and target != page.url:
            self.redirects[page.url] = target
        return Dropped(page.origin, "redirect", f"HTTP {head.status} from {page.url} to {target}")

    def _place(self, position: int) -> str:
        return f"{self.name} @ {position}"


@dataclass(slots=True)
class _Progress:
    records: int = 0
    position: int = 0  # start of the last record, in the compressed file


class _Block:
    """The bytes of one record, read only when needed."""

    def __init__(self, record: "WarcRecord") -> None:
        self.length: int = record.content_length
        self._reader = record.reader
        self._read = b""
        self._has_length = record.headers.get("Content-Length") is not None

    def beginning(self, size: int) -> bytes:
        """So many bytes, if there are."""
        self._read += read_up_to(self._reader, min(size, self.length) - len(self._read))
        return self._read

    def is_complete(self) -> bool:
        """Whether the archive holds the full declared length of the record; reads to its end."""
        return self._has_length and len(self._read) + self._reader.consume() >= self.length


class _Pipe:
    """The stream interface that fastwarc needs, for a stream that cannot tell its position."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._position = stream, 0

    def read(self, size: int = -1) -> bytes:
        piece = self._stream.read(size)
        self._position += len(piece)
        return piece

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = 0) -> int:
        raise OSError(f"a pipe cannot go to {offset} ({whence})")

    def close(self) -> None:
        """Do nothing: whoever opened the stream closes it."""


def _iterator_over(raw: BinaryIO) -> "ArchiveIterator":
    try:
        from fastwarc.warc import ArchiveIterator  # noqa: PLC0415 - an optional part
    except ImportError as error:
        raise MissingExtraError("reading WARC files", "warc") from error
    # HTTP is parsed here and not by fastwarc, because the size of a body must stay bounded while it is decoded.
    return ArchiveIterator(raw if raw.seekable() else _Pipe(raw), parse_http=False)


def _go_to_next_record(raw: BinaryIO, progress: _Progress) -> bool:
    """Find the start of another record after the last one."""
    if not raw.seekable():
        return False
    offset = progress.position + 1
    raw.seek(offset)
    window = b""
    while piece := raw.read(_PIECE):
        window += piece
        if found := _RECORD_START.search(window):
            progress.position = offset + found.start()
            raw.seek(progress.position)
            return True
        offset += max(len(window) - _OVERLAP, 0)
        window = window[-_OVERLAP:]
    return False


def _has_beginning_of_another(raw: BinaryIO, last_position: int) -> bool:
    """Whether the last gzip member is truncated, or followed by too few bytes for another: fastwarc does not report this."""
    if not raw.seekable():
        return False
    raw.seek(last_position)
    member = zlib.decompressobj(GZIP_WINDOW)
    unpacked = 0
    while unpacked <= _MOST_UNPACKED_AGAIN and (piece := member.unconsumed_tail or raw.read(_PIECE)):
        try:
            unpacked += len(member.decompress(piece, _PIECE))
        except zlib.error:  # not gzip, or one gzip stream without members: then a truncated record shows it
            return False
        if member.eof:
            return bool(member.unused_data or raw.read(1))
    return 0 < unpacked <= _MOST_UNPACKED_AGAIN


def _target(record: "WarcRecord") -> str:
    return (record.headers.get("WARC-Target-URI") or "").strip("<> ")  # some writers put it in angle brackets


def _iso_time(text: str | None) -> str | None:
    return text if text and text != NO_DATE and _ISO_TIME.fullmatch(text) else None


# Raised by zipfile for damage, for encryption and for unknown compression methods.
_ZIP_ERRORS = (zipfile.BadZipFile, RuntimeError, EOFError, OSError, ValueError)


class WaczSource(PagesFile):
    """A zip of archives."""

    def items(self) -> Iterator[Fetched | Dropped]:
        self.feeds.clear()
        with self.open_bytes() as raw, self._opened(raw) as bundle:
            named = ((each.filename.lower().split("/"), each) for each in bundle.infolist())
            found = (each for (*folders, name), each in named if "archive" in folders and name.endswith(WARC_NAMES))
            archives = sorted(found, key=lambda each: each.filename)
            if not archives:
                raise ArchiveError(Path(self.name), "the zip has no WARC file in a folder named archive")
            size, unpacked = raw.seek(0, 2), sum(each.file_size for each in archives)
            if unpacked > size * MOST_EXPANSION:
                raise ArchiveError(Path(self.name), f"its {size:,} bytes would unpack to {unpacked:,}, as only a zip bomb does")
            for each in archives:
                yield from self._items_of(bundle, each)

    def _opened(self, raw: BinaryIO) -> zipfile.ZipFile:
        try:
            return zipfile.ZipFile(raw)
        except _ZIP_ERRORS as error:
            raise ArchiveError(Path(self.name), f"it is not a zip file ({error})") from error

    def _items_of(self, bundle: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[Fetched | Dropped]:
        place = f"{self.name} > {''.join(each if each.isprintable() else '?' for each in entry.filename)}"
        # Not seekable: seeking back inside a zip means unpacking it again from the start.
        archive = WarcSource(lambda: peeked(cast("BinaryIO", bundle.open(entry)), 0)[1], place, self.limits)
        try:
            yield from archive.items()
        except (ArchiveError, *_ZIP_ERRORS) as error:
            yield Dropped(place, "archive damaged", str(error))
        self.redirects.update(archive.aliases)
        yield from self.feeds.take_all(archive.feeds)
