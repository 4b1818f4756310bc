"""Find subtitles: the text right below the title, before the body continues; one per page, sentence-long, different on every page."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from typing import Final

import numpy as np

from sitelode.articles.fields.field_sources import FieldSource
from sitelode.articles.fields.page_view import NEAR, PageView
from sitelode.articles.fields.regions import SURE_FROM, Region, slug_of
from sitelode.html.vocabulary import BLOCK_TAGS, TEXT

SUBTITLE: Final = (20, 400)  # bytes; set by hand, like all numbers here
ROWS_LOOKED_AT: Final = 60  # rows after the title
LEAST_COVERAGE: Final = 0.5  # of the pages
OWN_SHARE: Final = 0.8  # of the texts; at least this share must be different
BODY_SHARE: Final = 0.5  # of the pages; a text that is body on more of them needs more evidence


def subtitle_regions(views: Sequence[PageView]) -> list[tuple[FieldSource, float]]:
    """The places where a layout shows subtitles, the most certain first."""
    rows: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, view in enumerate(views):
        for row in _below_title(view):
            rows[view.place(row)].append((place, row))
    found = []
    for each in rows.values():
        region = Region(views, each)
        texts = list(region.firsts.values())
        if region.coverage < LEAST_COVERAGE or region.per_page > 1 or (len(texts) > 1 and len(set(texts)) < OWN_SHARE * len(texts)):
            continue
        of_body = region.mean(_is_body)
        if of_body >= BODY_SHARE and region.mean(_is_one_of_many) >= BODY_SHARE:
            continue  # descriptions are often copied from the first paragraph
        described = region.mean(_is_description)
        marked = region.mean(lambda view, row: view.page.tag_name(row) in ("h2", "h3", "h4"))
        score = 0.6 * described + 0.4 * marked + 0.2 * (of_body < BODY_SHARE)
        if score >= SURE_FROM:
            found.append((region.source, score * region.coverage))
    return sorted(found, key=lambda each: -each[1])


def _below_title(view: PageView) -> list[int]:
    if view.title_row < 0:
        return []
    columns = view.page.columns
    after = int(columns.end[view.title_row])
    rows = slice(after, after + ROWS_LOOKED_AT)
    start, length = columns.text_start[rows], columns.text_end[rows] - columns.text_start[rows]
    near = start - columns.text_end[view.title_row] <= NEAR / 2
    fits = (columns.tag[rows] != TEXT) & (SUBTITLE[0] <= length) & (length <= SUBTITLE[1]) & near
    leaves = (row for row in (after + np.flatnonzero(fits)).tolist() if not _holds_blocks(view, row))
    return list(islice(leaves, 1))


def _holds_blocks(view: PageView, row: int) -> bool:
    return any(view.page.tag_name(child) in BLOCK_TAGS for child in view.page.children(row))


def _is_one_of_many(view: PageView, row: int) -> float:
    """1 for one of several elements of its kind in the same parent, like the paragraphs of a body."""
    alike = (each for each in view.page.children(view.page.parents[row]) if each != row and view.page.tags[each] == view.page.tags[row])
    return float(any(view.place(each) == view.place(row) for each in alike))


def _is_description(view: PageView, row: int) -> float:
    meta = view.metadata.meta
    text = slug_of(view.words(row))
    described = (slug_of(meta.get(name, "")) for name in ("og:description", "description", "twitter:description"))
    beginning = text[: SUBTITLE[0]]
    return float(any(each and (each == text or (len(beginning) == SUBTITLE[0] and each.startswith(beginning))) for each in described))


def _is_body(view: PageView, row: int) -> float:
    rows = view.body_rows
    first = int(rows.searchsorted(row, side="right"))
    return float(first < len(rows) and bool(rows[first] < view.page.columns.end[row]))
