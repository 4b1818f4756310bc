"""What was learnt about a whole site as one wrapper: how its articles are read, and which pages have none."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Final

from sitelode.articles.site_articles import SiteArticles
from sitelode.html.page import Page
from sitelode.layout.sketch import PageSketcher
from sitelode.site.passes import pass_over
from sitelode.site.site import Site
from sitelode.site.store import Entry
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known_articles import KnownArticles
from sitelode.wrappers.learn.learning import compile_wrapper, empty_layout, kept_layouts, layout_name
from sitelode.wrappers.learn.profiling import with_comparable_sketches
from sitelode.wrappers.lessons import LessonLog
from sitelode.wrappers.teach.apply_lessons import PagesOfSite, taught_wrapper
from sitelode.wrappers.wrapper import MOST_LAYOUTS, Layout, Wrapper, address_code

MAJORITY_OF_PAGES: Final = 0.5  # of a layout; if more are without an article, the layout is
MOST_LAYOUTS_WITHOUT: Final = 60  # layouts without articles that a wrapper knows; a bound
MOST_SKETCHED: Final = 50  # pages of such a layout
MOST_KNOWN: Final = 2_000  # articles that are remembered; a bound
MOST_REMEMBERED: Final = 20_000  # addresses, of 9 bytes each; a bound


@dataclass(frozen=True)
class TaughtWrapper:
    """A wrapper with the fields that somebody taught, and which of these could not be learnt again, each in one line."""

    wrapper: Wrapper
    problems: list[str]


def taught_site_wrapper(articles: SiteArticles, lessons: LessonLog, learned_on: str = "") -> TaughtWrapper:
    """The wrapper of a mined site with the fields that somebody taught."""
    pages = PagesOfSite(articles.site, articles.layouts.clusters.members())
    return TaughtWrapper(*taught_wrapper(site_wrapper(articles, learned_on), lessons, pages))


def site_wrapper(articles: SiteArticles, learned_on: str = "") -> Wrapper:
    """The wrapper of a mined site; `learned_on` is the date it bears.

    Pages without an article have layouts, too: the wrapper has to know them in order not to read articles from them.
    """
    wrapper = compile_wrapper(articles.studied_layouts(), learned_on)
    others = _layouts_without_articles(articles, learned_on)
    with_articles = [layout for layout in wrapper.layouts if layout.pages] if others else wrapper.layouts
    whole = wrapper.with_layouts(with_comparable_sketches([*with_articles, *others][:MOST_LAYOUTS]))
    return with_exceptions(whole, _pages_with_layouts(articles, whole)) if whole.layouts else whole


def _layouts_without_articles(articles: SiteArticles, learned_on: str) -> list[Layout]:
    found, sketcher, site = list[Layout](), PageSketcher(), articles.site
    for members in articles.layouts.clusters.members() if articles.has_index else ():
        why_none, count = Counter(map(articles.why_none, members)).most_common(1)[0]
        if why_none and count > MAJORITY_OF_PAGES * len(members) and len(found) < MOST_LAYOUTS_WITHOUT:
            pages = site.pages([site.entries[member].number for member in members[:MOST_SKETCHED]])
            found.append(empty_layout(pages, why_none, len(found), learned_on, sketcher))
    return found


def _pages_with_layouts(articles: SiteArticles, wrapper: Wrapper) -> Iterator[tuple[str, str | None, str]]:
    """Every page: its address, the layout it looks like, and the one that it was read with, if that is kept, or why it has no article."""
    names = {studied.reader.cluster: layout_name(number) for number, studied in enumerate(kept_layouts(articles.studied_layouts()))}
    seen = chain.from_iterable(pass_over(articles.site, LayoutsSeen(wrapper)))
    for place, (entry, layout) in enumerate(zip(articles.site.entries, seen, strict=True)):
        cluster = articles.layouts.clusters.of_page[place]
        name = names.get(cluster) if articles.holds_article(place) else articles.why_none(place)
        if name is not None:
            yield entry.url, layout, name


def known_articles(site: Site, wrapper: Wrapper) -> KnownArticles:
    """The articles of a site, as far as they help to recognise them after a redesign."""
    applier = Applier(wrapper)
    numbers = [entry.number for entry in site.entries[:MOST_KNOWN]]
    return KnownArticles.of_readings(reading for page in site.pages(numbers) for reading in applier.read(page))


def with_exceptions(wrapper: Wrapper, pages: Iterable[tuple[str, str | None, str]]) -> Wrapper:
    """The wrapper with the addresses of those pages that it would read differently than mining did.

    A wrapper sees one page at a time and tells its layout by its looks. Mining knows small layouts from large ones that look nearly alike,
    and index pages from articles in the same frame, because it knows who links to whom. Index pages stay where they are for years, so the
    addresses hold for later crawls as well.

    Args:
        wrapper: of articles.
        pages: the address of each, the name of the layout that it looks like (see LayoutsSeen), and the name of the one that mining
            read it with, or the reason why it has no article.

    """
    layouts = {layout.name: layout for layout in wrapper.layouts}
    found: dict[str, set[int]] = defaultdict(set)
    total = 0
    for address, seen, name in pages:
        if total < MOST_REMEMBERED and not _agree(layouts.get(seen or ""), layouts.get(name)):
            found[name].add(address_code(address))
            total += 1
    return replace(wrapper, remembered={name: tuple(sorted(codes)) for name, codes in sorted(found.items())})


@dataclass(frozen=True)
class LayoutsSeen:
    """Tells the layouts that pages of a site look like; goes to other processes as the wrapper alone."""

    wrapper: Wrapper

    def __call__(self, site: Site, entries: Sequence[Entry]) -> list[str | None]:
        """The name of each page's layout."""
        return [self.name(site.store.page(entry.number)) for entry in entries]

    def name(self, page: Page) -> str | None:
        seen = self._applier.layout_of(page)
        return None if seen is None else seen.name

    @cached_property
    def _applier(self) -> Applier:
        return Applier(replace(self.wrapper, remembered={}))


def _agree(seen: Layout | None, wanted: Layout | None) -> bool:
    """Whether a page is read as it should be by the layout that it looks like."""
    if seen is None or seen is wanted:
        return True
    if wanted is None:
        return "nothing" in seen.rules
    return seen.rules is wanted.rules or seen.rules == wanted.rules
