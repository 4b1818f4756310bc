"""Records and fields from the data that pages carry for their scripts."""

import json
import time

import pytest
from click.testing import CliRunner
from machine_speed import slowness

from sitelode import mine
from sitelode.cli.records import command
from sitelode.html.parse import parse
from sitelode.tables.details.detail_fields import find_fields
from sitelode.tables.details.field_rules import FieldRules
from sitelode.tables.lists.list_rule import ListRule
from sitelode.tables.lists.record_lists import find_lists
from sitelode.tables.script_data import assigned_data, page_data
from sitelode.tables.script_lists import find_state_lists


def page_of(
    data: object, number: int = 0, body: str = "<div id=__next></div>", kind: str = "application/json", name: str = "__NEXT_DATA__"
):
    code = data if isinstance(data, str) else json.dumps(data)
    html = f'<html><body>{body}<script id="{name}" type="{kind}">{code}</script></body></html>'
    return parse(html.encode(), f"https://shop.example/{number}", "text/html; charset=utf-8")


def listing(number: int) -> dict[str, object]:
    items = [
        {
            "sku": f"S{number}{n}",
            "title": f"Lamp {number}{n}",
            "price": {"value": n + 0.5, "currency": "EUR"},
            "tags": ["a", "b"],
            "sold": n % 2 == 0,
        }
        for n in range(5)
    ]
    return {"props": {"pageProps": {"query": "lamp", "results": items, "menu": [{"t": "Home"}, {"t": "About"}]}}}


def test_an_empty_page_has_the_records_of_its_data_named_by_their_keys():
    pages = [page_of(listing(number), number) for number in range(2)]
    found = find_state_lists(pages)[0]

    assert len(found) == 10
    assert found.names == ["sku", "title", "price_value", "currency", "tags", "sold"]
    assert found.records[6].fields == {
        "sku": "S11", "title": "Lamp 11", "price_value": "1.5", "currency": "EUR", "tags": "a | b", "sold": "false"
    }  # fmt: skip
    again = ListRule.from_data(json.loads(json.dumps(found.rule.to_data())))
    assert again.apply(page_of(listing(7)))[0]["title"] == "Lamp 70"
    assert again.apply(page_of({"other": 1})) == []


def test_the_command_reads_them_where_nothing_is_shown(tmp_path):
    html = f'<html><body><div id=root></div><script type="application/json" id=s>{json.dumps(listing(1))}</script></body></html>'
    (tmp_path / "a.html").write_text(html, "utf-8")
    outcome = CliRunner().invoke(command, [str(tmp_path / "a.html"), "-o", str(tmp_path / "out")])

    assert outcome.exit_code == 0, outcome.output
    assert "list 1: 5 records" in outcome.output
    assert "Lamp 11" in (tmp_path / "out" / "records" / "list-1.csv").read_text("utf-8")


def product(number: int) -> dict[str, object]:
    offer = {"@type": "Offer", "price": f"{number}.90", "priceCurrency": "EUR"}
    return {
        "@context": "x",
        "@graph": [{"@type": "Product", "gtin": f"40{number}", "brand": {"name": f"Maker {number % 2}"}, "offers": [offer]}],
    }


def test_fields_come_from_the_data_by_their_keys_also_where_the_page_is_empty():
    pages = [page_of(product(number), number, "<div></div>", "application/ld+json", "") for number in range(6)]
    table = find_fields(pages)

    assert table.rows[3] == {"gtin": ["403"], "price": ["3.90"], "brand": ["Maker 1"]}
    again = FieldRules.from_data(json.loads(json.dumps(table.rules.to_data())))
    assert again.values(pages[4])["price"] == ["4.90"]


@pytest.mark.parametrize("code", ["{broken", "[" * 100_000, "", "null", '{"a": ' * 5_000 + "1" + "}" * 5_000, "window.x = {}"])
def test_broken_and_deep_data_is_as_if_it_were_not_there(code):
    page = page_of(code)

    assert find_state_lists([page]) == []
    assert find_fields([page, page]).columns == ()


def stateful(number: int, code: str):
    html = f"<html><body><div id=root></div><script>{code}</script></body></html>"
    return parse(html.encode(), f"https://shop.example/{number}", "text/html; charset=utf-8")


@pytest.mark.parametrize(
    "form",
    [
        "window.__STATE__ = {};",
        "\n window['__STATE__']={};(function(){{var s=1}}())",
        "window.ready = [];window.__STATE__ = {};window.other = {{a: f()}}",
        "window.__STATE__ = JSON.parse({!r});",
    ],
)
def test_data_that_a_script_assigns_is_read_without_running_it(form):
    code = form.format(json.dumps(listing(1)))
    found = find_state_lists([stateful(1, code)])[0]

    assert found.records[3].fields["title"] == "Lamp 13"
    assert found.rule.state.startswith("__STATE__\t")
    assert found.rule.apply(stateful(2, form.format(json.dumps(listing(2)))))[3]["title"] == "Lamp 23"


@pytest.mark.parametrize(
    "code",
    [
        "window.a = {b: 1}",
        'window.a = JSON.parse("{")',
        "window.a = {",
        "window.a=[" + "[" * 100_000,
        "window.a = {}" * 10_000,
        "window.a = alert(1)",
    ],
)
def test_what_only_running_could_tell_is_passed_by(code):
    assert find_state_lists([stateful(1, code)]) == []


def test_values_in_quotes_are_read_as_scripts_read_them():
    code = r"""window.x = JSON.parse('{"a": "it\'s", "b": "\x41\u00e9\u{1F600}", "c": "\\n"}')"""

    assert dict(assigned_data(code)) == {"x": {"a": "it's", "b": "A\u00e9\U0001f600", "c": "\n"}}


def test_mining_gives_the_lists_of_pages_that_show_nothing():
    pages = []
    for number in range(6):
        html = f"<title>Page {number}</title><div id=root></div><script>window.s = {json.dumps(listing(number))}</script>"
        pages.append((f"https://shop.example/{number}", html.encode()))
    found = mine(pages).lists

    assert [len(each) for each in found] == [30]
    assert found[0].names[:2] == ["sku", "title"]


def test_columns_are_named_by_the_stated_property_that_has_their_values():
    def page(number: int):
        stated = json.dumps({"@type": "Product", "material": f"oak no. {number}", "brand": {"name": f"Maker {number}"}})
        shown = f"<h1>Chair {number}</h1><div class=q7><p>Oak no. {number}</p></div><div class=z1><p>Maker {number}</p></div>"
        return parse(f'<script type="application/ld+json">{stated}</script>{shown}'.encode(), f"https://shop.example/{number}")

    assert [column.name for column in find_fields([page(number) for number in range(6)]).columns][:3] == ["title", "material", "brand"]


def test_columns_of_a_list_are_named_so_too():
    def item(number: int) -> str:
        return f"<li><h3><a href=/p/{number}>A long lamp no. {number}</a></h3><b class=x1>Maker {number}</b><p class=x2>Some brass {number}</p></li>"

    items = [{"item": {"name": f"A long lamp no. {n}", "brand": {"name": f"Maker {n}"}, "material": f"Some brass {n}"}} for n in range(8)]
    stated = json.dumps({"@type": "ItemList", "itemListElement": items})
    page = parse(f'<h1>x</h1><ul>{"".join(map(item, range(8)))}</ul><script type="application/ld+json">{stated}</script>'.encode())

    assert find_lists(page)[0].table().names == ["title", "link", "brand", "material"]


def test_data_that_is_too_large_is_said_to_be(tmp_path):
    (tmp_path / "a.html").write_text(
        f'<div id=root></div><script type="application/json">{json.dumps(["y" * 9_000_000])}</script>', "utf-8"
    )
    outcome = CliRunner().invoke(command, [str(tmp_path / "a.html")])

    assert outcome.output == "no list of records on this page; only 8,000,000 of its 9,000,004 bytes of script data were searched\n"


def test_large_data_is_bounded():
    rows = [{"a": n, "b": f"row {n}"} for n in range(100_000)]
    huge = page_of(json.dumps({"x": "y" * 9_000_000}))
    began = time.process_time()

    assert list(page_data(huge)) == []
    assert len(find_state_lists([page_of({"rows": rows})])[0]) == 100_000
    assert time.process_time() - began < 20 * slowness()
