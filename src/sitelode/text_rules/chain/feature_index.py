"""Weights of chain models laid out for reading: all rows of a table are looked up at once, and added up by one sparse product.

The names of an attribute's values have fixed numbers here, so of a new table only its own names are translated. Several models share one
index: what a row looks like is found once, and each model has weights of its own for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitelode.text_rules.chain.attributes import Attribute, Attributes
from sitelode.text_rules.chain.templates import Template, shifted
from sitelode.text_rules.chain.training import Floats, SomeFloats
from sitelode.text_rules.token_table import Codes, Rows, TokenTable

Features: TypeAlias = Sequence[tuple[Template, tuple[tuple[str, ...], ...], Floats]]
"""For each template its values, and their weights: values x states."""

LARGEST_TABLE = 4_000_000  # numbers of keys that are looked up directly; more are searched for
ROWS_AT_ONCE = 8_192  # of the sparse product: what they need stays in the processor's cache
NONE = 0  # the row of weights of whatever has none


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """The values of one template: from a row's key to its row of weights."""

    template: Template
    sizes: tuple[int, ...]  # of the numbers of each part
    keys: NDArray[np.int64]  # ascending
    places: Codes  # of each key, and NONE at the end
    direct: Codes | None  # the same by key, where that is small enough

    def look_up(self, codes: Sequence[Codes]) -> Codes:
        """The row of weights of each row of a table, given the numbers of all parts."""
        found = codes[0].astype(np.int64) if len(codes) > 1 else codes[0]
        for size, more in zip(self.sizes[1:], codes[1:], strict=True):
            found = found * size + more
        if self.direct is not None:
            return self.direct[found]
        place = np.searchsorted(self.keys, found)
        place[self.keys[np.minimum(place, len(self.keys) - 1)] != found] = len(self.keys)
        return self.places[place]


class FeatureIndex:
    """The features of some chain models over the same states."""

    def __init__(self, models: Sequence[Features], states: int) -> None:
        self.states = states
        values: dict[Template, dict[tuple[str, ...], int]] = {}
        for features in models:
            for template, found, _ in features:
                if not len(found):
                    continue
                numbers = values.setdefault(template, {})
                for value in found:
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

    def _weights(self, features: Features, values: dict[Template, dict[tuple[str, ...], int]], rows: int) -> SomeFloats:
        found = np.zeros((rows, self.states), np.float32)  # single precision is enough to read with
        for template, own, weights in features:
            numbers = values.get(template, {})
            places = np.fromiter((numbers[value] for value in own), np.int64, len(own)) + self._first.get(template, NONE)
            found[places] = weights
        return found

    def codes(self, attribute: Attribute, name: str) -> Codes:
        """The numbers, here, of the names of an attribute of some table; 0 for a name that no feature has."""
        known = self._names[name]
        return np.fromiter((known.get(each, 0) for each in attribute.names), np.int32, len(attribute.names))

    def columns(self, attributes: Attributes, but: Attributes) -> list[_Column]:
        """What can be looked up with some attributes, and not with others alone."""
        known = (column for template, column in self._columns.items() if template.is_known(attributes))
        return [column for column in known if not but or not column.template.is_known(but)]


class Lookup:
    """The rows of weights of all rows of a table, or of some."""

    def __init__(self, index: FeatureIndex, table: TokenTable, attributes: Attributes) -> None:
        self.index, self.table = index, table
        self.attributes = attributes
        used = {name for column in index.columns(attributes, {}) for name, _ in column.template.parts}
        self._of_names = {name: index.codes(attributes[name], name) for name in sorted(used)}
        self.codes = {name: of_names[attributes[name].codes] for name, of_names in self._of_names.items()}
        columns = index.columns(attributes, {})
        self._spelled: dict[int, list[tuple[_Column, str]]] = {}  # by offset: columns that the spelling alone decides
        rest = []
        for column in columns:
            name, offset = column.template.parts[0]
            if len(column.template.parts) == 1 and attributes[name].by_spelling is not None:
                self._spelled.setdefault(offset, []).append((column, name))
            else:
                rest.append(column)
        self.places = np.empty((len(table), len(rest) + len(self._spelled)), np.int32)
        for number, column in enumerate(rest):
            self.places[:, number] = column.look_up([self._at(part, None) for part in column.template.parts])
        behind = len(index.weights[0])  # the sums of each spelling come behind the weights
        for number, offset in enumerate(self._spelled):
            self.places[:, len(rest) + number] = shifted(table.spelling, offset) + (behind + number * len(table.spellings))

    def _at(self, part: tuple[str, int], rows: Rows | None) -> Codes:
        name, offset = part
        codes = self.codes[name]
        found: Codes = shifted(codes, offset) if rows is None else codes[rows + offset]
        return found

    def scores(self, model: int, more: Attributes | None = None, rows: Rows | None = None) -> SomeFloats:
        """The sums of a model's weights for each row; `more`: attributes that came later."""
        weights = self.index.weights[model]
        places = self.places if rows is None else self.places[rows]
        if more:
            self.codes |= {name: self.index.codes(each, name)[each.codes] for name, each in more.items()}
            late = self.index.columns({**self.attributes, **more}, self.attributes)
            found = [column.look_up([self._at(part, rows) for part in column.template.parts]) for column in late]
            places = np.concatenate((places, np.stack(found, axis=1)), axis=1) if found else places
        return _summed(places, np.concatenate((weights, *(self._of_spellings(weights, each) for each in self._spelled.values()))))

    def _of_spellings(self, weights: SomeFloats, columns: Sequence[tuple[_Column, str]]) -> SomeFloats:
        found = np.zeros((len(self.table.spellings), self.index.states), weights.dtype)
        for column, name in columns:
            of_spellings = self.attributes[name].by_spelling
            assert of_spellings is not None  # these columns were chosen by it
            found += weights[column.look_up([self._of_names[name]])][of_spellings]
        return found


def _summed(places: Codes, weights: SomeFloats) -> SomeFloats:
    from scipy.sparse import csr_matrix  # noqa: PLC0415 (slow to import)

    found = np.empty((len(places), weights.shape[1]), weights.dtype)
    columns = places.shape[1]
    if not columns:
        return np.zeros_like(found)
    ones = np.ones(min(ROWS_AT_ONCE, len(places)) * columns, weights.dtype)
    for first in range(0, len(places), ROWS_AT_ONCE):
        part = places[first : first + ROWS_AT_ONCE]
        border = np.arange(0, part.size + 1, columns, dtype=np.int32)
        design = csr_matrix((ones[: part.size], part.ravel(), border), shape=(len(part), len(weights)))
        found[first : first + len(part)] = design @ weights
    return found
