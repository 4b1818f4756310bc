"""Serialise the columns of a page to bytes and back, for the store."""

import json
from dataclasses import fields
from typing import Any, Final

import numpy as np

from sitelode import zstd
from sitelode.html.column_check import checked_columns
from sitelode.html.page import Columns

_LEVEL: Final = 1  # zstd: higher levels save a tenth of the space for three times the work
MOST_BYTES: Final = 1 << 30  # unpacked; the columns of the largest page that is parsed have less. A bound
UNPACKING_FAILS: Final = (ValueError, KeyError, TypeError, IndexError, RecursionError, MemoryError, zstd.ZstdError)
_NAMES: Final = tuple(each.name for each in fields(Columns))


def pack(parts: dict[str, Any]) -> bytes:
    """Pack named arrays, bytes and lists of strings, compressed."""
    header, bodies = [], []
    for name, part in parts.items():
        kind = part.dtype.str if isinstance(part, np.ndarray) else type(part).__name__
        body = part.tobytes() if isinstance(part, np.ndarray) else part if isinstance(part, bytes) else json.dumps(part).encode()
        header.append((name, kind, len(body)))
        bodies.append(body)
    head = json.dumps(header).encode()
    return zstd.compress(b"".join((len(head).to_bytes(4, "little"), head, *bodies)), _LEVEL)


def unpack(blob: bytes) -> dict[str, Any]:
    """What `pack` packed; raises one of UNPACKING_FAILS for anything else."""
    size = zstd.get_frame_info(blob).decompressed_size if isinstance(blob, bytes) else None
    if size is None or size > MOST_BYTES:
        raise ValueError("it is of another form, or too large")
    frame = zstd.ZstdDecompressor()
    data = frame.decompress(blob, size + 1)  # the frame may lie, and others may follow it
    if len(data) != size or frame.unused_data:
        raise ValueError("it is not what it says it is")
    position = 4 + int.from_bytes(data[:4], "little")
    parts: dict[str, Any] = {}
    for name, kind, length in json.loads(data[4:position]):
        if not isinstance(length, int) or not 0 <= length <= len(data) - position:
            raise ValueError("a part is missing")
        body = data[position : position + length]
        position += length
        parts[name] = body if kind == "bytes" else json.loads(body) if kind == "list" else np.frombuffer(body, dtype=kind)
    return parts


def pack_columns(columns: Columns) -> bytes:
    parts = {name: getattr(columns, name) for name in _NAMES}
    return pack(parts | {"unknown_tags": list(columns.unknown_tags)})


def unpack_columns(blob: bytes) -> Columns:
    """The columns of a page, checked: the one door by which stored pages come in. Raises one of UNPACKING_FAILS."""
    return checked_columns(_parts(blob))


def own_columns(blob: bytes) -> Columns:
    """The same without checks, for what this process packed itself and nobody else can reach."""
    return Columns(**_parts(blob))


def _parts(blob: bytes) -> dict[str, Any]:
    parts = unpack(blob)
    return parts | {"unknown_tags": tuple(parts["unknown_tags"])}
