"""Read the original address of a saved page from its first bytes, without parsing it."""

import re
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from html import unescape

from sitelode.urls import normalise, registrable_domain, resolve

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
