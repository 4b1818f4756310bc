"""Which names of elements say something about layout, learnt from how they behave over pages.

Generators mix names of the design (`entry-content`) with names of the content (`post-18273`, `tag-harbour`) and of the build
(`css-1x7bd8`). The latter give themselves away: digits apart they are one name; they come in large families; or they are rare.

Over the pages of one layout, rare names are left out, and that is all (`recurring_names`). Over a whole site, where a layout may have one
page in a hundred, the limit is much lower, so families are looked for too, tag by tag (`ClassNames`).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from sitelode.html.page import Page
from sitelode.paths.element_names import names_in, page_names

# All set by hand; docs/algorithms/layout.md and consensus.md have what the methods built on them reach.
NAME_SHARE = 0.15  # of a layout's pages; a class name or id on fewer says nothing about the layout
NAME_PAGES = 2  # the same as a number, where there is more than one page
RARE_SHARE = 0.01  # of a site's pages; a name on fewer says nothing about layout,
RARE_PAGES = 20  # unless it is on this many: many sites may be mixed
FAMILY_SIZE = 8  # names with a common beginning on one tag
RARE_MEMBER_SHARE = 0.10  # of pages; most members of a family of content names are on fewer
_BEGINNING = re.compile(r"^(..[^-_]*+[-_]++)[^-_]")


def recurring_names(pages: Sequence[Page]) -> frozenset[str]:
    """The class names and ids that recur over the pages of one layout; of a single page all."""
    if len(pages) <= 1:
        return page_names(pages[0]).every if pages else frozenset()
    counts = Counter(chain.from_iterable(page_names(page).every for page in pages))
    least = max(min(NAME_PAGES, len(pages)), NAME_SHARE * len(pages))
    return frozenset(name for name, times in counts.items() if times >= least)


@dataclass
class ClassNameCounts:
    """On how many pages of a site each class name stands, by tag."""

    pages: int = 0
    counts: Counter[tuple[int, str]] = field(default_factory=Counter)

    def add(self, page: Page) -> None:
        self.pages += 1
        self.counts.update(page_names(page).pairs())

    def add_counts(self, pages: int, counts: Mapping[tuple[int, str], int]) -> None:
        """What was counted on other pages."""
        self.pages += pages
        self.counts.update(counts)


@dataclass(frozen=True)
class ClassNames:
    """The class names of a site that count, under the spelling that counts: names of one family have one."""

    known: dict[tuple[int, str], str]
    _in_value: dict[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of_pages(cls, pages: Iterable[Page]) -> "ClassNames":
        counted = ClassNameCounts()
        for page in pages:
            counted.add(page)
        return cls.from_counts(counted)

    @classmethod
    def from_counts(cls, counted: ClassNameCounts) -> "ClassNames":
        least = max(2, min(RARE_SHARE * counted.pages, RARE_PAGES))
        known = {key: key[1] for key, pages in counted.counts.items() if pages >= least} | _family_names(counted)
        return cls(dict(sorted(known.items())))  # the same pages give the same file of what was learnt

    def counting(self, tag: int, names: Iterable[str]) -> tuple[str, ...]:
        """Those of an element's class names that count, sorted."""
        known = self.known
        return tuple(sorted({known[tag, name] for name in names if (tag, name) in known}))

    def counting_in(self, tag: int, value: str) -> tuple[str, ...]:
        """The same for the value of a class attribute."""
        found = self._in_value.get((tag, value))
        if found is None:
            found = self._in_value[tag, value] = self.counting(tag, names_in(value))
        return found


def _family_names(counted: ClassNameCounts) -> dict[tuple[int, str], str]:
    """The rare members of families that are mostly rare, under the name of the family."""
    rare_below = RARE_MEMBER_SHARE * counted.pages
    if rare_below <= 1:
        return {}
    families: dict[tuple[int, str], list[tuple[str, int]]] = defaultdict(list)
    for (tag, name), pages in counted.counts.items():
        if match := _BEGINNING.match(name):
            families[tag, match.group(1)].append((name, pages))
    found: dict[tuple[int, str], str] = {}
    for (tag, beginning), members in families.items():
        rare = [name for name, pages in members if pages < rare_below]
        if len(members) >= FAMILY_SIZE and len(rare) > len(members) / 2:
            found |= {(tag, name): beginning + "*" for name in rare}
    return found
