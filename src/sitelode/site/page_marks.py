"""What a page is compared by when repetitions are looked for."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from sitelode.compiled.code_sets import first_of_each
from sitelode.compiled.codes import Codes
from sitelode.html.metadata import Metadata, metadata_of
from sitelode.html.page import Page
from sitelode.text.segments import Segments, segments_of
from sitelode.urls import resolve


@dataclass(frozen=True, slots=True)
class PageMarks:
    """Of one page."""

    text: bytes  # a digest of it; empty where there is none
    title: str
    canonical: str  # the address that it states for itself, else its own
    codes: Codes  # of its text segments, each once, ascending
    widths: NDArray[np.int32]  # of the same


def marks_of(page: Page) -> PageMarks:
    segments, metadata = segments_of(page), metadata_of(page)
    codes, first, _ = first_of_each(segments.exact)
    return PageMarks(text_digest(segments), metadata.title, canonical_address(page.url, metadata), codes, segments.width[first])


def text_digest(segments: Segments) -> bytes:
    """A digest of a page's text; empty where there is none."""
    return blake2b(segments.exact.tobytes(), digest_size=16).digest() if len(segments) else b""


def canonical_address(url: str, metadata: Metadata) -> str:
    """The address that a page states for itself, else its own."""
    return (resolve(url, metadata.canonical) if metadata.canonical else None) or url


def canonical_aliases(stated: Iterable[tuple[str, str]], urls: Iterable[str]) -> dict[str, str]:
    """Canonical addresses that no page has and only one page names, with that page; `stated` are pairs of the two."""
    pairs, own = list(stated), set(urls)
    claims = Counter(canonical for canonical, _ in pairs)
    return {canonical: url for canonical, url in pairs if claims[canonical] == 1 and canonical not in own}
