"""Mine a site again into the folder of its earlier result: only what is new or changed is read, and learnt from where it matters.

1. The source is compared with the stored pages (`stored_pages.py`); new and changed ones are parsed and stored.
2. New pages join known layouts; a layout is learnt again where more than a tenth of the pages it is learnt from came later.
3. New pages are judged in the company of some known ones; known pages keep their kinds.
4. New pages, and those of layouts that were learnt again, are read; all other articles are taken over as they are written.

Where much is new, or fits no known layout, or people corrected or taught something, everything is learnt again from the stored pages.
"""

import logging
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import NoneType
from typing import Any, Final

from sitelode.arguments import require, require_names, require_path
from sitelode.articles.article_sequence import Articles
from sitelode.articles.corrections import CorrectionLog
from sitelode.articles.multi_page import PageSequence, find_page_sequences
from sitelode.articles.reader import NoArticle
from sitelode.articles.site_articles import SiteArticles, SiteReader
from sitelode.compiled.relaxed_gc import relaxed_gc
from sitelode.counted import counted
from sitelode.incremental.kinds_and_links import renewed_graph, renewed_kinds
from sitelode.incremental.layouts import RenewedLayouts, renewed_layouts, renewed_readers
from sitelode.incremental.stored_pages import RenewedSite, renew_site, renewable_store
from sitelode.mined_site import Later, MinedSite, Stages
from sitelode.model import Article
from sitelode.output.article_files import DOCUMENTS
from sitelode.output.article_forms import FORMATS, NEEDS_HTML, NEEDS_MARKDOWN
from sitelode.output.article_lines import Earlier, EarlierArticles
from sitelode.output.result import Written, write_result
from sitelode.output.saved_state import Learnt, Renewal, load_learnt, load_renewal, order_of
from sitelode.page_kinds.informative_structure import InformativeStructure, find_structure, structure_of_kinds
from sitelode.page_kinds.kinds import SiteKinds
from sitelode.pipeline import mine, mine_site
from sitelode.progress import Progress, no_progress
from sitelode.settings import MineSettings
from sitelode.site.site import Site, is_opened_site
from sitelode.site.store import Entry
from sitelode.sources.choice import STANDARD_INPUT, open_source, with_framesets
from sitelode.sources.source import SourceLimits
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.lists.site_lists import SiteList
from sitelode.tables.site_tables import Key, find_details, find_index_lists, kind_of_lists
from sitelode.wrappers.learn.site_wrapper import TaughtWrapper, taught_site_wrapper
from sitelode.wrappers.lessons import LessonLog
from sitelode.wrappers.wrapper import read_wrapper

# Set by hand; `bench.renewal` shows what it costs and how near the result is to that of mining everything.
RELEARN_ALL_SHARE: Final = 0.3  # share of pages that are new or changed; more, and everything is learnt again
NEW_DESIGN_SHARE: Final = 0.05  # share of pages that are new and fit no known layout; more is a new design
FORMS: Final = (*(name for name in FORMATS if name != "txt"), "parquet")  # that can be files of a result
_log = logging.getLogger("sitelode")


@dataclass(frozen=True)
class _Before:
    """The site as it was."""

    urls: list[str]
    leads: dict[str, str]  # every address that leads to a page, with the page's own
    learnt: Learnt
    renewal: Renewal
    articles: EarlierArticles


class RenewedArticles(SiteArticles):
    """Articles in the order of the pages; one over several pages is read again as a whole where any of them is."""

    def __init__(self, reader: SiteReader, kinds: SiteKinds, earlier: EarlierArticles, touched: set[int], progress: Progress) -> None:
        super().__init__(reader, kinds, progress)
        self._earlier, self._touched = earlier, touched

    def outcomes(self) -> Iterator[tuple[Entry, Article | NoArticle]]:
        again, entries = self._read_again, self.site.entries
        for place, entry in enumerate(entries):
            whole = self._earlier.pages.get(entry.url)
            if not self.holds_article(place):
                yield entry, NoArticle(self.why_none(place))
            elif entry.url in again or (entry.url not in self._earlier and whole is None):
                yield entry, self.read(place)
            elif entry.url in self._earlier:
                yield entry, self._earlier.article(entry.url, entry.origin, self.site.fetched.get(entry.url, ""))
            self._progress("articles", place + 1, len(entries))

    @cached_property
    def sequences(self) -> list[PageSequence]:
        """Sequences with pages that are read again; the others were joined before."""
        numbers = {entry.url: entry.number for place, entry in enumerate(self.site.entries) if self.holds_article(place)}
        near = {url for url in self._changed if url in numbers}
        near |= {target for url in list(near) for target in self.site.links(numbers[url], with_rows=False).targets if target in numbers}
        return find_page_sequences(
            sorted(near),
            lambda url: self.site.links(numbers[url], with_rows=False).wordings(),
            lambda url: self.site.steps(numbers[url]),
        )

    @cached_property
    def _changed(self) -> set[str]:
        """Addresses of pages to read again, with the other pages of the articles that they belonged to; also where one of these is gone."""
        found = {self.site.entries[place].url for place in self._touched}
        now = {entry.url for place, entry in enumerate(self.site.entries) if self.holds_article(place)}
        for pages in set(self._earlier.pages.values()):
            if any(url in found or url not in now for url in pages):
                found |= set(pages)
        return found

    @cached_property
    def _read_again(self) -> set[str]:
        joined = (url for sequence in self.sequences for url in (*sequence.pages, *sequence.wholes))
        found = self._changed | set(joined)
        parts = (self._earlier.pages[url] for url in found if url in self._earlier.pages)
        return found | {url for pages in parts for url in pages}


def mine_into(
    folder: str | Path,
    source: str | Path,
    settings: MineSettings | None = None,
    forms: Collection[str] = (),
    *,
    anew: bool = False,
    progress: Progress = no_progress,
    **changed: Any,  # noqa: ANN401 (fields of MineSettings)
) -> Written:
    """Mine a source into a folder as `sitelode mine SOURCE -o FOLDER` does; what did not change since an earlier result is taken over.

    Args:
        folder: for all files of the result.
        source: a folder, a file or a URL as on the command line.
        settings: see MineSettings.
        forms: further forms of the articles, see `sitelode mine --format`.
        anew: mine everything, also what did not change.
        progress: called as the work goes on.
        changed: single settings by name, such as markdown=True.

    Returns:
        Counts of what was written; what was reused is said in `taken_over`.

    Raises:
        SourceError: when the source cannot be read or holds no page.
        ResultError: when the folder cannot be written.
        TypeError, ValueError: when an argument is of a wrong type, or no form is called so.

    """
    require_path("folder", folder)
    require_path("source", source)
    require("settings", settings, (MineSettings, NoneType), "MineSettings")
    require_names("forms", forms, FORMS)
    folder, settings = Path(folder), (settings or MineSettings()).changed(changed)
    markdown, html = (not needs.isdisjoint(forms) for needs in (NEEDS_MARKDOWN, NEEDS_HTML))
    settings = replace(settings, markdown=settings.markdown or markdown, html=settings.html or html)
    written = None if anew else renew(source, folder, settings, forms, progress)
    return written or write_result(mine(source, folder=folder, settings=settings, progress=progress), folder, forms)


def renew(
    source: str | Path,
    folder: Path,
    settings: MineSettings,
    forms: Collection[str] = (),
    progress: Progress = no_progress,
    name: str | None = None,
) -> Written | None:
    """Mine a source again into the folder of its earlier result; None, and nothing is changed, where it has none.

    `name` is the name that it was stored under, where that is another than its own.
    """
    if str(source) == STANDARD_INPUT or is_opened_site(Path(source)):
        return None
    with relaxed_gc():
        return _renewed_result(source, folder, settings, forms, progress, name)


def _renewed_result(
    source: str | Path, folder: Path, settings: MineSettings, forms: Collection[str], progress: Progress, name: str | None
) -> Written | None:
    given = open_source(
        source,
        limits=SourceLimits(settings.limits.max_bytes),
        folder=folder,
        crawl=settings.crawl_settings(),
        on_crawl=lambda now: progress("crawl", now.pages, now.pages + now.waiting),
    )
    store = renewable_store(folder, name or given.name)
    if store is None:
        return None
    with ExitStack() as files:
        files.callback(store.close)
        before = _before(folder, Site(store), settings, forms)
        if before is not None:
            files.callback(before.articles.close)
        opened = with_framesets(given)
        found = renew_site(store, opened, settings.limits, lambda done: progress("read", done, opened.expected))
        if found is None:
            return None
        is_much = len(found.fresh) > RELEARN_ALL_SHARE * len(found.site.entries)
        renewed = None if before is None or is_much else _renewed(before, found, folder, settings, progress)
        if renewed is None:
            site = replace(found.site, jobs=settings.jobs)
            mined, earlier = mine_site(site, folder, settings, progress, found.earlier), None
            again = "all layouts learnt again"
        else:
            mined, earlier, again = renewed
        written = write_result(mined, folder, forms, earlier)
        written.taken_over = _in_words(found, again)
        return written


def _before(folder: Path, site: Site, settings: MineSettings, forms: Collection[str]) -> _Before | None:
    """What the earlier result knows, where all of it can be taken over."""
    if CorrectionLog.of_folder(folder).entries or LessonLog.of_folder(folder).entries:
        return None
    if any(name in forms for name in DOCUMENTS) and "html" not in forms:
        return None  # documents are made from HTML, which the earlier result did not keep
    renewal = load_renewal(folder, site, order_of(settings, forms))
    learnt = load_learnt(folder, site) if renewal is not None else None
    if renewal is None or learnt is None or len(renewal.rules) != len(learnt[0].templates.members()):
        return None
    try:
        return _Before([entry.url for entry in site.entries], _leads(site), learnt, renewal, EarlierArticles(folder / "articles.jsonl"))
    except (OSError, ValueError):
        return None


def _renewed(
    before: _Before, found: RenewedSite, folder: Path, settings: MineSettings, progress: Progress
) -> tuple[MinedSite, Earlier, str] | None:
    site, known = found.site, {url: place for place, url in enumerate(before.urls)}
    is_fresh = [entry.number in found.fresh or entry.url not in known for entry in site.entries]
    places = [None if fresh else known[entry.url] for entry, fresh in zip(site.entries, is_fresh, strict=True)]
    pages = site.pages([entry.number for entry, fresh in zip(site.entries, is_fresh, strict=True) if fresh])
    urls = [entry.url for entry in site.entries]
    versions = [known.get(entry.url) for entry, fresh in zip(site.entries, is_fresh, strict=True) if fresh]
    renewed = renewed_layouts(before.learnt[0], urls, places, versions, pages)
    if renewed.unlike > NEW_DESIGN_SHARE * len(urls):
        return None
    readers = renewed_readers(site, renewed, before.learnt, before.renewal, is_fresh, found.earlier)
    layouts = renewed.layouts
    kinds = renewed_kinds(before.renewal.kinds, site, layouts.clusters.of_page, places, progress)
    reader = SiteReader(site, layouts, readers.of_clusters, settings)
    reader.rules.update(readers.rules)
    touched = {place for place, fresh in enumerate(is_fresh) if fresh} | readers.touched
    articles = RenewedArticles(reader, kinds, before.articles, touched, progress)
    reuse = _Reuse(before, renewed, site, kinds, places)
    if any(articles.holds_article(place) for place in readers.touched) or renewed.unlike:
        wrapper = Later(taught_site_wrapper, articles, LessonLog(), settings.learned_on)
    else:
        wrapper = Later(lambda: TaughtWrapper(read_wrapper(folder / "wrapper.json"), []))
    lists = Later(lambda: find_index_lists(site, layouts, kinds, progress, reuse.lists))
    stages = Stages(
        kinds=Later(lambda: kinds),
        articles=Later(lambda: articles),
        sequence=Later(Articles, articles),
        structure=Later(reuse.structure, progress),
        lists=lists,
        details=Later(lambda: find_details(site, layouts, kinds, progress, reuse.details)),
        wrapper=wrapper,
        raw_kinds=Later(lambda: kinds),
        page_corrections=[],
    )
    articles.lists = lambda: lists.value
    mined = MinedSite(site, layouts, readers.of_clusters, reader, stages, settings)
    learnt = counted(len(readers.learnt), "layout")
    again = f"{learnt} of {len(layouts.templates.members()):,} learnt again" if readers.learnt else "no layout learnt again"
    return mined, Earlier(before.articles, sorted(readers.unstudied)), again


def _leads(site: Site) -> dict[str, str]:
    urls = {entry.number: entry.url for entry in site.all_entries}
    own = {entry.url: urls.get(entry.number if entry.twin is None else entry.twin, "") for entry in site.all_entries}
    return {**site.aliases, **own}


@dataclass(frozen=True)
class _Reuse:
    """Tables and links of the earlier result, as far as the pages that they come from did not change."""

    before: _Before
    renewed: RenewedLayouts
    site: Site
    kinds: SiteKinds
    places: list[int | None]  # of each page in the site as it was

    def structure(self, progress: Progress) -> InformativeStructure:
        leads, earlier = _leads(self.site), self.before.leads
        if any(leads.get(address) != page for address, page in earlier.items() if page in leads):
            return find_structure(self.site, self.kinds, progress)  # a page repeats another one now, or no longer
        graph = renewed_graph(self.before.renewal.graph, self.site, self.places, leads.keys() - earlier.keys())
        return structure_of_kinds(graph, self.kinds)

    @cached_property
    def same(self) -> set[Key]:
        """Layouts, as numbered now, and kinds of lists, or detail pages, whose pages are exactly those of the earlier result."""
        clusters, old_of_page, finer = self.renewed.clusters, self.before.learnt[0].clusters.of_page, self.before.renewal.kinds.finer
        kept, new_of_page = {old for old in self.places if old is not None}, self.renewed.layouts.clusters.of_page
        changed = {(new_of_page[place], _table_kind(self.kinds.finer[place])) for place, old in enumerate(self.places) if old is None}
        changed |= {(clusters.get(layout, -1), _table_kind(finer[old])) for old, layout in enumerate(old_of_page) if old not in kept}
        changed |= {(clusters.get(layout, -1), kind) for layout, kind in self.before.renewal.joined}  # a record of several is kept with one
        return {(layout, kind) for layout in clusters.values() for kind in ("index", "thread", "", "detail")} - changed

    @property
    def lists(self) -> dict[Key, list[SiteList]]:
        """Lists by layout and kind of their pages that need not be looked for again; an empty list where pages have none."""
        found: dict[Key, list[SiteList]] = {key: [] for key in self.same}
        for each in self.before.renewal.lists.values():
            key = self.renewed.clusters.get(each.layout, -1), each.kind
            if key in self.same:
                found[key].append(replace(each, layout=key[0]))
        return found

    @property
    def details(self) -> dict[int, FieldRules | None]:
        """What was learnt about detail pages of layouts that kept their numbers."""
        clusters, known = self.renewed.clusters, self.before.renewal.details
        return {layout: known.get(layout) for layout, now in clusters.items() if layout == now and (layout, "detail") in self.same}


def _table_kind(finer: str) -> str | None:
    return finer if finer == "detail" else kind_of_lists(finer)


def _in_words(found: RenewedSite, again: str) -> str:
    total = len(found.site.entries)
    fresh = sum(entry.number in found.fresh for entry in found.site.entries)
    parts = [f"{found.new:,} new", f"{found.changed:,} changed", f"{found.gone:,} gone"]
    return f"reused: {total - fresh:,} of {counted(total, 'page')} ({', '.join(parts)}); {again}"
