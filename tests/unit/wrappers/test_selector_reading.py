"""Selectors of others: read, they find what parsel finds with them; what cannot be read is refused."""

import json

import pytest
from made_articles import page_of
from made_tables import list_wrapper
from made_wrappers import site
from parsel import Selector as ParselSelector

from sitelode.errors import WrapperError
from sitelode.paths.child_steps import AttributeTest, ChildStep, StepFinder, css
from sitelode.wrappers.applying import Applier
from sitelode.wrappers.exchange.checked_selectors import KnownPage, export_checked, page_markup
from sitelode.wrappers.exchange.importing import imported, read_alternatives, read_selector
from sitelode.wrappers.wrapper import Wrapper

HTML = """<html><head><meta property="og:title" content="Lamps"></head><body><div id="main" class="wide page"><h1>All lamps</h1>
<div class="item sale" data-kind="oil lamp"><h3><a href="/p/1">Lamp 1</a></h3><p><span class="price now">1.50</span></p></div>
<div class="item" data-kind="arc lamp"><h3><a href="/p/2">Lamp 2</a></h3><p><span class="price">2.50</span><span>old</span></p></div>
</div><div class="foot"><p>Imprint</p></div></body></html>"""

SELECTORS = [
    "h3 a", "div.item > h3 > a", "div.item a", "#main .price", "#main > div.sale span.price.now", "div.item p span:nth-of-type(2)", "*.item h3",
    "[data-kind]", 'div[data-kind="oil lamp"] a', "[data-kind~=arc]", "[data-kind^=o] h3", "[data-kind$=lamp] > p", "[data-kind*='c l']",
    "body div.foot p", "div#main.wide > h1", "span:first-of-type",
    "//h3/a", "//div[@class='item']/h3", '//div[contains(@class, "item")]//a', "//div[@id='main']/div[2]/p/span[1]", "//*[@data-kind]",
    '//div[contains(concat(" ", normalize-space(@class), " "), " sale ")]/h3/a', "//a[starts-with(@href,'/p/')]", "/html/body/div[2]/p",
]  # fmt: skip


def texts_by_parsel(selector):
    tree = ParselSelector(HTML)
    found = tree.xpath(selector) if selector.startswith("/") else tree.css(selector)
    return [" ".join(each.xpath("string(.)").get().split()) for each in found]


@pytest.mark.parametrize("selector", SELECTORS)
def test_a_way_leads_where_the_selector_leads(selector):
    page = page_of(HTML, "https://shop.test/")
    rows = StepFinder(page).anywhere(read_selector(selector).steps)

    assert texts_by_parsel(selector)
    assert [" ".join(page.text(row).split()) for row in rows.tolist()] == texts_by_parsel(selector)


@pytest.mark.parametrize("selector", SELECTORS)
def test_a_way_is_kept_as_data_and_written_as_css_again(selector):
    steps = read_selector(selector).steps
    assert tuple(ChildStep.from_data(json.loads(json.dumps(step.to_data()))) for step in steps) == steps
    again = read_selector(css(steps)).steps
    assert [step.css() for step in again] == [step.css() for step in steps]


def test_names_and_values_may_hold_any_character():
    [step] = read_selector(r'p.md\:w-1\/2#\31 0[title="say \"so\""]').steps

    assert step == ChildStep("p", ("md:w-1/2",), id="10", deep=True, wants=(AttributeTest("title", "=", 'say "so"'),))


@pytest.mark.parametrize(
    ("selector", "attribute"),
    [
        ("a::attr(href)", "href"),
        ("a @href", "href"),
        ("a::text", ""),
        ("//a/@href", "href"),
        (".//a/@href", "href"),
        ("./a/text()", ""),
        ("@href", "href"),
    ],
)
def test_what_a_selector_asks_for(selector, attribute):
    assert read_selector(selector).attribute == attribute


@pytest.mark.parametrize(
    "selector",
    ["a + b", "a ~ b", "a, b", "div:has(p)", "a:nth-child(2)", "a >", "> > a", "a:not(.b)", "//a[b]", "//a | //b", "//a/..", "//a[position()>1]",
     "//a[text()='x']", "/div", "(//a)[1]", "x" * 3000, "a[", "a[b=", "//", "::", 7, None],
)  # fmt: skip
def test_what_is_more_is_refused_in_one_line(selector):
    with pytest.raises(WrapperError) as refused:
        read_selector(selector)
    assert "\n" not in str(refused.value)


SHOP_PAGE = page_of(HTML, "https://shop.test/")


def export(wrapper, form, pages=(SHOP_PAGE,)):
    return export_checked(wrapper, form, [KnownPage(page_markup(page), page) for page in pages])[0]


def records(schema):
    wrapper = Wrapper.from_data(json.loads(imported(json.dumps(schema)).text()))
    [reading] = Applier(wrapper).read(page_of(HTML, "https://shop.test/"))
    return list(reading.found.records)


LAMPS = [
    {"name": "Lamp 1", "link": "https://shop.test/p/1", "price": "1.50"},
    {"name": "Lamp 2", "link": "https://shop.test/p/2", "price": "2.50"},
]


def test_crawl4ai_fields_are_looked_for_anywhere_in_a_record():
    fields = [
        {"name": "name", "selector": "a", "type": "text"},
        {"name": "link", "selector": "h3 a", "type": "attribute", "attribute": "href"},
        {"name": "price", "selector": ".price", "type": "text"},
    ]
    schema = {"baseSelector": "#main div.item", "fields": fields}

    assert records(schema) == LAMPS
    assert records(json.loads(export(imported(json.dumps(schema)), "crawl4ai"))) == LAMPS


def test_a_schema_of_xpath_expressions():
    fields = [
        {"name": "name", "selector": ".//a/text()", "type": "text"},
        {"name": "link", "selector": "./h3/a/@href", "type": "text"},
        {"name": "price", "selector": ".//span[contains(@class, 'price')]", "type": "text"},
    ]
    assert records({"baseSelector": "//div[contains(@class, 'item')]", "fields": fields}) == LAMPS


def test_lists_of_selectors_with_alternatives_and_attributes():
    found = records({"title": ['meta[property="og:title"] @content', "h1"], "first": ["h2", "//h3/a"], "none": "h6"})

    assert found == [{"title": "Lamps", "first": "Lamp 1"}]


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_exported_lists_come_in_again(form):
    schema = {"baseSelector": "div.item", "fields": [{"name": "name", "selector": "h3 > a", "type": "text"}]}
    exported = export(imported(json.dumps(schema)), form)

    assert records(json.loads(exported)) == [{"name": "Lamp 1"}, {"name": "Lamp 2"}]


@pytest.mark.parametrize(
    ("selector", "ways"),
    [
        ("a, b.c", ["a", "b.c"]),
        ('meta[name="a,b"], meta[property="c"] @content', ['meta[name="a,b"]', 'meta[property="c"]']),
        ("//a | //b", ["a", "b"]),
        ('//meta[@name="x" or @property="x"] @content', ['meta[name="x"]', 'meta[property="x"]']),
        ('//*[contains(concat(" ", @rel, " "), " tag ")]', ['*[rel~="tag"]']),
        ("(//h1[@class='t']/text()[normalize-space()])[1]", ['h1[class="t"]']),
    ],
)
def test_a_selector_may_name_several_places(selector, ways):
    found = read_alternatives(selector)

    assert [css(way.steps) for way in found] == ways
    assert {way.attribute for way in found} == ({"content"} if "@content" in selector else {""})


@pytest.mark.parametrize(
    "selector",
    [
        "a,",
        "a,,b",
        "a, b:has(c)",
        "//a | ",
        "a, " * 60_000,
        "//a[@b='c' or d]",
        "(//a)[2]",
        "[" * 90_000,
        "//a" + "[@b='' or @c='']" * 5_000,
        "//a" + "[@b='' or @c='']" * 90,
    ],
)
def test_several_places_of_which_one_is_none_are_refused(selector):
    with pytest.raises(WrapperError):
        read_alternatives(selector)


def test_fields_of_several_places():
    fields = [
        {"name": "first", "selector": "h6, h1, h3"},
        {"name": "all", "selector": "h1, h3", "type": "list", "fields": [{"type": "text"}]},
    ]

    assert records({"baseSelector": "html", "fields": fields}) == [{"first": "All lamps", "all": ["All lamps", "Lamp 1", "Lamp 2"]}]


@pytest.mark.parametrize("content", ["{}", "[]", "[{}]", '{"a": {}}', '{"baseSelector": "li", "fields": []}', '{"baseSelector": "li"}'])
def test_nothing_is_not_imported(content):
    with pytest.raises(WrapperError) as refused:
        imported(content)
    assert "\n" not in str(refused.value)


def article_wrapper():
    return site()[::-2]


@pytest.mark.parametrize(
    ("make", "form"),
    # An export with labels ("the text behind By") is for other programs.
    [(article_wrapper, "css"), (article_wrapper, "crawl4ai"), (list_wrapper, "css"), (list_wrapper, "xpath"), (list_wrapper, "crawl4ai")],
)
def test_what_is_exported_can_be_imported(make, form):
    wrapper, pages = make()

    assert len(imported(export(wrapper, form, pages)).layouts) == len(wrapper.layouts)
