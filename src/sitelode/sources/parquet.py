"""Pages in a Parquet file: a column `url`, and one with the page under a name that JSON lines may have too. Read in batches."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from sitelode.errors import ArchiveError, MissingExtraError
from sitelode.html.feeds import FeedShelf
from sitelode.model import Dropped, Fetched
from sitelode.sources.jsonl import PAGE_KEYS
from sitelode.sources.source import SourceLimits, page_or_feed
from sitelode.urls import made_up_address, normalise

ROWS_AT_ONCE = 64  # in memory; set by hand
_OTHER_COLUMNS = ("url", "content_type", "fetched_at")


class ParquetSource:
    """One file. Optional columns beside `url` and the page: `content_type`, `fetched_at`."""

    expected = None
    aliases: Mapping[str, str] = {}

    def __init__(self, open_bytes: Callable[[], BinaryIO], name: str, limits: SourceLimits) -> None:
        self.name, self.limits = name, limits
        self._open_bytes = open_bytes
        self.feeds = FeedShelf()

    def items(self) -> Iterator[Fetched | Dropped]:
        self.feeds.clear()
        try:
            import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415 (an extra)
            import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415
        except ImportError as problem:
            raise MissingExtraError("reading Parquet files", "tables") from problem
        number = 0
        with self._open_bytes() as file:
            try:
                table = pq.ParquetFile(file)
                page = next((name for name in PAGE_KEYS if name in table.schema_arrow.names), None)
                if page is None or "url" not in table.schema_arrow.names:
                    raise ArchiveError(Path(self.name), f"it needs the columns url and {' or '.join(PAGE_KEYS)}")
                columns = [name for name in (*_OTHER_COLUMNS, page) if name in table.schema_arrow.names]
                for batch in table.iter_batches(ROWS_AT_ONCE, columns=columns):
                    for row in batch.to_pylist():
                        number += 1
                        if (item := self._item(row, row[page], number)) is not None:
                            yield item
            except (pa.ArrowException, OSError) as problem:
                if number == 0:
                    raise ArchiveError(Path(self.name), str(problem).partition("\n")[0][:200]) from problem
                yield Dropped(f"{self.name}:{number + 1}", "archive damaged", str(problem)[:200])

    def _item(self, row: Mapping[str, Any], html: object, number: int) -> Fetched | Dropped | None:
        origin = f"{self.name}:{number}"
        if not isinstance(html, str | bytes):
            return Dropped(origin, "bad row", "it has no page")
        address = normalise(row["url"]) if isinstance(row.get("url"), str) else None
        kind = row.get("content_type") if isinstance(row.get("content_type"), str) else None
        page = Fetched(
            url=address or made_up_address(Path(self.name).name, str(number)),
            body=html if isinstance(html, bytes) else html.encode("utf-8", "replace"),
            content_type=kind if isinstance(html, bytes) else "text/html; charset=utf-8",
            origin=origin,
            fetched_at=row.get("fetched_at") if isinstance(row.get("fetched_at"), str) else None,
        )
        return page_or_feed(page, self.limits, self.feeds)
