"""The labels of a page's rows for known names, quickly: the same codes as `PathLabels` gives, and nothing else.

What elements are called recurs from page to page, so a label is worked out once for each tag, class and id, and looked up after that.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sitelode.articles.path_classes import OUTERMOST_TAGS, Codes
from sitelode.articles.path_steps import label_code, step_of
from sitelode.dom.page import NO_STRING, Page
from sitelode.dom.vocabulary import FIRST_UNKNOWN_TAG, TAG_NAMES
from sitelode.layout.path_sets import code_of

MOST_REMEMBERED = 20_000
_TAGS = np.array([code_of(name) for name in TAG_NAMES], dtype=np.uint64)
_MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(0x165667B19E3779F9))


@dataclass
class RowLabels:
    """Gives every row the code of its tag and of those names that count."""

    names: frozenset[str]
    _keys: Codes = field(default_factory=lambda: np.zeros(1, dtype=np.uint64))  # ascending
    _labels: Codes = field(default_factory=lambda: np.zeros(1, dtype=np.uint64))

    def of_page(self, page: Page) -> Codes:
        columns = page.columns
        labels: Codes = _TAGS[np.minimum(columns.tag, len(TAG_NAMES) - 1)]
        for number, name in enumerate(columns.unknown_tags):
            labels[columns.tag == FIRST_UNKNOWN_TAG + number] = np.uint64(code_of(name))
        rows = np.flatnonzero((columns.class_ != NO_STRING) | (columns.id_ != NO_STRING))
        rows = rows[~np.isin(columns.tag[rows], OUTERMOST_TAGS)]
        if len(rows) and self.names:
            labels[rows] = self._found(page, rows, labels[rows])
        return labels

    def _found(self, page: Page, rows: NDArray[np.intp], tags: Codes) -> Codes:
        from sitelode.articles.attribute_codes_kernel import attribute_codes  # noqa: PLC0415 (compiled code)

        columns = page.columns
        strings = np.frombuffer(columns.strings, dtype=np.uint8)
        classes, ids = (attribute_codes(strings, columns.string_start, column[rows]) for column in (columns.class_, columns.id_))
        keys = (tags * _MIX[0] ^ classes) * _MIX[1] + ids * _MIX[2]
        if len(self._keys) > MOST_REMEMBERED:  # of hostile pages; a site has some hundreds
            self._keys, self._labels = np.zeros(1, dtype=np.uint64), np.zeros(1, dtype=np.uint64)
        place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        missing = np.flatnonzero(self._keys[place] != keys)
        if len(missing):
            _, first = np.unique(keys[missing], return_index=True)
            self._remember(page, keys[missing][first], rows[missing][first])
            place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.asarray(self._labels[place], dtype=np.uint64)

    def _remember(self, page: Page, keys: Codes, rows: NDArray[np.intp]) -> None:
        labels = np.array([label_code(step_of(page, row, self.names)) for row in rows.tolist()], dtype=np.uint64)
        keys, first = np.unique(np.concatenate((self._keys, keys)), return_index=True)
        self._labels = np.concatenate((self._labels, labels))[first]
        self._keys = keys
