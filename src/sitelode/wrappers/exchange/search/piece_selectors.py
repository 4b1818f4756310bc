"""Selectors for a value that is a piece of a text: what stands behind a label in the same line, or under a key in the data of a script.

XPath cuts by its own functions; a CSS selector and a schema come with a pattern that is searched in the text.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from sitelode.wrappers.exchange.search.page_values import PageValues, Same, StatedValue
from sitelode.wrappers.exchange.search.short_selectors import LABEL_RANK, Piece, ShortSelector, quoted, short_selectors

# Bounds, set by hand.
MOST_TEXTS = 4  # of a page that contain the value
MOST_HOLDERS = 16  # selectors of the element with the text
LONGEST_MARK = 40  # characters before or behind the value that are its mark


def piece_selectors(values: PageValues, value: str, same: Same) -> Iterator[ShortSelector]:
    """Selectors that cut a value out of texts that contain it."""
    for text, element in islice(values.containing(value), MOST_TEXTS):
        at = text.index(value)
        yield from _cuts(element, values.root, text[:at], text[at + len(value) :])
    yield from _of_scripts(values.stated_in_scripts(value, same)[:MOST_TEXTS])


def _cuts(element: HtmlElement, below: HtmlElement, before: str, behind: str) -> Iterator[ShortSelector]:
    holders = sorted({one.xpath: one for one in short_selectors(element, below)}.values(), key=lambda one: one.cost)[:MOST_HOLDERS]
    for after in _marks(before, before.split()[-2:]):
        for until in (*_marks(behind, behind.split()[:1]), *_sign(behind)):
            piece = Piece(after, until)
            for one in holders if piece != Piece("", "") and piece.can_be_written else ():
                place = one.xpath
                if after and before.strip() == after:  # the label says which of several elements it is
                    place += f"[starts-with(normalize-space(), {quoted(after)})]"
                yield ShortSelector(piece.xpath(place), one.css, max(one.rank, LABEL_RANK), piece=piece)


def _marks(text: str, nearest: Sequence[str]) -> list[str]:
    """What may stand for a text beside the value: all of it, or the words nearest to the value."""
    whole = text.strip()
    return list(dict.fromkeys(([whole] if len(whole) <= LONGEST_MARK else []) + [" ".join(nearest)]))


def _sign(behind: str) -> str:
    """A single sign right behind the value, such as a bracket or a dot."""
    first = behind.strip()[:1]
    return "" if first.isalnum() else first


def _of_scripts(stated: Iterable[StatedValue]) -> Iterator[ShortSelector]:
    for each in stated:
        piece = Piece(each.before, each.behind.strip() or " ")
        named = f'[type="{each.script_type}"]' if each.script_type and '"' not in each.script_type else ""
        if piece.can_be_written:
            place = f"//script{named.replace('[', '[@')}[contains(normalize-space(), {quoted(each.before)})]"
            yield ShortSelector(piece.xpath(place), f"script{named}", LABEL_RANK, piece=piece)
