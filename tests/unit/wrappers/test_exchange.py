"""Export and import: other programs find the same values with what is written."""

import json
import random
import sys
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from bench.export_cells import read_by_schema
from lxml import etree
from made_articles import article_source, page_of, paragraphs, sentence
from made_tables import detail_wrapper, lamp, list_wrapper, old_detail, old_list
from made_wrappers import site
from parsel import Selector as ParselSelector
from web_poet import HttpResponse

from sitelode.articles.study import study_pages
from sitelode.errors import WrapperError
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.exchange.checked_selectors import KnownPage, export_checked, page_markup
from sitelode.wrappers.exchange.export_forms import FORMS
from sitelode.wrappers.exchange.importing import imported
from sitelode.wrappers.exchange.rule_selectors import rule_selectors
from sitelode.wrappers.exchange.selectors import with_ending
from sitelode.wrappers.learn.learning import compile_wrapper
from sitelode.wrappers.wrapper import Wrapper

SHOP = "".join(f'<li class="item sale"><a href="/p/{n}">Lamp {n}</a><span class="price">${n}.50</span></li>' for n in range(3))
SHOP_HTML = f'<html><body><ul id="list">{SHOP}</ul></body></html>'
SCHEMA = {
    "name": "lamps",
    "baseSelector": "ul#list > li.item",
    "fields": [
        {"name": "name", "selector": ":scope > a", "type": "text"},
        {"name": "link", "selector": "a", "type": "attribute", "attribute": "href"},
        {"name": "price", "selector": "span.price", "type": "text", "prefix": "$"},
    ],
}


def export(wrapper, pages, form):
    return export_checked(wrapper, form, [KnownPage(page_markup(page), page) for page in pages])[0]


def selectors(wrapper, pages, form):
    """The selectors of the only layout."""
    data = json.loads(export(wrapper, pages, form))
    del data["_checked"]
    [layout] = data.values()
    return layout


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_selectors_find_the_text_of_a_page(form):
    html, body = article_source(40)
    pages, _, wrapper = site()
    layout = selectors(wrapper, pages, form)
    page = ParselSelector(html)
    found = [" ".join("".join(each.css("*::text").getall()).split()) for one in layout["text"] for each in getattr(page, form)(one)]

    assert all(any(paragraph in text for text in found) for paragraph in body)
    assert not any("All rights reserved" in text for text in found)
    title = next(each for one in layout["title"] for each in getattr(page, form)(one))
    assert "".join(title.css("*::text").getall()).strip() in html


@pytest.mark.parametrize("made", [lambda: site()[::-2], detail_wrapper, list_wrapper], ids=["article", "fields", "list"])
def test_everything_that_is_exported_is_css_or_xpath(made):
    page = ParselSelector("<html><body><p>x")
    for form, compiled in (("css", page.css), ("xpath", etree.XPath)):
        written = [one for found in selectors(*made(), form).values() for one in found]
        assert written
        for one in written:
            compiled(one["selector"] if isinstance(one, dict) else one)


def test_attributes_are_found_with_what_is_written_and_come_in_again():
    html = '<html><head><meta property="og:title" content="A title"><meta name="d" content="words"></head><body><p>x</body></html>'
    [by_meta] = [one for one in rule_selectors(site()[2].layouts[0])["title"] if "og:title" in one.css]
    for form, written in (("css", with_ending(by_meta.css, "::attr(content)")), ("xpath", by_meta.xpath)):
        assert getattr(ParselSelector(html), form)(written).getall() == ["A title"]
        [reading] = Applier(imported(json.dumps({"title": written}))).read(page_of(html, "https://a.test/"))
        assert reading.found.records == ({"title": "A title"},)


@pytest.mark.parametrize(
    ("selector", "ending", "written"),
    [
        ('meta[name="a, b"], meta[property="c"]', "::attr(content)", 'meta[name="a, b"]::attr(content), meta[property="c"]::attr(content)'),
        ('//a[@x="1|2"] | //b', "/@href", '//a[@x="1|2"]/@href | //b/@href'),
        ("h1", "", "h1"),
        ("", "/@href", ""),
    ],
)
def test_every_alternative_asks_for_the_attribute(selector, ending, written):
    assert with_ending(selector, ending) == written


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_selected_texts_are_not_inside_of_each_other(form):
    def made(number):
        chance = random.Random(number)
        nested = [
            f"<ul><li>{sentence(chance)}<ul><li>{sentence(chance)}</li></ul></li><li class=last>{sentence(chance)}</li></ul>"
            for _ in range(2)
        ]
        told = [f"<p>{text}</p>" for text in paragraphs(chance, 4)]
        return f"<h1>{sentence(chance, 4)}</h1><div class=text>{''.join(told[:2] + nested[:1] + told[2:] + nested[1:])}</div>"

    wrapper = compile_wrapper(study_pages([page_of(made(number), f"https://example.test/{number}") for number in range(8)]))
    [one] = rule_selectors(wrapper.layouts[0])["text"]
    elements = [each.root for each in getattr(ParselSelector(made(3)), form)(getattr(one, form))]
    assert len([each for each in elements if each.tag == "li"]) == 4
    assert not any(above in elements for each in elements for above in each.iterancestors())


def test_a_page_object_reads_the_article(tmp_path):
    (tmp_path / "made_page_objects.py").write_text(export(*site()[::-2], "web-poet"), "utf-8")
    spec = spec_from_file_location("made_page_objects", tmp_path / "made_page_objects.py")
    module = module_from_spec(spec)
    sys.modules["made_page_objects"] = module
    spec.loader.exec_module(module)
    html, body = article_source(40)
    page = module.Article1Page(HttpResponse("https://example.test/40", html.encode(), encoding="utf-8"))

    assert all(paragraph in page.text for paragraph in body)
    assert page.title
    assert page.title in html


def module_of(made, tmp_path, name):
    (tmp_path / f"{name}.py").write_text(export(*made, "web-poet"), "utf-8")
    spec = spec_from_file_location(name, tmp_path / f"{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_page_object_reads_the_fields_of_a_detail_page(tmp_path):
    page = module_of(detail_wrapper(), tmp_path, "lamp_pages").Fields1Page(
        HttpResponse("https://shop.test/30", old_detail(30).encode(), encoding="utf-8")
    )

    assert (page.title, page.price, page.weight, page.maker, page.colour) == tuple(
        lamp(30)[key] for key in ("name", "price", "Weight", "Maker", "Colour")
    )


def test_a_page_object_reads_the_records_of_a_list(tmp_path):
    wrapper, _ = list_wrapper()
    source = old_list(7)
    page = module_of(list_wrapper(), tmp_path, "kettle_pages").Records1Page(
        HttpResponse("https://shop.test/list/7", source.encode(), encoding="utf-8")
    )
    [reading] = Applier(wrapper).read(page_of(source, "https://shop.test/list/7"))

    assert page.records == [dict(record) for record in reading.found.records]
    assert len(page.records) == 10


def test_expressions_find_the_fields_of_a_detail_page():
    wrapper, _ = detail_wrapper()
    tree = ParselSelector(old_detail(31))

    assert {name: tree.xpath(one.xpath).get() for name, [one] in rule_selectors(wrapper.layouts[0]).items() if name in lamp(31)} == {
        name: value for name, value in lamp(31).items() if name != "name"
    }


def test_a_schema_of_articles_names_every_field():
    schema = json.loads(export(*site()[::-2], "crawl4ai"))

    assert schema["baseSelector"] == "html"
    assert {"title", "text"} <= {each["name"] for each in schema["fields"]}
    assert all(each["selector"] for each in schema["fields"])


def test_an_imported_schema_reads_records_and_goes_out_again():
    wrapper = imported(json.dumps(SCHEMA), "shop.test")
    [reading] = Applier(Wrapper.from_data(json.loads(wrapper.text()))).read(page_of(SHOP_HTML, "https://shop.test/"))

    assert [record["name"] for record in reading.found.records] == ["Lamp 0", "Lamp 1", "Lamp 2"]
    assert reading.found.records[1] == {"name": "Lamp 1", "link": "https://shop.test/p/1", "price": "1.50"}
    schema = json.loads(export(wrapper, [page_of(SHOP_HTML, "https://shop.test/")], "crawl4ai"))
    assert [row["name"] for row in read_by_schema(schema, SHOP_HTML)] == ["Lamp 0", "Lamp 1", "Lamp 2"]


def test_selectors_by_name_are_one_record_a_page():
    wrapper = imported(json.dumps({"first": "body > ul > li:nth-of-type(1) > a"}))
    [reading] = Applier(wrapper).read(page_of(SHOP_HTML, "https://shop.test/"))

    assert reading.found.records == ({"first": "Lamp 0"},)


def test_a_wrapper_of_ours_is_imported_as_it_is():
    assert imported(site()[2].text()).text() == site()[2].text()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("x", id="no JSON"),
        pytest.param("[]", id="nothing"),
        pytest.param("[1]", id="no object"),
        pytest.param('{"a": 1}', id="no selector"),
        pytest.param('{"a": "div p:has(b)"}', id="more than steps"),
        pytest.param('{"baseSelector": "li", "fields": [{"selector": "a"}]}', id="no name"),
        pytest.param('{"baseSelector": "li", "fields": [{"name": "a", "selector": "a", "type": "computed", "function": "x"}]}', id="code"),
    ],
)
def test_what_a_wrapper_cannot_hold_is_refused_in_one_line(content):
    with pytest.raises(WrapperError) as refused:
        imported(content)
    assert "\n" not in str(refused.value)


def test_a_form_nobody_knows():
    with pytest.raises(WrapperError, match="css"):
        export(*site()[::-2], "regex")
    assert set(FORMS) == {"css", "xpath", "crawl4ai", "web-poet"}
