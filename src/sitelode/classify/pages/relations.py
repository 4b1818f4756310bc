"""What the classes of neighbouring pages say of a page: in its folder, listed beside it, linking to it, linked by it.

First answers of all pages of a site are averaged over each page's neighbours, the page itself left out; a second, small machine learns
what that is worth. People's pages lie in one folder and stand in one list, whatever the site calls them: this carries over to sites never
seen.
"""

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from sitelode.classify.learners.features import Floats, Rows
from sitelode.classify.pages.context import Surroundings, folder_of
from sitelode.classify.pages.families import is_index
from sitelode.classify.reading import PageText

RELATIONS = ("folder", "listed together", "linked from", "links to")
_HELD_BACK = 1.0  # neighbours' worth of the usual shares, so that one neighbour is no proof
_LONGEST_LIST = 500  # links of a page that lists things; longer ones list everything


def relation_features(pages: Sequence[PageText], likely: Floats, prior: Floats) -> Floats:
    """For every page, relation and class how much likelier the class is among its neighbours than usual, as a logarithm."""
    links = _links(pages)
    back = sparse.csr_array(links.T)
    found = [
        _grouped(_folders(pages), likely, prior),
        _listed_together(links, back, likely, prior),
        _mean(np.asarray(back @ likely), np.asarray(back.sum(axis=1)).ravel(), prior),
        _mean(np.asarray(links @ likely), np.asarray(links.sum(axis=1)).ravel(), prior),
    ]
    return np.concatenate([np.log(shares / prior) for shares in found], axis=1)


def _mean(sums: Floats, counts: Floats, prior: Floats) -> Floats:
    shares: Floats = (np.maximum(sums, 0.0) + _HELD_BACK * prior) / (np.maximum(counts, 0.0)[:, None] + _HELD_BACK)
    return shares


def _links(pages: Sequence[PageText]) -> Rows:
    """Which page links to which, each once."""
    pairs = {(source, target) for target, linking in enumerate(Surroundings(pages).links_to) for source, _ in linking}
    sources, targets = zip(*sorted(pairs), strict=True) if pairs else ((), ())
    return sparse.csr_array((np.ones(len(pairs)), (list(sources), list(targets))), shape=(len(pages), len(pages)))


def _folders(pages: Sequence[PageText]) -> list[int]:
    """The folder that holds each page; a folder's first page lies in the folder above."""
    names = [_holding_folder(page.url) or str(place) for place, page in enumerate(pages)]
    number_of = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return [number_of[name] for name in names]


def _holding_folder(url: str) -> str:
    return folder_of(folder_of(url).rstrip("/")) if url and is_index(url) else folder_of(url) if url else ""


def _grouped(groups: Sequence[int], likely: Floats, prior: Floats) -> Floats:
    """The mean over the others of one's group."""
    numbers = np.asarray(groups)
    member = sparse.csr_array(
        (np.ones(len(numbers)), (numbers, np.arange(len(numbers)))), shape=(int(numbers.max(initial=-1)) + 1, len(numbers))
    )
    sums, counts = np.asarray(member @ likely), np.asarray(member.sum(axis=1)).ravel()
    return _mean(sums[numbers] - likely, counts[numbers] - 1, prior)


def _listed_together(links: Rows, back: Rows, likely: Floats, prior: Floats) -> Floats:
    """The mean, over the pages that link to a page, of what else they link to."""
    lengths = np.asarray(links.sum(axis=1)).ravel()
    useful = sparse.diags_array(((lengths > 1) & (lengths <= _LONGEST_LIST)) / np.maximum(lengths - 1, 1))
    spread = sparse.csr_array(back @ useful)
    weight = np.asarray(spread.sum(axis=1)).ravel()
    lists = np.asarray(sparse.csr_array(spread > 0).sum(axis=1)).ravel()
    return _mean(np.asarray(spread @ np.asarray(links @ likely)) - weight[:, None] * likely, lists, prior)
