"""Convert the bytes of a page to UTF-8: by byte order mark, HTTP header or meta element, else by detection.

Two checks go beyond what browsers do, because saved pages lose their headers and servers declare defaults. Valid UTF-8 with multi-byte
characters is read as UTF-8 whatever was declared (only very short texts in another encoding are valid UTF-8 by chance). And if a
declared encoding leaves many characters undecodable, detection replaces it. The limits are set by hand.
"""

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cchardet

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_UNDECODABLE = 0.05  # share of the non-ASCII characters; above it, the declared encoding is not believed
FEW_UNDECODABLE = 2  # this few never count against an encoding
FEW_CHARACTERS = 4  # non-ASCII: this few may be valid UTF-8 by chance
SEARCHED_FOR_META = 16_384  # bytes; the standard asks for 1,024, but not all pages obey
DETECTION_SAMPLE = 200_000  # bytes; detection is slow, and more bytes rarely change the answer
MOSTLY = 0.9  # share of the non-ASCII characters that belong to one script
FALLBACK = "cp1252"  # what browsers assume in most of the world

_FIRST_SYLLABLE, _LAST_SYLLABLE = "\uac00", "\ud7a3"
_UNDECODABLE = "\N{REPLACEMENT CHARACTER}"
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe\0\0", "utf-32-le"), (b"\0\0\xfe\xff", "utf-32-be"), (b"\xff\xfe", "utf-16-le"),
          (b"\xfe\xff", "utf-16-be"))  # fmt: skip
_MARK_BYTES = tuple(mark for mark, _ in _MARKS)
_FURTHER_BYTES = 3  # of a character, at most
_NO_LEAD_BYTES = bytes(range(0xC0))
_HEADER_CHARSET = re.compile(r"charset\s*+=\s*+(?:[\"']\s*+)?([^\s\"';,]+)", re.IGNORECASE)
_NOT_LOOKED_AT = re.compile(rb"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1|\Z)", re.DOTALL | re.IGNORECASE)
_XML_ENCODING = re.compile(rb"<\?xml\s[^>]*?\bencoding\s*=\s*[\"']([^\"'>]+)", re.IGNORECASE)
_META = re.compile(rb"<meta[\s/]([^>]*)", re.IGNORECASE)
_META_CHARSET = re.compile(rb"(?:^|[\s\"'/])charset\s*+=\s*+(?:[\"']\s*+)?([^\s\"'/>;]+)", re.IGNORECASE)
_META_CONTENT = re.compile(rb"(?:^|[\s\"'/])content\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+)", re.IGNORECASE)
# What has no end reaches to the end of the sample: it is not looked for from every other "<" again.
_TAGS = re.compile(rb"<(script|style)\b.*?(?:</\1[^>]*+(?:>|\Z)|\Z)|<[^>]*+(?:>|\Z)", re.DOTALL | re.IGNORECASE)
_JAPANESE_ESCAPE, _KOREAN_ESCAPE = re.compile(rb"\x1b(?:\$[@B]|\(I|\$\([DOPQ])"), b"\x1b$)C"

# Browsers read each older encoding as its newer superset, which has the characters that pages really use.
_SUCCESSORS: Final = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874", "gb2312": "gb18030",
    "gbk": "gb18030", "big5": "big5hkscs", "cp950": "big5hkscs", "shift_jis": "cp932", "euc_kr": "cp949", "johab": "cp949",
    "iso2022_jp": "iso2022_jp_ext", "utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le",
}  # fmt: skip
_KNOWN: Final = frozenset(
    """
    utf-8 utf-16-le utf-16-be utf-32-le utf-32-be cp866 koi8-r koi8-u mac-roman mac-cyrillic cp874 cp1250 cp1251 cp1252 cp1253 cp1254
    cp1255 cp1256 cp1257 cp1258 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-10 iso8859-13 iso8859-14
    iso8859-15 iso8859-16 gb18030 big5hkscs euc_jp cp932 cp949 iso2022_jp_ext iso2022_kr cp855 mac-latin2
    """.split()
)
_ONLY_ON_THE_WEB: Final = {
    label: codec
    for codec, labels in {
        "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
        "utf-16-le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff",
        "utf-16-be": "unicodefffe",
        "big5hkscs": "cn-big5 x-x-big5",
        "euc_jp": "cseucpkdfmtjapanese x-euc-jp x-euc",
        "cp949": "cseuckr csksc56011987 iso-ir-149 ks_c_5601-1989 ksc_5601 windows-949 x-windows-949",
        "gb18030": "csgb2312 gb_2312 gb_2312-80 x-gbk",
        "iso8859-6": "csiso88596e csiso88596i iso-8859-6-e iso-8859-6-i",
        "iso8859-7": "sun_eu_greek",
        "iso8859-8": "csiso88598e csiso88598i iso-8859-8-e iso-8859-8-i logical visual",
        "iso8859-15": "csisolatin9",
        "koi8-r": "koi koi8",
        "koi8-u": "koi8-ru",
        "mac-roman": "csmacintosh mac x-mac-roman",
        "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
        "cp874": "dos-874 windows-874",
        "cp932": "windows-31j x-sjis x-ms-cp932",
    }.items()
    for label in labels.split()
}

SEVERAL_BYTES: Final = frozenset(("gb18030", "big5hkscs", "euc_jp", "cp932", "cp949"))
"""Encodings with two or more bytes per character; a short text in one of them may be valid UTF-8 by chance."""


@dataclass(frozen=True, slots=True)
class Decoded:
    utf8: bytes  # valid UTF-8
    encoding: str  # Python's name of the original encoding


def decode(body: bytes, content_type: str | None = None) -> Decoded:
    """The body as valid UTF-8, and its original encoding."""
    if body.startswith(_MARK_BYTES):
        mark, marked = next(each for each in _MARKS if body.startswith(each[0]))
        return _decoded(body[len(mark) :], marked)
    is_ascii = body.isascii()
    unmarked = _sixteen_bits(body) or (_escapes(body) if is_ascii else None)
    if unmarked:
        return _decoded(body, unmarked)
    if is_ascii:
        return Decoded(body, "utf-8")
    try:
        text, read = codecs.utf_8_decode(body, "strict", False)  # a character cut off at the end is allowed
    except UnicodeDecodeError:
        return _best(body, _announced(body, content_type))
    utf8 = Decoded(body if read == len(body) else body[:read] + _UNDECODABLE.encode(), "utf-8")
    if read - len(text) > _FURTHER_BYTES * FEW_CHARACTERS or len(body.translate(None, _NO_LEAD_BYTES)) > FEW_CHARACTERS:
        return utf8
    announced = _announced(body, content_type)
    return _best(body, announced) if announced in SEVERAL_BYTES else utf8


def _sixteen_bits(body: bytes) -> str | None:
    """UTF-16 without a byte order mark: the first "<" has a NUL next to it."""
    start = body[:64]
    if start.lstrip(b"\0 \t\r\n").startswith(b"<\0") and start.count(0) > len(start) // 3:
        return "utf-16-be" if body.startswith(b"\0") else "utf-16-le"
    return None


def _escapes(body: bytes) -> str | None:
    """The encodings that use only ASCII bytes and switch alphabets by escape sequences."""
    if b"\x1b" not in body:
        return None
    if _JAPANESE_ESCAPE.search(body):
        return "iso2022_jp_ext"
    return "iso2022_kr" if _KOREAN_ESCAPE in body else None


def _announced(body: bytes, content_type: str | None) -> str | None:
    """The encoding that the header or a meta element declares, unless it cannot be true."""
    in_header = _HEADER_CHARSET.search(content_type or "")
    if in_header and (codec := _usable_codec(in_header[1])):
        return codec
    labels = _labels_in(body[:SEARCHED_FOR_META])
    return next(filter(None, (_usable_codec(label.decode("ascii", "replace")) for label in labels)), None)


def _usable_codec(label: str) -> str | None:
    codec = codec_of(label)
    return None if codec and codec.startswith(("utf-16", "utf-32")) else codec  # such a page has NULs and was handled before


def _labels_in(head: bytes) -> list[bytes]:
    """Labels from an XML declaration and from meta elements, in order."""
    xml = _XML_ENCODING.match(head.lstrip())
    labels = [xml[1]] if xml else []
    for meta in _META.finditer(_NOT_LOOKED_AT.sub(b"", head)):
        is_type = b"content-type" in meta[1].lower()
        charset = _META_CHARSET.search(meta[1] if is_type else _META_CONTENT.sub(b" ", meta[1]))
        if charset:
            labels.append(charset[1])
    return labels


def _best(body: bytes, announced: str | None) -> Decoded:
    """The declared encoding if it decodes most characters; else the detected one, unless that leaves more undecodable."""
    candidates: list[tuple[float, Decoded]] = []
    for encoding in _guesses(body, announced):
        found = _decoded(body, encoding)
        share = _share_undecodable(found.utf8)
        if share <= MOST_UNDECODABLE or found.utf8.count(_UNDECODABLE.encode()) <= FEW_UNDECODABLE:
            return found
        candidates.append((share, found))
    return min(candidates, key=lambda candidate: candidate[0])[1]


def _guesses(body: bytes, announced: str | None) -> "Iterator[str]":
    if announced:
        yield announced
    if _share_undecodable(_decoded(body, "utf-8").utf8) <= MOST_UNDECODABLE:
        yield "utf-8"  # damaged UTF-8, which the detector mistakes for something else
    text = _TAGS.sub(b" ", body[:DETECTION_SAMPLE])
    sample = text if not text.isascii() else body
    detected = codec_of(cchardet.detect(sample).get("encoding"))
    if detected == "koi8-r":
        yield "koi8-u"  # differs only in a few Ukrainian letters, where koi8-r has box-drawing characters
    elif detected in SEVERAL_BYTES and _is_korean(sample):
        yield "cp949"
    elif detected:
        yield detected
    yield "utf-8"
    yield FALLBACK


def _is_korean(sample: bytes) -> bool:
    """The detector takes short Korean texts for Chinese; a Chinese or Japanese text never decodes to Korean syllables throughout."""
    characters = [sign for sign in sample.decode("euc_kr", "replace") if not sign.isascii()]
    return sum(_FIRST_SYLLABLE <= sign <= _LAST_SYLLABLE for sign in characters) >= MOSTLY * len(characters)


def _share_undecodable(utf8: bytes) -> float:
    """Share of the non-ASCII characters that could not be decoded."""
    text = utf8.decode()
    return text.count(_UNDECODABLE) / max(len(text) - len(text.encode("ascii", "ignore")), 1)


def _decoded(body: bytes, encoding: str) -> Decoded:
    text = body.decode(encoding, "replace")
    if encoding == "euc_jp" and _UNDECODABLE in text:
        # EUC-JIS-2004 has the vendors' extensions of EUC-JP in the same places, but lacks other characters.
        text = min(text, body.decode("euc_jis_2004", "replace"), key=lambda decoded: decoded.count(_UNDECODABLE))
    return Decoded(text.encode("utf-8", "replace"), encoding)


def codec_of(label: str | None) -> str | None:
    """Python's name of the encoding with this label, as pages and servers write it, by the standard that browsers follow; or None.

    Only web encodings are accepted: a page must never be able to choose other Python codecs (such as rot13 or unicode_escape).
    """
    label = (label or "").strip(" \t\r\n\f\"'").lower()
    if label in _ONLY_ON_THE_WEB:
        return _ONLY_ON_THE_WEB[label]
    if label.startswith("x-cp"):
        label = label[2:]
    elif label.startswith("iso8859") and label[7:].isdecimal():
        label = f"iso8859-{label[7:]}"
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):  # ValueError: a label that contains a NUL
        return None
    name = _SUCCESSORS.get(name, name)
    return name if name in _KNOWN else None
