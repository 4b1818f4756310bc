"""A folder that `sitelode mine` wrote, as other programs ask for it: search its articles, list its sections, read and teach."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sitelode.api import PageReader
from sitelode.errors import ResultError, SettingError
from sitelode.model import Fetched
from sitelode.search.mined_texts import check_folder
from sitelode.search.searching import Hit, search
from sitelode.site.page_addresses import places_by_ending
from sitelode.site.site import reopen_site
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.sources.lone_pages import lone_pages
from sitelode.wrappers.lessons import LONGEST_TEXT, LessonEntry, LessonLog, field_name, lessons_file
from sitelode.wrappers.teach.apply_lessons import PagesOfSite, learnt_fields, write_taught
from sitelode.wrappers.wrapper import read_wrapper

MOST_FOUND = 50  # articles of one search; a bound, set by hand


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
            raise SettingError(f"say what {name} is on that page: the value is empty")
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
    for page in lone_pages([url], crawl):
        return page if isinstance(page, Fetched) else page.reason
    return "no page"
