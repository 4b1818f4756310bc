"""Pages of many sites, sorted by site: every source is read once, as a stream, and every page goes to the folder of its site.

shards.json              how sites are told apart, and the sources in order
sources/00001.json       written when a source is done: pages by site, and what was left out
sites/SITE/00001.warc.gz the pages of a site in that source, with where each came from

A source that was interrupted is read again from its beginning; its files are replaced. No page is held longer than it takes to write it.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sitelode.errors import ResultError, SettingError
from sitelode.many_sites.places import Place
from sitelode.model import Dropped, FeedShelf
from sitelode.sources.choice import open_source
from sitelode.sources.source import Source
from sitelode.urls import host_key, site_key

if TYPE_CHECKING:
    from sitelode.sources.crawl.archive import PageArchives

By = Literal["domain", "host"]
MANIFEST = "shards.json"
FORMAT = "sitelode shards 1"
NO_HOST = "no-host"  # pages that have no address of the web
MOST_SOURCES = 1_000_000
_UNFIT = re.compile(r"[^a-z0-9.-]+")
_NAME = re.compile(r"(?!\.)[a-z0-9._-]{1,140}(?<!\.)")  # what `site_name` gives
_LONGEST_NAME = 120  # characters; a longer or an odd name ends with a digest


@dataclass(frozen=True)
class Manifest:
    """What `shards.json` says."""

    by: By
    sources: tuple[str, ...]

    def to_bytes(self) -> bytes:
        return json.dumps({"format": FORMAT, "by": self.by, "sources": self.sources}, ensure_ascii=False, indent=1).encode()


def is_shards(folder: Path) -> bool:
    return os.path.isfile(folder / MANIFEST)  # noqa: PTH113 (of names that no file can have: False)


def read_manifest(place: Place) -> Manifest | None:
    """None where nothing was split yet.

    Raises:
        ResultError: if the file holds something else.

    """
    data = place.read(MANIFEST)
    if data is None:
        return None
    try:
        found = json.loads(data)
        sources = tuple(found["sources"])
        is_ours = found["format"] == FORMAT and found["by"] in ("domain", "host") and all(isinstance(each, str) for each in sources)
    except (ValueError, KeyError, TypeError, RecursionError):
        is_ours = False
    if not is_ours:
        raise ResultError(f"{MANIFEST} is damaged or of another version; split the sources into a new folder")
    return Manifest(found["by"], sources[:MOST_SOURCES])


def planned(place: Place, sources: Sequence[str], by: By) -> Manifest:
    """The sources of earlier runs and these, each once, written down before the work begins.

    Raises:
        SettingError: if sites were told apart in another way before.

    """
    before = read_manifest(place) or Manifest(by, ())
    if before.by != by and before.sources:
        raise SettingError(f"this folder was split by {before.by}; split by {before.by} again, or into another folder")
    plan = Manifest(by, tuple(dict.fromkeys((*before.sources, *sources))))
    place.write(MANIFEST, plan.to_bytes())
    return plan


def unfinished(place: Place, plan: Manifest) -> list[int]:
    """The numbers of sources that are not split yet."""
    done = set(place.names("sources"))
    return [number for number in range(1, len(plan.sources) + 1) if f"{number:05}.json" not in done]


def split_source(place: Place, plan: Manifest, number: int) -> dict[str, int]:
    """Write the pages of one source to the folders of their sites; return their number by site."""
    from sitelode.sources.crawl.archive import PageArchives  # noqa: PLC0415 (needs an extra)

    pages: Counter[str] = Counter()
    dropped: Counter[str] = Counter()
    source = open_source(plan.sources[number - 1])
    with place.filled("sites") as folder:
        archives = PageArchives(folder, f"{number:05}.warc.gz")
        for item in source.items():
            if isinstance(item, Dropped):
                dropped[item.reason] += 1
            else:
                name = site_name(item.url, plan.by)
                archives.of(name).add(item)
                pages[name] += 1
            _write_feeds(source, archives, plan.by)
        _write_feeds(source, archives, plan.by)
        for address, target in sorted(source.aliases.items()):
            if (name := site_name(address, plan.by)) in pages:
                archives.of(name).add_redirect(address, target)
    about = {"source": plan.sources[number - 1], "pages": dict(sorted(pages.items())), "left_out": dict(sorted(dropped.items()))}
    place.write(f"sources/{number:05}.json", json.dumps(about, ensure_ascii=False).encode())
    return dict(pages)


def sites_of(place: Place, plan: Manifest) -> dict[str, int]:
    """All sites with the number of their pages, in order of their names."""
    pages: Counter[str] = Counter()
    for number in range(1, len(plan.sources) + 1):
        data = place.read(f"sources/{number:05}.json")
        pages.update(_counts(data, number) if data else {})
    return dict(sorted(pages.items()))


def _counts(data: bytes, number: int) -> dict[str, int]:
    """Pages by site. Names become folders, so nothing but names that splitting gives is taken."""
    try:
        found: dict[str, int] = json.loads(data)["pages"]
        is_ours = all(_NAME.fullmatch(name) and type(count) is int and count > 0 for name, count in found.items())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        is_ours = False
    if not is_ours:
        raise ResultError(f"sources/{number:05}.json is damaged or was changed; split the sources into a new folder")
    return found


def site_name(url: str, by: By) -> str:
    """The name of a page's site, fit for a folder on any system."""
    key = (site_key(url) if by == "domain" else host_key(url)) or ""
    if not key or url.startswith("file:"):
        return NO_HOST
    name = _UNFIT.sub("_", key.lower()).strip(".")[:_LONGEST_NAME]
    return name if name == key else f"{name}-{blake2b(key.encode(), digest_size=4).hexdigest()}"


def _write_feeds(source: Source, archives: "PageArchives", by: By) -> None:
    """Feeds go to their sites as they come; a source has room for those of one site only."""
    for feed in source.feeds:
        archives.of(site_name(feed.url, by)).add(feed)
    if isinstance(source.feeds, FeedShelf):
        source.feeds.clear()


def chosen(sites: Iterable[str], part: int, parts: int) -> list[str]:
    """The sites of one part of several, the same on every machine: parts are about equally many sites."""
    return [site for site in sites if int.from_bytes(blake2b(site.encode(), digest_size=8).digest()) % parts == part - 1]
