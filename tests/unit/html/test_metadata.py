import pytest

from sitelode.html.metadata import iso_date, metadata_of
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
