"""Find template text by comparing two crawls of the same pages: what differs on a page between two moments, and is not the article.

A counter, "read also", the weather: one crawl sees a text that only this page has, as an article's own text is. A second one sees that the
text at this place is another one on nearly every page, though the pages stayed the same. An article that was edited changes some of its
lines on some pages, and most of its text stands at places that did not change: such places are left alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from sitelode.articles.body.evidence import segment_codes
from sitelode.articles.corrections import with_probability
from sitelode.articles.reader import ClusterReader
from sitelode.compiled.code_sets import distinct
from sitelode.compiled.codes import Codes
from sitelode.html.page import Page
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.site.site import Site

# Set by hand.
LEAST_PAGES: Final = 3  # on which a place must have another text
MOST_PAGES: Final = 100  # of a layout that are compared; a bound
PAGES_FROM: Final = 0.5  # share of the compared pages on which it must
MOVED_FROM: Final = 0.8  # share of the texts at a place that are others now
SAME_FROM: Final = 0.5  # share of a page's text that must still be there, or the page is another one now
ARTICLE_FROM: Final = 0.4  # share of the article's text at one place; with more the place is the article's, whatever happens there


@dataclass
class _Place:
    """What happened at one path of a layout."""

    texts: int = 0
    moved: int = 0
    pages: int = 0
    taken: int = 0  # characters that were taken as the article's


def without_rotating_texts(
    readers: Sequence[ClusterReader], site: Site, layouts: SiteLayouts, earlier: Mapping[str, Codes]
) -> list[ClusterReader]:
    """The readers, without places that have other texts than before; `earlier` are the texts that pages had then, by address."""
    members = layouts.clusters.members()
    return [settled(each, list(_versions(site, members[each.cluster], earlier))) if earlier else each for each in readers]


def _versions(site: Site, members: Iterable[int], earlier: Mapping[str, Codes]) -> Iterator[tuple[Page, Codes]]:
    """Pages of a layout that there were before, each with its texts of then."""
    known = [site.entries[place] for place in members if site.entries[place].url in earlier]
    for entry in known[:MOST_PAGES]:
        yield site.store.page(entry.number), earlier[entry.url]


def settled(reader: ClusterReader, versions: Sequence[tuple[Page, Codes]]) -> ClusterReader:
    """The reader without places that have other texts on pages now than these pages had before."""
    codes = rotating_places(reader, versions)
    return replace(reader, body=with_probability(reader.studied, codes, 0.0, [False] * len(codes))) if codes else reader


def rotating_places(reader: ClusterReader, versions: Sequence[tuple[Page, Codes]]) -> list[int]:
    """The codes of paths whose texts are others now, ascending."""
    places: dict[int, _Place] = defaultdict(_Place)
    compared = 0
    for page, then in versions:
        body = reader.body_of(page)
        width, moved = body.segments.width, ~np.isin(body.segments.exact, then)
        if not moved.any() or width[~moved].sum() < SAME_FROM * width.sum():
            continue
        compared += 1
        codes = segment_codes(page, body.segments, reader.studied.labels)
        for code in distinct(codes).tolist():
            here, place = codes == code, places[code]
            place.texts += int(here.sum())
            place.moved += int((here & moved).sum())
            place.pages += bool((here & moved).any())
            place.taken += int(width[here & body.chosen].sum())
    every = sum(place.taken for place in places.values())
    least = max(LEAST_PAGES, PAGES_FROM * compared)
    return sorted(
        code
        for code, place in places.items()
        if place.pages >= least and place.moved >= MOVED_FROM * place.texts and place.taken < ARTICLE_FROM * every
    )
