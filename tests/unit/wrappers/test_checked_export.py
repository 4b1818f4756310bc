"""Exports are run on known pages before they are written: what they say is what the wrapper says, and what cannot be said is named."""

import asyncio
import importlib.util
import json
from functools import cache
from pathlib import Path

import pytest
import web_poet
from bench.export_cells import read_by_schema
from click.testing import CliRunner
from lxml.html import document_fromstring
from parsel import Selector as ParselSelector

from sitelode.cli.main import cli
from sitelode.html.parse import parse
from sitelode.layout.sketch import PageSketcher
from sitelode.tables.details.detail_fields import learn_rules
from sitelode.wrappers.applying import readings_of
from sitelode.wrappers.exchange.checked_selectors import KnownPage, export_checked, page_markup
from sitelode.wrappers.exchange.page_values import PageValues
from sitelode.wrappers.exchange.selector_search import Cell
from sitelode.wrappers.exchange.short_selectors import short_selectors
from sitelode.wrappers.exchange.text_selectors import texts_without
from sitelode.wrappers.learn.learning import fields_layout
from sitelode.wrappers.wrapper import Wrapper, read_wrapper

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"
LAMPS = [("Arc", "$12.90", "brass"), ("Beam", "$8.50", "oak"), ("Cone", "$31.00", "steel"), ("Dome", "$5.25", "glass")]


def lamp_page(number):
    """Lamps of a shop; an advertisement has the class of a lamp and one more."""
    lamps = [(f"{name} {number}", price.replace("0", str(number % 10)), stuff) for name, price, stuff in LAMPS]
    items = [
        f'<li class="item"><a href="/l{n}.html">{name}</a> <b class="price">{price}</b><i>{stuff}</i></li>'
        for n, (name, price, stuff) in enumerate(lamps)
    ]
    items.insert(2, f'<li class="item ad"><a href="/ad{number}.html">Buy {number} now</a></li>')
    return f"<html><body><h1>Lamps {number}</h1><ul id=lamps>{''.join(items)}</ul><p>All rights reserved</p></body></html>"


def run(*arguments):
    return CliRunner().invoke(cli, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def mined(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mined")
    assert run("wrapper", "learn", EXAMPLE, "-o", folder / "w.json").exit_code == 0
    return folder


@cache
def exported(folder, form):
    done = run("wrapper", "export", folder / "w.json", "--as", form, "--pages", EXAMPLE, "-o", folder / f"out.{form}")
    assert done.exit_code == 0, done.output
    return (folder / f"out.{form}").read_text("utf-8"), done.output


@pytest.mark.parametrize("form", ["css", pytest.param("xpath", marks=pytest.mark.nightly)])
def test_what_a_list_of_selectors_says_is_what_the_wrapper_says(mined, form):
    text, said = exported(mined, form)
    data = json.loads(text)
    checked = data.pop("_checked")
    wrapper = read_wrapper(mined / "w.json")
    compared = 0
    for path in sorted(EXAMPLE.rglob("*.html")):
        page = parse(path.read_bytes(), path.as_uri())
        for reading in readings_of(wrapper, [page]):
            fields = data.get(reading.layout.name, {}) if reading.layout and reading.found.article else {}
            for name in ("title", "author", "description"):
                if name in fields and reading.found.values.get(name):
                    root = ParselSelector(page_markup(page))
                    found = next(each for one in fields[name] for each in getattr(root, form)(one).getall())
                    plain = " ".join("".join(ParselSelector(found).xpath("//text()").getall()).split()) if found.startswith("<") else found
                    assert plain == reading.found.values[name]
                    compared += 1
    assert compared > 50
    for layout in checked.values():
        assert set(layout["agreeing"]).isdisjoint(layout["left_out"])
        for name in layout["left_out"]:
            assert name in said


def test_selectors_are_short_and_start_at_names(mined):
    data = json.loads(exported(mined, "css")[0])
    data.pop("_checked")
    written = [one for layout in data.values() for name, found in layout.items() if name != "text" for one in found]
    assert written
    assert max(one.count(">") for one in written) <= 1
    assert not any(one.startswith("html") for one in written)


def test_a_page_object_gives_what_the_wrapper_gives(mined):
    (mined / "made_objects.py").write_text(exported(mined, "web-poet")[0], "utf-8")
    spec = importlib.util.spec_from_file_location("made_objects", mined / "made_objects.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    wrapper, compared = read_wrapper(mined / "w.json"), 0
    for path in sorted(EXAMPLE.rglob("*.html"))[:30]:
        for reading in readings_of(wrapper, [parse(path.read_bytes(), path.as_uri())]):
            if reading.layout and reading.found.article:
                name = "".join(part.capitalize() for part in reading.layout.name.split("-")) + "Page"
                response = web_poet.HttpResponse(path.as_uri(), path.read_bytes(), encoding="utf-8")
                item = asyncio.run(getattr(module, name)(response=response).to_item())
                assert item["title"] == reading.found.values["title"]
                compared += 1
    assert compared > 5


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shop")
    (folder / "pages").mkdir()
    for number in range(6):
        (folder / "pages" / f"{number}.html").write_text(lamp_page(number), encoding="utf-8")
    assert run("records", folder / "pages", "-o", folder / "out").exit_code == 0
    return folder


@pytest.mark.parametrize("form", ["xpath", "crawl4ai"])
def test_an_advertisement_with_one_class_more_is_no_record(shop, form):
    wrapper = next((shop / "out").rglob("wrapper.json"))
    done = run("wrapper", "export", wrapper, "--as", form, "--pages", shop / "pages", "-o", shop / form)
    pages = [parse(lamp_page(number).encode(), f"file:///{number}.html") for number in range(6)]
    records = [reading.found.records for reading in readings_of(read_wrapper(wrapper), pages)]
    if done.exit_code:
        assert "pages only" in done.output
        return
    data = json.loads((shop / form).read_text("utf-8"))
    if form == "xpath":
        [layout] = [each for name, each in data.items() if not name.startswith("_")]
        found = [len(ParselSelector(lamp_page(number)).xpath(layout["records"][0])) for number in range(6)]
        assert found == [len(each) for each in records]
    else:
        rows = [read_by_schema(data, lamp_page(number)) for number in range(6)]
        assert [len(each) for each in rows] == [len(each) for each in records]
        assert ":scope" not in json.dumps(data)
        for of_page, wanted in zip(rows, records, strict=True):
            for row, record in zip(of_page, wanted, strict=True):
                assert {name: value for name, value in row.items() if value and not value.startswith("/")} == {
                    name: record[name] for name, value in row.items() if value and not value.startswith("/")
                }


def test_without_pages_nothing_is_written(mined, tmp_path):
    (tmp_path / "w.json").write_bytes((mined / "w.json").read_bytes())
    done = run("wrapper", "export", tmp_path / "w.json", "--as", "css")
    assert done.exit_code != 0
    assert "--pages" in str(done.exception) + done.output


def test_markup_from_columns_is_read_as_the_source_is():
    for html in (lamp_page(3), "<p>a &lt; b &amp; c<script>if (a < b) x()</script><br><img src='a.png' alt='\"q\"'>"):
        page = parse(html.encode(), "https://x.example/")
        again = parse(page_markup(page).encode(), "https://x.example/")
        assert [page.tag_name(row) for row in range(len(page))] == [again.tag_name(row) for row in range(len(again))]
        assert page.text() == again.text()
    assert KnownPage(html, page).page is page


def lamp_detail(number):
    """One lamp: values behind labels, in one line with their label, and beside others without names."""
    name, price, stuff = LAMPS[number % 4][0] + f" {number}", f"${number}.50", ("oak", "brass", "steel")[number % 3]
    saved = f"<li>You save: ${number}.25</li>" if number % 3 else "<li>No discount</li>"
    tail = f"<b>{number * 7} grams</b><b>{number * 3} cm</b><b>{number + 40} lumen</b>"
    rows = f"<tr><th>Made of</th><td>{stuff} {number}</td></tr><tr><th>Price</th><td>{price}</td></tr>"
    return (
        f"<html><head><title>{name}</title></head><body><div id=top><h1>{name}</h1></div><table>{rows}</table><ul>{saved}<li>Stock: "
        f"{number * 13} pieces</li></ul><div class=sizes>{tail}</div><p>All rights reserved</p></body></html>"
    )


@pytest.fixture(scope="module")
def details():
    pages = [KnownPage(lamp_detail(number), parse(lamp_detail(number).encode(), f"https://x.example/{number}")) for number in range(1, 25)]
    rules = learn_rules([each.page for each in pages])
    return Wrapper("", (fields_layout([each.page for each in pages], rules, 0, "", PageSketcher()),)), pages


def said_by(form, entries, html):
    """What a user of parsel reads by one field of an exported list."""
    for entry in entries:
        css, pattern = (entry["selector"], entry["re"]) if isinstance(entry, dict) else (entry, None)
        found = getattr(ParselSelector(html), form)(css)
        texts = found.re(pattern) if pattern else ["".join(each.xpath("string()").getall()) or each.get() for each in found]
        texts = [" ".join(text.split()) for text in texts if text.strip()]
        if texts:
            return texts[0]
    return ""


@pytest.mark.parametrize(("form", "least"), [("xpath", 1.0), ("css", 0.6)])
def test_pieces_of_lines_and_nameless_values_are_exported_as_they_are_read(details, form, least):
    wrapper, pages = details
    text, found = export_checked(wrapper, form, pages[:16])
    fields = json.loads(text)[wrapper.layouts[0].name]
    readings = readings_of(wrapper, [each.page for each in pages[16:]])
    filled = [
        (name, value, page) for page, reading in zip(pages[16:], readings, strict=True) for name, value in reading.found.values.items()
    ]
    exported_cells = [(value, said_by(form, fields[name], page.html)) for name, value, page in filled if name in fields]
    assert len(exported_cells) >= least * len(filled)
    assert all(value == said for value, said in exported_cells)
    if form == "xpath":
        assert not found[0].left_out
        assert any("substring-after" in one for entries in fields.values() for one in entries)


def test_a_schema_cuts_pieces_by_patterns_and_names_what_it_cannot_say(details):
    wrapper, pages = details
    text, found = export_checked(wrapper, "crawl4ai", pages[:16])
    schema = json.loads(text)
    names = {each["name"] for each in schema["fields"]}
    assert names.isdisjoint(found[0].left_out)
    assert any(each["type"] == "regex" for each in schema["fields"])
    for page, reading in zip(pages[16:], readings_of(wrapper, [each.page for each in pages[16:]]), strict=True):
        [row] = read_by_schema(schema, page.html)
        assert {name: row[name].replace(" ", "") for name in names} == {
            name: reading.found.values.get(name, "").replace(" ", "") for name in names
        }


def test_texts_inside_of_an_article_that_are_not_its_own_are_left_out_by_xpath():
    lines = "".join(f"<i class=number>{line}</i><code>step {line} of many</code>" for line in range(1, 30))
    page = f"<html><body><div class=post><p>{'Words of an article. ' * 9}</p>{lines}<p>{'More of them. ' * 9}</p></div></body></html>"
    wanted = " ".join(ParselSelector(page).xpath("//p//text() | //code//text()").getall())
    [one, *_] = texts_without([Cell(document_fromstring(page), " ".join(wanted.split()))])
    said = " ".join(" ".join(ParselSelector(page).xpath(one.xpath).getall()).split())
    assert said == " ".join(wanted.split())


def test_a_text_behind_a_comment_is_known_by_its_number_in_its_element():
    root = document_fromstring("<html><body><p>Price <!-- of today -->$3</p><p><b>Stock</b><!-- all shops -->12</p></body></html>")
    for value, number in (("$3", 2), ("12", 1)):
        [(element, place)] = PageValues(root).texts_saying(value, str.__eq__)
        assert place == number
        assert element.xpath(f"text()[normalize-space()][{place}]") == [value]


@pytest.mark.parametrize("value", ["two\nlines", "back\\slash", "C:\\new", 'a "quote"', "plain"])
def test_what_an_attribute_says_never_breaks_a_selector(value):
    root = document_fromstring("<html><body><div><p>words</p></div></body></html>")
    element = root.find(".//p")
    element.set("name", value)
    found = list(short_selectors(element, root))

    assert all(element in root.cssselect(one.css) for one in found if one.css)
    assert any("name=" in one.css for one in found) == (value == "plain")
