"""Selectors by places, where nothing else tells elements apart: the n-th of its kind on the page, or steps from a named element.

They come after all others: the next design breaks them first.
"""

from collections.abc import Iterable, Iterator

from lxml import etree
from lxml.html import HtmlElement

from sitelode.wrappers.exchange.search.short_selectors import (
    MOST_ABOVE,
    PLACE_RANK,
    TAG_RANK,
    ShortSelector,
    own_steps,
    place_among_siblings,
    short_selectors,
    tag_of,
)

# Bounds, set by hand.
MOST_NUMBERED = 12  # selectors of an element that are counted on its page
LARGEST_NUMBER = 60  # of an element among those of its kind
MOST_ANCHORS = 2  # ways to name one element above


def placed_selectors(element: HtmlElement, below: HtmlElement, attribute: str = "") -> Iterator[ShortSelector]:
    """Selectors that count."""
    yield from _numbered(element, below, attribute)
    yield from _stepwise(element, below, attribute)


def _numbered(element: HtmlElement, below: HtmlElement, attribute: str) -> Iterator[ShortSelector]:
    """The n-th of those that a short selector finds. CSS counts siblings only, so it cannot say that."""
    unique = {one.xpath: one for one in short_selectors(element, below) if one.rank < PLACE_RANK}
    end = f"/@{attribute}" if attribute else ""
    for one in sorted(unique.values(), key=lambda each: each.cost)[:MOST_NUMBERED]:
        for xpath in (one.xpath, f"{one.xpath}[normalize-space()]"):
            found = etree.XPath(xpath)(below)
            number = next((number for number, each in enumerate(found, start=1) if each is element), 0)
            if 0 < number <= LARGEST_NUMBER and len(found) > 1:
                yield ShortSelector(f"({xpath})[{number}]{end}", "", PLACE_RANK, attribute)


def _stepwise(element: HtmlElement, below: HtmlElement, attribute: str) -> Iterator[ShortSelector]:
    """From an element above that has a name, child by child; in a record also from the record itself."""
    css, xpath = "", ""
    end = f"/@{attribute}" if attribute else ""
    start = ".//" if below.getparent() is not None else "//"
    for depth, each in enumerate(_upwards(element, below)):
        said = "" if "*" in css else css  # CSS counts elements of one tag only
        if each is below:
            yield ShortSelector(f".{xpath}{end}", f":scope{said}" if said else "", PLACE_RANK, attribute)
            return
        if depth:
            for step in [one for one in own_steps(each) if one.rank < TAG_RANK][:MOST_ANCHORS]:
                css_way = f"{step.tag}{step.css}{said}" if said else ""
                yield ShortSelector(f"{start}{step.tag}{step.xpath}{xpath}{end}", css_way, PLACE_RANK, attribute)
        place = place_among_siblings(each)
        css, xpath = f" > {tag_of(each)}:nth-of-type({place}){css}", f"/{tag_of(each)}[{place}]{xpath}"


def _upwards(element: HtmlElement, below: HtmlElement) -> Iterable[HtmlElement]:
    yield element
    for depth, each in enumerate(element.iterancestors()):
        if depth >= MOST_ABOVE or (each is below and below.getparent() is None):
            return
        yield each
        if each is below:
            return
