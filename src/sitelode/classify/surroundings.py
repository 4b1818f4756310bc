"""What the other pages say of a page: wordings of links to it, titles of pages that link to it, its place, its neighbours' classes.

A person's page and a course's page are told apart by the lists that they stand in; a main page from what belongs to it by its place.

Neighbours are pages in its folder, listed beside it, linking to it, linked by it. First answers of all pages of a site are averaged over
each page's neighbours, the page itself left out; a second, small machine learns what that is worth. People's pages lie in one folder and
stand in one list, whatever the site calls them: this carries over to sites never seen.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from sitelode.classify.features import Floats, Rows
from sitelode.classify.page_words import is_index, path_of, scale, words_without_numbers
from sitelode.classify.reading import PageText

_MOST_LINKING = 50  # pages whose titles are read
_MOST_TITLE = 200  # characters
_MOST_ABOVE = 3  # main pages above one that are told apart
RELATIONS = ("folder", "listed together", "linked from", "links to")
_HELD_BACK = 1.0  # neighbours' worth of the usual shares, so that one neighbour is no proof
_LONGEST_LIST = 500  # links of a page that lists things; longer ones list everything


@dataclass(frozen=True)
class Surroundings:
    """The links and folders of some pages that belong together."""

    pages: Sequence[PageText]

    @cached_property
    def place_of(self) -> dict[str, int]:
        """Addresses as links may spell them."""
        found: dict[str, int] = {}
        for place, page in enumerate(self.pages):
            for address in (page.url, page.url.rstrip("/")):
                found.setdefault(address, place)
            if is_index(page.url):
                found.setdefault(folder_of(page.url).rstrip("/"), place)
        return found

    def place(self, url: str) -> int | None:
        return self.place_of.get(url, self.place_of.get(url.rstrip("/")))

    @cached_property
    def links_to(self) -> list[list[tuple[int, str]]]:
        """For every page the pages that link to it, each with its wording."""
        found: list[list[tuple[int, str]]] = [[] for _ in self.pages]
        for source, page in enumerate(self.pages):
            for target, wording in page.links:
                place = self.place(target)
                if place is not None and place != source:
                    found[place].append((source, wording))
        return found

    @cached_property
    def folders(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for place, page in enumerate(self.pages):
            found[folder_of(page.url)].append(place)
        return dict(found)

    @cached_property
    def first_of_folder(self) -> dict[str, int]:
        """The page of each folder that most likely is its main one: without a name, with an index's name, with a short one."""
        urls = [page.url for page in self.pages]
        return {
            folder: min(places, key=lambda place: (not urls[place].endswith("/"), not is_index(urls[place]), len(urls[place]), urls[place]))
            for folder, places in self.folders.items()
        }

    def document(self, place: int) -> dict[str, list[str]]:
        """The words of one page's surroundings, by family."""
        linking = self.links_to[place]
        sources = list(dict.fromkeys(source for source, _ in linking))[:_MOST_LINKING]
        return {
            "linked as": [word for _, wording in linking[: 4 * _MOST_LINKING] for word in words_without_numbers(wording)],
            "linked from": [word for source in sources for word in set(self._name_words[source])],
            "linked from address": [word for source in sources for word in set(words_without_numbers(path_of(self.pages[source].url)))],
            "place": list(self._place_words(place)),
        }

    @cached_property
    def _name_words(self) -> list[list[str]]:
        return [words_without_numbers(f"{page.title} {page.headings[:_MOST_TITLE]}") for page in self.pages]

    def _place_words(self, place: int) -> Iterator[str]:
        page = self.pages[place]
        folder, index = folder_of(page.url), is_index(page.url)
        first = self.first_of_folder[folder] == place
        sources = {source for source, _ in self.links_to[place]}
        inside = sum(folder_of(self.pages[source].url).startswith(folder) for source in sources)
        outside = len(sources) - inside
        below = sum(target.startswith(folder) for target, _ in page.links)
        above = min(_MOST_ABOVE, self._main_pages_above(folder))
        yield f"in folder={scale(len(self.folders[folder]) - 1)}"
        yield f"first={first} index={index}"
        yield f"above={above}"
        yield f"first={first} above={above}"
        yield f"linked inside={scale(inside)}"
        yield f"linked outside={scale(outside)}"
        yield f"index={index} linked outside={scale(outside)} inside={min(2, scale(inside))}"
        yield f"links below={scale(below)}"
        yield f"share below={int(4 * below / max(1, len(page.links)))}"
        yield f"depth={folder.count('/')} index={index}"

    def _main_pages_above(self, folder: str) -> int:
        """Folders on the way to this one, the site's own root apart, whose main page is among the pages."""
        steps = folder.rstrip("/").split("/")
        above = ("/".join(steps[:depth]) + "/" for depth in range(4, len(steps)))
        return sum(each in self.first_of_folder and is_index(self.pages[self.first_of_folder[each]].url) for each in above)


def folder_of(url: str) -> str:
    """An address up to its last slash; the host alone is a folder."""
    head, slash, _ = url.partition("?")[0].rpartition("/")
    return url + "/" if not slash or head.endswith(":/") else head + "/"


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
