"""News Ripper's program: clusters by a tree mapping with chosen tags, articles of one cluster, a page's source in two colours."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from sitelode.errors import SettingError
from sitelode.html.parse import parse
from sitelode.sources.choice import CRAWL_FOLDER, is_crawl
from sitelode.studio.session import StudioSession
from sitelode_lab.separators.leaf_difference import CONTENT_FROM, formatted_article, plain_article
from sitelode_lab.separators.registry import SEPARATORS
from sitelode_lab.separators.separator import Template
from sitelode_lab.strings.page_source import source_of, written_spans
from sitelode_lab.studio.written_pages import WrittenPage, written_page
from sitelode_lab.trees.edit_distance import ALL_MAPPINGS
from sitelode_lab.trees.layout_tree import layout_html, layout_tree
from sitelode_lab.trees.mapping_clusters import fooled_pairs, thesis_clusters
from sitelode_lab.trees.tag_selection import DEFAULT_SELECTION, TagSelection
from sitelode_lab.trees.tree_mapping import MAPPINGS

MOST_CLUSTERED = 150  # pages that are compared each with each; all set by hand, because a person waits
MOST_STUDIED = 100  # pages a separator learns from
SHOWN_ARTICLES = 20
LONGEST_SOURCE = 200_000  # characters


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
    template = _studied(session, tuple(pages), separator) if chosen else _template(session, cluster, separator)
    written = formatted_article if formatted else plain_article
    shown = [
        {"page": number, "url": page.url, "text": written(page, template, selection)}
        for number, page in zip(pages[:SHOWN_ARTICLES], session.site.pages(pages[:SHOWN_ARTICLES]), strict=True)
    ]
    return {
        "cluster": cluster, "clusters": len(session.members), "pages": len(pages), "separator": separator, "separators": list(SEPARATORS),
        "formatted": formatted, "articles": shown,
    }  # fmt: skip


def coloured_source(session: StudioSession, page: int, separator: str = "leaf-difference", edited: str | None = None) -> dict[str, Any]:
    """The source of a page as it was written, or as a person edited it, in runs of template and content; rebuilt if it is gone."""
    written = source_as_written(session, page) if edited is None else WrittenPage(edited)
    url = session.entry(page).url
    seen = session.page(page) if edited is None else parse(edited.encode("utf-8", "replace"), url, "text/html; charset=utf-8")
    scores = _template(session, session.cluster_of(page), separator).content_scores(seen)
    text = source_of(seen).text if written.problem else written.text
    content = bytearray(len(text[:LONGEST_SOURCE]))
    for row, (first, last) in written_spans(text[:LONGEST_SOURCE], seen).items():
        if scores[row] >= CONTENT_FROM:
            content[first:last] = b"\1" * (last - first)
    runs, place = [], 0
    for is_content, run in groupby(content):
        length = sum(1 for _ in run)
        runs.append([text[place : place + length], bool(is_content)])
        place += length
    return {
        "page": page, "url": url, "separator": separator, "separators": list(SEPARATORS), "runs": runs,
        "left_out": max(len(text) - LONGEST_SOURCE, 0), "where": written.where, "rebuilt": written.problem,
    }  # fmt: skip


def edited_source(session: StudioSession, given: Any) -> dict[str, Any]:  # noqa: ANN401 (checked here)
    """The same for a source that a person edited; the page itself stays as it is."""
    asked = given if isinstance(given, dict) else {}
    page, source = asked.get("page"), asked.get("source")
    if type(page) is not int or not isinstance(source, str) or len(source) > LONGEST_SOURCE:
        raise SettingError(f"give the number of a page, and its source of up to {LONGEST_SOURCE:,} characters")
    return coloured_source(session, page, str(asked.get("separator") or "leaf-difference"), source)


def source_as_written(session: StudioSession, page: int) -> WrittenPage:
    """The source of a page, read again once from the files or the archive it came from."""
    crawl = session.folder / CRAWL_FOLDER
    name = ("view", "written", page)
    return session.cache.get(name, lambda: written_page(session.site, session.entry(page), crawl if is_crawl(crawl) else None))


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


def _template(session: StudioSession, cluster: int, separator: str) -> Template:
    return _studied(session, tuple(_members(session, cluster)), separator)


def _studied(session: StudioSession, pages: tuple[int, ...], separator: str) -> Template:
    if separator not in SEPARATORS:
        raise SettingError(f"no separator is called {separator[:40]!r}; take one of {', '.join(SEPARATORS)}")

    def study() -> Template:
        step = max(len(pages) // MOST_STUDIED, 1)
        return SEPARATORS[separator]().study(session.site.pages(pages[::step][:MOST_STUDIED]))

    return session.cache.get(("ripper", pages, separator), study)
