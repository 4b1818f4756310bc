"""What agents and programs may ask of mined sites: search, sections, articles, reading and teaching; plain data, problems in one line."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from sitelode.api import PageReader
from sitelode.errors import LONGEST_PROBLEM, NoAnswerError, ResultError, SettingError, SitelodeError
from sitelode.model import Article, Fetched
from sitelode.search.mined_texts import check_folder
from sitelode.search.searching import Hit, search
from sitelode.site.page_addresses import places_by_ending
from sitelode.site.site import reopen_site
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.single_pages import single_pages
from sitelode.wrappers.lessons import LONGEST_TEXT, LessonEntry, LessonLog, field_name, lessons_file
from sitelode.wrappers.teach.apply_lessons import PagesOfSite, learnt_fields
from sitelode.wrappers.teach.examples import write_taught
from sitelode.wrappers.wrapper import read_wrapper

MOST_FOUND = 50  # articles of one search; a bound, set by hand
LONGEST_HTML = 20_000_000  # characters of a page that is handed over; set by hand
SECONDS_TO_FETCH = 60.0  # for one page with all its redirects and retries; set by hand
_KEPT = ("url", "title", "subtitle", "author", "date", "language", "tags", "licence", "confidence", "text", "markdown")


@dataclass(frozen=True)
class MinedFolder:
    """A result on disk; nothing is read before it is asked for."""

    folder: Path

    def __post_init__(self) -> None:
        check_folder(self.folder)

    @property
    def name(self) -> str:
        return self.folder.resolve().name

    def articles(self) -> Iterator[dict[str, Any]]:
        """The articles as mining wrote them, one at a time."""
        path = self.folder / "articles.jsonl"
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                try:
                    yield json.loads(line)
                except ValueError as problem:
                    raise ResultError(f"{path}, line {number}: {problem}; mine the site again") from problem

    def search(self, query: str, most: int = 10) -> list[Hit]:
        """The articles that have most of the words, best first; the newest first among equals."""
        return search([self.folder], query, min(most, MOST_FOUND), ("article",))

    def article(self, address: str) -> dict[str, Any]:
        """The article at an address, or at the end of one."""
        ending = "/" + address.lstrip("/")
        found = [each for each in self.articles() if address == each["url"] or each["url"].endswith(ending)]
        if len(found) != 1:
            raise SettingError(f"{len(found) or 'no'} articles at {address[:100]!r}; give a whole address, as search gives it")
        return found[0]

    def sections(self) -> list[dict[str, Any]]:
        """The sections of the site with how many articles each has."""
        try:
            structure = json.loads((self.folder / "structure.json").read_bytes())
            names = {"name": "label", "address": "address", "above": "above", "depth": "depth", "articles": "articles_in_branch"}
            return [{ours: section[theirs] for ours, theirs in names.items()} for section in structure["sections"]]
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise ResultError(f"cannot read {self.folder / 'structure.json'}: {problem}; mine the site again") from problem

    @cached_property
    def reader(self) -> PageReader:
        """Reads new pages of the site with what was learnt."""
        return PageReader(self.folder, markdown=True)

    def teach(self, page: str, field: str, value: str) -> dict[str, str]:
        """Teach a field by its value on one page (an address, or its end); the answer is its value on other pages of the layout."""
        name = field_name(field)
        if not value.strip():
            raise SettingError(f"the value is empty: give the value of {name} on that page")
        site = reopen_site(self.folder)
        try:
            places = places_by_ending(site, page) or [place for place, entry in enumerate(site.entries) if page == entry.url]
            if len(places) != 1:
                raise SettingError(f"{len(places) or 'no'} pages at {page[:100]!r}; give a whole address")
            lesson = LessonEntry(site.entries[places[0]].url, name, text=value[:LONGEST_TEXT])
            pages, path = PagesOfSite(site), self.folder / "wrapper.json"
            learnt = learnt_fields(read_wrapper(path), [lesson], pages)
            if not learnt:
                raise SettingError(f"no layout of the site is like {page[:100]!r}: nothing can be learnt from it")
            log = LessonLog.of_folder(self.folder).with_entry(lesson)
            problems = write_taught(path, log, pages)
            if problems:
                raise SettingError(problems[0])
            log.write(lessons_file(path))
            self.__dict__.pop("reader", None)
            values = zip(learnt[0].pages.values(), learnt[0].values(), strict=True)
            return {tokens.page.url: found for tokens, found in values}
        finally:
            site.store.close()


def fetch(url: str, crawl: CrawlSettings | None = None) -> Fetched | str:
    """Fetch one page with the manners and guards of a crawl; a text says why there is none.

    Raises:
        SourceError: when the server cannot be asked, or gives no page.

    """
    for page in single_pages([url], crawl):
        return page if isinstance(page, Fetched) else page.reason
    return "no page"


class SiteTools:
    """The questions; they may come from several threads."""

    def __init__(self, folders: Sequence[Path], crawl: CrawlSettings | None = None) -> None:
        self._sites = {site.name: site for site in map(MinedFolder, folders)}
        if len(self._sites) < len(folders):
            raise SettingError("two folders have the same name; rename one of them")
        crawl = crawl or CrawlSettings()
        self._crawl = crawl if crawl.max_seconds else replace(crawl, max_seconds=SECONDS_TO_FETCH)
        self._alone, self._reading = PageReader(markdown=True), Lock()

    def list_sites(self) -> list[str]:
        """The names of the mined sites."""
        return sorted(self._sites)

    def list_sections(self, site: str) -> list[dict[str, Any]]:
        """The sections of a mined site, each with its address, its depth and the number of articles."""
        return self._site(site).sections()

    def search_site(self, site: str, query: str, most: int = 10) -> list[dict[str, Any]]:
        """Search the articles of a mined site for words: addresses, titles, dates and excerpts, the best first."""
        return [
            {"url": hit.text.url, "title": hit.text.title, "date": hit.text.date, "score": hit.score, "excerpt": hit.excerpt}
            for hit in self._site(site).search(query, most)
        ]

    def read_article(self, site: str, address: str) -> dict[str, Any]:
        """One article of a mined site, by its address or the end of it."""
        known = self._site(site).article(address)
        return {name: value for name, value in known.items() if name != "origin"}  # where its file was is nobody else's business

    def read_page(self, url: str, site: str = "", html: str = "") -> dict[str, Any]:
        """The article of a web page as Markdown, with title, author and date.

        Give the site's name if it was mined: then what was learnt decides. Give `html` if you have the page; otherwise it is fetched,
        within what robots.txt allows.
        """
        if len(html) > LONGEST_HTML:
            raise SettingError(f"the page has {len(html):,} characters, the limit is {LONGEST_HTML:,}")
        if not html and not url[:8].lower().startswith(("http://", "https://")):
            raise SettingError(f"{url[:100]!r} is not an address; it begins with https:// or http://")
        reader = self._site(site).reader if site else self._alone
        page = Fetched(url, html.encode("utf-8", "replace"), "text/html; charset=utf-8") if html else self._fetch(url)
        with self._reading:  # readers remember paths that they met, and pages are read by one thread at a time
            found = page if isinstance(page, str) else reader.read(page)
        return {"url": url, "problem": found} if isinstance(found, str) else _about(found)

    def _fetch(self, url: str) -> Fetched | str:
        try:
            return fetch(url, self._crawl)
        except NoAnswerError as problem:
            raise NoAnswerError(f"{problem}; if you have the page, send it as html", problem.reason) from problem

    def teach_field(self, site: str, page: str, field: str, value: str) -> dict[str, str]:
        """Teach a mined site a field by its value on one page (price, ISBN ..); gives the value found on other pages of that layout."""
        with self._reading:
            return self._site(site).teach(page, field, value)

    def _site(self, name: str) -> MinedFolder:
        if name not in self._sites:
            raise SettingError(f"no mined site is called {name[:100]!r}; there are: {', '.join(sorted(self._sites)) or 'none'}")
        return self._sites[name]


def told(problem: SitelodeError) -> str:
    """A problem in one line of bounded length, whatever was asked and is quoted in it."""
    said = str(problem)
    return said if len(said) <= LONGEST_PROBLEM else said[: LONGEST_PROBLEM - 2] + " …"


def _about(article: Article) -> dict[str, Any]:
    known = article.to_dict()
    return {name: known[name] for name in _KEPT}
