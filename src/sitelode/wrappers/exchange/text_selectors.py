"""Selectors for the text of articles: the element around it, or those children of that element that hold it, by their tags and classes."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from lxml.html import HtmlElement

from sitelode.landmarks.token_classes import tokens_of
from sitelode.wrappers.exchange.selector_search import Cell, plain, text_of
from sitelode.wrappers.exchange.short_selectors import ShortSelector, own_selectors, short_selectors

# Set by hand, and bounds.
SAME_TEXT = 0.98  # F1 of words from which an article's text is the same
LENGTH_OFF = 1.1  # times as long an element may be as the text it is to hold
KEEPS_TEXT = 0.97  # share of the text's words that the element around it has
PART_OF_TEXT = 0.8  # share of a child's words that are the text's, from which it is a part of it
MOST_SHOWN = 6  # pages whose elements are looked at
MOST_AROUND = 4  # selectors of the element around that are tried


def same_words(found: str, wanted: str) -> bool:
    """Whether two long texts have the same words, but for very few."""
    one, other = _words(found), _words(wanted)
    return 2 * sum((one & other).values()) >= SAME_TEXT * (one.total() + other.total())


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


def text_parts(cells: Sequence[Cell]) -> Iterator[ShortSelector]:
    """Unions of the children that hold the text: "article > p, article > ul"."""
    filled = [cell for cell in cells if cell.value]
    shown = filled[:: max(1, len(filled) // MOST_SHOWN)][:MOST_SHOWN]
    parts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    around: Counter[ShortSelector] = Counter()
    for cell in shown:
        wanted = _words(cell.value)
        element = _around(cell.root, wanted)
        around.update({one for one in short_selectors(element, cell.root) if one.css})
        for child in element:
            if isinstance(child.tag, str) and (words := _words(text_of(child))):
                count = parts[child.tag, child.get("class") or ""]
                count[0] += sum((words & wanted).values()) >= PART_OF_TEXT * words.total()
                count[1] += 1
    taken = [key for key, (inside, every) in parts.items() if 2 * inside > every]
    written = [own_selectors(tag, names) for tag, names in sorted(taken)]
    for one in sorted(around, key=lambda one: (-around[one], one.cost))[:MOST_AROUND] if written else ():
        css = ", ".join(f"{one.css} > {css}" for css, _ in written)
        yield ShortSelector(" | ".join(f"{one.xpath}/{xpath}" for _, xpath in written), css, one.rank)


def _around(root: HtmlElement, wanted: Counter[str]) -> HtmlElement:
    """The innermost element with nearly all words of a text."""
    at = root
    while True:
        inner = [each for each in at if isinstance(each.tag, str)]
        found = next((each for each in inner if sum((_words(text_of(each)) & wanted).values()) >= KEEPS_TEXT * wanted.total()), None)
        if found is None:
            return at
        at = found


def _words(text: str) -> Counter[str]:
    return Counter(token for token in tokens_of(text) if token[0].isalnum())
