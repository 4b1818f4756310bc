"""What can be seen of a batch of pages without knowing the truth: how the taken text relates to the rest of the pages.

A text is a page's own when no other page of the batch has it, and nothing but links is no text. Rules that fit take nearly all of what is
a page's own and nearly nothing else; what is usual for a layout (comments are a page's own, too) is measured when it is learnt.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sitelode.page_kinds.own_titles import RawTitles
from sitelode.page_kinds.versions import versions
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
    of_things = defaultdict[int, list[NDArray[np.uint64]]](list)
    for thing, page in zip(_things(found), pages, strict=True):
        of_things[thing].append(page.loose)
    codes, counts = np.unique(np.concatenate([np.unique(np.concatenate(each)) for each in of_things.values()]), return_counts=True)
    repeated = codes[counts > max(1, len(pages) // 50)]
    own_taken, taken_repeated = [], []
    for page in pages:
        is_repeated = np.isin(page.loose, repeated)
        counted = np.where((page.link_width < LINKED_FROM * page.width) & (page.width >= LEAST_WIDTH), page.width, 0)
        own, taken = float(counted[~is_repeated].sum()), float(page.width[page.taken].sum())
        if own:
            own_taken.append(float(counted[~is_repeated & page.taken].sum()) / own)
        if taken:
            taken_repeated.append(float(page.width[is_repeated & page.taken].sum()) / taken)
    return {OWN_TAKEN: Range.of(own_taken), TAKEN_REPEATED: Range.of(taken_repeated)}


def _things(found: Sequence[Extraction]) -> list[int]:
    """For each page a number, the same for versions of one page: parts of an article and all of it at once share their text."""
    urls = [each.article.url if each.article else "" for each in found]
    titles = [RawTitles(each.article.title if each.article else "", ()) for each in found]
    numbers: list[int] = versions(urls, titles).tolist()
    return numbers
