"""A site: all pages of a source, parsed once, kept on disk, read again as often as needed."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar, overload

from sitelode.counted import counted
from sitelode.errors import NoPagesError, ResultError
from sitelode.html.page import Page
from sitelode.html.parse import ParseLimits
from sitelode.model import Dropped, Fetched
from sitelode.processes import in_order
from sitelode.site.opening import OnPage, Opening
from sitelode.site.page_links import LinkReader, PageLinks
from sitelode.site.page_trial import PageTrial
from sitelode.site.store import FORMAT, Entry, SiteStore

STORE_NAME = "site.sqlite"
PAGES_AT_ONCE: Final = 100  # of one task; set by hand
LEAST_DIVIDED: Final = 300  # pages; to start processes for fewer costs more than they gain. Set by hand
Answer = TypeVar("Answer")


class StoredPages(Sequence[Page]):
    """The pages of a store, loaded on request; none stays in memory."""

    def __init__(self, store: SiteStore, numbers: Sequence[int]) -> None:
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


@dataclass(frozen=True, repr=False)
class Site:
    """All pages of a site."""

    store: SiteStore
    jobs: int = 1  # processes that passes over its pages are divided among; no result depends on it

    def __repr__(self) -> str:
        return f"Site({counted(len(self.entries), 'page')})"

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
        self.store.set_twins({numbers[part]: numbers[whole] for part, whole in known.items()})
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
    jobs: int = 1,
) -> Site:
    """Parse every page once, into a file in the folder (without a folder, into a temporary store that lives as long as the Site).

    `jobs` is the number of processes that parse, where there is a folder; it changes nothing in the result.
    An interrupted store of the same source is completed; any other is replaced.

    Raises:
        NoPagesError: if there was no page among the items.

    """
    items = _once_a_page_came(items, name)
    store = SiteStore(None) if folder is None else _store_of(name, folder / STORE_NAME)
    try:
        with PageTrial(limits or ParseLimits()) as trial:
            opening = Opening(store, limits or ParseLimits(), trial)
            opening.read(items, on_page, jobs)
        site = Site(store)
        if not site.entries:
            raise NoPagesError(name, sum(site.dropped.values()), opening.first_problem)
        store["complete"] = "yes"
    finally:
        store.commit()
    return site


def _once_a_page_came(items: Iterable[Fetched | Dropped], name: str) -> Iterator[Fetched | Dropped]:
    """All items; a source without a page is refused before it replaces an earlier result."""
    coming, ahead = iter(items), list[Fetched | Dropped]()
    for item in coming:
        ahead.append(item)
        if isinstance(item, Fetched):
            return chain(ahead, coming)
    raise NoPagesError(name, len(ahead), next((item.detail for item in ahead if isinstance(item, Dropped) and item.detail), ""))


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
        raise ResultError(f"no mined site in {folder}: {STORE_NAME} is missing; mine the site into it first")
    store = SiteStore(folder / STORE_NAME)
    if store.is_foreign:
        raise ResultError(f"{folder / STORE_NAME} is not of this version; mine the site again")
    if store["format"] != FORMAT or store["complete"] != "yes":
        raise ResultError(f"the site in {folder} is incomplete or of another version; mine it again")
    return Site(store)


# Passes over the pages of a site: some pages after the other, in their order, by this process or by several at once.
#
# Other processes open the stored pages themselves: to them go numbers of pages, from them comes what the work found. Work is the same for
# the same pages whoever does it, so that nothing depends on the number of processes.

Work = Callable[[Site, Sequence[Entry]], Answer]  # a function of a module, or a partial of one: it goes to other processes


@dataclass(frozen=True)
class _Task:
    """What a process is told."""

    store: str
    numbers: tuple[int, ...]
    work: Work[Any]


def pass_over(site: Site, work: Work[Answer]) -> Iterator[Answer]:
    """What the work gives for each hundred pages of the site."""
    entries, store = site.entries, site.store
    windows = [entries[first : first + PAGES_AT_ONCE] for first in range(0, len(entries), PAGES_AT_ONCE)]
    if site.jobs == 1 or len(entries) < LEAST_DIVIDED or store.is_temporary:
        return (work(site, window) for window in windows)
    store.commit()  # for others to see
    tasks = (_Task(str(store.path), tuple(entry.number for entry in window), work) for window in windows)
    return in_order(_done, tasks, site.jobs)


def _done(task: _Task) -> Any:  # noqa: ANN401 (what the work gives)
    site = stored_site(task.store)
    return task.work(site, [site.all_entries[number] for number in task.numbers])


@lru_cache(maxsize=1)
def stored_site(name: str) -> Site:
    """In a process of its own: the site in a file."""
    return Site(SiteStore(Path(name)))
