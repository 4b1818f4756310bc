"""Listings announce articles, articles are announced by listings: one settles the other, layouts first, then pages.

Every page has three measures: what it announces, O, how it is announced itself, I, and its own text, T. Shares of them say how much it
is an index page, an article, or neither: O, I + T, and a constant for neither, against their sum. An announcement counts by how much its
target is an article, and being announced by how much the announcing page is an index, so the measures are found by repetition. Layouts
go first, with links between different layouts only: articles that link to other articles say nothing about either. Then pages deviate from
their layout as far as their own measures, and those of the pages with addresses of their shape, deviate from the layout's.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.announcements import UNKNOWN_LINKS, ListingLinks
from sitelode.page_kinds.page_evidence import MISSING_PRIOR
from sitelode.page_kinds.page_groups import Groups, Measures, PageGroups

# Chosen on the 16 sites of `bench.structure`; docs/algorithms/page_kinds.md says how far each can be moved.
NEITHER: Final = 2.0  # what speaks against both kinds on every page
DAMPING: Final = 0.5  # share of each change that is made
MOST_ROUNDS: Final = 40
STABLE: Final = 1e-3  # largest change of a share
SHAPE_DEVIATION: Final = 0.8  # how far a shape of addresses follows its own measures instead of its layout's
PAGE_DEVIATION: Final = 0.5  # the same for a page with much evidence,
MUCH_EVIDENCE: Final = 40.0  # half of it for a page whose measures sum up to this


@dataclass(frozen=True, slots=True)
class Standing:
    """What the repetition came to."""

    index: Measures  # between 0 and 1: index page rather than article
    announces: Measures
    announced: Measures
    text: Measures
    index_share: Measures  # of the layout, or of the shape of addresses where that is more: O against O + I + T and neither


@dataclass(frozen=True)
class _Flow:
    """Along some of the links with known targets, and along the others as far as those in the same place are among them."""

    links: ListingLinks
    chosen: NDArray[np.bool_]
    pages: int

    def measures(self, index: Measures, article: Measures) -> tuple[Measures, Measures]:
        """O and I of every page, given how much each page is an index page and an article."""
        links = self.links
        worth = article[links.target] * self.chosen
        announces = np.bincount(links.source, links.weight * worth, self.pages).astype(np.float64)
        announces += np.bincount(links.lost_source, links.lost_weight * self._worth_of_lost(worth, article), self.pages)
        sure = index[links.source] * (links.weight > 0) * self.chosen
        listings = np.bincount(links.target, sure, self.pages)
        announced = np.bincount(links.target, links.weight * sure, self.pages) / np.maximum(listings, 1e-9)
        return announces, announced * np.log2(1 + listings)

    def _worth_of_lost(self, worth: Measures, article: Measures) -> Measures:
        """What targets that are missing are worth: as targets of links in the same place; where these are few, as pages of their folder."""
        links = self.links
        size, articles = (np.append(np.bincount(links.folder, values), 0.0)[links.lost_folder] for values in (None, article))
        of_folder = (articles + MISSING_PRIOR * UNKNOWN_LINKS) / (size + UNKNOWN_LINKS)
        places = int(max(links.place.max(initial=-1), links.lost_place.max(initial=-1))) + 1
        known, total = (np.bincount(links.place, values, places)[links.lost_place] for values in (None, worth))
        return np.asarray((total + of_folder * UNKNOWN_LINKS) / (known + UNKNOWN_LINKS))


def reinforce(links: ListingLinks, text: Measures, groups: PageGroups) -> Standing:
    """Layouts until they are stable, then pages."""
    prior, index, article = _settle_layouts(links, text, groups.layouts)
    flow = _Flow(links, np.ones(len(links.source), dtype=np.bool_), len(text))
    for _ in range(MOST_ROUNDS):
        announces, announced = flow.measures(index, article)
        standing, sure = _deviate(prior, (announces, announced, text), groups)
        change = _damped_change(index, standing * sure), _damped_change(article, (1 - standing) * sure)
        index, article = index + change[0], article + change[1]
        if max(np.abs(each).max(initial=0) for each in change) < STABLE:
            break
    shares = [_index_share(group, (announces, announced, text)) for group in groups]
    return Standing(standing, announces, announced, text, np.maximum(*shares))


def _settle_layouts(links: ListingLinks, text: Measures, layouts: Groups) -> tuple[Measures, Measures, Measures]:
    """For every page the log-odds of its layout, and its shares of index and article."""
    flow = _Flow(links, layouts.of_page[links.source] != layouts.of_page[links.target], len(text))
    mean_text = layouts.mean(text)
    index, article = np.full(len(layouts.size), 0.5), np.full(len(layouts.size), 0.5)
    for _ in range(MOST_ROUNDS):
        announces, announced = flow.measures(index[layouts.of_page], article[layouts.of_page])
        means = layouts.mean(announces), layouts.mean(announced), mean_text
        total = _total(means) + NEITHER
        change = _damped_change(index, means[0] / total), _damped_change(article, (means[1] + means[2]) / total)
        index, article = index + change[0], article + change[1]
        if max(np.abs(each).max(initial=0) for each in change) < STABLE:
            break
    return _log_odds(*means)[layouts.of_page], index[layouts.of_page], article[layouts.of_page]


def _deviate(prior: Measures, measures: tuple[Measures, Measures, Measures], groups: PageGroups) -> tuple[Measures, Measures]:
    """How much each page is an index page rather than an article, and how sure it is to be either."""
    layouts, shapes = groups
    of_layout = _log_odds(*map(layouts.mean, measures))[layouts.of_page]
    shape_means = tuple(map(shapes.mean, measures))
    of_shape = _log_odds(*shape_means)[shapes.of_page]
    evidence = _total(measures)
    follows = PAGE_DEVIATION * evidence / (evidence + MUCH_EVIDENCE)
    odds = prior + SHAPE_DEVIATION * (of_shape - of_layout) + follows * (_log_odds(*measures) - of_shape)
    strongest = np.maximum(evidence, _total(shape_means)[shapes.of_page])
    return 1 / (1 + np.exp(-odds)), strongest / (strongest + NEITHER)


def _index_share(groups: Groups, measures: tuple[Measures, Measures, Measures]) -> Measures:
    means = tuple(map(groups.mean, measures))
    return np.asarray((means[0] / (_total(means) + NEITHER))[groups.of_page])


def _total(measures: Iterable[Measures]) -> Measures:
    return np.asarray(np.sum(list(measures), axis=0), dtype=np.float64)


def _log_odds(announces: Measures, announced: Measures, text: Measures) -> Measures:
    return np.log((announces + NEITHER / 2) / (announced + text + NEITHER / 2))


def _damped_change(old: Measures, new: Measures) -> Measures:
    return DAMPING * (new - old)
