"""Score how strongly each non-navigation link suggests that its page is an index page.

A link that is worded as its target calls itself announces it, the more the longer: a listing links with titles, an article is linked by
its title and links to listings by short names.

Pages that are listed beside each other: announced by one page from links in the same place. They are mostly of one kind, whatever their
addresses say.

What a page holds together: the pages that it alone announces, in one list, below its address. A hub of a wiki and the opening page of a
chapter share the layout of the pages that they list and often have text of their own, so neither layout nor text tells them apart. That
their lists stand where other pages of the layout have none, and that nobody else lists what they list, does; and so does an address that
those of the listed pages go on from.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import distinct, numbered
from sitelode.compiled.codes import Codes
from sitelode.page_kinds.addresses import folder_of, stem_of
from sitelode.page_kinds.lines import codes_of_texts
from sitelode.page_kinds.page_evidence import MISSING_PRIOR, Flags, Places, SiteLines, SiteLinks, SiteReading
from sitelode.page_kinds.page_groups import Groups, Measures
from sitelode.page_kinds.titles import SHOWN, TitleMatcher, terms_in

Weights = NDArray[np.float64]
Rows = NDArray[np.int64]
# Chosen on the 16 sites of `bench.structure`; docs/algorithms/page_kinds.md says how far each can be moved.
MOST_TERMS: Final = 12  # of an anchor that count
TELLING_TERMS: Final = 3  # an anchor of fewer names a thing rather than a text
RARE_LINE_SHARE: Final = 0.01  # of the pages; a line on more is no title
RARE_LINE_PAGES: Final = 3
UNKNOWN_LINKS: Final = 2.0  # links with known targets that outweigh this guess half
_TITLES_SHOWN: Final = 4  # names of a page that are looked for on pages that link to it


@dataclass(frozen=True, slots=True)
class ListingLinks:
    """Content links, one for each page and what it links to."""

    source: Places
    target: Places  # a page
    weight: Weights  # 0 where nothing says that the source announces the target
    place: Places  # in the layout, numbered
    lost_source: Places  # links to addresses that no page has,
    lost_weight: Weights  # weighed by how links in the same place agree with their targets
    lost_place: Places
    lost_folder: Places  # numbers as in `folder`; -1 where no page is in the folder
    folder: Places  # of the address of every page, numbered
    content: Flags  # for every link of the site, whether it is content
    version: Places  # for every page the one that it is a version of

    def announcing(self) -> tuple[Rows, Rows, Rows]:
        """Source, target and place of those that announce their targets."""
        rows = np.flatnonzero(self.weight > 0)
        return self.source[rows].astype(np.int64), self.target[rows].astype(np.int64), self.place[rows].astype(np.int64)

    def listings(self, index: Flags) -> NDArray[np.int64]:
        """How many index pages announce each page, or the version of it that most do."""
        found = np.bincount(self.target, index[self.source] & (self.weight > 0), len(index)).astype(np.int64)
        most = found.copy()
        np.maximum.at(most, self.version, found)
        return most[self.version]


def listing_links(reading: SiteReading, content: Flags, matcher: TitleMatcher, version: Places) -> ListingLinks:
    """Weigh the links of a site that are content; those between versions of one page (see `own_text.py`) announce nothing."""
    links = reading.links
    terms = np.minimum(terms_in(links.texts), MOST_TERMS)[links.anchor]
    codes = codes_of_texts(links.texts)[links.anchor] if len(links) else np.empty(0, np.uint64)
    target = _by_wording(links, reading.lines, codes, terms)
    found = target < links.pages
    weight = terms * _agreement(links, target, matcher)
    weight = np.maximum(weight, terms * _stands_there(reading, target, codes, terms))
    weight = np.maximum(weight, _shown_beside(reading, matcher, target))
    place = numbered(links.path)
    weight = np.where(found, weight, terms * _agreement_of_places(place, content, found, terms, weight))
    used = np.flatnonzero(content & (target != links.source))
    used = used[_best_of_pairs(links.source[used], target[used], weight[used])]
    known, lost = used[found[used]], used[~found[used]]
    weighed = np.where(version[links.source[known]] == version[target[known]], 0.0, weight[known])
    places = place.astype(np.int32)
    folder, lost_folder = _folders(reading.urls, links, target[lost])
    return ListingLinks(
        links.source[known], target[known], weighed, places[known],
        links.source[lost], weight[lost], places[lost], lost_folder, folder, content, version,
    )  # fmt: skip


def _folders(urls: list[str], links: SiteLinks, lost: Places) -> tuple[Places, Places]:
    """Numbers for the folders of pages and of addresses that no page has."""
    known: dict[str, int] = {}
    of_page = [known.setdefault(folder_of(url), len(known)) for url in urls]
    of_lost = np.array([known.get(folder, -1) for folder in links.folders], dtype=np.int32)
    some = of_lost[lost - links.pages] if len(of_lost) else np.full(len(lost), -1, dtype=np.int32)
    return np.array(of_page, dtype=np.int32), some


def _agreement_of_places(place: NDArray[np.int64], content: Flags, found: Flags, terms: Weights, weight: Weights) -> Weights:
    """For every link, how well those in its place agree with their targets, as far as these are there to be asked.

    Where none is, that may be chance if many of the site's pages are missing and few links stand there. Otherwise the targets are of a
    kind that was left out as a whole: profiles, files, forms.
    """
    size = int(place.max(initial=-1)) + 1
    telling = content & (terms >= TELLING_TERMS)
    missing = (telling & ~found).sum() / max(telling.sum(), 1)
    by_chance = missing ** np.bincount(place[content & ~found], minlength=size)
    some = content & found & (terms > 0)
    links = np.bincount(place[some], minlength=size)
    agreeing = np.bincount(place[some], np.minimum(weight[some] / terms[some], 1.0), size)
    mean = (agreeing + UNKNOWN_LINKS * MISSING_PRIOR * by_chance) / (links + UNKNOWN_LINKS)
    return np.asarray(mean[place])


def _by_wording(links: SiteLinks, lines: SiteLines, codes: Codes, terms: Weights) -> Places:
    """The target of each link; where no page has the address, the only page that has the anchor as a line of its own."""
    target = links.target.copy()
    lost = np.flatnonzero((target >= links.pages) & (terms >= TELLING_TERMS))
    own_lines = np.flatnonzero(lines.plain * 2 > lines.width)
    order = own_lines[np.argsort(lines.code[own_lines], kind="stable")]
    sorted_codes = lines.code[order]
    first, after = np.searchsorted(sorted_codes, codes[lost]), np.searchsorted(sorted_codes, codes[lost], side="right")
    single = after - first == 1
    target[lost[single]] = lines.page[order[first[single]]]
    return target


def _agreement(links: SiteLinks, target: Places, matcher: TitleMatcher) -> Weights:
    """How well each anchor says what its target calls itself; each wording of a link to a page is compared once."""
    found = np.flatnonzero(target < links.pages)
    pairs, which = np.unique(links.anchor[found].astype(np.int64) * links.pages + target[found], return_inverse=True)
    anchors, pages = (part.tolist() for part in np.divmod(pairs, max(links.pages, 1)))
    values = [matcher.match(links.texts[anchor], page) for anchor, page in zip(anchors, pages, strict=True)]
    agreement = np.zeros(len(links))
    agreement[found] = np.array(values, dtype=np.float64)[which]
    return agreement


def _stands_there(reading: SiteReading, target: Places, codes: Codes, terms: Weights) -> Weights:
    """Links whose wording is a line of the target, and of few other pages: a title, where title and headings say nothing."""
    lines = reading.lines
    telling = np.flatnonzero((target < len(reading)) & (terms >= TELLING_TERMS))
    values = np.zeros(len(target))
    if not len(telling):
        return values
    own_lines, pages = np.unique(lines.code[lines.plain * 2 > lines.width], return_counts=True)
    if not len(own_lines):
        return values
    place = np.minimum(np.searchsorted(own_lines, codes[telling]), len(own_lines) - 1)
    rare = (own_lines[place] == codes[telling]) & (pages[place] <= max(RARE_LINE_PAGES, RARE_LINE_SHARE * len(reading)))
    telling = telling[rare]
    values[telling] = SHOWN * lines.has(target[telling], codes[telling], plain=True)
    return values


def _shown_beside(reading: SiteReading, matcher: TitleMatcher, target: Places) -> Weights:
    """Links worded "read more" to a page whose title the linking page shows."""
    links, weight = reading.links, np.zeros(len(reading.links))
    found = np.flatnonzero(target < links.pages)
    for rank in range(_TITLES_SHOWN):
        names = [own[rank] if rank < len(own) else "" for own in matcher.names]
        terms = np.minimum(terms_in(names), MOST_TERMS)
        codes = codes_of_texts(names)
        some = found[(terms[target[found]] >= TELLING_TERMS - 1) & (weight[found] == 0)]
        weight[some] = SHOWN * terms[target[some]] * reading.lines.has(links.source[some], codes[target[some]])
    return weight


def _best_of_pairs(source: Places, target: Places, weight: Weights) -> NDArray[np.intp]:
    """Of several links from one page to another the weightiest, by place in the columns."""
    key = source.astype(np.int64) << 32 | target
    order = np.lexsort((-weight, key))
    return np.sort(order[np.append(True, key[order][1:] != key[order][:-1])[: len(order)]])


LEAST_ALIKE: Final = 3  # pages of a group; smaller ones are put together. Set by hand


class Lists(NamedTuple):
    """One entry for every page on a list."""

    of_entry: NDArray[np.intp]  # the number of the list
    page: Rows
    pages: int

    @classmethod
    def of(cls, links: ListingLinks, pages: int) -> "Lists":
        """Lists of two or more pages."""
        source, target, place = links.announcing()
        _, which, sizes = np.unique(source << 32 | place, return_inverse=True, return_counts=True)
        several = sizes[which] > 1
        return cls(which[several], target[several], pages)

    def mean(self, values: Measures) -> Measures:
        """For every page the mean over what it is listed beside, of all lists alike; its own value where it is on none."""
        number = np.bincount(self.page, minlength=self.pages)
        means = np.bincount(self.of_entry, values[self.page]) / np.maximum(np.bincount(self.of_entry), 1)
        total = np.bincount(self.page, means[self.of_entry], self.pages)
        return np.where(number > 0, total / np.maximum(number, 1), values)


def announced_alike(links: ListingLinks, layout: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pages of one layout that are mostly announced from the same place of the same layout: one number for each such group.

    Where one layout shows films and essays, the lists that lead to them still differ. Pages that few or none are announced like are
    together, by their layouts.
    """
    source, target, place = links.announcing()
    layouts = int(layout.max(initial=0)) + 1
    _, origin = np.unique(place * layouts + layout[source], return_inverse=True)
    origins = int(origin.max(initial=-1)) + 2
    pairs, counts = np.unique(target * origins + origin, return_counts=True)
    page, which = np.divmod(pairs, origins)
    order = np.lexsort((which, -counts, page))
    first = order[np.append(True, page[order][1:] != page[order][:-1])[: len(order)]]
    mostly = np.full(len(layout), origins - 1)
    mostly[page[first]] = which[first]
    _, group, sizes = np.unique(layout * origins + mostly, return_inverse=True, return_counts=True)
    mostly[sizes[group] < LEAST_ALIKE] = origins - 1
    return np.unique(layout * origins + mostly, return_inverse=True)[1].astype(np.int64)


LEAST_PARTS: Final = 2  # pages that make a chapter. Set by hand
_LAST_NAMES: Final = re.compile(r"[/:=]([^/:=?&]+)[/:]([^/:=?&]+)\Z")


class Heads(NamedTuple):
    """Pages that stand for a folder or a chapter and announce its pages, see `Parts`: one entry for each page announced."""

    head: Rows
    announced: Rows

    def surety(self, article: Measures) -> Measures:
        """For every page how much what it heads are articles; 0 where most of it is not, and for pages that head nothing."""
        number = np.bincount(self.head, minlength=len(article))
        share = np.bincount(self.head, article[self.announced], len(article)) / np.maximum(number, 1)
        return np.where(share > 0.5, share, 0.0)  # noqa: PLR2004 (half)


NO_HEADS: Final = Heads(np.empty(0, np.int64), np.empty(0, np.int64))


class Parts(NamedTuple):
    """What pages announce, link by link, and the folders that pages stand for."""

    source: Rows
    target: Rows
    place: Rows  # of the link in the layout
    inside: NDArray[np.bool_]  # whether the target lies in the folder of the source
    below: Measures  # for every page how many others lie in its folder
    same: NDArray[np.bool_]  # whether the page lies in its folder itself, being called as the folder is: "plans/plans.html"

    @classmethod
    def of(cls, links: ListingLinks, urls: Sequence[str]) -> "Parts":
        """Linear but for sorting."""
        source, target, place = links.announcing()
        headed = [_folder_headed(url) for url in urls]
        folders = [folder for folder, _ in headed]
        pairs = zip(source.tolist(), target.tolist(), strict=True)
        inside = np.array([urls[other].startswith(folders[one]) for one, other in pairs], dtype=np.bool_)
        same = np.array([called for _, called in headed], dtype=np.bool_)
        return cls(source, target, place, inside, _below(urls, folders), same)

    def heads(self) -> Heads:
        """Pages that announce most of what lies below their addresses, and little else; or that are called as their folder and announce."""
        number, held = (np.bincount(self.source, values, len(self.below)) for values in (None, self.inside))
        chapters = (held >= LEAST_PARTS) & (2 * held >= self.below) & (2 * held >= number)
        heads = chapters | (self.same & (self.below >= LEAST_PARTS) & (number >= LEAST_PARTS))
        chosen = heads[self.source]
        return Heads(self.source[chosen], self.target[chosen])

    def columns(self, layouts: Groups) -> Iterator[tuple[str, Measures]]:
        """Evidence with one number a page."""
        pages, source = len(self.below), self.source
        number, announcers = np.bincount(source, minlength=pages), np.bincount(self.target, minlength=pages)
        yield "announced by it alone", np.log1p(np.bincount(source, 1 / np.maximum(announcers[self.target], 1), pages))
        lists, sizes = np.unique(source << 32 | self.place, return_counts=True)
        longest = np.zeros(pages)
        np.maximum.at(longest, lists >> 32, sizes)
        yield "announced in one list", np.log1p(longest)
        yield "share of one list", longest / np.maximum(number, 1)
        yield "announced in unusual places", np.log1p(np.bincount(source, 1 - self._usual(layouts), pages))
        yield "announced below its address", np.log1p(np.bincount(source, self.inside, pages))
        yield "pages below its address", np.log1p(self.below)

    def _usual(self, layouts: Groups) -> Measures:
        """For every link the share of pages of its layout that have some in the same place."""
        layout = layouts.of_page[self.source]
        _, which = np.unique(self.place * len(layouts.size) + layout, return_inverse=True)
        pairs = distinct(which.astype(np.int64) << 32 | self.source)
        counts = np.bincount(pairs >> 32, minlength=int(which.max(initial=-1)) + 1)
        return np.asarray(counts[which] / layouts.size[layout])


def _folder_headed(url: str) -> tuple[str, bool]:
    """The folder that a page stands for, and whether the page lies in it."""
    stem = stem_of(url).removesuffix("/index")
    names = _LAST_NAMES.search(stem)
    if names and names[1] == names[2]:
        return stem[: names.start(2)], True
    return stem + "/", False


def _below(urls: Sequence[str], folders: Sequence[str]) -> Measures:
    order = sorted(urls)
    ends = (folder[:-1] + chr(ord(folder[-1]) + 1) for folder in folders)
    ranges = zip(urls, folders, ends, strict=True)
    return np.array(
        [bisect_left(order, end) - bisect_left(order, folder) - url.startswith(folder) for url, folder, end in ranges], dtype=np.float64
    )
