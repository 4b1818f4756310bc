"""A saved site in a folder: plain files, a mirror made by wget or HTTrack, pages saved by a browser, archives.

Two passes. The first reads the beginning of every file that may be a page, because an address can only be decided
by comparison with all others (see saved_addresses); the second reads the pages, one at a time. Order is by name, files before folders.
Symbolic links are only followed to files inside the folder, so that loops and files outside are never read.
"""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sitelode.errors import EmptyPageError, NotHtmlError, PageError, SourceError
from sitelode.html.feeds import is_feed
from sitelode.html.sniffing import why_not_html
from sitelode.model import Dropped, FeedShelf, Fetched
from sitelode.sources.files import may_be_page, open_file, presumed_type, printable_path, read_head, read_page
from sitelode.sources.saved_addresses import Claims, Layout, RootFinder, SavedPage, claims_of, layout_of, recover_addresses
from sitelode.sources.source import Source, SourceLimits, dropped_page, page_or_feed
from sitelode.sources.warc import WACZ_NAMES, WARC_NAMES, WaczSource, WarcSource

SAVED_PARTS = "_files"  # suffix that browsers add to a page's name for the folder with its pictures and frames
MIRROR_FOLDERS = frozenset({"hts-cache"})  # HTTrack's log folder


class FolderSource:
    def __init__(self, folder: Path, limits: SourceLimits) -> None:
        self.name, self.limits = str(folder), limits
        self.expected: int | None = None
        self.aliases: dict[str, str] = {}
        self._links = RootFinder()
        self.feeds = FeedShelf()

    def items(self) -> Iterator[Fetched | Dropped]:
        pages: list[SavedPage] = []
        archives: list[str] = []
        self.feeds.clear()
        self._links = RootFinder()
        try:
            layout = self._layout()
        except OSError as error:
            raise SourceError(f"cannot read the folder {self.name}: {error.strerror}; check its permissions") from error
        for found in self._walk():
            if isinstance(found, Dropped):
                yield found
            elif found.lower().endswith(WARC_NAMES + WACZ_NAMES):
                archives.append(found)
            elif isinstance(page := self._surveyed(found, layout), Dropped):
                yield page
            else:
                pages.append(page)
        self.expected = None if archives else sum(not page.is_feed for page in pages)
        yield from self._pages(pages, layout)
        for path in archives:
            yield from self._archived(path)

    def _pages(self, pages: list[SavedPage], layout: Layout) -> Iterator[Fetched | Dropped]:
        recovered = recover_addresses(pages, layout, self._links)
        feeds = {address for page, address in zip(pages, recovered.addresses, strict=True) if page.is_feed}
        self.aliases.update((name, address) for name, address in recovered.aliases.items() if address not in feeds)
        for page, address in zip(pages, recovered.addresses, strict=True):
            origin = self._place(page.path)
            try:
                body = read_page(self._full(page.path), self.limits)
            except OSError as error:
                yield Dropped(origin, "unreadable", error.strerror or str(error))
            except PageError as error:
                yield dropped_page(origin, error)
            else:
                fetched = Fetched(address, body, origin=origin, fetched_at=page.claims.fetched_at)
                item = page_or_feed(fetched, self.limits, self.feeds, presumed_type=presumed_type(page.path))
                if item is not None:
                    yield item

    def _surveyed(self, path: str, layout: Layout) -> SavedPage | Dropped:
        """Read only the beginning of a file: it may be a film."""
        origin = self._place(path)
        try:
            head = read_head(self._full(path))
        except OSError as error:
            return Dropped(origin, "unreadable", error.strerror or str(error))
        if not head:
            return dropped_page(origin, EmptyPageError())
        if is_feed(head, None):
            return SavedPage(path, Claims(), is_feed=True)
        evidence = why_not_html(head, presumed_type(path))
        if evidence is not None:
            return dropped_page(origin, NotHtmlError(evidence))
        claims = claims_of(head)
        if claims.made_by_mirror:
            return Dropped(origin, "made by the mirror")
        host = (layout.host_of(path)[0] or "").encode()
        if not host:
            self._links.look(head)
        return SavedPage(path, claims, head.count(b"https://" + host) - head.count(b"http://" + host) if host else 0)

    def _archived(self, path: str) -> Iterator[Fetched | Dropped]:
        reader = WaczSource if path.lower().endswith(WACZ_NAMES) else WarcSource
        archive: Source = reader(partial(open_file, Path(self._full(path))), self._place(path), self.limits)
        try:
            yield from archive.items()
        except SourceError as error:
            yield Dropped(self._place(path), "archive damaged", str(error))
        self.aliases.update(archive.aliases)
        yield from self.feeds.take_all(archive.feeds)

    def _layout(self) -> Layout:
        subfolders, pages_at_top = [], False
        with os.scandir(self.name) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    subfolders.append(entry.name)
                else:
                    pages_at_top = pages_at_top or presumed_type(entry.name) is not None
        is_httrack = not MIRROR_FOLDERS.isdisjoint(subfolders)  # HTTrack writes its own index at the top
        name = Path(self.name).resolve().name
        return layout_of(name, subfolders, pages_at_top=pages_at_top and not is_httrack)

    def _walk(self) -> Iterator[str | Dropped]:
        """Paths of the files that may be pages, and for the others the reason why not; not recursive, because folders may be very deep."""
        pending = [""]
        while pending:
            folder = pending.pop()
            try:
                with os.scandir(self._full(folder)) as entries:
                    in_order = sorted(entries, key=lambda entry: os.fsencode(entry.name))
            except OSError as error:
                yield Dropped(self._place(folder), "unreadable", error.strerror or str(error))
                continue
            names = {entry.name for entry in in_order}
            subfolders = []
            for entry in in_order:
                path = folder + entry.name
                try:
                    found = self._judged(entry, path, names)
                except OSError as error:
                    found = Dropped(self._place(path), "unreadable", error.strerror or str(error))
                if found is None:
                    subfolders.append(path + "/")
                else:
                    yield found
            pending.extend(reversed(subfolders))

    def _judged(self, entry: "os.DirEntry[str]", path: str, siblings: set[str]) -> str | Dropped | None:
        """None for a folder to descend into."""
        place = self._place(path)
        if entry.is_symlink() and not self._leads_to_file_inside(entry):
            return Dropped(place, "symbolic link", "only links to files inside the folder are followed")
        if entry.is_dir():
            return self._skipped_folder(entry.name, place, siblings)
        if not entry.is_file():
            return Dropped(place, "not a regular file")
        if entry.name.endswith(".orig") and entry.name.removesuffix(".orig") in siblings:
            return Dropped(place, "backup copy", "wget keeps the page as it was before its links were rewritten")
        return path if may_be_page(entry.name) else dropped_page(place, NotHtmlError("by its name"))

    def _skipped_folder(self, name: str, place: str, siblings: set[str]) -> Dropped | None:
        if name.startswith(".") or name in MIRROR_FOLDERS:
            return Dropped(place, "hidden folder")
        page = name.removesuffix(SAVED_PARTS)
        if page != name and not siblings.isdisjoint((f"{page}.html", f"{page}.htm")):
            return Dropped(place, "parts of a saved page", "a browser put frames and pictures there")
        return None

    def _leads_to_file_inside(self, entry: "os.DirEntry[str]") -> bool:
        target = os.path.realpath(entry.path)
        inside = os.path.realpath(self.name) + os.sep
        return target.startswith(inside) and Path(target).is_file()

    def _full(self, path: str) -> str:
        return f"{self.name}/{path}"

    def _place(self, path: str) -> str:
        return printable_path(self._full(path))
