"""Everything learnt about a site as one file of arrays, so that a result opens quickly the second time.

Plain data: arrays and JSON, never pickled objects. A file of another site, version or shape is ignored: what was learnt from the pages
beside it can be learnt again.
"""

import json
import zlib
from contextlib import suppress
from dataclasses import fields, replace
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, get_type_hints
from zipfile import BadZipFile

import numpy as np

from sitelode.articles.body.features import KINDS
from sitelode.articles.body.study import BodyClasses
from sitelode.articles.corrections import CorrectedReader
from sitelode.articles.reader import ClusterReader
from sitelode.compiled.codes import Codes
from sitelode.errors import ResultError
from sitelode.layout.site_layouts import SiteLayouts
from sitelode.output.files import whole
from sitelode.output.plain_data import Arrays, classes_of, packed, unpacked
from sitelode.paths.path_codes import PathSet
from sitelode.site.site import Site

FILE_NAME: Final = "learnt.npz"
MOST_BYTES: Final = 2_000_000_000  # unpacked; a bound
UNREADABLE: Final = (
    OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, BadZipFile, IndexError, RecursionError, MemoryError,
    NotImplementedError, zlib.error,
)  # fmt: skip


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
        arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
        with whole(folder / FILE_NAME) as unfinished, unfinished.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)


Learnt = tuple[SiteLayouts, list[ClusterReader]]  # layouts, and a reader for each cluster


def load_learnt(folder: Path, site: Site) -> Learnt | None:
    """Load what was learnt about this site before; None if there is no such file."""
    try:
        arrays, about = read_arrays(folder / FILE_NAME)
        if about["key"] != learnt_key(site):
            return None
        layouts = _layouts(arrays, about)
        templates: list[ClusterReader] = unpacked(about["templates"], arrays, list[ClusterReader])
        _check(layouts, templates, len(site.entries))
        # As after learning: layouts of one template share its reader.
        of_clusters = [layouts.templates.of_page[members[0]] for members in layouts.clusters.members()]
        return layouts, [replace(templates[template], cluster=cluster) for cluster, template in enumerate(of_clusters)]
    except UNREADABLE:
        return None


def read_arrays(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays of a file, and what it says about them; one of UNREADABLE where it is damaged or too large."""
    # Opened here, because numpy does not close a damaged file.
    with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
        if sum(each.file_size for each in file.zip.infolist()) > MOST_BYTES:
            raise ValueError(f"it unpacks to more than {MOST_BYTES:,} bytes")
        arrays = {name: file[name] for name in file.files}
    return arrays, json.loads(arrays["about"].tobytes())


def learnt_key(site: Site) -> str:
    """A hash that differs for every site, version and set of fields."""
    digest = blake2b(digest_size=16)
    for entry in site.entries:
        digest.update(f"{entry.number} {entry.url}\n".encode("utf-8", "replace"))
        digest.update(entry.digest)
    for kind in (*classes_of(ClusterReader).values(), *classes_of(SiteLayouts).values()):
        digest.update(f"{kind.__name__} {[each.name for each in fields(kind)]}".encode())
    return f"{version('sitelode')} {digest.hexdigest()}"


def _layouts(arrays: Arrays, about: dict[str, Any]) -> SiteLayouts:
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
        _need(_ascending(body.code) and body.probability.shape == (len(body.code), KINDS) and body.common_title_words.ndim == 1)
        _need(_ascending(body.recurring.codes) and body.recurring.share.shape == body.recurring.codes.shape)
        _need(bool(np.isfinite(body.probability).all()) and bool(np.isfinite(body.recurring.share).all()))


def _ascending(codes: Codes) -> bool:
    return codes.ndim == 1 and bool((codes[1:] > codes[:-1]).all())


def _need(holds: bool) -> None:  # noqa: FBT001 (what must hold)
    if not holds:
        raise ValueError("not what was learnt")
