"""The default learns from one example on, and gives whole values."""

import pytest

from sitelode.text_rules.marked_texts import MarkedText, marks_of_value
from sitelode.text_rules.rules_file import learn_rules

ADVERTS = [
    ("Large flat, 2 br, nice view. Rent $700. Call 055-1234.", "700"),
    ("Small flat, 1 br, nice view. Rent $450. Call 155-1234.", "450"),
    ("Sunny flat, 3 br, nice view. Rent $900. Call 255-1234.", "900"),
    ("Quiet flat, 2 br, nice view. Rent $650. Call 355-1234.", "650"),
    ("Old flat, 4 br, nice view. Rent $1200. Call 455-1234.", "1200"),
]


@pytest.mark.parametrize("count", [1, 3])
def test_a_rent_is_found_after_a_few_adverts(count):
    lesson = [MarkedText(str(number), text, marks_of_value(text, "rent", rent)) for number, (text, rent) in enumerate(ADVERTS[:count])]

    found = learn_rules(lesson).values([text for text, _ in ADVERTS])

    assert [[value.value for value in values] for values in found] == [[rent] for _, rent in ADVERTS]


@pytest.mark.parametrize("count", [2, 5])
def test_names_are_found_whole(count):
    names = ("Ann Lee", "Bob Stone", "Eva Lind", "Carl Orff", "Dora Maar", "Finn Holm")
    texts = [f"Seminar\n\nWho: {name}\nWhen: {number + 1}:30 pm\n\nDr. {name} will talk." for number, name in enumerate(names)]
    lesson = [MarkedText(name, text, marks_of_value(text, "speaker", name)) for name, text in zip(names[:count], texts, strict=False)]

    found = learn_rules(lesson).values(texts[count:])

    assert [[value.value for value in values] for values in found] == [[name] for name in names[count:]]
