"""What the evidence says about the kind of a page: small boosted trees, one sum of them for every kind, learnt by `bench/learn_kinds.py`.

A model is plain data: columns by name, and for every kind complete trees of equal depth, inner nodes level by level. The leaves of a kind's
trees sum up to the logarithm of the odds for it. Nothing in it names a site, a word or an address.

Four sets of trees have a say. `coarse` and `fine` have learnt from whole sites and see all evidence. `joint` judges the three kinds again,
with what `coarse` said about the pages around (`Neighbours`). `looks` sees only what a page and its layout look like, not how they are
linked, and has learnt from single pages of many further sites as well: it knows threads and records of generators that no whole site here
has.

What a first look says about the pages around a page: those it lists, those that list it, its layout, what stands beside it in lists. A page
that lists articles is an index page, and what index pages list beside articles is one of them. So pages are judged twice: once by their own
evidence, and again with what the first look said about their neighbours.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.announcements import ListingLinks, Lists
from sitelode.page_kinds.decide import ARTICLE, INDEX, OTHER, KindShares
from sitelode.page_kinds.evidence import KindTable
from sitelode.page_kinds.kernels.trees import add_leaves
from sitelode.page_kinds.navigation import Flags
from sitelode.page_kinds.page_evidence import SiteLinks
from sitelode.page_kinds.page_groups import Groups, Measures

Places = NDArray[np.int32]
LEAST_ODDS_SHARE: Final = 0.005  # of a kind, for logarithms of odds


class Neighbours(NamedTuple):
    """Who is beside whom, and who links to whom."""

    layouts: Groups
    shapes: Groups  # of titles
    alike: Groups  # announced from the same places
    lists: Lists
    linking: Places  # content links between pages
    linked: Places
    announces: Flags  # which of them announce
    menu_of: Places  # links of templates
    menu_to: Places

    @classmethod
    def of(cls, table: KindTable, links: ListingLinks, every: SiteLinks, template: Flags) -> "Neighbours":
        """On a site with these links, of which some are the template's."""
        menu = template & (every.target < every.pages)
        groups = table.layouts, table.shapes, table.alike
        return cls(*groups, table.lists, links.source, links.target, links.weight > 0, every.source[menu], every.target[menu])

    def columns(self, first_look: Mapping[str, Measures]) -> dict[str, Measures]:
        """Columns by name from the share of every kind, with one number a page."""
        return {f"{kind} {name}": values for kind, share in first_look.items() for name, values in self._of_kind(share)}

    def _of_kind(self, share: Measures) -> Iterator[tuple[str, Measures]]:
        within = np.clip(share, LEAST_ODDS_SHARE, 1 - LEAST_ODDS_SHARE)
        odds = np.log(within / (1 - within))
        layout = self.layouts.mean(odds)[self.layouts.of_page]
        yield "at first look", odds
        yield "by its layout", layout
        yield "beyond its layout", odds - layout
        yield "by its shape", self.shapes.mean(odds)[self.shapes.of_page]
        yield "by pages announced alike", self.alike.mean(odds)[self.alike.of_page]
        yield "by what is listed beside it", self.lists.mean(odds)
        announcing, announced = self.linking[self.announces], self.linked[self.announces]
        for name, at, other in (
            ("among what it announces", announcing, announced),
            ("among what announces it", announced, announcing),
            ("among what it links to", self.linking, self.linked),
            ("among what links to it", self.linked, self.linking),
            ("among its menus", self.menu_of, self.menu_to),
        ):
            total = np.bincount(at, share[other], len(share))
            yield name, total / np.maximum(np.bincount(at, minlength=len(share)), 1)
            if "announces" in name:
                yield f"{name}, in all", np.log1p(total)
        yield "on the site", np.full(len(share), share.mean())


SHIPPED: Final = "kinds.json"
# Chosen on sites that the model had not learnt from, but chosen on these; docs/algorithms/page_kinds.md has the figures.
VOICE_OF_FIRST_LOOK: Final = 0.5  # beside the second, between logarithms of shares; alone the second carries an error on to all neighbours
VOICE_OF_LOOKS: Final = 0.25  # beside the three kinds, between logarithms of shares
LOOKS_OF_FINER: Final = 0.35  # the same beside the finer kinds
USUAL_WEIGHT: Final = 0.85  # of how usual a finer kind is elsewhere; 0 would give rare kinds no chance
_SETS: Final = ("coarse", "joint", "fine", "looks")
_COARSE_OF: Final = {INDEX: INDEX, ARTICLE: ARTICLE, "document": ARTICLE}  # of finer kinds; any other is of OTHER


@dataclass(frozen=True, slots=True)
class Trees:
    """The trees of one kind."""

    start: float
    feature: NDArray[np.int32]  # trees x inner nodes: places in the model's columns
    threshold: NDArray[np.float32]  # a value above it goes to the right
    leaf: NDArray[np.float32]  # trees x leaves

    def odds(self, table: NDArray[np.float32]) -> Measures:
        """One number per row."""
        found = np.full(len(table), self.start, dtype=np.float64)
        add_leaves(np.ascontiguousarray(table), self.feature, self.threshold, self.leaf, found)
        return found


@dataclass(frozen=True, slots=True)
class KindModel:
    """Trees for every kind, and the columns they look at."""

    columns: tuple[str, ...]
    around: tuple[str, ...]  # columns of `Neighbours`; for `joint` they come after the others
    coarse: Mapping[str, Trees]  # index, article, other
    joint: Mapping[str, Trees]  # the same
    fine: Mapping[str, Trees]
    looks: Mapping[str, Trees]  # of finer kinds, too
    usual: Mapping[str, Mapping[str, float]]  # of "fine" and "looks" the mean share of every finer kind on whole sites

    def shares(self, table: KindTable, neighbours: Neighbours) -> KindShares:
        """How likely each page is of each kind."""
        return self.shares_of(table.columns(self.columns), neighbours)

    def shares_of(self, values: NDArray[np.float32], neighbours: Neighbours) -> KindShares:
        """The same from the model's columns."""
        first_look, fine, looks = (normalised(trees, values) for trees in (self.coarse, self.fine, self.looks))
        around = neighbours.columns(first_look)
        both = np.column_stack([values, *(around[name].astype(np.float32) for name in self.around)])
        coarse = _mixed(normalised(self.joint, both), first_look, VOICE_OF_FIRST_LOOK)
        return KindShares(_with_looks(coarse, looks), self._above_usual(fine, looks), looks)

    def mean_shares(self, values: NDArray[np.float32]) -> dict[str, dict[str, float]]:
        """What `usual` is made of."""
        parts = {"fine": self.fine, "looks": self.looks}
        return {name: {kind: float(share.mean()) for kind, share in normalised(trees, values).items()} for name, trees in parts.items()}

    def _above_usual(self, fine: Mapping[str, Measures], looks: Mapping[str, Measures]) -> dict[str, Measures]:
        parts = (("fine", fine, 1 - LOOKS_OF_FINER), ("looks", looks, LOOKS_OF_FINER))
        return {
            kind: np.exp(sum(voice * (_log(shares[kind]) - USUAL_WEIGHT * _log(self.usual[name][kind])) for name, shares, voice in parts))
            for kind in fine
        }

    def as_data(self) -> dict[str, Any]:
        trees = {name: _as_data(getattr(self, name)) for name in _SETS}
        return {
            "columns": list(self.columns),
            "around": list(self.around),
            **trees,
            "usual": {name: dict(usual) for name, usual in self.usual.items()},
        }

    @classmethod
    def from_data(cls, stored: Mapping[str, Any]) -> "KindModel":
        trees = {name: _from_data(stored[name]) for name in _SETS}
        return cls(tuple(stored["columns"]), tuple(stored["around"]), **trees, usual=stored["usual"])


@cache
def shipped_model() -> KindModel:
    """The model in the package."""
    return KindModel.from_data(json.loads(files("sitelode.page_kinds").joinpath(SHIPPED).read_text(encoding="utf-8")))


def normalised(trees: Mapping[str, Trees], values: NDArray[np.float32]) -> dict[str, Measures]:
    """How likely each row is of each kind; they sum up to 1."""
    values = np.ascontiguousarray(values)  # once for all
    likely = np.array([1 / (1 + np.exp(-each.odds(values))) for each in trees.values()])
    return dict(zip(trees, likely / likely.sum(axis=0), strict=True))


def _with_looks(coarse: Mapping[str, Measures], looks: Mapping[str, Measures]) -> dict[str, Measures]:
    """The three kinds by both, the looks by what their finer kinds sum up to."""
    seen = {kind: np.sum([share for finer, share in looks.items() if _COARSE_OF.get(finer, OTHER) == kind], axis=0) for kind in coarse}
    return _mixed(coarse, seen, VOICE_OF_LOOKS)


def _mixed(one: Mapping[str, Measures], other: Mapping[str, Measures], voice: float) -> dict[str, Measures]:
    """Shares between both, by logarithms; the other has this voice."""
    likely = np.exp([(1 - voice) * _log(share) + voice * _log(other[kind]) for kind, share in one.items()])
    return dict(zip(one, likely / likely.sum(axis=0), strict=True))


def _log(share: Measures | float) -> Measures:
    return np.asarray(np.log(share + 1e-3))  # a share may be nothing


def _as_data(trees: Mapping[str, Trees]) -> dict[str, Any]:
    return {
        kind: {
            "start": round(each.start, 5),
            "trees": [
                {"column": column.tolist(), "above": list(map(_number, above)), "leaf": list(map(_number, leaf))}
                for column, above, leaf in zip(each.feature, each.threshold, each.leaf, strict=True)
            ],
        }
        for kind, each in trees.items()
    }


def _from_data(stored: Mapping[str, Any]) -> dict[str, Trees]:
    found = {}
    for kind, data in stored.items():
        above = [[np.inf if value is None else value for value in tree["above"]] for tree in data["trees"]]
        columns, leaves = ([tree[part] for tree in data["trees"]] for part in ("column", "leaf"))
        found[kind] = Trees(data["start"], np.array(columns, np.int32), np.array(above, np.float32), np.array(leaves, np.float32))
    return found


def _number(value: np.float32) -> float | None:
    """A number for JSON: an infinite threshold becomes null."""
    return float(f"{value:.4g}") if np.isfinite(value) else None
