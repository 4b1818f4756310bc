"""What views, evidence and rules of page kinds earn: each site is judged by a model learnt without its owner's, and without the part.

One training a fold and switch, five folds: about a minute each, once the sites are read. Two runs differ by up to .01 on a corpus.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import cache
from statistics import fmean
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from bench import learn_kinds
from bench.ablation.room import Room, Scores, Switch, replaced
from bench.learn_kinds import Example
from sitelode.page_kinds.announcements import Heads
from sitelode.page_kinds.decide import CoarseAndFine, KindShares
from sitelode.page_kinds.evidence import VIEWS
from sitelode.page_kinds.model import KindModel
from sitelode.page_kinds.page_groups import Measures

CORPORA = ("sites", "sites2", "sites3")
CONDITIONS = ("whole", "a third", "addresses that say nothing")
FOLDS = 5
# Evidence by what it is about: how the names of its columns begin.
EVIDENCE = {
    "reinforcement": ("index ", "announces by", "announced by reinforcement", "listings"),
    "navigation": ("out by ", "in by "),
    "relatives": ("links to listings", "links to what", "announced pages that", "neighbours"),
    "parts": ("announced by it", "announced in", "share of one list", "announced below", "pages below"),
    "shared text": ("text on no", "share of text on", "share of one page", "pages with its text", "pages that show"),
    "labels": ("values under", "share of text under", "labels in", "share of lines with", "runs of", "share of the longest"),
    "blocks": ("blocks", "share of its text in blocks", "text of a block", "share of links in blocks", "share of blocks"),
    "declared types": ("says ",),
    "files of its own": ("pictures of its own", "files of its own"),
    "titles": ("pages with the name", "terms of its", "names of its own"),
    "sizes": ("pages of its", "share of its layout", "share of its shape", "layouts"),
}


@cache
def _read() -> tuple[list[Example], list[Example]]:
    return learn_kinds.examples(CORPORA, None), learn_kinds.samples(None)


def _kept(_name: str) -> bool:
    """Whether a column takes part; switches replace it."""
    return True


def _without(example: Example) -> Example:
    places = [place for place, name in enumerate(example.names) if _kept(name)]
    return replace(example, columns=np.ascontiguousarray(example.columns[:, places]), names=tuple(example.names[place] for place in places))


def scores() -> Scores:
    """The mean of the three F1 of every corpus, whole and in part."""
    every, further = ([_without(each) for each in some] for some in _read())
    found = learn_kinds.cross_validated(every, further, FOLDS, 0)
    figures = {}
    for corpus in CORPORA:
        for condition in CONDITIONS:
            some = [each for each in every if each.condition == condition and each.site.startswith(corpus + "/")]
            rows = [learn_kinds.three_way(each, found[each.site, condition]) for each in some]
            kinds = {name for row in rows for name in row if name.endswith("F1")}
            figures[f"{corpus} {condition}"] = fmean(fmean(row[name] for row in rows if name in row) for name in sorted(kinds))
    return figures


def _columns(gone: Callable[[str], bool]) -> Switch:
    return lambda: patch(f"{__name__}._kept", lambda name: not gone(name))


def _view(view: str) -> Switch:
    return _columns(lambda name: name.startswith(f"{view}: "))


def _evidence(beginnings: tuple[str, ...]) -> Switch:
    return _columns(lambda name: (name.partition(": ")[2] or name).startswith(beginnings))


def _nothing(_: object, *values: Measures) -> Measures:
    return np.zeros(len(values[0]))


@contextmanager
def _no_threads() -> Iterator[None]:
    whole = KindModel.shares_of

    def shares(self: KindModel, values: NDArray[np.float32]) -> KindShares:
        said = whole(self, values)
        return said._replace(looks={kind: np.zeros(len(values)) for kind in said.looks})

    with patch.object(KindModel, "shares_of", shares):
        yield


def _unchanged(name: str) -> Callable[[], AbstractContextManager[object]]:
    return lambda: patch.object(CoarseAndFine, name, lambda self, _: self)


ROOM = Room(
    scores,
    {
        **{f"view: {view}": _view(view) for view in VIEWS},
        **{f"evidence: {name}": _evidence(beginnings) for name, beginnings in EVIDENCE.items()},
        "voice of the rules": replaced("sitelode.page_kinds.decide.VOICE_OF_RULES", 0.0),
        "threads by their looks": _no_threads,
        "names before colons": replaced("sitelode.page_kinds.decide._listings_by_name", lambda index, *_: np.zeros(len(index))),
        "heads of chapters": lambda: patch.object(Heads, "surety", _nothing),
        "the front page": _unchanged("with_front"),
        "kinds told by names": _unchanged("with_told"),
        "a second training": replaced("bench.learn_kinds.TIMES", 1),
        "few columns": replaced("bench.learn_kinds.COARSE_COLUMNS", 10_000),
    },
)
