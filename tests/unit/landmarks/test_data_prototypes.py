"""Starting and ending patterns of a field's values."""

import json
from math import comb, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.landmarks.data_prototypes import LONGEST_PATTERN, MOST_PATTERNS, DataPrototype, chance_of_at_least, chance_of_at_most

ADDRESSES = ["12 Pico St.", "512 Oak Blvd.", "416 Main St.", "97 Adams Blvd."]
DATES = [f"{day:02d}.{month:02d}.2024, {hour} Uhr" for day, month, hour in zip(range(1, 13), range(12, 0, -1), range(8, 20), strict=True)]
PRICES = [f"$ {dollars}.99" for dollars in range(3, 40, 3)]


def starts(prototype):
    return [" ".join(pattern.tokens) for pattern in prototype.starts]


def ends(prototype):
    return [" ".join(pattern.tokens) for pattern in prototype.ends]


@pytest.mark.parametrize(
    ("values", "first", "last"),
    [
        pytest.param(PRICES, "$ _Number_", "$ _Number_", id="price"),
        pytest.param(DATES, "_Number_ , _Number_ Uhr", "_Number_ , _Number_ Uhr", id="date: a number is never a word"),
        pytest.param(["售价128元", "售价99元", "售价1,200元"], "售 价 _Number_ 元", "售 价 _Number_ 元", id="Chinese"),
        pytest.param(["ل.س 5", "ل.س 17", "ل.س 900"], "ل . س _Number_", "ل . س _Number_", id="Arabic"),
        pytest.param([f"By {n}" for n in ("Ann", "Bo", "Cy", "Di", "Ed")], "By _Capitalized_", "By _Capitalized_", id="a word, then names"),
    ],
)
def test_one_pattern_for_values_alike(values, first, last):
    prototype = DataPrototype.from_values(values)

    assert (starts(prototype), ends(prototype)) == ([first], [last])
    assert prototype.own_share == 1.0


def test_few_words_stand_for_themselves_and_many_become_a_wildcard():
    two = DataPrototype.from_values(["in stock"] * 5 + ["sold out"] * 5)
    many = DataPrototype.from_values([f"{maker} {model}" for maker in ("Audi", "Fiat", "Kia", "Opel", "Seat") for model in (1, 2, 3)])

    assert starts(two) == ["in stock", "sold out"]
    assert starts(many) == ["_Capitalized_ _Number_"]
    assert not two.fits("Please log in")
    assert many.fits("Lada 7")


@pytest.mark.parametrize(
    ("makers", "expected"),
    [("Audi Fiat Kia", ["Audi _Number_", "Fiat _Number_", "Kia _Number_"]), ("Audi Fiat Kia Opel", ["_Capitalized_ _Number_"])],
)
def test_three_words_stand_for_themselves_and_four_become_a_wildcard(makers, expected):
    assert starts(DataPrototype.from_values([f"{maker} {model}" for maker in makers.split() for model in range(1, 7)])) == expected


@pytest.mark.parametrize(("others", "expected"), [(2, "$ _AlphaNumeric_ each"), (3, "$ _AlphaNumeric_")])
def test_a_pattern_is_kept_where_longer_ones_leave_more_than_two_in_a_hundred(others, expected):
    values = [f"$ {number} each" for number in range(100 - others)] + ["$ free"] * others

    assert starts(DataPrototype.from_values(values)) == [expected]


def test_a_word_seen_once_calls_for_the_wildcard():
    prototype = DataPrototype.from_values(["Main Street", "Oak Street", "Elm Road"])

    assert ends(prototype) == ["_Capitalized_ _Capitalized_"]


def test_free_text_has_no_pattern_and_everything_fits():
    prototype = DataPrototype.from_values(["went home", "Seven of us", "40 pages", "(nothing)"])

    assert not prototype.says_something
    assert prototype.share_fitting(["whatever", "12"]) == 1.0
    assert prototype.describe() == "no common start or end in 4 values"


@pytest.mark.parametrize("values", [[], ["", "  "], ["one value only"]], ids=["none", "blank", "one"])
def test_too_little_says_nothing(values):
    prototype = DataPrototype.from_values(values)

    assert not prototype.says_something
    assert prototype.learned_from == sum(bool(value.strip()) for value in values)


def test_a_changed_field_is_noticed():
    prototype = DataPrototype.from_values(PRICES)

    assert prototype.share_fitting(["$ 5.00", "Add to cart", "", "$ 77.10"]) == pytest.approx(2 / 3)
    assert prototype.chance_of(["$ 5.00", "$ 6.10"] * 10) > 0.9
    assert prototype.chance_of(["Add to cart", "Share"] * 3) < 1e-5


def test_length_is_judged_apart():
    prototype = DataPrototype.from_values(ADDRESSES)

    assert prototype.length_fits("1 Long Winding Lane St.")
    assert not prototype.length_fits("12 " + "Pico " * 20 + "St.")


def test_data_and_back_through_json():
    prototype = DataPrototype.from_values(ADDRESSES)
    again = DataPrototype.from_data(json.loads(json.dumps(prototype.to_data())))

    assert again.to_data() == prototype.to_data()
    assert again.describe() == prototype.describe()


@pytest.mark.parametrize(
    "damaged",
    [
        None, [], {}, "text", {"starts": 1, "ends": [], "learned_from": 1, "own_share": 1, "tokens": [1, 1]},
        {"starts": [{"pattern": [], "values": 1, "chance": 0}], "ends": [], "learned_from": 1, "own_share": 1, "tokens": [1, 1]},
        {"starts": [{"pattern": ["a", 3], "values": 1, "chance": 0}], "ends": [], "learned_from": 1, "own_share": 1, "tokens": [1, 1]},
        {"starts": [], "ends": [], "learned_from": 1, "own_share": 1, "tokens": [1]},
    ],
)  # fmt: skip
def test_damaged_data_is_refused_in_one_line(damaged):
    with pytest.raises(ValueError, match=r"^not a data prototype: .*$"):
        DataPrototype.from_data(damaged)


def test_long_and_many_values_are_bounded():
    prototype = DataPrototype.from_values(
        [f"{'x' * 50} {n} " * 2_000 for n in range(50)] + [f"{chr(97 + n % 26)}{n}" for n in range(3_000)]
    )

    assert prototype.learned_from <= 1_000
    assert len(prototype.starts) <= MOST_PATTERNS


VALUES = st.lists(st.lists(st.sampled_from(["In", "USA", "am", "7", "12.5", ",", "(", "京"]), max_size=8).map(" ".join), max_size=30)


@given(VALUES)
def test_patterns_count_the_values_that_follow_them(values):
    prototype = DataPrototype.from_values(values)
    filled = [value for value in values if value.strip()]
    for pattern in (*prototype.starts, *prototype.ends):
        assert 1 <= len(pattern.tokens) <= LONGEST_PATTERN
        assert 2 <= pattern.values <= len(filled)
        assert pattern.chance < 0.05
    assert prototype.own_share == (prototype.share_fitting(filled))


@given(VALUES, st.randoms())
def test_the_order_of_values_does_not_matter(values, random):
    shuffled = random.sample(values, len(values))

    assert DataPrototype.from_values(shuffled) == DataPrototype.from_values(values)


@given(st.integers(0, 30), st.integers(0, 30), st.floats(0, 1))
def test_tails_against_the_formula(successes, trials, probability):
    upper = sum(comb(trials, k) * probability**k * (1 - probability) ** (trials - k) for k in range(successes, trials + 1))

    assert isclose(chance_of_at_least(successes, trials, probability), upper, rel_tol=1e-6, abs_tol=1e-9)
    if successes <= trials:
        complement = chance_of_at_most(successes, trials, probability) + chance_of_at_least(successes + 1, trials, probability)
        assert isclose(complement, 1.0, abs_tol=1e-9)


@pytest.mark.parametrize(("tokens", "fits"), [(0, False), (1, True), (8, True), (9, False)])
def test_a_length_fits_from_half_the_shortest_to_twice_the_longest(tokens, fits):
    assert DataPrototype.from_values(["one two", "one two three four"]).length_fits("x " * tokens) is fits


def test_a_pattern_has_at_most_six_tokens_of_the_first_and_last_400_characters():
    assert starts(DataPrototype.from_values(["a b c d e f g h"] * 3)) == ["a b c d e f"]
    assert ends(DataPrototype.from_values(["a b c d e f g h"] * 3)) == ["c d e f g h"]
    long = DataPrototype.from_values(["x" * 450 + end for end in "abcde"])
    assert starts(long) == ["x" * 400]
    assert ends(DataPrototype.from_values([start + "x" * 450 for start in "abcde"])) == ["x" * 400]


@pytest.mark.parametrize(
    ("values", "pattern", "chance"),
    [
        pytest.param("كتاب قلم بحر باب ليل نهار شمس قمر بيت رمل", ["_Alphabetic_"], 0.74**10, id="ten of .74"),
        pytest.param("كتاب قلم بحر باب ليل نهار شمس قمر بيت", [], None, id="nine of .74"),
        pytest.param("ab cde fgh ij", ["_Lower_"], 0.37**4, id="four of .37"),
        pytest.param("ab cde fgh", [], None, id="three of .37"),
        pytest.param("Ab Cde", ["_Capitalized_"], 0.2**2, id="two of .2"),
        pytest.param("7 85", ["_Number_"], 0.075**2, id="two of .075"),
        pytest.param("# ;", ["_Punctuation_"], 0.18**2, id="two of .18"),
        pytest.param("AB CDE", ["_AllCaps_"], 0.02**2, id="two of .02"),
        pytest.param("ab ab", ["ab"], 0.01**2, id="two words of .01"),
        pytest.param("# #", ["#"], 0.03**2, id="two signs of .03"),
    ],
)
def test_a_pattern_stands_where_chance_would_bring_it_in_one_of_twenty(values, pattern, chance):
    prototype = DataPrototype.from_values(values.split())

    assert starts(prototype) == pattern
    assert [each.chance for each in prototype.starts] == [pytest.approx(chance)] * len(pattern)


def test_a_pattern_at_one_end_says_something():
    at_start, at_end = (DataPrototype.from_values([form.format(word) for word in ("went", "Ann", "7", "(")]) for form in ("$ {}", "{} km"))

    assert (starts(at_start), ends(at_start), at_start.says_something) == (["$"], [], True)
    assert (starts(at_end), ends(at_end), at_end.says_something) == ([], ["km"], True)
