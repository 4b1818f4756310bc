"""Whether spans of a table look like the values of a field: its data prototype, matched on many spans at once."""

from collections.abc import Sequence

import numpy as np

from sitelode.landmarks.data_prototypes import DataPrototype, EndPattern
from sitelode.text_rules.token_table import Flags, Rows, TokenTable


class ValueTypes:
    """Matches prototypes on one table."""

    def __init__(self, table: TokenTable) -> None:
        self.table = table

    def fitting(self, values: DataPrototype, first: Rows, stop: Rows) -> Flags:
        """Which spans start and end as the values do."""
        starts = self._some(values.starts, first, stop, [np.zeros(len(first), np.int64) for _ in values.starts])
        ends = self._some(values.ends, first, stop, [stop - first - len(end.tokens) for end in values.ends])
        return starts & ends

    def _some(self, patterns: Sequence[EndPattern], first: Rows, stop: Rows, offsets: Sequence[Rows]) -> Flags:
        """Which spans have one of the patterns at its offset; where there is no pattern, all."""
        found = np.full(len(first), not patterns)
        for pattern, offset in zip(patterns, offsets, strict=True):
            matches = stop - first >= len(pattern.tokens)
            for place, wanted in enumerate(pattern.tokens):
                rows = np.minimum(first + np.maximum(offset, 0) + place, len(self.table) - 1)
                matches &= (self.table.spelling[rows] == self.table.spelling_numbers.get(wanted, -1)) | self.table.of_class(wanted)[rows]
            found |= matches
        return found
