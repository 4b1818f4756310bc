"""Fields that somebody taught by examples: where they stand, by landmark rules from both ends of the page, and what they look like.

They stand under `taught` in the rules of a layout, whatever kind of rules these are. A field has one value on a page, or a list of them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, TypeAlias

from sitelode.counted import counted
from sitelode.errors import SettingError
from sitelode.html.page import Page
from sitelode.json_data import Bounds, Form, JsonData, Key, Share, read_as, rounded
from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.landmarks.landmark_learning import SearchBounds
from sitelode.landmarks.landmark_lists import LabelledList, LandmarkList, learn_landmark_list
from sitelode.landmarks.landmark_rules import IndexedTokens, LandmarkRule
from sitelode.wrappers.taught.page_tokens import PageTokens, occurrences, page_tokens, path_to

BETWEEN_SAID = "\n"  # values that somebody named for one page
BETWEEN_VALUES = "; "
MOST_STARTS = 12  # places of the first value that are tried; a bound
TAUGHT = "taught"
MOST_TAUGHT = 200  # fields of a layout; a bound
MOST_VALUES = 24  # that are kept
LONGEST_KEPT = 200  # characters of a value or a label
LABEL_FROM = 0.5  # share of pages with the same text before a value, from which it is the template's
LONGEST_NAME = 80  # characters


@dataclass(frozen=True, slots=True)
class Surroundings(JsonData):
    """The label before the values of a field, and some of them: by these it is found again after a redesign (`teach/known_values.py`)."""

    before: Annotated[str, Bounds(0, LONGEST_KEPT)]  # the template's text before the value: a label, mostly
    values: Annotated[tuple[Annotated[str, Bounds(1, LONGEST_KEPT)], ...], Bounds(0, MOST_VALUES)]


def surroundings_of(found: Sequence[tuple[PageTokens, range]]) -> Surroundings | None:
    """From the places of a field's values on some pages; none where it was found nowhere."""
    if not found:
        return None
    values = dict.fromkeys(page.text_of(places)[:LONGEST_KEPT] for page, places in found)
    before, count = Counter(_text_before(page, places.start) for page, places in found).most_common(1)[0]
    is_label = len(found) > 1 and count >= LABEL_FROM * len(found)
    return Surroundings(before if is_label else "", tuple(value for value in values if value)[:MOST_VALUES])


def _text_before(page: PageTokens, place: int) -> str:
    """What stands before a place in its own text node, or else the whole text node before."""
    node = page.node_of(place)
    if node.start < place:
        return page.text_of(range(node.start, place))[-LONGEST_KEPT:]
    before = page.text_rank(place) - 1
    return page.text_of(page.node_of(page.text_places[before]))[:LONGEST_KEPT] if before >= 0 else ""


@dataclass(frozen=True, slots=True)
class View(JsonData):
    """One way to find the value: from the top (its start, then its end), or from the bottom (its end, then its start)."""

    near: LandmarkRule  # finds the border that is met first
    far: LandmarkRule | None  # from there the other one; none: the value is the whole text node

    def places(self, page: PageTokens) -> range | None:
        """The tokens of the value, or nothing."""
        near = self.near.border(page.indexed)
        if near is None:
            return None
        backward = self.near.backward
        if self.far is None:
            return _whole_node(page, near, backward=backward)
        rest = page.tokens[:near] if backward else page.tokens[near:]
        far = self.far.border(IndexedTokens(rest))
        if far is None:
            return None
        found = range(far, near) if backward else range(near, near + far)
        return found if any(map(page.is_text, found)) else None


def _whole_node(page: PageTokens, border: int, *, backward: bool) -> range | None:
    """The text node that begins at a border, or ends there."""
    inside = border - 1 if backward else border
    if not page.is_text(inside):
        return None
    node = page.node_of(inside)
    return node if (node.stop if backward else node.start) == border else None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a taught field says about one page."""

    value: str  # empty: not on this page
    agreed: bool  # both ways lead to the same
    readings: tuple[str, str]  # from the top and from the bottom


@dataclass(frozen=True, slots=True)
class TaughtField(JsonData):
    """Plain data; made by `teaching.teach`."""

    name: Annotated[str, Bounds(1, LONGEST_NAME)]
    forward: View
    backward: View
    prototype: DataPrototype
    examples: int
    confidence: Annotated[Share, rounded(4)]  # share of pages on which both ways agree
    seen: Surroundings | None = None  # what stood around it

    def places(self, page: PageTokens) -> range | None:
        """Where the value stands, if both ways lead there."""
        top = self.forward.places(page)
        return top if top is not None and top == self.backward.places(page) else None

    def answer(self, page: PageTokens) -> Answer:
        """Both readings; where they differ, the one that looks like the field."""
        top, bottom = self.forward.places(page), self.backward.places(page)
        readings = page.text_of(top or range(0)), page.text_of(bottom or range(0))
        if top == bottom:
            return Answer(readings[0], True, readings)
        return Answer(self._likelier(readings), False, readings)

    def _likelier(self, readings: Sequence[str]) -> str:
        filled = [reading for reading in readings if reading]
        fitting = [reading for reading in filled if self.prototype.fits(reading) and self.prototype.length_fits(reading)]
        return next(iter([*fitting, *filled]), "")

    def describe(self) -> str:
        """A few lines for a person."""
        lines = [f"{self.name}: learned from {counted(self.examples, 'example')}, confidence {self.confidence:.2f}"]
        for view in (self.forward, self.backward):
            lines += [f"  {view.near}{f', then {view.far}' if view.far else ', the whole text there'}"]
        return "\n".join([*lines, f"  {self.prototype.describe()}"])

    def check(self) -> None:
        if self.forward.near.backward or not self.backward.near.backward:
            raise ValueError("the rule from the top must be a forward one, the rule from the bottom a backward one")


@dataclass(frozen=True, slots=True)
class TaughtList(JsonData):
    """Plain data; made by `learn_list`."""

    name: Annotated[str, Bounds(1, LONGEST_NAME)]
    rules: Annotated[LandmarkList, Key("list")]
    prototype: DataPrototype  # of the items
    examples: int
    confidence: Annotated[Share, rounded(4)]  # share of pages with a list whose items look like those named
    seen: Surroundings | None = None  # what stood around its first item, and some items

    def places(self, page: PageTokens) -> range | None:
        """Where the first item stands."""
        first = next((item for item in self.rules.items(page.tokens) if any(map(page.is_text, item))), ())
        inside = [place for place in first if page.is_text(place)]
        return range(inside[0], inside[-1] + 1) if inside else None

    def values(self, page: PageTokens) -> list[str]:
        return list(filter(None, map(page.text_of, self.rules.items(page.tokens))))

    def answer(self, page: PageTokens) -> Answer:
        """Both readings are the same: a list has its start from the top and its end from the bottom already."""
        said = BETWEEN_VALUES.join(self.values(page))
        return Answer(said, agreed=True, readings=(said, said))

    def describe(self) -> str:
        """A few lines for a person."""
        return "\n".join([
            f"{self.name}: a list, learned from {counted(self.examples, 'page')}, confidence {self.confidence:.2f}",
            f"  from {self.rules.start} to {self.rules.stop}",
            f"  in it each value from {self.rules.item.start} to {self.rules.item.stop}",
            f"  {self.prototype.describe()}",
        ])  # fmt: skip


def learn_list(
    name: str, said: Sequence[tuple[PageTokens, Sequence[str]]], pages: Sequence[PageTokens], bounds: SearchBounds
) -> TaughtList:
    """Learn a list from pages of which all values were named, in the order of the page.

    Raises:
        SettingError: a value is not on its page, or not behind the one before.

    """
    shown = [(page, _items(name, page, values)) for page, values in said if values]
    usual = {_place(page, _element(page, items)) for page, items in shown if len(items) > 1}
    labelled = [LabelledList(page.tokens, _tokens_inside(page, _row_around(page, items, usual)), items) for page, items in shown]
    rules = learn_landmark_list(labelled, bounds)
    items = [text for page, values in said for text in values]
    taught = TaughtList(name, rules, DataPrototype.from_values(items), len(labelled), 0.0)
    found = [values for page in (*(page for page, _ in said), *pages) if (values := taught.values(page))]
    fitting = sum(all(taught.prototype.fits(value) for value in values) for values in found)
    prototype = DataPrototype.from_values([value for values in found for value in values]) if found else taught.prototype
    return replace(taught, confidence=fitting / (len(found) + 1), prototype=prototype)


def _items(name: str, page: PageTokens, values: Sequence[str]) -> list[range]:
    """The values where they stand nearest to each other."""
    runs = [run for first in occurrences(page, values[0])[:MOST_STARTS] if (run := _run(page, first.places, values[1:])) is not None]
    if not runs:
        raise SettingError(
            f"the values of {name} do not follow each other on {page.page.url or 'the page'}; give all of them, in the order of the page"
        )
    return min(runs, key=lambda run: run[-1].stop - run[0].start)


def _run(page: PageTokens, first: range, rest: Sequence[str]) -> list[range] | None:
    run = [first]
    for value in rest:
        behind = next((one.places for one in occurrences(page, value) if one.places.start >= run[-1].stop), None)
        if behind is None:
            return None
        run.append(behind)
    return run


def _element(page: PageTokens, items: Sequence[range]) -> int:
    """The row of the smallest element around all items."""
    parents, ends = page.page.columns.parent, page.page.columns.end
    first, last = page.rows[items[0].start], page.rows[items[-1].stop - 1]
    row = int(parents[first])
    while row > 0 and ends[row] <= last:
        row = int(parents[row])
    return row


def _row_around(page: PageTokens, items: Sequence[range], usual: set[tuple[str, ...]]) -> int:
    """The element around all items; a list of one item is around it where lists of several are around theirs."""
    row = own = _element(page, items)
    while len(items) == 1 and usual and row > 0 and _place(page, row) not in usual:
        row = int(page.page.columns.parent[row])
    return row if row > 0 else own


def _place(page: PageTokens, row: int) -> tuple[str, ...]:
    return (*path_to(page.page, row), page.page.tag_name(row))


def _tokens_inside(page: PageTokens, row: int) -> range:
    """The tokens between the tags of an element."""
    end = int(page.page.columns.end[row])
    inside = [place for place, each in enumerate(page.rows) if row < each < end]
    return range(inside[0], inside[-1] + 1)


Taught: TypeAlias = TaughtField | TaughtList


def _read_taught(data: Any) -> Taught:  # noqa: ANN401 (read from a file: anything)
    return read_as(TaughtList, data) if isinstance(data, dict) and "list" in data else read_as(TaughtField, data)


_TAUGHT_FORM: Form[Taught] = Form(lambda field: field.to_data(), _read_taught)


@dataclass(frozen=True)
class TaughtRules(JsonData):
    """What somebody taught about a layout; the rules of all kinds of layouts may have it."""

    taught: Annotated[tuple[Annotated[Taught, _TAUGHT_FORM], ...], Bounds(0, MOST_TAUGHT)] = field(default=(), kw_only=True)


def taught_fields(rules: Mapping[str, Any]) -> tuple[Taught, ...]:
    """The taught fields among the rules of a layout.

    Raises:
        DamagedDataError: when they are damaged.

    """
    return read_as(TaughtRules, rules).taught


def taught_values(fields: Sequence[Taught], page: Page) -> dict[str, str]:
    """What each field says about a page; the page is cut into tokens once, and only where there is a field."""
    if not fields:
        return {}
    tokens = page_tokens(page)
    return {field.name: field.answer(tokens).value for field in fields}
