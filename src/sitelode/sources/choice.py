"""Choose the source class for the user's input: a folder, a file, '-' or a URL."""

import shutil
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from sitelode.errors import ArchiveError, MissingExtraError, SourceError, SourceNotFoundError
from sitelode.model import Dropped, Fetched
from sitelode.sources.compression import peeked
from sitelode.sources.files import HTML_EXTENSIONS, open_file
from sitelode.sources.folder import WACZ_NAMES, WARC_NAMES, FolderSource
from sitelode.sources.frames.joined_source import JoinedFramesets
from sitelode.sources.frames.lone_file import HtmlFileSource
from sitelode.sources.jsonl import JsonLinesSource
from sitelode.sources.parquet.source import ParquetSource
from sitelode.sources.remote_files import is_remote, remote_opener
from sitelode.sources.source import Source, SourceLimits
from sitelode.sources.stream import StreamSource
from sitelode.sources.wacz import WaczSource
from sitelode.sources.warc import WarcSource

if TYPE_CHECKING:
    from sitelode.sources.crawl.settings import CrawlSettings
    from sitelode.sources.crawl.source import CrawlProgress

STANDARD_INPUT = "-"
CRAWL_FOLDER = "crawl"  # below the folder of a result: the pages of a site that was crawled for it
STANDARD_INPUT_NAME = "standard input"
JSON_LINES_NAMES = tuple(f".{kind}{packing}" for kind in ("jsonl", "ndjson") for packing in ("", ".gz", ".xz", ".bz2", ".zst"))
HTML_NAMES = tuple(f".{extension}{packing}" for extension in sorted(HTML_EXTENSIONS) for packing in ("", ".gz"))
ARC_NAMES = (".arc", ".arc.gz")

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
        return StreamSource(_standard_input, STANDARD_INPUT_NAME, limits)
    if is_remote(str(given)):
        return _archive(str(given), remote_opener(str(given)), limits) or StreamSource(remote_opener(str(given)), str(given), limits)
    if is_url(given):
        return _crawl(str(given), crawl or _crawl_settings(limits), folder, on_crawl or (lambda _: None))
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
    return JoinedFramesets(source, None if is_pipe else lambda: _read_again(source), held_back=held_back)


def _read_again(source: Source) -> Iterator[Fetched | Dropped]:
    """The items of a source that was read to its end, once more."""
    crawled = getattr(source, "folder", None)
    return _CrawlFolderSource(crawled).items() if isinstance(crawled, Path) and is_crawl(crawled) else source.items()


def _on_disk(path: Path, limits: SourceLimits) -> Source | None:
    if path.is_dir():
        return _CrawlFolderSource(path) if is_crawl(path) else FolderSource(path, limits)
    if path.is_file():
        return _file(path, limits)
    if path.exists():
        raise SourceError(f"{path} is neither a file nor a folder; to read from a pipe, give '-' and lead it to standard input")
    return None


def _file(path: Path, limits: SourceLimits) -> Source:
    name, open_bytes = path.name.lower(), partial(open_file, path)
    if name.endswith(HTML_NAMES):
        return HtmlFileSource(path, limits)
    return _archive(str(path), open_bytes, limits) or StreamSource(open_bytes, str(path), limits, path)


def is_archive_name(name: str) -> bool:
    """Whether a file of this name holds many pages."""
    return name.lower().endswith((*JSON_LINES_NAMES, *WARC_NAMES, *WACZ_NAMES, *ARC_NAMES, ".parquet"))


def _archive(name: str, open_bytes: "Callable[[], BinaryIO]", limits: SourceLimits) -> Source | None:
    """A file of many pages, by the end of its name."""
    ending = name.lower()
    if ending.endswith(JSON_LINES_NAMES):
        return JsonLinesSource(open_bytes, name, limits)
    if ending.endswith(WARC_NAMES):
        return WarcSource(open_bytes, name, limits)
    if ending.endswith(WACZ_NAMES):
        return WaczSource(open_bytes, name, limits)
    if ending.endswith(".parquet"):
        return ParquetSource(open_bytes, name, limits)
    if ending.endswith(ARC_NAMES):
        raise ArchiveError(Path(name), "ARC, the format before WARC, is not supported (warcio recompress turns it into WARC)")
    return None


def _standard_input() -> BinaryIO:
    return peeked(sys.stdin.buffer, 0)[1]  # closing this does not close standard input


def _crawl_settings(limits: SourceLimits) -> "CrawlSettings":
    from sitelode.sources.crawl.settings import CrawlSettings  # noqa: PLC0415 - only a crawl needs these

    return CrawlSettings(max_page_bytes=limits.max_page_bytes)


def _crawl(url: str, settings: "CrawlSettings", folder: Path | None, on_crawl: "Callable[[CrawlProgress], None]") -> Source:
    from sitelode.sources.crawl.source import CrawlSource, require_crawl_extra  # noqa: PLC0415 - only a crawl needs it

    require_crawl_extra()  # before anybody opens a store for the pages
    if folder is not None:
        return CrawlSource(url, folder / CRAWL_FOLDER, settings, on_progress=on_crawl)
    temporary = Path(tempfile.mkdtemp(prefix="sitelode-crawl-"))
    source = CrawlSource(url, temporary, settings, on_progress=on_crawl)
    weakref.finalize(source, shutil.rmtree, temporary, ignore_errors=True)
    return source


def is_crawl(folder: Path) -> bool:
    """Whether a folder holds the pages of a crawl."""
    return (folder / "crawl.json").is_file() and (folder / "pages.warc.gz").is_file()


class _CrawlFolderSource:
    """The folder of an earlier crawl, with the latest version of each page; read as a plain folder, its archives would repeat pages."""

    def __init__(self, folder: Path) -> None:
        self.name = str(folder)
        self.expected: int | None = None
        self.aliases: Mapping[str, str] = {}
        self.feeds: Sequence[Fetched] = ()
        self._folder = folder

    def items(self) -> Iterator[Fetched | Dropped]:
        try:
            from sitelode.sources.crawl.pages import CrawledPages  # noqa: PLC0415 - reads WARC
        except ImportError as error:
            raise MissingExtraError("reading WARC files", "warc") from error
        pages = CrawledPages(self._folder)
        self.expected, self.aliases, self.feeds = len(pages), pages.aliases(), pages.feeds
        yield from pages.items()
