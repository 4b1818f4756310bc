"""Recover the web address of each file of a saved site, from its path and its content.

In this order: the note of the program that saved it; the canonical link, unless several files have the same one;
the folder layout, if its first level (or the folder itself) is named like a host, as wget and HTTrack do it,
or if the canonical links or full links of the pages show how the folder maps to the site (the prefix under which most of their paths are
linked); else a file: address.
"""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from html import unescape
from typing import Final
from urllib.parse import quote, urlsplit

from sitelode.urls import has_public_suffix, made_up_address, normalise, registrable_domain, resolve, same_site

HEAD_BYTES = 65_536  # a canonical link is in the head, and few heads are longer. Set by hand

_HTTRACK = re.compile(rb"<!-- Mirrored from (\S{1,4000}) by HTTrack[^,<>]{0,100}(?:, ([^<>]{1,60}?))? ?-->")
_BROWSER = re.compile(rb"<!-- saved from url=\([0-9]{1,8}\)(\S{1,4000}) -->")
_SINGLE_FILE = re.compile(rb"<!--\s{0,9}Page saved with SingleFile\s{1,9}url: (\S{1,4000})\s")
_HTTRACK_OWN = re.compile(
    rb"<!-- Mirror and index made by HTTrack|<!-- Created by HTTrack(?=.{0,2000}(?i:http-equiv=.?refresh))", re.DOTALL
)
_LINK_OR_META = re.compile(rb"<(?:link|meta)\s[^<>]*+>", re.IGNORECASE)
_OWN_WORD = re.compile(rb"canonical|og:url", re.IGNORECASE)
_ADDRESS = re.compile(rb"""\b(?:href|content)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'<>]+))""", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


@dataclass(frozen=True, slots=True)
class Claims:
    """Addresses as written: unchecked, perhaps relative; the note of a mirror may lack the scheme."""

    saved_from: str | None = None  # the note of the program that saved the page
    canonical: str | None = None  # declared by the page itself
    fetched_at: str | None = None
    made_by_mirror: bool = False  # a page of the mirroring program, not of the site


def claims_of(head: bytes) -> Claims:
    """Read the notes left by HTTrack, browsers and SingleFile, and the page's canonical link or og:url."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):  # UTF-16: addresses are ASCII, so dropping the zeros is enough
        head = head.replace(b"\x00", b"")
    saved_from = fetched_at = None
    if mirrored := _HTTRACK.search(head) if b"HTTrack" in head else None:
        saved_from, fetched_at = _text(mirrored[1]), _iso_time(mirrored[2])
    elif b"saved" in head and (saved := _BROWSER.search(head) or _SINGLE_FILE.search(head)):
        saved_from = _text(saved[1])
    made_by_mirror = b"HTTrack" in head and _HTTRACK_OWN.search(head) is not None
    return Claims(saved_from, _canonical(head), fetched_at, made_by_mirror)


def saved_from_address(claims: Claims, scheme: str = "https") -> str | None:
    """The address in the saving program's note, if valid; `scheme` is used if it has none."""
    if claims.saved_from is None:
        return None
    has_scheme = _SCHEME.match(claims.saved_from) is not None and "://" in claims.saved_from
    return _on_the_web(normalise(claims.saved_from if has_scheme else f"{scheme}://{claims.saved_from}"))


def canonical_address(claims: Claims, base: str | None = None) -> str | None:
    """The canonical address of the page; a relative one is only used if `base` is known."""
    if claims.canonical is None:
        return None
    return _on_the_web(normalise(claims.canonical) if base is None else resolve(base, claims.canonical))


def _on_the_web(address: str | None) -> str | None:
    """Reject addresses that cannot be a page's: files, and hosts of a single word ("http://http//...")."""
    if address is None or not address.startswith("http"):
        return None
    host = address.split("/")[2]
    name = host.partition(":")[0]
    return address if registrable_domain(name) or name == "localhost" or host.startswith("[") or "." in name else None


def _canonical(head: bytes) -> str | None:
    """The canonical link if there is one, else og:url, whichever comes first in the page."""
    stated: dict[bytes, str] = {}
    for tag in _LINK_OR_META.findall(head):
        if (word := _OWN_WORD.search(tag)) and (address := _ADDRESS.search(tag)):
            stated.setdefault(word[0].lower(), _text(address[1] or address[2] or address[3]))
    return stated.get(b"canonical") or stated.get(b"og:url")


def _text(raw: bytes) -> str:
    return unescape(raw.decode("utf-8", "replace")).strip()


def _iso_time(raw: bytes | None) -> str | None:
    try:
        return parsedate_to_datetime((raw or b"").decode("latin-1")).astimezone(UTC).isoformat()
    except ValueError:
        return None


LEAST_PAGES: Final = 5  # pages that a prefix must lead to, or half of them if they are few (all limits here are set by hand),
LEAST_SHARE: Final = 0.03  # also as a share of all pages
MOST_LINKS: Final = 200_000  # links examined
LONGEST: Final = 2_000  # bytes of a link
_FEW: Final = 2  # minimum number of pages for any evidence
_DEEPEST: Final = 3  # path segments that may belong to the root
_FULL_LINK = re.compile(rb"""\b(?:href|content)\s*+=\s*+(?:["']\s*+)?((?:https?:)?//[^"'\s<>]++)""", re.IGNORECASE)


class RootFinder:
    """Reads pages one by one and collects their full links."""

    def __init__(self) -> None:
        self._links: set[bytes] = set()

    def look(self, page: bytes) -> None:
        """Collect the full links of a page, and its canonical address."""
        if len(self._links) < MOST_LINKS:
            self._links.update(link for link in _FULL_LINK.findall(page) if len(link) <= LONGEST)

    def root(self, pages: Mapping[str, int]) -> str | None:
        """The root address of the pages' paths, with a final slash; None if the links do not show it.

        Args:
            pages: paths from the root on, "/2014/rain/", with the number of the page; one page may have several.

        """
        reached: dict[str, set[int]] = defaultdict(set)
        for link in self._links:
            for beginning, path in _splits(link.decode("utf-8", "replace")):
                if path in pages:
                    reached[beginning].add(pages[path])
        best = max(reached, key=lambda beginning: (len(reached[beginning]), beginning), default=None)
        total = len(set(pages.values()))
        least = max(min(LEAST_PAGES, total / 2), _FEW, LEAST_SHARE * total)
        return None if best is None or len(reached[best]) < least else best + "/"


def _splits(link: str) -> Iterator[tuple[str, str]]:
    """Every prefix of an address, with the path that follows it."""
    whole = unescape(link)
    address = normalise("https:" + whole if whole.startswith("//") else whole)
    if address is None:
        return
    scheme, _, host, *steps = address.split("/")
    for depth in range(min(_DEEPEST, max(len(steps), 1))):
        yield "/".join((scheme, "", host, *steps[:depth])), "/" + "/".join(steps[depth:])


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


@dataclass(slots=True)
class Recovered:
    """Addresses, one for each page, in order, and alternative addresses used by links. One that fits two pages is dropped."""

    addresses: list[str] = field(default_factory=list)
    _others: dict[str, str | None] = field(default_factory=dict)

    def add(self, address: str, base: str | None, path: str) -> None:
        self.addresses.append(address)
        for name in _other_names(address, base, path):
            if name is not None and name != address:
                self._others[name] = address if self._others.get(name, address) == address else None

    @property
    def aliases(self) -> dict[str, str]:
        """Targets of links, such as a mirror rewrote, with the address of the page they lead to."""
        own = set(self.addresses)
        return {name: address for name, address in self._others.items() if address is not None and name not in own}


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
    found = Recovered()
    for page, (base, rest), canonical in zip(pages, bases, canonicals, strict=True):
        base = base or site_root  # noqa: PLW2901 - the guess where nothing is known
        trusted = canonical if claimed[canonical] == 1 and (base is None or same_site(base, canonical or "")) else None
        address = saved_from_address(page.claims, (base or "https:").partition(":")[0]) or trusted
        found.add(address or (address_in_mirror(base, rest) if base else file_address(rest)), base, rest)
    return found


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
