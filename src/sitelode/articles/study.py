"""Learn to read the articles of each layout of a site, from a sample of its pages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from sitelode.articles.body.body_rules import BodyRules
from sitelode.articles.body.compile_rules import compile_rules
from sitelode.articles.body.study import BodyClasses
from sitelode.articles.reader import ClusterReader
from sitelode.html.feeds import FeedEntry, read_feed
from sitelode.html.page import Page
from sitelode.layout.site_layouts import SiteLayouts, find_layouts
from sitelode.progress import Progress, no_progress
from sitelode.site.site import Site
from sitelode.site.store import Entry

MOST_STUDIED = 300  # pages of a layout; ten are nearly enough, and memory stays bounded (about 0.3 MB per page while a layout is studied)


@dataclass(frozen=True)
class StudiedLayout:
    """Pages of one layout and the reader learnt from them."""

    pages: Sequence[Page]
    reader: ClusterReader


def study_layouts(site: Site, layouts: SiteLayouts, progress: Progress = no_progress) -> list[ClusterReader]:
    """One reader for each cluster of pages.

    Page types of one template share a reader: the more pages it is learnt from, the better it is.
    """
    readers, templates, feed = [], layouts.templates.members(), feed_of(site)
    for number, members in enumerate(templates):
        pages = site.pages([entry.number for entry in sample_of([site.entries[member] for member in members])])
        readers.append(ClusterReader.learnt(number, pages, feed))
        progress("templates", number + 1, len(templates))
    return [
        replace(readers[layouts.templates.of_page[members[0]]], cluster=cluster)
        for cluster, members in enumerate(layouts.clusters.members())
    ]


def study_pages(pages: Sequence[Page]) -> list[StudiedLayout]:
    """Group pages by layout and study each group, as mining does, but with all pages and without feeds."""
    groups = [[pages[place] for place in places] for places in find_layouts(pages).templates.members()]
    return [StudiedLayout(group, ClusterReader.learnt(number, group)) for number, group in enumerate(groups)]


def sample_of(entries: Sequence[Entry]) -> list[Entry]:
    """At most MOST_STUDIED pages, in the given order; the choice depends on their addresses, not on that order."""
    chosen = sorted(entries, key=lambda entry: blake2b(entry.url.encode("utf-8", "replace"), digest_size=8).digest())[:MOST_STUDIED]
    return sorted(chosen, key=lambda entry: entry.number)


def feed_of(site: Site) -> dict[str, FeedEntry]:
    """The entries of the site's feeds by page address, without entries that link to other sites."""
    own = {entry.url for entry in site.entries}
    found: dict[str, FeedEntry] = {}
    for document in site.feeds():
        for address, entry in read_feed(document.body, document.url, document.content_type).items():
            page = site.aliases.get(address, address)
            if page in own:
                found.setdefault(page, entry)
    return found


def body_rules_of(reader: ClusterReader, pages: Sequence[Page]) -> BodyRules:
    """The compiled rules of a reader, compiled now if necessary."""
    return compile_rules(reader.body, pages) if isinstance(reader.body, BodyClasses) else reader.body
