"""Recover the web address of each file of a saved site, from its path and its content.

In this order: the note of the program that saved it; the canonical link, unless several files have the same one;
the folder layout, if its first level (or the folder itself) is named like a host, as wget and HTTrack do it,
or if the canonical links or full links of the pages show how the folder maps to the site; else a file: address.
"""

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

from sitelode.sources.saved_page import Claims, canonical_address, saved_from_address
from sitelode.sources.site_root import RootFinder
from sitelode.urls import has_public_suffix, made_up_address, normalise, resolve, same_site

_HOST = re.compile(r"(?P<name>localhost|[a-z0-9_-]+(?:\.[a-z0-9_-]+)+)(?:[:+](?P<port>[0-9]{1,5}))?", re.IGNORECASE)
_IPV4 = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
# Names reserved for examples and local networks, which are not in the list of public suffixes.
_LOCAL_SUFFIXES = (".example", ".test", ".localhost", ".local", ".internal", ".invalid", ".lan")

# wget writes "?" unchanged, or "@" if the file system forbids it.
_QUERY = re.compile(r"\?|@(?=[^@=/]+=)")
_ADDED_EXTENSION = re.compile(r"(\.(?:php[0-9]?|phtml|aspx?|jspx?|cgi|cfm|do|pl|shtml|py|rb))\.html?\Z", re.IGNORECASE)
_HTML_EXTENSION = re.compile(r"\.x?html?\Z", re.IGNORECASE)
_FOLDER_PAGES = frozenset(
    {"index.html", "index.htm", "index.xhtml", "index.php", "default.html", "default.htm", "default.asp", "default.aspx"}
)
# The file name that a mirror gives to the page of a folder; it is not part of the address.
_NAMED_BY_MIRROR = "index.html"
_KEPT_IN_PATHS = "/%!$&'()*+,;=:@~"


@dataclass(frozen=True, slots=True)
class SavedPage:
    path: str  # relative to the folder, with "/"
    claims: Claims
    https_lead: int = 0  # number of https links to its own host minus that of http links
    is_feed: bool = False  # a feed has an address too, but is not a page


@dataclass(frozen=True, slots=True)
class Recovered:
    addresses: list[str]  # one for each page, in order
    aliases: dict[str, str]  # targets of links rewritten by a mirror -> address


@dataclass(frozen=True, slots=True)
class Layout:
    """How the folder maps to hosts."""

    host_folders: frozenset[str] = frozenset()  # first-level folders named like a host
    own_host: str | None = None  # the host that the folder itself is named after

    def host_of(self, path: str) -> tuple[str | None, str]:
        """Split a path into its host, if any, and the rest."""
        first, slash, rest = path.partition("/")
        if slash and first in self.host_folders:
            return _as_host(first), rest
        return self.own_host, path


def layout_of(folder_name: str, subfolders: Collection[str], *, pages_at_top: bool) -> Layout:
    """Decide by names. Host folders take precedence, unless there are pages next to them in a folder that is itself named like a host."""
    host_folders = frozenset(each for each in subfolders if _as_host(each) is not None)
    own_host = _as_host(folder_name)
    if own_host is not None and (pages_at_top or not host_folders):
        return Layout(own_host=own_host)
    return Layout(host_folders)


def recover_addresses(pages: Sequence[SavedPage], layout: Layout, links: RootFinder | None = None) -> Recovered:
    """Find the address of each page; `links` has already read all pages."""
    bases = _bases(pages, layout)
    canonicals = [
        canonical_address(page.claims, base and address_in_mirror(base, rest)) for page, (base, rest) in zip(pages, bases, strict=True)
    ]
    claimed = Counter(canonicals)
    site_root = _site_root(pages, canonicals) or (links.root(_paths(pages, bases)) if links else None)
    names = _Names()
    for page, (base, rest), canonical in zip(pages, bases, canonicals, strict=True):
        base = base or site_root  # noqa: PLW2901 - the guess where nothing is known
        trusted = canonical if claimed[canonical] == 1 and (base is None or same_site(base, canonical or "")) else None
        address = saved_from_address(page.claims, (base or "https:").partition(":")[0]) or trusted
        names.add(address or (address_in_mirror(base, rest) if base else file_address(rest)), base, rest)
    return Recovered(names.addresses, names.aliases())


def address_in_mirror(base: str, path: str) -> str:
    """Undo wget's file naming: "a/index.html?p=3.html" under http://host/ was http://host/a/?p=3."""
    folder, name = _split(path)
    query_start = _QUERY.search(name)
    query = ""
    if query_start:
        # A file name cannot contain the slash of a query, so wget escapes it.
        name, query = name[: query_start.start()], "?" + _HTML_EXTENSION.sub("", name[query_start.end() :]).replace("%2F", "/")
    name = _ADDED_EXTENSION.sub(r"\1", name)
    address = base + _quoted(folder) + _quoted("" if name == _NAMED_BY_MIRROR else name) + _quoted(query, "?/[]")
    return normalise(address) or file_address(path)


def without_query(name: str) -> str:
    """The part of a saved file's name that was a path on the web."""
    return _QUERY.split(name, maxsplit=1)[0]


def file_address(path: str) -> str:
    return made_up_address(*os.fsencode(path).split(b"/"))


def _as_host(name: str) -> str | None:
    """Parse a folder's name as host and port; None if it is not one. wget writes "+" for ":" on some systems."""
    found = _HOST.fullmatch(name)
    if found is None:
        return None
    host = found["name"].lower()
    if host == "localhost" or _IPV4.fullmatch(host) or host.endswith(_LOCAL_SUFFIXES) or has_public_suffix(host):
        return host + (":" + found["port"] if found["port"] else "")
    return None


def _bases(pages: Sequence[SavedPage], layout: Layout) -> list[tuple[str | None, str]]:
    """For each page, the address of its host's root folder, and its path below."""
    placed = [layout.host_of(page.path) for page in pages]
    https_lead: Counter[str | None] = Counter()
    for page, (host, _) in zip(pages, placed, strict=True):
        https_lead[host] += page.https_lead
    return [(host and f"{'http' if https_lead[host] < 0 else 'https'}://{host}/", rest) for host, rest in placed]


def _site_root(pages: Sequence[SavedPage], canonicals: Sequence[str | None]) -> str | None:
    """The address of the folder itself, if canonical links of one site end like the paths of their files."""
    stated = [canonical for canonical in canonicals if canonical]
    if not stated or not all(same_site(stated[0], each) for each in stated):
        return None
    votes = Counter(root for page, canonical in zip(pages, canonicals, strict=True) if canonical for root in _roots(page.path, canonical))
    # Ties are decided by name, so that the order of files does not matter.
    return max(sorted(votes), key=votes.__getitem__, default=None)


def _paths(pages: Sequence[SavedPage], bases: Sequence[tuple[str | None, str]]) -> dict[str, int]:
    """Possible paths, after the site's root, of the pages without a host."""
    homeless = [(number, page) for number, (page, (base, _)) in enumerate(zip(pages, bases, strict=True)) if base is None]
    return {"/" + ending: number for number, page in homeless for ending in reversed(_endings(page.path))}


def _roots(path: str, canonical: str) -> Iterator[str]:
    parts = urlsplit(canonical)
    for ending in _endings(path):
        if not parts.query and (parts.path == "/" + ending or (ending and parts.path.endswith("/" + ending))):
            yield f"{parts.scheme}://{parts.netloc}{parts.path[: len(parts.path) - len(ending)]}"
            return


def _endings(path: str) -> list[str]:
    """Possible endings of a file's address: a/index.html is a/ or a, b.html is b."""
    folder, name = _split(path)
    quoted = _quoted(path)
    if name.lower() in _FOLDER_PAGES:
        return [quoted, _quoted(folder), _quoted(folder.rstrip("/"))]
    return [quoted, _HTML_EXTENSION.sub("", quoted)]


@dataclass(slots=True)
class _Names:
    """Addresses, and alternative addresses used by links. One that fits two pages is dropped."""

    addresses: list[str] = field(default_factory=list)
    _others: dict[str, str | None] = field(default_factory=dict)

    def add(self, address: str, base: str | None, path: str) -> None:
        self.addresses.append(address)
        for name in _other_names(address, base, path):
            if name is not None and name != address:
                self._others[name] = address if self._others.get(name, address) == address else None

    def aliases(self) -> dict[str, str]:
        own = set(self.addresses)
        return {name: address for name, address in self._others.items() if address is not None and name not in own}


def _other_names(address: str, base: str | None, path: str) -> Iterator[str | None]:
    """Targets of links that were rewritten to the file, and of links that were not."""
    as_file = file_address(path).removeprefix("file:///")
    yield resolve(address, as_file.rpartition("/")[2])
    root = base or "file:///"
    yield normalise(root + as_file)
    yield address_in_mirror(root, path)
    for ending in _endings(path):
        yield normalise(root + ending)


def _split(path: str) -> tuple[str, str]:
    folder, slash, name = path.rpartition("/")
    return folder + slash, name


def _quoted(text: str, kept: str = "") -> str:
    return quote(os.fsencode(text), safe=_KEPT_IN_PATHS + kept)
