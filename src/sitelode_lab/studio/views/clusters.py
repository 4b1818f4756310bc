"""Layouts of the site at any threshold, by paths or by tree mapping, clustered again whenever the slider moves.

And the layout trees of two pages side by side, with the nodes that a tree mapping pairs.
"""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.errors import SettingError
from sitelode.html.page import Page
from sitelode.html.vocabulary import TEXT
from sitelode.layout.address_families import split_by_address
from sitelode.layout.clusters import SIMILAR_FROM, clusters_of, largest_first, path_weights, paths_that_count
from sitelode.layout.site_layouts import common_url_pattern
from sitelode.studio.session import StudioSession
from sitelode.studio.views.tables import typical_member
from sitelode_lab.trees.edit_distance import ALL_MAPPINGS
from sitelode_lab.trees.layout_tree import CLASS_ID_ROLE, LayoutTree, layout_tree, no_names, node_line
from sitelode_lab.trees.mapping_clusters import SIMILAR_FROM as MAPPED_SIMILAR_FROM
from sitelode_lab.trees.mapping_clusters import clusters_from_rates, similarities_of_pairs
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection, Treatment
from sitelode_lab.trees.tree_mapping import MAPPINGS

EXAMPLES = 3
METHODS = ("paths", "fast", "fine", "restricted")
MOST_MAPPED = 150  # pages, set by hand; mappings compare all pairs
MOST_CARDS = 120  # layouts in one response, set by hand; the rest are only counted


def layout_card(session: StudioSession, number: int, members: list[int]) -> dict[str, Any]:
    entries = [session.site.entries[member] for member in members]
    urls = [entry.url for entry in entries]
    mined = {session.layouts.clusters.of_page[member] for member in members}
    articles = [session.articles[entry.origin] for entry in entries if entry.origin in session.articles]
    return {
        "cluster": number,
        "mined_as": sorted(mined)[:EXAMPLES],
        "pages": len(members),
        "articles": len(articles),
        "confidence": round(float(np.mean([article.confidence for article in articles])), 3) if articles else None,
        "common": round(session.layouts.common_share(members), 3),
        "pattern": common_url_pattern(urls),
        "typical": entries[typical_member(session, members)].number,
        "examples": [{"page": entry.number, "url": entry.url} for entry in entries[:EXAMPLES]],
    }


def default_threshold(method: str) -> float:
    return SIMILAR_FROM if method == "paths" else MAPPED_SIMILAR_FROM


def clusters_view(session: StudioSession, method: str, threshold: float | None) -> dict[str, Any]:
    """Cards of layouts, largest first."""
    if method not in METHODS:
        raise SettingError(f"no way to compare layouts is called {method!r}; take one of {', '.join(METHODS)}")
    level = default_threshold(method) if threshold is None else round(min(max(threshold, 0.0), 1.0), 3)
    return session.cache.get(("view", "clusters", method, level), lambda: _grouped(session, method, level))


def _grouped(session: StudioSession, method: str, level: float) -> dict[str, Any]:
    as_mined = method == "paths" and abs(level - session.layouts.clusters.threshold) < 1e-9  # noqa: PLR2004 (equal but for rounding)
    if as_mined:
        places, groups = list(range(len(session.site.entries))), session.members
    elif method == "paths":
        places, groups = list(range(len(session.site.entries))), _by_paths(session, level)
    else:
        places, groups = _by_mapping(session, method, level)
    return {
        "method": method,
        "threshold": level,
        "default": default_threshold(method),
        "as_mined": as_mined,
        "pages": len(places),
        "all_pages": len(session.site.entries),
        "layouts": len(groups),
        "single": sum(len(group) == 1 for group in groups),
        "clusters": [layout_card(session, number, group) for number, group in enumerate(groups[:MOST_CARDS])],
    }


def _by_paths(session: StudioSession, threshold: float) -> list[list[int]]:
    sets = session.layouts.path_sets
    counted = session.cache.get(("counted paths",), lambda: paths_that_count(sets, path_weights(sets)))
    return split_by_address(clusters_of(sets, threshold), counted, [entry.url for entry in session.site.entries]).members()


def _by_mapping(session: StudioSession, method: str, threshold: float) -> tuple[list[int], list[list[int]]]:
    """News Ripper's clusters, of a sample if the site is large; groups hold positions of pages."""
    places, pairs, rates = session.cache.get(("rates", method), lambda: _rates(session, method))
    found = largest_first(clusters_from_rates(pairs, rates, len(places), threshold))
    groups: list[list[int]] = [[] for _ in range(max(found, default=-1) + 1)]
    for place, group in zip(places, found, strict=True):
        groups[group].append(place)
    return places, groups


def _rates(session: StudioSession, method: str) -> tuple[list[int], NDArray[np.int64], NDArray[np.float64]]:
    assert method in MAPPINGS
    count = len(session.site.entries)
    places = sorted({int(place) for place in np.linspace(0, count - 1, min(count, MOST_MAPPED))})
    trees = [layout_tree(session.page(session.site.entries[place].number)).tree for place in places]
    first, second = np.triu_indices(len(places), 1)
    pairs = np.column_stack([first, second]).astype(np.int64)
    return places, pairs, similarities_of_pairs(trees, pairs.tolist(), method)


MOST_NODES = 20_000  # of one tree that are sent, set by hand; the mapping covers all of them


def compare_view(session: StudioSession, left: int, right: int, method: str, treatments: dict[str, str], *, names: bool) -> dict[str, Any]:
    """Both trees as lines: each node with its depth, its text and its partner."""
    if method not in ALL_MAPPINGS:
        raise SettingError(f"no mapping is called {method!r}; take one of {', '.join(ALL_MAPPINGS)}")
    selection = selection_with(treatments)
    pages = session.page(left), session.page(right)
    names_of = (lambda _tag, value: tuple(sorted(value.split()))) if names else no_names
    one, other = (layout_tree(page, selection, names_of, CLASS_ID_ROLE) for page in pages)
    mapping = ALL_MAPPINGS[method](one.tree, other.tree)
    partner = {int(a): int(b) for a, b in mapping.pairs.tolist()}
    same = mapping.left_common
    backwards = {b: a for a, b in partner.items() if same[a]}
    return {
        "left": _tree(session, left, one, {a: b for a, b in partner.items() if same[a]}),
        "right": _tree(session, right, other, backwards),
        "method": method,
        "methods": list(ALL_MAPPINGS),
        "similarity": round(mapping.similarity, 4),
        "common": mapping.common_size,
        "cost": mapping.cost,
        "exact": mapping.exact,
        "tags": _tags(pages, selection),
    }


def selection_with(treatments: dict[str, str]) -> TagSelection:
    try:
        return DEFAULT_SELECTION.changed({tag: Treatment(value) for tag, value in treatments.items()})
    except ValueError as problem:
        raise SettingError(f"{problem}; a tag is kept ('keep'), ignored ('ignore') or removed ('remove')") from problem


def _tree(session: StudioSession, number: int, tree: LayoutTree, partner: dict[int, int]) -> dict[str, Any]:
    nodes = []
    for node in range(min(len(tree), MOST_NODES)):
        line = node_line(tree, node)
        label = line.lstrip(" ")
        nodes.append([(len(line) - len(label)) // 2, label, partner.get(node, -1)])
    return {"page": number, "url": session.entry(number).url, "size": len(tree), "nodes": nodes}


def _tags(pages: tuple[Page, Page], selection: TagSelection) -> list[dict[str, Any]]:
    """The tags of both pages with their treatment, most frequent first."""
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update(page.tag_name(row) for row, tag in enumerate(page.columns.tag.tolist()) if tag != TEXT)
    return [
        {"tag": tag, "count": count, "treatment": selection.treatment(tag).value, "default": DEFAULT_SELECTION.treatment(tag).value}
        for tag, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]
