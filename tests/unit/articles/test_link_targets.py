import pytest

from sitelode.articles.body.evidence import link_targets
from sitelode.articles.body.feature_names import NOWHERE, OUTSIDE, OWN_SITE, WITHIN_PAGE
from sitelode.html.parse import parse

PAGE = "https://www.lantern.example/2031/04/gulls-learn-new-bins.html"


def _target(address, url=PAGE):
    page = parse(f'<p>Before <a href="{address}">the link</a></p>'.encode(), url)
    (link,) = (row for row in range(len(page)) if page.tag_name(row) == "a")
    return link_targets(page)[link]


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("", NOWHERE),
        ("#", WITHIN_PAGE),
        (" #notes", WITHIN_PAGE),
        ("mailto:ann@lantern.example", OUTSIDE),
        ("javascript:void(0)", OUTSIDE),
        ("https://other.example/2031/04/a-way-out.html", OUTSIDE),
        ("//other.example/2031/04/a-way-out.html", OUTSIDE),
        ("/about", OWN_SITE),
        ("/", OWN_SITE),
        ("https://www.lantern.example", OWN_SITE),
        ("../", OWN_SITE),
        ("/tags/gulls", OWN_SITE),
        ("/2031/04/", OWN_SITE),
        ("/2031/04/gulls-learn-new-bins.pdf", OWN_SITE),
        ("/2031/04/gulls-learn-new-bins.html?print=1", OWN_SITE),
        ("town-clock-stays-fast.html", OWN_SITE),
        ("HTTP://Lantern.example/2030/12/town-clock-stays-fast.html", OWN_SITE),
        ("//www.lantern.example/2030/12/town-clock-stays-fast.html", OWN_SITE),
    ],
)
def test_where_links_lead(address, where):
    assert _target(address) == where


def test_pages_saved_without_a_host():
    assert _target("/notes/on-rope/", "/notes/on-lamps/") == OWN_SITE
    assert _target("https://lantern.example/notes/on-rope/", "/notes/on-lamps/") == OUTSIDE
    assert _target("notes/on-rope/", "") == OWN_SITE


@pytest.mark.parametrize("address", ["?", "//", "///", "..", ".", ":", "http:", "https://", "/" * 5_000, "a" * 100_000, "%", "\N{SNOWMAN}"])
def test_any_address_has_an_answer(address):
    assert _target(address) in (NOWHERE, WITHIN_PAGE, OUTSIDE, OWN_SITE)
