"""Selectors for the text of articles: the element around it, without those inside that hold other texts."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from sitelode.landmarks.token_classes import tokens_of
from sitelode.wrappers.exchange.page_values import plain, text_of
from sitelode.wrappers.exchange.selector_search import Cell
from sitelode.wrappers.exchange.selectors import PLACE_RANK, Selector
from sitelode.wrappers.exchange.short_selectors import short_selectors, step_by_classes

# Set by hand, and bounds.
SAME_TEXT = 0.98  # F1 of words from which an article's text is the same
PIECE = 4  # letters that are compared at once where there are no words
LENGTH_OFF = 1.1  # times as long an element may be as the text it is to hold
KEEPS_TEXT = 0.97  # share of the text's words that the element around it has
MOST_SHOWN = 6  # pages whose elements are looked at
FOREIGN_FROM = 0.9  # share of the words in elements of a kind that must be foreign to the article
MOST_INSIDE = 5_000  # elements in one that are compared
MOST_LEFT_OUT = 8  # kinds of elements
MOST_AROUND = 4  # selectors of the element around that are tried


def same_words(found: str, wanted: str) -> bool:
    """Whether two long texts have the same words, but for very few."""
    one, other = _words(found), _words(wanted)
    return 2 * sum((one & other).values()) >= SAME_TEXT * (one.total() + other.total())


def same_letters(found: str, wanted: str) -> bool:
    """The same where the words of one text may be written together."""
    one, other = _pieces(found), _pieces(wanted)
    return 2 * (one & other).total() >= SAME_TEXT * (one.total() + other.total())


def _pieces(text: str) -> Counter[str]:
    letters = "".join(text.split())
    return Counter(letters[place : place + PIECE] for place in range(max(1, len(letters) - PIECE + 1)))


def words_off(found: str, wanted: str) -> int:
    """How many words one of two texts has more than the other, taken together."""
    one, other = _words(found), _words(wanted)
    return (one - other).total() + (other - one).total()


def holding_text(root: HtmlElement, value: str) -> list[HtmlElement]:
    """Elements with hardly more than a text, the innermost first."""
    length, found, at = len(value), list[HtmlElement](), root
    while at is not None:
        inner = [(len(plain(text_of(each))), each) for each in at if isinstance(each.tag, str)]
        size, at = max(inner, key=lambda each: each[0], default=(0, None))
        if at is None or size < length / LENGTH_OFF:
            break
        if size <= LENGTH_OFF * length:
            found.insert(0, at)
    return found


def texts_without(cells: Sequence[Cell]) -> Iterator[Selector]:
    """All texts of the element around, but for those in elements inside that never hold the article's: numbers of lines, buttons."""
    around: Counter[Selector] = Counter()
    pages = []
    for cell in _shown(cells):
        wanted = _words(cell.value)
        element = _around(cell.root, wanted)
        around.update({one for one in short_selectors(element, cell.root) if one.rank < PLACE_RANK})
        pages.append((_words(text_of(element)) - wanted, _words_by_kind(element)))
    kinds = _foreign_kinds(pages)
    condition = f"[not(ancestor::{' or ancestor::'.join(kinds)})]" if kinds else ""
    for one in sorted(around, key=lambda one: (-around[one], one.cost))[:MOST_AROUND] if kinds else ():
        yield Selector(f"{one.xpath}//text(){condition}", "", one.rank)


def _words_by_kind(element: HtmlElement) -> dict[str, Counter[str]]:
    """The words inside of elements with class names, by the condition that finds these elements."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for each in islice(element.iterdescendants(etree.Element), MOST_INSIDE):
        if isinstance(each.tag, str) and (names := each.get("class")):
            found[step_by_classes(each.tag, names).xpath()] += _words(text_of(each))
    return found


def _foreign_kinds(pages: Sequence[tuple[Counter[str], dict[str, Counter[str]]]]) -> list[str]:
    """Kinds of elements with words that an article has not, each time the one with most of those that are left."""
    left, chosen = [more for more, _ in pages], list[str]()
    every = sorted({kind for _, kinds in pages for kind in kinds})
    for _ in range(MOST_LEFT_OUT):
        best, most = "", 0
        for kind in every:
            words = [kinds.get(kind, Counter()) for _, kinds in pages]
            foreign = sum((more & own).total() for more, own in zip(left, words, strict=True))
            if foreign > most and foreign >= FOREIGN_FROM * sum(own.total() for own in words):
                best, most = kind, foreign
        if not best:
            break
        chosen.append(best)
        left = [more - kinds.get(best, Counter()) for more, (_, kinds) in zip(left, pages, strict=True)]
    return chosen


def _shown(cells: Sequence[Cell]) -> Sequence[Cell]:
    filled = [cell for cell in cells if cell.value]
    return filled[:: max(1, len(filled) // MOST_SHOWN)][:MOST_SHOWN]


def _around(root: HtmlElement, wanted: Counter[str]) -> HtmlElement:
    """The innermost element with nearly all words of a text."""
    at = root
    while True:
        inner = [each for each in at if isinstance(each.tag, str)]
        found = next((each for each in inner if sum((_words(text_of(each)) & wanted).values()) >= KEEPS_TEXT * wanted.total()), None)
        if found is None:
            return at
        at = found


@lru_cache(maxsize=200)  # the same texts are compared with those of many selectors
def _words(text: str) -> Counter[str]:
    return Counter(token for token in tokens_of(text) if token[0].isalnum())
