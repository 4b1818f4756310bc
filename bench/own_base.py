"""Where the pages of a saved site were on the web.

The corpus of whole sites knows the paths of its pages, not their host, and many of their links are written in full. A host and folder below
which such links reach enough of the pages is where the pages come from; resolved against it, their links are links within the site again.
"""

import re
from collections.abc import Iterator, Sequence

from bench.corpora import Row
from sitelode.urls import normalise

NO_HOST = "https://site.invalid"
LEAST_PAGES = 5
LEAST_SHARE = 0.03  # of the pages
DEEPEST_FOLDER = 2  # steps of a path that a site may lie below
_FULL_LINK = re.compile(r"""href\s*=\s*["']?\s*((?:https?:)?//[^"'\s<>]+)""", re.IGNORECASE)


def own_base(pages: Sequence[Row]) -> str:
    """The address that the paths of most pages continue, or one that leads nowhere."""
    paths = {(normalise(NO_HOST + page["url"]) or "").removeprefix(NO_HOST) for page in pages if page["url"]}
    reached: dict[str, set[str]] = {}
    for base, path in _readings(pages):
        if path in paths:
            reached.setdefault(base, set()).add(path)
    base = max(reached, key=lambda each: (len(reached[each]), each), default=NO_HOST)
    return base if len(reached.get(base, ())) >= max(LEAST_PAGES, LEAST_SHARE * len(pages)) else NO_HOST


def _readings(pages: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Every full link as a base and the path below it, for bases of several depths."""
    for link in {link for page in pages for link in _FULL_LINK.findall(page["html"] or "")}:
        full = normalise("https:" + link if link.startswith("//") else link.replace("&amp;", "&"))
        if full is None:
            continue
        scheme, _, host, *steps = full.split("/")
        for depth in range(min(DEEPEST_FOLDER + 1, len(steps))):
            yield "/".join([scheme, "", host, *steps[:depth]]), "/" + "/".join(steps[depth:])
