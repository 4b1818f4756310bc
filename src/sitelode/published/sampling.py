"""Which pages a separator studies when it need not study all, and in which order: the same for every order they come in."""

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from sitelode.html.page import Page


def sample_of(pages: Sequence[Page], most: int) -> list[Page]:
    """Up to so many pages, in an order that only their contents decide; no page a second time while there are others."""
    seen: Counter[bytes] = Counter()
    keyed: list[tuple[int, bytes, Page]] = []
    for page in pages:
        digest = page_digest(page)
        keyed.append((seen[digest], digest, page))
        seen[digest] += 1
        if len(keyed) >= 2 * most:  # of a stored site no more pages are in memory than this
            keyed = sorted(keyed, key=_place)[:most]
    return [page for _, _, page in sorted(keyed, key=_place)[:most]]


def _place(entry: tuple[int, bytes, Page]) -> tuple[int, bytes]:
    return entry[:2]


def page_digest(page: Page) -> bytes:
    """Equal for pages of equal text and tags."""
    digest = blake2b(page.columns.text, digest_size=16)
    digest.update(page.columns.tag.tobytes())
    return digest.digest()
