"""What speaks for the kind of a page, as named columns with one number per page.

Amounts are logarithms: ten links more say much on a page with five and nothing on one with five hundred. None of the columns is made from
words, and but for two of `Parts` none from addresses; links up, layouts and versions are found with their help where they can help.

The evidence of a page seen against that of its like: its layout, pages titled in the same way, pages listed beside it, its site.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import distinct, numbered
from sitelode.compiled.codes import mix_columns
from sitelode.page_kinds.announcements import ListingLinks, Lists, Parts
from sitelode.page_kinds.decide import INDEX, PageText, Verdicts
from sitelode.page_kinds.lines import MOST_ITEMS, MOST_ROWS
from sitelode.page_kinds.navigation import Navigation
from sitelode.page_kinds.own_text import LEAST_WIDTH, labelled_text, shared_text
from sitelode.page_kinds.page_evidence import Flags, SiteLines, SiteReading
from sitelode.page_kinds.page_groups import Groups, Measures, mean_of
from sitelode.page_kinds.page_look import LOOKS
from sitelode.page_kinds.reinforcement import Standing
from sitelode.page_kinds.titles import TitleMatcher, pages_so_named, terms_in


@dataclass(frozen=True)
class KindTable:
    """Columns by names as "layout: own text"; none is made before it is asked for."""

    evidence: Mapping[str, Measures]
    layouts: Groups
    shapes: Groups  # of titles, within layouts
    lists: Lists
    alike: Groups  # of pages announced from the same places, within layouts
    links: ListingLinks

    @property
    def names(self) -> list[str]:
        return [f"{view}: {name}" for view in VIEWS for name in self.evidence] + list(self._sizes)

    def columns(self, names: tuple[str, ...]) -> NDArray[np.float32]:
        """A row per page."""
        return np.array([self.column(name) for name in names], dtype=np.float32).reshape(len(names), -1).T

    def column(self, name: str) -> Measures:
        view, _, what = name.partition(": ")
        return VIEWS[view](self, self.evidence[what]) if what else self._sizes[view]

    def of_layout(self, values: Measures) -> Measures:
        return self.layouts.mean(values)[self.layouts.of_page]

    @cached_property
    def weights(self) -> Measures:
        """Every layout counts, the larger ones more, but by far not as much as their pages would."""
        return np.asarray(1 / np.sqrt(self.layouts.size)[self.layouts.of_page])

    @cached_property
    def announcements(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Pages that announce, and what they announce."""
        return self.links.announcing()[:2]

    @cached_property
    def _sizes(self) -> dict[str, Measures]:
        pages, layout, shape = len(self.layouts.of_page), *(each.size[each.of_page] for each in (self.layouts, self.shapes))
        return {
            "pages of its layout": np.log1p(layout),
            "share of its layout": layout / pages,
            "pages": np.full(pages, np.log1p(pages)),
            "layouts": np.full(pages, np.log1p(len(self.layouts.size))),
            "pages of its shape": np.log1p(shape),
            "share of its shape in its layout": shape / layout,
        }


VIEWS: Final[dict[str, Callable[[KindTable, Measures], Measures]]] = {
    "page": lambda _, values: values,
    "layout": KindTable.of_layout,
    "beyond its layout": lambda table, values: values - table.of_layout(values),
    "beyond the site": lambda _, values: values - np.median(values),
    "layout beyond the site": lambda table, values: table.of_layout(values) - np.average(table.of_layout(values), weights=table.weights),
    "shape": lambda table, values: table.shapes.mean(values)[table.shapes.of_page],
    "listed beside it": lambda table, values: table.lists.mean(values),
    "announced alike": lambda table, values: table.alike.mean(values)[table.alike.of_page],
    "announcing it": lambda table, values: _mean_over(table.announcements[1], values[table.announcements[0]], len(values)),
    "announced by it": lambda table, values: _mean_over(table.announcements[0], values[table.announcements[1]], len(values)),
}

Columns = Iterator[tuple[str, Measures]]
# Set by hand.
TEMPLATE_SHARE: Final = 0.3  # of the pages of a layout or of the site; a line on more is the template's
TEMPLATE_PAGES: Final = 3
MOST_DATES: Final = 3  # beside an announcement
TITLE_WIDTH: Final = 15  # characters of a link that may be a title


class Case(NamedTuple):
    """All that is known of a site when its pages are judged."""

    reading: SiteReading
    layouts: Groups
    titles: TitleMatcher
    text: PageText
    navigation: Navigation
    links: ListingLinks
    parts: Parts
    standing: Standing
    first_guess: Verdicts
    rare: Flags  # lines that are no part of a template


def rare_lines(lines: SiteLines, layouts: Groups) -> Flags:
    """Lines that few pages of the layout and of the site have."""
    pages = len(layouts.of_page)
    layout = layouts.of_page[lines.page]
    here = numbered(lines.number * len(layouts.size) + layout)
    counts = np.bincount(here)[here]
    in_layout = (counts > TEMPLATE_SHARE * layouts.size[layout]) & (counts >= TEMPLATE_PAGES)
    return np.asarray(~in_layout & (lines.pages <= max(1.0, TEMPLATE_SHARE * pages)))


def evidence_columns(case: Case) -> dict[str, Measures]:
    """Every column by its name."""
    return {
        name: np.asarray(values, dtype=np.float64)
        for columns in (_links_out, _links_in, _navigation, _relatives, _parts, _reinforced, _shared_text, _text, _looks)
        for name, values in columns(case)
    }


def looks(case: Case) -> tuple[str, ...]:
    """The columns that say what a page looks like, and nothing about how it is linked or what other pages say."""
    return tuple(name for columns in (_text, _looks) for name, _ in columns(case))


def _links_out(case: Case) -> Columns:
    links, pages, layout = case.links, len(case.reading), case.layouts.of_page

    def total(values: NDArray[np.generic] | None) -> NDArray[np.generic]:
        return np.bincount(links.source, values, pages)

    announces = links.weight > 0
    number, announced, wording = total(None), total(announces), total(links.weight)
    elsewhere = layout[links.source] != layout[links.target]
    back = np.isin(_pairs(links.target, links.source, pages), _pairs(links.source, links.target, pages))
    dates = np.bincount(case.reading.lines.page, (case.reading.lines.dated > 0) & case.rare, pages)
    yield "links", np.log1p(number)
    yield "links that announce", np.log1p(announced)
    yield "wording of links", np.log1p(wording)
    yield "wording of links to other layouts", np.log1p(total(links.weight * elsewhere))
    yield "announced of its layout", mean_of(total(announces & ~elsewhere), announced)
    yield "dates for each announcement", np.minimum(mean_of(dates, announced), MOST_DATES)
    yield "wording of a link", mean_of(wording, announced)
    yield "share of links that announce", mean_of(announced, number)
    yield "links to missing pages", np.log1p(np.bincount(links.lost_source, minlength=pages))
    yield "links answered", mean_of(total(back), number)
    yield "own text of what it announces", np.log1p(mean_of(total(announces * case.text.own[links.target]), announced))
    yield "announcements of what it announces", np.log1p(mean_of(total(announces * announced[links.target]), announced))


def _links_in(case: Case) -> Columns:
    links, pages = case.links, len(case.reading)

    def total(values: NDArray[np.generic] | None) -> NDArray[np.generic]:
        return np.bincount(links.target, values, pages)

    announces = links.weight > 0
    announced, announcing = total(announces), np.bincount(links.source, announces, pages)
    yield "linked", np.log1p(total(None))
    yield "announced", np.log1p(announced)
    yield "wording of an announcement", mean_of(total(links.weight), announced)
    yield "own text of what announces it", np.log1p(mean_of(total(announces * case.text.own[links.source]), announced))
    yield "announcements of what announces it", np.log1p(mean_of(total(announces * announcing[links.source]), announced))


def _navigation(case: Case) -> Columns:
    links, pages, found = case.reading.links, len(case.reading), case.navigation
    for name, flags in (("the template", found.template), ("a section's menu", found.menu), ("links up", found.up)):
        yield f"out by {name}", np.log1p(np.bincount(links.source[flags], minlength=pages))
        yield f"in by {name}", np.log1p(np.bincount(links.target[flags & (links.target < pages)], minlength=pages))
    # A menu of a hundred entries is a list that stands on every page.
    menu = found.template & (links.target < pages)
    place = numbered(mix_columns(links.source[menu].astype(np.uint64), links.path[menu]))
    yield "entries of menus that lead to it", np.log1p(_mean_over(links.target[menu], np.bincount(place)[place], pages))


def _relatives(case: Case) -> Columns:
    """A post links to the listings that list it, and to the posts before and after it; a page of terms to neither."""
    links, pages, layout = case.reading.links, len(case.reading), case.layouts.of_page
    index = np.array([kind == INDEX for kind in case.first_guess.kinds], dtype=np.bool_)
    used = ~case.navigation.template & (links.target < pages)
    pairs = distinct(_pairs(links.source[used], links.target[used], pages))
    source, target = np.divmod(pairs, max(pages, 1))
    announcing, announced, _ = case.links.announcing()
    back = np.isin(pairs, _pairs(announced, announcing, pages))
    linked_back = np.isin(_pairs(target, source, pages), pairs)
    yield "links to listings", np.log1p(np.bincount(source, index[target], pages))
    yield "links to listings that announce it", np.log1p(np.bincount(source, index[target] & back, pages))
    yield "links to what announces it", np.log1p(np.bincount(source, back, pages))
    yield "announced pages that link to it", np.log1p(np.bincount(target, back, pages))
    yield "neighbours of its layout", np.log1p(np.bincount(source, linked_back & (layout[source] == layout[target]), pages))


def _parts(case: Case) -> Columns:
    yield from case.parts.columns(case.layouts)


def _reinforced(case: Case) -> Columns:
    standing = case.standing
    yield "index by reinforcement", standing.index
    yield "announces by reinforcement", np.log1p(standing.announces)
    yield "announced by reinforcement", np.log1p(standing.announced)
    yield "index share of its layout", standing.index_share
    yield "listings", np.log1p(case.first_guess.listings)


def _text(case: Case) -> Columns:
    lines, pages = case.reading.lines, len(case.reading)
    rare = case.rare
    plain, width = lines.plain.astype(np.float64), lines.width.astype(np.float64)
    linked, long = width - plain, width >= LEAST_WIDTH
    mostly_plain, dated = plain * 2 > width, lines.dated > 0

    def total(values: NDArray[np.generic]) -> Measures:
        return np.bincount(lines.page, values * rare, pages).astype(np.float64)

    yield "own text", np.log1p(case.text.own)
    yield "varying text", np.log1p(case.text.varying)
    yield "share of links in its text", mean_of(total(linked), total(width))
    yield "short lines", np.log1p(total(~long & mostly_plain))
    yield "long lines", np.log1p(total(long & mostly_plain))
    yield "share of long lines in its text", mean_of(total(plain * long), total(plain))
    yield "length of a long line", np.log1p(mean_of(total(plain * long), total(long)))
    yield "lines that are links", np.log1p(total(~mostly_plain & (width >= TITLE_WIDTH)))
    yield "share of the template", 1 - mean_of(total(width), np.bincount(lines.page, width, pages))
    yield "dates", np.log1p(np.bincount(lines.page, dated, pages))
    yield "dates of its own", np.log1p(total(dated))
    yield from labelled_text(lines, rare, case.layouts)
    yield from _items(lines, rare, pages)


def _shared_text(case: Case) -> Columns:
    yield from shared_text(case.reading.lines, case.rare, len(case.reading))


def _items(lines: SiteLines, rare: Flags, pages: int) -> Columns:
    """Of the row of repeated blocks that holds most text."""
    plain, width, page = lines.plain.astype(np.float64), lines.width.astype(np.float64), lines.page.astype(np.int64)
    row, inside = lines.item // MOST_ITEMS, lines.item >= 0
    by_row = np.bincount((page * MOST_ROWS + row)[inside], (width * rare)[inside], pages * MOST_ROWS).reshape(pages, MOST_ROWS)
    chosen = inside & (row == by_row.argmax(axis=1)[page])
    block = page * MOST_ITEMS + lines.item % MOST_ITEMS

    def number(some: Flags) -> Measures:
        return np.bincount(distinct(block[some]) // MOST_ITEMS, minlength=pages).astype(np.float64)

    def total(values: NDArray[np.generic]) -> Measures:
        return np.bincount(page, values * (chosen & rare), pages).astype(np.float64)

    every, own = number(chosen), number(chosen & rare)
    yield "blocks", np.log1p(own)
    yield "share of its text in blocks", mean_of(by_row.max(axis=1), np.bincount(page, width * rare, pages))
    yield "text of a block", np.log1p(mean_of(total(plain), own))
    yield "share of links in blocks", mean_of(total(width - plain), total(width))
    yield "share of blocks of its own", mean_of(own, every)
    yield "share of blocks with a link", mean_of(number(chosen & rare & (lines.plain < lines.width)), own)
    yield "share of blocks with text", mean_of(number(chosen & rare & (lines.plain >= LEAST_WIDTH)), own)
    yield "share of blocks with a date", mean_of(number(chosen & (lines.dated > 0)), every)


def _looks(case: Case) -> Columns:
    for name, values in zip(LOOKS, case.reading.looks.T, strict=True):
        yield name, np.log1p(values)
    for name, codes in zip(("pictures", "files"), zip(*case.reading.files, strict=True), strict=True):
        yield f"{name} of its own", np.log1p(_of_one_page(codes))
    names = case.titles.names
    yield "pages with the name before its colon", np.log1p(pages_so_named(case.reading.titles))
    yield "terms of its title", np.log1p(terms_in(title.title for title in case.reading.titles))
    yield "names of its own", np.array([len(each) for each in names], dtype=np.float64)
    yield "terms of its own name", np.log1p(terms_in(each[0] if each else "" for each in names))


def _of_one_page(codes: Sequence[NDArray[np.uint32]]) -> Measures:
    """How many codes of each page no other page has."""
    page = np.repeat(np.arange(len(codes)), [len(each) for each in codes])
    _, which, counts = np.unique(np.concatenate([np.empty(0, np.uint32), *codes]), return_inverse=True, return_counts=True)
    return np.bincount(page[counts[which] == 1], minlength=len(codes)).astype(np.float64)


def _pairs(one: NDArray[np.integer], other: NDArray[np.integer], pages: int) -> NDArray[np.int64]:
    return one.astype(np.int64) * pages + other


def _mean_over(at: NDArray[np.integer], values: NDArray[np.generic], pages: int) -> Measures:
    """For every page the mean of the values at it; 0 where there are none."""
    return mean_of(np.bincount(at, values, pages), np.bincount(at, minlength=pages))
