"""The links of a page to pages of its own site, each with its text and the block that contains it."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from sitelode.errors import ResultError
from sitelode.html.addresses import base_reference
from sitelode.html.page import Page, RowColumn, nearest_blocks
from sitelode.html.vocabulary import tag_flags
from sitelode.site.columns_file import UNPACKING_FAILS, pack, unpack
from sitelode.urls import Resolver, site_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

_IS_LINK = tag_flags(frozenset(("a", "area")))
_MAY_STEP = tag_flags(frozenset(("a", "area", "link")))
_NEXT = frozenset(("next",))
_OUTSIDE = ""  # instead of an address of another site
_STEPS = _NEXT | {"prev", "previous"}  # the values of `rel` for links of a sequence in HTML


@dataclass(frozen=True, slots=True)
class Link:
    target: str  # normalised address
    anchor: str  # the visible text, or the alternative text of a picture
    row: int
    block: int  # the nearest block element around it


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Links in document order, as columns."""

    rows: RowColumn
    blocks: RowColumn
    targets: list[str]
    anchors: list[str]
    outside: int = 0  # number of links to other sites

    def __iter__(self) -> "Iterator[Link]":
        for target, anchor, row, block in zip(self.targets, self.anchors, self.rows.tolist(), self.blocks.tolist(), strict=True):
            yield Link(target, anchor, row, block)

    def __len__(self) -> int:
        return len(self.targets)

    def wordings(self) -> dict[str, list[str]]:
        """Each link target, with the texts of its links."""
        found: dict[str, list[str]] = {}
        for target, anchor in zip(self.targets, self.anchors, strict=True):
            found.setdefault(target, []).append(anchor)
        return found

    def to_bytes(self) -> bytes:
        parts = {"rows": self.rows, "blocks": self.blocks, "targets": self.targets, "anchors": self.anchors, "outside": [self.outside]}
        return pack(parts)

    @classmethod
    def from_bytes(cls, blob: bytes, rows: int | None) -> "PageLinks":
        """What `to_bytes` gave for a page of so many rows; without a number, where the links stand may not be used.

        Raises:
            ResultError: it is something else.

        """
        try:
            parts = unpack(blob)
            found = cls(parts["rows"], parts["blocks"], parts["targets"], parts["anchors"], parts["outside"][0])
            if not found._fits(rows):
                raise ValueError("they are not those of the page")
        except UNPACKING_FAILS as problem:
            raise ResultError(f"the stored links of a page are damaged ({problem!s:.100}); mine the site again") from problem
        return found

    def _fits(self, rows: int | None) -> bool:
        for numbers in (self.rows, self.blocks):
            if not isinstance(numbers, np.ndarray) or numbers.dtype != np.int32 or len(numbers) != len(self.targets):
                return False
            if len(numbers) and not (numbers.min() >= 0 and (rows is None or numbers.max() < rows)):
                return False
        are_texts = all(isinstance(each, list) and all(isinstance(text, str) for text in each) for each in (self.targets, self.anchors))
        return are_texts and len(self.anchors) == len(self.targets) and isinstance(self.outside, int)


@dataclass(frozen=True, slots=True)
class LinkColumns:
    """The links of several pages, page after page; every address and every text once."""

    page: RowColumn  # which of the pages
    place: RowColumn  # which link of its page
    target: RowColumn  # number in `targets`
    anchor: RowColumn  # number in `anchors`
    targets: list[str]
    anchors: list[str]
    outside: list[int]  # links to other sites, page by page

    @classmethod
    def of(cls, pages: "Sequence[PageLinks]", most: int | None = None, longest: int | None = None) -> "LinkColumns":
        """Of each page so many links at most, and so many characters of their texts."""
        targets, anchors = dict[str, int](), dict[str, int]()
        sizes = [len(links.targets[:most]) for links in pages]
        place = [np.arange(size, dtype=np.int32) for size in sizes]
        return cls(
            np.repeat(np.arange(len(pages), dtype=np.int32), sizes),
            np.concatenate([np.empty(0, np.int32), *place]),
            np.array([targets.setdefault(each, len(targets)) for links in pages for each in links.targets[:most]], np.int32),
            np.array([anchors.setdefault(each[:longest], len(anchors)) for links in pages for each in links.anchors[:most]], np.int32),
            list(targets),
            list(anchors),
            [links.outside for links in pages],
        )

    def anchor_numbers(self, rows: "NDArray[np.intp]", known: dict[str, int]) -> RowColumn:
        """Numbers of the texts of some links among all that are known; new ones get the next, in the order of the links."""
        used, first = np.unique(self.anchor[rows], return_index=True)
        numbers = np.zeros(len(self.anchors), np.int32)
        for each in used[np.argsort(first)].tolist():
            numbers[each] = known.setdefault(self.anchors[each], len(known))
        return numbers[self.anchor[rows]]


@dataclass
class LinkReader:
    """Reads the links of many pages; addresses resolved for one page are cached for the next."""

    _resolver: Resolver | None = None
    _is_own: dict[str | None, dict[str, bool]] = field(default_factory=dict)  # of each site, whether addresses are its own

    def links_of(self, page: Page) -> PageLinks:
        hrefs = _hrefs(page)
        targets = self._targets(page, {value for _, value in hrefs})
        found = [(row, target) for row, value in hrefs if (target := targets[value])]
        outside = sum(targets[value] == _OUTSIDE for _, value in hrefs)
        rows = np.array([row for row, _ in found], dtype=np.int32)
        blocks = nearest_blocks(page)[rows]
        return PageLinks(rows, blocks, [target for _, target in found], [_anchor(page, row) for row, _ in found], outside)

    def _targets(self, page: Page, values: "Iterable[int]") -> dict[int, str | None]:
        """Where links lead, by the number of their value: an address of the page's site, `_OUTSIDE`, or None if it is no address."""
        resolver, own = self._resolver_for(page), site_key(page.url)
        known = self._is_own.setdefault(own, {})
        if len(known) > Resolver.remembered_at_most:
            known.clear()
        found: dict[int, str | None] = {}
        for value in values:
            href = page.string(value)
            target = None if href.startswith("#") else resolver.resolve(href)
            if target is not None and target not in known:
                known[target] = site_key(target) == own
            found[value] = target if target is None or known[target] else _OUTSIDE
        return found

    def all_links_of(self, page: Page) -> "Iterator[Link]":
        """Link after link, those to other sites too."""
        resolver, blocks = self._resolver_for(page), nearest_blocks(page)
        for row, value in _hrefs(page):
            href = page.string(value)
            target = None if href.startswith("#") else resolver.resolve(href)
            if target is not None:
                yield Link(target, _anchor(page, row), row, int(blocks[row]))

    def steps_of(self, page: Page) -> tuple[frozenset[str], frozenset[str]]:
        """The addresses of the next and of the previous pages, by `rel` of links in the head or text."""
        columns = page.columns
        where = np.flatnonzero(columns.attribute_name == page.attribute_number("rel"))
        values = columns.attribute_value[where].tolist()
        said = {value: words for value in set(values) if (words := _STEPS.intersection(page.string(value).lower().split()))}
        following, before = set[str](), set[str]()
        if not said:
            return frozenset(), frozenset()
        resolver = self._resolver_for(page)
        for row, value in zip(columns.attribute_node[where].tolist(), values, strict=True):
            href = page.attribute(row, "href") if value in said and _MAY_STEP[columns.tag[row]] else None
            address = None if href is None else resolver.resolve(href)
            if address is not None:
                (following if said[value] == _NEXT else before).add(address)
        return frozenset(following), frozenset(before)

    def resolved(self, page: Page, hrefs: "Iterable[str]") -> list[str]:
        """The addresses of these links of a page, without those that are not addresses."""
        return list(filter(None, map(self._resolver_for(page).resolve, hrefs)))

    def _resolver_for(self, page: Page) -> Resolver:
        resolver = Resolver(page.url) if self._resolver is None else self._resolver.rebased(page.url)
        if (base := base_reference(page)) is not None and (absolute := resolver.resolve(base)) is not None:
            resolver = resolver.rebased(absolute)
        self._resolver = resolver
        return resolver


def _hrefs(page: Page) -> list[tuple[int, int]]:
    """The rows that are links, each with the index of its address in the page's string table."""
    columns = page.columns
    where = np.flatnonzero(columns.attribute_name == page.attribute_number("href"))
    where = where[_IS_LINK[columns.tag[columns.attribute_node[where]]]]
    return list(zip(columns.attribute_node[where].tolist(), columns.attribute_value[where].tolist(), strict=True))


def _anchor(page: Page, row: int) -> str:
    text = " ".join(page.text(row).split())
    if text:
        return text
    inside = range(row, int(page.columns.end[row]))
    alternatives = (page.attribute(each, "alt") for each in inside if page.tag_name(each) in ("img", "area"))
    return " ".join(next(filter(None, alternatives), "").split())
