"""Pages by their addresses (3.3): the class of a page from the classes of its neighbours in the tree of addresses.

L. K. Shih, D. R. Karger, WWW 2004; see `place_tree.py`. One tree for each class against all others; their posteriors are brought to a sum
of one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from sitelode.classify.contract import OneByOne, Sample, Verdict, class_names, verdict
from sitelode_lab.classify.place_tree import Mutation, PlaceTree, address_path, likeliest_mutation

_MOST_TRIED = 300  # labels that the mutation probabilities are chosen on


@dataclass(frozen=True)
class AddressModel(OneByOne):
    classes: tuple[str, ...]
    urls: tuple[str, ...]
    labels: tuple[str, ...]
    mutations: tuple[Mutation, ...]  # one a class

    @cached_property
    def _trees(self) -> list[PlaceTree]:
        found = []
        for name, mutation in zip(self.classes, self.mutations, strict=True):
            found.append(PlaceTree(mutation))
            for url, label in zip(self.urls, self.labels, strict=True):
                found[-1].label(address_path(url), int(label == name))
        return found

    @cached_property
    def _beginnings(self) -> frozenset[tuple[str, ...]]:
        return frozenset(path[:depth] for path in map(address_path, self.urls) for depth in range(len(path) + 1))

    def predict(self, sample: Sample) -> Verdict:
        path = address_path(sample.url)
        found = [tree.posterior(path) for tree in self._trees]
        total = sum(found) or 1.0
        return verdict(self.classes, (value / total for value in found), self._reason(path))

    def _reason(self, path: Sequence[str]) -> str:
        """The longest beginning that the address shares with an example."""
        shared = next((path[:depth] for depth in range(len(path), 0, -1) if tuple(path[:depth]) in self._beginnings), ())
        return f"address below {'/'.join(shared)}" if shared else "no example has an address near it"


@dataclass(frozen=True, slots=True)
class Addresses:
    """The classifier with its settings."""

    model: ClassVar = AddressModel
    mutation: Mutation | None = None  # chosen by the likelihood of the labels where none is given

    def fit(self, samples: Sequence[Sample]) -> AddressModel:
        classes = class_names(samples)
        urls, labels = tuple(sample.url for sample in samples), tuple(sample.label for sample in samples)
        step = max(1, len(samples) // _MOST_TRIED)
        mutations = tuple(
            self.mutation or likeliest_mutation([(address_path(sample.url), int(sample.label == name)) for sample in samples[::step]])
            for name in classes
        )
        return AddressModel(classes, urls, labels, mutations)
