"""The label of an element: its tag, and those of its class names and ids that count, as one code.

Labels differ in what counts, because they are compared with different things:

=================  ==============================  =======================================================================
`PathLabels`       with the layout's other pages   names that recur there; none of `html` and `body`
`LandmarkLabels`   the same, in detail pages       names that recur there; also as text, and whether a page has it once
`sibling_labels`   with siblings on the same page  all class names, all together and one by one: rows of a list need not agree
=================  ==============================  =======================================================================

`PathCoder` in `path_codes.py` compares pages of a whole site, by class names that count there. Codes and what they decide go into files, so
each kind of label keeps its own way to combine tag and names.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_table import MOST_REMEMBERED, CodeTable, Table
from sitelode.compiled.codes import Codes, code_of, mix_columns
from sitelode.html.page import NO_STRING, Page, RowColumn, TagColumn
from sitelode.html.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES, TAG_NUMBER
from sitelode.json_data import JsonData
from sitelode.paths.element_names import ID_MARK, counting_names, element_kinds, names_in, names_of, those_that_count
from sitelode.paths.kernels import path_columns as kernel
from sitelode.paths.markers import element_bits, marker_bits
from sitelode.paths.recurring_names import NAME_PAGES, recurring_names

RECORD_TAGS = frozenset(("li", "tr", "article", "dd", "dt"))  # siblings of these are alike whatever their classes
# Generators write section, author and kind of a page into the names of these: they are about the page, not about its layout.
OUTERMOST = frozenset(("html", "body"))
OUTERMOST_TAGS = frozenset(TAG_NUMBER[name] for name in OUTERMOST)
# Of landmarks; both set by hand.
ANCHOR_SHARE = 0.2  # of the pages; a label on so many of them,
ANCHOR_REPETITION = 1.1  # and hardly ever twice on one, is a landmark that paths may start from
MOST_SIBLING_NAMES = 12  # of one element; style sheets made of single-purpose names have more, and none of them says much


@cache
def known_tag_codes() -> Codes:
    """The codes of all tags of the vocabulary, by their numbers."""
    return np.array([code_of(name) for name in TAG_NAMES], dtype=np.uint64)


@cache
def sorted_tag_codes() -> Codes:
    """The same, ascending."""
    return np.sort(known_tag_codes())


def tag_codes(page: Page) -> Codes:
    """For every row the code of its tag."""
    return codes_of_tags(page, page.columns.tag)


def codes_of_tags(page: Page, tag: TagColumn) -> Codes:
    """The codes of some tags of a page."""
    codes = known_tag_codes()[np.minimum(tag, len(TAG_NAMES) - 1)]
    for number, name in enumerate(page.columns.unknown_tags):
        codes[tag == FIRST_UNKNOWN_TAG + number] = np.uint64(code_of(name))
    return codes


def codes_from_root(page: Page, labels: Codes) -> Codes:
    """For every row the code of the labels from the root down to it."""
    codes: Codes = kernel.codes_from_root(page.columns.parent, labels)
    return codes


@lru_cache(maxsize=10_000)  # elements recur from page to page, and steps from path to path
def label_code(tag: str, names: tuple[str, ...]) -> int:
    """The code of a tag with names that count. The mark before these keeps `nav.nav` from being nothing at all."""
    return code_of(tag) ^ (code_of("." + " ".join(names)) if names else 0)


def label_of(page: Page, row: int, counting: frozenset[str]) -> int:
    """The label of one element, for names that count."""
    tag = page.tag_name(row)
    return label_code(tag, () if tag in OUTERMOST else counting_names(page, row, counting))


@dataclass(frozen=True)
class PathLabels:
    """Labels of elements for the paths of one layout.

    What elements are called recurs from page to page, so a label is worked out once for each kind of element, and looked up after that.
    """

    names: frozenset[str]  # class names and ids that count
    _of_kinds: CodeTable = field(default_factory=lambda: CodeTable(np.empty(0, dtype=np.uint64)), compare=False, repr=False)
    _with_text: CodeTable = field(default_factory=lambda: CodeTable(np.empty((0, 3), dtype=np.uint64)), compare=False, repr=False)

    @classmethod
    def of_pages(cls, pages: Sequence[Page]) -> "PathLabels":
        return cls(recurring_names(pages))

    def of_kinds(self, page: Page) -> Codes:
        """One label for each kind of element."""
        kinds = element_kinds(page)
        return self._of_kinds.look_up(kinds.key, lambda new: [label_of(page, row, self.names) for row in kinds.first[new].tolist()])

    @property
    def known_kinds(self) -> Table:
        """The labels of all kinds met so far, by their keys: what compiled code may look up in."""
        return self._of_kinds.table

    def of_page(self, page: Page) -> tuple[Codes, Codes, NDArray[np.uint32]]:
        """For every row with text its label, its kin (the tag and the first class name that counts), and the markers it carries itself."""
        kinds = element_kinds(page)
        has_text = np.zeros(len(kinds.first), np.bool_)
        has_text[kinds.of_row[page.columns.text_end > page.columns.text_start]] = True
        rows = kinds.first[has_text]
        values = np.zeros((len(has_text), 3), np.uint64)
        values[has_text] = self._with_text.look_up(
            kinds.key[has_text], lambda new: [_with_kin_and_marks(page, row, self.names) for row in rows[new].tolist()]
        )
        label, kin, marks = (values[:, place].take(kinds.of_row) for place in range(3))
        marks = marks.astype(np.uint32)
        _add_markers_of_roles(page, marks)
        return label, kin, marks


def _with_kin_and_marks(page: Page, row: int, counting: frozenset[str]) -> tuple[int, int, int]:
    """The label of one element, its kin and the markers in its tag and names."""
    tag = page.tag_name(row)
    own = code_of(tag)
    if tag in OUTERMOST:
        return own, own, element_bits(tag)
    names = names_of(page, row)
    marks = element_bits(tag) | marker_bits(names.every)
    if not (counted := those_that_count(names.every, counting)):
        return own, own, marks
    first = None if tag in RECORD_TAGS else next((name for name in names.classes if name in counting), None)
    return label_code(tag, counted), own if first is None else label_code(tag, (first,)), marks


def _add_markers_of_roles(page: Page, marks: NDArray[np.uint32]) -> None:
    """Add the markers of every row's role, but those of the outermost elements."""
    rows = (page.columns.role != NO_STRING).nonzero()[0]
    if not len(rows):
        return
    roles, tags = page.columns.role[rows].tolist(), page.tags
    bits = {role: element_bits(page.string(role).strip().lower()) for role in set(roles)}
    for row, role in zip(rows.tolist(), roles, strict=True):
        if bits[role] and tags[row] not in OUTERMOST_TAGS:
            marks[row] |= bits[role]


@dataclass(frozen=True)
class LandmarkLabels(JsonData):
    """Labels as text, as `div.price#main`, whose code is computed from that text; and which of them are landmarks."""

    names: frozenset[str]  # class names and ids that count
    anchors: frozenset[str] = frozenset()  # labels that pages have once
    _of_kind: dict[int, str] = field(default_factory=dict, init=False, compare=False, repr=False)

    @classmethod
    def of_pages(cls, pages: Iterable[Page]) -> "LandmarkLabels":
        """Two looks at every page: which names recur, and which labels made of them are there once."""
        pages = list(pages)
        labels = cls(recurring_names(pages))
        on_pages: Counter[str] = Counter()
        elements: Counter[str] = Counter()
        for page in pages:
            here = labels._named_elements(page)
            on_pages.update(here.keys())
            elements.update(here)
        anchors = (
            label for label, pages_with in on_pages.items()
            if pages_with >= max(NAME_PAGES, ANCHOR_SHARE * len(pages)) and elements[label] <= ANCHOR_REPETITION * pages_with
        )  # fmt: skip
        return cls(labels.names, frozenset(anchors))

    def text(self, page: Page, row: int) -> str:
        """The label of one element."""
        names = counting_names(page, row, self.names)
        classes = [f".{name}" for name in names if not name.startswith(ID_MARK)]
        return "".join((page.tag_name(row), *classes, *(name for name in names if name.startswith(ID_MARK))))

    def codes(self, page: Page) -> tuple[Codes, Codes, NDArray[np.bool_]]:
        """For every row the code of its tag, the code of its label, and whether it is a landmark."""
        of_row, texts = element_kinds(page).of_row, self._texts(page)
        labels = np.array(list(map(code_of, texts)), dtype=np.uint64)
        return tag_codes(page), labels[of_row], np.array([text in self.anchors for text in texts], dtype=np.bool_)[of_row]

    def _texts(self, page: Page) -> list[str]:
        """One label for each kind of element."""
        if len(self._of_kind) > MOST_REMEMBERED:
            self._of_kind.clear()
        kinds, known = element_kinds(page), self._of_kind
        for key, row in zip(kinds.key.tolist(), kinds.first.tolist(), strict=True):
            if key not in known:
                known[key] = self.text(page, row)
        return [known[key] for key in kinds.key.tolist()]

    def _named_elements(self, page: Page) -> Counter[str]:
        """How many elements have each label, labels that are a mere tag apart."""
        kinds = element_kinds(page)
        sizes = np.bincount(kinds.of_row, minlength=len(kinds.first)).tolist()
        counts: Counter[str] = Counter()
        for text, row, size in zip(self._texts(page), kinds.first.tolist(), sizes, strict=True):
            if text != page.tag_name(row):
                counts[text] += size
        return counts


@dataclass(frozen=True, slots=True)
class SiblingLabels:
    """Labels of elements that are compared with their siblings, and paths of such labels; the same codes in every page and process."""

    tag: Codes  # by tag alone
    named: Codes  # by tag and the set of class names
    name_row: RowColumn  # one entry for each class name of each element
    name_code: Codes  # tag and that name
    tag_path: Codes  # tags from the root
    named_path: Codes  # named labels from the root


def sibling_labels(page: Page) -> SiblingLabels:
    tag = tag_codes(page)
    which, first, names, wholes = _class_table(page)
    counts = np.where(page.columns.class_ != NO_STRING, np.diff(first)[which], 0)
    named = np.where(counts > 0, mix_columns(tag, wholes[which]), tag)
    name_row = np.repeat(np.arange(len(tag), dtype=np.int32), counts)
    place = np.arange(len(name_row)) + np.repeat(first[which] - (np.cumsum(counts) - counts), counts)
    name_code = mix_columns(tag[name_row] + np.uint64(1), names[place])
    return SiblingLabels(tag, named, name_row, name_code, codes_from_root(page, tag), codes_from_root(page, named))


def _class_table(page: Page) -> tuple[NDArray[np.int32], NDArray[np.int32], Codes, Codes]:
    """The distinct class attributes: for every row its place among them, and their names as codes, one after the other."""
    values = page.columns.class_
    numbers, which = np.unique(values, return_inverse=True)
    coded = [_class_codes(page.string(number)) for number in numbers.tolist()]
    first = np.cumsum([0, *(len(names) for _, names in coded)], dtype=np.int32)
    names = np.array([name for _, each in coded for name in each], dtype=np.uint64)
    wholes = np.array([whole for whole, _ in coded], dtype=np.uint64)
    return which.astype(np.int32), first, names, wholes


@lru_cache(maxsize=50_000)
def _class_codes(value: str) -> tuple[int, tuple[int, ...]]:
    """The code of all names of a class attribute, and the codes of each."""
    names = sorted(set(names_in(value)))[:MOST_SIBLING_NAMES]
    return code_of("\n".join(names)), tuple(map(code_of, names))
