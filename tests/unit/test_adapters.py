"""Sitelode as the reference scorers call it."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # bench is run from the project's root and installed nowhere

from bench import adapters
from bench.made_up_site import made_up_site


def pages_of_a_site(count=8):
    return [{"id": number, "site": "news", "url": page.url, "html": page.html} for number, page in enumerate(made_up_site(count))]


def test_every_page_is_answered_under_its_own_id():
    pages = pages_of_a_site()
    pages[3]["id"] = "three"

    texts = adapters.articles(pages)

    assert set(texts) == {page["id"] for page in pages}
    paragraph = pages[3]["html"].split("<p>")[3].split("</p>")[0]
    assert paragraph in texts["three"]
    assert all(paragraph not in text for page, text in texts.items() if page != "three")


def test_a_page_given_twice_has_its_text_twice():
    pages = pages_of_a_site()
    pages.append(pages[4] | {"id": "again", "url": "https://news.example/print/4"})

    texts = adapters.articles(pages)

    assert texts["again"] == texts[4] != ""


@pytest.mark.parametrize("url", [None, "", "/path/only.html", "http://[broken", "javascript:void(0)"], ids=repr)
def test_no_address_is_too_odd(url):
    pages = [page | {"url": url and (url if page["id"] == 1 else f"/{page['id']}")} for page in pages_of_a_site()]

    texts = adapters.articles(pages)

    assert len(set(texts.values())) == len(pages)


@pytest.mark.parametrize(
    "pages",
    [
        pytest.param([], id="no page"),
        pytest.param([{"id": 1, "url": "/", "html": ""}], id="an empty page"),
        pytest.param([{"id": 1, "url": "/", "html": None}, {"id": 2, "url": "/2", "html": "\x00\x01"}], id="nothing readable"),
    ],
)
def test_nothing_to_mine_is_empty_text(pages):
    assert adapters.articles(pages) == {page["id"]: "" for page in pages}


def test_a_page_without_text_costs_no_other_page_its_own():
    pages = pages_of_a_site()
    lone_surrogate = {"id": "odd", "url": "/odd", "html": "<p>\ud800</p>"}

    texts = adapters.articles([*pages, {"id": "empty", "url": "/empty", "html": ""}, lone_surrogate])

    assert texts["empty"] == ""
    assert "odd" in texts
    assert texts[4]


def test_the_page_mined_in_place_of_another_is_found_through_several_steps():
    assert adapters._kept_page("c", {"c": "b", "b": "a"}) == "a"
    assert adapters._kept_page("a", {"c": "b", "b": "a"}) == "a"


def test_drift_on_pages_that_did_not_change():
    pages = pages_of_a_site()
    answer = adapters.drift(pages, pages)

    assert answer["verdict"] == "fits"
    assert answer["before"] == answer["after"]
    assert answer["before"][4] == answer["fresh"][4] != ""
