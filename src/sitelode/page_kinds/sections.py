"""The index pages of a site as a tree of sections, and the section of every article.

Decided:

- The root is the home page, whatever its kind: the page whose address the others continue.
- An index page lies under the index page whose address it continues (/news/page/2 under /news). Where there is none but the home page, it
  lies under the first index page on the shortest way of links from there; pages of one address pattern, such as a series of "older posts"
  that each link to the next, lie side by side.
- Pages 2, 3 .. of a listing are no sections: what they list, the first page lists.
- An article belongs to the index page whose address it continues; else to one of the index pages that list it. Sections in the menu (half
  of the pages link to them) come first; of these, the one the article itself links to most often, because articles name their section
  above or below their text besides the menu; then the one that lists the fewest articles, because an archive of everything is no section.
  Without a section in the menu: the one it links to most often, then the one that most pages link to; else the home page.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sitelode.site.link_graph import LinkGraph, PlaceColumn
from sitelode.site.page_addresses import loose_spelling
from sitelode.urls import generalise

NOWHERE = -1  # no page
# Shares set by hand; the last two are bounds.
HOME_SHARE = 0.5  # of the pages; the home page's address is continued by so many
MENU_SHARE = 0.5  # of the pages; what so many link to is in the menu
NAMING_SHARE = 0.5  # of the links with an anchor; an anchor that leads to one page more often is its name
MOST_STEPS = 40  # of an address; what is deeper is one step
MOST_DEPTH = 100  # of the tree; what would lie deeper lies under the home page


@dataclass(frozen=True)
class SectionTree:
    """Index pages by their places; what is above them, and what belongs to them."""

    home: int  # NOWHERE where no page is the home page
    parent: dict[int, int]  # of each index page, and of the home page; NOWHERE above the topmost
    section_of: PlaceColumn  # of every page: for articles the index page they belong to, else NOWHERE
    further: dict[int, list[int]] = field(default_factory=dict)  # of index pages: pages 2, 3 .. of their listings, which are no sections

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """Of each page, and of NOWHERE, in the order of the site."""
        found: dict[int, list[int]] = {}
        for page in sorted(self.parent):
            found.setdefault(self.parent[page], []).append(page)
        return found

    @cached_property
    def articles(self) -> dict[int, list[int]]:
        """Of each index page its own, without those of the pages below it."""
        found: dict[int, list[int]] = {}
        for article in np.flatnonzero(self.section_of != NOWHERE).tolist():
            found.setdefault(int(self.section_of[article]), []).append(article)
        return found

    def downwards(self) -> Iterator[tuple[int, int]]:
        """Index pages with their depth, each before those below it."""
        waiting = [(page, 0) for page in reversed(self.children.get(NOWHERE, []))]
        while waiting:
            page, depth = waiting.pop()
            yield page, depth
            waiting += [(child, depth + 1) for child in reversed(self.children.get(page, []))]

    @cached_property
    def totals(self) -> dict[int, tuple[int, int]]:
        """Of each index page the index pages, itself included, and the articles of its whole branch."""
        found = {page: [1 + len(self.further.get(page, [])), len(self.articles.get(page, []))] for page in self.parent}
        for page, _ in reversed(list(self.downwards())):
            above = self.parent[page]
            if above != NOWHERE:
                found[above][0] += found[page][0]
                found[above][1] += found[page][1]
        return {page: (index_pages, articles) for page, (index_pages, articles) in found.items()}


def find_sections(
    graph: LinkGraph, kinds: Sequence[str], informative: NDArray[np.bool_], first_page: Sequence[int] | None = None
) -> SectionTree:
    """Build the tree; linear in links. `first_page` has for every page the first one of its listing: what page 2 lists, page 1 lists."""
    addresses = _Addresses(graph.urls)
    home = addresses.home()
    index_pages = {page for page, kind in enumerate(kinds) if kind == "index"} | ({home} - {NOWHERE})
    first, further = _further_pages(first_page, index_pages, home, graph.pages)
    listing = index_pages
    index_pages = index_pages - {page for pages in further.values() for page in pages}
    above = {page: addresses.nearest_above(page, index_pages) for page in range(graph.pages)}
    parent = _parents(graph, index_pages, home, above, further)
    linked_from = np.bincount(graph.edges()[1], minlength=graph.pages)
    listed = informative & np.isin(graph.source, list(listing)) & np.array([kind == "article" for kind in kinds], bool)[graph.target]
    sources, _, _ = graph.edges(listed)
    tree = SectionTree(home, parent, np.empty(0, np.int32))
    known_by = _heads(tree, linked_from, np.bincount(first[sources], minlength=graph.pages))
    listed_by = _best_lister(graph, listed, *known_by, first)
    section_of = np.full(graph.pages, NOWHERE, np.int32)
    for page, kind in enumerate(kinds):
        if kind == "article" and page not in index_pages:
            by_address = above[page] if above[page] != home else NOWHERE
            section_of[page] = next((found for found in (by_address, int(listed_by[page])) if found != NOWHERE), home)
    return SectionTree(home, parent, section_of, further)


def _further_pages(
    first_page: Sequence[int] | None, index_pages: set[int], home: int, pages: int
) -> tuple[PlaceColumn, dict[int, list[int]]]:
    """For every page the first page of its listing, and for these the others; the home page continues nothing."""
    first, further = np.arange(pages, dtype=np.int32), dict[int, list[int]]()
    for page, begins in enumerate(first_page or ()):
        if page not in (begins, home) and page in index_pages and begins in index_pages:
            first[page] = begins
            further.setdefault(begins, []).append(page)
    return first, further


class _Addresses:
    """Which address continues which: steps of the path, then the query."""

    def __init__(self, urls: Sequence[str]) -> None:
        self.steps = [_steps(url) for url in urls]
        self.pages: dict[tuple[str, ...], list[int]] = {}
        for page, steps in enumerate(self.steps):
            self.pages.setdefault(steps, []).append(page)

    def home(self) -> int:
        """The page with the shortest address, if most others continue it."""
        if not self.steps:
            return NOWHERE
        page = min(range(len(self.steps)), key=lambda each: (len(self.steps[each]), each))
        steps = self.steps[page]
        below = sum(other[: len(steps)] == steps for other in self.steps)
        return page if below >= HOME_SHARE * len(self.steps) and (below > 1 or len(self.steps) == 1) else NOWHERE

    def nearest_above(self, page: int, among: set[int]) -> int:
        steps = self.steps[page]
        above = chain.from_iterable(self.pages.get(steps[:length], ()) for length in range(len(steps) - 1, 0, -1))
        return next((page for page in above if page in among), NOWHERE)


def _steps(url: str) -> tuple[str, ...]:
    path, mark, query = loose_spelling(url).partition("?")
    *folders, last = path.rstrip("/").split("/", MOST_STEPS)
    # /news.html stands above /news/storm.html.
    steps = (*folders, last.rpartition(".")[0] or last) if folders else (last,)
    return (*steps, "?" + query) if mark else steps


def _parents(graph: LinkGraph, index_pages: set[int], home: int, above: dict[int, int], further: dict[int, list[int]]) -> dict[int, int]:
    parent = {home: NOWHERE} if home != NOWHERE else {}
    by_links = _first_linked_from(graph, index_pages, home, further)
    for page in [*by_links, *sorted(index_pages - by_links.keys())]:
        if page == home:
            continue
        chosen = above[page] if above[page] not in (NOWHERE, home) else by_links.get(page, home)
        if chosen not in (NOWHERE, home) and chosen != above[page] and generalise(graph.urls[chosen]) == generalise(graph.urls[page]):
            chosen = parent.get(chosen, home)
        parent[page] = home if _is_above(page, chosen, parent) else chosen
    return parent


def _first_linked_from(graph: LinkGraph, index_pages: set[int], home: int, further: dict[int, list[int]]) -> dict[int, int]:
    """For index pages, in breadth-first order from the home page, the index page that the search came from."""
    came_from = {home: NOWHERE} if home != NOWHERE else {}
    waiting = deque(came_from)
    while waiting:
        page = waiting.popleft()
        shown = (graph.target[graph.of_page(each)].tolist() for each in (page, *further.get(page, ())))
        for target in chain.from_iterable(shown):
            if target in index_pages and target not in came_from:
                came_from[target] = page
                waiting.append(target)
    return came_from


def _is_above(page: int, lower: int, parent: dict[int, int]) -> bool:
    """Whether one page lies above another, or so many do that it would be too deep to look at."""
    for _ in range(MOST_DEPTH):
        if lower == page:
            return True
        if lower == NOWHERE:
            return False
        lower = parent.get(lower, NOWHERE)
    return True


def _heads(
    tree: SectionTree, linked_from: NDArray[np.int64], listed: NDArray[np.int64]
) -> tuple[PlaceColumn, NDArray[np.bool_], NDArray[np.int64]]:
    """For every index page the one that its section is known by, whether that is in the menu, and how good a home it is.

    Known by itself where it is in the menu, else by the most linked above it. The home page lists a bit of everything and is the worst, -1.
    """
    in_menu, size = linked_from >= MENU_SHARE * len(linked_from), listed.copy()
    head = np.arange(len(linked_from), dtype=np.int32)
    downwards = [page for page, _ in tree.downwards() if tree.parent[page] != NOWHERE]
    for page in downwards:
        above = tree.parent[page]
        if above != tree.home and not in_menu[page] and linked_from[page] <= linked_from[head[above]]:
            head[page] = head[above]
    for page in reversed(downwards):
        size[tree.parent[page]] += size[page]
    heads = np.flatnonzero(np.bincount(head[[page for page in tree.parent if page != tree.home]]))
    order = heads[np.lexsort((-heads, -size[heads], np.where(in_menu[heads], 0, linked_from[heads]), in_menu[heads]))]
    preference = np.full(len(linked_from), -1, np.int64)
    preference[order] = np.arange(len(order))
    return head, in_menu[head] & (preference[head] >= 0), preference[head]


def _best_lister(
    graph: LinkGraph,
    listed: NDArray[np.bool_],
    head: PlaceColumn,
    in_menu: NDArray[np.bool_],
    preference: NDArray[np.int64],
    first: PlaceColumn,
) -> PlaceColumn:
    """For every page the preferred of the pages that list it; of equal ones the first."""
    rows = np.flatnonzero(listed)
    page, lister = graph.target[rows], first[graph.source[rows]]
    links_back = _link_counts(graph, page, head[lister])
    order = np.lexsort((-lister, preference[lister], links_back, in_menu[lister]))
    found = np.full(graph.pages, NOWHERE, np.int32)
    found[page[order]] = lister[order]
    return found


def _link_counts(graph: LinkGraph, source: PlaceColumn, target: PlaceColumn) -> NDArray[np.int64]:
    """How many links lead from one page to another, for many pairs."""
    sources, targets, counts = graph.edges()
    known = sources * np.int64(graph.pages) + targets
    wanted = source * np.int64(graph.pages) + target
    place = np.minimum(np.searchsorted(known, wanted), max(len(known) - 1, 0))
    return np.where(known[place] == wanted, counts[place], 0) if len(known) else np.zeros(len(wanted), np.int64)


def anchor_names(graph: LinkGraph) -> list[str]:
    """What other pages call each page: the anchor used most for it and little for others; empty where there is none.

    "Next" leads to many pages and names none of them, and numbers are no names.
    """
    pairs, counts = np.unique(graph.target * np.int64(max(len(graph.anchors), 1)) + graph.anchor, return_counts=True)
    target, anchor = np.divmod(pairs, max(len(graph.anchors), 1))
    share = counts / np.maximum(np.bincount(graph.anchor, minlength=len(graph.anchors))[anchor], 1)
    says_something = np.array([any(map(str.isalpha, each)) for each in graph.anchors], bool)
    usable = np.flatnonzero((share > NAMING_SHARE) & says_something[anchor]) if len(pairs) else np.empty(0, np.int64)
    # Later assignments win: the most used comes last, of equal ones the one that was seen first.
    order = usable[np.lexsort((-anchor[usable], counts[usable] * share[usable]))]
    names = [""] * graph.pages
    for page, number in zip(target[order].tolist(), anchor[order].tolist(), strict=True):
        names[page] = graph.anchors[number]
    return names


def end_of_address(url: str) -> str:
    """Its last step, or its last two where that is only a number."""
    host, *steps = loose_spelling(url).rstrip("/").split("/")
    if not steps:
        return host or url
    return steps[-1] if any(map(str.isalpha, steps[-1])) else "/".join(steps[-2:])
