"""How much text a page has that no other page has: what a template, a listing's excerpts and repeated notices do not account for.

Pages that show one thing in several ways: parts of an article, all parts at once, a form for printing. They say the same title, and their
addresses go on from that of one of them. What stands on several of them is no excerpt and no part of a template, and their links to each
other announce nothing.

Text that stands on several pages of a site: a listing shows how its articles begin, or all of them. Of a listing many pages hold a part
each; of an article the pages that list it hold the same part. So what a page shares with all others together, and what with the one that it
shares most with, tells which of the two it is.

Values under labels: what a record has and a text has not. A label is a short line outside links that recurs on the pages of a layout, in
whatever language; the line of a page's own that follows is its value. "label: value" in one line counts as well. On a record such lines
divide what is the page's own into many short runs; a text is one long run.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import are_among, distinct, numbered
from sitelode.compiled.codes import Codes, mix_columns
from sitelode.page_kinds.addresses import beginnings, has_path, stem_of
from sitelode.page_kinds.lines import codes_of_texts
from sitelode.page_kinds.page_evidence import MISSING_PRIOR, Flags, Places, SiteLines, SiteLinks
from sitelode.page_kinds.page_groups import Groups, Measures, mean_of
from sitelode.page_kinds.titles import RawTitles, letters_of

MOST_VERSIONS: Final = 50  # pages; a title on more says nothing about a page


def versions(urls: Sequence[str], titles: Sequence[RawTitles]) -> Places:
    """For every page the place of the one that its address goes on from and that has its title, or its own. Linear in pages."""
    named: dict[str, list[int]] = {}
    for page, title in enumerate(titles):
        named.setdefault(letters_of(title.title), []).append(page)
    first = np.arange(len(urls), dtype=np.int32)
    for letters, pages in named.items():
        if not letters or not 1 < len(pages) <= MOST_VERSIONS:
            continue
        by_stem = {stem_of(urls[page]): page for page in pages if has_path(urls[page])}
        for page in pages:
            begun = (by_stem[stem] for stem in (*beginnings(urls[page]), stem_of(urls[page])) if stem in by_stem)
            first[page] = next(begun, page)
    return first


# Chosen on the 16 sites of `bench.structure`; docs/algorithms/page_kinds.md says how far each can be moved.
LEAST_WIDTH: Final = 60  # characters of a line that counts as text; menu entries, dates and captions are shorter
RARE_SHARE: Final = 0.05  # of the pages; a line on fewer is no part of a template
UNSURE: Final = 50.0  # characters below links with known targets that outweigh a guess half: less than one line
Widths = NDArray[np.float64]


def own_text(lines: SiteLines, links: SiteLinks, version: Places | None = None) -> Widths:
    """Characters outside links in long lines that stand, and begin, on this page and its versions only; wide characters count two.

    What stands below a link to a page that is missing counts as far as it is no excerpt of it.
    """
    long = np.flatnonzero(lines.width >= LEAST_WIDTH)
    alone = lines.pages[long] == 1
    begins = numbered(lines.beginning[long])
    begins_alone = np.bincount(begins)[begins] == 1
    if version is not None and (version != np.arange(links.pages)).any():
        alone |= _of_one_version(lines.code[long], version[lines.page[long]])
        begins_alone |= _of_one_version(lines.beginning[long], version[lines.page[long]])
    kept = long[alone & begins_alone]
    plain = lines.plain[kept] * (1 - _excerpt_shares(lines, links, long)[np.searchsorted(long, kept)])
    stretches, which = np.unique(lines.page[kept].astype(np.int64) << 32 | lines.stretch[kept], return_inverse=True)
    longest = np.zeros(links.pages)
    np.maximum.at(longest, stretches >> 32, np.bincount(which, plain, len(stretches)))
    return longest


def _excerpt_shares(lines: SiteLines, links: SiteLinks, rows: NDArray[np.int64]) -> Widths:
    """For lines below a link to a missing page, how much of what stands below links in such a place is text of their targets.

    A listing shows how articles begin, or all of them, below their titles. Of those that are there, their own pages tell.
    """
    shares = np.zeros(len(rows))
    led = np.flatnonzero(lines.lead[rows] >= 0)
    if not len(led):
        return shares
    link, text = lines.lead[rows[led]], rows[led]
    target, width = links.target[link], lines.width[text]
    known = target < links.pages
    begins = distinct(mix_columns(lines.page[rows].astype(np.uint64), lines.beginning[rows]))
    there = known & are_among(mix_columns(target.astype(np.uint64), lines.beginning[text]), begins)
    place = numbered(links.path[link])
    told, excerpts = (np.bincount(place[some], width[some], int(place.max()) + 1) for some in (known, there))
    missing = width[~known].sum() / width.sum()
    mean = (excerpts + UNSURE * MISSING_PRIOR * missing) / (told + UNSURE)
    shares[led] = np.where(known, 0.0, mean[place])
    return shares


def varying_text(lines: SiteLines, names: Sequence[Sequence[str]]) -> Widths:
    """Characters outside links in lines of any length that few pages have, a page's own names apart."""
    pages = len(names)
    rare = lines.pages <= max(1, RARE_SHARE * pages)
    for rank in range(max(map(len, names), default=0)):
        codes = codes_of_texts([own[rank] if rank < len(own) else "" for own in names])
        rare &= lines.code != codes[lines.page]
    return np.bincount(lines.page[rare], lines.plain[rare], pages).astype(np.float64)


def _of_one_version(codes: Codes, version: Places) -> NDArray[np.bool_]:
    """Whether all pages that a code stands on are versions of one."""
    which = numbered(codes)
    one = np.zeros(which.max(initial=-1) + 1, dtype=version.dtype)
    one[which] = version
    return np.asarray((np.bincount(which, one[which] != version, len(one)) == 0)[which])


_MOST_PAGES: Final = 8  # further ones with a line that a page is compared with, for a bound on time
_MORE: Final = 1.5  # times as much of the other page's text as of its own, for a page to show the other. Set by hand


def shared_text(lines: SiteLines, rare: Flags, pages: int) -> Iterator[tuple[str, Measures]]:
    """Columns with one number a page, by comparing every page with those that have its long lines; linear in lines.

    `rare` are lines that are no part of a template.
    """
    long = np.flatnonzero((lines.width >= LEAST_WIDTH) & rare)
    long = long[np.argsort(lines.code[long], kind="stable")]
    code, page, width = lines.code[long], lines.page[long].astype(np.int64), lines.plain[long].astype(np.float64)
    every = np.bincount(page, width, pages).astype(np.float64)
    again = np.zeros(len(long), dtype=np.bool_)
    one, other, common = [np.empty(0, np.int64)], [np.empty(0, np.int64)], [np.empty(0)]
    for step in range(1, min(_MOST_PAGES, len(long) - 1) + 1):
        same = np.flatnonzero(code[step:] == code[:-step])
        again[same] = again[same + step] = True
        one += [page[same], page[same + step]]
        other += [page[same + step], page[same]]
        common += [width[same], width[same + step]]
    pairs, which = np.unique(np.concatenate(one) * pages + np.concatenate(other), return_inverse=True)
    amount = np.bincount(which, np.concatenate(common), len(pairs))
    first, second = np.divmod(pairs, max(pages, 1))
    largest = np.zeros(pages)  # what it shares with a single other page
    np.maximum.at(largest, first, amount)
    of_first, of_second = amount / np.maximum(every[first], 1), amount / np.maximum(every[second], 1)
    shared = np.bincount(page, width * again, pages).astype(np.float64)
    yield "text on no other page", np.log1p(every - shared)
    yield "share of text on other pages", mean_of(shared, every)
    yield "share of one page in shared text", mean_of(largest, shared)
    yield "pages with its text", np.log1p(np.bincount(first, minlength=pages))
    yield "pages that show it", np.log1p(np.bincount(first, of_first > _MORE * of_second, pages))


# Set by hand.
LABEL_WIDTH: Final = 40  # characters
RECURRING_PAGES: Final = 3  # of a layout that have a label
RECURRING_SHARE: Final = 0.02  # and the share of them


def labelled_text(lines: SiteLines, rare: Flags, layouts: Groups) -> Iterator[tuple[str, Measures]]:
    """Columns with one number a page; `rare` are lines that are no part of a template. Linear in lines but for sorting."""
    pages = len(layouts.of_page)
    plain = lines.plain * 2 > lines.width
    again = _recurring(lines.number, lines, layouts)
    label = again & plain & (lines.width <= LABEL_WIDTH)
    own = rare & ~again & plain
    order = np.lexsort((lines.order, lines.page))
    page, width = lines.page[order], lines.plain[order].astype(np.float64)
    label, own = label[order], own[order]
    before = np.append(False, label[:-1] & (page[1:] == page[:-1]))[: len(order)]
    valued = own & before
    inline = own & _recurring(numbered(lines.label), lines, layouts)[order] & (lines.label[order] > 0)
    total, number = np.bincount(page, width * own, pages), np.bincount(page, own, pages)
    starts = own & ~(np.append(False, own[:-1])[: len(order)] & np.append(False, page[1:] == page[:-1])[: len(order)])
    run = np.cumsum(starts)
    runs = np.bincount(page[starts], minlength=pages)
    run_width = np.bincount(run[own], width[own], int(run[-1]) + 1 if len(run) else 1)
    largest = np.zeros(pages)
    np.maximum.at(largest, page[starts], run_width[run[starts]])
    yield "values under labels", np.log1p(np.bincount(page, valued, pages))
    yield "share of text under labels", mean_of(np.bincount(page, width * valued, pages), total)
    yield "labels in lines", np.log1p(np.bincount(page, inline, pages))
    yield "share of lines with labels", mean_of(np.bincount(page, inline, pages), number)
    yield "runs of own lines", np.log1p(runs)
    yield "share of the longest run", mean_of(largest, total)


def _recurring(numbers: NDArray[np.int64], lines: SiteLines, layouts: Groups) -> Flags:
    """Which lines have a number that several pages of their layout have."""
    layout = layouts.of_page[lines.page]
    which = numbered(numbers * len(layouts.size) + layout)
    return np.asarray(np.bincount(which)[which] >= np.maximum(RECURRING_PAGES, RECURRING_SHARE * layouts.size[layout]))
