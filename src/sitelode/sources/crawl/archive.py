"""Write and read the answers of a site as a WARC file that is only appended to; a crash can damage only the last record.

Every record is one gzip member and one write. However the process is killed, the file remains a valid archive
except for an unfinished member at its end, which `cut_unfinished_record` removes.
"""

import os
import zlib
from base64 import b32encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha1
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from fastwarc.stream_io import GzipWriter
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from sitelode.errors import ArchiveError, ResultError
from sitelode.html.sniffing import why_not_html
from sitelode.model import Fetched
from sitelode.sources.crawl.settings import GO_ON
from sitelode.sources.warc import LONGEST_ORIGIN, NO_DATE, ORIGIN_HEADER

BODY_NOT_WANTED, BODY_CUT_SHORT = "unspecified", "disconnect"  # the terms of the WARC standard
COMPRESSION_LEVEL, LEVEL_OF_COPIES = 6, 3  # the second of what is read once; set by hand
LARGEST_RECORD = 256 * 1024 * 1024  # bytes, unpacked; this program writes no larger ones. Set by hand
READ_SIZE = 1 << 20
LONGEST_HEADERS = 1 << 20  # bytes; set by hand: some sites send security policies of many kilobytes
NOT_MODIFIED_PROFILE = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
_STATUSES = frozenset(HTTPStatus)
# The body is stored unpacked and in one piece, however the server sent it.
_HEADERS_OF_THE_TRANSFER = frozenset({"content-encoding", "transfer-encoding", "content-length", "connection", "keep-alive"})


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of requesting one address."""

    url: str
    status: int  # 0 if there was no response: see failure
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    fetched_at: str = ""  # ISO 8601, UTC
    truncated: str = ""  # BODY_NOT_WANTED, BODY_CUT_SHORT
    failure: str = ""  # why there is no response, and never will be: "too large"

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name), None)


class ArchiveWriter:
    """Appends answers to one WARC file; each survives a kill once `write` has returned."""

    def __init__(self, path: Path, software: str, *, robots: bool = True) -> None:
        self.path = path
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        if os.fstat(self._file).st_size == 0:
            self._append(_warcinfo(path.name, software, "obey" if robots else "ignore"))

    def write(self, answer: Answer, confirms: str = "") -> None:
        """Add an answer; a "304 Not Modified" confirms an earlier one, by the moment that was fetched."""
        self._append(_record(answer, confirms))

    def _append(self, record: WarcRecord) -> None:
        before = os.fstat(self._file).st_size
        left = memoryview(packed(record, COMPRESSION_LEVEL, checksum_data=True))
        try:
            while left:
                left = left[os.write(self._file, left) :]
        except OSError as error:
            os.ftruncate(self._file, before)  # half a record would hide all that follow it
            raise ResultError(f"cannot write to {self.path}: {error.strerror}; make room, and {GO_ON}") from error

    def close(self) -> None:
        os.fsync(self._file)
        os.close(self._file)


def packed(record: WarcRecord, level: int, *, checksum_data: bool = False) -> bytes:
    """One gzip member."""
    found = BytesIO()
    writer = GzipWriter(found, compression_level=level)
    record.write(writer, checksum_data=checksum_data)
    writer.finish()
    return found.getvalue()


def read_answers(path: Path, start: int = 0) -> Iterator[tuple[int, Answer]]:
    """All complete records from the position of one on, each with its position; an unfinished one at the end is skipped."""
    for position, _, content in _members(path, start):
        answer = _answer(content)
        if answer is not None:
            yield position, answer


def answer_at(path: Path, position: int) -> Answer:
    found, answer = next(read_answers(path, position), (None, None))
    if answer is None or found != position:
        raise ArchiveError(path, f"no record at byte {position:,}")
    return answer


def cut_unfinished_record(path: Path, largest: int = LARGEST_RECORD) -> int:
    """Truncate the file to its complete records, and return the number of bytes removed.

    A crash leaves less than one record behind. More than that is another kind of damage, which must not be deleted.
    """
    complete = 0
    for _, end, _ in _members(path):
        complete = end
    rest = path.stat().st_size - complete
    if rest > largest:
        raise ArchiveError(path, f"the {rest:,} bytes from byte {complete:,} on are damaged")
    if rest:
        os.truncate(path, complete)
    return rest


def why_not_a_page(answer: Answer) -> str | None:
    """Why an answer is not a page to keep; None for a page."""
    if answer.failure:
        return answer.failure
    if answer.status != HTTPStatus.OK:
        return f"HTTP {answer.status}"
    if answer.truncated == BODY_NOT_WANTED or why_not_html(answer.body, answer.header("content-type")) is not None:
        return "not HTML"
    return None if answer.body else "empty"


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _members(path: Path, start: int = 0) -> Iterator[tuple[int, int, bytes]]:
    """Start, end and content of the complete gzip members; stops at the first one that is unfinished or not gzip."""
    with path.open("rb") as file:
        file.seek(start)
        packed = file.read(READ_SIZE)
        while packed:
            unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
            parts: list[bytes] = []
            taken = 0
            while packed and not unpacker.eof:
                try:
                    parts.append(unpacker.decompress(packed, LARGEST_RECORD))
                except zlib.error:
                    return
                if unpacker.unconsumed_tail or sum(map(len, parts)) > LARGEST_RECORD:
                    raise ArchiveError(path, f"the record at byte {start:,} is larger than {LARGEST_RECORD:,} bytes")
                taken += len(packed) - len(unpacker.unused_data)
                packed = unpacker.unused_data or file.read(READ_SIZE)
            if not unpacker.eof:
                return
            yield start, start + taken, b"".join(parts)
            start += taken


def _warcinfo(filename: str, software: str, robots: str) -> WarcRecord:
    record = WarcRecord()
    record.init_headers(record_type=WarcRecordType.warcinfo)
    record.headers["WARC-Date"] = now()
    record.headers["WARC-Filename"] = filename
    record.headers["Content-Type"] = "application/warc-fields"
    record.set_bytes_content(f"software: {software}\r\nformat: WARC File Format 1.1\r\nrobots: {robots}\r\n".encode())
    return record


def _record(answer: Answer, confirms: str = "", name: str | None = None) -> WarcRecord:
    kind = WarcRecordType.revisit if answer.status == HTTPStatus.NOT_MODIFIED else WarcRecordType.response
    record = WarcRecord()
    record.init_headers(record_type=WarcRecordType.metadata if answer.failure else kind, record_urn=name.encode() if name else None)
    record.headers["WARC-Date"] = answer.fetched_at
    record.headers["WARC-Target-URI"] = answer.url
    if answer.failure:
        record.headers["Content-Type"] = "application/warc-fields"
        record.set_bytes_content(f"failure: {answer.failure}\r\n".encode())
        return record
    record.headers["Content-Type"] = "application/http; msgtype=response"
    if confirms:
        record.headers["WARC-Profile"] = NOT_MODIFIED_PROFILE
        record.headers["WARC-Refers-To-Target-URI"] = answer.url
        record.headers["WARC-Refers-To-Date"] = confirms
    else:
        record.headers["WARC-Payload-Digest"] = "sha1:" + b32encode(sha1(answer.body, usedforsecurity=False).digest()).decode()
    if answer.truncated:
        record.headers["WARC-Truncated"] = answer.truncated
    record.is_http = True
    record.set_bytes_content(_http_message(answer))
    return record


def _http_message(answer: Answer) -> bytes:
    lines = [f"HTTP/1.1 {answer.status} {status_phrase(answer.status) or 'Unknown'}"]
    kept = [(name, value) for name, value in answer.headers if name.lower() not in _HEADERS_OF_THE_TRANSFER]
    lines += [f"{name}: {' '.join(value.splitlines())}" for name, value in kept]
    lines += [f"Content-Length: {len(answer.body)}", "", ""]
    return "\r\n".join(lines).encode("latin-1", "replace") + answer.body


def status_phrase(status: int) -> str:
    """What a status means; empty for a number that no standard names."""
    return HTTPStatus(status).phrase if status in _STATUSES else ""


def _answer(content: bytes) -> Answer | None:
    """Parse one record; None for records without an address, such as the one at the start of a file."""
    record = next(iter(ArchiveIterator(BytesIO(content), parse_http=True, max_header_len=LONGEST_HEADERS)), None)
    url = None if record is None else record.headers.get("WARC-Target-URI")
    if record is None or url is None:
        return None
    when = record.headers.get("WARC-Date") or ""
    if record.record_type == WarcRecordType.metadata:
        return Answer(url, 0, fetched_at=when, failure=record.reader.read().decode().partition(":")[2].strip())
    http = record.http_headers
    return Answer(
        url=url,
        status=http.status_code or 0,
        headers=tuple(http.items()),
        body=record.reader.read(),
        fetched_at=when,
        truncated=record.headers.get("WARC-Truncated") or "",
    )


class PageArchive:
    """Pages copied to one file, each with where it came from, as `warc.py` reads it again; opened for every page and closed again."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, page: Fetched) -> None:
        kind = (("Content-Type", _one_line(page.content_type)),) if page.content_type else ()
        self._append(Answer(page.url, HTTPStatus.OK, kind, page.body, page.fetched_at or NO_DATE), page.origin)

    def add_redirect(self, address: str, target: str) -> None:
        """An address that leads to another."""
        self._append(Answer(address, HTTPStatus.MOVED_PERMANENTLY, (("Location", _one_line(target)),), fetched_at=NO_DATE))

    def _append(self, answer: Answer, origin: str = "") -> None:
        # The same page gets the same name, so that the same sources give the same bytes.
        record = _record(answer, name=f"uuid:{uuid5(NAMESPACE_URL, f'{answer.fetched_at} {answer.url}')}")
        if origin:
            record.headers[ORIGIN_HEADER] = _one_line(origin)
        with self._path.open("ab") as file:
            file.write(packed(record, LEVEL_OF_COPIES))


class PageArchives:
    """One archive a site, made when its first page comes. None stays open: there may be a hundred thousand."""

    def __init__(self, folder: Path, file_name: str) -> None:
        self._folder, self._file_name = folder, file_name
        self._begun: set[str] = set()

    def of(self, site: str) -> PageArchive:
        path = self._folder / site / self._file_name
        if site not in self._begun:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)  # of a run that was interrupted
            self._begun.add(site)
        return PageArchive(path)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_ORIGIN]
