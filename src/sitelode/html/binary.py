"""What bytes are, when they are not text: known beginnings of files, and too many control characters."""

_SIGNATURES = (
    (b"%PDF-", "PDF"),
    (b"%!PS", "PostScript"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"RIFF", "RIFF"),
    (b"OggS", "Ogg"),
    (b"ID3", "MP3"),
    (b"wOFF", "a font"),
    (b"\x7fELF", "a program"),
    (b"PK\x03\x04", "zip"),
    (b"\x1f\x8b", "gzip"),
    (b"\xfd7zXZ", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstandard"),
    (b"{\\rtf", "RTF"),
    (b"WARC/", "WARC"),
)
WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<")  # UTF-16, with a byte order mark or without
# Escape (0x1b) is left out: ISO-2022-JP is full of it.
_CONTROL_BYTES = bytes(byte for byte in range(0x20) if byte not in b"\t\n\x0b\x0c\r\x1b")
_BYTES_WEIGHED = 1_024
_MOST_CONTROL_BYTES = 0.02  # share of the weighed bytes; text has next to none,
_FEW_CONTROL_BYTES = 8  # and broken software leaves a few


def kind_of_binary(head: bytes) -> str | None:
    """The kind of a file by its first bytes; None where they may be text."""
    for signature, kind in _SIGNATURES:
        if head.startswith(signature):
            return kind
    if head.startswith(WIDE_MARKS):
        return None
    start = head[:_BYTES_WEIGHED]
    controls = len(start) - len(start.translate(None, _CONTROL_BYTES))
    return "binary" if controls > _MOST_CONTROL_BYTES * len(start) + _FEW_CONTROL_BYTES else None
