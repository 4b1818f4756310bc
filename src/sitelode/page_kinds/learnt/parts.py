"""What a page holds together: the pages that it alone announces, in one list, below its address.

A hub of a wiki and the opening page of a chapter share the layout of the pages that they list and often have text of their own, so neither
layout nor text tells them apart. That their lists stand where other pages of the layout have none, and that nobody else lists what they
list, does; and so does an address that those of the listed pages go on from.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.address_endings import stem_of
from sitelode.page_kinds.decide import Heads
from sitelode.page_kinds.link_evidence import ListingLinks
from sitelode.page_kinds.page_groups import Groups, Measures

Places = NDArray[np.int64]
LEAST_PARTS: Final = 2  # pages that make a chapter. Set by hand
_LAST_NAMES: Final = re.compile(r"[/:=]([^/:=?&]+)[/:]([^/:=?&]+)\Z")


class Parts(NamedTuple):
    """What pages announce, link by link, and the folders that pages stand for."""

    source: Places
    target: Places
    place: Places  # of the link in the layout
    inside: NDArray[np.bool_]  # whether the target lies in the folder of the source
    below: Measures  # for every page how many others lie in its folder
    same: NDArray[np.bool_]  # whether the page lies in its folder itself, being called as the folder is: "plans/plans.html"

    @classmethod
    def of(cls, links: ListingLinks, urls: Sequence[str]) -> "Parts":
        """Linear but for sorting."""
        announcing = np.flatnonzero(links.weight > 0)
        source, target = links.source[announcing], links.target[announcing]
        headed = [_folder_headed(url) for url in urls]
        folders = [folder for folder, _ in headed]
        pairs = zip(source.tolist(), target.tolist(), strict=True)
        inside = np.array([urls[other].startswith(folders[one]) for one, other in pairs], dtype=np.bool_)
        same = np.array([called for _, called in headed], dtype=np.bool_)
        return cls(
            source.astype(np.int64), target.astype(np.int64), links.place[announcing].astype(np.int64), inside, _below(urls, folders), same
        )

    def heads(self) -> Heads:
        """Pages that announce most of what lies below their addresses, and little else; or that are called as their folder and announce."""
        number, held = (np.bincount(self.source, values, len(self.below)) for values in (None, self.inside))
        chapters = (held >= LEAST_PARTS) & (2 * held >= self.below) & (2 * held >= number)
        heads = chapters | (self.same & (self.below >= LEAST_PARTS) & (number >= LEAST_PARTS))
        chosen = heads[self.source]
        return Heads(self.source[chosen], self.target[chosen])

    def columns(self, layouts: Groups) -> Iterator[tuple[str, Measures]]:
        """Evidence with one number a page."""
        pages, source = len(self.below), self.source
        number, announcers = np.bincount(source, minlength=pages), np.bincount(self.target, minlength=pages)
        yield "announced by it alone", np.log1p(np.bincount(source, 1 / np.maximum(announcers[self.target], 1), pages))
        lists, sizes = np.unique(source << 32 | self.place, return_counts=True)
        longest = np.zeros(pages)
        np.maximum.at(longest, lists >> 32, sizes)
        yield "announced in one list", np.log1p(longest)
        yield "share of one list", longest / np.maximum(number, 1)
        yield "announced in unusual places", np.log1p(np.bincount(source, 1 - self._usual(layouts), pages))
        yield "announced below its address", np.log1p(np.bincount(source, self.inside, pages))
        yield "pages below its address", np.log1p(self.below)

    def _usual(self, layouts: Groups) -> Measures:
        """For every link the share of pages of its layout that have some in the same place."""
        layout = layouts.of_page[self.source]
        _, which = np.unique(self.place * len(layouts.size) + layout, return_inverse=True)
        pairs = np.unique(which.astype(np.int64) << 32 | self.source)
        counts = np.bincount(pairs >> 32, minlength=int(which.max(initial=-1)) + 1)
        return np.asarray(counts[which] / layouts.size[layout])


def _folder_headed(url: str) -> tuple[str, bool]:
    """The folder that a page stands for, and whether the page lies in it."""
    stem = stem_of(url).removesuffix("/index")
    names = _LAST_NAMES.search(stem)
    if names and names[1] == names[2]:
        return stem[: names.start(2)], True
    return stem + "/", False


def _below(urls: Sequence[str], folders: Sequence[str]) -> Measures:
    order = sorted(urls)
    ends = (folder[:-1] + chr(ord(folder[-1]) + 1) for folder in folders)
    ranges = zip(urls, folders, ends, strict=True)
    return np.array(
        [bisect_left(order, end) - bisect_left(order, folder) - url.startswith(folder) for url, folder, end in ranges], dtype=np.float64
    )
