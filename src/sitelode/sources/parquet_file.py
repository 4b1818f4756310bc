"""Pages in a Parquet file: a column `url`, and one with the page under a name that JSON lines may have too.

The file is read by a process of its own (`main`), because the library can crash on damaged files. It is that process's standard input. The
answer is a line of JSON for each row, with the bytes of its page behind it; the last line has the end, or what the problem is. Rows are
read some at a time, never more than an honest file of its size has. Where the answer breaks off, the process was ended by a limit or by
the library.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, BinaryIO, Final

from sitelode.errors import ArchiveError, MissingExtraError, PageTooLargeError
from sitelode.model import Dropped, Fetched
from sitelode.processes import end, limit_memory, limit_time, start
from sitelode.sources.compression import ALWAYS_ALLOWED, MOST_EXPANSION
from sitelode.sources.jsonl import PAGE_KEYS
from sitelode.sources.source import PagesFile, dropped_page, page_or_feed
from sitelode.urls import made_up_address, normalise

READER = "sitelode.sources.parquet_file"
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


# What that process does

LARGEST_FOOTER: Final = 32_000_000  # bytes; what is said of all columns and row groups: some hundred for each
ROWS_AT_ONCE: Final = 64  # and fewer, where they are
BYTES_AT_ONCE: Final = 50_000_000  # together, by what the file says. All three set by hand
LONGEST_TEXT: Final = 10_000  # bytes of an address, a type, a date
TEXTS: Final = ("url", "content_type", "fetched_at")
_END: Final = 8  # the length of the footer, and four letters


@dataclass(frozen=True, slots=True)
class Row:
    page: Any  # a buffer of Arrow, not copied yet; None where the cell is empty
    is_text: bool  # of the page: characters in UTF-8, not bytes as a server sent them
    texts: dict[str, str | None]  # the other columns


def rows_of(file: BinaryIO) -> Iterator[Row]:
    """Every row; ValueError, OSError or an error of Arrow for a file that is damaged or made to harm."""
    size = _checked_size(file)
    given, unpacked = 0, 0
    for row in _unbounded_rows(file, size):
        given, unpacked = given + 1, unpacked + (row.page.size if row.page else 0)
        if given > size or unpacked > max(ALWAYS_ALLOWED, MOST_EXPANSION * size):
            raise ValueError(f"its {size:,} bytes unpack to {given:,} rows or more, with {unpacked:,} bytes, as only a bomb does")
        yield row


def _checked_size(file: BinaryIO) -> int:
    """Bytes of the file. Its footer is read as a whole, and takes much more memory then."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _END))
    footer = int.from_bytes(file.read(4), "little")
    file.seek(0)
    if footer > LARGEST_FOOTER:
        raise ValueError(f"its column metadata takes {footer:,} bytes, which is too much")
    return size


def _unbounded_rows(file: BinaryIO, size: int) -> Iterator[Row]:
    import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415 (an extra)

    table = pq.ParquetFile(file, buffer_size=1 << 16, pre_buffer=False)
    about = table.metadata
    if about.num_rows > size:
        raise ValueError(f"its {size:,} bytes would be {about.num_rows:,} rows, as only a bomb has")
    names = _text_columns(about.schema, about.num_columns)
    page = next((name for name in PAGE_KEYS if name in names), None)
    if page is None or "url" not in names:
        raise ValueError(f"it needs the columns url and {' or '.join(PAGE_KEYS)}, with texts or bytes")
    chosen = [name for name in (*TEXTS, page) if name in names]
    for place in range(about.num_row_groups):
        group = about.row_group(place)
        at_once = max(1, min(ROWS_AT_ONCE, BYTES_AT_ONCE * group.num_rows // max(group.total_byte_size, 1)))
        for batch in table.iter_batches(at_once, row_groups=[place], columns=chosen, use_threads=False):
            yield from _rows_of_batch(dict(zip(batch.schema.names, batch.columns, strict=True)), page)


def _text_columns(schema: Any, count: int) -> frozenset[str]:  # noqa: ANN401 (Arrow has no types)
    """Columns that hold a text or bytes in each row; not those inside of lists or records."""
    columns = [schema.column(place) for place in range(count)]
    return frozenset(
        column.name
        for column in columns
        if column.physical_type == "BYTE_ARRAY" and column.max_repetition_level == 0 and column.path == column.name
    )


def _rows_of_batch(columns: dict[str, Any], page: str) -> Iterator[Row]:
    columns = {name: column.dictionary_decode() if hasattr(column, "dictionary_decode") else column for name, column in columns.items()}
    is_text = "string" in str(columns[page].type)
    for place, cell in enumerate(columns[page]):
        yield Row(_buffer(cell), is_text, {name: _text(columns[name][place]) if name in columns else None for name in TEXTS})


def _buffer(cell: Any) -> Any:  # noqa: ANN401
    return cell.as_buffer() if hasattr(cell, "as_buffer") else None


def _text(cell: Any) -> str | None:  # noqa: ANN401
    buffer = _buffer(cell)
    return None if buffer is None or buffer.size > LONGEST_TEXT else str(buffer.to_pybytes(), "utf-8", "replace")


MEMORY = 1_500_000_000  # bytes; set by hand: writers put a thousand pages of 100 KB together, which are there packed, unpacked and in rows
SECONDS = 30.0  # of CPU from one row to the next; set by hand: a hundred times what the slowest batch took
# What the library raises for damage. Its own errors are all kinds of these.
PROBLEMS = (OSError, ValueError, MemoryError, NotImplementedError, KeyError, TypeError, IndexError)


def main(most_page_bytes: int) -> None:
    answer = sys.stdout.buffer
    limit_memory(MEMORY)
    for about, page in _answers(most_page_bytes):
        limit_time(0)  # who reads may take any time
        answer.write(json.dumps(about).encode() + b"\n" + page)
        limit_time(SECONDS)
    answer.flush()


def _answers(most_page_bytes: int) -> Iterator[tuple[dict[str, Any], bytes]]:
    try:
        for row in rows_of(sys.stdin.buffer):
            size = None if row.page is None else row.page.size
            is_sent = size is not None and size <= most_page_bytes
            yield {"size": size, "is_text": row.is_text, **row.texts}, row.page.to_pybytes() if is_sent else b""
    except MemoryError:
        yield {"end": f"some of its rows take more than {MEMORY / 1e9} GB"}, b""
    except PROBLEMS as problem:
        yield {"end": " ".join(str(problem).split())[:200] or "it is damaged"}, b""
    else:
        yield {"end": ""}, b""


if __name__ == "__main__":
    main(int(sys.argv[1]))
