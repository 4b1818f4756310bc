"""Path classes: where in the layout of its cluster a piece of text stands, as one code.

A step of a path is a tag, those class names and ids that recur in the cluster, and the place among the cells of a narrow row. Digits in
names count as one, and names that few pages have are left out, so that `post-18273` is a step like any other post. So are all names of
`html` and `body`. A code depends on nothing but the path: it can be kept, and a page that was never seen before is read with it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_table import Remembered
from sitelode.compiled.codes import Codes, code_of
from sitelode.html.page import NO_STRING, Page
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.paths.element_kinds import element_kinds
from sitelode.paths.markers import element_bits, marker_bits
from sitelode.paths.page_names import names_of, page_names

NAME_SHARE = 0.15  # of the cluster's pages; a class name or id on fewer says nothing about its layout
NAME_PAGES = 2  # the same as a number, where there is more than one page
RECORD_TAGS = frozenset(("li", "tr", "article", "dd", "dt"))  # siblings of these are alike whatever their classes
# Generators write section, author and kind of a page into the names of these: they are about the page, not about its layout.
OUTERMOST = frozenset(("html", "body"))
OUTERMOST_TAGS = frozenset(TAG_NUMBER[name] for name in OUTERMOST)


@dataclass(frozen=True)
class PathLabels:
    """Gives every element its label: tag, class names and id as far as they recur."""

    names: frozenset[str]
    _known: Remembered = field(default_factory=lambda: Remembered(np.empty((0, 3), dtype=np.uint64)), compare=False, repr=False)

    @classmethod
    def learnt(cls, pages: Sequence[Page]) -> "PathLabels":
        if len(pages) == 1:
            return cls(page_names(pages[0]).every)
        counts: Counter[str] = Counter()
        for page in pages:
            counts.update(page_names(page).every)
        least = max(min(NAME_PAGES, len(pages)), NAME_SHARE * len(pages))
        return cls(frozenset(name for name, found in counts.items() if found >= least))

    def of_page(self, page: Page) -> tuple[Codes, Codes, NDArray[np.uint32]]:
        """For every row with text its label, its kin (the tag and the first class name that counts), and the markers it carries itself."""
        kinds = element_kinds(page)
        has_text = np.zeros(len(kinds.first), dtype=np.bool_)
        has_text[kinds.of_row[page.columns.text_end > page.columns.text_start]] = True
        rows = kinds.first[has_text].tolist()
        found = np.zeros((len(kinds.first), 3), dtype=np.uint64)
        found[has_text] = self._known.look_up(kinds.key[has_text], lambda places: self._worked_out(page, [rows[place] for place in places]))
        label, kin, marks = (np.ascontiguousarray(found[:, column])[kinds.of_row] for column in range(3))
        return label, kin, marks.astype(np.uint32) | _marks_of_roles(page)

    def _worked_out(self, page: Page, rows: Sequence[int]) -> list[tuple[int, int, int]]:
        """Label, kin and markers of elements."""
        found, counting = [], self.names
        for row in rows:
            (classes, every), (tag, of_tag, marks) = names_of(page, row), _of_tag(page.tag_name(row))
            if not every or tag in OUTERMOST:
                found.append((of_tag, of_tag, marks))
                continue
            label = kin = of_tag
            if kept := counting.intersection(every):
                label ^= names_code(sorted(kept))
                if tag not in RECORD_TAGS and (first := next((name for name in classes if name in kept), "")):
                    kin ^= names_code((first,))
            found.append((label, kin, marks | marker_bits(every)))
        return found


@lru_cache(maxsize=1_000)  # hostile pages have tags of their own
def _of_tag(tag: str) -> tuple[str, int, int]:
    """A tag with its code and its markers."""
    return tag, code_of(tag), element_bits(tag)


def names_code(names: Sequence[str]) -> int:
    """What names add to the code of a tag. The mark before them keeps `nav.nav` from being nothing at all."""
    return code_of("." + " ".join(names)) if names else 0


def _marks_of_roles(page: Page) -> NDArray[np.uint32]:
    """The markers of every row's role, but those of the outermost elements."""
    columns = page.columns
    marks = np.zeros(len(page), dtype=np.uint32)
    rows = np.flatnonzero(columns.role != NO_STRING)
    for row, role, tag in zip(rows.tolist(), columns.role[rows].tolist(), columns.tag[rows].tolist(), strict=True):
        if tag not in OUTERMOST_TAGS:
            marks[row] = element_bits(page.string(role).strip().lower())
    return marks
