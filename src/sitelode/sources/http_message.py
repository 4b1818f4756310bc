"""Parse HTTP responses as archives store them: complete, truncated, or already unchunked despite their header."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

LONGEST_HEAD = 65_536  # bytes of status line and headers. Set by hand

_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_STATUS_LINE = re.compile(rb"HTTP/[0-9.]+\s+([0-9]{3})(?![0-9])")
_CHUNK_SIZE = re.compile(rb"[ \t]*([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]{0,1000})?\r?\n")


@dataclass(frozen=True, slots=True)
class ResponseHead:
    status: int
    headers: Mapping[str, str]  # names in lower case; values with the same name joined by ", "
    length: int  # bytes before the body

    @property
    def content_type(self) -> str | None:
        return self.headers.get("content-type")

    @property
    def content_encodings(self) -> list[str]:
        return self.headers.get("content-encoding", "").split(",")

    @property
    def chunked(self) -> bool:
        return "chunked" in self.headers.get("transfer-encoding", "").lower()


def response_head(message: bytes) -> ResponseHead | None:
    """Status and headers from the beginning of a message; None if it is not a response."""
    status = _STATUS_LINE.match(message)
    if status is None:
        return None
    end = _END_OF_HEAD.search(message, 0, LONGEST_HEAD)
    if end is None:
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
