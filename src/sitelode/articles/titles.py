"""The title of an article: the heading that the page itself announces, without what its neighbours share.

Names of sites and sections are recognised because they recur, never because of how they are written.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from sitelode.dom.metadata import Metadata
from sitelode.dom.page import Page
from sitelode.dom.vocabulary import HEADING_TAGS

COMMON_SHARE = 0.3  # of the pages; a part of titles that recurs on more is the site's
_SEPARATOR = re.compile(r"\s+[-|–—·•:»«/~>]+\s+|\s*[|»«•·]\s*")  # noqa: RUF001 (the dashes that titles use)
_LEAST = 2  # characters


@dataclass(frozen=True, slots=True)
class TitleParts:
    """What recurs in the titles of the pages of one layout."""

    common: frozenset[str]
    repeated_announcements: frozenset[str]

    @classmethod
    def learnt(cls, pages: Iterable[Metadata]) -> "TitleParts":
        parts: Counter[str] = Counter()
        announced: Counter[str] = Counter()
        count = 0
        for metadata in pages:
            count += 1
            parts.update(set(_parts(metadata.title)))
            announced[metadata.announced_title] += 1
        most = max(1, COMMON_SHARE * count)
        return cls(
            frozenset(part for part, pages_with in parts.items() if pages_with > most),
            frozenset(title for title, pages_with in announced.items() if pages_with > most),
        )

    def title_of(self, page: Page, metadata: Metadata) -> str:
        """The title of one page."""
        announced = "" if metadata.announced_title in self.repeated_announcements else self._own(metadata.announced_title)
        written = self._own(metadata.title)
        headings = _headings(page)
        for wanted in filter(None, (announced, written)):
            for heading in headings:
                if _same(heading, wanted) or (_normal(heading) in _normal(wanted) and len(heading) > len(wanted) / 2):
                    return heading
        return announced or written or next(iter(headings), "") or metadata.title

    def _own(self, title: str) -> str:
        """A title without the parts that recur, at its end or its beginning."""
        parts, first, last = _parts(title), 0, len(_parts(title))
        while last > first and parts[last - 1] in self.common:
            last -= 1
        while first < last and parts[first] in self.common:
            first += 1
        if first == last:
            return ""
        start = title.index(parts[first])
        return title[start : title.rindex(parts[last - 1]) + len(parts[last - 1])]


def _parts(title: str) -> list[str]:
    return [part.strip() for part in _SEPARATOR.split(title) if part.strip()]


def _headings(page: Page) -> list[str]:
    """Texts of the headings, the higher ones first."""
    texts = (" ".join(page.text(int(row)).split()) for tag in HEADING_TAGS[:3] for row in page.rows(tag))
    return [text for text in texts if len(text) >= _LEAST]


def _normal(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def _same(one: str, other: str) -> bool:
    return _normal(one) == _normal(other) != ""
