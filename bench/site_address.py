"""Find the original address of a saved site, as the product does: a corpus has only the paths of its pages, "/2014/rain/"."""

from collections.abc import Collection, Iterable

from sitelode.sources.saved_addresses import RootFinder
from sitelode.urls import normalise

_ANY_HOST = "https://site.invalid"


def site_address(paths: Collection[str], pages: Iterable[str]) -> str | None:
    """The address that the paths of a site follow, without a final slash; None where its links do not say."""
    finder = RootFinder()
    for html in pages:
        finder.look(html.encode("utf-8", "replace"))
    known = {address.removeprefix(_ANY_HOST): place for place, path in enumerate(paths) if (address := normalise(_ANY_HOST + path))}
    root = finder.root(known)
    return root and root.removesuffix("/")
