"""Authors that share a place with the date and other things: texts of like elements, or one text."""

import json

import pytest
from lantern_pages import AUTHORS, source
from made_articles import page_of

from sitelode.articles.fields.rules import FieldRules
from sitelode.articles.reader import ClusterReader

PLACES = ("Harbour", "Council", "Nature")


def learnt(make, count=8):
    pages = [page_of(make(number), f"https://lantern.example/{number}") for number in range(count)]
    return ClusterReader.learnt(0, pages), pages


def fields_of(line, names=AUTHORS, head=""):
    """Author and day of every page; `line` makes the byline of a name, a category and a day."""

    def make(number):
        day = f"2031-03-{number + 10}"
        return source(number, byline=line(names[number * 5 % len(names)], PLACES[number % 3], day), head=head)

    reader, pages = learnt(make)
    return [(article.author, article.date) for article in (reader.article(page, "") for page in pages)]


def expected(names=AUTHORS):
    return [(names[number * 5 % len(names)], f"2031-03-{number + 10}") for number in range(8)]


@pytest.mark.parametrize(
    "line",
    [
        lambda name, _, day: f"<p><span>{name}</span><span>{day}</span></p>",
        lambda name, _, day: f"<p><span>{day}</span> <span>{name}</span></p>",
        lambda name, place, day: f"<p><span>{place}</span> <span>{name}</span> <span>{day}</span></p>",
        lambda name, place, day: f"<p><span>{name}</span> <span>{day}</span> <span>{place}</span></p>",
    ],
)
def test_name_and_date_in_one_place_are_told_apart(line):
    found = fields_of(line)

    assert [(author, date[:10]) for author, date in found] == expected()


def test_names_of_scripts_without_spaces():
    names = ("王小明", "李芳", "张伟")

    assert fields_of(lambda name, _, day: f"<p><span>{name}</span><span>{day}</span></p>", names) == expected(names)


@pytest.mark.parametrize(
    "line",
    [
        lambda place, day: f"<p><span>{place}</span><span>Town</span><span>{day}</span></p>",
        lambda place, day: f"<p>In {place} near Town on {day}, read by {len(place)}</p>",
        lambda _, day: f"<p>Updated {day}</p>",
        lambda place, day: f'<p><a href="/c/{place}">{place}</a><a href="/d/{day}">Day</a> <i>{day}</i></p>',
    ],
)
def test_single_words_among_other_things_are_no_names(line):
    assert {author for author, _ in fields_of(lambda _, place, day: line(place, day))} == {""}


@pytest.mark.parametrize("line", ["<p>Paris, {}</p>", "<p>{} | {}</p>"])
def test_single_words_in_one_text_with_the_date_are_no_names(line):
    assert {author for author, _ in fields_of(lambda _, place, day: line.format(*((place, day) if line.count("{}") > 1 else (day,))))} == {
        ""
    }


def test_what_was_learnt_is_data_and_damaged_data_are_refused():
    reader, _ = learnt(
        lambda number: source(
            number, byline=f"<p><b>{PLACES[number % 3]}</b><b>{AUTHORS[number * 2 % 3]}</b><b>2031-03-{number + 10}</b></p>"
        )
    )
    data = json.loads(json.dumps(reader.fields.to_data()))
    (part,) = (each for each in data["rules"]["author"]["sources"] if each[0] == "part")

    assert part[2] == "2/2"
    assert FieldRules.from_data(data) == reader.fields
    part[2] = "second"
    with pytest.raises(ValueError, match="invalid literal"):
        FieldRules.from_data(data)
