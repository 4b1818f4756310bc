"""Separate content by entropy: terms of the template are spread evenly over the pages, terms of an article are on few pages.

InfoDiscoverer: Shian-Hua Lin, Jan-Ming Ho: "Discovering Informative Content Blocks from Web Documents", KDD 2002,
doi:10.1145/775047.775134; here as in Hung-Yu Kao, Shian-Hua Lin, Jan-Ming Ho, Ming-Syan Chen: "Entropy-Based Link Analysis for Mining Web
Informative Structures", CIKM 2002 (to the letter in `infodiscoverer.py`). Implemented: entropy of terms and blocks, the greedy threshold.
Changed:

- Blocks are not only <table>: of four block sizes, the one whose entropies fall most clearly into two groups is chosen.
- A block is judged together with the blocks at the same path on other pages, so that a short article is not judged by its few words.
- "No more features come in" means at most one in a hundred, once most of the features that vary at all have come in.

Added, because related links, comments and further articles vary as much as the article does (the paper's own failure): blocks that are
mostly links, blocks outside the region where typical pages have their informative text, and anything before or after the text that most
pages have, are not content.

Find the main region of a layout: the deepest section that holds nearly all varying text of typical pages, and its regular parts.

Part of `block_entropy.py`, and not in the paper. Comments, further articles and so on vary as much as an article does, but many pages
lack them: sections count by their median over the pages, which is 0 for what most pages lack.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.codes import Codes
from sitelode.html.kernels.page_rows import inherit
from sitelode.html.page import Page, RowColumn
from sitelode.html.vocabulary import TAG_NUMBER, tag_flags
from sitelode.paths.path_codes import PathCoder
from sitelode.paths.recurring_names import ClassNames
from sitelode.text.segments import Segments, segments_of
from sitelode.text.tokens import PageTerms, page_terms
from sitelode_lab.entropy import SpreadCounts
from sitelode_lab.sampling import sample_of
from sitelode_lab.separators.separator import Scores

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
        end = cut.page.columns.end
        contained = np.arange(len(end)) < np.maximum.accumulate(np.where(chosen, end, 0))  # a chosen row and what is inside it
        of_segments: Mask = contained[cut.segments.block]
        return of_segments


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


SECTION_TAGS = frozenset("article aside div footer form header main nav section table td".split())
CONTAINER_TAGS = SECTION_TAGS | frozenset("blockquote center dd details dialog dl fieldset figure ol ul".split())
_TABLE_PARTS = (TAG_NUMBER["table"], TAG_NUMBER["td"])
BLOCK_SIZES = ("element", "container", "section", "outer section")
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # odd, with irregular bits (golden ratio)


@dataclass(frozen=True, slots=True)
class BlockEntropy:
    """Separator."""

    threshold_step: float = 0.1  # the paper's
    few_features: float = 0.01  # share of the varying features; a step with no more adds none; chosen on 16 sites (docs), as are the next 3
    most_linked: float = 0.5  # share of a block's text; above it, the block is a list of links
    main_share: float = 0.8  # of a region's informative terms; a part that holds this share becomes the region; 0: the paper's answer
    regular_share: float = 0.5  # of the pages; what this share of them has is a regular part
    most_pages: int = 300  # the paper trains on ten; measured: from 5 to 300 it makes no clear difference

    def study(self, pages: Sequence[Page]) -> "BlockTemplate":
        sample = sample_of(pages, self.most_pages)
        coder = PathCoder(ClassNames.of_pages(sample))
        cuts = [cut_page(page, coder) for page in sample]
        spread = SpreadCounts.of([cut.terms.codes for cut in cuts])
        entropies = spread.entropies(len(sample))
        choices = [self._judged(size, cuts, spread, entropies) for size in range(len(BLOCK_SIZES))]
        best = max(choices, key=lambda choice: choice.clearness)
        template = BlockTemplate(self, coder, spread, entropies, best)
        if self.main_share > 0 and len(sample) > 1:
            chosen = [template.informative(cut) for cut in cuts]
            best = replace(best, region=find_main_region(cuts, chosen, self.main_share, self.regular_share))
        return BlockTemplate(self, coder, spread, entropies, best)

    def _judged(self, size: int, cuts: Sequence["CutPage"], spread: SpreadCounts, entropies: Scores) -> "BlockClasses":
        """Entropies of the blocks of one size, and their threshold."""
        features = [_block_features(cut, size) for cut in cuts]
        classes = np.concatenate([np.empty(0, np.uint64), *(cut.paths[rows] for cut, (rows, _) in zip(cuts, features, strict=True))])
        terms = np.concatenate([np.empty(0, np.uint64), *(terms for _, terms in features)])
        codes, which = np.unique(classes, return_inverse=True)
        weight = np.bincount(which, minlength=len(codes))
        entropy = np.bincount(which, spread.look_up(entropies, terms), len(codes)) / np.maximum(weight, 1)
        linked = _linked_shares(cuts, size, codes)
        lowest = _lowest_entropy(terms, np.where(linked[which] < self.most_linked, entropy[which], 1.0))
        threshold = greedy_threshold(lowest, self.threshold_step, self.few_features)
        return BlockClasses(size, codes, entropy, linked, threshold, _clearness(entropy, weight, threshold), None)


@dataclass(frozen=True, slots=True)
class BlockClasses:
    """What was learnt for one block size: one entry per path."""

    size: int  # in BLOCK_SIZES
    codes: Codes  # ascending
    entropy: Scores
    linked: Scores  # share of their text that is links
    threshold: float
    clearness: float  # 0..1: share of the variance of entropy that is between informative and redundant blocks
    region: MainRegion | None


@dataclass(frozen=True, slots=True)
class BlockTemplate:
    """Template: the entropies of terms and of block classes, and the region of the informative text."""

    settings: BlockEntropy
    coder: PathCoder
    spread: SpreadCounts
    entropies: Scores
    classes: BlockClasses

    def content_scores(self, page: Page) -> Scores:
        cut = cut_page(page, self.coder)
        entropy, linked = self._block_values(cut)
        kept = linked < self.settings.most_linked
        if self.classes.region is not None:
            kept &= self.classes.region.keeps(cut, self.informative(cut))
        scores = np.zeros(len(page))
        of_segment = np.where(kept, informative_score(entropy, self.classes.threshold), 0.0)
        scores[cut.segments.rows] = np.repeat(of_segment, np.diff(cut.segments.first))
        return scores

    def informative(self, cut: "CutPage") -> NDArray[np.bool_]:
        """For each segment, whether the paper's rule and the rule on links keep it."""
        entropy, linked = self._block_values(cut)
        return (entropy < self.classes.threshold) & (linked < self.settings.most_linked)

    def _block_values(self, cut: "CutPage") -> tuple[Scores, Scores]:
        """Entropy and share of links of each segment's block, from its class where that is known."""
        classes, blocks = self.classes, cut.blocks[self.classes.size]
        rows, terms = _block_features(cut, classes.size)
        size = len(cut.paths)
        own = np.bincount(rows, self.spread.look_up(self.entropies, terms), size) / np.maximum(np.bincount(rows, minlength=size), 1)
        entropy, linked = own[blocks], _linked_of_blocks(cut, classes.size)[blocks]
        if len(classes.codes):
            place = np.minimum(np.searchsorted(classes.codes, cut.paths[blocks]), len(classes.codes) - 1)
            known = classes.codes[place] == cut.paths[blocks]
            entropy, linked = np.where(known, classes.entropy[place], entropy), np.where(known, classes.linked[place], linked)
        return entropy, linked


@dataclass(frozen=True, slots=True)
class CutPage:
    """A page with its segments, terms and paths, and for each block size the block of each segment."""

    page: Page
    segments: Segments
    terms: PageTerms
    paths: Codes  # one per row
    blocks: tuple[RowColumn, ...]
    section: RowColumn  # for each row the nearest section that contains it


def cut_page(page: Page, coder: PathCoder) -> CutPage:
    tag, parent = page.columns.tag, page.columns.parent
    segments = segments_of(page)
    container, section = (inherit(parent, flags[tag]) for flags in _flags())
    sections = section[segments.block]
    outer = section[np.maximum(parent[sections], 0)]
    blocks = (segments.block, container[segments.block], sections, outer)
    paths = _numbered(coder.paths(page), np.isin(tag, _TABLE_PARTS))
    return CutPage(page, segments, page_terms(page, segments), paths, blocks, section)


def _numbered(paths: Codes, chosen: Mask) -> Codes:
    """The same paths, but those of a page's second, third .. table or cell of one path: plain tables hold menu and text at one path.

    Other sections have names that tell them apart; numbered as well, they cost .03 of F1 (othercms).
    """
    rows = np.flatnonzero(chosen)
    order = np.argsort(paths[rows], kind="stable")
    codes, first = np.unique(paths[rows][order], return_index=True)
    number = np.empty(len(rows), np.uint64)
    number[order] = np.arange(len(rows)) - np.repeat(first, np.diff(np.append(first, len(rows)))) if len(codes) else 0
    numbered = paths.copy()
    numbered[rows] ^= number * _SPREAD
    return numbered


@cache
def _flags() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    return tag_flags(CONTAINER_TAGS), tag_flags(SECTION_TAGS)


def greedy_threshold(lowest: Scores, step: float, few: float) -> float:
    """The first threshold whose next step adds almost no features, given the lowest entropy at which each feature comes in.

    Before half of all such features are in, a step without any is only a gap; 0 if nothing varies at all.
    """
    thresholds = np.arange(1, round(1 / step) + 1) * step
    come_in = np.searchsorted(np.sort(lowest), np.minimum(thresholds, 1 - 1e-9), side="left")
    total = int(come_in[-1])
    if not total:
        return 0.0
    stops = np.flatnonzero((come_in[1:] - come_in[:-1] <= few * total) & (come_in[:-1] > total / 2))
    return float(thresholds[stops[0]] if len(stops) else thresholds[-1])


def _block_features(cut: CutPage, size: int) -> tuple[RowColumn, Codes]:
    """The distinct terms of each block: rows of blocks, and codes of terms."""
    return distinct_terms(cut.blocks[size][cut.terms.segment], cut.terms.codes)


def distinct_terms(holder: RowColumn, codes: Codes) -> tuple[RowColumn, Codes]:
    """Each term of each holder once."""
    _, first = np.unique(codes + holder.astype(np.uint64) * _SPREAD, return_index=True)
    return holder[first], codes[first]


def _linked_of_blocks(cut: CutPage, size: int) -> Scores:
    """By row of a block."""
    blocks, rows = cut.blocks[size], len(cut.paths)
    width = np.bincount(blocks, cut.segments.width, rows)
    linked: Scores = np.bincount(blocks, cut.segments.link_width, rows) / np.maximum(width, 1)
    return linked


def _linked_shares(cuts: Sequence[CutPage], size: int, codes: Codes) -> Scores:
    """By class of block; each page counts with its own share."""
    total, pages = np.zeros(len(codes)), np.zeros(len(codes))
    for cut in cuts:
        blocks = np.unique(cut.blocks[size])
        place = np.searchsorted(codes, cut.paths[blocks])
        known = (place < len(codes)) & (codes[np.minimum(place, len(codes) - 1)] == cut.paths[blocks]) if len(codes) else place < 0
        np.add.at(total, place[known], _linked_of_blocks(cut, size)[blocks[known]])
        np.add.at(pages, place[known], 1)
    return total / np.maximum(pages, 1)


def _lowest_entropy(terms: Codes, entropy: Scores) -> Scores:
    order = np.lexsort((entropy, terms))
    sorted_terms = terms[order]
    first = np.flatnonzero(np.append(True, sorted_terms[1:] != sorted_terms[:-1])[: len(terms)])
    return entropy[order][first]


def _clearness(entropy: Scores, weight: NDArray[np.int64], threshold: float) -> float:
    """Share of the variance of entropies that is between the two groups."""
    low = entropy < threshold
    inside, outside = weight[low].sum(), weight[~low].sum()
    if not inside or not outside:
        return 0.0
    mean = np.average(entropy, weights=weight)
    spread = np.average((entropy - mean) ** 2, weights=weight)
    gap = np.average(entropy[low], weights=weight[low]) - np.average(entropy[~low], weights=weight[~low])
    share = inside / (inside + outside)
    return float(share * (1 - share) * gap**2 / max(spread, 1e-12))


def informative_score(entropy: Scores, threshold: float) -> Scores:
    """1 at entropy 0, 0.5 at the threshold, 0 at entropy 1."""
    below = 1 - entropy / max(2 * threshold, 1e-9)
    above = (1 - entropy) / max(2 * (1 - threshold), 1e-9)
    return np.clip(np.where(entropy < threshold, np.maximum(below, 0.5), np.minimum(above, 0.499)), 0.0, 1.0)
