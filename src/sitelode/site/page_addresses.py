"""Find the page of a site that an address leads to, even if it is spelt differently.

The address is first looked up as written (normalised: no fragment, no session id). If no page has it, scheme, "www.", a final slash and
a final index file are ignored, and a question mark that a mirror escaped in a file name is restored; then the address counts if exactly
one page matches.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from sitelode.errors import SettingError
from sitelode.site.site import Site
from sitelode.site.store import Entry
from sitelode.urls import normalise, places_of_ending

_NOT_TOLD_APART = re.compile(r"^[a-z]+://(?:www\.)?|(?:/(?:index\.[a-z]{3,5})?)(?=\?|$)")
_QUESTION_MARK = "%3F"
_AMBIGUOUS = -1


class PageFinder:
    """Maps addresses to indexes in `Site.entries`; a duplicate page maps to the page it repeats."""

    def __init__(self, site: Site) -> None:
        place_of = {entry.number: place for place, entry in enumerate(site.entries)}
        self._exact: dict[str, int] = {}
        self._loose: dict[str, int] = {}
        for place, url in _addresses(site.all_entries, place_of):
            self._exact.setdefault(url, place)
            loose = loose_spelling(url)
            if self._loose.setdefault(loose, place) != place:
                self._loose[loose] = _AMBIGUOUS
        self._known: dict[str, int | None] = {}

    def place(self, url: str) -> int | None:
        """None if the site has no such page."""
        found = self._exact.get(url)
        if found is not None:
            return found
        if url not in self._known:
            loose = self._loose.get(loose_spelling(url), _AMBIGUOUS)
            self._known[url] = None if loose == _AMBIGUOUS else loose
        return self._known[url]


def places_by_ending(site: Site, wanted: str) -> list[int]:
    """The indexes of pages whose address or file ends so."""
    return places_of_ending(((entry.url, entry.origin) for entry in site.entries), wanted)


def page_in_site(site: Site, wanted: str) -> int | None:
    """The position of this page in a site: found by its address, its file, the content of the file, or the end of an address."""
    entries = site.entries
    for place, entry in enumerate(entries):
        if wanted in (entry.url, entry.origin) or normalise(wanted) == entry.url:
            return place
    if Path(wanted).is_file():
        if not any(entry.size == Path(wanted).stat().st_size for entry in entries):  # no need to read the file if no page has its size
            return None
        digest = site.store.digest_of(Path(wanted).read_bytes())
        return next((place for place, entry in enumerate(entries) if entry.digest == digest), None)
    places = places_by_ending(site, wanted)
    if len(places) > 1:
        raise SettingError(f"{len(places):,} pages end in {wanted}, such as {entries[places[0]].url}; write more of the address")
    return places[0] if places else None


def no_such_page(site: Site, wanted: str) -> SettingError:
    return SettingError(f"no page {wanted} among the {len(site.entries):,} of this site; give its address, the end of it, or a file")


def loose_spelling(url: str) -> str:
    """An address without the parts that most servers ignore."""
    if _QUESTION_MARK in url:
        url = normalise(url.replace(_QUESTION_MARK, "?", 1)) or url
    return _NOT_TOLD_APART.sub("", url)


def _addresses(entries: Sequence[Entry], place_of: dict[int, int]) -> Iterable[tuple[int, str]]:
    """Kept pages first, so that their addresses take precedence over those of their duplicates."""
    twins = {entry.number: entry.twin for entry in entries if entry.twin is not None}
    for entry in sorted(entries, key=lambda entry: entry.number in twins):
        number = entry.number
        for _ in range(len(twins)):  # a page may repeat one that itself repeats another
            if number not in twins:
                break
            number = twins[number]
        if number in place_of:
            yield place_of[number], entry.url
