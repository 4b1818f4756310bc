"""Site trees with Markov chains of order 0 to 3 (2.5.2): which topic follows which on the way down from the start page.

M. Ester, H.-P. Kriegel, M. Schubert: "Web Site Mining", KDD 2002. Pr[S | C] is the product over all pages of Pr[topic | topics of the k
pages above]; before the start page the state is `none`. The tree is that of the shortest ways from the start page (2.5.1). Decided: Laplace
smoothing by a setting; the last k states are always looked at, `none` where there is no page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

import numpy as np

from sitelode.classify.contract import OneByOne, Sample, Verdict, class_names, verdict
from sitelode.classify.linear_models import softmax
from sitelode.classify.reading import PageText
from sitelode.json_data import JsonData
from sitelode_lab.classify.topics import Topics, TopicSettings

NO_PARENT = -1
NONE = "none"
_BETWEEN = " > "
Path: TypeAlias = tuple[str, ...]


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


@dataclass(frozen=True, slots=True)
class TransitionTable(JsonData):
    """Pr[topic | topics above] of one class of sites: counts by the states above, and what smoothing makes of them."""

    counts: dict[str, dict[str, float]]
    topics: tuple[str, ...]
    smoothing: float  # added to every count

    def log_probability(self, above: Path, topic: str) -> float:
        row = self.counts.get(_BETWEEN.join(above), {})
        total = sum(row.values()) + self.smoothing * len(self.topics)
        share = (row.get(topic, 0.0) + self.smoothing) / total if total else 0.0
        return float(np.log(share)) if share > 0 else -np.inf


@dataclass(frozen=True, slots=True)
class MarkovTreeModel(OneByOne):
    classes: tuple[str, ...]
    order: int
    log_prior: tuple[float, ...]
    tables: tuple[TransitionTable, ...]
    topics: Topics
    most_pages: int

    def predict(self, sample: Sample) -> Verdict:
        tree = whole_tree(sample.pages, self.most_pages)
        numbers = self.topics.of([sample.pages[place] for place in tree.pages])
        labels = [self.topics.labels[number] for number in numbers]
        joint = np.array(self.log_joint(tree, labels))
        found = verdict(self.classes, softmax(joint[None, :])[0], "")
        best = self.classes.index(found.label)
        mean = (joint[best] - self.log_prior[best]) / max(1, len(tree))
        path = self._deciding_path(tree, labels, best)
        return verdict(self.classes, found.probabilities.values(), f"path {path}; mean log-probability of a page {mean:.2f}")

    def log_joint(self, tree: SiteTree, labels: Sequence[str]) -> list[float]:
        """Logarithms of Pr[C] * Pr[S | C], one a class."""
        steps = list(transitions(tree, labels, self.order))
        return [
            prior + sum(table.log_probability(above, topic) for above, topic in steps)
            for prior, table in zip(self.log_prior, self.tables, strict=True)
        ]

    def _deciding_path(self, tree: SiteTree, labels: Sequence[str], best: int) -> str:
        """The transition that favours the class most against the mean of the others."""
        if len(self.tables) == 1 or not len(tree):
            return NONE
        gains: dict[tuple[Path, str], float] = {}
        for above, topic in transitions(tree, labels, self.order):
            logs = [table.log_probability(above, topic) for table in self.tables]
            gains[above, topic] = gains.get((above, topic), 0.0) + logs[best] - float(np.mean(logs))
        above, topic = max(sorted(gains), key=lambda step: gains[step])
        return _BETWEEN.join((*above, topic))


@dataclass(frozen=True, slots=True)
class MarkovTrees:
    """The classifier with its settings."""

    model: ClassVar = MarkovTreeModel
    order: int = 1
    smoothing: float = 1.0
    most_pages: int = 500  # of a site, breadth-first; probabilities shrink with size
    topics: TopicSettings = field(default_factory=TopicSettings)

    def fit(self, samples: Sequence[Sample]) -> MarkovTreeModel:
        classes = class_names(samples)
        topics = self.topics.learnt(samples)
        steps: dict[str, list[tuple[Path, str]]] = {name: [] for name in classes}
        for sample in samples:
            tree = whole_tree(sample.pages, self.most_pages)
            labels = [topics.labels[number] for number in topics.of([sample.pages[place] for place in tree.pages])]
            steps[sample.label] += transitions(tree, labels, self.order)
        tables = tuple(counted(steps[name], topics.labels, self.smoothing) for name in classes)
        share = [sum(sample.label == name for sample in samples) / len(samples) for name in classes]
        return MarkovTreeModel(classes, self.order, tuple(np.log(share).tolist()), tables, topics, self.most_pages)


def transitions(tree: SiteTree, labels: Sequence[str], order: int) -> Iterator[tuple[Path, str]]:
    """For every page the topics of the `order` pages above it, the nearest last, and its own."""
    for place, topic in enumerate(labels):
        above: list[str] = []
        parent = tree.parents[place]
        while len(above) < order:
            above.append(NONE if parent == NO_PARENT else labels[parent])
            parent = NO_PARENT if parent == NO_PARENT else tree.parents[parent]
        yield tuple(reversed(above)), topic


def counted(steps: Sequence[tuple[Path, str]], topics: Sequence[str], smoothing: float) -> TransitionTable:
    """The table of one class."""
    counts: dict[str, dict[str, float]] = {}
    for above, topic in steps:
        row = counts.setdefault(_BETWEEN.join(above), {})
        row[topic] = row.get(topic, 0.0) + 1.0
    return TransitionTable(counts, tuple(topics), smoothing)
