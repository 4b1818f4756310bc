"""Join articles that go over several pages while a wrapper reads page after page.

Mining knows all pages of a site before it joins any. Here most pages pass at once: only those wait, until all are read, whose links show
that an article may go on, or that it may have begun elsewhere. What then belongs together is decided as in mining.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from sitelode.articles.multi_page import PageNumber, find_page_sequences, join_articles, near, page_numbers, unnumbered
from sitelode.html.page import Page
from sitelode.html.vocabulary import tag_flags
from sitelode.model import Article
from sitelode.page_kinds.addresses import goes_on_from
from sitelode.site.page_addresses import loose_spelling
from sitelode.site.page_links import LinkReader
from sitelode.wrappers.applying import Reading

MOST_WAITING: Final = 2_000  # pages; beyond, those that wait are joined as far as they are there
# Every row of pages has a second one. The digit stands first in the pattern, because it is what can be looked for quickly.
# A mirror adds the file's name.
_SECOND: Final = re.compile(r"2(?<=[/=_,a-z\n0-]2)(?!\d|/(?!index\.)\w)")
_IS_LINK = tag_flags(frozenset(("a", "area")))


@dataclass(frozen=True, slots=True)
class _Waiting:
    reading: Reading
    article: Article
    links: Mapping[str, list[str]]  # addresses with what the links to them say
    steps: tuple[frozenset[str], frozenset[str]]  # the addresses that come next, and those that come before

    def spelt_as(self, known: Mapping[str, str]) -> "_Waiting":
        """The same with addresses as the pages have them: a mirror's links name files."""
        links = {known.get(loose_spelling(address), address): anchors for address, anchors in self.links.items()}
        following, before = (frozenset(known.get(loose_spelling(each), each) for each in side) for side in self.steps)
        return replace(self, links=links, steps=(following, before))


@dataclass
class PageJoiner:
    """Takes readings and gives them back, those of one article as one."""

    _waiting: dict[str, _Waiting] = field(default_factory=dict)
    _wholes: set[str] = field(default_factory=set)  # addresses that may show at once what waits in parts
    _reader: LinkReader = field(default_factory=LinkReader)

    def add(self, page: Page, reading: Reading) -> Iterator[Reading]:
        """The reading, unless it has to wait; and what waited where too much does."""
        article = reading.found.article
        if article is None or page.url in self._waiting or not self._waits(page, reading, article):
            yield reading
        elif len(self._waiting) > MOST_WAITING:
            yield from self.rest()

    def rest(self) -> Iterator[Reading]:
        """What waited, in the order of the last pages of each article."""
        waiting, self._waiting, self._wholes = self._waiting, {}, set()
        known = {loose_spelling(url): url for url in waiting}
        each = {url: one.spelt_as(known) for url, one in waiting.items()}
        rows = find_page_sequences(waiting, lambda url: each[url].links, lambda url: each[url].steps)
        for whole in join_articles([each.article for each in waiting.values()], rows):
            parts = [waiting[url].reading for url in whole.pages or (whole.url,)]
            yield replace(parts[0], found=replace(parts[0].found, article=whole, values=_values(parts)))

    def _waits(self, page: Page, reading: Reading, article: Article) -> bool:
        """Keep what may be a part. Only then all links of a page are read with their texts: most pages are let through after one look."""
        steps = self._near_steps(page)
        if not any(steps) and page.url not in self._wholes and not self._is_numbered(page):
            return False
        links = self._reader.links_of(page).wordings()
        self._wholes.update(address for address in links if goes_on_from(address, page.url))
        self._waiting[page.url] = _Waiting(reading, article, links, steps)
        return True

    def _is_numbered(self, page: Page) -> bool:
        targets = self._row_links(page)
        return bool(targets) and _is_numbered(loose_spelling(page.url), set(map(loose_spelling, targets)))

    def _near_steps(self, page: Page) -> tuple[frozenset[str], frozenset[str]]:
        """The addresses that a page says come next and before, as far as they may be parts of the same article."""
        following, before = self._reader.steps_of(page)
        return frozenset(each for each in following if near(page.url, each)), frozenset(each for each in before if near(page.url, each))

    def _row_links(self, page: Page) -> Collection[str]:
        """The addresses that a page links to; of one that has no number only those that may be a second page."""
        hrefs = _hrefs(page)
        if not any(each.number > 1 for each in page_numbers(page.url)):
            if not _SECOND.search("\n" + "\n".join(hrefs)):  # one look for all, as most pages have none
                return ()
            hrefs = [href for href in hrefs if _SECOND.search("\n" + href)]
        return self._reader.resolved(page, hrefs)


def _hrefs(page: Page) -> list[str]:
    columns = page.columns
    where = np.flatnonzero(columns.attribute_name == page.attribute_number("href"))
    where = where[_IS_LINK[columns.tag[columns.attribute_node[where]]]]
    return [page.string(value) for value in set(columns.attribute_value[where].tolist())]


def _is_numbered(url: str, targets: AbstractSet[str]) -> bool:
    """Whether a page links to its neighbours or the first in a row of its own, or to the second of a row that it may begin."""
    linked = {each for target in targets if target != url for each in page_numbers(target)}
    for own in page_numbers(url):
        near_by = {own.number - 1, own.number + 1, *((0, 1) if own.number > 1 else ())}
        if not linked.isdisjoint(PageNumber(own.pattern, number) for number in near_by):
            return True
        if own.number > 1 and not targets.isdisjoint(unnumbered(own.pattern)):
            return True
    return any(url in unnumbered(each.pattern) for each in linked if each.number == 2)  # noqa: PLR2004 (the second)


def _values(parts: list[Reading]) -> Mapping[str, str]:
    """The values of the first page; what it lacks a further one may have."""
    values = dict(parts[0].found.values)
    for part in parts[1:]:
        values |= {name: value for name, value in part.found.values.items() if value and not values.get(name)}
    return values
