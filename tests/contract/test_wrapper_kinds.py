"""Every kind of wrapper, whoever made it: written and read again it gives the same, fits its own pages, and costs a hostile page nothing."""

import json

import pytest
from made_articles import made_pages, page_of

from sitelode.articles.study import study_pages
from sitelode.layout.sketch import PageSketcher
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.tables.lists.record_lists import find_lists
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.exchange.checked_selectors import KnownPage, export_checked, page_markup
from sitelode.wrappers.exchange.importing import imported
from sitelode.wrappers.learn.learning import compile_wrapper, fields_layout, list_layout
from sitelode.wrappers.verify.verifying import Verdict, verify
from sitelode.wrappers.wrapper import Wrapper

HOSTILE = [
    "<",
    "<html>",
    "<p>" * 5_000,
    "<div class='" + "a " * 5_000 + "'>x</div>",
    "<table>" * 300,
    "\x00<p>\ufffd</p>",
    "<x:y z=1>t</x:y>",
]


def list_page(number):
    items = "".join(
        f'<li class="hit"><h3><a href="/{number}/{n}">Lamp of brass {number * 9 + n}</a></h3><p>Sold at the harbour market since {1900 + n}</p>'
        f'<span class="price">${n + number}.50</span></li>'
        for n in range(8)
    )
    return page_of(f"<html><body><h1>Page {number}</h1><ul class=hits>{items}</ul></body></html>", f"https://shop.test/list/{number}")


def detail_page(number):
    rows = f"<tr><th>Colour</th><td>green {number}</td></tr><tr><th>Weight</th><td>{number + 3} kg</td></tr>"
    return page_of(f"<html><body><h1>Lamp {number}</h1><table class=facts>{rows}</table></body></html>", f"https://shop.test/lamp/{number}")


def article_wrapper():
    pages, _ = made_pages(8)
    return compile_wrapper(study_pages(pages)), pages


def records_wrapper():
    pages = [list_page(number) for number in range(6)]
    return Wrapper("shop.test", (list_layout(pages, find_lists(pages[0])[0].rule, 0, "", PageSketcher()),)), pages


def fields_wrapper():
    pages = [detail_page(number) for number in range(6)]
    return Wrapper("shop.test", (fields_layout(pages, learn_rules(pages), 0, "", PageSketcher()),)), pages


def imported_wrapper():
    schema = {"baseSelector": "li.hit", "fields": [{"name": "name", "selector": "h3 > a", "type": "text"}]}
    return imported(json.dumps(schema)), [list_page(number) for number in range(3)]


KINDS = {"article": article_wrapper, "records": records_wrapper, "fields": fields_wrapper, "imported": imported_wrapper}


@pytest.fixture(scope="module", params=KINDS.values(), ids=KINDS.keys())
def made(request):
    return request.param()


def values(wrapper, pages):
    applier = Applier(wrapper)
    return [(reading.found.values, reading.found.records) for page in pages for reading in applier.read(page)]


def test_something_is_found_on_every_page(made):
    wrapper, pages = made

    assert all(found for found, _ in values(wrapper, pages))


def test_the_file_gives_the_same(made):
    wrapper, pages = made
    again = Wrapper.from_data(json.loads(wrapper.text()))

    assert again.text() == wrapper.text()
    assert values(again, pages) == values(wrapper, pages)


def test_a_wrapper_fits_the_pages_it_was_learnt_from(made):
    wrapper, pages = made
    applier = Applier(wrapper)
    verdict = verify([reading for page in pages for reading in applier.read(page)])

    assert verdict.verdict is Verdict.FITS, verdict.reasons


@pytest.mark.parametrize("html", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_page_gives_little_and_raises_nothing(made, html):
    applier = Applier(made[0])
    readings = applier.read(page_of(html + "<p>x"))

    assert all(reading.found.article is None for reading in readings)
    assert verify(readings).pages == len(readings)


@pytest.mark.parametrize("form", ["css", "xpath", "crawl4ai"])
def test_it_can_be_exported(made, form):
    wrapper, pages = made
    assert json.loads(export_checked(wrapper, form, [KnownPage(page_markup(page), page) for page in pages])[0])
