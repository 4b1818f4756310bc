"""The process that reads a Parquet file: the library for it trusts what a file says of its sizes, and ends its process for some damage.

The file is standard input. The answer is a line of JSON for each row, with the bytes of its page behind it; the last line has the end, or
what the problem is. Where the answer breaks off, the process was ended by a limit or by the library.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

from sitelode.limited_process import limit_memory, limit_time
from sitelode.sources.parquet.rows import rows_of

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
