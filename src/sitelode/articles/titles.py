"""The title of an article: the heading that the page itself announces, without what its neighbours share.

Names of sites and sections are recognised because they recur, never because of how they are written. Where the pages of a layout show
their titles is learnt too: the headings of one path that say, page by page, what title and metadata announce.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sitelode.dom.metadata import Metadata
from sitelode.dom.page import Page
from sitelode.dom.vocabulary import HEADING_TAGS

if TYPE_CHECKING:
    from sitelode.articles.page_view import PageView

COMMON_SHARE = 0.3  # of the pages; a part of titles that recurs on more is the site's
REGION_SHARE = 0.6  # of the pages; headings of a path on fewer are not the layout's titles
LIKE_FROM = 0.4  # likeness of a heading and the announced title that are versions of one
_SEPARATOR = re.compile(r"\s+[-|–—·•:»«/~>]+\s+|\s*[|»«•·]\s*")  # noqa: RUF001 (the dashes that titles use)
_LEAST = 2  # characters
_USUAL_LENGTH = 500  # characters of a title; longer ones would fill the memory
_MOST_HEADINGS = 100  # of one level on one page
_MANY = 3  # pages; fewer cannot show that a text recurs, nor so many where titles are shown
_SHOWN = "the heading where this layout shows titles"
_WORDS = re.compile(r"\w+")
_WITHOUT_SPACES = re.compile("[\u3000-\U0010ffff]")  # scripts that do not part words, and rarer ones


@dataclass(frozen=True, slots=True)
class TitleParts:
    """What recurs in the titles of the pages of one layout, and where it shows them. Plain data."""

    common: frozenset[str]
    repeated_announcements: frozenset[str]
    region: str = ""  # the path of the headings that are titles, as text

    @classmethod
    def learnt(cls, pages: Iterable[Metadata]) -> "TitleParts":
        parts: Counter[str] = Counter()
        announced: Counter[str] = Counter()
        count = 0
        for metadata in pages:
            count += 1
            parts.update(set(_parts(metadata.title)))
            announced[metadata.announced_title] += 1
        most = max(1, COMMON_SHARE * count)
        return cls(
            frozenset(part for part, pages_with in parts.items() if pages_with > most),
            frozenset(title for title, pages_with in announced.items() if pages_with > most),
        )

    def with_region(self, views: Sequence["PageView"]) -> "TitleParts":
        """The same, with the path of the headings that are the titles of these pages."""
        announced = [list(map(units_of, self.announced(view.metadata))) for view in views]
        if any(announced) and len(views) <= _MANY:
            return replace(self, region="")
        rows: dict[str, dict[int, int]] = defaultdict(dict)  # of each path the first heading on every page
        for place, view in enumerate(views):
            for row in view.headings:
                rows[view.place(row)].setdefault(place, row)
        best, region = LIKE_FROM, ""
        for where, first in rows.items():
            score = _region_score(views, first, announced)
            if score > best:
                best, region = score, where
        return replace(self, region=region)

    def announced(self, metadata: Metadata) -> tuple[str, ...]:
        """The titles that a page announces and others do not, without the site's part."""
        stated = "" if metadata.announced_title in self.repeated_announcements else self.own(metadata.announced_title)
        return tuple(filter(None, (stated, self.own(metadata.title))))

    def title_of(self, page: Page, metadata: Metadata, shown: str = "") -> str:
        """The title of one page; `shown` is what it shows where its layout shows titles."""
        return self.chosen(page, metadata, shown)[0]

    def chosen(self, page: Page, metadata: Metadata, shown: str = "") -> tuple[str, str]:
        """The title and where it comes from, in words."""
        announced = self.announced(metadata)
        if shown and (not announced or any(likeness(shown, each) >= LIKE_FROM for each in announced)):
            inside = next((each for each in announced if _is_end_of(each, shown)), "")
            return (inside, "what the page announces, without what its heading says before it") if inside else (shown, _SHOWN)
        headings = _headings(page)
        plain = list(zip(headings, map(_normal, headings), strict=True))
        for wanted in map(_normal, (metadata.announced_title, metadata.title, *announced)):
            for heading, letters in plain:
                if letters == wanted != "" and heading not in self.common:
                    return heading, "a heading that says what the page announces"
        for wanted in announced:
            whole = _normal(wanted)
            for heading, letters in plain:
                if letters in whole and len(heading) > len(wanted) / 2:
                    return heading, "a heading that is most of what the page announces"
        if announced:
            return announced[0], "what the page announces; no heading says it"
        return (next(iter(headings), "") or metadata.title), "the first heading, because the page announces nothing of its own"

    def own(self, title: str) -> str:
        """A title without the parts that recur, at its end or its beginning."""
        parts = _parts(title)
        first, last = 0, len(parts)
        while last > first and parts[last - 1] in self.common:
            last -= 1
        while first < last and parts[first] in self.common:
            first += 1
        if first == last:
            return ""
        start = title.index(parts[first])
        return title[start : title.rindex(parts[last - 1]) + len(parts[last - 1])]

    def to_data(self) -> dict[str, Any]:
        return {"common": sorted(self.common), "repeated_announcements": sorted(self.repeated_announcements), "region": self.region}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "TitleParts":
        common, repeated = (frozenset(map(str, data[name])) for name in ("common", "repeated_announcements"))
        return cls(common, repeated, str(data.get("region", "")))


def _region_score(views: Sequence["PageView"], first: Mapping[int, int], announced: Sequence[Sequence[frozenset[str]]]) -> float:
    """How much the headings of one path are titles; `announced` are the words of the titles that each page announces."""
    texts = {place: views[place].words(row) for place, row in first.items()}
    if len(texts) < REGION_SHARE * len(views) or recurs(list(texts.values())):
        return 0.0
    if any(announced):
        units = {place: units_of(text) for place, text in texts.items()}
        return sum(max((common_share(units[place], each) for each in announced[place]), default=0.0) for place in texts) / len(views)
    # Where no page announces a title of its own, a heading of its own right before the body is one.
    before = sum(0.5 * (int(views[place].page.columns.text_start[row]) <= views[place].body_span[0]) for place, row in first.items())
    return before / len(views)


def likeness(one: str, other: str) -> float:
    """How many of the words of two titles are common to both, from 0 to 1."""
    if one == other and _WORDS.search(one):
        return 1.0
    return common_share(units_of(one), units_of(other))


def common_share(first: frozenset[str], second: frozenset[str]) -> float:
    return 2 * len(first & second) / (len(first) + len(second)) if first and second else 0.0


def recurs(texts: Sequence[str]) -> bool:
    """Whether many pages have the same text."""
    return len(texts) >= _MANY and max(Counter(texts).values()) > max(1, COMMON_SHARE * len(texts))


def units_of(text: str) -> frozenset[str]:
    """The words of a text; of scripts without spaces, its characters."""
    return _remembered_units(text) if len(text) <= _USUAL_LENGTH else _remembered_units.__wrapped__(text)


@lru_cache(maxsize=64)  # the same title is compared with one heading after the other
def _remembered_units(text: str) -> frozenset[str]:
    words = _WORDS.findall(text.lower())
    if not _WITHOUT_SPACES.search(text):
        return frozenset(words)
    found: set[str] = set()
    for word in words:
        found.update(word if _WITHOUT_SPACES.match(word) else [word])
    return frozenset(found)


def _parts(title: str) -> list[str]:
    return [part.strip() for part in _SEPARATOR.split(title) if part.strip()]


def _headings(page: Page) -> list[str]:
    """Texts of the headings, the higher ones first."""
    texts = (" ".join(page.text(int(row)).split()) for tag in HEADING_TAGS[:3] for row in page.rows(tag)[:_MOST_HEADINGS])
    return [text for text in texts if len(text) >= _LEAST]


def _normal(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def _is_end_of(title: str, heading: str) -> bool:
    """Whether a heading is a title with a kicker before it."""
    if title == heading:
        return False
    short, whole = _normal(title), _normal(heading)
    return len(whole) / 2 <= len(short) < len(whole) and whole.endswith(short)
