"""A synthetic link graph of any size, the same on every machine: every page has the site's menu, and its own links to other pages."""

import numpy as np

from sitelode.site.link_graph import LinkGraph

LINKS_A_PAGE = 50
MENU_LINKS = 20
PAGES_A_LISTING = 50  # one page in so many is a listing
WORDS = 20_000
WORDS_A_TITLE = 7


def made_up_graph(pages: int, seed: int = 7) -> LinkGraph:
    """50 links a page: 20 of the menu, 30 of the page's own, in two blocks."""
    random = np.random.default_rng(seed)
    listings = max(pages // PAGES_A_LISTING, MENU_LINKS)
    source = np.repeat(np.arange(pages, dtype=np.int32), LINKS_A_PAGE)
    place = np.tile(np.arange(LINKS_A_PAGE, dtype=np.int32), pages)
    in_menu = place < MENU_LINKS
    target = np.where(in_menu, place, random.integers(listings, pages, len(source), dtype=np.int32)).astype(np.int32)
    block = source * 2 + ~in_menu
    return LinkGraph(
        urls=[f"https://site.example/{page}" for page in range(pages)],
        source=source,
        target=target,
        block=block,
        place=place,
        anchor=target,
        anchors=_titles(pages, random),
    )


def _titles(pages: int, random: np.random.Generator) -> list[str]:
    """Titles of words that are as unevenly frequent as those of a language."""
    words = np.minimum(random.zipf(1.3, (pages, WORDS_A_TITLE)), WORDS)
    return [" ".join(f"w{word}" for word in title) for title in words.tolist()]
