"""Path classes: where in the layout of its cluster a piece of text stands, as one code.

A step of a path is a tag, those class names and ids that recur in the cluster, and the place among the cells of a narrow row. Digits in
names count as one, and names that few pages have are left out, so that `post-18273` is a step like any other post. So are all names of
`html` and `body`. A code depends on nothing but the path: it can be kept, and a page that was never seen before is read with it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.markers import marker_bits, role_bits, tag_marker_bits
from sitelode.dom.page import Page
from sitelode.dom.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES, TAG_NUMBER, tag_flags
from sitelode.layout.page_names import PageNames, distinct, page_names
from sitelode.layout.path_sets import code_of

Codes = NDArray[np.uint64]
NAME_SHARE = 0.15  # of the cluster's pages; a class name or id on fewer says nothing about its layout
NAME_PAGES = 2  # the same as a number, where there is more than one page
RECORD_TAGS = frozenset(("li", "tr", "article", "dd", "dt"))  # siblings of these are alike whatever their classes
# Generators write section, author and kind of a page into the names of these: they are about the page, not about its layout.
OUTERMOST = frozenset(("html", "body"))
OUTERMOST_TAGS = np.array(sorted(TAG_NUMBER[name] for name in OUTERMOST), dtype=np.uint16)


class _OfClasses(NamedTuple):
    """What the names of one class attribute add to an element."""

    kept: tuple[str, ...]  # those that recur
    label: int
    kin: int
    marks: int


@dataclass(frozen=True)
class PathLabels:
    """Gives every element its label: tag, class names and id as far as they recur."""

    names: frozenset[str]
    _known: dict[tuple[str, ...], _OfClasses] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def learnt(cls, pages: Iterable[Page]) -> "PathLabels":
        counts: Counter[str] = Counter()
        count = 0
        for page in pages:
            count += 1
            counts.update(_names_of_page(page))
        least = max(min(NAME_PAGES, count), NAME_SHARE * count)
        return cls(frozenset(name for name, found in counts.items() if found >= least))

    def of_page(self, page: Page) -> tuple[Codes, Codes, NDArray[np.uint32]]:
        """For every row its label, its kin (the tag and the first class name that counts), and the markers it carries itself."""
        columns, found, room = page.columns, page_names(page), len(page.columns.string_start) + 1
        tags, tag_marks = _of_tags(page)
        of_classes = np.zeros((3, room), dtype=np.uint64)
        of_classes[:, list(found.classes)] = np.array([self._of_classes(names)[1:] for names in found.classes.values()], np.uint64).T
        label, kin = of_classes[0, columns.class_], of_classes[1, columns.class_]
        marks = of_classes[2].astype(np.uint32)[columns.class_]
        kin[_is_record()[columns.tag]] = 0
        marks |= _marks_of_ids(found, room)[columns.id_] | _marks_of_roles(page, room)[columns.role]
        self._label_ids(page, found, label)
        outermost = (columns.tag == OUTERMOST_TAGS[0]) | (columns.tag == OUTERMOST_TAGS[1])
        label[outermost] = kin[outermost] = marks[outermost] = 0
        return label ^ tags, kin ^ tags, marks | tag_marks

    def _of_classes(self, names: tuple[str, ...]) -> _OfClasses:
        found = self._known.get(names)
        if found is None:
            kept = tuple([name for name in names if name in self.names])
            kin = code_of(kept[0]) if kept else 0
            found = self._known[names] = _OfClasses(kept, _code_of_names(kept), kin, marker_bits(names))
        return found

    def _label_ids(self, page: Page, found: PageNames, label: Codes) -> None:
        """Put ids that recur into the labels of their elements."""
        recurring = {number: kept for number, names in found.ids.items() if (kept := self.names.intersection(names))}
        if not recurring:
            return
        columns = page.columns
        is_recurring = np.zeros(len(columns.string_start) + 1, dtype=np.bool_)
        is_recurring[list(recurring)] = True
        rows = np.flatnonzero(is_recurring[columns.id_])
        for row, id_, classes in zip(rows.tolist(), columns.id_[rows].tolist(), columns.class_[rows].tolist(), strict=True):
            label[row] = _code_of_names((*self._of_classes(found.classes.get(classes, ())).kept, *recurring[id_]))


def _code_of_names(names: tuple[str, ...]) -> int:
    return code_of(" ".join(sorted(set(names)))) if names else 0


def _of_tags(page: Page) -> tuple[Codes, NDArray[np.uint32]]:
    """For every row the code of its tag, and the markers that are the tag's."""
    tag = page.columns.tag
    known_tag = np.minimum(tag, len(TAG_NAMES) - 1)
    codes, marks = _tag_codes()[known_tag], tag_marker_bits()[known_tag]
    for number, name in enumerate(page.columns.unknown_tags, start=FIRST_UNKNOWN_TAG):
        codes[tag == number] = np.uint64(code_of(name))
        marks[tag == number] = 0
    return codes, marks


def _marks_of_ids(found: PageNames, room: int) -> NDArray[np.uint32]:
    marks = np.zeros(room, dtype=np.uint32)
    marks[list(found.ids)] = np.array([marker_bits(names) for names in found.ids.values()], dtype=np.uint32)
    return marks


def _marks_of_roles(page: Page, room: int) -> NDArray[np.uint32]:
    marks = np.zeros(room, dtype=np.uint32)
    for number in distinct(page, page.columns.role):
        marks[number] = role_bits(page.string(number))
    return marks


@cache
def _is_record() -> NDArray[np.bool_]:
    return tag_flags(RECORD_TAGS)


@cache
def _tag_codes() -> Codes:
    return np.array([code_of(name) for name in TAG_NAMES], dtype=np.uint64)


def _names_of_page(page: Page) -> set[str]:
    found = page_names(page)
    return set(chain(*found.classes.values(), *found.ids.values()))
