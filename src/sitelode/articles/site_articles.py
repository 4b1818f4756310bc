"""Read the articles of a mined site: decide which pages hold an article, and read each by the rules of its layout."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from sitelode.articles.body.body_rules import BodyRules
from sitelode.articles.body.compile_rules import compile_rules
from sitelode.articles.body.study import BodyClasses, favored
from sitelode.articles.listed import Listed, listed_facts
from sitelode.articles.multi_page import PageSequence, find_page_sequences, join_articles
from sitelode.articles.reader import ClusterReader, NoArticle
from sitelode.articles.study import StudiedLayout, sample_of
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.model import Article
from sitelode.page_kinds.kinds import SiteKinds
from sitelode.progress import Progress, no_progress
from sitelode.settings import MineSettings
from sitelode.site.site import Site
from sitelode.site.store import Entry
from sitelode.urls import is_below

if TYPE_CHECKING:
    from sitelode.tables.lists.site_lists import SiteList

_WITHOUT_ARTICLE: Final = {"index": "index pages", "other": "other pages"}  # why a page of this kind is not read
_THREAD: Final = "thread"


class SiteReader:
    """Reads any page of a site, of any kind, by the rules of its layout.

    The rules are those stored in a wrapper, so that mining and wrapper give the same result. `earlier` is a reader of the same site whose
    compiled rules are reused for layouts whose reader has not changed.
    """

    def __init__(
        self,
        site: Site,
        layouts: SiteLayouts,
        readers: Sequence[ClusterReader],
        settings: MineSettings,
        earlier: "SiteReader | None" = None,
    ) -> None:
        self.site, self.layouts, self.settings = site, layouts, settings
        self._studied = readers
        # By the `id` of what was studied, which is kept here too: a body that is gone could give its `id` to another one.
        self.rules: dict[int, tuple[object, BodyRules]] = {} if earlier is None else earlier.rules

    def read(self, place: int) -> Article | NoArticle:
        entry, reader = self.site.entries[place], self.readers[self.layouts.clusters.of_page[place]]
        found = reader.article(self.site.store.page(entry.number), entry.origin, **self.settings.forms())
        if isinstance(found, NoArticle):
            return found
        return replace(found, fetched=self.site.fetched.get(entry.url, ""), digest=entry.digest.hex())

    @cached_property
    def readers(self) -> list[ClusterReader]:
        """One reader for each cluster, with compiled rules."""
        clusters, templates, alike = self.layouts.clusters.members(), self.layouts.templates, self.layouts.templates.members()
        studied = [(reader, alike[templates.of_page[members[0]]]) for reader, members in zip(self._studied, clusters, strict=True)]
        # Small layouts share the body of a large one: its rules come from the large one's pages, wherever that stands.
        for reader, pages in sorted(studied, key=lambda each: -len(each[1])):
            if id(reader.body) not in self.rules:
                self.rules[id(reader.body)] = reader.body, self._compiled(reader, [self.site.entries[page] for page in pages])
        return [replace(reader, body=self.rules[id(reader.body)][1]) for reader in self._studied]

    def _compiled(self, reader: ClusterReader, alike: Sequence[Entry]) -> BodyRules:
        if not isinstance(reader.body, BodyClasses):
            return reader.body
        rules = compile_rules(reader.body, self.site.pages([entry.number for entry in sample_of(alike)]))
        return replace(rules, taken_from=favored(rules.taken_from, self.settings.favor)) if self.settings.favor else rules


def _no_lists() -> "Sequence[SiteList]":
    return ()


class SiteArticles:
    """The articles of a site, read on demand. Its lists are asked for where an article lacks what they may say."""

    def __init__(
        self,
        reader: SiteReader,
        kinds: SiteKinds,
        progress: Progress = no_progress,
        lists: "Callable[[], Sequence[SiteList]]" = _no_lists,
    ) -> None:
        self.reader, self.kinds, self.lists = reader, kinds, lists
        self.site, self.layouts = reader.site, reader.layouts
        self._progress, self.has_index = progress, "index" in kinds.kind

    def __iter__(self) -> Iterator[Article]:
        """The articles in the order of the pages; an article divided over several pages is joined."""
        return self.joined(outcome for _, outcome in self.outcomes() if isinstance(outcome, Article))

    def outcomes(self) -> Iterator[tuple[Entry, Article | NoArticle]]:
        """Every page with its article, or with the reason why it has none."""
        for place, entry in enumerate(self.site.entries):
            yield entry, self.read(place) if self.holds_article(place) else NoArticle(self.why_none(place))
            self._progress("articles", place + 1, len(self.site.entries))

    def read(self, place: int) -> Article | NoArticle:
        """A page by the reader of its layout, with what lists say of it where it says nothing itself."""
        found = self.reader.read(place)
        return self.completed(found) if isinstance(found, Article) else found

    def completed(self, article: Article) -> Article:
        """The article with what lists say of it where its own page says nothing."""
        said = None if article.date and article.author else self.listed.get(article.url)
        return article if said is None else said.completed(article)

    @cached_property
    def listed(self) -> dict[str, Listed]:
        """What the site's lists say of its articles."""
        places = {entry.url: place for place, entry in enumerate(self.site.entries) if self.holds_article(place)}
        leading = {address: url for address, url in self.site.aliases.items() if url in places} | {url: url for url in places}

        def read(url: str) -> Article | None:
            found = self.reader.read(places[url])
            return found if isinstance(found, Article) else None

        return listed_facts(self.lists(), leading, read)

    def holds_article(self, place: int) -> bool:
        """Whether a page is read.

        A thread is: its posts are records, and together they are a text; a post with many answers is hard to tell from one as well. On a
        site without index pages nothing shows which pages are listed: all are read.
        """
        kind = self.kinds.kind[place]
        return kind == "article" or (kind == "other" and (not self.has_index or self.kinds.finer[place] == _THREAD))

    def why_none(self, place: int) -> str:
        """Why a page is not read; empty where it is."""
        return "" if self.holds_article(place) else _WITHOUT_ARTICLE[self.kinds.kind[place]]

    def joined(self, articles: Iterable[Article]) -> Iterator[Article]:
        """The articles, with those divided over several pages joined."""
        return join_articles(articles, self.sequences)

    @cached_property
    def sequences(self) -> list[PageSequence]:
        """The pages that may be one article together."""
        numbers = {entry.url: entry.number for place, entry in enumerate(self.site.entries) if self.holds_article(place)}
        return find_page_sequences(numbers, lambda url: self.site.links(numbers[url]).wordings(), lambda url: self.site.steps(numbers[url]))

    def studied_layouts(self) -> list[StudiedLayout]:
        """The layouts that hold articles, each with sample pages."""
        studied = []
        for reader, members in zip(self.reader.readers, self.layouts.clusters.members(), strict=True):
            articles = [self.site.entries[member] for member in members if self.holds_article(member)]
            if articles:
                studied.append(StudiedLayout(self.site.pages([entry.number for entry in sample_of(articles)]), reader))
        return studied


def why_unwanted(article: Article, settings: MineSettings) -> str:
    """Why an article is left out; empty where it is wanted. Days are compared as the page says them, whatever the zone."""
    if settings.only and not any(is_below(article.url, path) for path in settings.only):
        return "below other paths"
    if settings.languages and article.language not in settings.languages:
        return "in other languages"
    if settings.since and not article.date:
        return "without a date"
    if settings.since and article.date[: len(settings.since)] < settings.since[: len(article.date)]:
        return f"before {settings.since}"
    return ""
