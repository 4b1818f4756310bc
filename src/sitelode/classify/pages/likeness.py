"""How alike the pages of a site are to some examples, by one kind of evidence at a time: layout, address, looks, names, words, place.

Each evidence gives one number a page; `similar.py` weighs them. Elements, address parts and words of titles are there or not: the number
is the log of how much likelier what is there, and what is not, is on the examples than on the site. Words of the text are a cosine. Place
is the tree of addresses of Shih and Karger (`place_tree.py`).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np

from sitelode.classify.learners.features import FeatureSpace, Floats, Rows, count_matrix
from sitelode.classify.pages.addresses import address_path
from sitelode.classify.pages.families import STEM, page_document, path_of, scale
from sitelode.classify.pages.place_tree import Mutation, PlaceTree
from sitelode.classify.reading import PageText
from sitelode.classify.words import words_without_numbers

Reason: TypeAlias = Callable[[int], list[str]]  # of the page at a place
_DIGITS = re.compile(r"\d+")
_HALF = 0.5  # a count added to what was seen, so that nothing is impossible
_SURE = 1e-6  # probabilities are kept so far from 0 and 1
_TELLING = 3  # features that a reason names
_MOST_STEPS = 64  # of an address


class Evidence(Protocol):
    """One kind of evidence on all pages of a site."""

    def scores(self, like: Sequence[int], unlike: Sequence[int]) -> Floats:
        """How much each page is like the examples; any scale, more is more."""
        ...

    def reasons(self, like: Sequence[int]) -> Reason:
        """For any page what it shares with the examples and few others have."""
        ...


@dataclass(frozen=True)
class SharedFeatures:
    """Features that are there or not."""

    features: Sequence[Sequence[str]]

    @cached_property
    def _vocabulary(self) -> list[str]:
        counts = Counter(word for each in self.features for word in set(each))
        return sorted(word for word, count in counts.items() if count > 1)

    @cached_property
    def _rows(self) -> Rows:
        return count_matrix([list(set(each)) for each in self.features], {word: place for place, word in enumerate(self._vocabulary)})

    @cached_property
    def _site_share(self) -> Floats:
        share: Floats = (_column_sums(self._rows) + _HALF) / (self._rows.shape[0] + 2 * _HALF)
        return share

    def scores(self, like: Sequence[int], unlike: Sequence[int]) -> Floats:
        present, absent = self._log_ratios(like, unlike)
        found: Floats = np.asarray(self._rows @ (present - absent)) + absent.sum()
        return found

    def _log_ratios(self, like: Sequence[int], unlike: Sequence[int]) -> tuple[Floats, Floats]:
        """Of a feature that is there, and of one that is not: examples against the site, and against what is not meant."""
        site = self._site_share
        if unlike:
            weight = len(unlike) / (len(unlike) + len(like))
            site = (1 - weight) * site + weight * self._share(unlike, self._site_share)
        share = self._share(like, site)
        return np.log(share / site), np.log((1 - share) / (1 - site))

    def _share(self, places: Sequence[int], prior: Floats) -> Floats:
        seen = _column_sums(self._rows[list(places)])
        return np.clip((seen + 2 * _HALF * prior) / (len(places) + 2 * _HALF), _SURE, 1 - _SURE)

    def reasons(self, like: Sequence[int]) -> Reason:
        gain = self._log_ratios(like, ())[0]

        def reason(place: int) -> list[str]:
            own = self._rows.indices[self._rows.indptr[place] : self._rows.indptr[place + 1]].tolist()
            best = sorted(own, key=lambda column: (-gain[column], self._vocabulary[column]))[:_TELLING]
            return [self._vocabulary[column] for column in best if gain[column] > np.log(2)]

        return reason


@dataclass(frozen=True)
class SharedWords:
    """Words of the text, as a cosine."""

    texts: Sequence[Sequence[str]]

    @cached_property
    def _space(self) -> FeatureSpace:
        return FeatureSpace.learnt([{"body": text} for text in self.texts], {"body": 1.0})

    @cached_property
    def _rows(self) -> Rows:
        return self._space.matrix([{"body": text} for text in self.texts])

    def scores(self, like: Sequence[int], unlike: Sequence[int]) -> Floats:
        centre = _column_sums(self._rows[list(like)]) / len(like)
        if unlike:
            centre = centre - _HALF * _column_sums(self._rows[list(unlike)]) / len(unlike)
        found: Floats = np.asarray(self._rows @ centre)
        return found

    def reasons(self, like: Sequence[int]) -> Reason:
        centre, names = _column_sums(self._rows[list(like)]), self._space.names()

        def reason(place: int) -> list[str]:
            row = slice(self._rows.indptr[place], self._rows.indptr[place + 1])
            columns = self._rows.indices[row]
            gain = self._rows.data[row] * centre[columns]
            return [names[columns[best]][1] for best in np.argsort(-gain, kind="stable")[:_TELLING] if gain[best] > 0]

        return reason


@dataclass(frozen=True)
class SharedPlace:
    """The tree of addresses, labelled with the examples."""

    paths: Sequence[tuple[str, ...]]
    mutation: Mutation

    def scores(self, like: Sequence[int], unlike: Sequence[int]) -> Floats:
        tree = PlaceTree(self.mutation)
        for class_, places in ((0, unlike), (1, like)):
            for place in places:
                tree.label(self.paths[place], class_)
        likely = np.clip(np.array(tree.posteriors(self.paths)), _SURE, 1 - _SURE)
        found: Floats = np.log(likely / (1 - likely))
        return found

    def reasons(self, like: Sequence[int]) -> Reason:
        def reason(place: int) -> list[str]:
            depth = max((_common(self.paths[place], self.paths[other]) for other in like if other != place), default=0)
            return ["/".join(self.paths[place][:depth])] if depth > 1 else []

        return reason


def evidence_of(pages: Sequence[PageText]) -> dict[str, Evidence]:
    """All kinds of evidence by name; worked out when they are asked for."""
    documents = [page_document(page) for page in pages]
    names = [
        [*(f"title {word[:STEM]}" for word in each["title"]), *(f"heading {word[:STEM]}" for word in each["headings"])]
        for each in documents
    ]
    looks = [[*each["looks"], f"elements={scale(len(page.layout))}"] for each, page in zip(documents, pages, strict=True)]
    return {
        "layout": SharedFeatures([page.layout for page in pages]),
        "address": SharedFeatures([list(address_features(page.url)) for page in pages]),
        "looks": SharedFeatures(looks),
        "names": SharedFeatures(names),
        "words": SharedWords([each["body"] for each in documents]),
        "place": SharedPlace([address_path(page.url) for page in pages], Mutation()),
    }


def address_features(url: str) -> Iterator[str]:
    """Parts of an address, counted from both ends; digits do not count."""
    path = _DIGITS.sub("0", path_of(url))
    steps = path.split("/")[:_MOST_STEPS]
    last = next((step for step in reversed(steps) if step), "")
    yield f"parts={len(steps)}"
    yield f"ends in slash={path.endswith('/')}"
    yield f"ending={last.rpartition('.')[2] if '.' in last else ''}"
    yield f"length={scale(len(last))}"
    for place, step in enumerate(steps):
        yield from (f"part={step}", f"part {place}={step}", f"part -{len(steps) - place}={step}")
    yield from words_without_numbers(path)


def _column_sums(rows: Rows) -> Floats:
    return np.asarray(rows.sum(axis=0)).ravel()


def _common(one: Sequence[str], two: Sequence[str]) -> int:
    return next((place for place, (left, right) in enumerate(zip(one, two, strict=False)) if left != right), min(len(one), len(two)))
