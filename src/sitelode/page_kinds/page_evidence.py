"""What page kinds are judged by, read off in one pass over the pages of a site: links with their places, titles, lines of text.

Kept of a page: 24 bytes a segment, 32 bytes a link, and its titles: about 10 KB. The page itself is not kept.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.html.page import Page
from sitelode.page_kinds.address_endings import folder_of
from sitelode.page_kinds.kernels.lines import find_in_page
from sitelode.page_kinds.lines import PageLines, page_lines
from sitelode.page_kinds.looks.file_addresses import is_file
from sitelode.page_kinds.looks.page_look import LOOKS, look_of
from sitelode.page_kinds.looks.shown_files import ShownFiles, shown_files
from sitelode.page_kinds.own_titles import RawTitles, titles_of
from sitelode.paths.labels import codes_from_root, tag_codes
from sitelode.progress import Progress, no_progress
from sitelode.site.page_addresses import PageFinder
from sitelode.site.page_links import PageLinks
from sitelode.site.site import Site
from sitelode.text.segments import segments_of

Places = NDArray[np.int32]
MISSING_PRIOR = 0.5  # how likely a page that is missing is worded as its link, shown below it, an article: nothing is known of it
_SLASHES_OF_A_HOST = 2
_A_FILE = -1  # instead of the number of a page
MOST_LINKS = 20_000  # of one page that are looked at; the rest counts as navigation


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
    item: Places  # the repeated block it stands in, see `looks/repeated_blocks.py`; -1 outside of any
    dated: Places  # 1 where a day and a year stand in it
    order: Places  # which line of its page it is, from the top
    label: Places  # of a line "label: value" a number for the label; 0 for any other line
    first: NDArray[np.int64]  # of each page; one more entry at the end

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
    looks: NDArray[np.float32]  # a row per page, columns as in `looks/page_look.py`
    files: list[ShownFiles]  # of each page

    def __len__(self) -> int:
        return len(self.urls)


@dataclass
class _Columns:
    """What grows page by page."""

    targets: "_Targets"
    links: list[tuple[Places, Places, Places, Codes, Places]] = field(default_factory=list)
    lines: list[PageLines] = field(default_factory=list)
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
    """Read every page once."""
    columns = _Columns(_Targets(site))
    titles, counts, looks, files = [], [], [], []
    for place, (entry, page) in enumerate(zip(site.entries, site.pages(), strict=True)):
        links = site.links(entry.number)
        columns.links.append(_links(place, page, links, columns))
        lines = page_lines(page, segments_of(page), links.rows[:MOST_LINKS])
        columns.lines.append(lines._replace(lead=_among_kept(lines.lead, columns.links[-1][2], columns.link_count)))
        columns.link_count += len(columns.links[-1][0])
        titles.append(titles_of(page))
        counts.append(len(links))
        looks.append(look_of(page, links))
        files.append(shown_files(page, links))
        progress("kinds", place + 1, len(site.entries))
    urls = [entry.url for entry in site.entries]
    return SiteReading(
        urls,
        _links_of_all(columns, len(urls)),
        _lines_of_all(columns),
        titles,
        counts,
        np.array(looks, dtype=np.float32).reshape(-1, len(LOOKS)),
        files,
    )


def _links(place: int, page: Page, links: PageLinks, columns: _Columns) -> tuple[Places, Places, Places, Codes, Places]:
    number, numbers, known = columns.targets.number, columns.targets.known, columns.anchors
    targets = np.array([numbers[each] if each in numbers else number(each) for each in links.targets[:MOST_LINKS]], dtype=np.int32)
    kept = np.flatnonzero((targets != place) & (targets != _A_FILE)).astype(np.int32)
    anchors = [known.setdefault(links.anchors[each], len(known)) for each in kept.tolist()]
    source = np.full(len(kept), place, dtype=np.int32)
    return source, targets[kept], kept, codes_from_root(page, tag_codes(page))[links.rows[kept]], np.array(anchors, dtype=np.int32)


def _among_kept(leads: Places, kept: Places, before: int) -> Places:
    """Places among the links of a page as places among those of all pages; -1 for one of a page to itself."""
    if not len(kept):
        return np.full(len(leads), -1, dtype=np.int32)
    place = np.minimum(np.searchsorted(kept, leads), len(kept) - 1)
    return np.where(kept[place] == leads, before + place, -1).astype(np.int32)


def _links_of_all(columns: _Columns, pages: int) -> SiteLinks:
    none = (*(np.empty(0, np.int32),) * 3, np.empty(0, np.uint64), np.empty(0, np.int32))
    source, target, place, path, anchor = map(np.concatenate, zip(none, *columns.links, strict=True))
    return SiteLinks(source, target, place, path, anchor, list(columns.anchors), pages, columns.targets.folders)


def _lines_of_all(columns: _Columns) -> SiteLines:
    sizes = [len(lines.code) for lines in columns.lines]
    none = (*(np.empty(0, np.uint64),) * 2, *(np.empty(0, np.int32),) * 8)
    parts = PageLines(*map(np.concatenate, zip(none, *columns.lines, strict=True)))
    page = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    return SiteLines(page=page, first=np.cumsum([0, *sizes], dtype=np.int64), **parts._asdict())
