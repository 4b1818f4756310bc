"""Sample of pages that a separator studies, and its order; it does not depend on the order in which pages come."""

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from sitelode.html.page import Page


def sample_of(pages: Sequence[Page], most: int) -> list[Page]:
    """At most `most` pages, in an order that depends on their contents only; no duplicates while there are other pages."""
    seen: Counter[bytes] = Counter()
    keyed: list[tuple[int, bytes, Page]] = []
    for page in pages:
        digest = page_digest(page)
        keyed.append((seen[digest], digest, page))
        seen[digest] += 1
        if len(keyed) >= 2 * most:  # of a stored site, at most this many pages are in memory
            keyed = sorted(keyed, key=_place)[:most]
    return [page for _, _, page in sorted(keyed, key=_place)[:most]]


def _place(entry: tuple[int, bytes, Page]) -> tuple[int, bytes]:
    return entry[:2]


def page_digest(page: Page) -> bytes:
    """Equal for pages with the same text and tags."""
    digest = blake2b(page.columns.text, digest_size=16)
    digest.update(page.columns.tag.tobytes())
    return digest.digest()
