"""Find selectors that say what a wrapper says: on known pages, the shortest whose values agree with the wrapper's, cell by cell.

Selectors come from the elements that hold the values and from the rules themselves: so every kind of rule can be exported that the pages
allow, and what cannot is known before anything is written.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from cssselect import HTMLTranslator
from lxml import etree
from lxml.html import HtmlElement

from sitelode.wrappers.exchange.page_values import ADDRESSES, PageValues, Same, joined_address, plain, text_of
from sitelode.wrappers.exchange.selectors import FieldSelectors, Form, Selector, quoted
from sitelode.wrappers.exchange.short_selectors import (
    LONGEST_LABEL,
    list_selectors,
    piece_selectors,
    placed_selectors,
    short_selectors,
)

# Bounds, and what was set by hand.
MOST_SHOWN = 8  # pages whose elements give selectors
MOST_ELEMENTS = 6  # with the value, of one page
LOOKS = (2, 120, 24), (8, 30, 6)  # on how many cells selectors are tried, how many go on, and of those that say the same
MOST_CANDIDATES = 300
MOST_TOGETHER = 4  # selectors of a field, of which the first that finds something counts
MOST_FOUND = 5_000  # elements of one selector on one page
BETWEEN = "; "


@dataclass(frozen=True)
class Cell:
    """Where a value must be found: below a root of a page, or of a record."""

    root: HtmlElement
    value: str
    base_url: str = ""  # that references of its page start from

    def read(self, selector: "CompiledSelector", *, many: bool) -> str:
        texts = selector.texts(self)
        return BETWEEN.join(texts) if many else next(iter(texts), "")


@dataclass(frozen=True)
class CompiledSelector:
    """A selector that can be asked, in one of its forms."""

    written: Selector
    form: Form = Form.XPATH

    @cached_property
    def _ask(self) -> etree.XPath:
        one = self.written
        is_text = self.form is Form.CSS and (one.is_own_text or one.piece is not None)
        return etree.XPath(one.xpath if self.form is Form.XPATH else css_as_xpath(one, is_text=is_text), smart_strings=False)

    def elements(self, root: HtmlElement) -> list[HtmlElement]:
        return [each for each in self._ask(root) if not isinstance(each, str)]

    def texts(self, cell: Cell) -> list[str]:
        found = self._ask(cell.root)
        texts = [found] if isinstance(found, str) else [each if isinstance(each, str) else text_of(each) for each in found[:MOST_FOUND]]
        if self.written.attribute in ADDRESSES and cell.base_url:
            texts = [joined_address(cell.base_url, text) for text in texts]
        if self.written.piece and self.form is not Form.XPATH:
            texts = texts[:1] if self.form is Form.SCHEMA else texts
            texts = [cut for each in texts if (cut := self.written.piece.cut(each))]
        # Where crawl4ai finds an element without text, that is the value.
        return [text for each in texts if (text := plain(each)) or self.form is Form.SCHEMA]


def css_as_xpath(one: Selector, *, is_text: bool = False) -> str:
    """What a CSS selector means, in the other form."""
    end = f"/@{one.attribute}" if one.attribute else "/text()" if is_text else ""
    return " | ".join(f"{part}{end}" for part in HTMLTranslator().css_to_xpath(one.css).split(" | "))


@dataclass
class SelectorSearch:
    """The cells of one field, and how values are compared."""

    cells: Sequence[Cell]
    same: Same = str.__eq__
    many: bool = False
    form: Form = Form.XPATH
    values: dict[int, PageValues] = field(default_factory=dict)  # by root, shared between fields
    of_rule: Sequence[Selector] = ()  # how the rule itself would be written

    def best(self) -> FieldSelectors:
        """The selectors that agree with most cells; of several the shortest. Dearer kinds are looked for where these are not enough."""
        candidates = [*self._candidates(self._direct), *filter(self.form.can_say, self.of_rule)]
        found = self.best_of(candidates)
        for more in (self._placed, piece_selectors):
            if found.is_good or (self.many and more is piece_selectors):
                break
            candidates += self._candidates(more)
            found = self.best_of(candidates)
        return found

    def best_of(self, candidates: Sequence[Selector]) -> FieldSelectors:
        """The same among given ones, each time the one that mends most of what those before leave."""
        chosen, right = list[CompiledSelector](), self._right([])
        for _ in range(MOST_TOGETHER):
            left = [cell for cell in self.cells if cell.value and not right[id(cell)]]
            tried = self._good_ones(candidates, left)
            tried += [CompiledSelector(one) for each in tried for one in self._without_wrong(chosen, each)]
            best = max(tried, key=lambda one: (self.agreeing([*chosen, one]), [-part for part in one.written.cost]), default=None)
            if best is None or self.agreeing([*chosen, best]) <= sum(right.values()):
                break
            chosen.append(best)
            right = self._right(chosen)
        return FieldSelectors(tuple(one.written for one in chosen), sum(right.values()), len(self.cells), self.many)

    def agreeing(self, chosen: Sequence[CompiledSelector]) -> int:
        """On how many cells the first of these that finds something says what is wanted."""
        return sum(self._right(chosen).values())

    def wrong_cells(self, selectors: Sequence[Selector]) -> list[Cell]:
        """The cells on which these selectors do not say what is wanted."""
        right = self._right([CompiledSelector(one, self.form) for one in selectors])
        return [cell for cell in self.cells if not right[id(cell)]]

    def _right(self, chosen: Sequence[CompiledSelector]) -> dict[int, bool]:
        return {id(cell): self._is_right(cell, self._first_said(cell, chosen)) for cell in self.cells}

    def _is_right(self, cell: Cell, said: str) -> bool:
        return self.same(said, cell.value) if said and cell.value else said == cell.value

    def _first_said(self, cell: Cell, chosen: Sequence[CompiledSelector]) -> str:
        return next((text for one in chosen if (text := self._said(cell, one))), "")

    def _good_ones(self, candidates: Sequence[Selector], left: Sequence[Cell]) -> list[CompiledSelector]:
        """First looks at ever more cells, so that hopeless ones cost little; cells without a value are looked at, too."""
        tried = [CompiledSelector(each, self.form) for each in candidates]
        empty = [cell for cell in self.cells if not cell.value]
        for number, kept, most_alike in LOOKS:
            some, nothing = _sample(left, number), _sample(empty, number // 2)
            scored = [(self._score(one, some, nothing), one) for one in tried]
            scored.sort(key=lambda each: (-each[0], each[1].written.cost))
            unlike = self._unlike([one for score, one in scored if score], [*some, *nothing], most_alike)
            tried = unlike[:kept] + [one for one in unlike[kept:] if one.written in self.of_rule]
        return tried

    def _unlike(self, ordered: Sequence[CompiledSelector], cells: Sequence[Cell], most_alike: int) -> list[CompiledSelector]:
        """Of selectors that say the same on all these cells a few are enough."""
        counts: Counter[tuple[str, ...]] = Counter()
        found = []
        for one in ordered:
            said = tuple(self._said(cell, one) for cell in cells)
            counts[said] += 1
            if counts[said] <= most_alike or one.written in self.of_rule:
                found.append(one)
        return found

    def _score(self, one: CompiledSelector, filled: Sequence[Cell], empty: Sequence[Cell]) -> int:
        right = sum(bool(said := self._said(cell, one)) and self.same(said, cell.value) for cell in filled)
        return right and right + sum(not self._said(cell, one) for cell in empty)

    def _without_wrong(self, chosen: Sequence[CompiledSelector], one: CompiledSelector) -> list[Selector]:
        """The selector without the texts that it says where it is wrong; CSS has no way to leave a text out."""
        if self.form is not Form.XPATH or self.many:
            return []
        together = [*chosen, one]
        said = [(self._first_said(cell, together), cell) for cell in self.cells]
        right = {text for text, cell in said if text and self._is_right(cell, text)}
        return without_texts(one.written, [text for text, cell in said if text and not self._is_right(cell, text)], right)

    def _said(self, cell: Cell, one: CompiledSelector) -> str:
        key = id(cell), one.written
        if key not in self._answers:
            self._answers[key] = cell.read(one, many=self.many)
        return self._answers[key]

    @cached_property
    def _answers(self) -> dict[tuple[int, Selector], str]:
        return {}

    def _candidates(self, made: Callable[[PageValues, str], Iterator[Selector]]) -> list[Selector]:
        """Selectors made from the places of values on some pages, those of most pages first."""
        filled = [cell for cell in self.cells if cell.value]
        counts: Counter[Selector] = Counter()
        for cell in filled[:: max(1, len(filled) // MOST_SHOWN)][:MOST_SHOWN]:
            values = self.values.setdefault(id(cell.root), PageValues(cell.root, cell.base_url))
            counts.update({one for one in made(values, cell.value) if self.form.can_say(one)})
        return sorted(counts, key=lambda one: (-counts[one], one.cost, one.xpath))[:MOST_CANDIDATES]

    def _direct(self, values: PageValues, value: str) -> Iterator[Selector]:
        several = value.split(BETWEEN) if self.many else [value]
        wanted = several[0]
        if len(several) > 1:
            yield from list_selectors(values, several, self.same)
        for element, attribute in values.holding(wanted, self.same)[:MOST_ELEMENTS]:
            yield from short_selectors(element, values.root, attribute)

    def _placed(self, values: PageValues, value: str) -> Iterator[Selector]:
        wanted = value.split(BETWEEN, maxsplit=1)[0] if self.many else value
        for element, attribute in values.holding(wanted, self.same)[:MOST_ELEMENTS]:
            yield from placed_selectors(element, values.root, attribute)
        for parent, number in values.texts_saying(wanted, self.same)[:MOST_ELEMENTS]:
            for one in placed_selectors(parent, values.root):
                css = one.css if number == 1 else ""
                yield replace(one, xpath=f"{one.xpath}/text()[normalize-space()][{number}]", css=css, is_own_text=True)


def _sample(cells: Sequence[Cell], number: int) -> Sequence[Cell]:
    return cells[:: max(1, len(cells) // max(number, 1))][:number]


MOST_EXCLUDED = 4  # texts; set by hand


def without_texts(one: Selector, wrong: Sequence[str], right: Collection[str]) -> list[Selector]:
    """The selector without the texts that are wrong on some pages and right on none; nothing where there are none, or too many."""
    counts = Counter(text for text in wrong if text not in right)
    texts = [text for text, _ in counts.most_common()]
    can_be_written = all(len(text) <= LONGEST_LABEL and not ('"' in text and "'" in text) for text in texts)
    if not texts or len(texts) > MOST_EXCLUDED or not can_be_written or one.piece is not None:
        return []
    is_one_of = " or ".join(f"normalize-space()={quoted(text)}" for text in texts)
    return [replace(one, xpath=f"{one.xpath}[not({is_one_of})]", css="")]
