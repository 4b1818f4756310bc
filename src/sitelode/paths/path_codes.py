"""A page's layout as the set of its paths: for every block element the way from the root, as one code.

Two pages of one template have nearly the same set, however long their articles are and however many items their lists have. What differs
between them is mostly what authors write: plain paragraphs, lists, headings and tables, so paths that end in these count less.

A path is the tags from the root, with the class names of its last two elements: names further up would let one class of the body, such as
the section's, change every path of the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_table import Remembered
from sitelode.compiled.codes import Codes, code_of
from sitelode.html.page import NO_STRING, Page
from sitelode.html.vocabulary import BLOCK_TAGS, FIRST_UNKNOWN_TAG, TAG_NAMES, tag_flags
from sitelode.paths.attribute_names import CLASS_ONLY, attribute_columns, attribute_text
from sitelode.paths.element_kinds import element_kinds
from sitelode.paths.page_names import names_of

AUTHORS_TAGS = frozenset(
    "address blockquote center dd details dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td th thead tr "
    "ul".split()
)
"""Elements that stand in texts as well as in templates; without a class name that counts, more likely a text's."""


@dataclass(frozen=True, slots=True)
class PathSet:
    """The distinct paths of a page's layout elements."""

    codes: Codes  # ascending
    authors: NDArray[np.bool_]  # whether the path ends in an element that is more likely its author's


class NamesOf(Protocol):
    """Which names of an element take part in its label: class names, and where asked for `#id` and `@role`, as one text."""

    def __call__(self, tag: int, value: str, /) -> tuple[str, ...]: ...


class ClassesOf(Protocol):
    """The same of class names without their numbers."""

    def __call__(self, tag: int, classes: tuple[str, ...], /) -> tuple[str, ...]: ...


@cache
def layout_tags() -> NDArray[np.bool_]:
    """For every tag number whether its elements are layout."""
    return tag_flags(BLOCK_TAGS - {"br", "head", "title", "meta", "link", "script", "style", "template", "option", "optgroup"})


@cache
def _is_authors() -> NDArray[np.bool_]:
    return tag_flags(AUTHORS_TAGS)


@cache
def _codes_of_tags() -> Codes:
    return np.array([code_of(name) for name in TAG_NAMES], dtype=np.uint64)


def _distinct(columns: Sequence[NDArray[np.generic]]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Of rows that are alike in all columns the first; and for every row its place among these."""
    keys = np.zeros(len(columns[0]), dtype=np.int64)
    first = which = np.zeros(len(keys), dtype=np.intp)
    for column in columns:
        _, first, which = np.unique(keys << 32 | (column.astype(np.int64) + 1), return_index=True, return_inverse=True)
        keys = which.astype(np.int64)
    return first, which


@dataclass
class PathCoder:
    """Gives every element the code of its path; remembers the labels it has met."""

    names_of: NamesOf | None  # none where no name counts
    attributes: tuple[str, ...] = CLASS_ONLY
    of_classes: ClassesOf | None = None  # as `names_of`, where that counts nothing but classes; pages know what they are called
    _labels: dict[tuple[int, str], int] = field(default_factory=dict)
    _kinds: Remembered = field(default_factory=lambda: Remembered(np.empty(0, dtype=np.uint64)))

    def paths(self, page: Page) -> Codes:
        """For every row the code of the path to the nearest layout element around it, itself included."""
        return self._coded(page, self._tag_codes(page), self.labels(page))

    def _coded(self, page: Page, tags: Codes, labels: Codes) -> Codes:
        from sitelode.paths.kernels.path_codes import path_codes  # noqa: PLC0415 (compiled code: loaded when a page is there)

        codes: Codes = path_codes(page.columns.parent, tags, labels, self.is_layout(page))
        return codes

    @staticmethod
    def is_layout(page: Page) -> NDArray[np.bool_]:
        return layout_tags()[page.columns.tag]

    def path_set(self, page: Page) -> PathSet:
        rows = np.flatnonzero(self.is_layout(page))
        tags, labels = self._tag_codes(page), self.labels(page)
        codes, first = np.unique(self._coded(page, tags, labels)[rows], return_index=True)
        chosen = rows[first]
        nameless = labels[chosen] == tags[chosen]
        return PathSet(codes, nameless & _is_authors()[page.columns.tag[chosen]])

    def labels(self, page: Page) -> Codes:
        """For every row the code of its tag and of those names that count."""
        tag, labels = page.columns.tag, self._tag_codes(page)
        if self.names_of is None:
            return labels
        if self.attributes == CLASS_ONLY:
            return self._with_classes(page, labels)
        columns = attribute_columns(page, self.attributes)
        present = np.any([column != NO_STRING for column in columns], axis=0)
        rows = np.flatnonzero(present & self.is_layout(page))
        first, which = _distinct([tag[rows], *(column[rows] for column in columns)])
        elements = zip(tag[rows[first]].tolist(), zip(*(column[rows[first]].tolist() for column in columns), strict=True), strict=True)
        codes = [self._label(number, attribute_text(page, self.attributes, values)) for number, values in elements]
        labels[rows] ^= np.array(codes, dtype=np.uint64)[which]
        return labels

    def _with_classes(self, page: Page, labels: Codes) -> Codes:
        kinds, tag, classes = element_kinds(page), page.columns.tag, page.columns.class_
        named = np.flatnonzero((classes[kinds.first] != NO_STRING) & layout_tags()[tag[kinds.first]])
        rows = kinds.first[named]
        codes = np.zeros(len(kinds.first), dtype=np.uint64)
        tags, values = tag[rows].tolist(), classes[rows].tolist()

        def work_out(new: list[int]) -> list[int]:
            if self.of_classes is None:
                return [self._label(tags[place], page.string(values[place])) for place in new]
            own = [self.of_classes(tags[place], names_of(page, int(rows[place])).classes) for place in new]
            return [code_of(" ".join(names)) if names else 0 for names in own]

        codes[named] = self._kinds.look_up(kinds.key[named], work_out)
        return labels ^ codes[kinds.of_row]

    def _tag_codes(self, page: Page) -> Codes:
        tag = page.columns.tag
        codes = _codes_of_tags()[np.minimum(tag, len(TAG_NAMES) - 1)]
        for number, name in enumerate(page.columns.unknown_tags):
            codes[tag == FIRST_UNKNOWN_TAG + number] = np.uint64(code_of(name))
        return codes

    def _label(self, tag: int, value: str) -> int:
        found = self._labels.get((tag, value))
        if found is None:
            names = self.names_of(tag, value) if self.names_of else ()
            found = self._labels[tag, value] = code_of(" ".join(names)) if names else 0
        return found
