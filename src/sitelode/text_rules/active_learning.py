"""Which text to ask about next: the one the rules are least sure of."""

from collections.abc import Sequence

import numpy as np

from sitelode.text_rules.combined.combined_rules import CombinedRules
from sitelode.text_rules.contract import Rules
from sitelode.text_rules.token_table import TokenTable

MOST_LOOKED_AT = 500  # texts; more cost time and show the same doubts


def least_sure(rules: Rules, texts: Sequence[str], fields: Sequence[str]) -> list[int]:
    """Numbers of texts, the least sure first.

    The default knows how sure it is. Of other systems, rules of low precision are doubtful, and so are texts in which nothing is found
    where a value is expected: the near misses that WHISK asks about.
    """
    step = max(1, -(-len(texts) // MOST_LOOKED_AT))
    numbers = np.arange(0, len(texts), step)
    if not len(numbers):
        return []
    table = TokenTable([texts[number] for number in numbers.tolist()])
    doubt = rules.uncertainty(table) if isinstance(rules, CombinedRules) else _doubt(rules, table, fields)
    return [int(numbers[each]) for each in np.argsort(-doubt, kind="stable")]


def _doubt(rules: Rules, table: TokenTable, fields: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    best = np.zeros((len(table.texts), len(fields)))
    place = {field: number for number, field in enumerate(fields)}
    for finding in rules.findings(table):
        text, field = int(table.text_of[finding.span.first]), place.get(finding.field)
        if field is not None:
            best[text, field] = max(best[text, field], finding.precision)
    doubt: np.ndarray[tuple[int], np.dtype[np.float64]] = (1 - best).max(axis=1)
    return doubt
