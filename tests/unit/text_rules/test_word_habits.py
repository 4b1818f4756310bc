"""How words are usually written, as far as other texts tell."""

from sitelode.text_rules.chain_features import learn_habits
from sitelode.text_rules.token_table import TokenTable

TEXTS = ["the Stone fell", "the stone and Ann", "Bob and the Pope", "and the Pope", "see the Pope"]


def habit(table, attribute, text, word):
    rows = [row for row in range(int(table.first[text]), int(table.stop[text])) if table.spellings[table.spelling[row]] == word]
    return attribute.names[attribute.codes[rows[0]]]


def test_in_training_a_text_says_nothing_about_its_own_words():
    table = TokenTable(TEXTS)
    _, attribute = learn_habits(table)

    assert habit(table, attribute, 1, "Ann") == "new"
    assert habit(table, attribute, 0, "Stone") == "few small"
    assert habit(table, attribute, 1, "stone") == "few capital"
    assert habit(table, attribute, 0, "the") == "common small"
    assert habit(table, attribute, 2, "Pope") == "few capital"


def test_a_new_text_is_told_by_all_that_were_learnt_from():
    habits, _ = learn_habits(TokenTable(TEXTS))
    table = TokenTable(["Pope Carl and Ann"])
    attribute = habits.attribute(table)

    found = [habit(table, attribute, 0, word) for word in ("Pope", "Carl", "and", "Ann")]

    assert found == ["common capital", "new", "common small", "few capital"]
