"""What a result keeps for the next time: what was learnt (`learnt.npz`), and what mining again takes over (`renewal.npz`).

Plain data: arrays and JSON, never pickled objects. A file of other pages, another version, shape or settings is ignored: everything can be
learnt again from the pages beside it. What is read has the types of the fields, arrays included: files are shared, and compiled code trusts
its arrays.
"""

import json
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from hashlib import blake2b
from importlib.metadata import version
from itertools import repeat
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints
from zipfile import BadZipFile

import msgspec
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
from sitelode.output.tables.read_tables import StoredRecord
from sitelode.page_kinds.decide import COARSE
from sitelode.page_kinds.kinds import SiteKinds
from sitelode.paths.path_codes import PathSet
from sitelode.settings import MineSettings
from sitelode.site.link_graph import REASONS, LinkGraph
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
_MOST_LINKS: Final = 2**31 - 1
_AS_DATA: Final = (BodyRules, FieldRules, ListRule)  # kept in the form that they have in wrappers


def save_learnt(folder: Path, site: Site, layouts: SiteLayouts, readers: list[ClusterReader]) -> None:
    """Save what was learnt; if that fails, it will be learnt again. Corrections and lessons are saved elsewhere."""
    if any(isinstance(reader, CorrectedReader) for reader in readers):
        return
    arrays: Arrays = {}
    with suppress(ResultError, TypeError):
        about = {
            "key": learnt_key(site),
            "layouts": packed(replace(layouts, path_sets=[]), arrays, "layouts"),
            "codes": packed([each.codes for each in layouts.path_sets], arrays, "codes"),
            "authors": packed([each.authors for each in layouts.path_sets], arrays, "authors"),
            "templates": packed(
                [readers[layouts.clusters.of_page[members[0]]] for members in layouts.templates.members()], arrays, "templates"
            ),
        }
        write_arrays(folder / LEARNT_FILE, about, arrays)


Learnt = tuple[SiteLayouts, list[ClusterReader]]  # layouts, and a reader for each cluster


def load_learnt(folder: Path, site: Site) -> Learnt | None:
    """Load what was learnt about this site before; None if there is no such file."""
    try:
        arrays, about = read_arrays(folder / LEARNT_FILE)
        if about["key"] != learnt_key(site):
            return None
        codes, authors = unpacked(about["codes"], arrays, list[Codes]), unpacked(about["authors"], arrays, list[NDArray[np.bool_]])
        _need(list(map(np.shape, codes)) == list(map(np.shape, authors)))
        layouts = replace(unpacked(about["layouts"], arrays, SiteLayouts), path_sets=list(map(PathSet, codes, authors)))
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
    lists: dict[int, SiteList]  # by number: those of one layout
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
    corrected = any(isinstance(reader, CorrectedReader) for reader in mined.readers) or bool(mined.stages.page_corrections)
    if corrected or is_taught or mined.site.store.is_temporary:
        (folder / RENEWAL_FILE).unlink(missing_ok=True)
        return
    graph = mined.structure.graph
    rules = [mined.reader.readers[mined.clusters.of_page[members[0]]].body for members in mined.layouts.templates.members()]
    renewal = Renewal(
        mined.kinds,
        [each for each in rules if isinstance(each, BodyRules)],
        {number: replace(each, records=()) for number, each in enumerate(mined.lists, 1) if not each.joined},
        [(part.layout, part.kind) for each in mined.lists for part in each.joined],
        {each.layout: each.rules for each in mined.details},
        list(unstudied),
        replace(graph, urls=[], block=graph.source[:0], left_out=Counter()),  # as the pages have it
    )
    arrays: Arrays = {}
    about = {"key": learnt_key(mined.site), "order": order_of(mined.settings, forms), "renewal": packed(renewal, arrays, "renewal")}
    with suppress(ResultError):
        write_arrays(folder / RENEWAL_FILE, about, arrays)


def load_renewal(folder: Path, site: Site, order: str) -> Renewal | None:
    """What was saved for the same pages and the same order; None where there is nothing of the kind."""
    try:
        arrays, about = read_arrays(folder / RENEWAL_FILE)
        if about["key"] != learnt_key(site) or about["order"] != order:
            return None
        found: Renewal = unpacked(about["renewal"], arrays, Renewal)
        _check_kinds(found.kinds, len(site.entries))
        urls = [entry.url for entry in site.entries]
        return replace(found, lists=_with_records(folder, found.lists), graph=_checked_graph(found.graph, found.kinds, urls))
    except UNREADABLE:
        return None


def _check_kinds(kinds: SiteKinds, pages: int) -> None:
    """Raise ValueError where these are not the kinds of so many pages."""
    columns = (kinds.kind, kinds.evidence, kinds.finer, kinds.names, kinds.informative, kinds.score, kinds.confidence)
    _need(all(len(each) == pages for each in (*columns, kinds.duplicate_of, kinds.listing_role)))
    _need(set(kinds.kind) <= set(COARSE) and kinds.score.ndim == kinds.confidence.ndim == 1)
    _need(all(each is None or 0 <= each < pages for each in kinds.duplicate_of))
    _need(bool(np.isfinite(kinds.score).all() and np.isfinite(kinds.confidence).all()))


def _checked_graph(graph: LinkGraph, kinds: SiteKinds, urls: list[str]) -> LinkGraph:
    """The graph with what the pages have themselves; ValueError where it is not theirs."""
    missing, links, pages = graph.not_edges, np.array([len(each) for each in kinds.informative]), len(urls)
    if missing is None:
        raise ValueError("not the graph of a mined site")
    bounds = ((graph.source, pages), (graph.target, pages), (graph.anchor, len(graph.anchors)), (graph.place, _MOST_LINKS))
    _need(all(each.ndim == 1 and len(each) == len(graph.source) for each, _ in bounds))
    _need(missing.page.ndim == 1 and missing.page.shape == missing.code.shape and missing.counts.shape == (pages, len(REASONS)))
    _need(all(not len(each) or (each.min() >= 0 and each.max() < most) for each, most in (*bounds, (missing.page, pages))))
    _need(bool((missing.counts >= 0).all()) and len(set(graph.anchors)) == len(graph.anchors))
    _need(not (graph.place >= links[graph.source]).any())
    return replace(graph, urls=urls, block=graph.source, left_out=missing.left_out())


def _with_records(folder: Path, lists: Mapping[int, SiteList]) -> dict[int, SiteList]:
    """The lists of the earlier result, with their records as its file has them."""
    records: dict[int, list[SiteRecord]] = {number: [] for number in lists}
    with (folder / "records.jsonl").open("rb") as lines:
        for row in map(msgspec.json.Decoder(StoredRecord).decode, lines):
            if row.number in records:
                records[row.number].append(SiteRecord(row.url, row.position, row.fields, tuple(row.seen_on or [row.url])))
    return {number: replace(each, records=tuple(records[number])) for number, each in lists.items()}


def packed(value: Any, arrays: Arrays, name: str = "") -> Any:  # noqa: ANN401, PLR0911 (any plain data; one return per kind)
    """The value as JSON; arrays go to `arrays` under their place in it. A field whose name starts with _ is a cache and is left out."""
    if isinstance(value, np.ndarray):
        arrays[name] = value
        return {"array": name}
    if (
        isinstance(value, list) and value and all(isinstance(each, np.ndarray) for each in value)
    ):  # a file with one a page would open slowly
        arrays[name], arrays[f"{name}.lengths"] = np.concatenate(value), np.array(list(map(len, value)), np.int64)
        return {"arrays": name}
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, _AS_DATA):
        return value.to_data()
    if is_dataclass(value) and not isinstance(value, type):
        kept = [each.name for each in fields(value) if not each.name.startswith("_")]
        return {"is": type(value).__name__, "has": {each: packed(getattr(value, each), arrays, f"{name}.{each}") for each in kept}}
    if isinstance(value, dict):
        pairs = enumerate(value.items())
        return {"dict": [[packed(key, arrays), packed(each, arrays, f"{name}.{number}")] for number, (key, each) in pairs]}
    for kind_name, kind in _COLLECTIONS.items():
        if isinstance(value, kind):
            each_in = enumerate(sorted(value) if kind is frozenset else value)
            return {kind_name: [each if type(each) is str else packed(each, arrays, f"{name}.{number}") for number, each in each_in]}
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(f"{type(value).__name__} is not plain data")


def unpacked(data: Any, arrays: Arrays, hint: Any) -> Any:  # noqa: ANN401, PLR0911 (any plain data; a type, or what stands for one)
    """Restore a packed value of a type; raises KeyError, TypeError or ValueError if the data is anything else."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return unpacked(data, arrays, _chosen(data, inner))
    if origin is np.ndarray:
        return _array(arrays[data["array"]], get_args(inner[1])[0])
    if hint in _AS_DATA:
        return hint.from_data(data)
    if isinstance(hint, type) and is_dataclass(hint):
        return _restored(data, arrays, hint)
    if origin is list and "arrays" in data:
        return _parts(_array(arrays[data["arrays"]], get_args(get_args(inner[0])[1])[0]), arrays[f"{data['arrays']}.lengths"])
    if origin is not None and issubclass(origin, Mapping):
        return {unpacked(key, arrays, inner[0]): unpacked(each, arrays, inner[1]) for key, each in data["dict"]}
    for name, kind in _COLLECTIONS.items():
        if origin is kind:
            return kind(each if type(each) is hint else unpacked(each, arrays, hint) for each, hint in _with_hints(data[name], inner))
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


def _parts(array: NDArray[Any], lengths: NDArray[np.int64]) -> list[NDArray[Any]]:
    _need(lengths.dtype == np.int64 and array.ndim == lengths.ndim == 1 and bool((lengths >= 0).all() and (lengths <= len(array)).all()))
    _need(int(lengths.sum()) == len(array))
    return np.split(array, np.cumsum(lengths)[:-1])


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
