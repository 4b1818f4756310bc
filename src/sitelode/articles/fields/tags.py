"""Find the regions of a layout that show tags, by their behaviour over its pages.

Tags are links whose anchors recur on some pages but not on most, and lead to addresses made of them. Words of class names, relations
and addresses only add to the score, and tell tags from other links of the same line.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from sitelode.articles.fields.field_sources import FieldSource
from sitelode.articles.fields.page_view import PageView
from sitelode.articles.fields.regions import (
    AUTHOR_WORDS,
    CATEGORY_WORDS,
    DIFFERING_FROM,
    LEAST_COVERAGE,
    SURE_FROM,
    TAG_WORDS,
    Region,
    has_step,
    leads_to_author,
    relation_of,
    slug_of,
)
from sitelode.articles.fields.statements import are_together
from sitelode.html.vocabulary import TAG_NUMBER, TEXT

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
LONGEST_TAG: Final = 40
MOST_LINKS: Final = 2_000  # of one page; a bound
TAG_SHARE: Final = 0.7  # of the pages; links that more pages have are navigation
OF_CATEGORIES: Final = 0.3  # subtracted from the score of links to categories, so that links to tags come first

_TAG_STEP = re.compile(rb"/(?:" + b"|".join(sorted(word.encode() for word in TAG_WORDS)) + rb")/", re.IGNORECASE)
_LINK = TAG_NUMBER["a"]


def tag_regions(regions: Sequence[Region], titles: set[str]) -> list[tuple[FieldSource, float]]:
    """Regions of links to tag and category pages, the most certain first."""
    found = []
    for region in regions:
        place, row = region.rows[0]
        if not region.views[place].link(row):
            continue
        addresses = [region.views[place].link(row) for place, row in region.rows]
        anchors = [(place, text, address) for (place, _), text, address in zip(region.rows, region.texts, addresses, strict=True)]
        anchors = [anchors[number] for number in tag_links(addresses)]
        score = _tag_score(region, anchors, titles) if anchors else 0.0
        if score >= SURE_FROM:
            found.append((region.source, score * region.coverage - OF_CATEGORIES * _share_of_categories(anchors)))
    return sorted(found, key=lambda each: -each[1])


def distant_tag_regions(views: Sequence[PageView], titles: set[str]) -> list[tuple[FieldSource, float]]:
    """The same for links far from title and body, in a column or below the comments: their addresses must say what they are.

    Those of the article stand side by side; in lists of other articles there is text between them.
    """
    rows: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, view in enumerate(views):
        by_place: dict[str, list[int]] = defaultdict(list)
        for row in _texts_of_tag_links(view):
            by_place[view.place(view.element(row))].append(row)
        for place, texts in by_place.items():
            if are_together(view.page, texts):
                rows[place] += [(number, row) for row in texts]
    found = (Region(views, each) for each in rows.values() if len(each) >= LEAST_COVERAGE * len(views))
    return tag_regions([region for region in found if region.coverage >= LEAST_COVERAGE and _usual_share(region) <= TAG_SHARE], titles)


def _usual_share(region: Region) -> float:
    """The share of the pages that have the most frequent text of a place."""
    pages_with = Counter(text for _, text in {(place, text) for (place, _), text in zip(region.rows, region.texts, strict=True)})
    return max(pages_with.values()) / len(region.views)


def _texts_of_tag_links(view: PageView) -> Iterator[int]:
    """The text nodes that are the whole text of links to pages of tags."""
    if not _TAG_STEP.search(view.page.columns.strings):
        return
    tags, ends = view.page.tags, view.page.columns.end
    for link, address in islice(view.page.attribute_column("href"), MOST_LINKS):
        if tags[link] == _LINK and leads_to_tag(address) and ends[link] > link + 1 and tags[link + 1] == TEXT and view.words(link + 1):
            yield link + 1


def _share_of_categories(anchors: Sequence[tuple[int, str, str]]) -> float:
    """The share of links whose addresses say that they lead to a category, of which an article has one or two beside its tags."""
    return sum(has_step(address, CATEGORY_WORDS) for _, _, address in anchors) / len(anchors)


def _tag_score(region: Region, anchors: list[tuple[int, str, str]], titles: set[str]) -> float:
    pages_with = Counter(text for _, text in {(place, text) for place, text, _ in anchors})
    usual = max(pages_with.values()) / len(region.views)
    to_tags = all(leads_to_tag(address) for _, _, address in anchors)
    if len(pages_with) == 1 and len(region.by_page) >= DIFFERING_FROM:
        return 0.0
    # A site may give one tag to nearly all of its articles; but a menu has the same links on all pages.
    may_be_usual = to_tags and len(_together(anchors)) > 1
    if (
        (usual > TAG_SHARE and not may_be_usual)
        or any(len(text) > LONGEST_TAG for text in pages_with)
        or any(text.lower() in titles for text in pages_with)
    ):
        return 0.0
    named = sum(slug_of(text) in slug_of(href) for _, text, href in anchors) / len(anchors)
    marked = float("tag" in relation_of(*region.rows[0], region.views))
    recurring = sum(pages_with[text] > 1 for _, text, _ in anchors) / len(anchors)
    named *= 0.3 if region.names & AUTHOR_WORDS else 1.0
    return 0.35 * named + 0.25 * recurring + 0.5 * marked + 0.25 * (to_tags or bool(region.names & TAG_WORDS))


def _together(anchors: Iterable[tuple[int, str, str]]) -> set[frozenset[str]]:
    """The different sets of anchors of the pages."""
    by_page: dict[int, set[str]] = defaultdict(set)
    for place, text, _ in anchors:
        by_page[place].add(text)
    return set(map(frozenset, by_page.values()))


def leads_to_tag(address: str) -> bool:
    """Whether a step of an address says that it is a page of a tag: /tag/nets, /category/boats/nets."""
    return has_step(address, TAG_WORDS)


def tag_links(addresses: Sequence[str]) -> list[int]:
    """Which links of a place may be tags: if some addresses say so only those, and never those of authors."""
    to_tags = [number for number, address in enumerate(addresses) if leads_to_tag(address)]
    return to_tags or [number for number, address in enumerate(addresses) if not leads_to_author(address)]
