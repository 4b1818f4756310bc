"""The articles of a renewed site: read where pages are new or their layout was learnt again, else taken over."""

from collections.abc import Iterator
from functools import cached_property

from sitelode.articles.multi_page import PageSequence, find_page_sequences
from sitelode.articles.reader import NoArticle
from sitelode.articles.site_articles import SiteArticles, SiteReader
from sitelode.model import Article
from sitelode.output.article_lines import EarlierArticles
from sitelode.page_kinds.kinds import SiteKinds
from sitelode.progress import Progress
from sitelode.site.store import Entry


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
                yield entry, self.reader.read(place)
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
