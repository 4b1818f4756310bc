"""Find the next page of a list by the behaviour of links, not by their words.

Either the page declares it (`rel="next"`), or it has numbered links: links whose text is a number, with addresses that differ in one
number only, which grows with the text.
"""

import re
from collections import defaultdict
from dataclasses import dataclass

from sitelode.errors import PageError
from sitelode.html.addresses import Addresses
from sitelode.html.page import Page
from sitelode.html.parse import parse
from sitelode.html.vocabulary import TEXT
from sitelode.tables.lists.record_texts import one_line

LEAST_LINKS = 2  # that make a series. Both set by hand
LARGEST_PAGE_NUMBER = 100_000
_DIGITS = re.compile(r"(\d+)")
_NUMBER = re.compile(r"\d{1,6}\Z")


@dataclass(frozen=True, slots=True)
class PageSeries:
    """Pages by number: their addresses, and the number of the page that links to them."""

    addresses: dict[int, str]
    current: int

    @property
    def next(self) -> str | None:
        return self.addresses.get(self.current + 1)


def chosen_links(url: str, body: bytes, content_type: str | None) -> list[str]:
    """The page that continues the list of this one, for a crawl that follows no other links."""
    try:
        following = next_page(parse(body, url, content_type))
    except PageError:
        return []
    return [] if following is None else [following]


def next_page(page: Page) -> str | None:
    """The address of the page that continues the list; None if there is none, or nothing shows which."""
    stated = _stated_next(page)
    if stated is not None:
        return stated
    series = page_series(page)
    return series.next if series else None


def page_series(page: Page) -> PageSeries | None:
    """The longest numbered series of links."""
    addresses = Addresses(page)
    found: dict[tuple[str, ...], list[tuple[int, str, int]]] = defaultdict(list)
    for row in page.rows("a").tolist():
        text = one_line(page.text(row))
        address = addresses.link(row) if _NUMBER.match(text) else None
        if address is not None:
            found[tuple(_DIGITS.split(address)[::2])].append((int(text), address, row))
    series = [each for links in found.values() if (each := _series(page, links)) is not None]
    return max(series, key=lambda each: len(each.addresses), default=None)


def _stated_next(page: Page) -> str | None:
    addresses = Addresses(page)
    for row, value in page.attribute_column("rel"):
        if "next" in value.lower().split() and page.tag_name(row) in ("a", "link"):
            address = addresses.link(row)
            if address and address != page.url:
                return address
    return None


def _series(page: Page, links: list[tuple[int, str, int]]) -> PageSeries | None:
    numbers = {number: address for number, address, _ in links if number <= LARGEST_PAGE_NUMBER}
    if len(numbers) < LEAST_LINKS or not _grows_evenly(numbers):
        return None
    return PageSeries(numbers, _current(page, numbers, [row for _, _, row in links]))


def _grows_evenly(numbers: dict[int, str]) -> bool:
    """Whether the addresses differ in one number, which grows in step with the text."""
    written = [(text, [int(part) for part in _DIGITS.split(address)[1::2]]) for text, address in sorted(numbers.items())]
    differing = [slot for slot in range(len(written[0][1])) if len({values[slot] for _, values in written}) > 1]
    if len(differing) != 1:
        return False
    slot = differing[0]
    (text, first), (next_text, second) = written[0], written[1]
    step = (second[slot] - first[slot]) / (next_text - text)
    return step > 0 and all(values[slot] == first[slot] + step * (number - text) for number, values in written)


def _current(page: Page, numbers: dict[int, str], rows: list[int]) -> int:
    """The number of this page: its address is in the series, or its number is among the links without being one; else the first."""
    for number, address in numbers.items():
        if address == page.url:
            return number
    top = _common_ancestor(page, rows)
    columns = page.columns
    for row in range(top, int(columns.end[top])):
        if columns.tag[row] == TEXT and _NUMBER.match(text := one_line(page.text(row))):
            number = int(text)
            if number not in numbers and (number + 1 in numbers or number - 1 in numbers):
                return number
    return min(numbers) - 1


def _common_ancestor(page: Page, rows: list[int]) -> int:
    top = rows[0]
    while top > 0 and not (top <= min(rows) and page.columns.end[top] > max(rows)):
        top = int(page.columns.parent[top])
    return top
