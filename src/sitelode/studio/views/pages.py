"""Lists of pages, a window at a time; and one page with its article and its regions."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from threading import get_ident
from typing import Any

import numpy as np

from sitelode.articles.explain import Explanation, explain
from sitelode.articles.reader import NoArticle
from sitelode.studio.frame.document import Marks
from sitelode.studio.session import Desk
from sitelode.studio.views.kinds import known_kind, page_kinds
from sitelode.studio.views.regions import Regions, region_data, regions_of, verdict
from sitelode.studio.views.site import section_places
from sitelode.studio.views.teaching import taught_lines
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.wrapper import read_wrapper

MOST_AT_ONCE = 200  # pages of one answer
MOST_REGIONS = 3_000  # of one page
MOST_COMPARED = 12  # pages of the layout, for the evidence that people see


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which pages a list shows; None and "" stand for all."""

    cluster: int | None = None
    section: int | None = None  # of the map
    kind: str = ""
    words: str = ""  # of the address or the title


def page_list(desk: Desk, wanted: Wanted, start: int, count: int) -> dict[str, Any]:
    """A window of the pages wanted."""
    places = _places(desk, wanted)
    shown = places[start : start + min(count, MOST_AT_ONCE)]
    return {"total": len(places), "start": start, "pages": [page_line(desk, place) for place in shown]}


def _places(desk: Desk, wanted: Wanted) -> Sequence[int]:
    places: Sequence[int] = range(len(desk.site.entries))
    if wanted.section is not None:
        places = section_places(desk, wanted.section)
    elif wanted.cluster is not None:
        places = desk.members[wanted.cluster] if 0 <= wanted.cluster < len(desk.members) else []
    if wanted.kind:
        kinds = page_kinds(desk).kind
        places = [place for place in places if kinds[place] == wanted.kind]
    words = wanted.words.lower().split()
    if words:
        places = [place for place in places if all(word in _searched(desk, place) for word in words)]
    return places


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
        "kind": known_kind(desk, place)[0],
        "article": asdict(article) if article else None,
    }


def page_regions(desk: Desk, number: int) -> Regions:
    return desk.kept.get(("view", "regions", number), lambda: regions_of(desk.page(number), desk.reader_of(number)))


def explanation(desk: Desk, number: int) -> Explanation:
    """Why the page is read as it is, compared with some others of its layout."""

    def explained() -> Explanation:
        members = desk.members[desk.cluster_of(number)]
        step = max(len(members) // MOST_COMPARED, 1)
        others = [desk.page(desk.site.entries[member].number) for member in members[::step][:MOST_COMPARED]]
        return explain(desk.reader_of(number), desk.page(number), others)

    return desk.kept.get(("view", "explanation", number), explained)


def reasons(desk: Desk, number: int) -> list[str]:
    """For every region of a page why it is in or out, in one line."""
    regions = page_regions(desk, number)
    by_row = {row: ", ".join(region.reasons) for region in explanation(desk, number).regions for row in region.rows}
    return [f"{by_row.get(regions.rows(region)[0], '')}: {verdict(regions, region)}".removeprefix(": ") for region in range(len(regions))]


def page_view(desk: Desk, number: int) -> dict[str, Any]:
    """The article of a page beside what was decided about each of its regions."""
    entry = desk.entry(number)
    regions, why = page_regions(desk, number), reasons(desk, number)
    found = desk.reader_of(number).article(desk.page(number), entry.origin, markdown=True)
    members = desk.members[desk.cluster_of(number)]
    position = members.index(desk.place(number))
    return {
        **page_line(desk, desk.place(number)),
        "origin": entry.origin,
        "kind_why": known_kind(desk, desk.place(number))[1],
        "bytes": entry.size,
        "found": {"reason": found.reason} if isinstance(found, NoArticle) else asdict(found),
        "regions": [region_data(regions, region, why[region]) for region in range(min(len(regions), MOST_REGIONS))],
        "fields": [*(asdict(field) for field in explanation(desk, number).fields), *_taught(desk, number)],
        "more_regions": max(len(regions) - MOST_REGIONS, 0),
        "taken_from": round(regions.reader.body.taken_from, 3),
        "before": desk.site.entries[members[position - 1]].number if position else None,
        "after": desk.site.entries[members[position + 1]].number if position + 1 < len(members) else None,
        "position": position,
        "pages_of_cluster": len(members),
    }


def _taught(desk: Desk, number: int) -> list[dict[str, Any]]:
    if not desk.lessons.holding:
        return []
    # One for each thread: readers remember their last page.
    applier = desk.kept.get(("view", "wrapper", get_ident()), lambda: Applier(read_wrapper(desk.folder / "wrapper.json")))
    return taught_lines(applier, desk.page(number))


def article_marks(desk: Desk, number: int, pick: str) -> Marks:
    """The page with its article in full colour."""
    regions, why = page_regions(desk, number), reasons(desk, number)
    hint, roles = {}, {}
    for region in range(len(regions)):
        role = regions.role(region) or ("title" if "it is the title" in why[region] else "")
        for row in regions.rows(region):
            hint[row] = f"{role or 'not content'}: {why[region]}"
            if role:
                roles[row] = role
    # Decisions, not probabilities: what is not taken is grey, however near it came.
    score = np.where(regions.taken, np.maximum(regions.probability, 0.5), np.minimum(regions.probability, 0.4))
    return Marks(regions.on_rows(score), hint, regions.places(), {}, roles, pick)
