"""Pages that a wrapper would read differently than mining did: it remembers their addresses.

A wrapper sees one page at a time and tells its layout by its looks. Mining sees the whole site: it knows small layouts from large ones
that look nearly alike, and index pages from articles in the same frame, because it knows who links to whom. Where the two come to
different results, the wrapper keeps the address, as a code, with what the page is, and need not guess. Index pages stay
where they are for years, so this holds for later crawls as well.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from sitelode.html.page import Page
from sitelode.site.site import Site
from sitelode.site.store import Entry
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.wrapper import Layout, Wrapper, address_code

MOST_REMEMBERED: Final = 20_000  # addresses, of 9 bytes each; a bound


def with_exceptions(wrapper: Wrapper, pages: Iterable[tuple[str, str | None, str]]) -> Wrapper:
    """The wrapper with the addresses of those pages that it would read differently.

    Args:
        wrapper: of articles.
        pages: the address of each, the name of the layout that it looks like (see LayoutsSeen), and the name of the one that mining
            read it with, or the reason why it has no article.

    """
    layouts = {layout.name: layout for layout in wrapper.layouts}
    found: dict[str, set[int]] = defaultdict(set)
    total = 0
    for address, seen, name in pages:
        if total < MOST_REMEMBERED and not _agree(layouts.get(seen or ""), layouts.get(name)):
            found[name].add(address_code(address))
            total += 1
    return replace(wrapper, remembered={name: tuple(sorted(codes)) for name, codes in sorted(found.items())})


@dataclass(frozen=True)
class LayoutsSeen:
    """Tells the layouts that pages of a site look like; goes to other processes as the wrapper alone."""

    wrapper: Wrapper

    def __call__(self, site: Site, entries: Sequence[Entry]) -> list[str | None]:
        """The name of each page's layout."""
        return [self.name(site.store.page(entry.number)) for entry in entries]

    def name(self, page: Page) -> str | None:
        seen = self._applier.layout_of(page)
        return None if seen is None else seen.name

    @cached_property
    def _applier(self) -> Applier:
        return Applier(replace(self.wrapper, remembered={}))


def _agree(seen: Layout | None, wanted: Layout | None) -> bool:
    """Whether a page is read as it should be by the layout that it looks like."""
    if seen is None or seen is wanted:
        return True
    if wanted is None:
        return "nothing" in seen.rules
    return seen.rules is wanted.rules or seen.rules == wanted.rules
