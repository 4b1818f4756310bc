"""Split a layout into page types if its addresses and its paths agree.

Page types of one design may differ so little (a heading for the tag, a box with the author) that they count as one layout. If the
addresses of a layout's pages form families (/tag/.., /author/..), and some path is on nearly all pages of one family and nearly none of
the other, the small difference is systematic, and the families are separated. Addresses alone split nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from sitelode.layout.clusters import Clusters, largest_first
from sitelode.urls import generalise

# Set by hand; what the split as a whole gains and costs is in docs/algorithms/layout.md.
FAMILY_SHARE = 0.1  # of a layout's pages; smaller families are merged into "the rest"
FAMILY_PAGES = 5  # the same as a number of pages
NEARLY_ALL = 0.9  # of a family's pages
NEARLY_NONE = 0.1
_REST = "*"  # the family of all other pages


@dataclass
class _Group:
    """Pages of one layout, and the number of pages that have each path."""

    pages: list[int]
    counts: Counter[int]

    def differs_from(self, other: "_Group") -> bool:
        return self.has_what_is_missing_in(other) or other.has_what_is_missing_in(self)

    def has_what_is_missing_in(self, other: "_Group") -> bool:
        enough, few = NEARLY_ALL * len(self.pages), NEARLY_NONE * len(other.pages)
        return any(count >= enough and other.counts[path] <= few for path, count in self.counts.items())

    def take_in(self, other: "_Group") -> None:
        self.pages += other.pages
        self.counts += other.counts


def split_by_address(clusters: Clusters, path_sets: Sequence[frozenset[int]], urls: Sequence[str]) -> Clusters:
    """Split the clusters whose address families differ systematically. Linear in pages."""
    of_page, numbers = list(clusters.of_page), 0
    for members in clusters.members():
        for group in _groups(members, path_sets, urls):
            for page in group.pages:
                of_page[page] = numbers
            numbers += 1
    return Clusters(largest_first(of_page), clusters.threshold)


def _groups(members: Sequence[int], path_sets: Sequence[frozenset[int]], urls: Sequence[str]) -> list[_Group]:
    """The families, merged if they do not differ; the largest first, so that the order of pages does not matter."""
    families: dict[str, list[int]] = defaultdict(list)
    for page in members:
        families[family_of(urls[page])].append(page)
    rest = [name for name, pages in families.items() if len(pages) < max(FAMILY_PAGES, FAMILY_SHARE * len(members))]
    for name in rest:
        if name != _REST:
            families[_REST] += families.pop(name)
    groups: list[_Group] = []
    for _, pages in sorted(families.items(), key=lambda family: (-len(family[1]), family[0])):
        group = _Group(pages, Counter(chain.from_iterable(map(path_sets.__getitem__, pages))))
        alike = next((known for known in groups if not known.differs_from(group)), None)
        if alike is None:
            groups.append(group)
        else:
            alike.take_in(group)
    return groups


def family_of(url: str) -> str:
    """The first step of an address, with digits as N: on most sites it distinguishes the page types."""
    path = generalise(url).partition("?")[0].split("/")[1:]
    return path[0] if len(path) > 1 else _REST
