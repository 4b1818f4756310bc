"""Serialise the columns of a page to bytes and back, for the store, and check those that come from a file.

Results are shared between people, and compiled code follows every number in columns. A page that passes is a tree in document order whose
texts, strings and tags are all there; nothing that reads it can leave its arrays.
"""

from dataclasses import fields
from typing import Any, Final

import msgspec.json as _json
import numpy as np
from numpy.typing import NDArray

from sitelode import zstd
from sitelode.html.page import NO_STRING, Columns
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES, TEXT

_LEVEL: Final = 1  # zstd: higher levels save a tenth of the space for three times the work
MOST_BYTES: Final = 1 << 30  # unpacked; the columns of the largest page that is parsed have less. A bound
UNPACKING_FAILS: Final = (ValueError, KeyError, TypeError, IndexError, RecursionError, MemoryError, zstd.ZstdError)
_ROWS: Final = ("tag", "parent", "depth", "end", "text_start", "text_end", "class_", "id_", "role")
_ATTRIBUTES: Final = ("attribute_node", "attribute_name", "attribute_value")
_ARRAYS: Final = (*_ROWS, *_ATTRIBUTES, "string_start")
_TYPES: Final = {name: np.dtype(np.uint16 if name == "tag" else np.int32) for name in _ARRAYS}
_CONTINUES, _CONTINUATION = 0xC0, 0x80  # the two highest bits of a byte inside a UTF-8 character
_NAMES: Final = tuple(each.name for each in fields(Columns))


def pack(parts: dict[str, Any]) -> bytes:
    """Pack named arrays, bytes and lists of strings, compressed."""
    header, bodies = [], []
    for name, part in parts.items():
        kind = part.dtype.str if isinstance(part, np.ndarray) else type(part).__name__
        body = part.tobytes() if isinstance(part, np.ndarray) else part if isinstance(part, bytes) else _json.encode(part)
        header.append((name, kind, len(body)))
        bodies.append(body)
    head = _json.encode(header)
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
    for name, kind, length in _json.decode(data[4:position]):
        if not isinstance(length, int) or not 0 <= length <= len(data) - position:
            raise ValueError("a part is missing")
        body = data[position : position + length]
        position += length
        parts[name] = body if kind == "bytes" else _json.decode(body) if kind == "list" else np.frombuffer(body, dtype=kind)
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


def checked_columns(parts: dict[str, Any]) -> Columns:
    """The columns of these parts, by name.

    Raises:
        ValueError, TypeError: when they are not those of a page.

    """
    if set(parts) != set(_NAMES):
        raise ValueError("columns are missing, or there are too many")
    for name in _ARRAYS:
        if not isinstance(parts[name], np.ndarray) or parts[name].dtype != _TYPES[name] or parts[name].ndim != 1:
            raise ValueError(f"the column {name} is of another type")
    tags = parts["unknown_tags"]
    if not isinstance(parts["text"], bytes) or not isinstance(parts["strings"], bytes):
        raise TypeError("texts are of another type")
    if not isinstance(tags, tuple) or not all(isinstance(each, str) for each in tags):
        raise TypeError("names of tags are of another type")
    columns = Columns(**parts)
    _check_tree(columns)
    _check_texts(columns)
    _check_strings(columns)
    return columns


def _check_tree(columns: Columns) -> None:
    tag, depth, end, parent = columns.tag, columns.depth, columns.end, columns.parent[1:]
    rows = len(tag)
    _need(rows > 0 and all(len(getattr(columns, name)) == rows for name in _ROWS), "columns differ in length")
    number = np.arange(rows, dtype=np.int32)
    _need(columns.parent[0] == -1 and _within(parent, rows) and not (parent >= number[1:]).any(), "an element stands before its parent")
    _need(end[0] == rows and not (end <= number).any() and not (end[1:] > end[parent]).any(), "an element ends outside of its parent")
    _need(depth[0] == 0 and not (depth[1:] != depth[parent] + 1).any(), "depths are wrong")
    # As many elements are open at a row as it is deep: no two elements overlap without one being in the other.
    closed = np.cumsum(np.bincount(end, minlength=rows + 1)[:rows])
    _need(not (depth + closed != number).any(), "elements overlap")
    unknown = tag[tag >= len(TAG_NAMES)]
    _need(_within(unknown, FIRST_UNKNOWN_TAG + len(columns.unknown_tags), FIRST_UNKNOWN_TAG), "a tag has no name")
    texts = np.flatnonzero(tag == TEXT)
    _need(not (end[texts] != texts + 1).any(), "a text has children")


def _check_texts(columns: Columns) -> None:
    start, end, parent = columns.text_start, columns.text_end, columns.parent[1:]
    _need(start[0] >= 0 and end[0] <= len(columns.text) and not (start > end).any(), "a text is not there")
    _need(not (start[1:] < start[:-1]).any(), "texts are not in order")  # so none begins before its element
    _need(not (end[1:] > end[parent]).any(), "a text is outside of its element")
    _check_characters(columns.text, start, end)


def _check_strings(columns: Columns) -> None:
    starts, tags = columns.string_start, columns.tag
    _need(len(starts) > 0 and starts[0] == 0 and starts[-1] == len(columns.strings), "strings are not there")
    _need(not (starts[1:] < starts[:-1]).any(), "strings are not in order")
    _check_characters(columns.strings, starts)
    strings = len(starts) - 1
    for named in (columns.class_, columns.id_, columns.role):
        _need(_within(named, strings, NO_STRING), "a name is not there")
    node, name, value = columns.attribute_node, columns.attribute_name, columns.attribute_value
    _need(len(node) == len(name) == len(value), "columns differ in length")
    _need(_within(node, len(tags)) and _within(name, strings) and _within(value, strings), "an attribute is not there")
    _need(not (node[1:] < node[:-1]).any() and not (tags[node] == TEXT).any(), "attributes are not in order")


def _within(numbers: NDArray[np.integer], most: int, least: int = 0) -> bool:
    return not len(numbers) or bool(numbers.min() >= least and numbers.max() < most)


def _check_characters(text: bytes, *places: NDArray[np.int32]) -> None:
    """UTF-8, cut between characters only."""
    if text.isascii():
        return
    text.decode("utf-8")
    signs = np.frombuffer(text, dtype=np.uint8)
    for place in places:
        _need(not ((signs[place[place < len(text)]] & _CONTINUES) == _CONTINUATION).any(), "a character is cut")


def _need(holds: object, problem: str) -> None:
    if not holds:
        raise ValueError(problem)
