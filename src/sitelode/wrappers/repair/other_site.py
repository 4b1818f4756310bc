"""Whether pages are of another site than a wrapper: there, values that look alike prove nothing."""

from collections import Counter
from collections.abc import Iterable

from sitelode.urls import site_key

_WEB = ("http://", "https://")


def other_site(site: str, urls: Iterable[str]) -> str:
    """The site that most of these addresses are of, where it is known and another one; "" otherwise."""
    sites = Counter(site_key(url) or "" for url in urls if url.lower().startswith(_WEB))
    most = min(sites, key=lambda each: (-sites[each], each), default="")
    is_named = bool(site) and not site.endswith(":")  # pages that were only files name no site
    return most if is_named and most != site else ""
