"""Any text files as documents: pages, logs, novels, BibTeX, JSON lines."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sitelode.errors import SettingError
from sitelode.shared_file import kind_of_special_file

# Untrusted text must not control the terminal.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    text: str


def read_documents(path: Path, *, each_line: bool = False) -> Iterator[Document]:
    """A file as one document, or every line of it; '-' is standard input.

    Raises:
        SettingError: when it cannot be read, or is no file.

    """
    from sitelode.html.encoding import decode  # noqa: PLC0415 (loaded when there is work)

    if special := kind_of_special_file(path):
        raise SettingError(f"cannot read {path}: it is {special}; give a file, or '-' for standard input")
    try:
        body = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise SettingError(f"cannot read {path}: {error.strerror}; check its permissions") from error
    text = decode(body).utf8.decode("utf-8")
    if not each_line:
        yield Document(str(path), text)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield Document(f"{path}:{number}", line)


def printable(text: str) -> str:
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)
