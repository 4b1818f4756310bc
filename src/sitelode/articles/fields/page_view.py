"""One page as the rules of its layout see it: the place of every element, where the title stands, where the body begins and ends.

A place is the end of a path: an element and the two above it, with the class names and ids that recur. Fields need no more, and a page
that wraps the same byline in another frame shows it in the same place.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.fields.field_sources import Stated
from sitelode.articles.fields.titles.words import common_share, units_of
from sitelode.compiled.cached_attribute import once
from sitelode.html.feeds import FeedEntry
from sitelode.html.metadata import Metadata
from sitelode.html.page import Page
from sitelode.html.vocabulary import HEADING_TAGS, TEXT, tag_flags
from sitelode.paths.element_kinds import element_kinds
from sitelode.paths.element_names import page_names
from sitelode.paths.path_text import BETWEEN_STEPS, Step
from sitelode.paths.place_finder import MOST_AT_PLACE, PlaceFinder, place_step
from sitelode.text.segments import UNREAD_TAGS, Segments

DATE_ATTRIBUTES = ("datetime", "content", "title")
AUTHOR_MARKS = frozenset(("author", "creator"))  # relations and properties
# Set by hand while looking at the corpora of `bench.article_fields`, as all numbers here.
NEAR = 400  # bytes of text between a field and the title or an end of the body
STEPS = 3  # of a path; above, the class names of categories and templates differ from page to page
NAME_SHARE = 0.3  # of the pages
USUAL_SHARE = 0.95  # of the pages; a name on more is no turn of several
FAMILY = 3  # names that take turns
MOST_HEADINGS, MOST_TEXTS = 300, 600  # looked at on one page
SHORT = 200  # bytes of a text that may be a field
_UNREAD = tag_flags(UNREAD_TAGS | {"script", "style", "template", "title"})
_HEADINGS = tag_flags(frozenset(HEADING_TAGS))


@dataclass(frozen=True)
class PageView:
    """A page with its body chosen."""

    page: Page
    metadata: Metadata
    names: frozenset[str]  # class names and ids that count
    segments: Segments
    chosen: NDArray[np.bool_]  # the segments of the body
    entry: FeedEntry | None = None  # of the site's feed
    finder: PlaceFinder | None = None  # of the places that the layout's rules name
    steps: dict[int, str] = field(default_factory=dict)  # elements as steps of places, by the keys of their kinds; views may share them

    @once
    def stated(self) -> Stated:
        return Stated(self.page, self.metadata, self.entry)

    @once
    def body_rows(self) -> NDArray[np.int32]:
        return self.segments.text_rows(self.chosen)

    @once
    def body_span(self) -> tuple[int, int]:
        """Where the body begins and ends in the page's text; both at the end of the text where there is none."""
        columns, rows = self.page.columns, self.body_rows
        whole = len(columns.text)
        return (int(columns.text_start[rows[0]]), int(columns.text_end[rows[-1]])) if len(rows) else (whole, whole)

    @once
    def headings(self) -> list[int]:
        rows: list[int] = _HEADINGS[self.page.columns.tag].nonzero()[0][:MOST_HEADINGS].tolist()
        return rows

    def place(self, row: int) -> str:
        """Where an element stands, as text."""
        found = self._places.get(row)
        if found is None:
            element, parents = row, self.page.parents
            steps: list[str] = []
            while element >= 0 and len(steps) < STEPS:
                steps.append(self._step(element))
                element = parents[element]
            found = self._places[row] = BETWEEN_STEPS.join(steps[::-1])
        return found

    @once
    def _places(self) -> dict[int, str]:
        return {}

    def _step(self, row: int) -> str:
        of_row, keys = self._kinds
        key = keys[of_row[row]]
        found = self.steps.get(key)
        if found is None:
            found = self.steps[key] = place_step(self.page, row, self.names)
        return found

    @once
    def _kinds(self) -> "tuple[memoryview[int], memoryview[int]]":
        """For every row its kind, and for every kind its key."""
        kinds = element_kinds(self.page)
        return kinds.of_row.data, kinds.key.data

    @once
    def titles(self) -> dict[str, tuple[str, str]]:
        """Titles found before, by the place where the layout shows them: several fields are compared with the title."""
        return {}

    def elements_at(self, place: str) -> list[int]:
        """The elements of a place, in document order."""
        known = self._found.get(place)
        if known is not None:
            return known
        steps = place.split(BETWEEN_STEPS)
        rows = self.page.rows(_tag_of(steps[-1]))
        above = rows
        for step in reversed(steps):
            fits = self._are(above, step)
            rows, above = rows[fits], self.page.columns.parent[above[fits]]
            if not len(rows):
                return []
        return [int(row) for row in rows[:MOST_AT_PLACE]]

    @once
    def _found(self) -> dict[str, list[int]]:
        return self.finder.find(self.page) if self.finder else {}

    def _are(self, rows: NDArray[np.int32], step: str) -> NDArray[np.bool_]:
        """Which of these elements are such a step."""
        return np.array([row >= 0 and self._step(row) == step for row in rows.tolist()], dtype=np.bool_)

    def texts_at(self, place: str) -> list[int]:
        """The text nodes right below the elements of a place; those up to the end of the body, where there are some."""
        tags, children = self.page.tags, (child for row in self.elements_at(place) for child in self.page.children(row))
        return self.without_later([child for child in children if tags[child] == TEXT and self.words(child)])

    def without_later(self, rows: list[int]) -> list[int]:
        """The rows before the end of the body, or all where there are none."""
        starts, end = self.page.text_starts, self.body_span[1]
        return [row for row in rows if starts[row] < end] or rows

    def words(self, row: int) -> str:
        """The text of a row, white space collapsed."""
        found = self._words.get(row)
        if found is None:
            text = self.page.text(row)
            found = " ".join(text.split())
            if len(text) <= SHORT:  # longer ones are asked for once, and nested ones would add up
                self._words[row] = found
        return found

    @once
    def _words(self) -> dict[int, str]:
        """Short texts, for every view of the page: it is looked at when its layout is studied, and read after that."""
        known: dict[int, str] = self.page.derived.setdefault("words", {})
        return known

    @once
    def short_texts(self) -> list[int]:
        """The short text nodes near the title or an end of the body."""
        columns = self.page.columns
        rows = self.page.text_rows
        start, length = columns.text_start[rows], columns.text_end[rows] - columns.text_start[rows]
        first, last = self.body_span
        begin = min(first, self.title_start) - NEAR
        # In the midst of a long body there are no fields.
        near = ((start >= begin) & (start <= max(first, self.title_start) + NEAR)) | (np.abs(start - last) <= NEAR)
        found = rows[near & (length <= SHORT) & ~_UNREAD[columns.tag[columns.parent[rows]]]]
        spans = zip(found.tolist(), columns.text_start[found].tolist(), columns.text_end[found].tolist(), strict=True)
        kept = [row for row, begin, end in spans if not columns.text[begin:end].isspace()]
        return kept[: MOST_TEXTS // 2] + kept[MOST_TEXTS // 2 :][-MOST_TEXTS // 2 :]

    @once
    def date_rows(self) -> frozenset[int]:
        """The elements with an attribute that may state a date."""
        return frozenset(chain.from_iterable(map(self.page.rows_with, DATE_ATTRIBUTES)))

    @once
    def author_rows(self) -> frozenset[int]:
        """The elements that are marked as an author's."""
        marked = chain(self.page.attribute_column("rel"), self.page.attribute_column("itemprop"))
        return frozenset(row for row, value in marked if not AUTHOR_MARKS.isdisjoint(value.lower().split()))

    @once
    def title_start(self) -> int:
        """Where in the page's text its title stands: the heading most like the stated title, else the first one."""
        row = self.title_row
        return int(self.page.columns.text_start[row]) if row >= 0 else self.body_span[0]

    @once
    def title_row(self) -> int:
        """The heading most like the stated title, else the first one; -1 where there is none."""
        known: int | None = self.page.derived.get("title row")
        if known is None:
            known = self.page.derived["title row"] = self._found_title_row()
        return known

    def _found_title_row(self) -> int:
        announced = filter(None, dict.fromkeys((self.metadata.announced_title, self.metadata.title)))
        wanted = [units_of(title) for title in announced]
        best, found = 0.0, -1
        for row in self.headings:
            units = units_of(self.words(row))
            for title in wanted:
                like = common_share(units, title)
                if like > best:
                    best, found = like, row
                if best == 1:  # nothing else can be more like it
                    return found
        return found if found >= 0 else next(iter(self.headings), -1)

    def is_near(self, row: int) -> bool:
        """Whether an element stands close to the title or to the beginning of the body."""
        place = self.page.text_starts[row]
        return abs(place - self.body_span[0]) <= NEAR or abs(place - self.title_start) <= NEAR

    def element(self, row: int) -> int:
        """The element that a row is, or that a text node stands in."""
        return self.page.parents[row] if self.page.tags[row] == TEXT else row

    def around(self, row: int, steps: int) -> list[int]:
        """The element of a row and as many above it."""
        parents, above = self.page.parents, self.element(row)
        found = [above]
        for _ in range(steps):
            above = parents[above]
            if above <= 0:
                break
            found.append(above)
        return found

    def ancestors(self, row: int, most: int = 1000) -> Iterator[int]:
        """The elements above a row, nearest first."""
        parents = self.page.parents
        parent = parents[row]
        for _ in range(most):
            if parent <= 0:
                return
            yield parent
            parent = parents[parent]


@lru_cache(maxsize=1_000)
def _tag_of(step: str) -> str:
    return Step.parse(step).tag


def names_that_count(pages: Sequence[Page]) -> frozenset[str]:
    """Class names and ids on so many pages that they say where something stands, and not what this page is about.

    Names that begin alike and take turns on one kind of element (`category-news`, `category-sport`) say what a page is about.
    """
    if len(pages) == 1:
        return page_names(pages[0]).every
    counts: Counter[str] = Counter()
    kinds: dict[tuple[int, tuple[str, ...]], None] = {}
    for page in pages:
        found = page_names(page)
        counts.update(found.every)
        kinds.update(dict.fromkeys(found.of_tags))
    turning = _taking_turns(kinds, counts, USUAL_SHARE * len(pages))
    least = max(min(2, len(pages)), NAME_SHARE * len(pages))
    return frozenset(name for name, count in counts.items() if count >= least).difference(*turning)


def _taking_turns(kinds: Iterable[tuple[int, tuple[str, ...]]], counts: Mapping[str, int], usual: float) -> list[set[str]]:
    """Names that begin alike, in families of several of which none is on nearly all pages."""
    families: dict[tuple[int, str, str], set[str]] = defaultdict(set)
    for tag, classes in kinds:
        for name in classes:
            families[tag, classes[0], name.replace("_", "-").partition("-")[0]].add(name)
    return [group for group in families.values() if len(group) >= FAMILY and max(counts[name] for name in group) < usual]
