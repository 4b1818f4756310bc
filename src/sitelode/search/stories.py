"""Articles side by side: those with nearly the same text, and those about the same event, over any number of sites.

Two texts are *nearly the same* if most runs of five words of the shorter are in the longer: copies, agency reports, later versions. They
are about the *same story* if the words that are rare among all texts are shared: the cosine of tf-idf vectors. No word list is used. Only
texts that share some of their rarest words are compared, so that the time grows with the number of such pairs, not with all.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np

from sitelode.search.mined_texts import MinedText
from sitelode.search.query import search_words

SHINGLE: Final = 5  # words in a row
NEARLY_SAME: Final = 0.5  # share of the shorter text's runs of words; measured with bench.stories, as is the next
SAME_STORY: Final = 0.3  # cosine
_TITLE_WEIGHT: Final = 3  # a word of the title counts as often; set by hand, as are all bounds below
_KEY_WORDS: Final = 40  # the heaviest words of a text, by which candidates are found
_MOST_TEXTS: Final = 60  # of a word that leads to candidates; more frequent words say little of an event
_SHARED_KEYS: Final = 3  # key words that candidates share
_MOST_PAIRS: Final = 20_000_000  # of texts that share a key word: half a gigabyte
_FEWEST_WORDS: Final = 20  # shorter texts say too little to be compared

Vector: TypeAlias = dict[str, float]


@dataclass(frozen=True, slots=True)
class Member:
    """A text of a story: how like the story's first text it is."""

    place: int
    likeness: float  # cosine, 1 for the first itself
    nearly_same: bool


@dataclass(frozen=True, slots=True)
class Story:
    """Two or more texts on one event; the first is the one with most in common with the others."""

    members: tuple[Member, ...]
    words: tuple[str, ...]  # rare words that all of them have, heaviest first


def stories(texts: Sequence[MinedText]) -> list[Story]:
    """The groups of texts that tell the same, the largest first. A text is in one group at most."""
    cut = [[*search_words(text.title) * _TITLE_WEIGHT, *search_words(text.text)] for text in texts]
    vectors = _vectors(cut)
    likeness = {pair: value for pair in _candidates(vectors) if (value := _cosine(vectors, pair)) >= SAME_STORY}
    groups = _groups(likeness, len(texts))
    return [_story(group, likeness, cut, vectors) for group in groups]


def shared_runs(one: Sequence[str], other: Sequence[str]) -> float:
    """The share of the shorter text's runs of words that the longer one has."""
    runs = [{tuple(text[place : place + SHINGLE]) for place in range(len(text) - SHINGLE + 1)} for text in (one, other)]
    shorter = min(map(len, runs))
    return len(runs[0] & runs[1]) / shorter if shorter else 0.0


def _vectors(cut: Sequence[Sequence[str]]) -> list[Vector]:
    """Of length 1; empty for texts of few words."""
    having = Counter(word for words in cut for word in set(words))
    vectors: list[Vector] = []
    for words in cut:
        if len(words) < _FEWEST_WORDS:
            vectors.append({})
            continue
        weights = {
            word: (1 + math.log(count)) * math.log(len(cut) / having[word]) for word, count in Counter(words).items() if having[word] > 1
        }
        length = math.sqrt(sum(weight * weight for weight in weights.values()))
        vectors.append({word: weight / length for word, weight in weights.items()} if length else {})
    return vectors


def _candidates(vectors: Sequence[Vector]) -> list[tuple[int, int]]:
    """Pairs that share key words."""
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for place, vector in enumerate(vectors):
        for word in sorted(vector, key=lambda word: (-vector[word], word))[:_KEY_WORDS]:
            holders[word].append(place)
    # The rarest words first: where there are too many pairs to look at, those of the most frequent words are left out.
    rarest = sorted((places for places in holders.values() if 1 < len(places) <= _MOST_TEXTS), key=len)
    room = np.cumsum([len(places) * (len(places) - 1) // 2 for places in rarest]) <= _MOST_PAIRS
    pairs = [np.array(list(combinations(places, 2)), np.int64) for places, fits in zip(rarest, room.tolist(), strict=True) if fits]
    every = np.concatenate([np.empty((0, 2), np.int64), *pairs])
    codes, counts = np.unique(every[:, 0] * len(vectors) + every[:, 1], return_counts=True)
    kept = codes[counts >= _SHARED_KEYS]
    return list(zip((kept // max(len(vectors), 1)).tolist(), (kept % max(len(vectors), 1)).tolist(), strict=True))


def _cosine(vectors: Sequence[Vector], pair: tuple[int, int]) -> float:
    one, other = sorted((vectors[pair[0]], vectors[pair[1]]), key=len)
    return sum(weight * other.get(word, 0.0) for word, weight in one.items())


def _groups(likeness: dict[tuple[int, int], float], count: int) -> list[list[int]]:
    """Each group around the text with most likeness to others that are in no group yet."""
    near: defaultdict[int, dict[int, float]] = defaultdict(dict)
    for (one, other), value in likeness.items():
        near[one][other] = near[other][one] = value
    free, groups = set(range(count)), []
    for first in sorted(near, key=lambda place: (-sum(near[place].values()), place)):
        others = sorted((place for place in near[first] if place in free), key=lambda place: (-near[first][place], place))
        if first in free and others:
            groups.append([first, *others])
            free -= {first, *others}
    return sorted(groups, key=lambda group: (-len(group), group))


def _story(group: Sequence[int], likeness: dict[tuple[int, int], float], cut: Sequence[Sequence[str]], vectors: Sequence[Vector]) -> Story:
    first = group[0]
    members = [Member(first, 1.0, nearly_same=False)]
    for place in group[1:]:
        nearly_same = shared_runs(cut[first], cut[place]) >= NEARLY_SAME
        members.append(Member(place, round(likeness[min(first, place), max(first, place)], 3), nearly_same))
    shared = set(vectors[first]).intersection(*(vectors[place] for place in group[1:]))
    return Story(tuple(members), tuple(sorted(shared, key=lambda word: (-vectors[first][word], word))[:6]))
