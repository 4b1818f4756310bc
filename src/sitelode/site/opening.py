"""The pass over a source that fills a store: every page is parsed once, and repetitions are marked.

Pages are parsed and packed here, or in several processes at once, in the order in which they come.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from sitelode.errors import PageError
from sitelode.html.feeds import is_feed
from sitelode.html.page import Page
from sitelode.html.parse import ParseLimits, parse
from sitelode.model import Dropped, FeedShelf, Fetched
from sitelode.processes import in_order
from sitelode.site.columns_file import pack_columns
from sitelode.site.duplicates import PageMarks, TextIndex, canonical_aliases, marks_of, twins
from sitelode.site.page_links import LinkReader
from sitelode.site.page_trial import PageTrial
from sitelode.site.store import Entry, PackedPage, PageNote, SiteStore
from sitelode.urls import LONGEST_URL, normalise

PAGES_AT_ONCE: Final = 64  # of one task; both bounds are set by hand
BYTES_AT_ONCE: Final = 8_000_000
Item = Fetched | Dropped
OnPage = Callable[[int], None]  # called with the number of items read so far


@dataclass(frozen=True, slots=True)
class OpenedPage:
    """A page that was parsed."""

    page: Page | PackedPage
    links: bytes | None
    marks: PageMarks
    digest: bytes  # of the source


@dataclass(frozen=True, slots=True)
class NotOpened:
    """Why it could not be."""

    reason: str
    detail: str


def address_of(item: Fetched) -> str:
    """What is no address may be kept as a name, but not at any length: addresses are compared in many ways."""
    return normalise(item.url) or (item.url if len(item.url) <= LONGEST_URL else "")


def opened_page(item: Fetched, limits: ParseLimits, trial: PageTrial, links: LinkReader | None) -> OpenedPage | NotOpened:
    """Parse a page in this process."""
    try:
        trial.check(item)
        page = parse(item.body, address_of(item), item.content_type, limits)
    except PageError as problem:
        return NotOpened(problem.reason, str(problem))
    return OpenedPage(page, links.links_of(page).to_bytes() if links else None, marks_of(page), SiteStore.digest_of(item.body))


def opened_ahead(
    items: Iterable[Item], is_wanted: Callable[[Fetched], bool], limits: ParseLimits, jobs: int
) -> Iterator[tuple[Item, OpenedPage | NotOpened | None]]:
    """Every item with its page, parsed by one of several processes; None for items that are not wanted.

    Raises:
        ResultError: if a process is killed.

    """
    ahead: deque[list[tuple[Item, bool]]] = deque()

    def tasks() -> Iterator[list[Fetched]]:
        for window in _windows(items):
            ahead.append([(item, isinstance(item, Fetched) and is_wanted(item)) for item in window])
            yield [replace(item, url=address_of(item)) for item, is_page in ahead[-1] if is_page and isinstance(item, Fetched)]

    for opened in in_order(partial(open_window, limits), tasks(), jobs):
        pages = iter(opened)
        for item, is_page in ahead.popleft():
            yield item, next(pages) if is_page else None


def _windows(items: Iterable[Item]) -> Iterator[list[Item]]:
    window, size = list[Item](), 0
    for item in items:
        window.append(item)
        size += len(item.body) if isinstance(item, Fetched) else 0
        if len(window) == PAGES_AT_ONCE or size >= BYTES_AT_ONCE:
            yield window
            window, size = [], 0
    if window:
        yield window


def open_window(limits: ParseLimits, pages: Sequence[Fetched]) -> list[OpenedPage | NotOpened]:
    """In a process of its own: some pages, parsed and packed."""
    links = LinkReader()
    with PageTrial(limits) as trial:
        return [_packed(opened_page(page, limits, trial, links)) for page in pages]


def _packed(opened: OpenedPage | NotOpened) -> OpenedPage | NotOpened:
    if isinstance(opened, NotOpened) or isinstance(opened.page, PackedPage):
        return opened
    return replace(opened, page=PackedPage(opened.page.encoding, pack_columns(opened.page.columns)))


class Opening:
    """The pass over a source that fills a store; an interrupted pass continues where it stopped."""

    def __init__(self, store: SiteStore, limits: ParseLimits, trial: PageTrial) -> None:
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
            self._take_note(entry, marks_of(store.page(entry.number)))

    def read(self, items: Iterable[Fetched | Dropped], on_page: OnPage, jobs: int = 1) -> None:
        """Read all items; the result does not depend on the number of processes."""
        at_once = 1 if self.store.is_temporary else jobs
        pairs = opened_ahead(items, self._is_new_page, self.limits, at_once) if at_once > 1 else ((item, None) for item in items)
        links = None if self.store.is_temporary else self.links  # a file is for others to read; in memory, links are read on request
        for place, (item, opened) in enumerate(pairs, start=1):
            if isinstance(item, Dropped):
                self._drop(item)
            elif self._is_new_page(item):
                self._add(item, opened or opened_page(item, self.limits, self.trial, links))
            elif self._is_new(item):
                self._keep_feed(item)  # sources separate feeds from pages; pages passed in by a caller may include some
            on_page(place)
        self._mark("nearly the same text", near := twins(self.index, self.urls))
        self._mark("same canonical address", self._canonical_twins(near))
        stated = ((canonical, self.urls[number]) for number, (canonical, _) in self.canonical.items())
        own = (str(address) for kind, address in self.seen if kind == "same address")
        self.store["aliases"] = json.dumps(canonical_aliases(stated, own))
        self.store["fetched"] = json.dumps(self.fetched)
        self.store.write_notes(map(self._note, range(len(self.urls))))

    def _note(self, number: int) -> PageNote:
        canonical, title = self.canonical.get(number, ("", ""))
        return PageNote(number, self.texts[number], title, canonical, self.reasons.get(number, ""))

    def _drop(self, item: Dropped) -> None:
        self.first_problem = self.first_problem or item.detail
        self.store.drop(item)

    def _mark(self, reason: str, found: dict[int, int]) -> None:
        self.store.set_twins(found)
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

    def _is_new(self, item: Fetched) -> bool:
        return item.origin not in self.known_origins or not item.origin

    def _is_new_page(self, item: Fetched) -> bool:
        return self._is_new(item) and not is_feed(item.body, item.content_type)

    def _add(self, fetched: Fetched, opened: OpenedPage | NotOpened) -> None:
        if isinstance(opened, NotOpened):
            self._drop(Dropped(fetched.origin or address_of(fetched), opened.reason, opened.detail))
            return
        url = opened.page.url if isinstance(opened.page, Page) else address_of(fetched)
        entry = Entry(len(self.urls), url, fetched.origin or url, len(fetched.body), opened.digest)
        if (twin := self._take_note(entry, opened.marks)) is not None:
            entry = replace(entry, twin=twin)
        if fetched.fetched_at:
            self.fetched[url] = fetched.fetched_at
        if isinstance(opened.page, Page):
            self.store.add(entry, opened.page, opened.links)
        else:
            self.store.add_packed(entry, opened.page, opened.links)

    def _keep_feed(self, feed: Fetched) -> None:
        dropped = self.feeds.take(feed)
        self.store.drop(dropped) if dropped else self.store.add_feed(feed)

    def _take_note(self, entry: Entry, page: PageMarks) -> int | None:
        """Index a page for duplicate detection; return the page it repeats, if any."""
        self.urls.append(entry.url)
        self.texts.append(page.text)
        marks: list[tuple[str, str | bytes]] = [("same bytes", entry.digest)]
        marks += [("same address", entry.url)] * bool(entry.url) + [("same text", page.text)] * bool(page.text)
        for mark in marks:
            twin = self.seen.setdefault(mark, entry.number)
            if twin != entry.number:
                self.reasons[entry.number] = mark[0]
                self.store.drop(Dropped(entry.origin, mark[0], f"as {self.urls[twin]}"))
                return twin
        self.index.add(entry.number, page.title, page.codes, page.widths)
        self.canonical[entry.number] = page.canonical, page.title
        return None
