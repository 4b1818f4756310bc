"""Bytes to UTF-8: byte order mark, HTTP header, meta element, then detection.

The labels and the mark are read by w3lib, which follows browsers. Two checks go beyond them, because saved pages lose their headers and
servers announce defaults: bytes that are valid UTF-8 with multi-byte characters are UTF-8 whatever was announced (by chance this does not
happen in another encoding), and an announced encoding that leaves many characters undecodable gives way to detection.
"""

import codecs
from dataclasses import dataclass

import cchardet
from w3lib.encoding import html_body_declared_encoding, http_content_type_encoding, read_bom, resolve_encoding

MOST_UNDECODABLE = 0.01  # share of characters; above it, what was announced is not believed
DETECTION_SAMPLE = 200_000  # bytes; detection is slow and settles early
FALLBACK = "cp1252"  # what browsers assume in most of the world
MOSTLY_HANGUL = 0.8  # share of the characters beyond ASCII; Chinese read as Korean has less
_CHINESE = ("BIG5", "GB18030", "GB2312", "EUC-TW", "HZ-GB-2312")
_ESCAPES_TO_JAPANESE = (b"\x1b$B", b"\x1b$@")
_UNDECODABLE = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Decoded:
    utf8: bytes  # valid UTF-8
    encoding: str  # Python's name of the encoding the bytes were in


def decode(body: bytes, content_type: str | None = None) -> Decoded:
    """The body as valid UTF-8, and the encoding it was in."""
    mark, marked = read_bom(body)
    if mark is not None and marked is not None:
        return _decoded(body[len(marked) :], codecs.lookup(mark).name)
    announced = http_content_type_encoding(content_type) or html_body_declared_encoding(body)
    if announced in ("utf-16", "utf-16-le", "utf-16-be", "utf-32") and b"\0" not in body[:64]:
        announced = None  # a meta element that can be read as ASCII is not in UTF-16
    if announced is None and any(escape in body for escape in _ESCAPES_TO_JAPANESE):
        return _decoded(body, "iso2022_jp")  # which is ASCII to any other reader
    if _is_utf8(body) and (announced is None or not body.isascii() or announced == "utf-8"):
        return Decoded(body, "utf-8")
    return _by_announcement(body, announced) or _by_detection(body, announced)


def _is_utf8(body: bytes) -> bool:
    if body.isascii():
        return True
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _by_announcement(body: bytes, announced: str | None) -> Decoded | None:
    if announced is None:
        return None
    found = _decoded(body, announced)
    undecodable = found.utf8.count(_UNDECODABLE.encode())
    return found if undecodable <= max(2, MOST_UNDECODABLE * len(found.utf8) / 3) else None


def _by_detection(body: bytes, announced: str | None) -> Decoded:
    sample = body[:DETECTION_SAMPLE]
    guess = cchardet.detect(sample).get("encoding")
    if guess in _CHINESE and _is_korean(sample):
        guess = "EUC-KR"
    detected = resolve_encoding(guess) if guess else None
    return _decoded(body, detected or announced or FALLBACK)


def _is_korean(sample: bytes) -> bool:
    """Whether the sample is Korean, which the detector takes for Chinese."""
    beyond = [character for character in sample.decode("cp949", "replace") if character > "\x7f"]
    hangul = sum("\uac00" <= character <= "\ud7a3" for character in beyond)
    return hangul > MOSTLY_HANGUL * len(beyond)


def _decoded(body: bytes, encoding: str) -> Decoded:
    return Decoded(body.decode(encoding, "replace").encode("utf-8", "replace"), encoding)
