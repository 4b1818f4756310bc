"""Where a saved site stood on the web, found in its own links.

A folder or a list of pages may know the paths of its pages ("/2014/rain/") and not their host, while the pages link to each other in full
("https://news.example/blog/2014/rain/"). The beginning of addresses that leads to most of the paths is where the site stood.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Final

from sitelode.urls import normalise

LEAST_PAGES: Final = 5  # that a beginning must lead to, or half of them where they are few,
LEAST_SHARE: Final = 0.03  # and as a share of all pages
MOST_LINKS: Final = 200_000  # that are looked at
LONGEST: Final = 2_000  # bytes of a link
_FEW: Final = 2  # pages that at least show something
_DEEPEST: Final = 3  # steps of a path that may belong to the beginning
_FULL_LINK = re.compile(rb"""\b(?:href|content)\s*=\s*["']?\s*((?:https?:)?//[^"'\s<>]++)""", re.IGNORECASE)


class RootFinder:
    """Looks at pages one after the other and keeps their full links."""

    def __init__(self) -> None:
        self._links: set[bytes] = set()

    def look(self, page: bytes) -> None:
        """Keep what a page links to in full, and what it calls its own address."""
        if len(self._links) < MOST_LINKS:
            self._links.update(link for link in _FULL_LINK.findall(page) if len(link) <= LONGEST)

    def root(self, pages: Mapping[str, int]) -> str | None:
        """The address that the paths of the pages follow, with a final slash; None where the links do not say.

        Args:
            pages: paths from the root on, "/2014/rain/", with the number of the page; one page may have several.

        """
        reached: dict[str, set[int]] = defaultdict(set)
        for link in self._links:
            for beginning, path in _splits(link.decode("utf-8", "replace")):
                if path in pages:
                    reached[beginning].add(pages[path])
        best = max(reached, key=lambda beginning: (len(reached[beginning]), beginning), default=None)
        total = len(set(pages.values()))
        least = max(min(LEAST_PAGES, total / 2), _FEW, LEAST_SHARE * total)
        return None if best is None or len(reached[best]) < least else best + "/"


def _splits(link: str) -> Iterator[tuple[str, str]]:
    """Every beginning of an address with the path that follows it."""
    whole = unescape(link)
    address = normalise("https:" + whole if whole.startswith("//") else whole)
    if address is None:
        return
    scheme, _, host, *steps = address.split("/")
    for depth in range(min(_DEEPEST, max(len(steps), 1))):
        yield "/".join((scheme, "", host, *steps[:depth])), "/" + "/".join(steps[depth:])
