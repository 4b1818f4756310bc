"""Weights of chain models laid out for reading: what a row looks like leads to rows of weights, which are added up.

The names of an attribute's values have fixed numbers here, so of a new table only its own names are translated. Several models share one
index: what a row looks like is found once, and each model has weights of its own for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from math import prod

import numpy as np
from numpy.typing import NDArray

from sitelode.text_rules.chain_features import Attribute, Attributes, Feature, SomeFloats, Template, shifted
from sitelode.text_rules.kernels.chain import add_weights, find_places
from sitelode.text_rules.token_table import Codes, Rows, TokenTable

LARGEST_TABLE = 4_000_000  # numbers of keys that are looked up directly; more are searched for
NONE = 0  # the row of weights of whatever has none
_BLOCK = 12  # divides the width of rows of weights: so many are added at once
_NO_CODES = np.empty(0, np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """The values of one template: from a row's key to its row of weights."""

    template: Template
    sizes: tuple[int, ...]  # of the numbers of each part
    keys: NDArray[np.int64]  # ascending
    places: Codes  # of each key, and NONE at the end
    direct: Codes | None  # the same by key, where that is small enough

    def look_up(self, codes: NDArray[np.int32], which: Sequence[int], offsets: Sequence[int], rows: Rows) -> Codes:
        """The row of weights of each of some rows, given all codes (attributes x rows): of each part which one, and how far on."""
        found: Codes = find_places(
            codes, np.array(which, np.int32), np.array(offsets, np.int64) % max(1, codes.shape[1]), np.array(self.sizes, np.int64),
            rows, self.keys, self.places, _NO_CODES if self.direct is None else self.direct,
        )  # fmt: skip
        return found


class FeatureIndex:
    """The features of some chain models over the same states."""

    def __init__(self, models: Sequence[Sequence[Feature]], states: int) -> None:
        self.states = states
        values: dict[Template, dict[tuple[str, ...], int]] = {}
        for features in models:
            for feature in features:
                numbers = values.setdefault(feature.template, {}) if feature.values else {}
                for value in feature.values:
                    numbers.setdefault(value, len(numbers))
        self._names: dict[str, dict[str, int]] = {}
        first = NONE + 1
        self._columns: dict[Template, _Column] = {}
        self._first: dict[Template, int] = {}
        for template, numbers in values.items():
            self._learn_names(template, numbers)
            self._first[template] = first
            first += len(numbers)
        for template, numbers in values.items():
            self._columns[template] = self._column(template, list(numbers))
        self.weights = [self._weights(features, values, first) for features in models]

    def _learn_names(self, template: Template, values: dict[tuple[str, ...], int]) -> None:
        for place, (name, _) in enumerate(template.parts):
            known = self._names.setdefault(name, {})
            for value in values:
                known.setdefault(value[place], len(known) + 1)

    def _column(self, template: Template, values: Sequence[tuple[str, ...]]) -> _Column:
        sizes = tuple(len(self._names[name]) + 1 for name, _ in template.parts)
        keys = np.zeros(len(values), np.int64)
        for place, (name, _) in enumerate(template.parts):
            known = self._names[name]
            keys = keys * sizes[place] + np.fromiter((known[value[place]] for value in values), np.int64, len(values))
        order = np.argsort(keys)
        places = np.append(order + self._first[template], NONE).astype(np.int32)
        direct = None
        if prod(sizes) <= LARGEST_TABLE:
            direct = np.full(prod(sizes), NONE, np.int32)
            direct[keys[order]] = places[:-1]
        return _Column(template, sizes, keys[order], places, direct)

    def _weights(self, features: Sequence[Feature], values: dict[Template, dict[tuple[str, ...], int]], rows: int) -> SomeFloats:
        width = -(-self.states // _BLOCK) * _BLOCK
        found = np.zeros((rows, width), np.float32)  # single precision is enough to read with
        for each in features:
            numbers = values.get(each.template, {})
            places = np.fromiter((numbers[value] for value in each.values), np.int64, len(each.values))
            found[places + self._first.get(each.template, NONE), : self.states] = each.weights
        return found

    def codes(self, attribute: Attribute, name: str) -> Codes:
        """The numbers, here, of the names of an attribute of some table; 0 for a name that no feature has."""
        known = self._names[name]
        return np.fromiter(map(known.get, attribute.names, repeat(0)), np.int32, len(attribute.names))

    def columns(self, attributes: Attributes, but: Attributes) -> list[_Column]:
        """What can be looked up with some attributes, and not with others alone."""
        known = (column for template, column in self._columns.items() if template.is_known(attributes))
        return [column for column in known if not but or not column.template.is_known(but)]


class Lookup:
    """The rows of weights of all rows of a table, or of some."""

    def __init__(self, index: FeatureIndex, table: TokenTable, attributes: Attributes) -> None:
        self.index, self.table = index, table
        self.attributes = attributes
        self._rows = np.arange(len(table))
        self._codes: dict[str, Codes] = {}  # the numbers of an attribute's names, by its name
        columns = index.columns(attributes, {})
        self._spelled: dict[int, list[tuple[_Column, str]]] = {}  # by offset: columns that the spelling alone decides
        rest = []
        for column in columns:
            name, offset = column.template.parts[0]
            if len(column.template.parts) == 1 and attributes[name].by_spelling is not None:
                self._spelled.setdefault(offset, []).append((column, name))
            else:
                rest.append(column)
        places = self._look_up(rest, attributes, self._rows)
        behind = len(index.weights[0])  # the sums of each spelling come behind the weights
        for number, offset in enumerate(self._spelled):
            places.append(shifted(table.spelling, offset) + np.int32(behind + number * len(table.spellings)))
        self.places = _stacked(places, len(table))

    def _look_up(self, columns: Sequence[_Column], attributes: Attributes, rows: Rows) -> list[Codes]:
        """The rows of weights by some columns, for some rows of the table."""
        used = sorted({name for column in columns for name, _ in column.template.parts})
        codes = _stacked([self._codes_of(attributes[name], name)[attributes[name].codes] for name in used], len(self.table))
        which = {name: number for number, name in enumerate(used)}
        found = []
        for column in columns:
            names, offsets = zip(*column.template.parts, strict=True)
            found.append(column.look_up(codes, [which[name] for name in names], offsets, rows))
        return found

    def _codes_of(self, attribute: Attribute, name: str) -> Codes:
        found = self._codes.get(name)
        if found is None:
            found = self._codes[name] = self.index.codes(attribute, name)
        return found

    def scores(self, model: int, more: Attributes | None = None, rows: Rows | None = None) -> SomeFloats:
        """The sums of a model's weights for each row; `more`: attributes that came later."""
        weights = self.index.weights[model]
        used = self._rows if rows is None else rows
        everything = {**self.attributes, **(more or {})}
        late = self._look_up(self.index.columns(everything, self.attributes), everything, used) if more else []
        weights = np.concatenate((weights, *(self._of_spellings(weights, each) for each in self._spelled.values())))
        found: SomeFloats = add_weights(self.places, used, _stacked(late, len(used)), weights, self.index.states)
        return found

    def _of_spellings(self, weights: SomeFloats, columns: Sequence[tuple[_Column, str]]) -> SomeFloats:
        """The sums of each spelling by columns of one offset."""
        places = []
        for column, name in columns:
            attribute = self.attributes[name]
            assert attribute.by_spelling is not None  # these columns were chosen by it
            codes = self._codes_of(attribute, name)
            places.append(column.look_up(codes[None, :], (0,), (0,), np.arange(len(codes)))[attribute.by_spelling])
        spellings = len(self.table.spellings)
        found: SomeFloats = add_weights(_stacked(places, 0), np.arange(spellings), _stacked((), spellings), weights, weights.shape[1])
        return found


def _stacked(found: Sequence[Codes], rows: int) -> NDArray[np.int32]:
    return np.stack(found) if found else np.empty((0, rows), np.int32)
