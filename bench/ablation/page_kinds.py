"""What the rules, the sets of trees, the views and the groups of evidence on page kinds earn.

Every site is judged by a model that has seen no site of its owner: one division into four folds (`bench.learn_kinds`), whole sites, a third
of their pages, and addresses that say nothing. What is read of the sites is kept in the folder that SITELODE_KINDS names. A switch for a
view or a group of evidence learns anew, half a minute each; differences below .005 are chance.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from bench.ablation.room import Room, Scores, Switch, replaced
from bench.learn_kinds import Example, examples, folds, learn, samples, three_way, verdict
from sitelode.page_kinds.announcements import NO_HEADS
from sitelode.page_kinds.decide import KindShares
from sitelode.page_kinds.evidence import VIEWS
from sitelode.page_kinds.model import KindModel, likely_kinds, shares_by

CORPORA = ("sites", "sites2", "sites3")
JUDGED = ("whole", "a third", "addresses that say nothing")
FOLDS = 4
EVERY_SET = ("coarse", "fine", "looks")
RULES: dict[str, Callable[[Example], Any]] = {
    "named": lambda example: np.zeros_like(example.named),
    "heads": lambda _: NO_HEADS,
    "front": lambda _: None,
    "told": lambda _: {},
}
GROUPS = {
    "reinforcement": ("index by reinforcement", "announces by", "announced by reinforcement", "index share of its layout", "listings"),
    "blocks": ("blocks", "share of blocks", "share of links in blocks", "text of a block", "share of its text in blocks"),
    "labels": ("values under", "share of text under", "labels in", "share of lines with", "runs of", "share of the longest run"),
    "shared text": ("text on no other", "share of text on other", "share of one page in shared", "pages with its text", "pages that show"),
    "declared types": ("says ",),
}
_off: dict[str, set[str]] = defaultdict(set)  # what the switch takes away: rules, sets, views, evidence


@cache
def _examples() -> tuple[list[Example], list[Example]]:
    kept = Path(folder) if (folder := os.environ.get("SITELODE_KINDS")) else None
    return examples(CORPORA, kept), samples(kept)


def _seen(name: str) -> bool:
    view, _, what = name.partition(": ")
    return view not in _off["views"] and not any(what.startswith(each) for group in _off["evidence"] for each in GROUPS[group])


def _models() -> list[tuple[set[str], KindModel]]:
    every, further = _examples()
    kept = [place for place, name in enumerate(every[0].names) if _seen(name)]
    names = tuple(every[0].names[place] for place in kept)
    some = [replace(each, columns=each.columns[:, kept], names=names) for each in (*every, *further)]
    return [(out, learn([each for each in some if each.owner not in out], place)) for place, out in enumerate(folds(every, FOLDS, 0))]


_usual_models = cache(_models)


def _scores() -> Scores:
    found: dict[str, list[float]] = defaultdict(list)
    models = _models() if _off["views"] or _off["evidence"] else _usual_models()
    for example in (each for each in _examples()[0] if each.condition in JUDGED):
        model = next(model for owners, model in models if example.owner in owners)
        changed = replace(example, **{rule: RULES[rule](example) for rule in _off["rules"]})
        measures = three_way(example, verdict(_shares(model, example), changed))
        if measures:
            found[example.site.split("/")[0]].append(fmean(measures.values()))
    return {corpus: fmean(values) for corpus, values in found.items()}


def _shares(model: KindModel, example: Example) -> KindShares:
    values = np.ascontiguousarray(example.columns[:, [example.names.index(name) for name in model.columns]])
    said = {name: shares_by(getattr(model, name), values) for name in EVERY_SET}
    return likely_kinds({name: shares for name, shares in said.items() if name not in _off["sets"]}, said["looks"])


def _without(what: str, name: str) -> Switch:
    @contextmanager
    def switch() -> Iterator[None]:
        _off[what].add(name)
        try:
            yield
        finally:
            _off[what].discard(name)

    return switch


ROOM = Room(
    _scores,
    {"rule: first guess": replaced("sitelode.page_kinds.decide.VOICE_OF_RULES", 0.0)}
    | {f"rule: {rule}": _without("rules", rule) for rule in RULES}
    | {f"trees: {name}": _without("sets", name) for name in EVERY_SET}
    | {f"view: {view}": _without("views", view) for view in VIEWS if view != "page"}
    | {f"evidence: {group}": _without("evidence", group) for group in GROUPS},
)
