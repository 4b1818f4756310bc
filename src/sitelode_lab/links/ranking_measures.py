"""How good a ranking of index pages is, and what a site's links look like: the measures of the paper's section 5.

Hung-Yu Kao, Shian-Hua Lin, Jan-Ming Ho, Ming-Syan Chen: "Mining Web Informative Structures and Contents Based on Entropy Analysis", 2002:
R-Precision, precision at the 11 standard recall levels (interpolated: the best precision at that recall or any higher one), precision of
the top 20, and of a site the table of its feature extractor: terms, links in and out, and length of every page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.site.link_graph import LinkGraph
from sitelode.site.site import Site
from sitelode.text.segments import segments_of
from sitelode.text.tokens import page_terms
from sitelode_lab.entropy import FloatColumn

RECALL_LEVELS: Final = tuple(level / 10 for level in range(11))
TOP: Final = 20  # pages, the paper's


@dataclass(frozen=True, slots=True)
class RankingQuality:
    r_precision: float  # of as many pages as there are index pages
    top_precision: float  # of the first 20
    at_recall: tuple[float, ...]  # one precision per level of RECALL_LEVELS


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row of the feature extractor's table."""

    url: str
    terms: int
    distinct_terms: int
    links_in: int  # pages that link to it
    links_out: int  # pages it links to
    characters: int  # of its text


def ranking_quality(order: Sequence[int], wanted: Sequence[bool] | NDArray[np.bool_]) -> RankingQuality:
    """From pages, best first, and for each page whether it is an index page. All zero if none is."""
    hits = np.asarray(wanted, np.float64)[np.asarray(order, np.int64)]
    total = float(hits.sum())
    if not total:
        return RankingQuality(0.0, 0.0, (0.0,) * len(RECALL_LEVELS))
    found = np.cumsum(hits)
    precision, recall = found / np.arange(1, len(hits) + 1), found / total
    levels = tuple(float(precision[recall >= level - 1e-9].max(initial=0.0)) for level in RECALL_LEVELS)
    return RankingQuality(float(hits[: int(total)].mean()), float(hits[:TOP].mean()), levels)


def share_of_links_above(entropies: FloatColumn, thresholds: Sequence[float]) -> list[float]:
    """The share of links whose entropy is at least each threshold."""
    return [float((entropies >= threshold).mean()) if len(entropies) else 0.0 for threshold in thresholds]


def page_table(site: Site, graph: LinkGraph) -> Iterator[PageRow]:
    """One row per page, in the order of the site."""
    source, target, _ = graph.edges()
    out_degree, in_degree = (np.bincount(column, minlength=graph.pages) for column in (source, target))
    for place, entry in enumerate(site.entries):
        page = site.store.page(entry.number)
        segments = segments_of(page)
        codes = page_terms(page, segments).codes
        counts = int(in_degree[place]), int(out_degree[place]), int(segments.width.sum())
        yield PageRow(entry.url, len(codes), len(np.unique(codes)), *counts)
