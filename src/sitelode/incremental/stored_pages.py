"""Bring the stored pages of a site up to date with its source: what did not change is neither parsed nor stored again.

A page is known by its address and a digest of its bytes. A new one, or another version of a known one, is parsed and stored; one that the
source no longer has is taken out. All of it is one step of the database: whoever is interrupted leaves the site as it was. Repetitions are
looked for among new pages and between them and known ones; a known page stays what it was unless the page that it repeats changed.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from sitelode.compiled.code_sets import distinct
from sitelode.compiled.codes import Codes
from sitelode.errors import PageError
from sitelode.html.feeds import is_feed
from sitelode.html.metadata import metadata_of
from sitelode.html.parse import ParseLimits, parse
from sitelode.model import Dropped, FeedShelf, Fetched
from sitelode.site.duplicates import LEAST_WIDTH, alike, canonical_address, canonical_aliases, common_text, rare_text, text_digest
from sitelode.site.page_links import LinkReader
from sitelode.site.page_trial import PageTrial
from sitelode.site.site import STORE_NAME, Site, is_opened_site
from sitelode.site.store import FORMAT, Entry, PageNote, SiteStore
from sitelode.sources.framesets import PART, JoinedFramesets
from sitelode.text.segments import Segments, segments_of
from sitelode.urls import LONGEST_URL, normalise

MOST_OF_A_TITLE: Final = 8  # pages of one title that a new one is compared with; as many as `duplicates.py` keeps. A bound
MOST_EARLIER: Final = 1_000  # changed pages whose texts are compared with what they were; a bound
SAMPLED: Final = 100  # pages that show which text is common on the site; set by hand


@dataclass(frozen=True)
class RenewedSite:
    """A site that is up to date, and what is new in it."""

    site: Site
    fresh: frozenset[int]  # numbers of pages that are new, changed, or no longer repetitions
    new: int
    changed: int
    gone: int
    earlier: Mapping[str, Codes]  # the texts of changed pages as they were, by address


class _NotRenewableError(Exception):
    """Something in the source can only be told by reading all of it."""


def renewable_store(folder: Path, name: str) -> SiteStore | None:
    """The stored pages of a source of this name, if they are complete; None otherwise."""
    if not is_opened_site(folder):
        return None
    store = SiteStore(folder / STORE_NAME)
    if store.is_foreign or store["format"] != FORMAT or store["complete"] != "yes" or store["source"] != name or not store.notes():
        store.close()
        return None
    return store


def renew_site(store: SiteStore, source: JoinedFramesets, limits: ParseLimits, on_page: Callable[[int], None]) -> RenewedSite | None:
    """Read a source into the store of its pages; None, and nothing is changed, where only reading all of them anew would do."""
    try:
        with store.in_one_step(), PageTrial(limits) as trial:
            return _Renewing(store, limits, trial).renewed(source, on_page)
    except _NotRenewableError:
        return None


class _Renewing:
    def __init__(self, store: SiteStore, limits: ParseLimits, trial: PageTrial) -> None:
        self.store, self.limits, self.trial = store, limits, trial
        self.links, self.feeds = LinkReader(), FeedShelf()
        self.entries = {entry.number: entry for entry in store.entries()}
        self.notes = {note.number: note for note in store.notes()}
        self.known: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries.values():
            self.known[entry.url].append(entry)
        self.fetched: dict[str, str] = json.loads(store["fetched"] or "{}")
        self.next = len(self.entries)
        self.met: set[int] = set()  # known pages that did not change
        self.urls: set[str] = set()  # met in this pass
        self.fresh: dict[int, Entry] = {}
        self.origins: dict[int, str] = {}
        self.earlier: dict[str, Codes] = {}
        self._last: tuple[Fetched, bytes] | None = None
        self._by_mark: dict[tuple[str, str | bytes], int] = {}
        self._by_title: dict[str, list[int]] = defaultdict(list)

    def renewed(self, source: JoinedFramesets, on_page: Callable[[int], None]) -> RenewedSite:
        before = set(self.entries)
        self.store.forget_dropped()
        source.is_known = self._is_known
        for count, item in enumerate(source.items(), 1):
            if isinstance(item, Dropped):
                self.store.drop(item)
            else:
                self._take(item)
            on_page(count)
        gone = before - self.met - set(self.fresh)
        changed = before & set(self.fresh)
        self._find_repetitions(gone, changed)
        self.store.set_origins(self.origins)
        moved = self.store.remove(gone)
        self._write_addresses(gone)
        site = Site(self.store)
        site.mark_parts({part: whole for part, whole in source.parts.items() if part in self.urls})
        site.add_aliases(source.aliases)
        site.add_feeds(source.feeds)
        if not site.entries:
            raise _NotRenewableError
        fresh = frozenset(moved.get(number, number) for number in self.fresh)
        return RenewedSite(site, fresh, len(set(self.fresh) - before), len(changed), len(gone), self.earlier)

    def _take(self, item: Fetched) -> None:
        if is_feed(item.body, item.content_type):
            dropped = self.feeds.take(item)
            self.store.drop(dropped) if dropped else self.store.add_feed(item)
            return
        url = normalise(item.url) or (item.url if len(item.url) <= LONGEST_URL else "")
        if not url:
            raise _NotRenewableError  # pages without an address are told apart by nothing
        digest, first = self._digest(item), url not in self.urls
        self.urls.add(url)
        same = next((each for each in self.known.get(url, ()) if each.digest == digest and each.number not in self.met), None)
        if same is not None and (first or same.twin is not None):
            self._keep(same, item)
        elif not first:
            self.store.drop(Dropped(item.origin or url, "same address", f"as {url}"))
        else:
            self._open(item, url, digest)

    def _is_known(self, item: Fetched) -> bool:
        return any(each.digest == self._digest(item) for each in self.known.get(normalise(item.url) or item.url, ()))

    def _digest(self, item: Fetched) -> bytes:
        """Of an item that is looked at twice in a row."""
        if self._last is None or self._last[0] is not item:
            self._last = item, self.store.digest_of(item.body)
        return self._last[1]

    def _keep(self, entry: Entry, item: Fetched) -> None:
        self.met.add(entry.number)
        if entry.twin is not None:
            self.store.drop(Dropped(entry.origin, self.notes[entry.number].reason or PART, f"as {self.entries[entry.twin].url}"))
        if (item.origin or entry.url) != entry.origin:
            self.origins[entry.number] = item.origin or entry.url
        self._note_time(entry.url, item)

    def _note_time(self, url: str, item: Fetched) -> None:
        if item.fetched_at:
            self.fetched[url] = item.fetched_at

    def _open(self, item: Fetched, url: str, digest: bytes) -> None:
        try:
            self.trial.check(item)
            page = parse(item.body, url, item.content_type, self.limits)
        except PageError as problem:
            self.store.drop(Dropped(item.origin or url, problem.reason, str(problem)))
            return
        before = next((each for each in self.known.get(url, ()) if each.number not in self.met), None)
        number = self.next if before is None else before.number
        self.next += before is None
        if before is not None and len(self.earlier) < MOST_EARLIER:
            self.earlier[url] = distinct(segments_of(self.store.page(number)).exact)
        entry = Entry(number, url, item.origin or url, len(item.body), digest)
        links = self.links.links_of(page).to_bytes()
        self.store.replace(entry, page, links)
        self.fresh[number] = self.entries[number] = entry
        self._note_time(url, item)

    # Repetitions

    def _find_repetitions(self, gone: set[int], changed: set[int]) -> None:
        left = gone | changed
        orphans = {entry.number for entry in self.entries.values() if entry.twin in left and entry.number not in left}
        self.fresh |= {number: replace(self.entries[number], twin=None) for number in orphans}
        known = [entry for entry in self.entries.values() if entry.number not in left and entry.number not in self.fresh]
        self._index(entry for entry in known if entry.twin is None)
        twins: dict[int, int | None] = {}
        notes = []
        for number, entry in sorted(self.fresh.items()):
            note, twin = self._judged(entry)
            notes.append(note)
            twins[number] = twin
            self.notes[number] = note
            if twin is None:
                self._index([entry])
            else:
                self.store.drop(Dropped(entry.origin, note.reason, f"as {self.entries[twin].url}"))
        self.store.set_twins(twins)
        self.store.write_notes(notes)

    def _index(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            note = self.notes[entry.number]
            self._by_mark.setdefault(("same bytes", entry.digest), entry.number)
            self._by_mark.setdefault(("same address", entry.url), entry.number)
            if note.text:
                self._by_mark.setdefault(("same text", note.text), entry.number)
            self._by_title[note.title].append(entry.number)

    def _judged(self, entry: Entry) -> tuple[PageNote, int | None]:
        """What is noted of a page, and the page that it repeats."""
        page = self.store.page(entry.number)
        segments = segments_of(page)
        note = PageNote(entry.number, text_digest(segments))
        for reason, mark in (("same bytes", entry.digest), ("same text", note.text)):
            if mark and (twin := self._by_mark.get((reason, mark))) is not None:
                return replace(note, reason=reason), twin
        metadata = metadata_of(page)
        note = replace(note, title=metadata.title, canonical=canonical_address(entry.url, metadata))
        if (twin := self._nearly_the_same(metadata.title, segments)) is not None:
            return replace(note, reason="nearly the same text"), twin
        twin = self._by_mark.get(("same address", note.canonical))
        if twin is not None and self.notes[twin].title == metadata.title:
            return replace(note, reason="same canonical address"), twin
        return note, None

    def _nearly_the_same(self, title: str, segments: Segments) -> int | None:
        others = self._by_title.get(title, [])
        if not others or len(others) > MOST_OF_A_TITLE:
            return None
        own = rare_text(segments, self._common)
        if own[1].sum() < LEAST_WIDTH:
            return None
        return next((other for other in others if alike(own, rare_text(segments_of(self.store.page(other)), self._common))), None)

    @cached_property
    def _common(self) -> Codes:
        """Text that is on many pages; told from a sample, spread over all."""
        numbers = [entry.number for entry in self.entries.values() if entry.number in self.met and entry.twin is None]
        return common_text(segments_of(self.store.page(number)) for number in numbers[:: max(1, -(-len(numbers) // SAMPLED))])

    def _write_addresses(self, gone: set[int]) -> None:
        urls = {number: entry.url for number, entry in self.entries.items() if number not in gone}
        kept = set(urls.values())
        stated = [(note.canonical, urls[number]) for number, note in self.notes.items() if note.canonical and number in urls]
        seen = (url for number, url in urls.items() if self.notes[number].reason != "same bytes")
        self.store["aliases"] = json.dumps(canonical_aliases(stated, seen))
        self.store["fetched"] = json.dumps({url: time for url, time in self.fetched.items() if url in kept})
