import pytest

from sitelode.articles.dates import DateForms, stated_date


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2031-04-05", "2031-04-05", id="year first"),
        pytest.param("2031年4月5日", "2031-04-05", id="year first, with the signs of Chinese and Japanese"),
        pytest.param("2031. 4. 5.", "2031-04-05", id="year first, as in Korea"),
        pytest.param("5.4.2031", "2031-04-05", id="dots: day first"),
        pytest.param("25/4/2031", "2031-04-25", id="a number above 12 is the day"),
        pytest.param("4/25/2031", "2031-04-25", id="wherever it stands"),
        pytest.param("Sat, 05 Apr 2031 10:11:12 +0000", "2031-04-05T10:11", id="mail header"),
        pytest.param("Posted on April 5th, 2031 by Ann", "2031-04-05", id="inside a line"),
        pytest.param("2031 Apr 5", "2031-04-05", id="year, word, day"),
        pytest.param("5.4.2031, 17:05", "2031-04-05T17:05", id="with a time of day"),
        pytest.param("31.2.2031", "", id="no such day"),
        pytest.param("10 Best Boats 2031", "", id="words that are no months"),
        pytest.param("192.168.20.31", "", id="an address of the net"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_dates_without_knowing_the_language(text, expected):
    assert DateForms().in_text(text) == expected


def test_the_order_of_day_and_month_is_learnt_from_other_dates():
    assert DateForms.learnt(["4/25/2031", "4/5/2031"]).in_text("4/5/2031") == "2031-04-05"
    assert DateForms.learnt(["25/4/2031", "4/5/2031"]).in_text("4/5/2031") == "2031-05-04"


def test_the_order_is_learnt_from_what_the_page_states_too():
    assert DateForms.learnt([], [("4/5/2031", "2031-04-05")]).in_text("6/7/2031") == "2031-06-07"


def test_months_are_learnt_where_the_page_states_its_date_in_numbers():
    forms = DateForms.learnt(["5 huhtikuuta 2031"], [("5 huhtikuuta 2031", "2031-04-05")])

    assert forms.in_text("9 huhtikuuta 2030") == "2030-04-09"


def test_a_word_that_meant_two_months_means_none():
    forms = DateForms.learnt([], [("5 xyz 2031", "2031-04-05"), ("5 xyz 2031", "2031-06-05")])

    assert forms.in_text("5 xyz 2031") == ""


def test_forms_are_plain_data():
    forms = DateForms({"huhtikuuta": 4}, month_first=True)

    assert DateForms.from_data(forms.to_data()) == forms


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2031-04-05T10:00:00+02:00", "2031-04-05T10:00:00+02:00"),
        ("1933148400", "2031-04-05T09:40:00Z"),
        ("1933148400000", "2031-04-05T09:40:00Z"),
        ("Sat, 05 Apr 2031 10:11:12 GMT", "2031-04-05T10:11"),
        ("20310405", "2031-04-05"),
        ("0000-00-00", ""),
        ("soon", ""),
    ],
)
def test_dates_of_metadata(value, expected):
    assert stated_date(value) == expected
