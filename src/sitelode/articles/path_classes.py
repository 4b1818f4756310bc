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

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.markers import marker_bits, tag_marker_bits
from sitelode.dom.page import NO_STRING, Page
from sitelode.dom.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES, TAG_NUMBER
from sitelode.layout.attribute_names import digitless_names
from sitelode.layout.path_sets import code_of

Codes = NDArray[np.uint64]
NAME_SHARE = 0.15  # of the cluster's pages; a class name or id on fewer says nothing about its layout
NAME_PAGES = 2  # the same as a number, where there is more than one page
RECORD_TAGS = frozenset(("li", "tr", "article", "dd", "dt"))  # siblings of these are alike whatever their classes
# Generators write section, author and kind of a page into the names of these: they are about the page, not about its layout.
OUTERMOST = frozenset(("html", "body"))
OUTERMOST_TAGS = np.array(sorted(TAG_NUMBER[name] for name in OUTERMOST), dtype=np.uint16)
_MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(0x165667B19E3779F9), np.uint64(0x27D4EB2F165667C5))


@dataclass(frozen=True)
class PathLabels:
    """Gives every element its label: tag, class names and id as far as they recur."""

    names: frozenset[str]
    _known: dict[tuple[int, bytes, bytes, bytes], tuple[int, int, int]] = field(default_factory=dict, compare=False, repr=False)

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
        columns = page.columns
        tag = columns.tag
        known_tag = np.minimum(tag, len(TAG_NAMES) - 1)
        labels, kin, marks = _tag_codes()[known_tag], _tag_codes()[known_tag], tag_marker_bits()[known_tag]
        for number, name in enumerate(columns.unknown_tags):
            labels[tag == FIRST_UNKNOWN_TAG + number] = kin[tag == FIRST_UNKNOWN_TAG + number] = np.uint64(code_of(name))
            marks[tag == FIRST_UNKNOWN_TAG + number] = 0
        rows = np.flatnonzero((columns.class_ != NO_STRING) | (columns.id_ != NO_STRING) | (columns.role != NO_STRING))
        rows = rows[~np.isin(tag[rows], OUTERMOST_TAGS)]
        if not len(rows):
            return labels, kin, marks
        parts = [column[rows] for column in (tag, columns.class_, columns.id_, columns.role)]
        keys = np.zeros(len(rows), dtype=np.uint64)
        for part, factor in zip(parts, _MIX, strict=True):
            keys = (keys ^ (keys >> np.uint64(31))) * _MIX[0] + part.astype(np.uint64) * factor
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        distinct = zip(*(part[first].tolist() for part in parts), strict=True)
        starts, strings = columns.string_start.tolist(), columns.strings
        found = [
            self._label(tag_number, *(strings[starts[text] : starts[text + 1]] if text != NO_STRING else b"" for text in texts))
            for tag_number, *texts in distinct
        ]
        labels[rows] ^= np.array([label for label, _, _ in found], dtype=np.uint64)[which]
        kin[rows] ^= np.array([first_name for _, first_name, _ in found], dtype=np.uint64)[which]
        marks[rows] |= np.array([bits for _, _, bits in found], dtype=np.uint32)[which]
        return labels, kin, marks

    def _label(self, tag: int, class_: bytes, id_: bytes, role: bytes) -> tuple[int, int, int]:
        key = tag, class_, id_, role
        found = self._known.get(key)
        if found is None:
            classes = class_.decode(errors="replace")
            names = _names(classes, id_.decode(errors="replace"))
            kept = " ".join(sorted(names & self.names))
            first = next((name for name in digitless_names(classes) if name in self.names), "")
            kin = code_of(first) if first and TAG_NAMES[min(tag, len(TAG_NAMES) - 1)] not in RECORD_TAGS else 0
            found = self._known[key] = code_of(kept) if kept else 0, kin, marker_bits(names, role.decode(errors="replace"))
        return found


@cache
def _tag_codes() -> Codes:
    return np.array([code_of(name) for name in TAG_NAMES], dtype=np.uint64)


def _names_of_page(page: Page) -> set[str]:
    columns = page.columns
    classes, ids = (map(page.string, np.unique(column).tolist()) for column in (columns.class_, columns.id_))
    names = set(chain.from_iterable(map(digitless_names, classes)))
    names.update("#" + name for value in ids for name in digitless_names(value))
    return names


def _names(classes: str, ids: str) -> set[str]:
    """Class names, and ids with a mark before them."""
    return {*digitless_names(classes), *("#" + name for name in digitless_names(ids))}
