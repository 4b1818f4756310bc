"""Rules for a piece of a line, as taught fields of wrappers use them.

The entry point `sitelode.taught` names this module: few wrappers have such a field, and those that have none load nothing of this room.
"""

from collections.abc import Sequence

from sitelode.text_rules.marked_texts import Mark, MarkedText
from sitelode.text_rules.rules_file import LearntRules, learn_rules, rules_from_data, rules_to_data

__all__ = ["learn_pieces", "rules_from_data", "rules_to_data"]


def learn_pieces(field: str, lines: Sequence[tuple[str, int, int]]) -> LearntRules:
    """From lines, with the beginning and the end of the piece in each.

    Raises:
        RuleError: when nothing can be learnt.

    """
    return learn_rules([MarkedText(str(number), line, (Mark(field, *places),)) for number, (line, *places) in enumerate(lines)])
