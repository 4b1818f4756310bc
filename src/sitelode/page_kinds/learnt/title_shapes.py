"""Pages of one layout by the shape of their titles: "Category: ..", "Talk: ..", ".. Archives" apart from the rest.

Wikis and forums show all their pages in one layout and name the kind of page in the title. A first or last term that many pages have
names a kind of page, in whatever language; one that few have names a page.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.own_titles import RawTitles, parts_of

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
    known: dict[tuple[object, ...], int] = {}
    kept = [shape if sizes[shape] >= LEAST_PAGES else (shape[0],) for shape in shapes]
    return np.array([known.setdefault(shape, len(known)) for shape in kept], dtype=np.int64)


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
    sizes, known = Counter(found), dict[tuple[str, int], int]()
    return np.array(
        [
            known.setdefault((name, number), len(known) + 1) if name and sizes[name] >= FAMILY_PAGES else 0
            for name, number in zip(found, layout, strict=True)
        ],
        dtype=np.int64,
    )


def _ends(title: RawTitles) -> tuple[str, str, int]:
    """The first and the last term of a title's first part, and how many parts it has."""
    parts = parts_of(title.title)
    terms = [_DIGITS.sub("0", term.lower()) for term in _TERM.findall(parts[0] if parts else "")]
    return (terms[0], terms[-1], min(len(parts), _MOST_PARTS)) if terms else ("", "", 0)
