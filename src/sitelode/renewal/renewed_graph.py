"""The link graph of a site whose pages changed a little: only links of new and changed pages are read, and of pages that lead to them."""

from collections.abc import Collection, Sequence

import numpy as np

from sitelode.site.link_graph import GraphReader, LinkGraph, NotEdges, address_code, read_links
from sitelode.site.page_addresses import PageFinder
from sitelode.site.site import Site

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
