"""What the next mining into the same folder takes over, beside what was learnt (`learnt_file.py`): kinds of pages, compiled rules, lists.

Plain data: arrays and JSON. A file of other pages, another version or other settings is ignored, and everything is mined again.
"""

import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.corrections import CorrectedReader
from sitelode.articles.rules.body_rules import BodyRules
from sitelode.errors import ResultError
from sitelode.html.parse import ParseLimits
from sitelode.mined_site import MinedSite
from sitelode.output.files import whole
from sitelode.output.learnt_file import UNREADABLE, learnt_key, read_arrays
from sitelode.output.taken_over.earlier_articles import EarlierArticles
from sitelode.page_kinds.informative_structure import KINDS
from sitelode.page_kinds.kinds import SiteKinds
from sitelode.page_kinds.repetitions import Repetitions
from sitelode.settings import MineSettings
from sitelode.site.link_graph import REASONS, LinkGraph, NotEdges
from sitelode.site.site import Site
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.lists.list_rule import ListRule
from sitelode.tables.lists.site_lists import SiteList, SiteRecord

FILE_NAME: Final = "renewal.npz"
_TEXTS: Final = ("kind", "evidence", "finer", "names")  # of SiteKinds: one for each page
_OF_GRAPH: Final = ("source", "target", "place", "anchor")
_NONE: Final = -1
_MOST_LINKS: Final = 2**31 - 1


@dataclass(frozen=True)
class Renewal:
    """What an earlier result knows beyond what was learnt."""

    kinds: SiteKinds
    rules: list[BodyRules]  # one for each template
    lists: list[SiteList]
    details: dict[int, FieldRules]  # by layout
    unstudied: list[str]  # addresses of pages that came after their layout was learnt
    graph: LinkGraph


@dataclass(frozen=True)
class Earlier:
    """What is taken over when a result is written."""

    articles: EarlierArticles
    unstudied: list[str]


def order_of(settings: MineSettings, forms: Collection[str]) -> str:
    """A name for what was asked for; where pages came from and on which day does not matter to what was read."""
    plain = replace(settings, learned_on="", crawl=CrawlSettings(), max_pages=None, allow_private=False, jobs=1)
    about = [(each.name, getattr(plain, each.name)) for each in fields(MineSettings)]
    limits = [(each.name, getattr(plain.limits, each.name)) for each in fields(ParseLimits)]
    return blake2b(repr((about, limits, sorted(forms))).encode(), digest_size=8).hexdigest()


def save_renewal(folder: Path, mined: MinedSite, forms: Collection[str], unstudied: Sequence[str], *, is_taught: bool) -> None:
    """Save it; where people corrected or taught something, all is mined again next time, and an older file is removed."""
    corrected = any(isinstance(reader, CorrectedReader) for reader in mined.readers) or bool(mined.stages.said_of_pages)
    if corrected or is_taught or mined.site.store.is_temporary:
        (folder / FILE_NAME).unlink(missing_ok=True)
        return
    kinds, graph = mined.kinds, mined.structure.graph
    assert graph.not_edges is not None, "the graph of a mined site"
    rules = [mined.reader.readers[mined.clusters.of_page[members[0]]].body for members in mined.layouts.templates.members()]
    about = {
        "key": learnt_key(mined.site),
        "order": order_of(mined.settings, forms),
        "kinds": {name: getattr(kinds, name) for name in _TEXTS} | {"role": kinds.repetitions.role},
        "rules": [each.to_data() for each in rules if isinstance(each, BodyRules)],
        "lists": [
            {"layout": each.layout, "kind": each.kind, "score": each.score, "pages": each.pages, "identified": len(each.identities)}
            for each in mined.lists
        ],
        "details": [{"layout": each.layout, "rules": each.rules.to_data()} for each in mined.details],
        "unstudied": list(unstudied),
        "anchors": graph.anchors,
    }
    arrays = {
        "about": np.frombuffer(json.dumps(about).encode(), np.uint8),
        "score": kinds.score,
        "confidence": kinds.confidence,
        "original": np.array([_NONE if each is None else each for each in kinds.repetitions.original], np.int64),
        "links": np.array([len(each) for each in kinds.informative], np.int64),
        "informative": np.packbits(np.concatenate([np.empty(0, np.bool_), *kinds.informative])),
        "identity_counts": np.array([len(codes) for each in mined.lists for codes in each.identities], np.int64),
        "identity_codes": np.array([code for each in mined.lists for codes in each.identities for code in codes], np.uint64),
        **{f"graph_{name}": getattr(graph, name) for name in _OF_GRAPH},
        **{f"missing_{name}": getattr(graph.not_edges, name) for name in ("counts", "page", "code")},
    }
    with suppress(ResultError), whole(folder / FILE_NAME) as unfinished, unfinished.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def load_renewal(folder: Path, site: Site, order: str) -> Renewal | None:
    """What was saved for the same pages and the same order; None where there is nothing of the kind."""
    try:
        arrays, about = read_arrays(folder / FILE_NAME)
        if about["key"] != learnt_key(site) or about["order"] != order:
            return None
        kinds = _kinds(about["kinds"], arrays, len(site.entries))
        details = {int(each["layout"]): FieldRules.from_data(each["rules"]) for each in about["details"]}
        unstudied = [str(each) for each in about["unstudied"]]
        rules, lists = [BodyRules.from_data(each) for each in about["rules"]], _lists(folder, about["lists"], arrays)
        return Renewal(kinds, rules, lists, details, unstudied, _graph(about, arrays, [entry.url for entry in site.entries]))
    except UNREADABLE:
        return None


def _kinds(about: dict[str, Any], arrays: dict[str, Any], pages: int) -> SiteKinds:
    links, score, confidence, original = (arrays[name] for name in ("links", "score", "confidence", "original"))
    texts = [[str(each) for each in about[name]] for name in (*_TEXTS, "role")]
    kind, evidence, finer, names, role = texts
    columns = ((links, np.int64), (original, np.int64), (score, np.float64), (confidence, np.float64))
    fits = all(len(each) == pages for each in texts) and all(_is_column(each, kind_of, pages) for each, kind_of in columns)
    packed_bits = arrays["informative"]
    if not (fits and set(kind) <= set(KINDS) and (original < pages).all() and (links >= 0).all() and _is_column(packed_bits, np.uint8)):
        raise ValueError("not the kinds of these pages")
    if not (np.isfinite(score).all() and np.isfinite(confidence).all() and links.max() <= 8 * len(packed_bits) >= links.sum()):
        raise ValueError("not the kinds of these pages")
    bits = np.unpackbits(packed_bits, count=int(links.sum())).astype(np.bool_)
    repetitions = Repetitions([None if each < 0 else int(each) for each in original.tolist()], role)
    informative = np.split(bits, np.cumsum(links)[:-1])
    return SiteKinds(kind, score, evidence, informative, repetitions, finer, confidence, names)


def _graph(about: dict[str, Any], arrays: dict[str, Any], urls: list[str]) -> LinkGraph:
    anchors = [str(each) for each in about["anchors"]]
    source, target, place, anchor = (arrays[f"graph_{name}"] for name in _OF_GRAPH)
    missing = NotEdges(*(arrays[f"missing_{name}"] for name in ("counts", "page", "code")))
    bounds = ((source, len(urls)), (target, len(urls)), (anchor, len(anchors)), (missing.page, len(urls)), (place, _MOST_LINKS))
    fits = all(_is_column(each, np.int32) and (not len(each) or (each.min() >= 0 and each.max() < most)) for each, most in bounds)
    same = len(source) == len(target) == len(place) == len(anchor) and len(missing.page) == len(missing.code)
    counted = missing.counts.shape == (len(urls), len(REASONS)) and missing.counts.dtype == np.int64 and (missing.counts >= 0).all()
    if not (fits and same and counted and _is_column(missing.code, np.uint64) and len(set(anchors)) == len(anchors)):
        raise ValueError("not the links of these pages")
    if (place >= arrays["links"][source]).any():
        raise ValueError("links that the pages do not have")
    return LinkGraph(urls, source, target, source, place, anchor, anchors, missing.left_out(), missing)


def _lists(folder: Path, about: Sequence[dict[str, Any]], arrays: dict[str, Any]) -> list[SiteList]:
    """The lists of the earlier result, with their records as its files have them."""
    records: list[list[SiteRecord]] = [[] for _ in about]
    with (folder / "records.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            records[row["list"] - 1].append(_record(row))
    counts, codes = arrays["identity_counts"], arrays["identity_codes"]
    total = sum(each["identified"] for each in about)
    if not (_is_column(counts, np.int64, total) and (counts >= 0).all() and _is_column(codes, np.uint64, int(counts.sum()))):
        raise ValueError("not the records of these lists")
    identities = iter([tuple(each.tolist()) for each in np.split(codes, np.cumsum(counts)[:-1])])
    found = []
    for number, (each, own) in enumerate(zip(about, records, strict=True), 1):
        rule = ListRule.from_data(json.loads((folder / "records" / f"list-{number}.json").read_bytes())["rule"])
        pages = tuple(map(str, each["pages"]))
        made = SiteList(rule, tuple(own), pages, float(each["score"]), layout=int(each["layout"]), kind=str(each["kind"]))
        found.append(replace(made, identities=tuple(islice(identities, each["identified"]))))
    return found


def _record(row: dict[str, Any]) -> SiteRecord:
    fields, position = row["fields"], row["position"]
    are_values = all(
        isinstance(each, str | None) or (isinstance(each, list) and all(isinstance(one, str) for one in each)) for each in fields.values()
    )
    if not (are_values and type(position) is int and isinstance(row["url"], str)):
        raise ValueError("not a record")
    return SiteRecord(row["url"], position, fields)


def _is_column(array: NDArray[Any], kind: type[np.generic], length: int | None = None) -> bool:
    return array.dtype == kind and array.ndim == 1 and length in (None, len(array))
