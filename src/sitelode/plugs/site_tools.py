"""What agents and programs may ask of mined sites: every answer is plain data, every problem one line."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

from sitelode.api import PageReader
from sitelode.errors import LONGEST_PROBLEM, NoAnswerError, SettingError, SitelodeError
from sitelode.model import Article, Fetched
from sitelode.plugs.mined_folder import MinedFolder, fetch
from sitelode.sources.crawl.settings import CrawlSettings

LONGEST_HTML = 20_000_000  # characters of a page that is handed over; set by hand
SECONDS_TO_FETCH = 60.0  # for one page with all its redirects and retries; set by hand
_KEPT = ("url", "title", "subtitle", "author", "date", "language", "tags", "licence", "confidence", "text", "markdown")


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
            raise SettingError(f"{url[:100]!r} is no address; it begins with https:// or http://")
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
