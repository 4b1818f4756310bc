"""Find the main region of a layout: the deepest section that holds nearly all varying text of typical pages, and its regular parts.

Part of `block_entropy.py`, and not in the paper. Comments, further articles and so on vary as much as an article does, but many pages
lack them: sections count by their median over the pages, which is 0 for what most pages lack.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.html.page import Page, RowColumn
from sitelode.text.segments import Segments
from sitelode.text.tokens import PageTerms
from sitelode_lab.separators.kernels.enclosing_sections import inside

Mask = NDArray[np.bool_]
_WHOLE_PAGE = np.uint64(0)
_DEEPEST = 200  # nested sections; set by hand


class CutIntoSections(Protocol):
    """The parts of a page that are needed here."""

    @property
    def page(self) -> Page: ...
    @property
    def segments(self) -> Segments: ...
    @property
    def terms(self) -> PageTerms: ...
    @property
    def paths(self) -> Codes: ...
    @property
    def section(self) -> RowColumn: ...


@dataclass(frozen=True, slots=True)
class MainRegion:
    path: np.uint64  # of the section; 0 for the whole page
    regular: Codes  # paths of the elements with text on most pages

    def keeps(self, cut: CutIntoSections, informative: Mask) -> Mask:
        """For each segment, whether it is in the region, between its first and last regular text."""
        kept = self.contains(cut) & informative
        regular = np.flatnonzero(kept & np.isin(cut.paths[cut.segments.block], self.regular))
        if len(regular):
            kept[: regular[0]] = False
            kept[regular[-1] + 1 :] = False
        return kept

    def contains(self, cut: CutIntoSections) -> Mask:
        """For each segment; on a page without the region, all segments."""
        is_section = cut.section == np.arange(len(cut.section))
        chosen = is_section & (cut.paths == self.path)
        if self.path == _WHOLE_PAGE or not chosen.any():
            return np.ones(len(cut.segments), np.bool_)
        contained: Mask = inside(cut.page.columns.end, chosen)[cut.segments.block]
        return contained


def find_main_region(cuts: Sequence[CutIntoSections], informative: Sequence[Mask], share: float, regular_share: float) -> MainRegion:
    """Go down from the whole page to the section that holds this share of the typical informative terms, while there is one."""
    tree = _SectionTree.of([_section_masses(cut, chosen) for cut, chosen in zip(cuts, informative, strict=True)])
    path = _WHOLE_PAGE
    for _ in range(_DEEPEST):
        below = np.flatnonzero((tree.parents == path) & (tree.codes != path))
        if not len(below):
            break
        best = below[np.argmax(tree.typical[below])]
        around = max(float(tree.typical[below].sum()), tree.typical_of(path) / 2)
        if tree.typical[best] <= 0 or tree.typical[best] < share * around:
            break
        path = tree.codes[best]
    region = MainRegion(path, np.empty(0, np.uint64))
    held = [np.unique(cut.paths[cut.segments.block[chosen & region.contains(cut)]]) for cut, chosen in zip(cuts, informative, strict=True)]
    codes, pages = np.unique(np.concatenate([np.empty(0, np.uint64), *held]), return_counts=True)
    return MainRegion(path, codes[pages >= regular_share * len(cuts)])


@dataclass(frozen=True, slots=True)
class _Masses:
    """The sections of one page."""

    codes: Codes
    parents: Codes
    mass: NDArray[np.float64]
    whole: float


def _section_masses(cut: CutIntoSections, informative: Mask) -> _Masses:
    """Informative terms in each section of a page."""
    columns = cut.page.columns
    of_segment = np.bincount(cut.terms.segment, minlength=len(cut.segments)) * informative
    running = np.append(0.0, np.cumsum(np.bincount(cut.segments.block, of_segment, len(cut.page))))
    sections = np.flatnonzero((cut.section == np.arange(len(cut.section))) & (np.arange(len(cut.section)) > 0))
    above = cut.section[columns.parent[sections]]
    parents = np.where(above > 0, cut.paths[above], _WHOLE_PAGE)
    return _Masses(cut.paths[sections], parents, running[columns.end[sections]] - running[sections], float(running[-1]))


@dataclass(frozen=True, slots=True)
class _SectionTree:
    """The sections of all pages, merged by path, with the median over pages of their informative terms."""

    codes: Codes
    parents: Codes
    typical: NDArray[np.float64]
    whole: float

    @classmethod
    def of(cls, pages: Sequence[_Masses]) -> "_SectionTree":
        every = np.concatenate([np.empty(0, np.uint64), *(page.codes for page in pages)])
        codes, first, which = np.unique(every, return_index=True, return_inverse=True)
        number = np.repeat(np.arange(len(pages)), [len(page.codes) for page in pages])
        mass = np.concatenate([np.empty(0), *(page.mass for page in pages)])
        parents = np.concatenate([np.empty(0, np.uint64), *(page.parents for page in pages)])[first]
        cells, cell = np.unique(which * len(pages) + number, return_inverse=True)
        summed = np.bincount(cell, mass, len(cells)).astype(np.float64)
        typical = _medians(cells // max(len(pages), 1), summed, len(codes), len(pages))
        return cls(codes, parents, typical, float(np.median([page.whole for page in pages])) if pages else 0.0)

    def typical_of(self, path: np.uint64) -> float:
        return self.whole if path == _WHOLE_PAGE else float(self.typical[np.searchsorted(self.codes, path)])


def _medians(groups: NDArray[np.int64], values: NDArray[np.float64], count: int, pages: int) -> NDArray[np.float64]:
    """Lower median of each group's values, padded with zeros to one per page."""
    order = np.lexsort((values, groups))
    size = np.bincount(groups, minlength=count)
    last = np.cumsum(size)
    place = last - pages + (pages - 1) // 2  # index of the median of the padded values
    found = np.zeros(count)
    inside = place >= last - size
    found[inside] = values[order][place[inside]]
    return found
