"""A site: all pages of a source, parsed once, kept on disk, read again as often as needed."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import overload

from sitelode.errors import NoPagesError, PageError, ResultError
from sitelode.html.feeds import FeedShelf, is_feed
from sitelode.html.metadata import Metadata, metadata_of
from sitelode.html.page import Page
from sitelode.html.parse import ParseLimits, parse
from sitelode.model import Dropped, Fetched
from sitelode.site.duplicates import TextIndex, twins
from sitelode.site.page_links import LinkReader, PageLinks
from sitelode.site.page_trial import PageTrial
from sitelode.site.store import FORMAT, Entry, PageNote, SiteStore
from sitelode.site.temporary_store import TemporaryStore
from sitelode.text.segments import Segments, segments_of
from sitelode.urls import LONGEST_URL, normalise, resolve

STORE_NAME = "site.sqlite"
Store = SiteStore | TemporaryStore
OnPage = Callable[[int], None]  # called with the number of items read so far


class StoredPages(Sequence[Page]):
    """The pages of a store, loaded on request; none stays in memory."""

    def __init__(self, store: Store, numbers: Sequence[int]) -> None:
        self._store, self.numbers = store, numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> Page: ...
    @overload
    def __getitem__(self, place: slice) -> "StoredPages": ...
    def __getitem__(self, place: int | slice) -> "Page | StoredPages":
        if isinstance(place, slice):
            return StoredPages(self._store, self.numbers[place])
        return self._store.page(self.numbers[place])

    def __iter__(self) -> Iterator[Page]:
        return (self._store.page(number) for number in self.numbers)


@dataclass(frozen=True)
class Site:
    """All pages of a site."""

    store: Store

    @cached_property
    def all_entries(self) -> list[Entry]:
        return self.store.entries()

    @cached_property
    def entries(self) -> list[Entry]:
        """The pages that are not duplicates of another."""
        return [entry for entry in self.all_entries if entry.twin is None]

    @cached_property
    def twins(self) -> dict[str, str]:
        """Maps the origin of every duplicate page to the origin of the page it repeats."""
        origins = {entry.number: entry.origin for entry in self.all_entries}
        return {entry.origin: origins[entry.twin] for entry in self.all_entries if entry.twin is not None}

    def pages(self, numbers: Sequence[int] | None = None) -> StoredPages:
        return StoredPages(self.store, [entry.number for entry in self.entries] if numbers is None else numbers)

    def part(self, entries: list[Entry]) -> "Site":
        """The same site with some of its pages alone; links to others lead to pages that it does not have."""
        part = Site(self.store)
        part.__dict__.update(all_entries=entries, entries=entries, aliases=self.aliases, fetched=self.fetched)
        return part

    def links(self, number: int, *, with_rows: bool = True) -> PageLinks:
        """The links of a page to pages of the site, with redirects and alternative addresses resolved.

        Where they stand on the page is compared with the page itself, which is loaded for it unless `with_rows` is False.
        """
        packed = self.store.links(number)
        if packed is None:
            links = self._link_reader.links_of(self.store.page(number))
            self.store.add_links(number, links.to_bytes())
        else:
            links = PageLinks.from_bytes(packed, len(self.store.page(number)) if with_rows else None)
        return replace(links, targets=[self.aliases.get(target, target) for target in links.targets])

    def steps(self, number: int) -> tuple[frozenset[str], frozenset[str]]:
        """The next and the previous pages, as the page declares them, with alternative addresses resolved."""
        following, before = self._link_reader.steps_of(self.store.page(number))
        return frozenset(self.aliases.get(each, each) for each in following), frozenset(self.aliases.get(each, each) for each in before)

    @cached_property
    def _link_reader(self) -> LinkReader:
        return LinkReader()

    @cached_property
    def aliases(self) -> dict[str, str]:
        """Alternative addresses of pages of the site, with each page's own address."""
        try:
            found = json.loads(self.store["aliases"] or "{}")
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not all(isinstance(address, str) for address in found.values()):
            raise ResultError("the stored addresses of the site are damaged; mine the site again")
        return found

    @cached_property
    def fetched(self) -> dict[str, str]:
        """When pages were fetched, as ISO 8601, by their address; only those whose source knows it."""
        found: dict[str, str] = json.loads(self.store["fetched"] or "{}")
        return found

    def mark_parts(self, parts: Mapping[str, str]) -> None:
        """Leave out pages that are part of another, such as the frames of a frameset; both are given by their addresses."""
        if not parts:
            return
        numbers = {entry.url: entry.number for entry in self.store.entries() if entry.twin is None}
        known = {part: whole for part, whole in parts.items() if part in numbers and whole in numbers and whole not in parts}
        self.store.mark_twins({numbers[part]: numbers[whole] for part, whole in known.items()})
        for part, whole in known.items():
            self.store.drop(Dropped(part, "part of a frameset", f"of {whole}"))
        for name in ("all_entries", "entries", "twins"):
            self.__dict__.pop(name, None)

    def add_aliases(self, aliases: Mapping[str, str]) -> None:
        """Add further addresses that lead to a page."""
        self.aliases.update(aliases)
        self.store["aliases"] = json.dumps(self.aliases)
        self.store.commit()

    def add_feeds(self, feeds: Iterable[Fetched]) -> None:
        """Keep feeds that were found among the pages."""
        for feed in feeds:
            self.store.add_feed(feed)
        self.store.commit()

    def feeds(self) -> Iterator[Fetched]:
        """The feeds of the site as bytes, by address; not parsed, and trusted no more than the pages."""
        return self.store.feeds()

    @property
    def dropped(self) -> Counter[str]:
        """The number of items left out, by reason."""
        return self.store.dropped_counts()


def open_site(
    items: Iterable[Fetched | Dropped],
    name: str,
    folder: Path | None = None,
    limits: ParseLimits | None = None,
    on_page: OnPage = lambda _: None,
) -> Site:
    """Parse every page once, into a file in the folder (without a folder, into a temporary store that lives as long as the Site).

    An interrupted store of the same source is completed; any other is replaced.

    Raises:
        NoPagesError: if there was no page among the items.

    """
    store = TemporaryStore() if folder is None else _store_of(name, folder / STORE_NAME)
    try:
        with PageTrial(limits or ParseLimits()) as trial:
            opening = _Opening(store, limits or ParseLimits(), trial)
            opening.read(items, on_page)
        site = Site(store)
        if not site.entries:
            raise NoPagesError(name, sum(site.dropped.values()), opening.first_problem)
        store["complete"] = "yes"
    finally:
        store.commit()
    return site


def _store_of(name: str, path: Path) -> SiteStore:
    """A store for a source of this name: the existing one if it can be completed."""
    store = SiteStore(path)
    if store.is_foreign or store["source"] != name or store["format"] != FORMAT or store["complete"] == "yes":
        if not store.is_new:
            store.clear()
        store["source"] = name
    return store


def is_opened_site(folder: Path) -> bool:
    return os.path.isfile(folder / STORE_NAME)  # noqa: PTH113 (of names that no file can have: False)


def reopen_site(folder: Path) -> Site:
    """A site that was stored in this folder before.

    Raises:
        ResultError: if there is none, or it is incomplete or of another version.

    """
    if not is_opened_site(folder):
        raise ResultError(f"no mined site in {folder}: {STORE_NAME} is missing; make it with: sitelode mine SOURCE -o {folder}")
    store = SiteStore(folder / STORE_NAME)
    if store.is_foreign:
        raise ResultError(f"{folder / STORE_NAME} was not made by this program; mine the site again with: sitelode mine SOURCE -o {folder}")
    if store["format"] != FORMAT or store["complete"] != "yes":
        raise ResultError(f"the site in {folder} is incomplete or of another version; mine it again with: sitelode mine SOURCE -o {folder}")
    return Site(store)


class _Opening:
    """The pass over a source that fills a store; an interrupted pass continues where it stopped."""

    def __init__(self, store: Store, limits: ParseLimits, trial: PageTrial) -> None:
        self.store, self.limits, self.trial = store, limits, trial
        self.links, self.index = LinkReader(), TextIndex()
        self.urls: list[str] = []
        self.canonical: dict[int, tuple[str, str]] = {}  # canonical address and title of each page
        self.seen: dict[tuple[str, str | bytes], int] = {}
        self.texts: list[bytes] = []  # a digest of each page's text
        self.reasons: dict[int, str] = {}  # of pages that are left out
        self.known_origins: set[str] = set()
        self.fetched: dict[str, str] = json.loads(store["fetched"] or "{}")
        self.feeds = FeedShelf()
        self.first_problem = ""  # what is wrong with the first item that is no page
        store.forget_dropped()
        for entry in store.entries():
            self.known_origins.add(entry.origin)
            self._take_note(entry, store.page(entry.number))

    def read(self, items: Iterable[Fetched | Dropped], on_page: OnPage) -> None:
        for place, item in enumerate(items, start=1):
            if isinstance(item, Dropped):
                self._drop(item)
            elif item.origin not in self.known_origins or not item.origin:
                self._open(item)
            on_page(place)
        self._mark("nearly the same text", near := twins(self.index, self.urls))
        self._mark("same canonical address", self._canonical_twins(near))
        self.store["aliases"] = json.dumps(self._canonical_aliases())
        self.store["fetched"] = json.dumps(self.fetched)
        self.store.write_notes(map(self._note, range(len(self.urls))))

    def _note(self, number: int) -> PageNote:
        canonical, title = self.canonical.get(number, ("", ""))
        return PageNote(number, self.texts[number], title, canonical, self.reasons.get(number, ""))

    def _drop(self, item: Dropped) -> None:
        self.first_problem = self.first_problem or item.detail
        self.store.drop(item)

    def _mark(self, reason: str, found: dict[int, int]) -> None:
        self.store.mark_twins(found)
        self.reasons |= dict.fromkeys(found, reason)
        for number, twin in found.items():
            self.store.drop(Dropped(self.urls[number], reason, f"as {self.urls[twin]}"))

    def _canonical_twins(self, known: dict[int, int]) -> dict[int, int]:
        """Pages whose canonical link names another page with the same title.

        Without the title, a site whose pages all name its home page would be a single page.
        """
        found = {}
        for number, (canonical, title) in self.canonical.items():
            other = self.seen.get(("same address", canonical), number)
            if other != number and number not in known and other in self.canonical and self.canonical[other][1] == title:
                found[number] = other
        # Never leave out a page in favour of one that is left out itself: both would be gone.
        return {number: other for number, other in found.items() if other not in found and other not in known}

    def _canonical_aliases(self) -> dict[str, str]:
        stated = ((canonical, self.urls[number]) for number, (canonical, _) in self.canonical.items())
        return canonical_aliases(stated, (str(address) for kind, address in self.seen if kind == "same address"))

    def _open(self, fetched: Fetched) -> None:
        if is_feed(fetched.body, fetched.content_type):  # sources separate feeds from pages; pages passed in by a caller may include some
            self._keep_feed(fetched)
            return
        # What is no address may be kept as a name, but not at any length: addresses are compared in many ways.
        url = normalise(fetched.url) or (fetched.url if len(fetched.url) <= LONGEST_URL else "")
        try:
            self.trial.check(fetched)
            page = parse(fetched.body, url, fetched.content_type, self.limits)
        except PageError as problem:
            self._drop(Dropped(fetched.origin or url, problem.reason, str(problem)))
            return
        entry = Entry(len(self.urls), url, fetched.origin or url, len(fetched.body), self.store.digest_of(fetched.body))
        entry = replace(entry, twin=self._take_note(entry, page))
        if fetched.fetched_at:
            self.fetched[url] = fetched.fetched_at
        # A file is for others to read; in memory, links are only read on request.
        self.store.add(entry, page, None if self.store.is_temporary else self.links.links_of(page).to_bytes())

    def _keep_feed(self, feed: Fetched) -> None:
        dropped = self.feeds.take(feed)
        if dropped is None:
            self.store.add_feed(feed)
        else:
            self.store.drop(dropped)

    def _take_note(self, entry: Entry, page: Page) -> int | None:
        """Index a page for duplicate detection; return the page it repeats, if any."""
        self.urls.append(entry.url)
        segments = segments_of(page)
        text = text_digest(segments)
        self.texts.append(text)
        marks: list[tuple[str, str | bytes]] = [("same bytes", entry.digest)]
        marks += [("same address", entry.url)] * bool(entry.url) + [("same text", text)] * bool(text)
        for mark in marks:
            twin = self.seen.setdefault(mark, entry.number)
            if twin != entry.number:
                self.reasons[entry.number] = mark[0]
                self.store.drop(Dropped(entry.origin, mark[0], f"as {self.urls[twin]}"))
                return twin
        metadata = metadata_of(page)
        self.index.add(entry.number, metadata.title, segments)
        self.canonical[entry.number] = canonical_address(entry.url, metadata), metadata.title
        return None


def text_digest(segments: Segments) -> bytes:
    """A digest of a page's text; empty where there is none."""
    return blake2b(segments.exact.tobytes(), digest_size=16).digest() if len(segments) else b""


def canonical_address(url: str, metadata: Metadata) -> str:
    """The address that a page states for itself, else its own."""
    return (resolve(url, metadata.canonical) if metadata.canonical else None) or url


def canonical_aliases(stated: Iterable[tuple[str, str]], urls: Iterable[str]) -> dict[str, str]:
    """Canonical addresses that no page has and only one page names, with that page; `stated` are pairs of the two."""
    pairs, own = list(stated), set(urls)
    claims = Counter(canonical for canonical, _ in pairs)
    return {canonical: url for canonical, url in pairs if claims[canonical] == 1 and canonical not in own}
