"""A taught field whose value is a piece of a line."""

from sitelode.html.parse import parse
from sitelode.wrappers.taught.page_tokens import page_tokens
from sitelode.wrappers.taught.taught import taught_fields
from sitelode.wrappers.taught.taught_field import TaughtPart
from sitelode.wrappers.teach.teaching import Lesson, teach

LINES = (
    ("1 br apartment near the park, $675 a month", "675"), ("Sunny flat with two rooms, only $995, no pets", "995"),
    ("$480 a month for a small room", "480"), ("House, garden and garage. Asking $1500 or best offer", "1500"),
    ("Loft downtown, now $720", "720"), ("Quiet studio for $510 with view, 2 rooms", "510"), ("Big house: $2100, 5 rooms", "2100"),
)  # fmt: skip


def page(line, number):
    html = f"<html><body><h1>Advert {number}</h1><div class='text'>{line}</div><p>Contact us</p></body></html>"
    return page_tokens(parse(html.encode(), f"https://ads.example/{number}", "text/html; charset=utf-8"))


def test_a_piece_of_a_line_is_read_on_other_pages():
    pages = [page(line, number) for number, (line, _) in enumerate(LINES)]
    lessons = [Lesson(pages[number], price) for number, (_, price) in enumerate(LINES[:6])]

    field = teach("price", lessons, pages)

    assert field.answer(pages[6]).value == "2100"
    again = taught_fields({"taught": [field.to_data()]})[0]
    assert type(again) is type(field)
    assert again.answer(pages[6]).value == "2100"


def test_rules_for_text_are_taken_where_landmarks_fail():
    lines = [
        ("Room 12 seats 40 people and more", "40"),
        ("It has 55 seats", "55"),
        ("We seat 30 in room 7", "30"),
        ("Seats: 80. Rooms: 3", "80"),
        ("About 25 people fit into 2 rooms", "25"),
    ]
    pages = [page(line, number) for number, (line, _) in enumerate(lines)]

    field = teach("seats", [Lesson(each, value) for each, (_, value) in zip(pages, lines, strict=True)], pages)

    if isinstance(field, TaughtPart):
        assert "rules for text" in field.describe()
    assert sum(field.answer(each).value == value for each, (_, value) in zip(pages, lines, strict=True)) >= 4
