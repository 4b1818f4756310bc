"""Saved pages as files: which names may be pages, and how to read them safely.

Files behind addresses that fsspec knows (s3://, gs://, memory://) are opened here, too.
Opening never blocks and never reads a device: anything but a regular file is refused.
"""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, cast

from sitelode.errors import MissingExtraError, PageTooLargeError, SourceError, SourceNotFoundError
from sitelode.sources.compression import beginning_of_gzip, decoded, read_up_to
from sitelode.sources.saved_addresses import HEAD_BYTES, without_query
from sitelode.sources.source import SourceLimits

HTML_EXTENSIONS = frozenset({"html", "htm", "xhtml", "xht", "shtml"})
# Files not worth opening. Any other name (none, .php, .aspx, .1) may be a page; the bytes decide.
# fmt: off
OTHER_EXTENSIONS = frozenset({
    "css", "js", "mjs", "map", "json", "jsonl", "txt", "md", "csv", "tsv", "log", "yaml", "yml", "toml", "ini", "sql",
    "png", "jpg", "jpeg", "jpe", "gif", "webp", "avif", "svg", "svgz", "ico", "bmp", "tif", "tiff", "heic", "psd", "eps",
    "mp3", "mp4", "m4a", "m4v", "ogg", "oga", "ogv", "opus", "wav", "flac", "aac", "webm", "avi", "mov", "mkv", "wmv", "flv", "swf",
    "woff", "woff2", "ttf", "otf", "eot", "pdf", "ps", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf", "epub",
    "zip", "tar", "tgz", "bz2", "xz", "zst", "7z", "rar", "jar", "exe", "dll", "so", "msi", "dmg", "iso", "apk", "deb", "rpm", "bin",
    "db", "sqlite", "pyc", "class", "o", "wasm", "mht", "mhtml",
})
# fmt: on

_WITHOUT_WAITING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def presumed_type(path: str) -> str | None:
    """The type that a file's name implies; None where the bytes decide."""
    name = path.rpartition("/")[2]
    name = name[:-3] if _is_packed(name) else name
    return None if HTML_EXTENSIONS.isdisjoint((_extension(name), _extension(without_query(name)))) else "text/html"


def may_be_page(name: str) -> bool:
    """Whether pages have such names."""
    bare = without_query(name[:-3] if _is_packed(name) else name)
    return presumed_type(name) is not None or _extension(bare) not in OTHER_EXTENSIONS


def read_head(path: str) -> bytes:
    head = _read(path, HEAD_BYTES)
    return beginning_of_gzip(head, HEAD_BYTES) if _is_packed(path) else head


def read_page(path: str, limits: SourceLimits) -> bytes:
    """The bytes of a page; raises OSError if the file cannot be read, PageError if it holds no usable page."""
    body = _read(path, limits.max_page_bytes + 1)
    if len(body) > limits.max_page_bytes:
        raise PageTooLargeError(max(os.stat(path).st_size, len(body)), limits.max_page_bytes)  # noqa: PTH116 - names may not be text
    return decoded(body, ["gzip"], limits.max_page_bytes) if _is_packed(path) else body


def open_file(path: Path) -> BinaryIO:
    """Open for reading, with error messages for users."""
    try:
        return path.open("rb")
    except FileNotFoundError as error:
        raise SourceNotFoundError(str(path)) from error
    except OSError as error:
        raise SourceError(f"cannot open {path}: {error.strerror}; check its permissions") from error


def printable_path(path: str) -> str:
    """File names on disk may be invalid text; messages must be valid."""
    return os.fsencode(path).decode("utf-8", "replace")


def _is_packed(name: str) -> bool:
    return name.lower().endswith(".gz")


def _extension(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""


def _read(path: str, size: int) -> bytes:
    descriptor = os.open(path, _WITHOUT_WAITING)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(0, "not a regular file", path)
        return read_up_to(file, size)


SCHEME = "://"


def remote_opener(address: str) -> Callable[[], BinaryIO]:
    """How a file behind an address is opened."""
    files, path = file_system(address)

    def opened() -> BinaryIO:
        try:
            return cast("BinaryIO", files.open(path, "rb"))
        except OSError as problem:
            raise SourceError(f"cannot open {address}: {problem}; check the address and your rights") from problem

    return opened


def is_remote(address: str) -> bool:
    """Whether an address is neither a path nor a page of the web."""
    scheme, found, _ = address.partition(SCHEME)
    return bool(found) and scheme.lower() not in ("http", "https", "file")


def file_system(address: str) -> tuple[Any, str]:
    """The file system behind an address, and the path in it."""
    try:
        import fsspec  # noqa: PLC0415 (an extra)
    except ImportError as problem:
        raise MissingExtraError(f"the address {address.partition(SCHEME)[0]}://", "cluster") from problem
    try:
        found: tuple[Any, str] = fsspec.core.url_to_fs(address)
    except (ValueError, ImportError, OSError) as problem:
        raise SourceError(f"no way to reach {address}: {getattr(problem, 'strerror', None) or problem}") from problem
    return found
