"""Layouts of a site mined again, and their readers: new pages join known layouts, and what changed enough is learnt again.

A page belongs to the template whose most frequent set of paths it is like, as when layouts are found (`clusters.py`), and there to the
cluster that holds most pages of its address family. Numbers stay: new layouts come last, and where a layout lost all its pages, the
last one gets its number. Pages that fit none are layouts of their own; known pages stay where they are.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sitelode.articles.body.body_rules import BodyRules
from sitelode.articles.reader import ClusterReader
from sitelode.articles.rotating_texts import settled
from sitelode.articles.study import feed_of, sample_of
from sitelode.compiled.codes import Codes
from sitelode.html.page import Page
from sitelode.layout.address_families import family_of
from sitelode.layout.clusters import Clusters, clusters_of, most_like, path_weights, paths_that_count
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.output.saved_state import Learnt, Renewal
from sitelode.paths.path_codes import PathCoder, PathSet
from sitelode.site.site import Site

SAMPLED: Final = 1_000  # pages by which paths are weighed; memory and time stay bounded. Both set by hand
SAMPLED_OF_A_LAYOUT: Final = 50  # pages among which its most frequent set of paths is found


@dataclass(frozen=True)
class RenewedLayouts:
    """The layouts of all pages."""

    layouts: SiteLayouts
    templates: dict[int, int]  # known templates by their numbers now, as far as they still have pages
    clusters: dict[int, int]  # the same for clusters
    unlike: int  # new pages that fit no known layout


def renewed_layouts(
    known: SiteLayouts, urls: Sequence[str], before: Sequence[int | None], versions: Sequence[int | None], fresh: Sequence[Page]
) -> RenewedLayouts:
    """Layouts of the pages of a renewed site.

    Args:
        known: the layouts of the site as it was.
        urls: the addresses of all pages now.
        before: for each page its place in the site as it was; None for a new or changed one.
        versions: for each new or changed page the place of its earlier version.
        fresh: the new and changed pages, in the order of the pages now.

    """
    coder = PathCoder(known.class_names)
    new_sets = [coder.path_set(page) for page in fresh]
    places = [place for place, old in enumerate(before) if old is None]
    of_page = [(0, 0) if old is None else (known.templates.of_page[old], known.clusters.of_page[old]) for old in before]
    holding = defaultdict[tuple[int, str | None], Counter[int]](Counter)
    for url, old, (template, cluster) in zip(urls, before, of_page, strict=True):
        if old is not None:
            holding[template, family_of(url)][cluster] += 1
            holding[template, None][cluster] += 1
    alone = list[int]()
    kept = [old for old in before if old is not None]
    for number, (place, old, found) in enumerate(zip(places, versions, _fitting(known, kept, versions, new_sets), strict=True)):
        if found is None:
            alone.append(number)
        elif old is not None and known.templates.of_page[old] == found:
            of_page[place] = found, known.clusters.of_page[old]
        else:
            counts = holding.get((found, family_of(urls[place]))) or holding[found, None]
            of_page[place] = found, min(counts, key=lambda cluster: (-counts[cluster], cluster))
    groups = clusters_of([new_sets[number] for number in alone]).of_page if len(alone) > 1 else [0] * len(alone)
    first_template, first_cluster = (max(each.of_page) + 1 for each in (known.templates, known.clusters))
    for number, group in zip(alone, groups, strict=True):
        of_page[places[number]] = first_template + group, first_cluster + group
    sets = iter(new_sets)
    path_sets = [next(sets) if old is None else known.path_sets[old] for old in before]
    templates, clusters = (_without_gaps([pair[part] for pair in of_page]) for part in (0, 1))
    layouts = SiteLayouts(
        Clusters([clusters[cluster] for _, cluster in of_page], known.clusters.threshold),
        known.class_names,
        path_sets,
        Clusters([templates[template] for template, _ in of_page], known.templates.threshold),
    )
    old_templates = {old: new for old, new in templates.items() if old < first_template}
    return RenewedLayouts(layouts, old_templates, {old: new for old, new in clusters.items() if old < first_cluster}, len(alone))


def _fitting(known: SiteLayouts, kept: Sequence[int], versions: Sequence[int | None], new_sets: Sequence[PathSet]) -> list[int | None]:
    """For each new page the template that it is like: that of its earlier version, if it is still like that, else the nearest."""
    if not new_sets or not kept:
        return [None] * len(new_sets)
    earlier = [old for old in versions if old is not None]
    weights = path_weights([*(known.path_sets[old] for old in (*spread(kept, SAMPLED), *earlier)), *new_sets])
    members: dict[int, list[int]] = defaultdict(list)
    for old in kept:
        members[known.templates.of_page[old]].append(old)
    templates = sorted(members)
    seeds = [_seed(known, spread(members[template], SAMPLED_OF_A_LAYOUT), weights) for template in templates]
    found: list[int | None] = []
    threshold = known.templates.threshold
    for paths, version in zip(paths_that_count(new_sets, weights), versions, strict=True):
        size = sum(weights[code] for code in paths)
        likeness, place = most_like(paths, size, seeds, weights, threshold)
        nearest = templates[place] if likeness >= threshold else None
        if version is not None and most_like(paths, size, [_seed(known, [version], weights)], weights, threshold)[0] >= threshold:
            nearest = known.templates.of_page[version]
        found.append(nearest)
    return found


def _seed(known: SiteLayouts, some: Sequence[int], weights: Mapping[int, float]) -> tuple[frozenset[int], float]:
    """The most frequent set of paths of some pages, with its weight."""
    counted = Counter(paths_that_count([known.path_sets[old] for old in some], weights))
    seed = min(counted, key=lambda each: (-counted[each], -len(each), sorted(each)))
    return seed, sum(weights[code] for code in seed)


def spread(places: Sequence[int], most: int) -> Sequence[int]:
    """At most so many of them, at even distances."""
    return places[:: max(1, -(-len(places) // most))]


def _without_gaps(numbers: Sequence[int]) -> dict[int, int]:
    """New numbers from 0 on: each keeps its own, but the last ones take those that nobody has."""
    used = set(numbers)
    free = [number for number in range(len(used)) if number not in used]
    last = sorted((number for number in used if number >= len(used)), reverse=True)
    return {number: number for number in used if number < len(used)} | dict(zip(last, free, strict=True))


RELEARN_SHARE: Final = 0.1  # share of the pages that a layout is learnt from which came later; set by hand, see `bench.renewal`


@dataclass(frozen=True)
class RenewedReaders:
    """One reader for each cluster, and what it took to get them."""

    of_clusters: list[ClusterReader]
    rules: dict[int, tuple[object, BodyRules]]  # compiled before, as SiteReader has them
    learnt: list[int]  # templates that were learnt again
    touched: set[int]  # places of known pages that must be read again
    unstudied: set[str]  # addresses of pages that came after their layout was learnt


def renewed_readers(
    site: Site, renewed: RenewedLayouts, learnt: Learnt, renewal: Renewal, is_fresh: Sequence[bool], earlier: Mapping[str, Codes]
) -> RenewedReaders:
    """Take over what was learnt, and learn what changed enough; `earlier` are the texts that changed pages had."""
    templates, feed = renewed.layouts.templates.members(), feed_of(site)
    before = {renewed.templates[old]: old for old in renewed.templates}
    old_members, old_readers = learnt[0].templates.members(), learnt[1]
    unstudied = set(renewal.unstudied) | {entry.url for entry, fresh in zip(site.entries, is_fresh, strict=True) if fresh}
    known: dict[int, ClusterReader] = {}
    rules: dict[int, BodyRules] = {}
    again: list[int] = []
    for template, members in enumerate(templates):
        sample = sample_of([site.entries[member] for member in members])
        later = sum(entry.url in unstudied for entry in sample)
        if template in before and later <= RELEARN_SHARE * len(sample):
            old = before[template]
            known[template] = replace(old_readers[learnt[0].clusters.of_page[old_members[old][0]]], feed=feed)
            rules[template] = renewal.rules[old]
        else:
            pages = site.pages([entry.number for entry in sample])
            versions = [(site.store.page(entry.number), earlier[entry.url]) for entry in sample if entry.url in earlier]
            known[template] = settled(ClusterReader.learnt(template, pages, feed), versions)
            again.append(template)
            unstudied -= {site.entries[member].url for member in members}
    of_clusters = []
    for cluster, members in enumerate(renewed.layouts.clusters.members()):
        template = renewed.layouts.templates.of_page[members[0]]
        of_clusters.append(replace(known[template], cluster=cluster))
    moved = {new for old, new in renewed.clusters.items() if old != new}
    touched = {place for place, cluster in enumerate(renewed.layouts.clusters.of_page) if cluster in moved}
    touched |= {member for template in again for member in templates[template]}
    compiled: dict[int, tuple[object, BodyRules]] = {id(known[each].body): (known[each].body, rules[each]) for each in rules}
    return RenewedReaders(of_clusters, compiled, again, touched, unstudied)
