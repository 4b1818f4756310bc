"""Which pages a separator studies when it need not study all, and in which order: the same for every order they come in."""

from collections.abc import Sequence
from hashlib import blake2b

from sitelode.dom.page import Page


def sample_of(pages: Sequence[Page], most: int) -> list[Page]:
    """Up to so many pages, in an order that only their contents decide."""
    keyed = []
    for place, page in enumerate(pages):
        keyed.append((page_digest(page), place, page))
        if len(keyed) >= 2 * most:  # of a stored site no more pages are in memory than this
            keyed = sorted(keyed, key=lambda entry: entry[:2])[:most]
    return [page for _, _, page in sorted(keyed, key=lambda entry: entry[:2])[:most]]


def page_digest(page: Page) -> bytes:
    """Equal for pages of equal text and tags."""
    digest = blake2b(page.columns.text, digest_size=16)
    digest.update(page.columns.tag.tobytes())
    return digest.digest()
