"""Fields of made-up detail pages."""

import json
import time

import pytest
from machine_speed import slowness

from sitelode.errors import WrapperError
from sitelode.html.parse import parse
from sitelode.tables.details.detail_fields import find_fields, learn_rules
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.details.text_nodes import read_page
from sitelode.tables.name_words import unique_column_names
from sitelode.tables.naming import clean_label

CITIES = "Oslo Lima Bonn Cairo Quito Turin Porto Malmo Delhi Perth".split()
MENU = "".join(f"<li><a href=/{city}>{city}</a></li>" for city in CITIES)


def player(number: int, *, nickname: bool | None = None) -> str:
    nickname = number % 3 == 0 if nickname is None else nickname
    extra = f"<tr><td>Nickname</td><td>The {CITIES[-number % 10]} one</td></tr>" if nickname else ""
    return f"""<html><head><title>Player {number} | League</title></head><body class="page-{number}">
    <ul class=menu>{MENU}</ul><div id=profile><h1>Name {number} Surname</h1>
    <table class=facts>{extra}<tr><td>Team</td><td>{CITIES[number % 10]}</td></tr>
    <tr><td>Height</td><td>{180 + number} cm</td></tr><tr><td>Born</td><td>{1 + number % 28} May {1970 + number}</td></tr>
    <tr><td>Salary</td><td>${number + 1},500,000</td></tr></table>
    <p>Weight: {80 + number} kg</p>
    <p>Sport: ball</p>
    <ol>{"".join(f"<li>goal {number * 31 + goal}</li>" for goal in range(5 + number % 4))}</ol></div>
    <div class=foot>All rights reserved</div></body></html>"""


def page_of(html: str, url: str = "") -> object:
    return parse(html.encode(), url, "text/html; charset=utf-8")


@pytest.fixture(scope="module")
def pages():
    return [page_of(player(number), f"https://league.example/{number}") for number in range(12)]


@pytest.fixture(scope="module")
def table(pages):
    return find_fields(pages)


def test_every_varying_value_is_a_column_under_its_label(table):
    rows = table.rows

    assert [row["Team"] for row in rows] == [[CITIES[number % 10]] for number in range(12)]
    assert [row["Height"] for row in rows] == [[f"{180 + number} cm"] for number in range(12)]
    assert [row["Salary"] for row in rows] == [[f"${number + 1},500,000"] for number in range(12)]
    assert all(row["title"] == [f"Name {number} Surname"] for number, row in enumerate(rows))


def test_a_label_inside_the_text_names_the_column_and_leaves_the_value(table, pages):
    assert [row["Weight"] for row in table.rows] == [[f"{80 + number} kg"] for number in range(12)]
    assert table.rules.values(pages[3], with_labels=True)["Weight"] == ["Weight: 83 kg"]


def test_types_and_fill(table):
    columns = {column.name: column for column in table.columns}

    assert columns["Born"].type == "date"
    assert columns["Salary"].type == "price"
    assert columns["Team"].type == "text"
    assert columns["Team"].fill == 1.0
    assert [column.score for column in table.columns] == sorted((column.score for column in table.columns), reverse=True)


def test_what_is_the_same_everywhere_is_no_column(table):
    values = {value for row in table.rows for cell in row.values() for value in cell}

    assert "All rights reserved" not in values
    assert not any("ball" in value for value in values)
    assert "Nickname" not in table.rows[0], "a third of the pages is too few"


def test_many_values_of_one_place_are_one_list(table):
    lists = [name for name, cell in table.rows[3].items() if len(cell) > 3]

    assert len(lists) == 1
    assert [row[lists[0]] for row in table.rows] == [[f"goal {n * 31 + goal}" for goal in range(5 + n % 4)] for n in range(12)]


def test_rules_survive_json_and_read_the_same(table, pages):
    stored = json.dumps(table.rules.to_data())
    rules = FieldRules.from_data(json.loads(stored))

    assert [rules.values(page) for page in pages] == list(table.rows)
    assert json.dumps(rules.to_data()) == stored


def test_rules_read_a_page_they_have_not_seen(table):
    row = table.rules.values(page_of(player(40, nickname=True)))

    assert (row["Team"], row["Height"], row["Weight"]) == (["Oslo"], ["220 cm"], ["120 kg"])


def test_rules_can_be_read(table):
    keys = {column.name: column.key for column in table.columns}

    assert all(
        kind in ("places", "labels", "anchor", "beside", "inside", "list", "group") for kind in (key.split()[0] for key in keys.values())
    )
    assert "'Weight'" in keys["Weight"]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"format": 1},
        {"format": 2, "columns": 3},
        {"format": 2, "columns": [{"colour": 1}], "names": [], "anchors": [], "constants": {}, "inner_labels": []},
    ],
    ids=str,
)
def test_no_rules(data):
    with pytest.raises(WrapperError, match=r"^not field rules: "):
        FieldRules.from_data(data)


def test_every_rule_has_the_code_of_the_nodes_it_was_learnt_from(table, pages):
    rules = table.rules
    for page in pages:
        column = rules.assigned(rules.keys(page)[1])
        assert {rules.columns[place].name for place in column[column >= 0]} == set(rules.values(page))


@pytest.mark.parametrize(
    "bodies",
    [
        pytest.param([], id="no page"),
        pytest.param(["<p>one</p>"], id="one page"),
        pytest.param(["<p>same</p>"] * 5, id="all the same"),
        pytest.param(["<img src=x>"] * 3, id="no text"),
        pytest.param(["<p>one</p>", "<div><b>two</b></div>", "<ul><li>three</li></ul>"], id="nothing in common"),
    ],
)
def test_nothing_to_find(bodies):
    table = find_fields([page_of(body) for body in bodies])

    assert table.columns == ()
    assert table.rows == ({},) * len(bodies)


def test_two_pages_are_enough():
    table = find_fields(
        [page_of(f"<h1>{name}</h1><dl><dt>Price</dt><dd>{price} €</dd></dl>") for name, price in (("Boat", 12), ("Oar", 3))]
    )

    assert table.rows == ({"Price": ["12 €"], "title": ["Boat"]}, {"Price": ["3 €"], "title": ["Oar"]})


def test_hostile_pages_stay_cheap():
    wide = ["".join(f"<b>{number * copy}</b>" for number in range(8_000)) for copy in range(1, 4)]
    deep = [f"{'<div>' * 400}<p>{copy}</p>" for copy in range(3)]
    odd = ["<p class='a.b > c#d'>x: 1</p>", "<p class='a.b > c#d'>x: 2</p>", "<x-y:3 id=# class='# .'>::: 7</x-y:3>"]
    start = time.process_time()
    for bodies in (wide, deep, odd):
        pages = [page_of(body) for body in bodies]
        table = find_fields(pages)
        again = FieldRules.from_data(json.loads(json.dumps(table.rules.to_data())))
        assert [again.values(page) for page in pages] == list(table.rows)

    assert time.process_time() - start < 10 * slowness()


def test_learning_grows_with_the_pages_only_up_to_the_sample(monkeypatch):
    read = []
    monkeypatch.setattr(
        "sitelode.tables.details.detail_fields.read_page", lambda page, labels: read.append(page) or read_page(page, labels)
    )
    learn_rules([page_of(player(number), f"/{number}") for number in range(100)])

    assert len(read) == 60


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Price:", "Price"),
        ("  Gewicht : ", "Gewicht"),
        ("价格：", "价格"),
        ("»", ""),
        ("12", ""),
        ("x" * 100, ""),
        ("(Team)", "Team)"),
        ("Born —", "Born"),
    ],
)
def test_labels_as_names(text, label):
    assert clean_label(text) == label


def test_names_are_unique():
    assert unique_column_names(["a", "a", "a 2", "url", "a"]) == ["a", "a 2", "a 3", "url 2", "a 4"]


def shop_page(number: int, extra: str = "") -> object:
    head = f'<meta property="og:image" content="/og/{number}.jpg"><meta name=generator content=Shop><meta name="sku" content="A-{number}">'
    body = f'<img class=logo src=/logo.png><div class=gallery><img src="p/{number}.jpg"></div><time datetime="2024-05-{number + 10}">May</time>'
    hidden = f"<noscript><img src=/count?{number}></noscript>"
    return page_of(
        f"<html><head>{head}</head><body>{body}{extra}{hidden}<h1>Boat {number}</h1></body></html>", f"https://shop.example/boats/{number}"
    )


def test_pictures_moments_and_named_values_are_columns_too():
    pages = [shop_page(number) for number in range(5)]
    table = find_fields(pages)
    columns = {column.name: column for column in table.columns}

    assert table.rows[3]["picture"] == ["https://shop.example/boats/p/3.jpg"]
    assert table.rows[3]["sku"] == ["A-3"]
    assert table.rows[3]["date"] == ["2024-05-13"]
    assert (columns["picture"].type, columns["date"].type, columns["picture 2"].type) == ("image", "date", "image")
    assert "generator" not in columns
    assert not any("count" in value for row in table.rows for cell in row.values() for value in cell)
    again = FieldRules.from_data(json.loads(json.dumps(table.rules.to_data())))
    assert [again.values(page) for page in pages] == list(table.rows)


def test_what_is_seen_comes_before_what_attributes_hold():
    assert find_fields([shop_page(number) for number in range(5)]).columns[0].name == "title"


def test_attributes_do_not_crowd_a_table():
    many = [
        shop_page(number, "".join(f'<i class="c{"abcdefghijklmnopqrst"[k]}"><img src=/{k}/{number}.gif></i>' for k in range(20)))
        for number in range(4)
    ]

    assert sum(column.type == "image" for column in find_fields(many).columns) <= 12


def school(number: int) -> str:
    kind = "Public" if number == 7 else "Private"
    extra = "<dt>Motto</dt><dd>We rise</dd>" if number % 4 else ""
    return f"""<html><head><title>School {number} - Guide</title></head><body><h1>School {number}</h1>
    <dl>{extra}<dt>Type</dt><dd>{kind}</dd><dt>Pupils</dt><dd>{100 + 7 * number}</dd></dl></body></html>"""


def test_a_frequent_text_is_a_value_where_another_stands_in_its_place():
    table = find_fields([page_of(school(number)) for number in range(10)])

    assert [row["Type"] for row in table.rows] == [["Public" if number == 7 else "Private"] for number in range(10)]
    assert [row["Pupils"] for row in table.rows] == [[str(100 + 7 * number)] for number in range(10)]
    assert "Motto" not in {value for row in table.rows for cell in row.values() for value in cell}, (
        "a label of an optional row stays a label"
    )


def described(number: int) -> str:
    stars = f"{number % 4 + 1}.5 out of 5 stars"
    return f"""<html><head><title>Lamp {number} | Shop</title></head><body><div class=top><a href=/all>All lamps</a> <i>Series {number * 3}</i></div>
    <h2>Lamp {number}</h2><span class=shopStars>{stars}</span><span class=shopPrice>{number}9.90 €</span>
    <b class=shopMakerName>Maker {number % 3}</b><em class=shopCode>C{number}X</em><u>+49 30 555 {number}0{number}</u></body></html>"""


def test_columns_are_named_by_role_and_by_the_words_of_class_names_that_tell():
    table = find_fields([page_of(described(number)) for number in range(8)])
    by_value = {values[0]: name for name, values in table.rows[4].items()}

    assert (by_value["Lamp 4"], by_value["1.5 out of 5 stars"], by_value["49.90 €"]) == ("title", "rating", "price")
    assert (by_value["Maker 1"], by_value["+49 30 555 404"]) == ("maker name", "phone")
    assert "All lamps" not in by_value.values(), "a link leads elsewhere and names nothing"


@pytest.mark.parametrize(("having", "constant"), [(5, True), (4, False)])
def test_a_text_that_half_of_the_pages_have_is_constant_where_nothing_takes_its_place(having, constant):
    bodies = [f"<h1>Oar {number}</h1><p>{number} kg</p>{'<b>Sold out</b>' * (number < having)}" for number in range(10)]
    rules = find_fields([page_of(body, f"https://a.example/{number}") for number, body in enumerate(bodies)]).rules

    assert any("Sold out" in texts for texts in rules.constants.values()) is constant
