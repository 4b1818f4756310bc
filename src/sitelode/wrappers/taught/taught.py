"""Taught fields as part of a wrapper: they stand under `taught` in the rules of a layout, whatever kind of rules these are."""

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
from sitelode.wrappers.taught.page_tokens import PageTokens, occurrences, page_tokens, path_to
from sitelode.wrappers.taught.taught_field import LONGEST_NAME, Answer, Surroundings, TaughtField

BETWEEN_SAID = "\n"  # values that somebody named for one page
BETWEEN_VALUES = "; "
MOST_STARTS = 12  # places of the first value that are tried; a bound
TAUGHT = "taught"
MOST_TAUGHT = 200  # fields of a layout; a bound


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
