"""Links of a page by their place in its layout (3.3): links of one class stand in one box.

L. K. Shih, D. R. Karger, WWW 2004; see `place_tree.py`. The root is the whole page, its children are the next lower boxes, and a link
hangs on the smallest box that holds it. The document takes tables, rows and cells for boxes; pages have other boxes now, so all block
elements are taken. A box with a single way down to links tells no link from another and is left out: pages wrap boxes in boxes, and each
would weaken what a label says of its neighbours.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise

from sitelode.errors import ClassifyError
from sitelode.html.page import Page, nearest_blocks
from sitelode.site.page_links import Link, LinkReader
from sitelode.urls import normalise, places_of_ending
from sitelode_lab.classify.place_tree import Mutation, PlaceTree

_MOST_LINKS = 5_000  # of a page; more are no page that somebody reads
_MOST_SHOWN = 3  # addresses that a message names
_WHOLE_PAGE = 0  # the row of the root


@dataclass(frozen=True, slots=True)
class LikelyLink:
    """A link, how likely it is meant, and the box that says so."""

    url: str
    title: str  # its wording
    probability: float
    reason: str


@dataclass(frozen=True)
class LayoutLinks:
    """The links of a page, ready to be asked again and again with further examples."""

    page: Page
    mutation: Mutation = field(default_factory=Mutation)

    @cached_property
    def links(self) -> list[Link]:
        """In the order of the page, those to other sites too."""
        return list(islice(LinkReader().all_links_of(self.page), _MOST_LINKS))

    @cached_property
    def paths(self) -> list[tuple[int, ...]]:
        """For every link the rows of the boxes around it, the largest first, and its own; boxes that tell no links apart are left out."""
        whole = [(*boxes, link.row) for link, boxes in zip(self.links, self._boxes(), strict=True)]
        ways_down = Counter(above for above, _ in {step for path in whole for step in pairwise((_WHOLE_PAGE, *path))})
        return [(*(box for box in path[:-1] if ways_down[box] > 1), path[-1]) for path in whole]

    def _boxes(self) -> Iterator[tuple[int, ...]]:
        nearest, parents = nearest_blocks(self.page).tolist(), self.page.parents
        around: dict[int, tuple[int, ...]] = {}
        for link in self.links:
            if link.block not in around:
                boxes, box = list[int](), link.block
                while box > _WHOLE_PAGE:
                    boxes.append(box)
                    box = nearest[parents[box]]
                around[link.block] = tuple(reversed(boxes))
            yield around[link.block]

    def ranked(self, like: Iterable[str], unlike: Iterable[str] = ()) -> list[LikelyLink]:
        """All other links, the likeliest first; examples are given by their addresses, or by the ends of them.

        Raises:
            ClassifyError: when there is no example, one is no link of the page, or one is meant and not meant.

        """
        yes, no = self._places(like), self._places(unlike)
        if not yes | no:
            raise ClassifyError("give at least one link as an example, or as a counter-example")
        if both := yes & no:
            raise ClassifyError(f"{self.links[min(both)].target} is both an example and a counter-example; choose one")
        tree = PlaceTree(self.mutation)
        for place in sorted(yes | no):
            tree.label(_tokens(self.paths[place]), int(place in yes))
        meant, unmeant = self._counted(yes), self._counted(no)
        found = [
            LikelyLink(link.target, link.anchor, tree.posterior(_tokens(path)), self._reason(path, meant, unmeant))
            for place, (link, path) in enumerate(zip(self.links, self.paths, strict=True))
            if place not in yes | no
        ]
        return sorted(found, key=lambda link: -link.probability)

    def _places(self, wanted: Iterable[str]) -> set[int]:
        """All links to each address: a picture and its title lead to the same page."""
        found = set[int]()
        for url in wanted:
            exact = {url, normalise(url)}
            places = [place for place, link in enumerate(self.links) if link.target in exact]
            places = places or places_of_ending(((link.target,) for link in self.links), url)
            if not places:
                known = ", ".join(islice(dict.fromkeys(link.target for link in self.links), _MOST_SHOWN))
                raise ClassifyError(
                    f"no link of the page leads to {url}" + (f"; it has links such as {known}" if known else ": it has none")
                )
            found.update(places)
        return found

    def _counted(self, places: Iterable[int]) -> Counter[int]:
        """How many of these links lie in each box."""
        return Counter(box for place in places for box in (_WHOLE_PAGE, *self.paths[place][:-1]))

    def _reason(self, path: Sequence[int], meant: Counter[int], unmeant: Counter[int]) -> str:
        box = next((box for box in reversed(path[:-1]) if meant[box] or unmeant[box]), None)
        if box is None:
            return "no example stands near it"
        said = [f"{count:,} {word}" for count, word in ((meant[box], "meant"), (unmeant[box], "not meant")) if count]
        return f"in {self._name(box)} with {' and '.join(said)}"

    def _name(self, box: int) -> str:
        own, classes = self.page.attribute(box, "id"), (self.page.attribute(box, "class") or "").split()
        mark = f"#{own}" if own else "".join(f".{name}" for name in classes[:1])
        return self.page.tag_name(box) + mark


def _tokens(path: Sequence[int]) -> list[str]:
    return list(map(str, path))
