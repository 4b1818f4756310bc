"""What a page calls itself, and how well a link's text agrees with that.

A page names itself in its title element and in headings that agree with it. The name of the site or section beside it is recognised
because it recurs on other pages, never by how it is written.

Pages of one layout by the shape of their titles: "Category: ..", "Talk: ..", ".. Archives" apart from the rest. Wikis and forums show all
their pages in one layout and name the kind of page in the title. A first or last term that many pages have names a kind of page, in
whatever language; one that few have names a page.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.html.page import Page
from sitelode.html.vocabulary import HEADING_TAGS
from sitelode.page_kinds.page_groups import numbers_of
from sitelode.text.tokens import distinct_terms, term_codes
from sitelode.urls import resolve

# Chosen on the 16 sites of `bench.structure`.
COMMON_PAGES = 5  # a part of titles on more pages than this
COMMON_SHARE = 0.02  # and on more than this share of them is the name of a site or section
EQUAL, BEGINNING, CONTAINED, SHOWN = 1.0, 0.9, 0.8, 0.9  # how well an anchor agrees with a title; SHOWN: the title stands beside the link
_LEAST_TERMS = 3  # in common, where neither contains the other
_OF_SHORTER, _OF_LONGER = 0.7, 0.4  # share of the terms in common
_LEAST_CONTAINED = 6  # characters; shorter texts are contained in many by chance
MOST_HEADINGS = 60  # of each rank that are looked at
LONGEST = 400  # characters of a title or anchor that are looked at
_SEPARATOR = re.compile(r"(?<!\s)\s++(?:[-|–—·•:»«/~>]++\s+|[|»«•·｜]\s*)|[|»«•·｜]\s*")  # noqa: RUF001 (the dashes that titles use)


@dataclass(frozen=True, slots=True)
class ComparableText:
    """A text for comparison: letters and digits only, and its terms."""

    letters: str
    terms: frozenset[int]  # as codes

    @classmethod
    def of(cls, text: str) -> "ComparableText":
        return cls(letters_of(text[:LONGEST]), frozenset(term_codes(text[:LONGEST]).tolist()))


@dataclass(frozen=True, slots=True)
class RawTitles:
    """What a page says: its title element and its headings."""

    title: str
    headings: tuple[str, ...]
    main: str = ""  # the only heading of the first rank; empty where there are several or none


@dataclass
class TitleMatcher:
    """Compares anchors with the titles of the pages they lead to; remembers texts it has met."""

    names: list[list[str]]  # that every page has for itself, the longest first
    own: list[tuple[ComparableText, ...]]  # the same for comparison; where it has none, its only large heading
    first_names: list[str]  # of every page the first part of its title that is its own, else a heading
    _named: dict[str, ComparableText] = field(default_factory=dict)

    @classmethod
    def of(cls, pages: Sequence[RawTitles]) -> "TitleMatcher":
        common = _common_parts(pages)
        names = [own_titles(page, common) for page in pages]
        # Further pages of a listing bear its name, too: titles alike but for numbers count once, unless most of the site has them.
        unlike = {_DIGITS.sub("", page.title): page for page in pages}.values()
        wide = _common_parts(unlike) | _common_parts(pages, 0.5)
        parts = [next((part for part in parts_of(page.title) if letters_of(part) not in wide), "") for page in pages]
        first = [part or _agreeing_heading(page, wide) for part, page in zip(parts, pages, strict=True)]
        # Where all entries of a diary are called "diary", that is still what a listing calls them.
        called = [each or [page.main] for each, page in zip(names, pages, strict=True)]
        return cls(names, [tuple(map(ComparableText.of, filter(None, each))) for each in called], first)

    def match(self, anchor: str, target: int) -> float:
        """How well an anchor says what the target calls itself: 0 to 1."""
        named = self._named.get(anchor) or self._named.setdefault(anchor, ComparableText.of(anchor))
        return max((_agreement(named, title) for title in self.own[target]), default=0.0)


def terms_in(texts: Iterable[str]) -> NDArray[np.float64]:
    """How many terms each text has, as far as it is looked at."""
    return distinct_terms([text[:LONGEST] for text in texts]).astype(np.float64)


def letters_of(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def own_titles(page: RawTitles, common: frozenset[str]) -> list[str]:
    """The names a page has for itself alone, the longest first."""
    parts = [part for part in parts_of(page.title) if letters_of(part) not in common]
    found: dict[str, str] = {letters_of(name): name for name in (*parts, " ".join(parts))}
    whole = letters_of(page.title)
    for heading in page.headings:
        letters = letters_of(heading)
        # A title element that says nothing of its own leaves the page's name to its only large heading.
        if letters and letters not in common and (letters in whole or not whole or heading == page.main):
            found.setdefault(letters, heading)
    found.pop("", None)
    return sorted(found.values(), key=len, reverse=True)


def _agreeing_heading(page: RawTitles, common: frozenset[str]) -> str:
    """The shortest heading that agrees with the title; the only large one of a front page may be that of its first story."""
    own = own_titles(replace(page, main=""), common)
    return own[-1] if own else ""


def _common_parts(pages: Iterable[RawTitles], share: float = COMMON_SHARE) -> frozenset[str]:
    counts: Counter[str] = Counter()
    total = 0
    for page in pages:
        total += 1
        counts.update({letters_of(part) for part in (*parts_of(page.title), page.main)})
    most = max(COMMON_PAGES, share * total)
    return frozenset(part for part, count in counts.items() if count > most)


def parts_of(title: str) -> list[str]:
    return [part.strip() for part in _SEPARATOR.split(title[:LONGEST]) if part.strip()]


def _agreement(anchor: ComparableText, title: ComparableText) -> float:
    one, other = anchor.letters, title.letters
    if not one or not other:
        return 0.0
    if one == other:
        return EQUAL
    if min(len(one), len(other)) >= _LEAST_CONTAINED or min(len(anchor.terms), len(title.terms)) >= _LEAST_TERMS:
        if one.startswith(other) or other.startswith(one):
            return BEGINNING
        if one in other or other in one:
            return CONTAINED
    common = len(anchor.terms & title.terms)
    shorter, longer = sorted((len(anchor.terms), len(title.terms)))
    return CONTAINED if common >= max(_LEAST_TERMS, _OF_SHORTER * shorter, _OF_LONGER * longer) else 0.0


def titles_of(page: Page) -> RawTitles:
    """Read what a page calls itself."""
    head = page.rows("head")
    limit = int(page.columns.end[head[0]]) if len(head) else 0
    title = next((_line(page, row) for row in page.rows("title").tolist() if row < limit), "")
    by_rank = [[(row, _line(page, row)) for row in page.rows(tag)[:MOST_HEADINGS].tolist()] for tag in HEADING_TAGS[:3]]
    largest = [(row, text) for row, text in by_rank[0] if text]
    main = largest[0][1] if len(largest) == 1 and not _leads_away(page, largest[0][0]) else ""
    return RawTitles(title, tuple(text for _, text in chain.from_iterable(by_rank) if text), main)


def _leads_away(page: Page, row: int) -> bool:
    """Whether a heading is a link to another page: it is that page's name then, as a front page shows its latest story."""
    links = page.rows("a")
    inside = links[(links > row) & (links < page.columns.end[row])]
    targets = (resolve(page.url, page.attribute(int(link), "href") or "") for link in inside)
    return any(target is not None and target != page.url for target in targets)


def _line(page: Page, row: int) -> str:
    return " ".join(page.text(row)[: 4 * LONGEST].split())[:LONGEST]


# Set by hand.
FAMILY_PAGES: Final = 5  # with the same term in the same place of their titles, for it to name a kind of page
FAMILY_SHARE: Final = 0.01  # the same as a share of the pages
LEAST_PAGES: Final = 3  # of a shape; smaller ones are put together
_MOST_PARTS: Final = 4
_TERM: Final = re.compile(r"[^\W_]+[:：]?|[^\w\s]")  # noqa: RUF001 (a colon of East Asian scripts)
_NAMED: Final = re.compile(r"\s{0,20}([^\W_][\w ]{0,30})[:：]")  # noqa: RUF001
_DIGITS: Final = re.compile(r"\d+")


def title_shapes(titles: Sequence[RawTitles], layout: Sequence[int]) -> NDArray[np.int64]:
    """One number per page; pages of different layouts never share one. Linear in pages."""
    found = [_ends(title) for title in titles]
    least = max(FAMILY_PAGES, FAMILY_SHARE * len(titles))
    common = [{term for term, count in Counter(each[place] for each in found).items() if count >= least} for place in range(2)]
    shapes = [
        (number, *(each[place] if each[place] in common[place] else "*" for place in range(2)), each[2])
        for each, number in zip(found, layout, strict=True)
    ]
    sizes = Counter(shapes)
    return numbers_of(shape if sizes[shape] >= LEAST_PAGES else shape[:1] for shape in shapes)


def pages_so_named(titles: Sequence[RawTitles]) -> NDArray[np.float64]:
    """For every page how many titles begin with the name before its colon; 0 for a page without a colon."""
    found = _names(titles)
    sizes = Counter(found)
    return np.array([sizes[name] if name else 0 for name in found], dtype=np.float64)


def named_after_a_page(titles: Sequence[RawTitles]) -> NDArray[np.bool_]:
    """Pages titled with a name, a colon and the title of another page: talk about that page."""
    first = [first_part(title) for title in titles]
    known = set(first)
    rest = [part[match.end() :].strip() if (match := _NAMED.match(part)) else "" for part in first]
    return np.array([bool(each) and each in known for each in rest], dtype=np.bool_)


def first_part(title: RawTitles) -> str:
    """What the title element begins with, up to a separator."""
    return next(iter(parts_of(title.title)), "")


def _names(titles: Sequence[RawTitles]) -> list[str]:
    return [match.group(1).lower() if (match := _NAMED.match(title.title)) else "" for title in titles]


def named_kinds(titles: Sequence[RawTitles], layout: Sequence[int]) -> NDArray[np.int64]:
    """Pages of a layout whose titles begin with the same name and a colon: one number for each, 0 for pages without."""
    found = _names(titles)
    sizes = Counter(found)
    of_kind = ((name, number) if name and sizes[name] >= FAMILY_PAGES else None for name, number in zip(found, layout, strict=True))
    return numbers_of(chain((None,), of_kind))[1:]


def _ends(title: RawTitles) -> tuple[str, str, int]:
    """The first and the last term of a title's first part, and how many parts it has."""
    parts = parts_of(title.title)
    terms = [_DIGITS.sub("0", term.lower()) for term in _TERM.findall(parts[0] if parts else "")]
    return (terms[0], terms[-1], min(len(parts), _MOST_PARTS)) if terms else ("", "", 0)
