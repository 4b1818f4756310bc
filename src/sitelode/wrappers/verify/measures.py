"""What can be seen of a batch of pages without knowing the truth: how the taken text relates to the rest of the pages.

A text is a page's own when no other page of the batch has it, and nothing but links is no text. Rules that fit take nearly all of what is
a page's own and nearly nothing else; what is usual for a layout (comments are a page's own, too) is measured when it is learnt.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.own_text import versions
from sitelode.page_kinds.titles import RawTitles
from sitelode.wrappers.readers import Extraction
from sitelode.wrappers.taught.value_profiles import Range

LINKED_FROM = 0.6  # share of a text inside links; with more it is a link, not a text; set by hand
LEAST_WIDTH = 30  # characters of a text; shorter ones recur by chance; set by hand
MOST_PAGES = 500  # of a batch that are looked at; a bound
OWN_TAKEN, TAKEN_REPEATED = "own_text_taken", "taken_text_repeated"


def batch_measures(found: Sequence[Extraction]) -> dict[str, Range]:
    """The measures of a batch, each as the range of its pages."""
    found = [each for each in found if each.text is not None]
    found = found[:: max(1, -(-len(found) // MOST_PAGES))]
    pages = [each.text for each in found if each.text is not None]
    if not pages:
        return {}
    sizes = np.array([len(page.loose) for page in pages])
    of_page, of_thing = np.repeat(np.arange(len(pages)), sizes), np.repeat(np.array(_things(found), np.int64), sizes)
    is_repeated = _on_several(np.concatenate([page.loose for page in pages]), of_thing, len(pages))
    width, link_width, taken = (np.concatenate([getattr(page, name) for page in pages]) for name in ("width", "link_width", "taken"))
    counted = np.where((link_width < LINKED_FROM * width) & (width >= LEAST_WIDTH), width, 0)

    def sums(chosen: NDArray[np.bool_], weights: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        return np.asarray(np.bincount(of_page[chosen], weights[chosen], len(pages)), dtype=np.float64)

    return {
        OWN_TAKEN: _shares(sums(~is_repeated & taken, counted), sums(~is_repeated, counted)),
        TAKEN_REPEATED: _shares(sums(is_repeated & taken, width), sums(taken, width)),
    }


def _on_several(codes: NDArray[np.uint64], of_thing: NDArray[np.int64], pages: int) -> NDArray[np.bool_]:
    """For each text whether it stands on several things; all pages are sorted at once."""
    different, number = np.unique(codes, return_inverse=True)
    pairs = np.unique(number.astype(np.int64) * (pages + 1) + of_thing)
    counts = np.bincount(pairs // (pages + 1), minlength=len(different))
    several: NDArray[np.bool_] = (counts > max(1, pages // 50))[number]
    return several


def _shares(parts: NDArray[np.float64], wholes: NDArray[np.float64]) -> Range:
    return Range.of((parts[wholes > 0] / wholes[wholes > 0]).tolist())


def _things(found: Sequence[Extraction]) -> list[int]:
    """For each page a number, the same for versions of one page: parts of an article and all of it at once share their text."""
    urls = [each.article.url if each.article else "" for each in found]
    titles = [RawTitles(each.article.title if each.article else "", ()) for each in found]
    numbers: list[int] = versions(urls, titles).tolist()
    return numbers
