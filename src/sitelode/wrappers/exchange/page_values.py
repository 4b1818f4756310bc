"""Locate a value on a page or in a record: element text, attribute, text node or part of one."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from sitelode.html.addresses import resolved_from

# Bounds, set by hand.
MOST_DESCENDANTS = 60  # of an element that holds a value
LONGEST_AROUND = 200  # characters that a text may have beside the value it contains
LONGEST_ATTRIBUTE = 2_000  # characters
ADDRESSES = frozenset(("href", "src", "data-src"))
_NO_VALUES = frozenset(("class", "id", "style", "rel", "role", "name", "property", "itemprop", "type", "width", "height"))
_NO_TEXT = frozenset(("script", "style", "noscript", "template"))

Same = Callable[[str, str], bool]
_ALL_TEXTS = etree.XPath(".//text()[not(parent::script or parent::style)]")
_ASK_TEXTS = etree.XPath(f".//text()[not({' or '.join(f'parent::{tag}' for tag in sorted(_NO_TEXT))})]", smart_strings=False)


def plain(text: str) -> str:
    return " ".join(text.split())


def text_of(element: HtmlElement) -> str:
    """The text that a reader sees in an element."""
    return " ".join(_ASK_TEXTS(element))


def joined_address(base_url: str, reference: str) -> str:
    """An address as it is from a page, written as wrappers write it."""
    return resolved_from(base_url, reference) or reference.strip()


@dataclass
class PageValues:
    """Which elements of a page hold which values."""

    root: HtmlElement
    base_url: str = ""

    def holding(self, value: str, same: Same) -> list[tuple[HtmlElement, str]]:
        """Elements with the value as their text or in an attribute, texts first."""
        exact = [(element, "") for element in self._texts.get(value, ())] + list(self._attributes.get(value, ()))
        if exact:
            return exact
        alike = [(element, "") for text, elements in self._texts.items() if same(text, value) for element in elements]
        return alike + [each for text, found in self._attributes.items() if same(text, value) for each in found]

    def texts_saying(self, value: str, same: Same) -> list[tuple[HtmlElement, int]]:
        """Texts with the value: the element of each, and its number among the texts there."""
        exact = self._nodes.get(value)
        return exact or [each for text, nodes in self._nodes.items() if same(text, value) for each in nodes]

    def containing(self, value: str) -> Iterator[tuple[str, HtmlElement]]:
        """Texts of small elements with the value among other words, the shortest first."""
        longest = len(value) + LONGEST_AROUND
        found = [(text, each) for text, each in self._texts.items() if len(value) < len(text) <= longest and value in text]
        for text, elements in sorted(found, key=lambda each: len(each[0])):
            yield text, elements[0]

    @cached_property
    def _texts(self) -> Mapping[str, list[HtmlElement]]:
        found: dict[str, list[HtmlElement]] = defaultdict(list)
        for element in self._elements:
            if element.tag not in _NO_TEXT and len(element) <= MOST_DESCENDANTS:
                is_small = sum(1 for _ in islice(element.iterdescendants(), MOST_DESCENDANTS)) < MOST_DESCENDANTS
                text = plain(text_of(element)) if is_small else ""
                if text:
                    found[text].insert(0, element)  # the innermost first
        return found

    @cached_property
    def _elements(self) -> list[HtmlElement]:
        below = [each for each in self.root.iterdescendants(etree.Element) if isinstance(each.tag, str)]
        return below if self.root.getparent() is None else [self.root, *below]  # a record may hold a value itself

    @cached_property
    def _attributes(self) -> Mapping[str, list[tuple[HtmlElement, str]]]:
        found: dict[str, list[tuple[HtmlElement, str]]] = defaultdict(list)
        for element in self._elements:
            for name, value in element.attrib.items():
                if value and name not in _NO_VALUES and not name.startswith("on") and len(value) <= LONGEST_ATTRIBUTE:
                    joined = joined_address(self.base_url, value) if name in ADDRESSES and self.base_url else plain(value)
                    found[joined].append((element, name))
        return found

    @cached_property
    def _nodes(self) -> Mapping[str, list[tuple[HtmlElement, int]]]:
        found: dict[str, list[tuple[HtmlElement, int]]] = defaultdict(list)
        numbers: Counter[int] = Counter()
        for text in _ALL_TEXTS(self.root):
            said, parent = plain(text), text.getparent()
            own = parent.getparent() if parent is not None and text.is_tail else parent
            if said and own is not None:
                numbers[id(own)] += 1
                found[said].append((own, numbers[id(own)]))
        return found
