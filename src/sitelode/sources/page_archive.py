"""Pages written to a WARC file one by one, each with where it came from: what `warc.py` reads again."""

from base64 import b32encode
from hashlib import sha1
from io import BytesIO
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from fastwarc.stream_io import GzipWriter
from fastwarc.warc import WarcRecord, WarcRecordType

from sitelode.model import Fetched
from sitelode.sources.warc import LONGEST_ORIGIN, NO_DATE, ORIGIN_HEADER

COMPRESSION_LEVEL: Final = 3  # set by hand: a copy that is read once


class PageArchive:
    """One file; opened for every page and closed again."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, page: Fetched) -> None:
        kind = f"Content-Type: {_one_line(page.content_type)}\r\n" if page.content_type else ""
        head = f"HTTP/1.1 200 OK\r\n{kind}Content-Length: {len(page.body)}\r\n\r\n"
        record = _record(page.url, page.fetched_at or NO_DATE)
        record.headers[ORIGIN_HEADER] = _one_line(page.origin)
        record.headers["WARC-Payload-Digest"] = "sha1:" + b32encode(sha1(page.body, usedforsecurity=False).digest()).decode()
        self._append(record, head.encode("latin-1", "replace") + page.body)

    def add_redirect(self, address: str, target: str) -> None:
        """An address that leads to another."""
        head = f"HTTP/1.1 301 Moved Permanently\r\nLocation: {_one_line(target)}\r\nContent-Length: 0\r\n\r\n"
        self._append(_record(address, NO_DATE), head.encode("latin-1", "replace"))

    def _append(self, record: WarcRecord, content: bytes) -> None:
        record.set_bytes_content(content)
        packed = BytesIO()
        writer = GzipWriter(packed, compression_level=COMPRESSION_LEVEL)
        record.write(writer)
        writer.finish()
        with self._path.open("ab") as file:
            file.write(packed.getvalue())


class PageArchives:
    """One archive a site, made when its first page comes. None stays open: there may be a hundred thousand."""

    def __init__(self, folder: Path, file_name: str) -> None:
        self._folder, self._file_name = folder, file_name
        self._begun: set[str] = set()

    def add(self, site: str, page: Fetched) -> None:
        self._of(site).add(page)

    def add_redirect(self, site: str, address: str, target: str) -> None:
        self._of(site).add_redirect(address, target)

    def _of(self, site: str) -> PageArchive:
        path = self._folder / site / self._file_name
        if site not in self._begun:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)  # of a run that was interrupted
            self._begun.add(site)
        return PageArchive(path)


def _record(url: str, date: str) -> WarcRecord:
    record = WarcRecord()
    # The same page gets the same name, so that the same sources give the same bytes.
    record.init_headers(record_type=WarcRecordType.response, record_urn=f"uuid:{uuid5(NAMESPACE_URL, f'{date} {url}')}".encode())
    record.headers["WARC-Date"] = date
    record.headers["WARC-Target-URI"] = url
    record.headers["Content-Type"] = "application/http; msgtype=response"
    return record


def _one_line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_ORIGIN]
