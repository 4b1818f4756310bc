"""What a first reading, and the rules, say about where to look again."""

from collections.abc import Mapping, Sequence

import numpy as np

from sitelode.text_rules.chain.attributes import Attribute, bucket_attribute
from sitelode.text_rules.chain.training import Floats, Stretches, highest_of_rows
from sitelode.text_rules.contract import Finding
from sitelode.text_rules.token_table import Flags, Rows, TokenTable

LIKELY = 0.5  # precision of a rule in training that makes a stretch worth a second look
LEAST_SEEN = 0.002  # probability, in a first reading, of a token that makes its stretch worth a second one
CERTAIN, POSSIBLE = 0.6, 0.2  # probability, in a first reading, that a token is in a value


def worth_a_second_look(stretches: Stretches, in_values: Floats, findings: Mapping[str, Sequence[Finding]]) -> Flags:
    """Which stretches a first reading, or a rule that can be believed, saw something in; most of a text is never looked at again."""
    seen = highest_of_rows(in_values) >= LEAST_SEEN
    seen[[one.span.first for found in findings.values() for one in found if one.precision >= LIKELY]] = True
    before = np.concatenate(([0], np.cumsum(seen)))
    found: Flags = before[stretches.first + stretches.length] > before[stretches.first]
    return found


def reading_attributes(table: TokenTable, in_values: Floats, fields: Sequence[str]) -> dict[str, Attribute]:
    """What a first reading found of the same word elsewhere in the text."""
    codes = np.zeros(len(table), np.int32)
    rows = np.flatnonzero((highest_of_rows(in_values) >= POSSIBLE) & table.is_written)
    if len(rows):
        everywhere, sizes = table.same_words
        known, group = np.unique(everywhere[rows], return_inverse=True)
        number = np.full(len(sizes), -1, np.int64)
        number[known] = np.arange(len(known))
        same = np.flatnonzero(number[everywhere] >= 0)
        height = _best_elsewhere(in_values[rows], group, rows, number[everywhere[same]], same)
        best = height.argmax(axis=1)
        top = height[np.arange(len(same)), best]
        codes[same] = np.where(top >= CERTAIN, 2 + 2 * best, np.where(top >= POSSIBLE, 1 + 2 * best, 0))
    names = ["none", *(f"{field} {sure}" for field in fields for sure in ("possible", "certain"))]
    return {"elsewhere": bucket_attribute(table, codes, names)}


def _best_elsewhere(heights: Floats, group: Rows, rows: Rows, group_of: Rows, others: Rows) -> Floats:
    """For each of `others` the highest probability that another row of its group has.

    `heights` are the probabilities of `rows`, each in a `group`; `group_of` are the groups of the others.
    """
    found = np.zeros((len(others), heights.shape[1]))
    groups = int(group.max()) + 1
    for column in range(heights.shape[1]):
        order = np.lexsort((-heights[:, column], group))
        starts = np.searchsorted(group[order], np.arange(groups))
        first = order[starts]
        following = np.minimum(starts + 1, len(order) - 1)
        second = order[following]
        has_second = (following > starts) & (group[second] == np.arange(groups))
        is_first = rows[first][group_of] == others
        runner_up = np.where(has_second, heights[second, column], 0.0)
        found[:, column] = np.where(is_first, runner_up[group_of], heights[first, column][group_of])
    return found
