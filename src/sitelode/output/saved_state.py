"""What a result keeps for the next time: what was learnt (`learnt.npz`), and what mining again takes over (`renewal.npz`).

Plain data: arrays and JSON, never pickled objects. A file of other pages, another version, shape or settings is ignored: everything can be
learnt again from the pages beside it. What is read has the types of the fields, arrays included: files are shared, and compiled code trusts
its arrays.
"""

import json
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from hashlib import blake2b
from importlib.metadata import version
from itertools import islice, repeat
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.body.body_rules import BodyRules
from sitelode.articles.body.features import KINDS as BODY_KINDS
from sitelode.articles.body.study import BodyClasses
from sitelode.articles.corrections import CorrectedReader
from sitelode.articles.reader import ClusterReader
from sitelode.compiled.codes import Codes
from sitelode.errors import ResultError
from sitelode.html.parse import ParseLimits
from sitelode.json_data import JsonData
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.mined_site import MinedSite
from sitelode.output.files import whole
from sitelode.page_kinds.informative_structure import KINDS
from sitelode.page_kinds.kinds import SiteKinds
from sitelode.page_kinds.repetitions import Repetitions
from sitelode.paths.path_codes import PathSet
from sitelode.settings import MineSettings
from sitelode.site.link_graph import REASONS, LinkGraph, NotEdges
from sitelode.site.site import Site
from sitelode.sources.crawl.settings import CrawlSettings
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.lists.list_rule import ListRule
from sitelode.tables.lists.site_lists import SiteList, SiteRecord

Arrays = dict[str, NDArray[Any]]
LEARNT_FILE: Final = "learnt.npz"
RENEWAL_FILE: Final = "renewal.npz"
MOST_BYTES: Final = 2_000_000_000  # unpacked; a bound
UNREADABLE: Final = (
    OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, BadZipFile, IndexError, RecursionError, MemoryError,
    NotImplementedError, zlib.error,
)  # fmt: skip
_COLLECTIONS: Final[dict[str, Any]] = {"set": frozenset, "tuple": tuple, "list": list}
_TEXTS: Final = ("kind", "evidence", "finer", "names")  # of SiteKinds: one for each page
_OF_GRAPH: Final = ("source", "target", "place", "anchor")
_NONE: Final = -1
_MOST_LINKS: Final = 2**31 - 1


def save_learnt(folder: Path, site: Site, layouts: SiteLayouts, readers: list[ClusterReader]) -> None:
    """Save what was learnt; if that fails, it will be learnt again. Corrections and lessons are saved elsewhere."""
    if any(isinstance(reader, CorrectedReader) for reader in readers):
        return
    arrays: Arrays = {
        # All sets in three arrays: a file with two arrays per page would open slowly.
        "path_start": np.cumsum([0, *(len(each.codes) for each in layouts.path_sets)]),
        "path_codes": np.concatenate([np.empty(0, np.uint64), *(each.codes for each in layouts.path_sets)]),
        "path_authors": np.concatenate([np.empty(0, np.bool_), *(each.authors for each in layouts.path_sets)]),
    }
    with suppress(ResultError, TypeError):
        about = {
            "key": learnt_key(site),
            "layouts": {each.name: packed(getattr(layouts, each.name), arrays) for each in fields(SiteLayouts) if each.name != "path_sets"},
            "templates": packed([readers[layouts.clusters.of_page[members[0]]] for members in layouts.templates.members()], arrays),
        }
        write_arrays(folder / LEARNT_FILE, about, arrays)


Learnt = tuple[SiteLayouts, list[ClusterReader]]  # layouts, and a reader for each cluster


def load_learnt(folder: Path, site: Site) -> Learnt | None:
    """Load what was learnt about this site before; None if there is no such file."""
    try:
        arrays, about = read_arrays(folder / LEARNT_FILE)
        if about["key"] != learnt_key(site):
            return None
        layouts = _saved_layouts(arrays, about)
        templates: list[ClusterReader] = unpacked(about["templates"], arrays, list[ClusterReader])
        _check(layouts, templates, len(site.entries))
        # As after learning: layouts of one template share its reader.
        of_clusters = [layouts.templates.of_page[members[0]] for members in layouts.clusters.members()]
        return layouts, [replace(templates[template], cluster=cluster) for cluster, template in enumerate(of_clusters)]
    except UNREADABLE:
        return None


def write_arrays(path: Path, about: dict[str, Any], arrays: Arrays) -> None:
    """Write arrays, and what they are as JSON."""
    with whole(path) as unfinished, unfinished.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **arrays)


def read_arrays(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays of a file, and what it says about them; one of UNREADABLE where it is damaged or too large."""
    # Opened here, because numpy does not close a damaged file.
    with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
        if sum(each.file_size for each in file.zip.infolist()) > MOST_BYTES:
            raise ValueError(f"it unpacks to more than {MOST_BYTES:,} bytes")
        arrays = {name: file[name] for name in file.files}
    return arrays, json.loads(arrays["about"].tobytes())


def learnt_key(site: Site) -> str:
    """A hash that differs for every site and version."""
    digest = blake2b(digest_size=16)
    for entry in site.entries:
        digest.update(f"{entry.number} {entry.url}\n".encode("utf-8", "replace"))
        digest.update(entry.digest)
    return f"{version('sitelode')} {digest.hexdigest()}"


def _saved_layouts(arrays: Arrays, about: dict[str, Any]) -> SiteLayouts:
    cuts = arrays["path_start"][1:-1]
    codes, authors = arrays["path_codes"], arrays["path_authors"]
    _need(codes.dtype == np.uint64 and authors.dtype == np.bool_ and codes.ndim == 1 and codes.shape == authors.shape)
    sets = zip(np.split(codes, cuts), np.split(authors, cuts), strict=True)
    hints = get_type_hints(SiteLayouts)
    others = {name: unpacked(data, arrays, hints[name]) for name, data in about["layouts"].items()}
    return SiteLayouts(**others, path_sets=[PathSet(codes, authors) for codes, authors in sets])


def _check(layouts: SiteLayouts, templates: list[ClusterReader], pages: int) -> None:
    """Raise ValueError where parts do not fit each other, or the site."""
    _need(len(layouts.path_sets) == pages)
    for clusters in (layouts.clusters, layouts.templates):
        _need(len(clusters.of_page) == pages and set(clusters.of_page) == set(range(len(set(clusters.of_page)))))
    _need(len(templates) == len(set(layouts.templates.of_page)))
    for each in templates:
        body = each.body
        if not isinstance(body, BodyClasses):
            raise TypeError("rules where a study is needed")
        _need(_ascending(body.code) and body.probability.shape == (len(body.code), BODY_KINDS) and body.common_title_words.ndim == 1)
        _need(_ascending(body.recurring.codes) and body.recurring.share.shape == body.recurring.codes.shape)
        _need(bool(np.isfinite(body.probability).all()) and bool(np.isfinite(body.recurring.share).all()))


def _ascending(codes: Codes) -> bool:
    return codes.ndim == 1 and bool((codes[1:] > codes[:-1]).all())


def _need(holds: bool) -> None:  # noqa: FBT001 (what must hold)
    if not holds:
        raise ValueError("not what was learnt")


@dataclass(frozen=True)
class Renewal:
    """What an earlier result knows beyond what was learnt."""

    kinds: SiteKinds
    rules: list[BodyRules]  # one for each template
    lists: list[SiteList]  # those of one layout
    joined: list[tuple[int, str]]  # layouts and kinds of pages whose list was joined with that of others
    details: dict[int, FieldRules]  # by layout
    unstudied: list[str]  # addresses of pages that came after their layout was learnt
    graph: LinkGraph


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
        (folder / RENEWAL_FILE).unlink(missing_ok=True)
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
            {
                "layout": -1 if each.joined else each.layout,
                "kind": each.kind,
                "score": each.score,
                "pages": each.pages,
                "identified": len(each.identities),
            }
            for each in mined.lists
        ],
        "joined": [[part.layout, part.kind] for each in mined.lists for part in each.joined],
        "details": [{"layout": each.layout, "rules": each.rules.to_data()} for each in mined.details],
        "unstudied": list(unstudied),
        "anchors": graph.anchors,
    }
    arrays = {
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
    with suppress(ResultError):
        write_arrays(folder / RENEWAL_FILE, about, arrays)


def load_renewal(folder: Path, site: Site, order: str) -> Renewal | None:
    """What was saved for the same pages and the same order; None where there is nothing of the kind."""
    try:
        arrays, about = read_arrays(folder / RENEWAL_FILE)
        if about["key"] != learnt_key(site) or about["order"] != order:
            return None
        kinds = _kinds(about["kinds"], arrays, len(site.entries))
        details = {int(each["layout"]): FieldRules.from_data(each["rules"]) for each in about["details"]}
        unstudied = [str(each) for each in about["unstudied"]]
        rules, lists = [BodyRules.from_data(each) for each in about["rules"]], _lists(folder, about["lists"], arrays)
        joined = [(int(layout), str(kind)) for layout, kind in about["joined"]]
        graph = _graph(about, arrays, [entry.url for entry in site.entries])
        return Renewal(kinds, rules, lists, joined, details, unstudied, graph)
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
    return [each for each in found if each.layout >= 0]


def _record(row: dict[str, Any]) -> SiteRecord:
    fields, position, seen_on = row["fields"], row["position"], row.get("seen_on", [row["url"]])
    are_values = all(
        isinstance(each, str | None) or (isinstance(each, list) and all(isinstance(one, str) for one in each)) for each in fields.values()
    )
    if not (are_values and type(position) is int and isinstance(row["url"], str) and all(isinstance(each, str) for each in seen_on)):
        raise ValueError("not a record")
    return SiteRecord(row["url"], position, fields, tuple(seen_on))


def _is_column(array: NDArray[Any], kind: type[np.generic], length: int | None = None) -> bool:
    return array.dtype == kind and array.ndim == 1 and length in (None, len(array))


def packed(value: Any, arrays: Arrays) -> Any:  # noqa: ANN401 (any plain data; one return per kind)
    """The value as JSON; arrays go to `arrays`. A field whose name starts with _ is a cache and is left out."""
    if isinstance(value, np.ndarray):
        name = str(len(arrays))
        arrays[name] = value
        return {"array": name}
    if isinstance(value, np.generic):
        return value.item()
    if is_dataclass(value) and not isinstance(value, type):
        parts = {each.name: packed(getattr(value, each.name), arrays) for each in fields(value) if not each.name.startswith("_")}
        return {"is": type(value).__name__, "has": parts}
    if isinstance(value, dict):
        return {"dict": [[packed(key, arrays), packed(each, arrays)] for key, each in value.items()]}
    for name, kind in _COLLECTIONS.items():
        if isinstance(value, kind):
            return {name: [packed(each, arrays) for each in (sorted(value) if kind is frozenset else value)]}
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(f"{type(value).__name__} is not plain data")


def unpacked(data: Any, arrays: Arrays, hint: Any) -> Any:  # noqa: ANN401 (any plain data; a type, or what stands for one)
    """Restore a packed value of a type; raises KeyError, TypeError or ValueError if the data is anything else."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return unpacked(data, arrays, _chosen(data, inner))
    if origin is np.ndarray:
        return _array(arrays[data["array"]], get_args(inner[1])[0])
    if isinstance(hint, type) and is_dataclass(hint):
        return _restored(data, arrays, hint)
    if origin is not None and issubclass(origin, Mapping):
        return {unpacked(key, arrays, inner[0]): unpacked(each, arrays, inner[1]) for key, each in data["dict"]}
    for name, kind in _COLLECTIONS.items():
        if origin is kind:
            return kind(unpacked(each, arrays, hint) for each, hint in _with_hints(data[name], inner))
    if type(data) is not hint and not (hint is float and type(data) is int):
        raise TypeError(f"{data!r:.40} is no {hint}")
    return data


def _chosen(data: Any, hints: tuple[Any, ...]) -> Any:  # noqa: ANN401 (as above)
    """That one of several types which the data is of."""
    if data is None:
        return NoneType if NoneType in hints else hints[0]
    name = data.get("is") if isinstance(data, dict) else None
    return next((each for each in hints if each.__name__ == name), hints[0])


def _array(array: NDArray[Any], kind: type) -> NDArray[Any]:
    if array.dtype != np.dtype(kind):
        raise TypeError(f"an array of {array.dtype}, where {kind} is needed")
    return array


def _restored(data: Any, arrays: Arrays, kind: type) -> Any:  # noqa: ANN401 (as above)
    hints, given = get_type_hints(kind), data["has"]
    names = {each.name for each in fields(kind) if each.init and not each.name.startswith("_")}
    if data["is"] != kind.__name__ or not set(given) <= names:
        raise ValueError(f"no {kind.__name__}")
    made = kind(**{name: unpacked(each, arrays, hints[name]) for name, each in given.items()})
    if isinstance(made, JsonData):
        made.check()
    return made


def _with_hints(data: list[Any], inner: tuple[Any, ...]) -> Iterator[tuple[Any, Any]]:
    """The parts of a collection with their types: one type for all, or for each its own."""
    if len(inner) == 1 or inner[-1] is ...:
        return zip(data, repeat(inner[0]), strict=False)
    return zip(data, inner, strict=True)
