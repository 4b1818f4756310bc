"""News Ripper's program: clusters by a tree mapping with chosen tags, articles of one cluster, the common tree of two pages."""

from collections.abc import Sequence
from typing import Any

from sitelode.errors import SettingError
from sitelode.studio.session import StudioSession
from sitelode_lab.separators.leaf_difference import formatted_article, plain_article
from sitelode_lab.separators.registry import SEPARATORS
from sitelode_lab.separators.separator import Template
from sitelode_lab.trees.edit_distance import ALL_MAPPINGS
from sitelode_lab.trees.layout_tree import layout_html, layout_tree
from sitelode_lab.trees.mapping_clusters import fooled_pairs, thesis_clusters
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection
from sitelode_lab.trees.tree_mapping import MAPPINGS

MOST_CLUSTERED = 150  # pages that are compared each with each; all set by hand, because a person waits
MOST_STUDIED = 100  # pages a separator learns from
SHOWN_ARTICLES = 20


def ripper_clusters(session: StudioSession, selection: TagSelection, method: str = "fine", threshold: float = 0.6) -> dict[str, Any]:
    """Clusters of a sample of pages by News Ripper's way; clusters of several pages are numbered for their colours, others stay alone."""
    if method not in MAPPINGS:
        raise SettingError(f"no mapping is called {method!r}; take one of {', '.join(MAPPINGS)}")
    entries = session.site.entries
    step = max(-(-len(entries) // MOST_CLUSTERED), 1)
    chosen = [entry.number for entry in entries[::step]]
    trees = [layout_tree(page, selection).tree for page in session.site.pages(chosen)]
    of_page = thesis_clusters(trees, threshold, method)
    groups: dict[int, list[int]] = {}
    for number, cluster in zip(chosen, of_page, strict=True):
        groups.setdefault(cluster, []).append(number)
    ordered = sorted(groups.values(), key=lambda pages: (-len(pages), pages))
    clusters = [
        {"colour": place if len(pages) > 1 else None, "pages": [{"page": number, "url": session.entry(number).url} for number in pages]}
        for place, pages in enumerate(ordered)
    ]
    fooled = fooled_pairs(trees) if method == "fast" else 0
    return {
        "method": method,
        "methods": list(MAPPINGS),
        "threshold": threshold,
        "sample": len(chosen),
        "of": len(entries),
        "fooled": fooled,
        "clusters": clusters,
    }


def ripped_articles(
    session: StudioSession,
    cluster: int,
    separator: str = "leaf-difference",
    chosen: Sequence[int] = (),
    selection: TagSelection = DEFAULT_SELECTION,
    *,
    formatted: bool = False,
) -> dict[str, Any]:
    """The articles of one layout, or of the chosen pages, as a separator of the user's choice leaves them."""
    pages = list(chosen[:MOST_CLUSTERED]) or _members(session, cluster)
    template = _studied(session, tuple(pages), separator)
    written = formatted_article if formatted else plain_article
    shown = [
        {"page": number, "url": page.url, "text": written(page, template, selection)}
        for number, page in zip(pages[:SHOWN_ARTICLES], session.site.pages(pages[:SHOWN_ARTICLES]), strict=True)
    ]
    return {
        "cluster": cluster, "clusters": len(session.members), "pages": len(pages), "separator": separator, "separators": list(SEPARATORS),
        "formatted": formatted, "articles": shown,
    }  # fmt: skip


def common_html(session: StudioSession, left: int, right: int, selection: TagSelection, method: str = "fine") -> str:
    """The common tree of two pages as a page of its own, to be saved and opened in a browser."""
    if method not in ALL_MAPPINGS:
        raise SettingError(f"no mapping is called {method!r}; take one of {', '.join(ALL_MAPPINGS)}")
    one, other = (layout_tree(session.page(number), selection) for number in (left, right))
    return layout_html(one, ALL_MAPPINGS[method](one.tree, other.tree).left_common)


def _members(session: StudioSession, cluster: int) -> list[int]:
    if not 0 <= cluster < len(session.members):
        raise SettingError(f"there is no layout {cluster}; the site has {len(session.members)}")
    return [session.site.entries[member].number for member in session.members[cluster]]


def _studied(session: StudioSession, pages: tuple[int, ...], separator: str) -> Template:
    if separator not in SEPARATORS:
        raise SettingError(f"no separator is called {separator[:40]!r}; take one of {', '.join(SEPARATORS)}")

    def study() -> Template:
        step = max(len(pages) // MOST_STUDIED, 1)
        return SEPARATORS[separator]().study(session.site.pages(pages[::step][:MOST_STUDIED]))

    return session.cache.get(("ripper", pages, separator), study)
