"""Speed of mapping trees of real pages, compared with general tree edit distances on the same pairs.

    python -m bench.mappings [--pairs 2] [--pages 300] [--zss-nodes 150]

Trees are the elements of a page, labelled with their tags; each site gives some pairs of pages with 500 to 3,000 elements. edist compiles
the tree edit distance of Zhang and Shasha, zss is the same in Python. zss does not finish on such pages: it gets the pair of real pages
that is closest to a given number of elements, and ours is timed on that pair too; nothing is extrapolated. Time is CPU time of
the fastest of several runs (for zss: of the only run).
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import median

import zss
from edist.ted import standard_ted
from selectolax.lexbor import LexborHTMLParser

from bench.corpora import CorpusNotFoundError, article_pages
from sitelode_lab.trees.labelled_tree import LabelledTree
from sitelode_lab.trees.mapping_clusters import similarities_of_pairs
from sitelode_lab.trees.tree_mapping import MAPPINGS, TreeMapping

FEWEST, MOST = 500, 3_000  # elements of a page that is compared
REPEATED_FOR = 0.2  # seconds, as many runs of ours as fit


@dataclass(frozen=True, slots=True)
class PagePair:
    site: str
    left: LabelledTree
    right: LabelledTree


@dataclass(frozen=True, slots=True)
class Timing:
    pair: PagePair
    ours: dict[str, float]  # seconds, by mapping
    edist: float


def element_tree(html: str, numbers: dict[str, int]) -> LabelledTree:
    """The elements of a page, labelled with their tags."""
    labels: list[int] = []
    parents: list[int] = []
    root = LexborHTMLParser(html).root
    waiting = [(root, -1)] if root else []
    while waiting:
        node, parent = waiting.pop()
        waiting.extend((child, len(labels)) for child in reversed([child for child in node.iter() if child.is_element_node]))
        labels.append(numbers.setdefault(node.tag or "", len(numbers)))
        parents.append(parent)
    return LabelledTree.from_parents(labels, parents)


def trees_by_site(numbers: dict[str, int], pages_of_site: int) -> dict[str, list[LabelledTree]]:
    trees: dict[str, list[LabelledTree]] = {}
    for page in article_pages("sites"):
        of_site = trees.setdefault(page["site"], [])
        if len(of_site) < pages_of_site:
            of_site.append(element_tree(page["html"], numbers))
    return trees


def pairs_of(trees: dict[str, list[LabelledTree]], per_site: int) -> Iterator[PagePair]:
    """Of each site pages that differ: the first with the last that fits, the second with the last but one, and so on."""
    for site, of_site in trees.items():
        fitting = list({tree.root_fingerprint: tree for tree in of_site if FEWEST <= len(tree) <= MOST}.values())
        yield from islice((PagePair(site, *both) for both in zip(fitting[: len(fitting) // 2], reversed(fitting), strict=False)), per_site)


def least_seconds(work: Callable[[], object], runs: int | None = None) -> float:
    """CPU time of the fastest of some runs, or of as many as fit into a while: on a busy machine the others measure the neighbours."""
    work()
    least, begun = float("inf"), time.process_time()
    while runs != 0 and (runs is not None or time.process_time() - begun < REPEATED_FOR):
        started = time.process_time()
        work()
        least = min(least, time.process_time() - started)
        runs = runs and runs - 1
    return least


def timed(pair: PagePair) -> Timing:
    left, right = pair.left, pair.right
    ours = {name: least_seconds(lambda mapping=mapping: mapping(left, right)) for name, mapping in MAPPINGS.items()}  # type: ignore[misc]
    arguments = *_nodes_and_children(left), *_nodes_and_children(right)
    edist = least_seconds(lambda: standard_ted(*arguments), runs=2)
    _check(pair, standard_ted(*arguments))
    return Timing(pair, ours, edist)


def _check(pair: PagePair, distance: int) -> None:
    """A mapping with more restrictions cannot be cheaper."""
    plain, restricted = (mapping(pair.left, pair.right) for mapping in (MAPPINGS["top-down"], MAPPINGS["restricted"]))
    if not distance <= plain.cost <= restricted.cost:
        raise AssertionError(f"{pair.site}: edist {distance}, top-down {plain.cost}, restricted {restricted.cost} are not in order")


def _nodes_and_children(tree: LabelledTree) -> tuple[list[int], list[list[int]]]:
    children: list[list[int]] = [[] for _ in range(len(tree))]
    for node, parent in enumerate(tree.parent.tolist()):
        if parent >= 0:
            children[parent].append(node)
    return tree.label.tolist(), children


def zss_seconds(pair: PagePair) -> float:
    roots = [_zss_root(tree) for tree in (pair.left, pair.right)]
    started = time.process_time()
    zss.simple_distance(*roots)
    return time.process_time() - started


def _zss_root(tree: LabelledTree) -> zss.Node:
    nodes = [zss.Node(str(label)) for label in tree.label.tolist()]
    for node, parent in enumerate(tree.parent.tolist()):
        if parent >= 0:
            nodes[parent].addkid(nodes[node])
    return nodes[0]


def nearest_pair(trees: dict[str, list[LabelledTree]], nodes: int) -> PagePair:
    """Two different pages of one site, both as near as possible to a number of elements."""
    pairs = []
    for site, of_site in trees.items():
        distinct = {tree.root_fingerprint: tree for tree in of_site}.values()
        nearest = sorted(distinct, key=lambda tree: abs(len(tree) - nodes))[:2]
        if len(nearest) > 1:
            pairs.append(PagePair(site, *nearest))
    return min(pairs, key=lambda pair: abs(len(pair.left) - nodes) + abs(len(pair.right) - nodes))


def print_table(timings: Sequence[Timing]) -> None:
    print("milliseconds of CPU time a pair\n")
    print(f"| site | elements | {' | '.join(MAPPINGS)} | edist | edist / restricted |")
    print("|---|---|" + "---|" * (len(MAPPINGS) + 2))
    for timing in timings:
        own = " | ".join(f"{1000 * seconds:.3f}" for seconds in timing.ours.values())
        sizes = f"{len(timing.pair.left)}, {len(timing.pair.right)}"
        print(f"| {timing.pair.site} | {sizes} | {own} | {1000 * timing.edist:.0f} | {timing.edist / timing.ours['restricted']:,.0f} |")
    ratios = [timing.edist / timing.ours["restricted"] for timing in timings]
    print(f"\nedist / restricted: least {min(ratios):,.0f}, median {median(ratios):,.0f}, of all together ", end="")
    print(f"{sum(timing.edist for timing in timings) / sum(timing.ours['restricted'] for timing in timings):,.0f}")


def print_batch(trees: dict[str, list[LabelledTree]]) -> None:
    forest = [tree for of_site in trees.values() for tree in of_site if FEWEST <= len(tree) <= MOST]
    pairs = [(0, other) for other in range(len(forest))]
    for method in MAPPINGS:
        seconds = least_seconds(lambda method=method: similarities_of_pairs(forest, pairs, method))  # type: ignore[misc]
        print(f"one page with {len(forest)} others, {method}: {1e6 * seconds / len(forest):.1f} microseconds a pair")


def print_zss(pair: PagePair) -> None:
    mapping: Callable[[LabelledTree, LabelledTree], TreeMapping] = MAPPINGS["restricted"]
    slow, ours = zss_seconds(pair), least_seconds(lambda: mapping(pair.left, pair.right))
    print(
        f"zss on pages of {len(pair.left)} and {len(pair.right)} elements ({pair.site}): {slow:.1f} s, restricted {1000 * ours:.3f} ms, ",
        end="",
    )
    print(f"zss / restricted {slow / ours:,.0f}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pairs", type=int, default=2, help="of each site (default: 2)")
    options.add_argument("--pages", type=int, default=300, help="that pairs are chosen from, of each site (default: 300)")
    options.add_argument("--zss-nodes", type=int, default=150, help="elements of the pages that zss gets (default: 150); 0 leaves it out")
    chosen = options.parse_args()
    try:
        trees = trees_by_site({}, chosen.pages)
    except CorpusNotFoundError as missing:
        sys.exit(str(missing))
    print_table([timed(pair) for pair in pairs_of(trees, chosen.pairs)])
    print()
    print_batch(trees)
    print()
    if chosen.zss_nodes:
        print_zss(nearest_pair(trees, chosen.zss_nodes))


if __name__ == "__main__":
    main()
