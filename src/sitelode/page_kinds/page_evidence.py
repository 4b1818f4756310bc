"""What page kinds are judged by, read off in one pass over the pages of a site: links with their places, titles, lines of text.

Kept of a page: 24 bytes a segment, 32 bytes a link, and its titles: about 10 KB. The page itself is not kept.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import numbered
from sitelode.compiled.codes import Codes
from sitelode.page_kinds.addresses import folder_of
from sitelode.page_kinds.kernels.lines import find_in_page
from sitelode.page_kinds.lines import PageLines, page_lines
from sitelode.page_kinds.page_look import LOOKS, ShownFiles, is_file, look_of
from sitelode.page_kinds.titles import RawTitles, titles_of
from sitelode.paths.labels import codes_from_root, tag_codes
from sitelode.progress import Progress, no_progress
from sitelode.site.page_addresses import PageFinder
from sitelode.site.page_links import LinkColumns, PageLinks
from sitelode.site.site import Site, pass_over
from sitelode.site.store import Entry
from sitelode.text.segments import segments_of

Places = NDArray[np.int32]
Flags = NDArray[np.bool_]
MISSING_PRIOR = 0.5  # how likely a page that is missing is worded as its link, shown below it, an article: nothing is known of it
_SLASHES_OF_A_HOST = 2
_A_FILE = -1  # instead of the number of a page
MOST_LINKS = 20_000  # of one page that are looked at; the rest counts as navigation
_LINK_TYPES: Final = (np.int32, np.int32, np.int32, np.uint64, np.int32)
_LINE_TYPES: Final = (np.uint64, np.uint64, *(np.int32,) * 8)


@dataclass(frozen=True, slots=True)
class SiteLinks:
    """The links of all pages in order, those of a page to itself left out: one entry per link."""

    source: Places
    target: Places  # a page; from `pages` on, an address of the site that no page has
    place: Places  # in Site.links of the source
    path: Codes  # of tags from the root down to it: where on the page it stands
    anchor: Places  # number of its text in `texts`
    texts: list[str]
    pages: int
    folders: list[str] = field(default_factory=list)  # of the addresses that no page has, in the order of their numbers

    def __len__(self) -> int:
        return len(self.source)


@dataclass(frozen=True, slots=True)
class SiteLines:
    """The distinct lines of all pages, page after page, ascending by code within a page."""

    page: Places
    code: Codes  # of the whole line, digits as one and letters in lower case
    beginning: Codes
    width: Places
    plain: Places  # the part of the width outside links
    stretch: Places  # of lines between two that are all link
    lead: Places  # the last line before it that is all link: its place in SiteLinks, -1 where there is none or it leads nowhere else
    item: Places  # the repeated block it stands in, see `lines.py`; -1 outside of any
    dated: Places  # 1 where a day and a year stand in it
    order: Places  # which line of its page it is, from the top
    label: Places  # of a line "label: value" a number for the label; 0 for any other line
    first: NDArray[np.int64]  # of each page; one more entry at the end
    number: NDArray[np.int64]  # of the code among all of them
    pages: NDArray[np.int64]  # that have such a line

    def has(self, pages: Places, codes: Codes, *, plain: bool = False) -> NDArray[np.bool_]:
        """For pairs of page and code whether the page has such a line; `plain`: one that is no link."""
        where = find_in_page(self.first, self.code, pages, codes)
        found: NDArray[np.bool_] = where >= 0
        if plain:
            found &= self.plain[where] * 2 > self.width[where]
        return found


@dataclass(frozen=True, slots=True)
class SiteReading:
    """What is known of a site before it is judged."""

    urls: list[str]
    links: SiteLinks
    lines: SiteLines
    titles: list[RawTitles]
    link_counts: list[int]  # entries that Site.links has for each page
    looks: NDArray[np.float32]  # a row per page, columns as in `page_look.py`
    files: list[ShownFiles]  # of each page

    def __len__(self) -> int:
        return len(self.urls)


class _PagesRead(NamedTuple):
    """What some pages say, page after page."""

    links: LinkColumns
    paths: Codes  # of the links
    lines: PageLines  # of all of them; leads are places among the links of the page
    sizes: list[int]  # numbers of lines
    titles: list[RawTitles]
    counts: list[int]  # of links
    looks: list[list[float]]
    files: list[ShownFiles]


@dataclass
class _Columns:
    """What grows as pages are read."""

    links: list[tuple[Places, Places, Places, Codes, Places]] = field(default_factory=list)
    lines: list[PageLines] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)
    link_count: int = 0


class _Targets:
    """Numbers for addresses: the place of the page, and numbers after all pages for addresses that no page has."""

    def __init__(self, site: Site) -> None:
        self.finder = PageFinder(site)
        self.known: dict[str, int] = {}
        self.free = len(site.entries)
        self.folders: list[str] = []  # of addresses that no page has
        self.queries_name_pages = any("?" in entry.url or "%3F" in entry.url for entry in site.entries)

    def number(self, address: str) -> int:
        """Of an address that was not met before."""
        place = self.finder.place(address)
        # "?replytocom=7" leads to the page itself where queries name no pages; "/?feed=rss" is not the front page.
        path, query, _ = address.partition("?")
        if place is None and query and not self.queries_name_pages and path.rstrip("/").count("/") > _SLASHES_OF_A_HOST:
            place = self.finder.place(path)
        if place is None and is_file(address):
            place = _A_FILE
        if place is None:
            place, self.free = self.free, self.free + 1
            self.folders.append(folder_of(address))
        self.known[address] = place
        return place


def read_evidence(site: Site, progress: Progress = no_progress) -> SiteReading:
    """Read every page once, in several processes where the site has them."""
    columns, targets = _Columns(), _Targets(site)
    titles, counts, looks, files = list[RawTitles](), list[int](), list[list[float]](), list[ShownFiles]()
    for read in pass_over(site, _read_pages):
        _join(columns, targets, read, len(titles))
        titles += read.titles
        counts += read.counts
        looks += read.looks
        files += read.files
        progress("kinds", len(titles), len(site.entries))
    urls = [entry.url for entry in site.entries]
    return SiteReading(
        urls,
        _links_of_all(columns, targets, len(urls)),
        _lines_of_all(columns),
        titles,
        counts,
        np.array(looks, dtype=np.float32).reshape(-1, len(LOOKS)),
        files,
    )


def _read_pages(site: Site, entries: Sequence[Entry]) -> _PagesRead:
    """What can be said of pages without knowing the others."""
    found, lines, paths = list[PageLinks](), list[PageLines](), list[Codes]()
    titles, looks, files = list[RawTitles](), list[list[float]](), list[ShownFiles]()
    for entry in entries:
        page, links = site.store.page(entry.number), site.links(entry.number)
        rows = links.rows[:MOST_LINKS]
        found.append(links)
        lines.append(page_lines(page, segments_of(page), rows))
        paths.append(codes_from_root(page, tag_codes(page))[rows])
        titles.append(titles_of(page))
        look, shown = look_of(page, links)
        looks.append(look)
        files.append(shown)
    sizes, counts = [len(each.code) for each in lines], [len(each) for each in found]
    columns = LinkColumns.of(found, most=MOST_LINKS)
    return _PagesRead(
        columns, _one([np.uint64], [paths])[0], PageLines(*_one(_LINE_TYPES, zip(*lines, strict=True))), sizes, titles, counts, looks, files
    )


def _join(columns: _Columns, targets: _Targets, read: _PagesRead, before: int) -> None:
    """Add what pages say; `before` is the number of pages that were added before."""
    links = read.links
    known = [targets.known[each] if each in targets.known else targets.number(each) for each in links.targets]
    target, source = np.array(known, dtype=np.int32)[links.target], before + links.page
    is_kept = (target != source) & (target != _A_FILE)
    kept = np.flatnonzero(is_kept)
    anchors = links.anchor_numbers(kept, columns.anchors)
    columns.links.append((source[kept], target[kept], links.place[kept], read.paths[kept], anchors))
    # A line's lead is a place among all links of its page; wanted is the place among the kept ones of all pages.
    first = np.searchsorted(links.page, np.repeat(np.arange(len(read.sizes)), read.sizes))
    row, leads = first + read.lines.lead, read.lines.lead >= 0
    row[~leads] = 0
    lead = np.full(len(row), -1, dtype=np.int32)
    if len(is_kept):
        lead = np.where(leads & is_kept[row], columns.link_count + np.cumsum(is_kept)[row] - 1, -1).astype(np.int32)
    columns.lines.append(read.lines._replace(lead=lead))
    columns.sizes += read.sizes
    columns.link_count += len(kept)


def _one(types: Sequence[type[np.generic]], columns: Iterable[Iterable[NDArray[Any]]]) -> list[NDArray[Any]]:
    """Columns of many pieces, each in one piece."""
    pieces = list(columns) or [()] * len(types)
    return [np.concatenate([np.empty(0, kind), *parts]) for kind, parts in zip(types, pieces, strict=True)]


def _links_of_all(columns: _Columns, targets: _Targets, pages: int) -> SiteLinks:
    source, target, place, path, anchor = _one(_LINK_TYPES, zip(*columns.links, strict=True))
    return SiteLinks(source, target, place, path, anchor, list(columns.anchors), pages, targets.folders)


def _lines_of_all(columns: _Columns) -> SiteLines:
    parts = PageLines(*_one(_LINE_TYPES, zip(*columns.lines, strict=True)))
    page = np.repeat(np.arange(len(columns.sizes), dtype=np.int32), columns.sizes)
    first, number = np.cumsum([0, *columns.sizes], dtype=np.int64), numbered(parts.code)
    return SiteLines(page=page, first=first, number=number, pages=np.bincount(number)[number], **parts._asdict())
