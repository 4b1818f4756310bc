"""The whole method on one screen: read, parse, group by layout, learn templates, tell pages apart, extract, compile."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sitelode.articles.body.study import BodyClasses
from sitelode.articles.corrections import Correction, CorrectionLog, corrected
from sitelode.articles.fields.feed_entries import FeedEntry, read_feed
from sitelode.articles.reader import ClusterReader, NoArticle
from sitelode.articles.rules.compiling import UnwrittenRules
from sitelode.compiled.relaxed_gc import seldom_collected
from sitelode.errors import MissingExtraError
from sitelode.html.parse import ParseLimits
from sitelode.layout.clusters import Clusters
from sitelode.layout.site_layouts import SiteLayouts, find_layouts
from sitelode.model import Article, Dropped, Fetched
from sitelode.site.site import Site, is_opened_site, open_site, reopen_site
from sitelode.site.store import Entry
from sitelode.wrappers.learn.learning import StudiedLayout, adopted

if TYPE_CHECKING:
    import pandas as pd

    from sitelode.articles.rules.body_rules import BodyRules
    from sitelode.page_kinds.informative_structure import InformativeStructure
    from sitelode.page_kinds.kinds import SiteKinds
    from sitelode.tables.lists.site_lists import SiteList
    from sitelode.wrappers.wrapper import Wrapper

MOST_STUDIED = 300  # pages of a layout; ten nearly suffice, and memory stays bounded (about 0.3 MB a page while a layout is studied)
_NO_ARTICLE = {"index": NoArticle("index pages"), "other": NoArticle("neither index nor article")}
_log = logging.getLogger("sitelode")


class Progress(Protocol):
    """Told how far the work is; see `cli/progress.py` for one that draws bars."""

    def __call__(self, stage: str, done: int, expected: int | None) -> None: ...


def no_progress(stage: str, done: int, expected: int | None) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class MineSettings:
    """What a user may have an opinion on."""

    limits: ParseLimits = field(default_factory=ParseLimits)
    markdown: bool = False  # articles with their structure as well
    max_pages: int | None = None  # of a crawl
    allow_private: bool = False  # a crawl may ask private and loopback addresses
    html: bool = False  # articles as clean HTML as well


def mine(
    source: str | Path | Iterable[Fetched | Dropped],
    *,
    folder: Path | None = None,
    settings: MineSettings | None = None,
    progress: Progress = no_progress,
) -> "MinedSite":
    """Read a site and learn its layouts.

    Args:
        source: a folder, a file, '-' or a URL as on the command line; the folder of an earlier result, whose pages need not be parsed
            again; or the pages themselves.
        folder: where the parsed pages are kept; a temporary place where none is given. Corrections that somebody made in it are obeyed.
        settings: see MineSettings.
        progress: called as the work goes on.

    Raises:
        SourceError: when the source cannot be read or holds no page.

    """
    settings = settings or MineSettings()
    log = CorrectionLog() if folder is None else CorrectionLog.of_folder(folder)
    with seldom_collected():
        return learn(read_site(source, folder=folder, settings=settings, progress=progress), settings, progress).corrected(log)


def prepare(progress: Progress) -> None:
    """Load compiled code by mining two small pages. The first time after an installation it is compiled, which takes half a minute."""
    progress("prepare", 0, 1)
    pages = (Fetched(f"https://site.example/{name}", f"<h1>{name}</h1><p>A <a href=/>small</a> page.".encode()) for name in "ab")
    list(mine(pages).articles)
    progress("prepare", 1, 1)


def read_site(
    source: str | Path | Iterable[Fetched | Dropped],
    *,
    folder: Path | None = None,
    settings: MineSettings | None = None,
    progress: Progress = no_progress,
) -> Site:
    """Open all pages of a source, as `mine` does before it learns from them."""
    settings = settings or MineSettings()
    if not isinstance(source, str | Path):
        site = open_site(source, "pages in memory", folder, settings.limits, lambda done: progress("read", done, None))
    elif is_opened_site(Path(source)):
        site = reopen_site(Path(source))
    else:
        site = _read(source, folder, settings, progress)
    left_out = ", ".join(f"{count} {reason}" for reason, count in site.dropped.items())
    _log.info("opened %d pages; left out: %s", len(site.entries), left_out or "nothing")
    return site


def _read(source: str | Path, folder: Path | None, settings: MineSettings, progress: Progress) -> Site:
    from sitelode.sources.choice import CrawlWishes, open_source  # noqa: PLC0415 (sources bring their libraries with them)
    from sitelode.sources.source import SourceLimits  # noqa: PLC0415

    wishes = CrawlWishes(settings.max_pages, settings.allow_private)
    opened = open_source(source, limits=SourceLimits(settings.limits.max_bytes), folder=folder, wishes=wishes)
    site = open_site(opened.items(), opened.name, folder, settings.limits, lambda done: progress("read", done, opened.expected))
    site.add_aliases(opened.aliases)
    site.add_feeds(opened.feeds)
    return site


def learn(site: Site, settings: MineSettings | None = None, progress: Progress = no_progress) -> "MinedSite":
    """Group the pages of a site by layout and study each layout."""
    numbers = [entry.number for entry in site.entries]
    layouts = find_layouts(site.pages(), on_page=lambda stage, done: progress(stage, done, len(numbers)))
    clusters = layouts.clusters
    sizes = [len(members) for members in clusters.members()]
    _log.info("found %d layouts of %s pages at a similarity of %.2f", len(sizes), sizes[:10], clusters.threshold)
    studied, feed = [], feed_of(site)
    for number, members in enumerate(layouts.templates.members()):
        pages = site.pages([entry.number for entry in _sample([site.entries[member] for member in members])])
        studied.append(StudiedLayout(pages, ClusterReader.learnt(number, pages, feed)))
        progress("templates", number + 1, len(layouts.templates.members()))
    templates = [each.reader for each in adopted(studied)]
    # Page types of one template are read alike: the more pages a template is learnt from, the better it is known.
    readers = [
        replace(templates[layouts.templates.of_page[members[0]]], cluster=cluster) for cluster, members in enumerate(clusters.members())
    ]
    return MinedSite(site, layouts, readers, settings or MineSettings(), progress)


def feed_of(site: Site) -> dict[str, FeedEntry]:
    """What the site's feeds say, by the address of the page; what leads elsewhere is left out."""
    own = {entry.url for entry in site.entries}
    found: dict[str, FeedEntry] = {}
    for document in site.feeds():
        for address, entry in read_feed(document.body, document.url, document.content_type).items():
            page = site.aliases.get(address, address)
            if page in own:
                found.setdefault(page, entry)
    return found


def _sample(entries: Sequence[Entry]) -> list[Entry]:
    """At most MOST_STUDIED pages, in the order given; which ones depends on their addresses, not on that order."""
    chosen = sorted(entries, key=lambda entry: blake2b(entry.url.encode("utf-8", "replace"), digest_size=8).digest())[:MOST_STUDIED]
    return sorted(chosen, key=lambda entry: entry.number)


@dataclass(frozen=True)
class MinedSite:
    """What was learnt about a site, and through it every article and every list."""

    site: Site
    layouts: SiteLayouts
    readers: list[ClusterReader]  # one a cluster
    settings: MineSettings = field(default_factory=MineSettings)
    progress: Progress = no_progress

    @property
    def clusters(self) -> Clusters:
        return self.layouts.clusters

    @cached_property
    def kinds(self) -> "SiteKinds":
        """Index, article or other for every page, with the evidence."""
        from sitelode.page_kinds.kinds import find_kinds  # noqa: PLC0415 (loaded when asked for)

        return find_kinds(self.site, self.layouts, on_page=self._on_page)

    @property
    def articles(self) -> Iterator[Article]:
        """The articles in the order of the pages, made as they are asked for; one that is divided over pages is one again."""
        return self.joined(outcome for _, outcome in self.outcomes() if isinstance(outcome, Article))

    def outcomes(self) -> Iterator[tuple[Entry, Article | NoArticle]]:
        """Every page with its article, or with the reason why it has none."""
        for place, (entry, kind) in enumerate(zip(self.site.entries, self.kinds.kind, strict=True)):
            yield entry, self.read(place) if self._holds_article(kind) else _NO_ARTICLE[kind]
            self.progress("articles", place + 1, len(self.site.entries))

    def holds_article(self, place: int) -> bool:
        """Whether a page is read. Where no page is an index, nothing shows which pages are listed and which are not: all are."""
        return self._holds_article(self.kinds.kind[place])

    def _holds_article(self, kind: str) -> bool:
        return kind == "article" or (kind == "other" and not self._has_index)

    @cached_property
    def _has_index(self) -> bool:
        return "index" in self.kinds.kind

    def read(self, place: int) -> Article | NoArticle:
        """The text of any page, whatever its kind."""
        entry, reader = self.site.entries[place], self.compiled[self.clusters.of_page[place]]
        return reader.article(self.site.store.page(entry.number), entry.origin, markdown=self.settings.markdown, html=self.settings.html)

    @cached_property
    def compiled(self) -> list[ClusterReader]:
        """The readers with what was learnt in the small form that a wrapper keeps, so that mining and wrapper read alike."""
        rules: dict[int, BodyRules | UnwrittenRules] = {}
        templates = self.layouts.templates.members()
        for reader, members in zip(self.readers, self.clusters.members(), strict=True):
            if id(reader.body) not in rules:
                alike = templates[self.layouts.templates.of_page[members[0]]]
                studied = _sample([self.site.entries[member] for member in alike])
                pages = self.site.pages([entry.number for entry in studied])
                rules[id(reader.body)] = UnwrittenRules(reader.body, pages) if isinstance(reader.body, BodyClasses) else reader.body
        return [replace(reader, body=rules[id(reader.body)]) for reader in self.readers]

    def corrected(self, log: CorrectionLog) -> "MinedSite":
        """The site with readers that obey what somebody said about its layouts."""
        place_of = {entry.url: place for place, entry in enumerate(self.site.entries)} if log.holding else {}
        said: dict[int, list[Correction]] = {}
        for correction in log.holding:
            if correction.url in place_of:
                said.setdefault(self.clusters.of_page[place_of[correction.url]], []).append(correction)
        return replace(self, readers=[corrected(reader, said.get(reader.cluster, ())) for reader in self.readers]) if said else self

    def joined(self, articles: Iterable[Article]) -> Iterator[Article]:
        """Articles of several pages as one."""
        from sitelode.articles.multi_page.joining import joined  # noqa: PLC0415 (loaded when asked for)
        from sitelode.articles.multi_page.page_sequences import page_rows  # noqa: PLC0415

        pages = zip(self.site.entries, self.kinds.kind, strict=True)
        numbers = {entry.url: entry.number for entry, kind in pages if self._holds_article(kind)}
        rows = page_rows(numbers, lambda url: self.site.links(numbers[url]).wordings(), lambda url: self.site.steps(numbers[url]))
        return joined(articles, rows)

    @cached_property
    def structure(self) -> "InformativeStructure":
        """The site cut down to its index pages, its articles, and the links that lead from one to the other."""
        from sitelode.page_kinds.informative_structure import informative_structure, of_graph_links  # noqa: PLC0415
        from sitelode.site.link_graph import link_graph  # noqa: PLC0415 (loaded when asked for)

        graph = link_graph(self.site, self._on_page)
        return informative_structure(graph, self.kinds.kind, of_graph_links(graph, self.kinds.informative))

    @cached_property
    def lists(self) -> "list[SiteList]":
        """The main list of each layout of index pages, with the records of all its pages."""
        from sitelode.tables.lists.site_lists import find_site_lists  # noqa: PLC0415 (loaded when asked for)

        found, clusters = [], self.clusters.members()
        for done, members in enumerate(clusters, start=1):
            indexes = [self.site.entries[member].number for member in members if self.kinds.kind[member] == "index"]
            found += find_site_lists(self.site.pages(indexes), most=1) if indexes else []
            self.progress("records", done, len(clusters))
        return found

    def wrapper(self, learned: str = "") -> "Wrapper":
        """What was learnt as a small file of plain data, which reads new pages of the site; `learned` is its date."""
        from sitelode.wrappers.learn.learning import compile_wrapper  # noqa: PLC0415 (loaded when asked for)

        return compile_wrapper(self.studied_articles(), learned)

    def studied_articles(self) -> list[StudiedLayout]:
        """The layouts that hold articles, each with pages that show it."""
        studied = []
        for reader, members in zip(self.compiled, self.clusters.members(), strict=True):
            articles = [self.site.entries[member] for member in members if self.holds_article(member)]
            if articles:
                studied.append(StudiedLayout(self.site.pages([entry.number for entry in _sample(articles)]), reader))
        return studied

    def _on_page(self, stage: str, done: int) -> None:
        self.progress(stage, done, len(self.site.entries))

    @property
    def twins(self) -> dict[str, str]:
        """For the origin of every page left out as a repetition, the origin of the page it repeats."""
        return self.site.twins

    @cached_property
    def dropped(self) -> Counter[str]:
        """What was left out before mining, counted by reason."""
        return self.site.dropped

    def to_pandas(self) -> "pd.DataFrame":
        """The articles as a table."""
        try:
            import pandas as pd  # noqa: PLC0415 (an extra)
        except ImportError as problem:
            raise MissingExtraError("a DataFrame", "tables") from problem
        return pd.DataFrame([{name: getattr(article, name) for name in Article.__slots__} for article in self.articles])
