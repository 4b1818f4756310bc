"""A page's layout as the set of its paths: for every block element the way from the root, as one code.

Two pages of one template have nearly the same set, however long their articles are and however many items their lists have. What differs
between them is mostly what authors write: plain paragraphs, lists, headings and tables, so paths that end in these count less.

A path is the tags from the root, with the class names of its last two elements: names further up would let one class of the body, such as
the section's, change every path of the page.
"""

from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_table import CodeTable
from sitelode.compiled.codes import Codes, code_of
from sitelode.html.page import NO_STRING, Page
from sitelode.html.vocabulary import BLOCK_TAGS, tag_flags
from sitelode.paths.element_names import element_kinds, names_of
from sitelode.paths.kernels import path_columns as kernel
from sitelode.paths.labels import codes_of_tags
from sitelode.paths.recurring_names import ClassNames

AUTHORS_TAGS = frozenset(
    "address blockquote center dd details dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td th thead tr "
    "ul".split()
)
"""Elements that stand in texts as well as in templates; without a class name that counts, more likely a text's."""
AUTHORS_WEIGHT = 0.3  # of a path that ends in an author's element; a template's path counts 1 (see docs/algorithms/layout.md)


@dataclass(frozen=True, slots=True)
class PathSet:
    """The distinct paths of a page's layout elements."""

    codes: Codes  # ascending
    authors: NDArray[np.bool_]  # whether the path ends in an element that is more likely its author's


@cache
def layout_tags() -> NDArray[np.bool_]:
    """For every tag number whether its elements are layout."""
    return tag_flags(BLOCK_TAGS - {"br", "head", "title", "meta", "link", "script", "style", "template", "option", "optgroup"})


@cache
def authors_tags() -> NDArray[np.bool_]:
    """For every tag number whether it is one of AUTHORS_TAGS."""
    return tag_flags(AUTHORS_TAGS)


def class_label(names: tuple[str, ...]) -> int:
    """What class names that count add to the code of a tag."""
    return code_of(" ".join(names)) if names else 0


@dataclass
class PathCoder:
    """Gives every element the code of its path; remembers the labels it has met."""

    names: ClassNames  # that count on a site
    _codes: CodeTable = field(default_factory=lambda: CodeTable(np.empty(0, dtype=np.uint64)))

    def paths(self, page: Page) -> Codes:
        """For every row the code of the path to the nearest layout element around it, itself included."""
        codes: Codes = kernel.path_codes(page.columns.parent, element_kinds(page).of_row, *self._kinds(page))
        return codes

    def path_set(self, page: Page) -> PathSet:
        kinds, (tags, labels, is_layout) = element_kinds(page), self._kinds(page)
        every: Codes = kernel.path_codes(page.columns.parent, kinds.of_row, tags, labels, is_layout)
        rows = is_layout[kinds.of_row].nonzero()[0]
        codes, first = np.unique(every[rows], return_index=True)
        chosen = kinds.of_row[rows[first]]
        nameless = labels[chosen] == tags[chosen]
        return PathSet(codes, nameless & authors_tags()[page.columns.tag[kinds.first[chosen]]])

    def _kinds(self, page: Page) -> tuple[Codes, Codes, NDArray[np.bool_]]:
        """For every kind of element the code of its tag, the same with class names that count if it is layout, and whether it is."""
        kinds = element_kinds(page)
        tag = page.columns.tag[kinds.first]
        tags, is_layout = codes_of_tags(page, tag), layout_tags()[tag]
        if not self.names.known:
            return tags, tags, is_layout
        named = ((page.columns.class_[kinds.first] != NO_STRING) & is_layout).nonzero()[0]
        labels = tags.copy()
        count = lambda row: class_label(self.names.counting(page.tags[row], names_of(page, row).classes))  # noqa: E731 (short)
        labels[named] ^= self._codes.look_up(kinds.key[named], lambda new: list(map(count, kinds.first[named[new]].tolist())))
        return tags, labels, is_layout
