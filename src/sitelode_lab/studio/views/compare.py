"""The layout trees of two pages side by side, with the nodes that a tree mapping pairs."""

from collections import Counter
from typing import Any

from sitelode.errors import SettingError
from sitelode.html.page import Page
from sitelode.html.vocabulary import TEXT
from sitelode.studio.session import StudioSession
from sitelode_lab.trees.edit_distance import ALL_MAPPINGS
from sitelode_lab.trees.layout_tree import CLASS_ID_ROLE, LayoutTree, layout_tree, no_names
from sitelode_lab.trees.layout_tree_text import node_line
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection, Treatment

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
