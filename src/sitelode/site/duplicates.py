"""Find duplicate pages of a site.

Pages with one template always share most of their text, so only text that few pages have is compared. Two pages are duplicates if their
whole text is the same, or if their title and nearly all of their rare text are: print versions, copies under a second address, pages that
differ in a counter or the time of day. Without the title, short pages with a long common notice would count as duplicates.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import are_among, distinct, first_of_each
from sitelode.compiled.codes import Codes
from sitelode.html.metadata import Metadata, metadata_of
from sitelode.html.page import Page
from sitelode.text.segments import Segments, segments_of
from sitelode.urls import resolve

# Set by hand.
RARE_PAGES = 8  # text on more pages belongs to a template, or to a page whose copies are identical
LEAST_WIDTH = 400  # characters of rare text; shorter pages may be alike by chance
ALIKE = 0.95  # share of the rare text, by width, that duplicates have in common


@dataclass(frozen=True, slots=True)
class PageMarks:
    """What a page is compared by when repetitions are looked for."""

    text: bytes  # a digest of it; empty where there is none
    title: str
    canonical: str  # the address that it states for itself, else its own
    codes: Codes  # of its text segments, each once, ascending
    widths: NDArray[np.int32]  # of the same


def marks_of(page: Page) -> PageMarks:
    segments, metadata = segments_of(page), metadata_of(page)
    codes, first, _ = first_of_each(segments.exact)
    return PageMarks(text_digest(segments), metadata.title, canonical_address(page.url, metadata), codes, segments.width[first])


def text_digest(segments: Segments) -> bytes:
    """A digest of a page's text; empty where there is none."""
    return blake2b(segments.exact.tobytes(), digest_size=16).digest() if len(segments) else b""


def canonical_address(url: str, metadata: Metadata) -> str:
    """The address that a page states for itself, else its own."""
    return (resolve(url, metadata.canonical) if metadata.canonical else None) or url


def canonical_aliases(stated: Iterable[tuple[str, str]], urls: Iterable[str]) -> dict[str, str]:
    """Canonical addresses that no page has and only one page names, with that page; `stated` are pairs of the two."""
    pairs, own = list(stated), set(urls)
    claims = Counter(canonical for canonical, _ in pairs)
    return {canonical: url for canonical, url in pairs if claims[canonical] == 1 and canonical not in own}


@dataclass
class TextIndex:
    """The text segments of all pages, as hash codes: about 2 KB per page."""

    numbers: list[int] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    codes: list[Codes] = field(default_factory=list)
    widths: list[NDArray[np.int32]] = field(default_factory=list)

    def add(self, number: int, title: str, codes: Codes, widths: NDArray[np.int32]) -> None:
        """Add a page; of its segments, each code once, ascending."""
        self.numbers.append(number)
        self.titles.append(title)
        self.codes.append(codes)
        self.widths.append(widths)


def twins(index: TextIndex, urls: Sequence[str]) -> dict[int, int]:
    """For every duplicate page, the page it repeats: the one with the shortest address."""
    if len(index.numbers) < 2:  # noqa: PLR2004 (nothing to repeat)
        return {}
    rare = _rare_text(index)
    groups = defaultdict(list)
    for place, (codes, widths) in enumerate(rare):
        if widths.sum() >= LEAST_WIDTH:
            longest = np.lexsort((codes, -widths))[0]
            groups[index.titles[place], int(codes[longest])].append(place)
    found: dict[int, int] = {}
    for places in groups.values():
        order = sorted(places, key=lambda place: (len(urls[index.numbers[place]]), urls[index.numbers[place]]))
        originals: list[int] = []
        for place in order:
            original = next((other for other in originals if alike(rare[place], rare[other])), None)
            if original is None:
                originals.append(place)  # at most RARE_PAGES: they share a rare segment
            else:
                found[index.numbers[place]] = index.numbers[original]
    return found


def _rare_text(index: TextIndex) -> list[tuple[Codes, NDArray[np.int32]]]:
    """Codes and widths of the text that each page shares with few others."""
    common = _common(index.codes)
    return [_without(own, widths, common) for own, widths in zip(index.codes, index.widths, strict=True)]


def rare_text(segments: Segments, common: Codes) -> tuple[Codes, NDArray[np.int32]]:
    """Codes and widths of a page's text, without what is common on its site."""
    codes, first = np.unique(segments.exact, return_index=True)
    return _without(codes, segments.width[first], common)


def common_text(pages: Iterable[Segments]) -> Codes:
    """The codes of text that more than a few of these pages have, ascending."""
    return _common([distinct(each.exact) for each in pages])


def _common(pages: Sequence[Codes]) -> Codes:
    codes, counts = np.unique(np.concatenate([np.empty(0, np.uint64), *pages]), return_counts=True)
    return codes[counts > RARE_PAGES]


def _without(codes: Codes, widths: NDArray[np.int32], common: Codes) -> tuple[Codes, NDArray[np.int32]]:
    kept = ~are_among(codes, common)
    return codes[kept], widths[kept]


def alike(one: tuple[Codes, NDArray[np.int32]], other: tuple[Codes, NDArray[np.int32]]) -> bool:
    """Whether nearly all rare text of two pages is the same."""
    common = one[1][np.isin(one[0], other[0], assume_unique=True)].sum()
    return bool(common >= ALIKE * max(one[1].sum(), other[1].sum()))
