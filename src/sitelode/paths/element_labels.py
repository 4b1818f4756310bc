"""What an element is called in a path: its tag with those class names and ids that recur over the pages, as `div.price#main`.

Digits in names count as one, and names that few pages have are left out. A label is its text: what is stored of it can be read, and its
code is computed from that text again.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes, code_of
from sitelode.html.page import NO_STRING, Page
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES

NAME_SHARE = 0.15  # of the pages; a name on fewer says nothing about their layout
NAME_PAGES = 2  # the same as a number, where there is more than one page
ANCHOR_SHARE = 0.2  # of the pages; a label on so many of them,
ANCHOR_REPETITION = 1.1  # and hardly ever twice on one, is a landmark that paths may start from
_DIGITS = re.compile(r"\d+")
_SPREAD = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xC2B2AE3D27D4EB4F),
    np.uint64(0x165667B19E3779F9),
)  # odd: no two triples meet by chance


@dataclass(frozen=True)
class ElementLabels:
    """The names that count, and the labels that are landmarks."""

    names: frozenset[str]  # class names, and ids with a `#` before them
    anchors: frozenset[str] = frozenset()
    _known: dict[tuple[str, bytes, bytes], tuple[str, int]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def learnt(cls, pages: Iterable[Page]) -> "ElementLabels":
        """Two looks at every page: which names recur, and which labels made of them are there once."""
        pages = list(pages)
        counts = Counter(name for page in pages for name in _names_of_page(page))
        least = max(min(NAME_PAGES, len(pages)), NAME_SHARE * len(pages))
        labels = cls(frozenset(name for name, count in counts.items() if count >= least))
        on_pages: Counter[str] = Counter()
        elements: Counter[str] = Counter()
        for page in pages:
            here = labels._counted(page)
            on_pages.update(here.keys())
            elements.update(here)
        anchors = (
            label for label, pages_with in on_pages.items()
            if pages_with >= max(NAME_PAGES, ANCHOR_SHARE * len(pages)) and elements[label] <= ANCHOR_REPETITION * pages_with
        )  # fmt: skip
        return cls(labels.names, frozenset(anchors))

    def text(self, page: Page, row: int) -> str:
        """The label of one element."""
        columns = page.columns
        values = (page.string(int(column[row])).encode("utf-8", "replace") for column in (columns.class_, columns.id_))
        return self._label(page.tag_name(row), *values)[0]

    def codes(self, page: Page) -> tuple[Codes, Codes, NDArray[np.bool_]]:
        """For every row the code of its tag, the code of its label, and whether it is a landmark."""
        tags = tag_codes(page)
        labels, is_anchor = tags.copy(), np.zeros(len(page), dtype=np.bool_)
        rows, which, distinct = self._named(page)
        if len(rows):
            labels[rows] = np.array([code for _, code in distinct], np.uint64)[which]
            is_anchor[rows] = np.array([text in self.anchors for text, _ in distinct])[which]
        return tags, labels, is_anchor

    def _counted(self, page: Page) -> Counter[str]:
        _, which, distinct = self._named(page)
        counts: Counter[str] = Counter()
        for (text, _), count in zip(distinct, np.bincount(which, minlength=len(distinct)).tolist(), strict=True):
            if "." in text or "#" in text:
                counts[text] += count
        return counts

    def _named(self, page: Page) -> tuple[NDArray[np.intp], NDArray[np.intp], list[tuple[str, int]]]:
        """The rows with a class or an id, for each the place of its label, and the labels with their codes."""
        columns = page.columns
        rows = np.flatnonzero((columns.class_ != NO_STRING) | (columns.id_ != NO_STRING))
        parts = [column[rows].astype(np.uint64) for column in (columns.tag, columns.class_, columns.id_)]
        keys = (parts[0] * _SPREAD[0]) ^ (parts[1] * _SPREAD[1]) ^ (parts[2] * _SPREAD[2])
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        starts, strings = columns.string_start.tolist(), columns.strings
        chosen = rows[first]
        elements = zip(chosen.tolist(), columns.class_[chosen].tolist(), columns.id_[chosen].tolist(), strict=True)
        distinct = []
        for row, class_, id_ in elements:
            classes = strings[starts[class_] : starts[class_ + 1]] if class_ != NO_STRING else b""
            ids = strings[starts[id_] : starts[id_ + 1]] if id_ != NO_STRING else b""
            distinct.append(self._label(page.tag_name(row), classes, ids))
        return rows, which, distinct

    def _label(self, tag: str, class_: bytes, id_: bytes) -> tuple[str, int]:
        key = tag, class_, id_
        known = self._known.get(key)
        if known is None:
            names = sorted(_names(class_, id_) & self.names)
            text = tag + "".join(f".{name}" for name in names if name[0] != "#") + "".join(name for name in names if name[0] == "#")
            known = self._known[key] = text, code_of(text)
        return known


def tag_codes(page: Page) -> Codes:
    """For every row the code of its tag."""
    tag = page.columns.tag
    codes = _known_tag_codes()[np.minimum(tag, len(TAG_NAMES) - 1)]
    for number, name in enumerate(page.columns.unknown_tags):
        codes[tag == FIRST_UNKNOWN_TAG + number] = np.uint64(code_of(name))
    return codes


@cache
def _known_tag_codes() -> Codes:
    return np.array([code_of(name) for name in TAG_NAMES], dtype=np.uint64)


def _names_of_page(page: Page) -> set[str]:
    columns = page.columns
    classes, ids = (" ".join(map(page.string, np.unique(column).tolist())).encode() for column in (columns.class_, columns.id_))
    return _names(classes, ids)


def _names(classes: bytes, ids: bytes) -> set[str]:
    names = {_DIGITS.sub("0", name) for name in classes.decode(errors="replace").split()}
    names = {name.lstrip("#") for name in names} - {""}  # the mark of an id
    return names | {"#" + _DIGITS.sub("0", name) for name in ids.decode(errors="replace").split()}
