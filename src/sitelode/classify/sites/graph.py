"""A site as a graph and as a tree: pages, the links between them, and the shortest way to each page from the start (2.5.1, 2.5.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sitelode.classify.reading import PageText

NO_PARENT = -1


@dataclass(frozen=True, slots=True)
class SiteTree:
    """The pages in the order of a breadth-first walk, each with the place of the page it was first reached from."""

    pages: tuple[int, ...]
    parents: tuple[int, ...]  # places in `pages`, NO_PARENT for the start page

    def __len__(self) -> int:
        return len(self.pages)


def site_tree(pages: Sequence[PageText], most: int | None = None) -> SiteTree:
    """Walk from the first page; every page is reached by its shortest path, of two equally short ones by the one met first."""
    place_of = {page.url: place for place, page in reversed(list(enumerate(pages)))}
    order, parents, seen = [0] if pages else [], [NO_PARENT] if pages else [], {0}
    for at, place in enumerate(order):
        for target, _ in pages[place].links:
            found = place_of.get(target)
            if found is not None and found not in seen and (most is None or len(order) < most):
                seen.add(found)
                order.append(found)
                parents.append(at)
    return SiteTree(tuple(order), tuple(parents))


def whole_tree(pages: Sequence[PageText], most: int | None = None) -> SiteTree:
    """The same, with the pages that no link reaches as further children of the start page: saved sites are seldom complete."""
    tree = site_tree(pages, most)
    reached = set(tree.pages)
    left = [place for place in range(len(pages)) if place not in reached]
    left = left[: None if most is None else max(0, most - len(tree))]
    return SiteTree((*tree.pages, *left), (*tree.parents, *(0 for _ in left)))


def reached_pages(pages: Sequence[PageText]) -> Iterator[PageText]:
    """Every page once, in the order of the walk."""
    return (pages[place] for place in whole_tree(pages).pages)
