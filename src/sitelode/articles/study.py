"""Learn to read the articles of each layout of a site, from a sample of its pages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b

from sitelode.articles.body.body_rules import BodyRules
from sitelode.articles.body.compile_rules import compile_rules
from sitelode.articles.body.study import BodyClasses, choose_segments
from sitelode.articles.reader import ClusterReader
from sitelode.html.feeds import FeedEntry, read_feed
from sitelode.html.page import Page
from sitelode.layout.site_layouts import SiteLayouts, find_layouts
from sitelode.layout.sketch import Codes32, PageSketcher, common_codes, share_of
from sitelode.progress import Progress, no_progress
from sitelode.site.site import Site
from sitelode.site.store import Entry
from sitelode.text.segments import segments_of

MOST_STUDIED = 300  # pages of a layout; ten are nearly enough, and memory stays bounded (about 0.3 MB per page while a layout is studied)
LARGE_PAGES = 8  # of a layout that may read the pages of small ones; this and the next five were set by hand
MOST_LARGE = 10  # number of such layouts
FEW_PAGES = 3  # of a small layout
MOST_SKETCHED = 100  # pages of a large layout that are compared to find what they have in common
ADOPTED_MATCH = 0.6  # share of the large layout's elements that a page of the small one must have
ADOPTED_KNOWN = 0.9  # share of the text read there that must be at paths the large layout knows


@dataclass(frozen=True)
class StudiedLayout:
    """Pages of one layout and the reader learnt from them."""

    pages: Sequence[Page]
    reader: ClusterReader


def study_layouts(site: Site, layouts: SiteLayouts, progress: Progress = no_progress) -> list[ClusterReader]:
    """One reader for each cluster of pages.

    Page types of one template share a reader: the more pages it is learnt from, the better it is.
    """
    studied, templates, feed = [], layouts.templates.members(), feed_of(site)
    for number, members in enumerate(templates):
        pages = site.pages([entry.number for entry in sample_of([site.entries[member] for member in members])])
        studied.append(StudiedLayout(pages, ClusterReader.learnt(number, pages, feed)))
        progress("templates", number + 1, len(templates))
    readers = [each.reader for each in adopt_small_layouts(studied)]
    return [
        replace(readers[layouts.templates.of_page[members[0]]], cluster=cluster)
        for cluster, members in enumerate(layouts.clusters.members())
    ]


def study_pages(pages: Sequence[Page]) -> list[StudiedLayout]:
    """Group pages by layout and study each group, as mining does, but with all pages and without feeds."""
    groups = [[pages[place] for place in places] for places in find_layouts(pages).templates.members()]
    return adopt_small_layouts([StudiedLayout(group, ClusterReader.learnt(number, group)) for number, group in enumerate(groups)])


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


def adopt_small_layouts(layouts: Sequence[StudiedLayout]) -> list[StudiedLayout]:
    """Give layouts of very few pages the reader of a large layout, if that reader knows the paths of their text.

    One or two pages teach little. If nearly all text that the large layout's reader takes from them is at paths it knows, it reads
    them better than a reader learnt from them alone.
    """
    large = [each for each in layouts if len(each.pages) >= LARGE_PAGES]
    if not large or all(len(each.pages) > FEW_PAGES for each in layouts):
        return list(layouts)
    sketcher = PageSketcher()
    candidates = [_Candidate(each, sketcher) for each in large[:MOST_LARGE]]
    found = []
    for each in layouts:
        fitting = next((other for other in candidates if len(each.pages) <= FEW_PAGES and other.knows(each.pages)), None)
        found.append(replace(each, reader=fitting.layout.reader) if fitting else each)
    return found


@dataclass(frozen=True)
class _Candidate:
    """A large layout that may read the pages of small ones."""

    layout: StudiedLayout
    sketcher: PageSketcher

    @cached_property
    def _codes(self) -> Codes32:
        return common_codes([self.sketcher.codes(page) for page in self.layout.pages[:MOST_SKETCHED]])

    @cached_property
    def _body(self) -> BodyRules:
        """Its rules, which are compiled only if a page has most of its elements."""
        return body_rules_of(self.layout.reader, list(self.layout.pages))

    def knows(self, pages: Sequence[Page]) -> bool:
        """Whether pages have most elements of a layout, and nearly all text its rules choose there is at paths of the layout."""
        return all(share_of(self._codes, self.sketcher.codes(page)) >= ADOPTED_MATCH and self._reads(page) for page in pages)

    def _reads(self, page: Page) -> bool:
        segments = segments_of(page)
        chosen = choose_segments(self._body.segment_probabilities(page, segments), segments.width, self._body.taken_from)
        return self._body.known_share(page, segments, chosen) >= ADOPTED_KNOWN


def body_rules_of(reader: ClusterReader, pages: Sequence[Page]) -> BodyRules:
    """The compiled rules of a reader, compiled now if necessary."""
    return compile_rules(reader.body, pages) if isinstance(reader.body, BodyClasses) else reader.body
