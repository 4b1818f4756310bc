"""Selectors for several values in one cell: all elements of a tag inside of the element that holds just these values."""

from collections.abc import Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from sitelode.wrappers.exchange.search.page_values import PageValues, Same, plain, text_of
from sitelode.wrappers.exchange.search.placed_selectors import placed_selectors
from sitelode.wrappers.exchange.search.short_selectors import ShortSelector, short_selectors, tag_of

# Bounds, set by hand.
MOST_FIRST = 12  # elements with the first value
MOST_AROUND = 4  # elements around one
MOST_INSIDE = 200  # elements inside of that


def list_selectors(values: PageValues, wanted: Sequence[str], same: Same) -> Iterator[ShortSelector]:
    """Selectors of the lists that say these values, one after the other and no others."""
    for element, attribute in values.holding(wanted[0], same)[:MOST_FIRST]:
        tag = tag_of(element)
        for around in islice(element.iterancestors(), MOST_AROUND):
            if tag == "*" or attribute or around is values.root or not _says(around, tag, wanted, same):
                continue
            for made in (short_selectors, placed_selectors):
                for one in made(around, values.root):
                    yield ShortSelector(f"{one.xpath}//{tag}", f"{one.css} {tag}" if one.css else "", one.rank)


def _says(around: HtmlElement, tag: str, wanted: Sequence[str], same: Same) -> bool:
    inside = [text for each in islice(around.iter(tag), MOST_INSIDE) if each is not around and (text := plain(text_of(each)))]
    return len(inside) == len(wanted) and all(map(same, inside, wanted))
