"""From measures to kinds: index, article, or other where nothing speaks for either.

Nothing is forced. An index page must announce something, or be of a layout whose pages do. A page without text that no index page lists
is neither. And where a site's index pages list its articles, a page of text that only its menus lead to is no article: "about us", terms,
forms.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import distinct
from sitelode.page_kinds.addresses import stem_of
from sitelode.page_kinds.announcements import NO_HEADS, Heads, ListingLinks
from sitelode.page_kinds.navigation import NAVIGATION_PAGES
from sitelode.page_kinds.page_evidence import Flags, SiteReading
from sitelode.page_kinds.page_groups import Groups, Measures, PageGroups
from sitelode.page_kinds.page_look import is_medium
from sitelode.page_kinds.reinforcement import NEITHER, Standing
from sitelode.page_kinds.titles import RawTitles, first_part, named_after_a_page, named_kinds, parts_of

# Chosen on the 16 sites of `bench.structure`; docs/algorithms/page_kinds.md says how far each can be moved.
RICH_TEXT: Final = 300  # characters of own text: two or three sentences
POOR_TEXT: Final = 100
NO_TEXT: Final = 20  # characters that vary at all, titles apart: less than a date
LEADING: Final = 0.45  # share of what a layout's pages announce in all that speaks for any kind; listings have .5 and more
MAJORITY: Final = 2 / 3  # of a layout's pages, or of a site's addresses
SYSTEMATIC: Final = 0.8  # of a site's articles; where so many are of a kind that index pages list, not being listed says something
SURE: Final = 0.9  # confidence in what a rule without doubt says
SMALL_SITE: Final = 10  # pages; one of fewer has no front page to speak of
INDEX, ARTICLE, OTHER = "index", "article", "other"
COARSE: Final = (INDEX, ARTICLE, OTHER)
# Finer kinds, by the kind they belong to. Some sites tell their records and discussions as articles: these are both.
FINER: Final = {
    INDEX: (INDEX,),
    ARTICLE: (ARTICLE, "document", "detail", "thread"),
    OTHER: ("detail", "thread", "page", "media"),
}
DATA: Final = ("detail", "thread")
ERROR = "error"  # told by rules alone: too rare to be learnt
# Chosen by `bench.learn_kinds` on sites that the model had not learnt from, but on the very table that shows their figures.
VOICE_OF_RULES: Final = 0.2  # beside the model; .15 gives the same mean within .001 and loses more articles (2.7 % instead of 2.2 %)
NO_DOUBT: Final = 0.7  # mean share of article in a layout, from which on its articles are nothing besides; .5 to .8 give the same
NAMED_INDEX: Final = 0.2  # share of index of pages with one name before a colon; .15 gives the same
NAMED_TIMES: Final = 2.0  # and so many times that of the other pages of the layout; 3 loses .007 of index F1 on `sites2`


@dataclass(frozen=True, slots=True)
class PageText:
    """Of every page, in characters."""

    own: Measures  # longest stretch on this page only
    varying: Measures  # on few pages, titles apart


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What was decided of every page, and from what."""

    kinds: list[str]
    score: Measures  # how much a page is an index page
    listings: NDArray[np.int64]  # index pages that announce a page
    announced: NDArray[np.int64]  # pages that a page announces
    in_menus: Flags
    front: int | None  # the site's front page


class KindShares(NamedTuple):
    """What a model says of every page."""

    coarse: Mapping[str, Measures]  # how likely it is of each kind; they sum up to 1
    fine: Mapping[str, Measures]  # how likely it is of each finer kind; the same
    looks: Mapping[str, Measures]  # the same by what it looks like alone


@dataclass(frozen=True, slots=True)
class CoarseAndFine:
    """What model and rules say together about every page."""

    coarse: list[str]
    fine: list[str]
    score: Measures  # how much a page is an index page
    confidence: Measures  # in the finer kind, between 0 and 1

    def with_front(self, front: int | None) -> "CoarseAndFine":
        """The same, the site's front page as an index page: it leads to the rest, whatever else it shows."""
        return self if front is None else self._surely(np.arange(len(self.score)) == front, INDEX, INDEX, 1.0)

    def with_told(self, told: Mapping[str, Flags]) -> "CoarseAndFine":
        """The same, pages that tell one of these finer kinds as such, and as neither index pages nor articles."""
        found = self
        for finer, flags in told.items():
            found = found._surely(flags, OTHER, finer, 0.0)
        return found

    def _surely(self, flags: Flags, kind: str, finer: str, score: float) -> "CoarseAndFine":
        coarse, fine = np.array(self.coarse, dtype=object), np.array(self.fine, dtype=object)
        coarse[flags], fine[flags] = kind, finer
        return CoarseAndFine(coarse.tolist(), fine.tolist(), np.where(flags, score, self.score), np.where(flags, SURE, self.confidence))


def kinds_from_shares(
    said: KindShares, by_rules: Sequence[str], standing: Measures, layouts: Groups, named: Groups, heads: Heads = NO_HEADS
) -> CoarseAndFine:
    """The kind with the largest share; the rules have a voice, which decides where the model is in doubt.

    `named` are the pages of a layout whose titles begin with the same name of a kind, see `titles.named_kinds`; group 0 has none.
    """
    rules = np.array(by_rules)
    # One layout may hold all kinds of pages: in wikis and manuals names and places tell listings.
    told = np.maximum(_listings_by_name(said.coarse[INDEX], layouts, named), heads.surety(said.coarse[ARTICLE]))
    shown = np.array([(1 - VOICE_OF_RULES) * said.coarse[kind] + VOICE_OF_RULES * (rules == kind) for kind in COARSE])
    chosen = np.where(told > 0, 0, shown.argmax(axis=0))
    # Listings list threads as well as articles; what these look like is known from many sites.
    threads = layouts.mean(said.looks["thread"])[layouts.of_page] > 0.5  # noqa: PLR2004 (more likely than not)
    chosen = np.where((chosen == 1) & threads, 2, chosen)
    fine, confidence = _finer(said, shown, chosen, layouts)
    # Pages that are no index pages rank behind those that are; the standing settles draws.
    share = np.maximum(shown[0], told) * (1 - 1e-6) + 1e-6 * standing
    score = np.where(chosen == 0, 1 + share, share) / 2
    return CoarseAndFine([COARSE[number] for number in chosen.tolist()], fine, score, confidence)


def _listings_by_name(index: Measures, layouts: Groups, named: Groups) -> Measures:
    """How sure pages titled "Category: .." are listings: where they look more like index pages than the rest of the layout; else 0."""
    mean, size = named.mean(index)[named.of_page], named.size[named.of_page]
    layout, whole = layouts.mean(index)[layouts.of_page], layouts.size[layouts.of_page]
    others = (layout * whole - mean * size) / np.maximum(whole - size, 1)
    listings = (named.of_page > 0) & (whole >= 2 * size) & (mean >= NAMED_INDEX) & (mean >= NAMED_TIMES * others)
    return np.where(listings, mean / np.maximum(mean + others, 1e-9), 0.0)


def _finer(said: KindShares, shown: NDArray[np.float64], chosen: NDArray[np.intp], layouts: Groups) -> tuple[list[str], Measures]:
    """Within the kind that was chosen, the likeliest finer one on the page and in its layout.

    Layouts of articles without doubt hold neither records nor threads: short posts look like the ones, posts with answers like the others.
    """
    logs = {kind: np.log(values) for kind, values in said.fine.items()}
    smooth = {kind: np.exp((values + layouts.mean(values)[layouts.of_page]) / 2) for kind, values in logs.items()}
    no_doubt = (layouts.mean(said.coarse[ARTICLE]) >= NO_DOUBT)[layouts.of_page]
    names, confidence = np.full(len(chosen), "", dtype=object), np.zeros(len(chosen))
    for number, kind in enumerate(COARSE):
        here = chosen == number
        values = np.array([smooth[each] for each in FINER[kind]])[:, here]
        if kind == ARTICLE:
            values[np.ix_([each in DATA for each in FINER[kind]], no_doubt[here])] = 0
        names[here] = np.array(FINER[kind], dtype=object)[values.argmax(axis=0)]
        confidence[here] = shown[number][here] * values.max(axis=0) / values.sum(axis=0)
    return names.tolist(), confidence


def by_rules(found: Verdicts) -> CoarseAndFine:
    """The same from rules alone, for sites too small to be compared with others."""
    fine = ["page" if kind == OTHER else kind for kind in found.kinds]
    return CoarseAndFine(found.kinds, fine, found.score, np.abs(found.score - 0.5) + 0.5)


def decide(reading: SiteReading, links: ListingLinks, standing: Standing, text: PageText, groups: PageGroups) -> Verdicts:
    """The kind of every page."""
    announced = np.bincount(links.source, links.weight > 0, len(reading)).astype(np.int64)
    announced += np.bincount(links.lost_source, links.lost_weight >= 1, len(reading)).astype(np.int64)
    index = _index_pages(standing, groups.layouts)
    if len(reading) < NAVIGATION_PAGES:  # nothing shows what is menu: text decides
        index &= text.own < RICH_TEXT
    front = _front_page(reading)
    if front is not None and standing.announces[front] >= NEITHER:
        index[front] = True
    listings = links.listings(index)
    in_menus = np.isin(np.arange(len(reading)), reading.links.target[~links.content])  # a link of a template leads to them
    other = ~index & _neither(index, listings, in_menus, text, groups.shapes)
    kinds = np.where(index, INDEX, np.where(other, OTHER, ARTICLE)).tolist()
    # Pages that are neither rank behind index pages, whatever their measures.
    score = np.where(index, np.maximum(standing.index, 0.5), np.minimum(standing.index, 0.5) * np.where(other, 0.9, 1.0))
    return Verdicts(kinds, score, listings, announced, in_menus, front)


def _index_pages(standing: Standing, layouts: Groups) -> Flags:
    announces = standing.announces >= NEITHER
    # An empty tag page, or one whose articles are missing, is told by the other pages of its layout.
    of_listings = (layouts.mean(announces.astype(np.float64)) >= MAJORITY)[layouts.of_page] & (standing.text < NEITHER)
    # Pages of pictures lead back to one article each and to one another: little of anything.
    return (standing.index > 0.5) & (standing.index_share >= LEADING) & (announces | of_listings)  # noqa: PLR2004 (the middle)


def _neither(index: Flags, listings: NDArray[np.int64], in_menus: Flags, text: PageText, shapes: Groups) -> Flags:
    rich = (text.own >= RICH_TEXT) | (text.varying >= 2 * RICH_TEXT)
    poor = (text.own < POOR_TEXT) & (text.varying < 2 * POOR_TEXT)
    empty = poor & (text.varying < NO_TEXT)
    among_texts = (shapes.mean(rich.astype(np.float64)) >= 0.5)[shapes.of_page]  # noqa: PLR2004 (half)
    without_text = (listings == 0) & (empty | (poor & ~among_texts))
    articles = ~index & rich
    return np.asarray(without_text | (in_menus & _unlike_articles(articles, listings, shapes)))


def _unlike_articles(articles: Flags, listings: NDArray[np.int64], shapes: Groups) -> Flags:
    """Pages that index pages list less than half as often as the typical article, in a site whose articles are listed."""
    if not articles.any():
        return np.zeros(len(articles), dtype=np.bool_)
    of_shape = shapes.of_page[articles]
    listed, every = (np.bincount(of_shape, values, len(shapes.size)) for values in (listings[articles] > 0, None))
    systematic = (listed[of_shape] > every[of_shape] / 2).mean()
    if systematic < SYSTEMATIC:
        return np.zeros(len(articles), dtype=np.bool_)
    typical = np.median(listings[articles])
    return np.asarray(listings * 2 <= (typical if typical >= 2 else 0))  # noqa: PLR2004 (half of one listing is none)


def _front_page(reading: SiteReading) -> int | None:
    """The page that addresses or names tell as the one that leads to the rest."""
    if len(reading) < SMALL_SITE:
        return None
    front = _front_by_address(reading)
    return _front_by_name(reading) if front is None else front


def _front_by_name(reading: SiteReading) -> int | None:
    """Of the pages that most others link to, the one that begins its title with what stands in most titles: the name of the site.

    Where most titles begin with the name, only the one that is called nothing else. Where several are, it is the one that the first link of
    most pages leads to.
    """
    links, most = reading.links, len(reading) / 2
    inside = links.target < len(reading)
    source, target = links.source[inside].astype(np.int64), links.target[inside]
    pages = distinct(source * len(reading) + target) % len(reading)
    linked = np.flatnonzero(np.bincount(pages, minlength=len(reading)) > most)
    parts = [parts_of(each.title) for each in reading.titles]
    pages_with, begin_with = Counter(part for each in parts for part in set(each)), Counter(each[0] for each in parts if each)
    called = [page for page in linked.tolist() if parts[page] and pages_with[parts[page][0]] > most]
    called = [page for page in called if begin_with[parts[page][0]] <= most or len(parts[page]) == 1]
    if len(called) > 1:
        first = np.bincount(target[np.unique(source, return_index=True)[1]], minlength=len(reading))
        called = [page for page in called if first[page] > most]
    return called[0] if called else None


def _front_by_address(reading: SiteReading) -> int | None:
    """The page that stands for the folder which holds all others, if most pages link to it."""
    urls = reading.urls
    front = min(range(len(urls)), key=lambda page: (len(_folder(urls[page])), not _is_folder(urls[page]), urls[page]))
    folder = _folder(urls[front])
    held = sum(_folder(url).startswith(folder) for url in urls)
    if not folder or not _is_folder(urls[front]) or held < MAJORITY * len(reading):
        return None
    sources = distinct(reading.links.source[reading.links.target == front])
    return front if len(sources) > len(reading) / 2 else None


def _is_folder(url: str) -> bool:
    """Whether an address is that of a folder: "/news/", "/news/index.html"."""
    path = url.partition("://")[2].partition("?")[0]
    return path.endswith("/") or "/" not in path or stem_of(path).endswith("/index")


def _folder(url: str) -> str:
    """An address up to its last slash."""
    return url.partition("://")[2].partition("?")[0].rpartition("/")[0]


# What HTTP itself calls them, by number and by phrase: generators keep these in any language. Other numbers are mostly amounts.
_ERROR: Final = re.compile(r"(?<!\w)(?:40[34]|not found|forbidden)(?!\w)", re.IGNORECASE)


def told_by_names(titles: Sequence[RawTitles], layout: Sequence[int], text: PageText, found: Verdicts) -> dict[str, Flags]:
    """For each finer kind the pages that are of it."""
    short = text.own < RICH_TEXT
    return {
        "media": _named_as_files(titles) & short,
        "thread": _talk(titles, layout),
        ERROR: _named_as_errors(titles) & short & (found.listings == 0),
    }


def _named_as_files(titles: Sequence[RawTitles]) -> Flags:
    """A page that is called as a file shows that file."""
    return np.array([is_medium(first_part(each)) or is_medium(each.main) for each in titles], dtype=np.bool_)


def _talk(titles: Sequence[RawTitles], layout: Sequence[int]) -> Flags:
    """Pages with one name before a colon, after which most have the title of another page: "Talk: ..", as wikis call them."""
    named = Groups.of(named_kinds(titles, layout))
    share = named.mean(named_after_a_page(titles).astype(np.float64))[named.of_page]
    return np.asarray((named.of_page > 0) & (share >= MAJORITY))


def _named_as_errors(titles: Sequence[RawTitles]) -> Flags:
    said = ((each.title, *each.headings) for each in titles)
    return np.array([any(map(_ERROR.search, texts)) for texts in said], dtype=np.bool_)
