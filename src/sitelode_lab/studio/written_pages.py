"""The source of a page as it was written: a result keeps none, so it is read again from where the page came from."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sitelode.errors import SitelodeError
from sitelode.html.encoding import decode
from sitelode.model import Fetched
from sitelode.site.site import Site
from sitelode.site.store import Entry, SiteStore

MOST_ITEMS: Final = 20_000  # of an archive that are looked through for one page; set by hand
LARGEST_FILE: Final = 50_000_000  # bytes


@dataclass(frozen=True, slots=True)
class WrittenPage:
    """A source, or why there is none."""

    text: str = ""
    where: str = ""
    problem: str = ""


def written_page(site: Site, entry: Entry, crawl: Path | None = None) -> WrittenPage:
    """The source that a page of a site was parsed from, byte by byte: a source that changed since is none.

    Args:
        site: the site, which knows its source.
        entry: the page.
        crawl: where a crawl of the site lies, if there is one.

    """
    name = site.store["source"] or ""
    try:
        found = _in_file(entry) or next((page for place in _archives(name, entry, crawl) if (page := _in_archive(place, entry))), None)
    except (SitelodeError, OSError, ValueError) as problem:
        return WrittenPage(problem=f"its source cannot be read again: {problem!s:.200}")
    if found is None:
        return WrittenPage(problem=f"its source is gone, or has changed since it was mined: {entry.origin:.200}")
    return WrittenPage(decode(found.body, found.content_type).utf8.decode("utf-8", "replace"), found.origin or entry.origin)


def _in_file(entry: Entry) -> Fetched | None:
    """Many pages are files of their own."""
    path = Path(entry.origin)
    if not path.is_file() or path.stat().st_size != entry.size or entry.size > LARGEST_FILE:
        return None
    body = path.read_bytes()
    return Fetched(entry.url, body, None, entry.origin) if SiteStore.digest_of(body) == entry.digest else None


def _archives(source: str, entry: Entry, crawl: Path | None) -> list[Path]:
    """Where many pages lie together: a crawl, the archive that the page names, the file that was mined. Whole folders are not searched."""
    named = Path(entry.origin.rpartition(" @ ")[0] or source)
    files = dict.fromkeys(path for path in (named, Path(source)) if path.is_file())
    return [*([crawl] if crawl is not None else []), *files]


def _in_archive(place: Path, entry: Entry) -> Fetched | None:
    from sitelode.sources.choice import open_source, with_framesets  # noqa: PLC0415 (sources bring their libraries with them)

    for _, item in zip(range(MOST_ITEMS), with_framesets(open_source(place)).items(), strict=False):
        if isinstance(item, Fetched) and len(item.body) == entry.size and SiteStore.digest_of(item.body) == entry.digest:
            return item
    return None
