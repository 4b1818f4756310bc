"""Which class names say something about layout, learnt from how they behave over a site.

Generators mix names of the design (`entry-content`) with names of the content (`post-18273`, `tag-harbour`) and of the build
(`css-1x7bd8`). The latter give themselves away: digits apart they are one name; they come in large families; or they are rare.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from sitelode.html.page import NO_STRING, Page
from sitelode.paths.attribute_names import CLASS_ONLY, attribute_columns, attribute_text, digitless_names
from sitelode.paths.page_names import ElementNames, page_names

RARE_SHARE = 0.01  # of pages; a name on fewer says nothing about layout,
RARE_PAGES = 20  # unless it is on this many: many sites may be mixed
FAMILY_SIZE = 8  # names with a common beginning on one tag
RARE_MEMBER_SHARE = 0.10  # of pages; most members of a family of content names are on fewer
MOST_REMEMBERED = 20_000  # kinds of elements; a site has some hundreds
_BEGINNING = re.compile(r"^(.{2,}?[-_]+)[^-_]")


@dataclass
class ClassNameCounts:
    """On how many pages each name stands, by tag."""

    attributes: tuple[str, ...] = CLASS_ONLY
    pages: int = 0
    counts: Counter[tuple[int, str]] = field(default_factory=Counter)
    _met: dict[int, ElementNames] = field(default_factory=dict)

    def add(self, page: Page) -> None:
        self.pages += 1
        self.counts.update(self._classes(page) if self.attributes == CLASS_ONLY else self._names(page))

    def _classes(self, page: Page) -> set[tuple[int, str]]:
        if len(self._met) > MOST_REMEMBERED:
            self._met.clear()
        return {(tag, name) for tag, names in page_names(page, self._met).of_tags for name in names}

    def _names(self, page: Page) -> set[tuple[int, str]]:
        names: set[tuple[int, str]] = set()
        for attribute, values in zip(self.attributes, attribute_columns(page, self.attributes), strict=True):
            present = values != NO_STRING
            pairs = set(zip(page.columns.tag[present].tolist(), values[present].tolist(), strict=True))
            names |= {(tag, name) for tag, number in pairs for name in digitless_names(attribute_text(page, (attribute,), (number,)))}
        return names


@dataclass(frozen=True)
class ClassNames:
    """The names that count, under the spelling that counts."""

    known: dict[tuple[int, str], str]
    _of_string: dict[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def learnt(cls, counted: ClassNameCounts) -> "ClassNames":
        least = max(2, min(RARE_SHARE * counted.pages, RARE_PAGES))
        families: dict[tuple[int, str], list[tuple[str, int]]] = defaultdict(list)
        rare_below = RARE_MEMBER_SHARE * counted.pages
        for (tag, name), pages in counted.counts.items() if rare_below > 1 else ():
            if match := _BEGINNING.match(name):
                families[tag, match.group(1)].append((name, pages))
        known = {key: key[1] for key, pages in counted.counts.items() if pages >= least}
        for (tag, beginning), members in families.items():
            rare = sum(pages < rare_below for _, pages in members)
            if len(members) >= FAMILY_SIZE and rare > len(members) / 2:
                known |= {(tag, name): beginning + "*" for name, pages in members if pages < rare_below}
        return cls(dict(sorted(known.items())))  # the same pages give the same file of what was learnt

    def of(self, tag: int, value: str) -> tuple[str, ...]:
        """The names of a class attribute that count, sorted."""
        found = self._of_string.get((tag, value))
        if found is None:
            found = self._of_string[tag, value] = self.of_classes(tag, digitless_names(value))
        return found

    def of_classes(self, tag: int, classes: Iterable[str]) -> tuple[str, ...]:
        """The same of class names without their numbers."""
        known = self.known
        return tuple(sorted({known[tag, name] for name in classes if (tag, name) in known}))
