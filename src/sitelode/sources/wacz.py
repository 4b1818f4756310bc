"""Pages from WACZ files: a zip with web archives in its folder `archive/`.

Nothing is unpacked to disk, so malicious file names do no harm.
"""

import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from sitelode.errors import ArchiveError
from sitelode.html.feeds import FeedShelf
from sitelode.model import Dropped, Fetched
from sitelode.sources.compression import MOST_EXPANSION, peeked
from sitelode.sources.source import SourceLimits
from sitelode.sources.warc import WarcSource

_ARCHIVE_NAMES = (".warc", ".warc.gz", ".warc.zst")
# Raised by zipfile for damage, for encryption and for unknown compression methods.
_ZIP_ERRORS = (zipfile.BadZipFile, RuntimeError, EOFError, OSError, ValueError)


class WaczSource:
    expected = None

    def __init__(self, open_bytes: Callable[[], BinaryIO], name: str, limits: SourceLimits) -> None:
        self.name, self.limits = name, limits
        self._open_bytes = open_bytes
        self.aliases: dict[str, str] = {}
        self.feeds = FeedShelf()

    def items(self) -> Iterator[Fetched | Dropped]:
        self.feeds.clear()
        with self._open_bytes() as raw, self._opened(raw) as bundle:
            archives = sorted((each for each in bundle.infolist() if _is_archive(each.filename)), key=lambda each: each.filename)
            if not archives:
                raise ArchiveError(Path(self.name), "the zip has no WARC file in a folder named archive")
            self._refuse_bombs(raw, archives)
            for each in archives:
                yield from self._items_of(bundle, each)

    def _opened(self, raw: BinaryIO) -> zipfile.ZipFile:
        try:
            return zipfile.ZipFile(raw)
        except _ZIP_ERRORS as error:
            raise ArchiveError(Path(self.name), f"it is no zip file ({error})") from error

    def _refuse_bombs(self, raw: BinaryIO, archives: list[zipfile.ZipInfo]) -> None:
        size, unpacked = raw.seek(0, 2), sum(each.file_size for each in archives)
        if unpacked > size * MOST_EXPANSION:
            raise ArchiveError(Path(self.name), f"its {size:,} bytes would unpack to {unpacked:,}, as only a zip bomb does")

    def _items_of(self, bundle: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[Fetched | Dropped]:
        place = f"{self.name} > {''.join(each if each.isprintable() else '?' for each in entry.filename)}"
        archive = WarcSource(partial(_open_entry, bundle, entry), place, self.limits)
        try:
            yield from archive.items()
        except (ArchiveError, *_ZIP_ERRORS) as error:
            yield Dropped(place, "archive damaged", str(error))
        self.aliases.update(archive.aliases)
        yield from self.feeds.take_all(archive.feeds)


def _is_archive(name: str) -> bool:
    return "archive" in name.split("/")[:-1] and name.lower().endswith(_ARCHIVE_NAMES)


def _open_entry(bundle: zipfile.ZipFile, entry: zipfile.ZipInfo) -> BinaryIO:
    # Not seekable: seeking back inside a zip means unpacking it again from the start.
    return peeked(cast("BinaryIO", bundle.open(entry)), 0)[1]
