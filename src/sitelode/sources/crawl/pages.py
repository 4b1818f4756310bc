"""The pages of a crawl over all its archives: the latest version of each."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from sitelode.html.feeds import FeedShelf, is_feed
from sitelode.model import Dropped, Fetched
from sitelode.sources.crawl.archive import BODY_NOT_WANTED, Answer, read_answers, why_not_a_page
from sitelode.sources.crawl.folder import ArchivedPages, CrawlFolder
from sitelode.sources.crawl.reservations import TDM_FILE
from sitelode.sources.source import REDIRECT_STATUSES, ends_of_redirects
from sitelode.urls import resolve

_ASKED_FOR_EVERYWHERE = frozenset({"/robots.txt", "/sitemap.xml", TDM_FILE})  # a site without one loses nothing


@dataclass(slots=True)
class CrawledPages:
    """The folder of a crawl, scanned once; the pages themselves are read one at a time."""

    folder: Path
    dropped: dict[str, Dropped] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    feeds: FeedShelf = field(default_factory=FeedShelf)
    _pages: ArchivedPages = field(default_factory=ArchivedPages)

    def __post_init__(self) -> None:
        feeds: dict[str, Fetched] = {}
        for archive in CrawlFolder(self.folder).archives():
            for position, answer in read_answers(archive):
                self._pages.add(archive, position, answer)
                self._note(answer, f"{archive.name} @ {position}")
                if answer.status == HTTPStatus.OK and answer.url not in self._pages and is_feed(answer.body, answer.header("content-type")):
                    feeds[answer.url] = _fetched(answer, f"{archive} @ {position}")
        self.dropped = {url: dropped for url, dropped in self.dropped.items() if url not in self._pages}
        self.dropped |= {dropped.where: dropped for dropped in self.feeds.take_all(feeds.values())}

    def __len__(self) -> int:
        return len(self._pages.page_urls()) + len(self.dropped)

    def items(self) -> Iterator[Fetched | Dropped]:
        for archive in CrawlFolder(self.folder).archives():
            for position, answer in read_answers(archive):
                if self._pages.is_latest(answer.url, archive, position):
                    yield _fetched(answer, f"{archive} @ {position}")
        yield from self.dropped.values()

    def aliases(self) -> dict[str, str]:
        """Where links to a redirected address end; only ends that are pages."""
        ends = ends_of_redirects(self.redirects)
        return {url: end for url, end in ends.items() if url not in self._pages and end in self._pages}

    def _note(self, answer: Answer, origin: str) -> None:
        """Later answers replace earlier ones, here as well."""
        if answer.status == HTTPStatus.NOT_MODIFIED:
            return
        self.dropped.pop(answer.url, None)
        self.redirects.pop(answer.url, None)
        location = answer.header("location")
        if answer.status in REDIRECT_STATUSES:
            target = resolve(answer.url, location) if location else None
            if target is not None:
                self.redirects[answer.url] = target
        elif _is_a_loss(answer):
            self.dropped[answer.url] = Dropped(answer.url, why_not_a_page(answer) or "", origin)


def _fetched(answer: Answer, origin: str) -> Fetched:
    return Fetched(answer.url, answer.body, answer.header("content-type"), origin, answer.fetched_at)


def _is_a_loss(answer: Answer) -> bool:
    """Whether a page might have been expected here: not for robots.txt, sitemaps and feeds, whose bodies are kept."""
    if why_not_a_page(answer) is None or urlsplit(answer.url).path in _ASKED_FOR_EVERYWHERE:
        return False
    return answer.status != HTTPStatus.OK or answer.truncated == BODY_NOT_WANTED or not answer.body
