"""Where a line of a result comes from: the place of its page in the source, a digest of the page's bytes, and when it was fetched."""

from collections.abc import Callable

from sitelode.site.site import Site

Provenance = Callable[[str], dict[str, str]]  # for the address of a page, what is known about where it comes from


def nothing_known(_: str) -> dict[str, str]:
    """For pages that no source gave."""
    return {}


def provenance_of(site: Site) -> Provenance:
    """Of the pages of a site, in the words of articles.jsonl."""
    entries = {entry.url: entry for entry in site.entries}

    def found(url: str) -> dict[str, str]:
        entry = entries.get(url)
        if entry is None:
            return {}
        return {"origin": entry.origin, "digest": entry.digest.hex(), "fetched": site.fetched.get(url, "")}

    return found
