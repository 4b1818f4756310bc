import pytest

from sitelode.html.parse import parse
from sitelode.page_kinds.titles import BEGINNING, CONTAINED, EQUAL, RawTitles, TitleMatcher, titles_of

SITE = [
    RawTitles(f"Story number {name} | The Example", (f"Story number {name}",)) for name in ("one", "two", "three", "four", "five", "six")
]
PAGE = RawTitles(
    "Harbour bridge closed for nine hours on Monday – Harbour | The Example", ("News", "Harbour bridge closed for nine hours on Monday")
)


@pytest.mark.parametrize(
    ("anchor", "agreement"),
    [
        pytest.param("Harbour bridge closed for nine hours on Monday", EQUAL, id="the same"),
        pytest.param("HARBOUR BRIDGE closed for nine hours, on Monday!", EQUAL, id="case and marks apart"),
        pytest.param("Harbour bridge closed for nine", BEGINNING, id="cut short"),
        pytest.param("Bridge closed for nine hours", CONTAINED, id="a part of it"),
        pytest.param("Bridge in harbour closed on Monday", CONTAINED, id="most of its terms"),
        pytest.param("Harbour", EQUAL, id="its own part after a dash"),
        pytest.param("The Example", 0, id="the name of the site"),
        pytest.param("read more", 0, id="other words"),
        pytest.param("", 0, id="a picture"),
        pytest.param("on", 0, id="too short to be a part"),
    ],
)
def test_anchors_and_titles(anchor, agreement):
    assert TitleMatcher.of([*SITE, PAGE]).match(anchor, len(SITE)) == agreement


def test_headings_name_a_page_that_has_no_title():
    matcher = TitleMatcher.of([*SITE, RawTitles("", ("Closed on Mondays",))])

    assert matcher.names[-1] == ["Closed on Mondays"]


def test_the_only_large_heading_is_a_name_but_not_what_a_page_is_called():
    pages = [
        RawTitles("The Example", (f"Tale {name}",), f"Tale {name}") for name in ("one", "two", "three", "four", "five", "six", "seven")
    ]
    matcher = TitleMatcher.of(pages)

    assert matcher.match("Tale three", 2) == EQUAL
    assert matcher.first_names[2] == ""


def test_further_pages_of_a_listing_bear_its_name():
    further = [RawTitles(f"Harbour | The Example | Page {number}", ("Latest stories",)) for number in range(2, 7)]
    matcher = TitleMatcher.of([*SITE, RawTitles("Harbour | The Example", ("Latest stories",)), *further])

    assert set(matcher.first_names[len(SITE) :]) == {"Harbour"}


@pytest.mark.parametrize(
    ("body", "main"),
    [
        ("<h1>Storm at sea</h1><h2>More</h2>", "Storm at sea"),
        ("<h1></h1><h1>Storm at sea</h1>", "Storm at sea"),
        ("<h1>Storm at sea</h1><h1>More</h1>", ""),
        ("<h1><a href=/storm>Storm at sea</a></h1>", ""),
        ("<h2>Storm at sea</h2>", ""),
    ],
)
def test_the_only_heading_of_the_first_rank_is_the_main_one(body, main):
    assert titles_of(parse(f"<title>Paper</title>{body}".encode(), "https://a.example/")).main == main
