"""Columns of a list: which there are, and what they are called."""

import pytest

from sitelode import api

WORDS = "Boats Gulls Rope Salt Nets Tide Quay Mast Keel Hull".split()
OTHERS = [WORDS[0], *WORDS[:0:-1]]
HEADINGS = ("Boats at sea", "Ships at sea", "Nets at sea", "Oars at sea")


def columns(record):
    """Names and first values of the list of ten records that a function makes of a word, another one, and a number."""
    shown = "".join(f"<li>{record(word, other, number)}" for number, (word, other) in enumerate(zip(WORDS, OTHERS, strict=True)))
    [found] = api.find_lists(f"<body><h1>Things of the harbour</h1><ul>{shown}</ul>")[:1]
    return [(column.name, column.values[0]) for column in found.table().columns]


LINK = "<a href=/{number}>{word} of the sea</a>"
TITLED = [("title", "Boats of the sea"), ("link", "/0")]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(
            f"{LINK} <span>Price</span> <b>{{number}}.50</b> <i>{{word}} and {{other}}</i>",
            [*TITLED, ("price", "0.50"), ("text", "Boats and Boats")],
            id="a constant text names the column behind it, and that one alone",
        ),
        pytest.param(
            f"{LINK} <span>Maker</span> <img src=/p{{number}}.jpg> <i>{{word}}son and {{other}}</i>",
            [*TITLED, ("picture", "/p0.jpg"), ("maker", "Boatsson and Boats")],
            id="a picture between them takes no name",
        ),
        pytest.param(
            f"<h3>{LINK}</h3><a href=/{{number}}><img src=/p{{number}}.jpg></a>{LINK}",
            [*TITLED, ("picture", "/p0.jpg")],
            id="what says the same is one column",
        ),
        pytest.param(
            "<b>{word} of the sea</b> <a href='/{word}/item'>/{word}/item</a>",
            [("title", "Boats of the sea"), ("link", "/Boats/item"), ("text", "/Boats/item")],
            id="a text and an address that are alike are two",
        ),
        pytest.param(
            "<b>{word[0]}{number}</b> <span>{word} and {other} go out to the sea at night</span> <a href=/{number}>{word} reads more</a>",
            [("title", "Boats reads more"), ("link", "/0"), ("text", "B0"), ("text_2", "Boats and Boats go out to the sea at night")],
            id="of texts of some length the link is the title",
        ),
    ],
)
def test_columns_and_their_names(record, expected):
    assert columns(lambda word, other, number: record.format(word=word, other=other, number=number)) == expected


@pytest.mark.parametrize(("titled", "names"), [(6, ["title", "text", "link"]), (10, ["title", "link", "text"])])
def test_most_records_have_a_title(titled, names):
    shown = columns(
        lambda word, _, number: (
            (LINK if number < titled else "").format(word=word, number=number) + f"<i>{word}, {number * 7} metres wide</i>"
        )
    )

    assert [name for name, _ in shown] == names


def test_titles_are_different_and_long_enough():
    """Four headings again and again, and different words of six letters, are about as likely."""
    assert [name for name, _ in columns(lambda word, _, number: f"<h3>{HEADINGS[number % 4]}</h3><span>{word[:4]}{number:02}</span>")] == [
        "heading",
        "text",
    ]


PROSE = "The boats went out before dawn and came back with {number} boxes of fish, more than last year."


def test_paragraphs_of_a_post_are_one_value_with_their_pictures_apart():
    shown = columns(
        lambda word, _, number: (
            f"<h3>{word} of the sea</h3><i>{number + 1} May 2031</i><div class=post>"
            + f"<p>{PROSE.format(number=number)} <a href=/x{number}>More</a></p>" * (1 + number % 3)
            + f"<img src=/p{number}.jpg></div>"
        )
    )

    said = f"{PROSE.format(number=0)} More"
    assert shown == [("title", "Boats of the sea"), ("date", "1 May 2031"), ("description", said), ("picture", "/p0.jpg")]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param("<i>by <b class=x>{word}son</b></i>", [("text", "Boatsson")], id="words before an element are cut"),
        pytest.param("<i>Skipper <b class=x>{word}son</b></i>", [("skipper", "Boatsson")], id="and name what nothing else does"),
        pytest.param("<s>{number}.50 €</s> <b>{number}.20 €</b>", [("old_price", "0.50 €"), ("price", "0.20 €")], id="a price struck out"),
        pytest.param(
            "<i class=views-field>{word} and {other} go out to sea</i>", [("text", "Boats and Boats go out to sea")], id="no count of views"
        ),
        pytest.param("<i class=views-field>{number} times</i>", [("views", "0 times")], id="a count of views"),
        pytest.param(
            "<i class=reference>{word}1</i> <b class=reference>{other}2</b> <u class=reference>{word}{other}</u>",
            [("text", "Boats1"), ("text_2", "Boats2"), ("text_3", "BoatsBoats")],
            id="a word for three columns is none for any",
        ),
    ],
)
def test_names_and_values_of_further_columns(record, expected):
    assert columns(lambda word, other, number: (LINK + record).format(word=word, other=other, number=number)) == [*TITLED, *expected]


def test_a_label_in_one_record_names_nothing():
    shown = columns(
        lambda word, other, number: LINK.format(word=word, number=number) + "<q>Wendy:</q>" * (number == 3) + f"<i>{other} 1</i>"
    )

    assert [name for name, _ in shown] == ["title", "link", "text", "text_2"]


@pytest.mark.parametrize(("inside", "name"), [("<b itemprop=name>{}</b>", "author"), ("<b itemprop=email>{}</b>", "email")])
def test_the_name_of_a_thing_is_the_value_of_the_property_that_it_is(inside, name):
    shown = columns(
        lambda word, other, number: (
            LINK.format(word=word, number=number) + f"<span itemprop=author itemscope>{inside.format(other + 'son')}</span>"
        )
    )

    assert [each for each, _ in shown] == ["title", "link", name]


def test_signs_between_fields_in_some_records_are_no_column():
    found = columns(lambda word, _, number: LINK.format(word=word, number=number) + "<i>|</i>" * (number % 2) + f"<b>{number} knots</b>")

    assert [name for name, _ in found] == ["title", "link", "text"]
