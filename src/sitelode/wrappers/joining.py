"""Articles that go over several pages, as one again, while a wrapper reads page after page.

Mining knows all pages of a site before it joins any. Here most pages pass at once: only those wait, until all are read, whose links show
that an article may go on, or that it may have begun elsewhere. What then belongs together is decided as in mining.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from sitelode.articles.join_pages import joined, numbered, numbered_rows
from sitelode.dom.page import Page
from sitelode.dom.vocabulary import tag_flags
from sitelode.model import Article
from sitelode.urls import Resolver
from sitelode.wrappers.applying import Reading

MOST_WAITING: Final = 2_000  # pages; beyond, those that wait are joined as far as they are there
# Every row of pages has a second one. The digit stands first in the pattern, because it is what can be looked for quickly.
_SECOND: Final = re.compile(r"2(?<=[/=_,a-z\n0-]2)(?!\d|/\w)")
_IS_LINK = tag_flags(frozenset(("a", "area")))


@dataclass
class PageJoiner:
    """Takes readings and gives them back, those of one article as one."""

    _waiting: dict[str, tuple[Reading, Article, frozenset[str]]] = field(default_factory=dict)
    _resolver: Resolver | None = None

    def add(self, page: Page, reading: Reading) -> Iterator[Reading]:
        """The reading, unless it has to wait; and what waited where too much does."""
        article = reading.found.article
        targets = self._row_links(page) if article is not None and page.url not in self._waiting else frozenset()
        if article is None or not _may_be_part(page.url, targets):
            yield reading
            return
        self._waiting[page.url] = reading, article, targets
        if len(self._waiting) > MOST_WAITING:
            yield from self.rest()

    def rest(self) -> Iterator[Reading]:
        """What waited, in the order of the last pages of each article."""
        waiting, self._waiting = self._waiting, {}
        rows = numbered_rows(waiting, lambda url: waiting[url][2])
        for whole in joined([article for _, article, _ in waiting.values()], rows):
            parts = [waiting[url][0] for url in whole.pages or (whole.url,)]
            yield replace(parts[0], found=replace(parts[0].found, article=whole, values=_values(parts)))

    def _row_links(self, page: Page) -> frozenset[str]:
        """The addresses that a page links to; of one that has no number only those that may be a second page."""
        has_number = any(each.number > 1 for each in numbered(page.url))
        hrefs = _hrefs(page)
        if not has_number:
            if not _SECOND.search("\n" + "\n".join(hrefs)):  # one look for all, as most pages have none
                return frozenset()
            hrefs = [href for href in hrefs if _SECOND.search("\n" + href)]
        self._resolver = resolver = Resolver(page.url) if self._resolver is None else self._resolver.rebased(page.url)
        base = next((href for row in page.rows("base").tolist() if (href := page.attribute(row, "href")) is not None), None)
        if base is not None and (absolute := resolver.resolve(base)) is not None:
            resolver = resolver.rebased(absolute)
        return frozenset(filter(None, map(resolver.resolve, hrefs))) - {page.url}


def _hrefs(page: Page) -> list[str]:
    columns = page.columns
    where = np.flatnonzero(columns.attribute_name == page.attribute_number("href"))
    where = where[_IS_LINK[columns.tag[columns.attribute_node[where]]]]
    return [page.string(value) for value in set(columns.attribute_value[where].tolist())]


def _may_be_part(url: str, targets: frozenset[str]) -> bool:
    if not targets:
        return False
    own = {each.row: each.number for each in numbered(url)}
    if own and any(each.row in own and abs(own[each.row] - each.number) == 1 for target in targets for each in numbered(target)):
        return True
    all_linked = {url, *targets}
    return any(url in row for row in numbered_rows(sorted(all_linked), lambda _: all_linked))


def _values(parts: list[Reading]) -> Mapping[str, str]:
    """The values of the first page; what it lacks a further one may have."""
    values = dict(parts[0].found.values)
    for part in parts[1:]:
        values |= {name: value for name, value in part.found.values.items() if value and not values.get(name)}
    return values
