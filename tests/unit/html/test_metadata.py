import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitelode.articles.fields.dates import DateForms
from sitelode.html.metadata import Metadata, is_iso_moment, iso_date, metadata_of
from sitelode.html.parse import parse


def read(html):
    return metadata_of(parse(html.encode()))


@pytest.mark.parametrize(
    ("html", "field", "expected"),
    [
        pytest.param("<title> A &amp;\n B </title>", "title", "A & B", id="title, white space collapsed"),
        pytest.param("<body><svg><title>drawing</title></svg>", "title", "", id="a drawing's title is not the page's"),
        pytest.param("<link rel='Canonical' href=' /x '>", "canonical", "/x", id="canonical"),
        pytest.param("<html lang=pt-BR>", "language", "pt-BR", id="language"),
        pytest.param("<meta property=og:title content=T><meta name=description content=D>", "announced_title", "T", id="og:title"),
        pytest.param("<meta name=date content='2031/04/05 10:00'>", "date", "2031-04-05T10:00", id="date of a meta element"),
        pytest.param(
            "<meta property='article:published_time' content='2031-04-05T10:00:00+02:00'>",
            "date",
            "2031-04-05T10:00:00+02:00",
            id="og date",
        ),
        pytest.param(
            '<script type="application/ld+json">{"@graph":[{"@type":"WebSite"},{"@type":["NewsArticle"],"datePublished":"2031-01-02",'
            '"headline":"H"}]}</script>',
            "date",
            "2031-01-02",
            id="JSON-LD in a graph",
        ),
        pytest.param(
            '<script type="application/ld+json"><!-- {"@type":"Article","headline":"H"} --></script>', "announced_title", "H", id="wrapped"
        ),
        pytest.param(
            '<script type="application/ld+json">{"@type":"Article",</script>', "linked_data", (), id="broken JSON-LD says nothing"
        ),
        pytest.param('<script type="application/ld+json">' + "[" * 100_000, "linked_data", (), id="deep JSON-LD says nothing"),
        pytest.param("<a rel=canonical href=/x>x</a>", "canonical", "", id="canonical is a link element's word"),
        pytest.param("<meta name=A content=' x  y '><meta name=a content=z>", "meta", {"a": "x y"}, id="first value of a name"),
        pytest.param("<meta name=a content><meta name=b>", "meta", {"a": ""}, id="a name without a value"),
    ],
)
def test_what_a_page_says_of_itself(html, field, expected):
    assert getattr(read(html), field) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2031-04-05", "2031-04-05"),
        ("20310405", "2031-04-05"),
        ("2031-04-05T10:11:12.345Z", "2031-04-05T10:11:12Z"),
        ("published 2031.04.05", "2031-04-05"),
        ("2031-13-05", ""),
        ("05.04.2031", ""),
        ("123120310405", ""),
        ("", ""),
    ],
)
def test_dates_written_year_first(text, expected):
    assert iso_date(text) == expected


@given(
    st.builds(
        "{}-{}-{}{}{}{}".format,
        st.sampled_from(("1989", "1990", "2000", "2031", "2100")),
        st.sampled_from(("00", "01", "02", "04", "12", "13", "1")),
        st.sampled_from(("00", "01", "28", "29", "30", "31", "32", "٣١")),
        st.sampled_from(("", "T09:30", "T09:30:15", " 09:30", "T9:30", "T09:30:1", "T")),
        st.sampled_from(("", ".5", " ")),
        st.sampled_from(("", "Z", "+01:00", "-0330", "+01", "+01:0", "z")),
    )
)
def test_a_whole_iso_moment_is_what_slower_code_makes_of_it(text):
    forms = DateForms()
    found, _ = forms.find(text)

    if is_iso_moment(text):
        assert iso_date(text) == text
        assert date.fromisoformat(text[:10]).year >= 1990
        assert forms.with_time(text, found) == text
    else:
        form = r"(199\d|20\d\d)-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:?\d\d)?)?"
        assert re.fullmatch(form, text, re.ASCII) is None or not is_day(text[:10])


def is_day(text):
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


@given(st.lists(st.text(alphabet="ab \n\u00a0é", max_size=12), max_size=6), st.integers(1, 5), st.integers(1, 4))
def test_texts_of_values(values, longest, most):
    collapsed = [" ".join(value.split())[:longest].rstrip() for value in values]
    expected = tuple(dict.fromkeys(filter(None, collapsed)))[:most]

    assert Metadata(_meta={"name": [value.encode() for value in values]}).texts("name", longest, most) == expected
