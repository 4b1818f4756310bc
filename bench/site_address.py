"""Where a saved site stood on the web, found in its own links.

A corpus knows the paths of its pages ("/2014/rain/"), while the pages link to each other in full ("https://news.example/blog/2014/rain/").
The beginning of addresses that most often leads to a path of the corpus is where the site stood.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from html import unescape

from sitelode.urls import normalise

LEAST_PAGES = 5  # that a beginning must lead to,
LEAST_SHARE = 0.03  # and as a share of all pages
_DEEPEST = 3  # steps of a path that may belong to the beginning
_ABSOLUTE = re.compile(r"""href\s*=\s*["']?\s*((?:https?:)?//[^"'\s<>]+)""", re.IGNORECASE)
_ANY_HOST = "https://site.invalid"


def site_address(paths: Collection[str], pages: Iterable[str]) -> str | None:
    """The address that the paths of a site follow, without a final slash; None where its links do not say."""
    known = {address.removeprefix(_ANY_HOST) for path in paths if (address := normalise(_ANY_HOST + path))}
    reached: dict[str, set[str]] = defaultdict(set)
    for address in {link for html in pages for link in _ABSOLUTE.findall(html)}:
        for beginning, path in _splits(address):
            if path in known:
                reached[beginning].add(path)
    best = max(reached, key=lambda beginning: (len(reached[beginning]), beginning), default=None)
    if best is None or len(reached[best]) < max(LEAST_PAGES, LEAST_SHARE * len(known)):
        return None
    return best


def _splits(link: str) -> Iterable[tuple[str, str]]:
    """Every beginning of an address with the path that follows it."""
    whole = unescape(link)
    address = normalise("https:" + whole if whole.startswith("//") else whole)
    if address is None:
        return
    scheme, _, host, *steps = address.split("/")
    for depth in range(min(_DEEPEST, max(len(steps), 1))):
        yield "/".join((scheme, "", host, *steps[:depth])), "/" + "/".join(steps[depth:])
