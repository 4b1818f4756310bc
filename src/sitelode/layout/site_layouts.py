"""The layouts of a site: which pages share a layout, and how much they have in common."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from sitelode.compiled.code_sets import numbered
from sitelode.html.page import Page
from sitelode.layout.address_families import split_by_address
from sitelode.layout.clusters import SIMILAR_FROM, Clusters, clusters_of_sets, path_weights, paths_that_count
from sitelode.paths.path_codes import PathCoder, PathSet
from sitelode.paths.recurring_names import ClassNameCounts, ClassNames
from sitelode.progress import Progress, no_progress
from sitelode.site.site import Site, pass_over
from sitelode.site.store import Entry
from sitelode.urls import generalise

# For reports, set by hand.
COMMON_SHARE = 0.9  # of a layout's pages; a path on at least this share is common to the layout
PATTERN_SHARE = 0.8  # of a layout's addresses; a pattern that at least this share follow is the layout's


@dataclass(frozen=True)
class SiteLayouts:
    """Clusters, and the data they were made from."""

    clusters: Clusters  # page types: pages that share layout and address form
    class_names: ClassNames
    path_sets: list[PathSet]
    templates: Clusters  # pages that share a layout, with any address: more pages to learn from

    def common_share(self, members: Sequence[int]) -> float:
        """The share of an average page's paths that nearly all pages of the cluster have."""
        sets = [self.path_sets[member].codes for member in members]
        sizes, code = np.array([len(each) for each in sets]), numbered(np.concatenate(sets))
        is_common = np.bincount(code)[code] >= COMMON_SHARE * len(members)
        common = np.bincount(np.repeat(np.arange(len(sets)), sizes), is_common, len(sets))
        return float(np.mean(common / np.maximum(sizes, 1)))


def find_layouts(pages: Sequence[Page], threshold: float = SIMILAR_FROM) -> SiteLayouts:
    """Find the class names that count, then group the pages by paths and addresses: two passes over the pages."""
    names = ClassNames.of_pages(pages)
    coder = PathCoder(names)
    found = [(coder.path_set(page), page.url) for page in pages]
    return _grouped([paths for paths, _ in found], [url for _, url in found], names, threshold)


def layouts_of_site(site: Site, progress: Progress = no_progress, threshold: float = SIMILAR_FROM) -> SiteLayouts:
    """The same of stored pages, in several processes where the site has them."""
    counts, total = ClassNameCounts(), len(site.entries)
    for found in pass_over(site, _count_names) if total > 1 else ():
        counts.add_counts(*found)
        progress("names", counts.pages, total)
    names = ClassNames.from_counts(counts)
    path_sets: list[PathSet] = []
    for sets in pass_over(site, partial(_path_sets, PathCoder(names))):
        path_sets += sets
        progress("layouts", len(path_sets), total)
    return _grouped(path_sets, [entry.url for entry in site.entries], names, threshold)


def _count_names(site: Site, entries: Sequence[Entry]) -> tuple[int, dict[tuple[int, str], int]]:
    counts = ClassNameCounts()
    for entry in entries:
        counts.add(site.store.page(entry.number))
    return counts.pages, dict(counts.counts)


def _path_sets(coder: PathCoder, site: Site, entries: Sequence[Entry]) -> list[PathSet]:
    return [coder.path_set(site.store.page(entry.number)) for entry in entries]


def _grouped(path_sets: list[PathSet], urls: Sequence[str], names: ClassNames, threshold: float) -> SiteLayouts:
    if len(path_sets) == 1:
        alone = Clusters([0], threshold)
        return SiteLayouts(alone, names, path_sets, alone)
    weights = path_weights(path_sets)
    sets = paths_that_count(path_sets, weights)
    clusters = clusters_of_sets(sets, weights, threshold)
    split = split_by_address(clusters, sets, urls)
    return SiteLayouts(split, names, path_sets, clusters)


def common_url_pattern(urls: Sequence[str]) -> str | None:
    """The pattern that nearly all of these addresses follow, if there is one."""
    pattern, count = Counter(map(generalise, urls)).most_common(1)[0]
    return pattern if count >= PATTERN_SHARE * len(urls) and len(urls) > 1 else None
