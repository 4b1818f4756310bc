"""Find the regions of a layout that may show fields, and among them those of dates, by their behaviour over its pages.

All short texts near the title and near both ends of the body are candidates, grouped by the path of their element. A date region holds
one date per page, not the same on all. Words of class names only add to the score. For tags see `tags.py`, for
authors `authors.py`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

from sitelode.articles.fields.dates import LONGEST_DATE_LINE, DateForms
from sitelode.articles.fields.field_sources import FieldSource
from sitelode.articles.fields.page_view import DATE_ATTRIBUTES, NEAR, PageView
from sitelode.compiled.cached_attribute import cached_attribute
from sitelode.html.page import Page
from sitelode.html.vocabulary import TAG_NUMBER
from sitelode.paths.element_names import element_kinds
from sitelode.text.tokens import letters_in

# Set by hand while looking at the corpora of `bench.article_fields`, like all numbers here.
LEAST_COVERAGE: Final = 0.3  # of the pages; a place on fewer is not a region of the layout
MOST_ON_A_PAGE: Final = 3  # dates or authors in one path; more are a list
DATE_SHARE: Final = 0.4  # of a text; a sentence that mentions a date is not a date line
END_SHARE: Final = 0.25  # of a short text that begins or ends with its date, such as a line with a name
LONGEST_BYLINE: Final = 70  # characters
SURE_FROM: Final = 0.5  # minimum score of a region
LONGEST_NAME: Final = 60  # characters
MOST_WORDS: Final = 6  # of a name
DIFFERING_FROM: Final = 3  # pages; on this many, tags differ and links of the template do not
SAME_SHARE: Final = 0.8  # of the pages; a value on more of them belongs to the site, not to the article
_SCALE = 20.0  # scores that differ by less than a twentieth count as equal; then earlier dates come first
_BETWEEN_PARTS = re.compile(r"(?<!\s)\s++[|·•]\s*|[|·•]\s*")
_TIME = TAG_NUMBER["time"]
_OTHER_NAMES = ("itemprop", "rel", "data-testid")  # attributes
_WORD_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
AUTHOR_WORDS: Final = frozenset("author authors byline contributor creator fn reporter vcard writer".split())
_DATE_WORDS: Final = frozenset("created date datetime day posted pubdate published publish time timestamp".split())
_CHANGE_WORDS: Final = frozenset("changed edited lastmod modified update updated".split())
CATEGORY_WORDS: Final = frozenset("categories category cat".split())
TAG_WORDS: Final = CATEGORY_WORDS | frozenset("keyword keywords label labels tag tags term terms topic topics".split())
COMMENT_WORDS: Final = frozenset("comment comments reply respond".split())


@dataclass(frozen=True)
class Region:
    """One place with its text nodes (or elements), page by page."""

    views: Sequence[PageView]
    rows: list[tuple[int, int]]  # (page, row), in order

    @cached_attribute
    def by_page(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for place, row in self.rows:
            found[place].append(row)
        return dict(found)

    @property
    def coverage(self) -> float:
        return len(self.by_page) / len(self.views)

    @property
    def per_page(self) -> float:
        return len(self.rows) / len(self.by_page)

    @cached_attribute
    def source(self) -> FieldSource:
        place, row = self.rows[0]
        return FieldSource("region", self.views[place].place(self.views[place].element(row)))

    @cached_attribute
    def texts(self) -> list[str]:
        """The text of every row."""
        views = self.views
        return [views[place].words(row) for place, row in self.rows]

    @cached_attribute
    def firsts(self) -> dict[int, str]:
        """The text of the first element on each page."""
        found: dict[int, str] = {}
        for (place, _), text in zip(self.rows, self.texts, strict=True):
            if place not in found:
                found[place] = text
        return found

    @cached_attribute
    def has_digits(self) -> bool:
        return any(map(_DIGIT.search, self.texts))

    def mean(self, test: Callable[[PageView, int], float]) -> float:
        """The mean of a test over the first element on each page."""
        views = self.views
        return sum([test(views[place], rows[0]) for place, rows in self.by_page.items()]) / len(self.by_page)

    def every(self, test: Callable[[PageView, int], float]) -> bool:
        """Whether a test holds for the first element on each page."""
        return all(test(self.views[place], rows[0]) for place, rows in self.by_page.items())

    def some(self, test: Callable[[PageView, int], float]) -> bool:
        """Whether a test holds for the first element on some page."""
        return any(test(self.views[place], rows[0]) for place, rows in self.by_page.items())

    @cached_attribute
    def names(self) -> frozenset[str]:
        """Words of class names, ids, relations and properties on the first element and the two above it."""
        place, row = self.rows[0]
        view = self.views[place]
        return frozenset().union(*[_name_words(view.page, each) for each in view.around(row, 2)])


def _name_words(page: Page, row: int) -> frozenset[str]:
    """The words of an element's names; cached, because regions share elements."""
    of_kinds, others = page.cached("name words", _other_names)
    kind = element_kinds(page).of_row.item(row)
    found = of_kinds.get(kind)
    if found is None:
        own = page.string(int(page.columns.class_[row])), page.string(int(page.columns.id_[row]))
        found = of_kinds[kind] = _words_in(" ".join(own))
    return found | _words_in(others[row]) if row in others else found


def _other_names(page: Page) -> tuple[dict[int, frozenset[str]], dict[int, str]]:
    """Room for the words of each kind of element; and relations and properties, by row."""
    of_rows: dict[int, str] = {}
    for name in _OTHER_NAMES:
        for row, value in page.attribute_column(name):
            of_rows[row] = f"{of_rows[row]} {value}" if row in of_rows else value
    return {}, of_rows


def _words_in(names: str) -> frozenset[str]:
    return _few_words_in(names) if len(names) <= LONGEST_DATE_LINE else _few_words_in.__wrapped__(names)


@lru_cache(maxsize=2_000)  # elements recur, and most relations are one of a few
def _few_words_in(names: str) -> frozenset[str]:
    return frozenset(map(str.lower, _WORD_PARTS.findall(names)))


def regions_of(views: Sequence[PageView]) -> list[Region]:
    """All paths with short texts near title and body, on enough of the pages."""
    rows: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, view in enumerate(views):
        place_of, parents, starts, end = view.place, view.page.parents, view.page.text_starts, view.body_span[1]
        later: dict[str, list[tuple[int, int]]] = defaultdict(list)  # texts after the body count if there are none before its end
        before: set[str] = set()
        for row in view.short_texts:
            place = place_of(parents[row])
            if starts[row] < end:
                rows[place].append((number, row))
                before.add(place)
            else:
                later[place].append((number, row))
        for place, texts in later.items():
            if place not in before:
                rows[place] += texts
    found = (Region(views, each) for each in rows.values() if len(each) >= LEAST_COVERAGE * len(views))
    return [region for region in found if region.coverage >= LEAST_COVERAGE]


def date_lines(regions: Iterable[Region]) -> list[str]:
    """Everything that may be a date line."""
    return [text for region in regions for text in region.firsts.values() if _DIGIT.search(text) and len(text) <= LONGEST_DATE_LINE]


_DIGIT = re.compile(r"\d")


def shown_date(view: PageView, row: int, forms: DateForms) -> str:
    """The date that a text node shows: in a date attribute of its element, or as text."""
    attributes = view.page.attributes(view.element(row))
    for name in DATE_ATTRIBUTES:
        if (stated := attributes.get(name)) and (found := forms.in_text(stated)):
            return found
    words = view.words(row)
    for text in _BETWEEN_PARTS.split(words) if _DIGIT.search(words) else ():
        day, taken = forms.find(text)
        if day:
            is_date = taken >= DATE_SHARE * len(text) or (len(text) <= LONGEST_BYLINE and forms.share_at_end(text) >= END_SHARE)
            return forms.with_time(text, day) if is_date else ""
    return ""


@dataclass(frozen=True)
class DateRegion:
    source: FieldSource
    score: float
    days: dict[int, str]  # by page
    rows: dict[int, list[int]]  # by page
    of_changes: bool
    is_same: bool  # the same date on all pages


def date_regions(regions: Sequence[Region], forms: DateForms, stated: dict[int, str], addresses: dict[int, str]) -> list[DateRegion]:
    """Date regions, the most certain first. `stated` holds the day that each page states elsewhere, if any.

    What looks like a day in the addresses of pages may confirm a region, but not contradict it: /2031/10/10-ways-to-mend-nets.
    """
    found = []
    for region in regions:
        moments = _moments(region, forms)
        days = {place: moment[:10] for place, moment in moments.items()}
        coverage, is_same = len(days) / len(region.views), same_for_all(list(moments.values()))
        if coverage < LEAST_COVERAGE or (is_same and not region.every(_is_time_below_title)):
            continue
        known = [day == stated[place] for place, day in days.items() if place in stated]
        confirmed = sum(day == addresses.get(place) for place, day in days.items() if place not in stated)
        agreement = (sum(known) + confirmed) / (len(known) + confirmed) if known or confirmed else 0.5
        before_body = region.mean(_before_body)
        names = region.names
        if before_body < 1 and names & COMMENT_WORDS:
            continue
        score = coverage * (0.4 + 0.3 * before_body + 0.3 * agreement)
        score += 0.1 * bool(names & _DATE_WORDS) + 0.1 * region.mean(_is_time) - 0.3 * bool(names & COMMENT_WORDS)
        of_changes = bool(names & _CHANGE_WORDS) and not names & _DATE_WORDS
        found.append(DateRegion(region.source, score, days, region.by_page, of_changes, is_same))
    return sorted(found, key=lambda each: (-round(_SCALE * each.score), min(each.days.values())))


def _moments(region: Region, forms: DateForms) -> dict[int, str]:
    """The first date of a region on every page that has one; empty if the region is a list of dates."""
    if region.per_page > MOST_ON_A_PAGE or not (region.has_digits or region.some(_is_time)):
        return {}
    shown = {place: map(partial(shown_date, region.views[place], forms=forms), rows) for place, rows in region.by_page.items()}
    return {place: first for place, moments in shown.items() if (first := next(filter(None, moments), ""))}


def _before_body(view: PageView, row: int) -> float:
    """1 near the title or before the body, less after it."""
    if view.is_near(row):
        return 1.0
    return 0.5 if abs(view.page.text_starts[row] - view.body_span[1]) <= NEAR else 0.0


def beside_body(view: PageView, row: int) -> float:
    return float(_before_body(view, row) > 0)


def _is_time(view: PageView, row: int) -> float:
    tags = view.page.tags
    return float(any(tags[each] == _TIME for each in view.around(row, 1)))


def _is_time_below_title(view: PageView, row: int) -> float:
    """1 for a `time` element between the title and the body: today's date in a masthead is above the title."""
    start = view.page.text_starts[row]
    return _is_time(view, row) * float(view.title_start < start <= max(view.body_span[0], view.title_start + NEAR))


def leads_to_author(address: str) -> bool:
    """Whether a step of an address says that it is an author's page: /author/ann-lee."""
    return has_step(address, AUTHOR_WORDS)


def has_step(address: str, words: frozenset[str]) -> bool:
    """Whether a step of an address before its last one is one of these words."""
    return not words.isdisjoint(_steps_of(address) if len(address) <= LONGEST_DATE_LINE else _steps_of.__wrapped__(address))


@lru_cache(maxsize=2_000)  # pages of a site link to the same addresses
def _steps_of(address: str) -> list[str]:
    return address.lower().split("/")[:-1]


def relation_of(place: int, row: int, views: Sequence[PageView]) -> list[str]:
    return [word for each in views[place].around(row, 2) for word in (views[place].page.attribute(each, "rel") or "").lower().split()]


def like_a_name(text: str) -> bool:
    return 2 <= len(text) <= LONGEST_NAME and _is_like_a_name(text)  # noqa: PLR2004 (one letter is no name)


@lru_cache(maxsize=2_000)  # the same names and labels are on many pages
def _is_like_a_name(text: str) -> bool:
    fits = len(text.split()) <= MOST_WORDS and not text.endswith(":")
    return fits and letters_in(text) >= 0.7 * len(text)


def same_for_all(values: Sequence[object]) -> bool:
    """Whether nearly all pages have the same value; two may by chance."""
    return len(values) > 2 and Counter(values).most_common(1)[0][1] > SAME_SHARE * len(values)  # noqa: PLR2004 (two)


def slug_of(text: str) -> str:
    """A text in the form used in addresses: letters and digits."""
    return _slug(text) if len(text) <= LONGEST_DATE_LINE else _slug.__wrapped__(text)


@lru_cache(maxsize=2_000)  # anchors and addresses are compared several times
def _slug(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
