"""Kinds and links of a site mined again: only new pages are judged, in the company of some known pages, and only their links are read.

Known pages keep their kinds. A new page of a layout whose known pages are nearly all of one kind is of that kind. Every other one is judged
as when a site is mined, but among a part of the site: all new pages, some pages of each of their layouts, some index pages, the front page.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np

from sitelode.incremental.layouts import spread
from sitelode.page_kinds.decide import INDEX
from sitelode.page_kinds.kinds import SiteKinds, judge
from sitelode.page_kinds.page_evidence import read_evidence
from sitelode.progress import Progress, no_progress
from sitelode.site.link_graph import GraphReader, LinkGraph, NotEdges, address_code, read_links
from sitelode.site.page_addresses import PageFinder
from sitelode.site.site import Site

# Set by hand; `bench.renewal` shows how often the kinds are those that mining everything gives.
OF_A_LAYOUT: Final = 20  # known pages beside the new ones of a layout
INDEX_PAGES: Final = 30  # known index pages
LEAST_KNOWN: Final = 10  # pages of a layout whose kind may be that of a new one
NEARLY_ALL: Final = 0.95  # of them


def renewed_kinds(
    known: SiteKinds, site: Site, of_page: Sequence[int], before: Sequence[int | None], progress: Progress = no_progress
) -> SiteKinds:
    """Kinds of all pages of a site; `of_page` has their layouts, `before` their places in the site as it was, None for new ones."""
    fresh = [place for place, old in enumerate(before) if old is None]
    now = {old: place for place, old in enumerate(before) if old is not None}
    chosen = _company(known, site, of_page, before, fresh) if fresh else []
    part = site.part([site.entries[place] for place in chosen])
    layouts = {layout: number for number, layout in enumerate(dict.fromkeys(of_page[place] for place in chosen))}
    judged = judge(read_evidence(part, progress), [layouts[of_page[place]] for place in chosen]) if fresh else None
    rows = [_known_row(known, old, now) if old is not None else None for old in before]
    usual = _usual_kinds(known, of_page, before)
    for number, place in enumerate(chosen):
        if judged is not None and rows[place] is None:
            rows[place] = _new_row(judged, number, chosen, usual.get(of_page[place]))
    return _joined([row for row in rows if row is not None], known)


def _company(known: SiteKinds, site: Site, of_page: Sequence[int], before: Sequence[int | None], fresh: Sequence[int]) -> list[int]:
    """The new pages and those that they are judged with, in the order of the site."""
    layouts = {of_page[place] for place in fresh}
    members: dict[int, list[int]] = defaultdict(list)
    index_pages = []
    for place, old in enumerate(before):
        if old is not None and of_page[place] in layouts:
            members[of_page[place]].append(place)
        if old is not None and known.kind[old] == INDEX:
            index_pages.append(place)
    front = min(range(len(before)), key=lambda place: (len(site.entries[place].url), place))
    some = {place for each in members.values() for place in spread(each, OF_A_LAYOUT)}
    return sorted({*fresh, front, *some, *spread(index_pages, INDEX_PAGES)})


_Row = tuple[str, float, str, np.ndarray, int | None, str, str, float, str]


def _known_row(kinds: SiteKinds, place: int, now: Mapping[int, int]) -> _Row:
    original = kinds.duplicate_of[place]
    repeats = now.get(original) if original is not None else None
    role = kinds.listing_role[place] if repeats is not None else ""
    of_page = kinds.kind[place], float(kinds.score[place]), kinds.evidence[place], kinds.informative[place]
    return *of_page, repeats, role, kinds.finer[place], float(kinds.confidence[place]), kinds.names[place]


def _new_row(judged: SiteKinds, number: int, chosen: Sequence[int], usual: tuple[str, str, float, str] | None) -> _Row:
    row = _known_row(judged, number, dict(enumerate(chosen)))
    if usual is None or usual[1] == judged.finer[number]:
        return row
    kind, finer, share, why = usual
    return kind, float(kind == INDEX), why, row[3], row[4], row[5], finer, share, row[8]


def _usual_kinds(known: SiteKinds, of_page: Sequence[int], before: Sequence[int | None]) -> dict[int, tuple[str, str, float, str]]:
    """For layouts whose known pages are nearly all of one kind: that kind, the finer one, their share, and a reason in words."""
    counts: dict[int, Counter[tuple[str, str]]] = defaultdict(Counter)
    for place, old in enumerate(before):
        if old is not None:
            counts[of_page[place]][known.kind[old], known.finer[old]] += 1
    found = {}
    for layout, kinds in counts.items():
        (kind, finer), count = kinds.most_common(1)[0]
        total = kinds.total()
        if total >= LEAST_KNOWN and count >= NEARLY_ALL * total:
            found[layout] = kind, finer, count / total, f"{count:,} of {total:,} known pages of its layout are of this kind"
    return found


def _joined(rows: Sequence[_Row], known: SiteKinds) -> SiteKinds:
    kind, score, evidence, informative, original, role, finer, confidence, names = (list(column) for column in zip(*rows, strict=True))
    scores, confidences = np.array(score, known.score.dtype), np.array(confidence, known.confidence.dtype)
    return SiteKinds(kind, scores, evidence, informative, original, role, finer, confidences, names)


_GONE = -1


def renewed_graph(known: LinkGraph, site: Site, before: Sequence[int | None], new_addresses: Collection[str]) -> LinkGraph:
    """The graph of a site now.

    Args:
        known: the graph of the site as it was, without content blocks.
        site: with its pages now.
        before: for each page its place in the site as it was; None for a new or changed one.
        new_addresses: those that lead to a page now and did not before.

    """
    not_edges = known.not_edges
    assert not_edges is not None, "a graph that was read from links"
    now = np.full(known.pages, _GONE, np.int32)
    for place, old in enumerate(before):
        if old is not None:
            now[old] = place
    # Pages are read again whose links led to a page that is gone, or nowhere where there is a page now.
    again = now == _GONE
    versions = _versions(known.urls, site, before)
    gone = again.copy()
    gone[list(versions)] = False
    again[known.source[gone[known.target]]] = True
    codes = np.array(sorted({address_code(each) for each in new_addresses}), np.uint64)
    again[not_edges.page[np.isin(not_edges.code, codes)]] = True
    target_now = now.copy()
    for old, place in versions.items():
        target_now[old] = place  # a page that changed is still where links lead to
    rows = ~again[known.source]
    reader = GraphReader(PageFinder(site))
    reader.numbers = {anchor: number for number, anchor in enumerate(known.anchors)}
    reader.columns.append(
        (now[known.source[rows]], target_now[known.target[rows]], now[known.source[rows]], known.place[rows], known.anchor[rows])
    )
    misses = ~again[not_edges.page]
    reader.missing.append((now[not_edges.page[misses]], not_edges.code[misses]))
    fresh = [place for place, old in enumerate(before) if old is None or again[old]]
    reader.add(np.array(fresh, np.int32), *read_links(None, site, [site.entries[place] for place in fresh]))
    counts = np.zeros((len(before), not_edges.counts.shape[1]), np.int64)
    kept = np.flatnonzero(~again)
    counts[now[kept]] = not_edges.counts[kept]
    counts[fresh] = reader.all_counts()
    return _in_order(reader, [entry.url for entry in site.entries], counts)


def _versions(urls: Sequence[str], site: Site, before: Sequence[int | None]) -> dict[int, int]:
    """The old places of changed pages, with their places now."""
    places = {entry.url: place for place, entry in enumerate(site.entries) if before[place] is None}
    return {old: places[url] for old, url in enumerate(urls) if url in places}


def _in_order(reader: GraphReader, urls: list[str], counts: "np.ndarray[tuple[int, int], np.dtype[np.int64]]") -> LinkGraph:
    found = reader.graph(urls)
    assert found.not_edges is not None, "a graph that was read from links"
    order = np.lexsort((found.place, found.source))
    misses = np.argsort(found.not_edges.page, kind="stable")
    not_edges = NotEdges(counts, found.not_edges.page[misses], found.not_edges.code[misses])
    source = found.source[order]
    columns = found.target[order], source, found.place[order], found.anchor[order]
    return LinkGraph(urls, source, *columns, found.anchors, not_edges.left_out(), not_edges)
