"""What can be seen of a batch of pages without knowing the truth: how the taken text relates to the rest of the pages.

A text is a page's own when no other page of the batch has it, and nothing but links is no text. Rules that fit take nearly all of what is
a page's own and nearly nothing else; what is usual for a layout (comments are a page's own, too) is measured when it is learnt.
"""

from collections.abc import Sequence

import numpy as np

from sitelode.wrappers.profiles import Range
from sitelode.wrappers.readers import TextOfPage

LINKED_FROM = 0.6  # of a text inside links; more is a link, not a text
LEAST_WIDTH = 30  # of one text; shorter ones recur by chance
MOST_PAGES = 500  # of a batch that are looked at
OWN_TAKEN, TAKEN_REPEATED = "own_text_taken", "taken_text_repeated"


def batch_measures(pages: Sequence[TextOfPage]) -> dict[str, Range]:
    """The measures of a batch, each as the range of its pages."""
    pages = pages[:: max(1, -(-len(pages) // MOST_PAGES))]
    if not pages:
        return {}
    codes, counts = np.unique(np.concatenate([np.unique(page.loose) for page in pages]), return_counts=True)
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
