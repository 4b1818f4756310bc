"""Find the original root address of a saved site from its links.

A folder or a list of pages may have the paths of its pages ("/2014/rain/") but not their host, while the pages link to each other in full
("https://news.example/blog/2014/rain/"). The root is the address prefix under which most of the paths are linked.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Final

from sitelode.urls import normalise

LEAST_PAGES: Final = 5  # pages that a prefix must lead to, or half of them if they are few (all limits here are set by hand),
LEAST_SHARE: Final = 0.03  # also as a share of all pages
MOST_LINKS: Final = 200_000  # links examined
LONGEST: Final = 2_000  # bytes of a link
_FEW: Final = 2  # minimum number of pages for any evidence
_DEEPEST: Final = 3  # path segments that may belong to the root
_FULL_LINK = re.compile(rb"""\b(?:href|content)\s*+=\s*+(?:["']\s*+)?((?:https?:)?//[^"'\s<>]++)""", re.IGNORECASE)


class RootFinder:
    """Reads pages one by one and collects their full links."""

    def __init__(self) -> None:
        self._links: set[bytes] = set()

    def look(self, page: bytes) -> None:
        """Collect the full links of a page, and its canonical address."""
        if len(self._links) < MOST_LINKS:
            self._links.update(link for link in _FULL_LINK.findall(page) if len(link) <= LONGEST)

    def root(self, pages: Mapping[str, int]) -> str | None:
        """The root address of the pages' paths, with a final slash; None if the links do not show it.

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
    """Every prefix of an address, with the path that follows it."""
    whole = unescape(link)
    address = normalise("https:" + whole if whole.startswith("//") else whole)
    if address is None:
        return
    scheme, _, host, *steps = address.split("/")
    for depth in range(min(_DEEPEST, max(len(steps), 1))):
        yield "/".join((scheme, "", host, *steps[:depth])), "/" + "/".join(steps[depth:])
