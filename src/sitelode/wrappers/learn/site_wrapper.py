"""What was learnt about a whole site as one wrapper: how its articles are read, and which pages have none."""

import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Final

from sitelode.articles.site_articles import SiteArticles
from sitelode.html.page import Page
from sitelode.layout.site_layouts import find_layouts
from sitelode.layout.sketch import PageSketcher
from sitelode.site.site import Site, pass_over
from sitelode.site.store import Entry
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.lists.site_lists import SiteList
from sitelode.urls import site_key
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.known_content import KnownArticles, KnownContent, KnownRows, known_file, write_known
from sitelode.wrappers.learn.learning import compile_wrapper, empty_layout, fields_layout, kept_layouts, layout_name, list_layout
from sitelode.wrappers.learn.profiling import with_comparable_sketches
from sitelode.wrappers.lessons import LessonLog, lessons_file
from sitelode.wrappers.wrapper import MOST_LAYOUTS, Layout, Wrapper, address_code, write_wrapper

MAJORITY_OF_PAGES: Final = 0.5  # of a layout; if more are without an article, the layout is
MOST_LAYOUTS_WITHOUT: Final = 60  # layouts without articles that a wrapper knows; a bound
MOST_SKETCHED: Final = 50  # pages of such a layout
MOST_KNOWN: Final = 2_000  # articles that are remembered; a bound
MOST_REMEMBERED: Final = 20_000  # addresses, of 9 bytes each; a bound
# Bounds.
MOST_STUDIED = 50  # pages of a layout whose values its profile is made of
MOST_WITHOUT_LIST = 1_000  # pages without a list whose layouts are looked at
WITHOUT_LIST = "no list"
MOST_PAGES_REMEMBERED = 1_000
_log = logging.getLogger("sitelode")


@dataclass(frozen=True)
class TaughtWrapper:
    """A wrapper with the fields that somebody taught, and which of these could not be learnt again, each in one line."""

    wrapper: Wrapper
    problems: list[str]


def taught_site_wrapper(articles: SiteArticles, lessons: LessonLog, learned_on: str = "") -> TaughtWrapper:
    """The wrapper of a mined site with the fields that somebody taught."""
    return _taught(site_wrapper(articles, learned_on), lessons, articles.site, articles.layouts.clusters.members())


def _taught(wrapper: Wrapper, lessons: LessonLog, site: Site, layouts: Sequence[Sequence[int]] = ()) -> TaughtWrapper:
    if not lessons.entries:
        return TaughtWrapper(wrapper, [])
    from sitelode.wrappers.teach.apply_lessons import PagesOfSite, taught_wrapper  # noqa: PLC0415 (most sites were taught nothing)

    return TaughtWrapper(*taught_wrapper(wrapper, lessons, PagesOfSite(site, layouts)))


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


def known_content(site: Site, wrapper: Wrapper) -> KnownContent:
    """The articles of a site, as far as they help to recognise them after a redesign."""
    applier = Applier(wrapper)
    numbers = [entry.number for entry in site.entries[:MOST_KNOWN]]
    return KnownContent(KnownArticles.of_readings(reading for page in site.pages(numbers) for reading in applier.read(page)))


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


def write_lists_wrapper(site: Site, lists: Sequence[SiteList], path: Path) -> None:
    """The wrapper of a site's lists."""
    number_of = {entry.url: entry.number for entry in site.entries}
    sketcher, learned_on = PageSketcher(), _today()
    layouts = [
        list_layout(site.pages([number_of[url] for url in found.pages[:MOST_STUDIED]]), found.rule, number, learned_on, sketcher)
        for number, found in enumerate([part for each in lists for part in each.parts][:MOST_LAYOUTS])
    ]
    layouts += _without_list(site, {url for found in lists for url in found.pages}, learned_on, sketcher)[: MOST_LAYOUTS - len(layouts)]
    _write(layouts, site, learned_on, path)


def _without_list(site: Site, listed: set[str], learned_on: str, sketcher: PageSketcher) -> list[Layout]:
    """Layouts of the pages that have no list: the wrapper has to know them in order not to miss one there."""
    pages = site.pages([entry.number for entry in site.entries if entry.url not in listed][:MOST_WITHOUT_LIST])
    groups = find_layouts(pages).clusters.members() if len(pages) > 1 else [[place] for place in range(len(pages))]
    return [
        empty_layout([pages[place] for place in group[:MOST_STUDIED]], WITHOUT_LIST, number, learned_on, sketcher, kind="records")
        for number, group in enumerate(groups[:MOST_LAYOUTS])
    ]


def write_fields_wrapper(site: Site, tables: Iterable[tuple[Sequence[Page], FieldRules]], path: Path) -> None:
    """The wrapper of the detail pages of a site, one layout a table."""
    sketcher, learned_on, layouts = PageSketcher(), _today(), list[Layout]()
    for pages, rules in tables:
        if rules.columns and len(layouts) < MOST_LAYOUTS:
            studied = pages[:MOST_STUDIED]
            layouts.append(fields_layout(studied, rules, len(layouts), learned_on, sketcher))
    _write(layouts, site, learned_on, path)


def _write(layouts: Sequence[Layout], site: Site, learned_on: str, path: Path) -> None:
    """The wrapper with what somebody taught, and beside it the rows that it gives, by which it can be repaired."""
    if not layouts:
        return
    hosts = Counter((site_key(entry.url) or "").removeprefix("file:") for entry in site.entries)
    name = min(hosts, key=lambda host: (-hosts[host], host), default="")
    plain = Wrapper(name, tuple(with_comparable_sketches(layouts)), learned_on=learned_on)
    taught = _taught(plain, LessonLog.read(lessons_file(path)), site)
    for problem in taught.problems:
        _log.warning("%s", problem)
    write_wrapper(taught.wrapper, path)
    applier = Applier(taught.wrapper)
    pages = site.pages([entry.number for entry in site.entries[:MOST_PAGES_REMEMBERED]])
    rows = KnownRows.of_readings(each for page in pages for each in applier.read(page))
    write_known(KnownContent(rows=rows), known_file(path))


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
