"""Lists of pages, a window at a time; and one page with its article and its regions."""

from dataclasses import asdict
from typing import Any

import numpy as np

from sitelode.articles.extraction import NoArticle
from sitelode.studio.desk import Desk
from sitelode.studio.frame import Marks
from sitelode.studio.regions import Regions, reason, region_data, regions_of

MOST_AT_ONCE = 200  # pages of one answer
MOST_REGIONS = 3_000  # of one page


def page_list(desk: Desk, *, cluster: int | None, words: str, start: int, count: int) -> dict[str, Any]:
    """A window of the pages of a layout, or of all pages, whose address or title has the words."""
    entries = desk.site.entries
    places = range(len(entries)) if cluster is None else desk.members[cluster] if 0 <= cluster < len(desk.members) else []
    wanted = words.lower().split()
    if wanted:
        places = [place for place in places if all(word in _searched(desk, place) for word in wanted)]
    shown = list(places[start : start + min(count, MOST_AT_ONCE)])
    return {"total": len(places), "start": start, "pages": [page_line(desk, place) for place in shown]}


def _searched(desk: Desk, place: int) -> str:
    entry = desk.site.entries[place]
    article = desk.articles.get(entry.origin)
    return f"{entry.url} {article.title if article else ''}".lower()


def page_line(desk: Desk, place: int) -> dict[str, Any]:
    """A page as lists show it."""
    entry = desk.site.entries[place]
    article = desk.articles.get(entry.origin)
    return {
        "page": entry.number,
        "url": entry.url,
        "cluster": desk.layouts.clusters.of_page[place],
        "article": asdict(article) if article else None,
    }


def page_regions(desk: Desk, number: int) -> Regions:
    return desk.kept.get(("view", "regions", number), lambda: regions_of(desk.page(number), desk.reader_of(number)))


def page_view(desk: Desk, number: int) -> dict[str, Any]:
    """The article of a page beside what was decided about each of its regions."""
    entry = desk.entry(number)
    regions = page_regions(desk, number)
    found = desk.reader_of(number).article(desk.page(number), entry.origin, markdown=True)
    members = desk.members[desk.cluster_of(number)]
    position = members.index(desk.place(number))
    return {
        **page_line(desk, desk.place(number)),
        "origin": entry.origin,
        "bytes": entry.size,
        "found": {"reason": found.reason} if isinstance(found, NoArticle) else asdict(found),
        "regions": [region_data(regions, region) for region in range(min(len(regions), MOST_REGIONS))],
        "more_regions": max(len(regions) - MOST_REGIONS, 0),
        "taken_from": round(regions.reader.body.taken_from, 3),
        "before": desk.site.entries[members[position - 1]].number if position else None,
        "after": desk.site.entries[members[position + 1]].number if position + 1 < len(members) else None,
        "position": position,
        "pages_of_cluster": len(members),
    }


def article_marks(desk: Desk, number: int, pick: str) -> Marks:
    """The page with its article in full colour."""
    regions = page_regions(desk, number)
    hint, roles = {}, {}
    for region in range(len(regions)):
        role, why = regions.role(region), reason(regions, region)
        for row in regions.rows(region):
            hint[row] = f"{role or 'not content'}: {why}"
            if role:
                roles[row] = role
    # Decisions, not probabilities: what is not taken is grey, however near it came.
    score = np.where(regions.taken, np.maximum(regions.probability, 0.5), np.minimum(regions.probability, 0.4))
    return Marks(regions.on_rows(score), hint, regions.places(), {}, roles, pick)
