"""Listings that repeat what others list; recognised by what they hold, not by what they are called.

- pagination: index pages whose addresses differ in a counting number only, whose titles differ in it and what goes with it only, and
  that link to each other, are one series; all but the first repeat it.
- archive, tag: a series whose articles are nearly all listed by others. What menus lead to counts as the site's own order, the longest
  first; what lists more than half of all articles is an archive of these, as is what has an address that ends in numbers.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from urllib.parse import unquote

import numpy as np

from sitelode.page_kinds.announcements import ListingLinks
from sitelode.page_kinds.decide import INDEX, Verdicts
from sitelode.page_kinds.page_evidence import SiteReading
from sitelode.text.tokens import terms

PAGINATION: Final = "pagination"
# Set by hand, on the sites of `bench.structure`.
NEARLY_ALL: Final = 0.9  # of a listing's articles
LARGEST_PAGE_NUMBER: Final = 1_899  # larger ones are years
# A number with the word that goes with it, at the end: "/page/2/", "-3.html", "?start=20". A word is read from its beginning alone.
_COUNTED: Final = re.compile(r"(?:[/?&;]|(?<![^/?&;=\d]))[^/?&;=\d]*+[/=]?(?<!\d)(\d{1,4})(?:/|\.[a-z]{3,5})?$", re.IGNORECASE)
_DATED: Final = re.compile(r"(?:^|/)\d{1,4}(?:[/_-]\d{1,2}){0,2}(?:/|\.[a-z]{3,5})?$", re.IGNORECASE)


def find_repetitions(reading: SiteReading, links: ListingLinks, verdict: Verdicts) -> tuple[list[int | None], list[str]]:
    """For every page the place of the one it repeats, and how, as in `SiteKinds`. Linear in pages and links."""
    index = np.array([kind == INDEX for kind in verdict.kinds], dtype=np.bool_)
    every, inside = reading.links, np.append(index, False)
    between = index[every.source] & inside[np.minimum(every.target, len(index))]
    linked = set(zip(every.source[between].tolist(), every.target[between].tolist(), strict=True))
    series = _series(reading, np.flatnonzero(index).tolist(), linked)
    source, target, _ = links.announcing()
    chosen = index[source] & ~index[target]
    listed: dict[int, set[int]] = defaultdict(set)
    for one, other in zip(source[chosen].tolist(), target[chosen].tolist(), strict=True):
        listed[one].add(other)
    articles = {pages[0]: set().union(*(listed[page] for page in pages)) for pages in series}
    found = {page: (first, PAGINATION) for first, *further in series for page in further} | _covered(articles, reading.urls, verdict)
    repeated = [found.get(page, (None, "")) for page in range(len(reading))]
    return [original for original, _ in repeated], [role for _, role in repeated]


def _series(reading: SiteReading, index_pages: Sequence[int], linked: set[tuple[int, int]]) -> list[list[int]]:
    """Index pages, those together that are pages of one listing, the first one first; `linked` are the links between index pages."""
    counted: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for page in index_pages:
        base, number = _without_page_number(reading.urls[page])
        counted[base].append((number, page))
    by_title = (pages for members in counted.values() for pages in _split_by_title(reading, sorted(members)))
    return [series for pages in by_title for series in _linked_series(pages, linked)]


def _split_by_title(reading: SiteReading, members: Sequence[tuple[int, int]]) -> Iterable[list[int]]:
    """Pages of one address but for a number, by their titles."""
    by_title: dict[frozenset[str], list[int]] = defaultdict(list)
    for _, page in members:
        by_title[_title_words(reading.titles[page].title)].append(page)
    # The first page says "News", the second one "News, page 2".
    first_number, first = members[0]
    words = _title_words(reading.titles[first].title)
    longer = next((other for other in by_title if other > words), None)
    if not first_number and longer is not None and len(by_title[words]) == 1:
        by_title[longer].insert(0, first)
        del by_title[words]
    return by_title.values()


def _linked_series(pages: Sequence[int], linked: set[tuple[int, int]]) -> list[list[int]]:
    """The pages that link to the first, the last, the one before or the one after; the others stand alone."""
    connected, alone = [], []
    for place, page in enumerate(pages):
        near = {pages[0], pages[-1], pages[max(place - 1, 0)], pages[min(place + 1, len(pages) - 1)]} - {page}
        if any((page, other) in linked or (other, page) in linked for other in near):
            connected.append(page)
        else:
            alone.append([page])
    return [connected, *alone] if connected else alone


def _covered(articles: Mapping[int, set[int]], urls: Sequence[str], verdict: Verdicts) -> dict[int, tuple[int, str]]:
    """Of series by their first pages, those whose articles others list: which, and how they repeat it. The front page repeats none."""
    most = len(set().union(*articles.values())) / 2
    found, first_listed = dict[int, tuple[int, str]](), dict[int, int]()
    for first in sorted(
        articles, key=lambda page: (not verdict.in_menus[page], len(articles[page]) > most, -len(articles[page]), len(urls[page]), page)
    ):
        own = articles[first]
        known = Counter(first_listed[article] for article in own if article in first_listed)
        if own and first != verdict.front and known.total() >= NEARLY_ALL * len(own):
            of_dates = len(own) > most or _DATED.search(_path(urls[first]))
            found[first] = known.most_common(1)[0][0], "archive" if of_dates else "tag"
        for article in own:
            first_listed.setdefault(article, first)
    return found


def _without_page_number(url: str) -> tuple[str, int]:
    """An address without the number that counts pages at its end, and that number, 0 where it has none."""
    path = _path(url)
    match = _COUNTED.search(path)
    if match is None or int(match[1]) > LARGEST_PAGE_NUMBER or not re.search(r"[^\W\d]", match[0].rpartition(".")[0] or match[0]):
        return path.rstrip("/"), 0
    return path[: match.start()].rstrip("/"), int(match[1])


def _path(url: str) -> str:
    return unquote(url).partition("://")[2]


def _title_words(title: str) -> frozenset[str]:
    """The terms of a title but for numbers."""
    return frozenset(term for term in terms(title) if not term.isdigit())
