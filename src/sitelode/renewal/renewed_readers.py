"""Readers of the layouts of a renewed site: those of the earlier result, learnt again where enough of their pages came later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sitelode.articles.body.body_rules import BodyRules
from sitelode.articles.reader import ClusterReader
from sitelode.articles.rotating_texts import settled
from sitelode.articles.study import FEW_PAGES, LARGE_PAGES, StudiedLayout, adopt_small_layouts, feed_of, sample_of
from sitelode.compiled.codes import Codes
from sitelode.layout.renewed_layouts import RenewedLayouts
from sitelode.output.saved_state import Learnt, Renewal
from sitelode.site.site import Site

LEARN_FROM: Final = 0.1  # share of the pages that a layout is learnt from which came later; set by hand, see `bench.renewal`


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
    again: dict[int, StudiedLayout] = {}
    for template, members in enumerate(templates):
        sample = sample_of([site.entries[member] for member in members])
        later = sum(entry.url in unstudied for entry in sample)
        if template in before and later <= LEARN_FROM * len(sample):
            old = before[template]
            known[template] = replace(old_readers[learnt[0].clusters.of_page[old_members[old][0]]], feed=feed)
            rules[template] = renewal.rules[old]
        else:
            pages = site.pages([entry.number for entry in sample])
            versions = [(site.store.page(entry.number), earlier[entry.url]) for entry in sample if entry.url in earlier]
            again[template] = StudiedLayout(pages, settled(ClusterReader.learnt(template, pages, feed), versions))
            unstudied -= {site.entries[member].url for member in members}
    _adopt(site, templates, known, rules, again)
    of_clusters = []
    for cluster, members in enumerate(renewed.layouts.clusters.members()):
        template = renewed.layouts.templates.of_page[members[0]]
        of_clusters.append(replace(known[template], cluster=cluster))
    moved = {new for old, new in renewed.clusters.items() if old != new}
    touched = {place for place, cluster in enumerate(renewed.layouts.clusters.of_page) if cluster in moved}
    touched |= {member for template in again for member in templates[template]}
    compiled: dict[int, tuple[object, BodyRules]] = {id(known[each].body): (known[each].body, rules[each]) for each in rules}
    return RenewedReaders(of_clusters, compiled, sorted(again), touched, unstudied)


def _adopt(
    site: Site,
    templates: Sequence[Sequence[int]],
    known: dict[int, ClusterReader],
    rules: dict[int, BodyRules],
    again: dict[int, StudiedLayout],
) -> None:
    """Fill in readers that were learnt again; of very few pages, that of a large layout where it knows their paths."""
    few = any(len(each.pages) <= FEW_PAGES for each in again.values())
    large = [each for each in rules if len(templates[each]) >= LARGE_PAGES] if few else []
    candidates = [
        StudiedLayout(
            site.pages([site.entries[member].number for member in templates[each][:LARGE_PAGES]]),
            replace(known[each], cluster=each, body=rules[each]),
        )
        for each in large
    ]
    studied = dict(known)
    for template, found in zip(again, adopt_small_layouts([*candidates, *again.values()])[len(candidates) :], strict=True):
        own = again[template].reader
        known[template] = own if found.reader is own else studied.get(found.reader.cluster, found.reader)
