"""Find selectors that say what a wrapper says: on known pages, the shortest whose values agree with the wrapper's, cell by cell.

Selectors come from the elements that hold the values, not from the rules: so every kind of rule can be exported that the pages allow, and
what cannot is known before anything is written.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from urllib.parse import urljoin

from lxml import etree
from lxml.html import HtmlElement

from sitelode.wrappers.exchange.short_selectors import ShortSelector, TextNode, short_selectors, text_selectors

# Bounds, and what was set by hand.
MOST_SHOWN = 8  # pages whose elements give selectors
MOST_ELEMENTS = 6  # with the value, of one page
FIRST_LOOK = 6  # pages on which all selectors are tried
MOST_TRIED = 12  # selectors that are tried on all pages
MOST_TOGETHER = 3  # selectors of a field, of which the first that finds something counts
MOST_DESCENDANTS = 60  # of an element that holds a value
EXPORTED_FROM = 0.98  # share of the cells that must agree
MOST_FOUND = 5_000  # elements of one selector on one page
BETWEEN = "; "
_ATTRIBUTES = ("content", "datetime", "href", "src", "title", "alt", "value")
_NO_TEXT = frozenset(("script", "style", "noscript", "template"))

Same = Callable[[str, str], bool]
_ALL_TEXTS = etree.XPath(".//text()[not(parent::script or parent::style)]")
_ASK_TEXTS = etree.XPath(
    f".//text()[not({' or '.join(f'parent::{tag}' for tag in ('script', 'style', 'noscript', 'template'))})]", smart_strings=False
)


def plain(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True)
class Cell:
    """Where a value must be found: below a root of a page, or of a record."""

    root: HtmlElement
    value: str
    base_url: str = ""

    def read(self, selector: "CompiledSelector", *, many: bool) -> str:
        texts = selector.texts(self)
        return BETWEEN.join(texts) if many else next(iter(texts), "")


@dataclass(frozen=True)
class CompiledSelector:
    """A selector that can be asked."""

    written: ShortSelector

    @cached_property
    def _ask(self) -> etree.XPath:
        return etree.XPath(self.written.xpath, smart_strings=False)

    def elements(self, root: HtmlElement) -> list[HtmlElement]:
        return [each for each in self._ask(root) if not isinstance(each, str)]

    def texts(self, cell: Cell) -> list[str]:
        found = self._ask(cell.root)
        texts = [each if isinstance(each, str) else text_of(each) for each in found[:MOST_FOUND]]
        if self.written.attribute in ("href", "src") and cell.base_url:
            texts = [urljoin(cell.base_url, text.strip()) for text in texts]
        return [text for each in texts if (text := plain(each))]


@dataclass(frozen=True)
class FieldSelectors:
    """The selectors of one field, and on how many cells they say what the wrapper says."""

    selectors: tuple[ShortSelector, ...]
    agreeing: int
    cells: int
    many: bool = False

    @property
    def is_good(self) -> bool:
        return bool(self.selectors) and self.agreeing >= EXPORTED_FROM * self.cells


def text_of(element: HtmlElement) -> str:
    """The text that a reader sees in an element."""
    return " ".join(_ASK_TEXTS(element))


@dataclass
class SelectorSearch:
    """The cells of one field, and how values are compared."""

    cells: Sequence[Cell]
    same: Same = str.__eq__
    many: bool = False
    css_only: bool = False
    indexes: dict[int, "Index"] = field(default_factory=dict)  # by root, shared between fields

    def best(self) -> FieldSelectors:
        """The selectors that agree with most cells; of several the shortest."""
        return self.best_of(list(self._candidates()))

    def best_of(self, candidates: Sequence[ShortSelector]) -> FieldSelectors:
        """The same among given ones."""
        tried, chosen = self._good_ones(candidates), list[CompiledSelector]()
        for _ in range(MOST_TOGETHER):
            better = max(tried, key=lambda one: (self.agreeing([*chosen, one]), [-part for part in one.written.cost]), default=None)
            if better is None or self.agreeing([*chosen, better]) <= self.agreeing(chosen):
                break
            chosen.append(better)
        return FieldSelectors(tuple(one.written for one in chosen), self.agreeing(chosen), len(self.cells), self.many)

    def _good_ones(self, candidates: Sequence[ShortSelector]) -> list[CompiledSelector]:
        """A first look at a few cells, so that hopeless ones cost little."""
        filled = [cell for cell in self.cells if cell.value]
        some = filled[:: max(1, len(filled) // FIRST_LOOK)][:FIRST_LOOK]
        compiled = [CompiledSelector(each) for each in candidates]
        scored = [(sum(self._agrees(cell, one) for cell in some), one) for one in compiled]
        scored.sort(key=lambda each: (-each[0], each[1].written.cost))
        return [one for score, one in scored[: 3 * MOST_TRIED] if score][:MOST_TRIED]

    def _agrees(self, cell: Cell, one: CompiledSelector) -> bool:
        said = self._said(cell, one)
        return bool(said) and self.same(said, cell.value)

    def agreeing(self, chosen: Sequence[CompiledSelector]) -> int:
        """On how many cells the first of these that finds something says what is wanted."""
        right = 0
        for cell in self.cells:
            said = next((text for one in chosen if (text := self._said(cell, one))), "")
            right += self.same(said, cell.value) if said and cell.value else said == cell.value
        return right

    def _said(self, cell: Cell, one: CompiledSelector) -> str:
        key = id(cell), one.written.xpath
        if key not in self._answers:
            self._answers[key] = cell.read(one, many=self.many)
        return self._answers[key]

    @cached_property
    def _answers(self) -> dict[tuple[int, str], str]:
        return {}

    def _candidates(self) -> Iterator[ShortSelector]:
        filled = [cell for cell in self.cells if cell.value]
        seen: dict[str, ShortSelector] = {}
        counts: Counter[str] = Counter()
        for cell in filled[:: max(1, len(filled) // MOST_SHOWN)][:MOST_SHOWN]:
            index = self.indexes.setdefault(id(cell.root), Index(cell.root, cell.base_url))
            wanted = cell.value.split(BETWEEN)[0] if self.many else cell.value
            for element, attribute in index.holding(wanted, self.same)[:MOST_ELEMENTS]:
                for one in short_selectors(element, cell.root, attribute):
                    if one.css or not self.css_only:
                        seen.setdefault(one.xpath, one)
                        counts[one.xpath] += 1
            for text in index.texts_saying(wanted, self.same)[:MOST_ELEMENTS] if not self.css_only else ():
                for one in text_selectors(text, cell.root):
                    seen.setdefault(one.xpath, one)
                    counts[one.xpath] += 1
        yield from sorted(seen.values(), key=lambda one: (-counts[one.xpath], one.cost))[:400]


@dataclass
class Index:
    """Which elements of a page hold which values."""

    root: HtmlElement
    base_url: str = ""

    @cached_property
    def _texts(self) -> Mapping[str, list[HtmlElement]]:
        found: dict[str, list[HtmlElement]] = defaultdict(list)
        for element in self.root.iterdescendants(etree.Element):
            if isinstance(element.tag, str) and element.tag not in _NO_TEXT and len(element) <= MOST_DESCENDANTS:
                is_small = sum(1 for _ in islice(element.iterdescendants(), MOST_DESCENDANTS)) < MOST_DESCENDANTS
                text = plain(text_of(element)) if is_small else ""
                if text:
                    found[text].insert(0, element)  # the innermost first
        return found

    @cached_property
    def _attributes(self) -> Mapping[str, list[tuple[HtmlElement, str]]]:
        found: dict[str, list[tuple[HtmlElement, str]]] = defaultdict(list)
        for element in self.root.iterdescendants(etree.Element):
            for name in _ATTRIBUTES:
                value = element.get(name) if isinstance(element.tag, str) else None
                if value:
                    joined = urljoin(self.base_url, value.strip()) if name in ("href", "src") and self.base_url else plain(value)
                    found[joined].append((element, name))
        return found

    @cached_property
    def _nodes(self) -> Mapping[str, list[TextNode]]:
        """Texts that share their element with others."""
        found: dict[str, list[TextNode]] = defaultdict(list)
        numbers: Counter[int] = Counter()
        before = ""
        for text in _ALL_TEXTS(self.root):
            said, parent = plain(text), text.getparent()
            if not said or parent is None:
                continue
            own = parent.getparent() if text.is_tail else parent
            if own is not None:
                numbers[id(own)] += 1
                found[said].append(TextNode(own, numbers[id(own)], parent if text.is_tail else None, before))
            before = said
        return found

    def texts_saying(self, value: str, same: Same) -> list[TextNode]:
        """Texts with the value."""
        exact = self._nodes.get(value)
        return exact or [each for text, nodes in self._nodes.items() if same(text, value) for each in nodes]

    def holding(self, value: str, same: Same) -> list[tuple[HtmlElement, str]]:
        """Elements with the value as their text or in an attribute, texts first."""
        exact = [(element, "") for element in self._texts.get(value, ())] + list(self._attributes.get(value, ()))
        if exact:
            return exact
        alike = [(element, "") for text, elements in self._texts.items() if same(text, value) for element in elements]
        return alike + [each for text, found in self._attributes.items() if same(text, value) for each in found]
