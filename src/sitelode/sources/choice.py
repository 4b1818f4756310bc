"""Choose the source class for the user's input: a folder, a file, '-' or a URL; what a pipe holds is told by its first bytes."""

import io
import shutil
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from sitelode.errors import ArchiveError, NoPagesError, SourceError, SourceNotFoundError
from sitelode.html.sniffing import SNIFFED_BYTES, looks_like_json_line
from sitelode.model import Dropped, Fetched
from sitelode.sources.compression import DAMAGED_STREAM_ERRORS, decompressing, peeked
from sitelode.sources.files import HTML_EXTENSIONS, is_remote, open_file, remote_opener
from sitelode.sources.folder import FolderSource
from sitelode.sources.framesets import HtmlFileSource, JoinedFramesets, single_page
from sitelode.sources.jsonl import JsonLinesSource
from sitelode.sources.parquet_file import ParquetSource
from sitelode.sources.source import PagesFile, Source, SourceLimits
from sitelode.sources.warc import WACZ_NAMES, WARC_NAMES, WaczSource, WarcSource

if TYPE_CHECKING:
    from sitelode.sources.crawl.settings import CrawlSettings
    from sitelode.sources.crawl.source import CrawlProgress

STANDARD_INPUT = "-"
CRAWL_FOLDER = "crawl"  # below the folder of a result: the pages of a site that was crawled for it
STANDARD_INPUT_NAME = "standard input"
JSON_LINES_NAMES = tuple(f".{kind}{packing}" for kind in ("jsonl", "ndjson") for packing in ("", ".gz", ".xz", ".bz2", ".zst"))
HTML_NAMES = tuple(f".{extension}{packing}" for extension in sorted(HTML_EXTENSIONS) for packing in ("", ".gz"))
ARC_NAMES = (".arc", ".arc.gz")
_READERS: dict[tuple[str, ...], type[PagesFile]] = {
    JSON_LINES_NAMES: JsonLinesSource,
    WARC_NAMES: WarcSource,
    WACZ_NAMES: WaczSource,
    (".parquet",): ParquetSource,
}

_URL_STARTS = ("http://", "https://")


def is_url(given: str | Path) -> bool:
    """Whether this is a URL to crawl."""
    return str(given).lower().startswith(_URL_STARTS)


def open_source(
    given: str | Path,
    *,
    limits: SourceLimits | None = None,
    folder: Path | None = None,
    crawl: "CrawlSettings | None" = None,
    on_crawl: "Callable[[CrawlProgress], None] | None" = None,
) -> Source:
    """Recognise the input. Nothing is read or fetched before its items are requested.

    Args:
        given: a folder, a file, '-' for standard input, or the URL of a site to crawl.
        limits: on the size of a page.
        folder: a crawl stores its pages in a subfolder of it; without one, in a temporary place.
        crawl: settings of a crawl; without them, the usual ones with the limit on the size of a page.
        on_crawl: called while a site is crawled; an error it raises stops the crawl.

    Raises:
        SourceError: if there is no such file or folder, or it cannot be read.

    """
    limits = limits or SourceLimits()
    if str(given) == STANDARD_INPUT:
        # Closing this does not close standard input.
        return StreamSource(lambda: peeked(sys.stdin.buffer, 0)[1], STANDARD_INPUT_NAME, limits)
    if is_remote(str(given)):
        return _archive(str(given), remote_opener(str(given)), limits) or StreamSource(remote_opener(str(given)), str(given), limits)
    if is_url(given):
        return _crawl(str(given), limits, folder, crawl, on_crawl or (lambda _: None))
    try:
        source = _on_disk(Path(given), limits)
    except (OSError, ValueError) as error:  # a name that is too long or has NULs, a folder without permission
        problem = getattr(error, "strerror", None) or error
        raise SourceError(f"cannot look at {str(given)[:200]!r}: {problem}; check its name and permissions") from error
    if source is None:
        raise SourceNotFoundError(str(given)[:1000])
    return source


def with_framesets(source: Source, *, held_back: bool = False) -> JoinedFramesets:
    """The pages of a source, every frameset as one page with what is in its frames; nothing is fetched again for that."""
    is_pipe = source.name == STANDARD_INPUT_NAME
    return JoinedFramesets(source, None if is_pipe else getattr(source, "stored_items", source.items), held_back=held_back)


def _on_disk(path: Path, limits: SourceLimits) -> Source | None:
    if path.is_dir() and is_crawl(path):
        from sitelode.sources.crawl.source import CrawlFolderSource  # noqa: PLC0415 - only a crawl needs it

        return CrawlFolderSource(path)
    if path.is_dir():
        return FolderSource(path, limits)
    if path.is_file():
        if path.name.lower().endswith(HTML_NAMES):
            return HtmlFileSource(path, limits)
        open_bytes = partial(open_file, path)
        return _archive(str(path), open_bytes, limits) or StreamSource(open_bytes, str(path), limits, path)
    if path.exists():
        raise SourceError(f"{path} is neither a file nor a folder; to read from a pipe, give '-' and send it to standard input")
    return None


def is_archive_name(name: str) -> bool:
    """Whether a file of this name holds many pages."""
    return name.lower().endswith((*ARC_NAMES, *(ending for endings in _READERS for ending in endings)))


def _archive(name: str, open_bytes: "Callable[[], BinaryIO]", limits: SourceLimits) -> Source | None:
    """A file of many pages, by the end of its name."""
    for endings, reader in _READERS.items():
        if name.lower().endswith(endings):
            return reader(open_bytes, name, limits)
    if name.lower().endswith(ARC_NAMES):
        raise ArchiveError(Path(name), "ARC, the format before WARC, is not supported (warcio recompress turns it into WARC)")
    return None


def _crawl(
    url: str, limits: SourceLimits, folder: Path | None, settings: "CrawlSettings | None", on_crawl: "Callable[[CrawlProgress], None]"
) -> Source:
    from sitelode.sources.crawl.settings import CrawlSettings  # noqa: PLC0415 - only a crawl needs these
    from sitelode.sources.crawl.source import CrawlSource, require_crawl_extra  # noqa: PLC0415 (only a crawl needs it)

    require_crawl_extra()  # before anybody opens a store for the pages
    stored = Path(tempfile.mkdtemp(prefix="sitelode-crawl-")) if folder is None else folder / CRAWL_FOLDER
    source = CrawlSource(url, stored, settings or CrawlSettings(max_page_bytes=limits.max_page_bytes), on_progress=on_crawl)
    if folder is None:
        weakref.finalize(source, shutil.rmtree, stored, ignore_errors=True)
    return source


def is_crawl(folder: Path) -> bool:
    """Whether a folder holds the pages of a crawl."""
    return (folder / "crawl.json").is_file() and (folder / "pages.warc.gz").is_file()


_ZIP_START = b"PK\x03\x04"
_PIECE = 1 << 20


class StreamSource(PagesFile):
    """A pipe can be read only once; a stream that is not seekable is never rewound."""

    def __init__(self, open_bytes: Callable[[], BinaryIO], name: str, limits: SourceLimits, path: Path | None = None) -> None:
        """Read what `open_bytes` gives; `path` is the file it comes from, if it is one."""
        super().__init__(open_bytes, name, limits)
        self._path = path

    def items(self) -> Iterator[Fetched | Dropped]:
        with self.open_bytes() as stream:
            start, whole = peeked(stream, SNIFFED_BYTES)
            if not start:
                raise NoPagesError(self.name, 0)
            archive = self._archive(start, whole, may_reopen=stream.seekable())
            if archive is None:
                yield from self._only_page(whole)
            else:
                self.feeds, self.redirects = archive.feeds, archive.redirects
                yield from archive.items()

    def _archive(self, start: bytes, whole: BinaryIO, *, may_reopen: bool) -> PagesFile | None:
        if start.startswith(_ZIP_START):
            if not may_reopen:
                raise ArchiveError(Path(self.name), "a zip cannot be read from a pipe: give the file's name")
            return WaczSource(self.open_bytes, self.name, self.limits)
        try:
            unpacked = decompressing(io.BytesIO(start)).read(64)
        except DAMAGED_STREAM_ERRORS:
            unpacked = b""
        if unpacked.startswith(b"WARC/"):
            return WarcSource(self.open_bytes if may_reopen else lambda: whole, self.name, self.limits)
        return JsonLinesSource(lambda: whole, self.name, self.limits) if looks_like_json_line(unpacked) else None

    def _only_page(self, whole: BinaryIO) -> Iterator[Fetched | Dropped]:
        body = bytearray()
        try:
            stream = decompressing(whole)
            while len(body) <= self.limits.max_page_bytes and (piece := stream.read(_PIECE)):
                body += piece
        except DAMAGED_STREAM_ERRORS as error:
            if not body:
                raise ArchiveError(Path(self.name), str(error)) from error
        yield single_page(bytes(body), self.name, self.limits, path=self._path)
