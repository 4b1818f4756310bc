"""Pages that show one thing in several ways: parts of an article, all parts at once, a form for printing.

They say the same title, and their addresses go on from that of one of them. What stands on several of them is no excerpt and no part of
a template, and their links to each other announce nothing.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from sitelode.page_kinds.address_endings import beginnings, has_path, stem_of
from sitelode.page_kinds.own_titles import RawTitles, letters_of
from sitelode.page_kinds.page_evidence import Places

MOST_VERSIONS: Final = 50  # pages; a title on more says nothing about a page


def versions(urls: Sequence[str], titles: Sequence[RawTitles]) -> Places:
    """For every page the place of the one that its address goes on from and that has its title, or its own. Linear in pages."""
    named: dict[str, list[int]] = {}
    for page, title in enumerate(titles):
        named.setdefault(letters_of(title.title), []).append(page)
    first = np.arange(len(urls), dtype=np.int32)
    for letters, pages in named.items():
        if not letters or not 1 < len(pages) <= MOST_VERSIONS:
            continue
        by_stem = {stem_of(urls[page]): page for page in pages if has_path(urls[page])}
        for page in pages:
            begun = (by_stem[stem] for stem in (*beginnings(urls[page]), stem_of(urls[page])) if stem in by_stem)
            first[page] = next(begun, page)
    return first
