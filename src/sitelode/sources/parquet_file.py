"""Pages in a Parquet file: a column `url`, and one with the page under a name that JSON lines may have too."""

import json
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from sitelode.errors import ArchiveError, MissingExtraError, PageTooLargeError
from sitelode.limited_process import end, start
from sitelode.model import Dropped, Fetched
from sitelode.sources.source import PagesFile, dropped_page, page_or_feed
from sitelode.urls import made_up_address, normalise

READER = "sitelode.sources.parquet_process"
_BROKE_OFF = "it takes too much time or memory, or is damaged"


class ParquetSource(PagesFile):
    """One file, read by a process of its own. Optional columns beside `url` and the page: `content_type`, `fetched_at`."""

    def items(self) -> Iterator[Fetched | Dropped]:
        self.feeds.clear()
        if find_spec("pyarrow") is None:
            raise MissingExtraError("reading Parquet files", "tables")
        with self.open_bytes() as file:
            reader = start(READER, str(self.limits.max_page_bytes), given=file)
        try:
            assert reader.stdout is not None
            yield from self._items(reader.stdout)
        finally:
            end(reader)

    def _items(self, answer: IO[bytes]) -> Iterator[Fetched | Dropped]:
        number = 0
        while "end" not in (about := _line(answer)):
            size = about["size"] or 0
            body = answer.read(size) if size <= self.limits.max_page_bytes else b""
            if body and len(body) < size:
                about = {"end": _BROKE_OFF}
                break
            number += 1
            if (item := self._item(about, body, number)) is not None:
                yield item
        if about["end"] and number == 0:
            raise ArchiveError(Path(self.name), about["end"])
        if about["end"]:
            yield Dropped(f"{self.name}:{number + 1}", "archive damaged", about["end"])

    def _item(self, about: Mapping[str, Any], body: bytes, number: int) -> Fetched | Dropped | None:
        origin, address = f"{self.name}:{number}", about["url"]
        if about["size"] is None:
            return Dropped(origin, "bad row", "it has no page")
        if about["size"] > self.limits.max_page_bytes:
            return dropped_page(origin, PageTooLargeError(about["size"], self.limits.max_page_bytes))
        page = Fetched(
            url=(address and normalise(address)) or made_up_address(Path(self.name).name, str(number)),
            body=body,
            content_type="text/html; charset=utf-8" if about["is_text"] else about["content_type"],
            origin=origin,
            fetched_at=about["fetched_at"],
        )
        return page_or_feed(page, self.limits, self.feeds)


def _line(answer: IO[bytes]) -> dict[str, Any]:
    line = answer.readline()
    about: dict[str, Any] = json.loads(line) if line.endswith(b"\n") else {"end": _BROKE_OFF}
    return about
