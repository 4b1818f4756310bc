"""What rules and a first reading say about each token, as attributes for the chain model."""

from collections.abc import Mapping, Sequence

import numpy as np

from sitelode.text_rules.chain.attributes import Attribute, bucket_attribute
from sitelode.text_rules.chain.templates import TEMPLATES, Template, single, together
from sitelode.text_rules.chain.training import Floats
from sitelode.text_rules.contract import Finding
from sitelode.text_rules.token_table import TokenTable

SURE, LIKELY = 0.8, 0.5  # precision of a rule in training
CERTAIN, POSSIBLE = 0.6, 0.2  # probability, in a first reading, that a token is in a value


def votes_attribute(table: TokenTable, findings: Sequence[Finding], fields: Sequence[str]) -> Attribute:
    """For each token the best finding that holds it: its field, how sure, and whether the token is its first."""
    grades, places = ("sure", "likely", "weak"), ("begin", "inside")
    names = ["none", *(f"{field} {sure} {place}" for field in fields for sure in grades for place in places)]
    numbers = {name: number for number, name in enumerate(names)}
    codes = np.zeros(len(table), np.int32)
    for finding in sorted(findings, key=lambda one: (one.precision, one.span.stop - one.span.first)):
        sure = "sure" if finding.precision >= SURE else "likely" if finding.precision >= LIKELY else "weak"
        codes[finding.span.first : finding.span.stop] = numbers[f"{finding.field} {sure} inside"]
        codes[finding.span.first] = numbers[f"{finding.field} {sure} begin"]
    return bucket_attribute(table, codes, names)


def reading_attributes(table: TokenTable, marginals: Floats, fields: Sequence[str]) -> dict[str, Attribute]:
    """What a first reading found of the same word elsewhere in the text."""
    probability = np.stack([marginals[:, 1 + 2 * number] + marginals[:, 2 + 2 * number] for number in range(len(fields))], axis=1)
    probability[~table.is_token] = 0
    is_word = table.flags_by_spelling(lambda spelling: spelling[0].isalnum())
    elsewhere = _best_elsewhere(table, np.where(is_word[:, None], probability, 0))
    best = elsewhere.argmax(axis=1)
    height = elsewhere[np.arange(len(table)), best]
    codes = np.where(height >= CERTAIN, 2 + 2 * best, np.where(height >= POSSIBLE, 1 + 2 * best, 0))
    names = ["none", *(f"{field} {sure}" for field in fields for sure in ("possible", "certain"))]
    return {"elsewhere": bucket_attribute(table, codes, names)}


def _best_elsewhere(table: TokenTable, probability: Floats) -> Floats:
    """For each row the highest probability that another row of its text with the same word has."""
    key = table.text_of * len(table.lower_forms) + table.word
    order = np.argsort(key, kind="stable")
    starts = np.flatnonzero(np.append(True, np.diff(key[order]) != 0))
    group = np.zeros(len(key), np.int64)
    group[order] = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(key))))
    found = np.zeros_like(probability)
    for column in range(probability.shape[1]):
        values = probability[:, column]
        ranked = np.lexsort((-values, group))
        first = ranked[starts]
        alone = np.diff(np.append(starts, len(key))) == 1
        second = np.where(alone, 0.0, values[ranked[np.minimum(starts + 1, len(key) - 1)]])
        found[:, column] = values[first][group]
        found[first, column] = second
    return found


def templates_with(votes: Mapping[str, Attribute]) -> tuple[Template, ...]:
    """All templates, those of the rules' votes included."""
    found = [*TEMPLATES]
    for name in votes:
        found += [*single(name, -1, 0, 1), together(name, -1, 0), together(name, 0, 1), Template(((name, 0), ("shape", 0)))]
    return tuple(found)
