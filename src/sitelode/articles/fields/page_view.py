"""A page as the field rules see it: the place of every element, the position of the title, the start and end of the body.

A place is the end of a path: an element and the two above it, with the class names and ids that recur. Fields need no more, and if a
page wraps the same byline in another frame, it is still at the same place.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.fields.kernels.page_texts import BodyOfPage
from sitelode.articles.fields.statements import Stated
from sitelode.articles.fields.title_words import common_share, units_of
from sitelode.compiled.cached_attribute import cached_attribute
from sitelode.html.feeds import FeedEntry
from sitelode.html.metadata import Metadata
from sitelode.html.page import Page
from sitelode.html.vocabulary import HEADING_TAGS, TAG_NUMBER, TEXT, tag_flags
from sitelode.paths.element_names import element_kinds, page_names
from sitelode.paths.path_text import BETWEEN_STEPS
from sitelode.paths.place_finder import PlaceFinder, place_step
from sitelode.text.segments import UNREAD_TAGS

DATE_ATTRIBUTES = ("datetime", "content", "title")
# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
NEAR = 400  # bytes of text between a field and the title or an end of the body
NAME_SHARE = 0.3  # of the pages; names on fewer do not count
USUAL_SHARE = 0.95  # of the pages; a name on more does not alternate with others
FAMILY = 3  # names that alternate, at least
MOST_HEADINGS, MOST_TEXTS = 300, 600  # checked on one page
SHORT = 200  # bytes of a text that may be a field
LONGEST_DATE = 80  # bytes of a text with the date of a comment
WHITE_SPACE = " \t\n\v\f\r"
_UNREAD = tag_flags(UNREAD_TAGS | {"script", "style", "template", "title"})
# The first bytes of the decimal digits of any script: 0 to 9, U+0640 to U+1FFF, U+A000 to U+AFFF, U+F000 and beyond.
_MAY_BE_DIGIT = np.isin(np.arange(256), [*b"0123456789", *range(0xD9, 0xE2), 0xEA, *range(0xEF, 0x100)])
_HEADINGS = tag_flags(frozenset(HEADING_TAGS)).view(np.uint8)
_LINK, _STEPS_TO_LINK = TAG_NUMBER["a"], 2


@dataclass  # not frozen, which takes several times as long to make, once for every page
class PageView:
    """A page with its body chosen."""

    page: Page
    metadata: Metadata
    names: frozenset[str]  # class names and ids that count
    body: BodyOfPage
    entry: FeedEntry | None = None  # the page's entry in the site's feed
    finder: PlaceFinder | None = None  # for the places in the layout's rules
    steps: dict[int, str] = field(default_factory=dict)  # elements as steps of places, by the key of their kind; views may share them
    places: dict[tuple[int, ...], str] = field(default_factory=dict)  # places, by the keys of their steps; views may share them

    @cached_attribute
    def stated(self) -> Stated:
        # By a weak reference: what refers to itself waits for the garbage collector, and a page's columns with it.
        this = ref(self)
        return Stated(self.page, self.metadata, self.entry, lambda row: (view := this()) is not None and view.is_beside(row))

    @property
    def body_rows(self) -> NDArray[np.int32]:
        """The text nodes of the body."""
        rows: NDArray[np.int32] = self.body.rows
        return rows

    @cached_attribute
    def body_span(self) -> tuple[int, int]:
        """The start and end of the body in the page's text; both are the end of the text if there is no body."""
        span: tuple[int, int] = self.body.span
        return span

    @cached_attribute
    def headings(self) -> list[int]:
        rows: list[int] = _HEADINGS[self.page.columns.tag].nonzero()[0][:MOST_HEADINGS].tolist()
        return rows

    def place(self, row: int) -> str:
        """The place of an element, as text: three steps, because higher up names of categories and templates differ from page to page."""
        of_row, keys = self._kinds
        parents = self.page.parents
        above = parents[row]
        highest = parents[above] if above >= 0 else -1
        if highest < 0:
            return BETWEEN_STEPS.join(self._step(each) for each in (above, row) if each >= 0)
        kinds = keys[of_row[highest]], keys[of_row[above]], keys[of_row[row]]
        found = self.places.get(kinds)
        if found is None:
            found = self.places[kinds] = BETWEEN_STEPS.join(map(self._step, (highest, above, row)))
        return found

    def _step(self, row: int) -> str:
        of_row, keys = self._kinds
        key = keys[of_row[row]]
        found = self.steps.get(key)
        if found is None:
            found = self.steps[key] = place_step(self.page, row, self.names)
        return found

    @cached_attribute
    def _kinds(self) -> "tuple[memoryview[int], memoryview[int]]":
        """The kind of every row, and the key of every kind."""
        kinds = element_kinds(self.page)
        return kinds.of_row.data, kinds.key.data

    def elements_at(self, place: str) -> list[int]:
        """The elements at a place, in document order."""
        if place not in self._found:
            self._found[place] = PlaceFinder((place,), self.names, self.steps).find(self.page)[place]
        return self._found[place]

    @cached_attribute
    def _found(self) -> dict[str, list[int]]:
        return self.finder.find(self.page) if self.finder else {}

    def texts_at(self, place: str) -> list[int]:
        """The text nodes directly in the elements of a place; only those before the end of the body, if there are any."""
        found: list[int] = self.page.rows_read.text_nodes_in(self.elements_at(place), self.body_span[1])
        return found

    @cached_attribute
    def words(self) -> Callable[[int], str]:
        """Gives the text of a row, white space collapsed."""
        found: Callable[[int], str] = self.page.rows_read.words_of
        return found

    @cached_attribute
    def short_texts(self) -> list[int]:
        """The short text nodes near the title, or near the start or end of the body."""
        (first, last), title = self.body_span, self.title_start
        columns, rows = self.page.columns, self.page.text_rows
        start = columns.text_start[rows]
        # There are no fields in the middle of a long body.
        is_near = (min(first, title) - NEAR <= start) & (start <= max(first, title) + NEAR) | (abs(start - last) <= NEAR)
        fits = is_near & (columns.text_end[rows] - start <= SHORT) & ~_UNREAD[columns.tag[columns.parent[rows]]]
        kept = [row for row in rows[fits].tolist() if self.page.text(row).strip(WHITE_SPACE)]
        return kept[: MOST_TEXTS // 2] + kept[MOST_TEXTS // 2 :][-MOST_TEXTS // 2 :]

    @cached_attribute
    def texts_after_body(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The text nodes after the body that may show a date or a time, and how many digits each may have."""
        columns, rows = self.page.columns, self.page.text_rows
        start, end = columns.text_start[rows], columns.text_end[rows]
        fits = (start >= self.body_span[1]) & (end - start <= LONGEST_DATE)
        digits_before = np.concatenate(([0], np.cumsum(_MAY_BE_DIGIT[np.frombuffer(columns.text, dtype=np.uint8)])))
        return rows[fits], (digits_before[end] - digits_before[start])[fits]

    @cached_attribute
    def may_state_date(self) -> NDArray[np.bool_]:
        """For every row whether it has an attribute that may state a date."""
        columns, found = self.page.columns, np.zeros(len(self.page), dtype=np.bool_)
        for number in map(self.page.attribute_number, DATE_ATTRIBUTES):
            found[columns.attribute_node[columns.attribute_name == number]] = True  # the number of no name is that of none
        return found

    @cached_attribute
    def title_start(self) -> int:
        """The position of the title in the page's text: the heading most similar to the stated title, else the first one."""
        row = self.title_row
        return int(self.page.columns.text_start[row]) if row >= 0 else self.body_span[0]

    @cached_attribute
    def title_row(self) -> int:
        """The heading most similar to the stated title, else the first one; -1 if there is none."""
        known: int | None = self.page.derived.get("title row")
        if known is None:
            known = self.page.derived["title row"] = self._found_title_row()
        return known

    def _found_title_row(self) -> int:
        announced = list(filter(None, dict.fromkeys((self.metadata.announced_title, self.metadata.title))))
        wanted: list[frozenset[str]] = []
        best, found = 0.0, -1
        for row in self.headings:
            words = self.words(row)
            if words in announced:  # no other heading can be more similar
                return row
            units, wanted = units_of(words), wanted or list(map(units_of, announced))
            for title in wanted:
                like = common_share(units, title)
                if like > best:
                    best, found = like, row
                if best == 1:  # no other heading can be more similar
                    return found
        return found if found >= 0 else next(iter(self.headings), -1)

    def is_near(self, row: int) -> bool:
        """Whether an element is close to the title or to the start of the body."""
        place = self.page.text_starts[row]
        return abs(place - self.body_span[0]) <= NEAR or abs(place - self.title_start) <= NEAR

    def is_beside(self, row: int) -> bool:
        """Whether an element stands between the title and the end of the body, or close to one of them."""
        return min(self.title_start, self.body_span[0]) - NEAR <= self.page.text_starts[row] <= self.body_span[1] + NEAR

    def element(self, row: int) -> int:
        """The element of a row: itself, or the parent of a text node."""
        return self.page.parents[row] if self.page.tags[row] == TEXT else row

    def around(self, row: int, steps: int) -> list[int]:
        """The element of a row and the given number of elements above it."""
        element = self.element(row)
        return [element, *self.page.ancestors(element, steps)]

    def link(self, row: int) -> str:
        """The target of the link around a text node, if the node is its whole text; empty if there is no link."""
        found: str = self.page.rows_read.link_around(row, _LINK, _STEPS_TO_LINK)
        return found


def names_that_count(pages: Sequence[Page]) -> frozenset[str]:
    """Class names and ids on so many pages that they describe the position of an element, not the topic of the page.

    Names that begin alike and alternate on one kind of element (`category-news`, `category-sport`) describe the topic.
    """
    if len(pages) == 1:
        return page_names(pages[0]).every
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update(page_names(page).every)
    least, usual = max(min(2, len(pages)), NAME_SHARE * len(pages)), USUAL_SHARE * len(pages)
    often = frozenset(name for name, count in counts.items() if count >= least)
    return often.difference(*_taking_turns(pages, counts, usual)) if least < usual else often


def _taking_turns(pages: Sequence[Page], counts: Mapping[str, int], usual: float) -> list[set[str]]:
    """Families of several names that begin alike, none of which is on nearly all pages."""
    unusual = frozenset(name for name, count in counts.items() if count < usual)
    families: dict[tuple[int, str, str], set[str]] = defaultdict(set)
    for page in pages:
        for tag, first, name in page_names(page).with_first_classes(unusual):
            families[tag, first, _beginning(name)].add(name)
    several = {family: group for family, group in families.items() if len(group) >= FAMILY}
    if several:  # of which some may have a usual name as well
        beginnings = {beginning for _, _, beginning in several}
        others = frozenset(name for name in counts if name not in unusual and _beginning(name) in beginnings)
        for page in pages:
            for tag, first, name in page_names(page).with_first_classes(others):
                several.pop((tag, first, _beginning(name)), None)
    return list(several.values())


def _beginning(name: str) -> str:
    return name.replace("_", "-").partition("-")[0]
