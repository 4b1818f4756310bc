"""What values are, by their form."""

import pytest

from sitelode.text.value_types import DATE, IMAGE, LINK, NUMBER, PRICE, TEXT, type_of_value, type_of_values


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", "text"),
        ("Canon EOS 500D", "text"),
        ("6-10", "number"),
        ("1,234", "number"),
        ("1.234,50", "number"),
        ("-12.5", "number"),
        ("45 %", "number"),
        ("٤٢", "number"),
        ("2010", "number"),
        ("12 MP", "text"),
        ("$1,299.00", "price"),
        ("1.299,00 €", "price"),
        ("US$ 15", "price"),
        ("CHF 12.50", "price"),
        ("12 EUR", "price"),
        ("₹ 4,999", "price"),
        ("￥300", "price"),
        ("$12,000 - $15,000", "price"),
        ("costs $12 a month, or $100 for all of it", "text"),
        ("$", "text"),
        ("2024-01-31", "date"),
        ("2024-01-31T12:30:00Z", "date"),
        ("31.01.2024", "date"),
        ("1/31/24", "date"),
        ("99/99/9999", "text"),
        ("March 12, 2010", "date"),
        ("12 mars 2010", "date"),
        ("Mon, 12 Mar 2010 10:15", "date"),
        ("12 de marzo de 2010", "date"),
        ("2024年3月12日", "date"),
        ("12 марта 2010", "date"),
        ("Windows 12 and 2010", "date"),  # alone it could be one; a column of such is not, see below
        ("31 May 2199", "date"),
        ("32 May 2199", "text"),
        ("31 May 2200", "text"),
        ("$12 May 2010", "text"),
        ("five words are too many, 12 2010", "text"),
        ("https://a.example/b", "link"),
        ("/players/12", "link"),
        ("page.php?id=3", "link"),
        ("mailto:a@b.example", "link"),
        ("https://a.example/b.JPG?w=3", "image"),
        ("/img/logo.svg", "image"),
        ("picture.png", "text"),
        ("n/a", "text"),
    ],
)
def test_one_value(value, expected):
    assert type_of_value(value) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([], "text", id="nothing"),
        pytest.param(["", " "], "text", id="nothing but white space"),
        pytest.param(["1", "2", "3", "4", "n/a"], "number", id="one in five may differ"),
        pytest.param(["1", "2", "n/a"], "text", id="one in three may not"),
        pytest.param(["$1", "$2", "$3", "4"], "price", id="a sign is missing"),
        pytest.param(["$1", "$2", "$3", "4", "n/a"], "price", id="a sign is missing, and one in five differs"),
        pytest.param(["/a", "/b.png"], "link", id="some links are pictures"),
        pytest.param(["/a.gif", "/b.png"], "image", id="all links are pictures"),
        pytest.param([f"{word * 3} 12, 2010" for word in "abcdefghijklm"], "date", id="as many words as months"),
        pytest.param([f"{chr(97 + number // 26) + chr(97 + number % 26)} 12, 2010" for number in range(60)], "text", id="too many words"),
    ],
)
def test_a_column(values, expected):
    assert type_of_values(values) == expected


@pytest.mark.parametrize(
    "value", ["9" * 100_000, "/" * 100_000, "a " * 50_000 + "1", "1,000" * 20_000, "$" * 100_000, "1 " * 39, "1/1/" * 20], ids=len
)
def test_hostile_values_cost_nothing(value):
    assert type_of_values([value] * 500) in {TEXT, LINK, IMAGE, NUMBER, PRICE, DATE}
