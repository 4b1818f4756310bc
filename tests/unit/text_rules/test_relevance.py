"""Whether texts and stretches have a field at all, by their words."""

import numpy as np

from sitelode.text_rules.chain import Stretches
from sitelode.text_rules.relevance import Units, UnitsOfTable, learn_relevances
from sitelode.text_rules.token_table import TokenTable

TEXTS = [
    f"A talk by Ann {number}.\n\nCoffee is served." if number % 2 else f"Lunch {number} is late.\n\nCoffee is served."
    for number in range(12)
]


def talks_and_lunches():
    table = TokenTable(TEXTS)
    marked = [(0, table.span_of(number, 10, 13)) for number in range(1, 12, 2)]
    return table, marked


def test_every_word_of_a_unit_is_counted_once():
    table = TokenTable(["to be or not to be", "", "to go"])
    units = Units.texts(table)

    found = sorted((int(unit), table.lower_forms[word]) for unit, word in zip(units.unit, units.word, strict=True))

    assert found == [(0, "be"), (0, "not"), (0, "or"), (0, "to"), (2, "go"), (2, "to")]


def test_texts_and_stretches_that_have_the_field_are_told_by_their_words():
    table, marked = talks_and_lunches()
    units = UnitsOfTable.of(table, Stretches.of(table))
    learnt = learn_relevances(table, units, marked, 1, range(12))

    new = TokenTable(["A talk by Bob.\n\nCoffee is served.", "Lunch is served."])
    odds = UnitsOfTable.of(new, Stretches.of(new)).log_odds(learnt, new)(np.arange(len(new)))
    talk, coffee, lunch = (int(new.rows_of_word(word)[0]) for word in ("talk", "coffee", "lunch"))

    assert odds[talk, 0, 0] > 0 > odds[lunch, 0, 0]
    assert odds[coffee, 0, 0] == odds[talk, 0, 0]  # one text
    assert odds[talk, 0, 1] > 0 > odds[coffee, 0, 1]  # two stretches


def test_a_table_without_words_has_no_say():
    table, marked = talks_and_lunches()
    learnt = learn_relevances(table, UnitsOfTable.of(table, Stretches.of(table)), marked, 1, range(12))
    empty = TokenTable(["", " "])

    odds = UnitsOfTable.of(empty, Stretches.of(empty)).log_odds(learnt, empty)

    assert np.isfinite(odds(np.arange(len(empty)))).all()
