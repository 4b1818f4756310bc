"""The life of a table by the command line: written, verified, broken, mended, for rules of ours and of others; with the exit codes."""

import json

import numpy as np
import pytest
from click.testing import CliRunner
from made_tables import kettle, lamp, new_detail, new_list, old_detail, old_list

from sitelode.cli.main import cli
from sitelode.wrappers.applying import Reading
from sitelode.wrappers.known_content import KnownRow, KnownRows, known_file
from sitelode.wrappers.readers import Extraction
from sitelode.wrappers.verify.verifying import Verdict, verify
from sitelode.wrappers.wrapper import Layout

SCHEMA = {
    "baseSelector": "li.hit",
    "fields": [{"name": "product", "selector": "h3 a", "type": "text"}, {"name": "cost", "selector": ".price"}],
}


@pytest.fixture
def site(tmp_path):
    """Folders with pages of the same addresses, before and after."""
    for name, make, count in (("lists", old_list, 4), ("lists-now", new_list, 4), ("lamps", old_detail, 12), ("lamps-now", new_detail, 12)):
        (tmp_path / name).mkdir()
        for number in range(count):
            (tmp_path / name / f"p{number}.html").write_text(make(number), "utf-8")
    return tmp_path


def run(*arguments, code=0):
    found = CliRunner().invoke(cli, list(map(str, arguments)))
    assert found.exit_code == code, (found.output, found.exception)
    return found.output


def applied(wrapper, pages, output):
    run("apply", wrapper, pages, "-o", output)
    return [json.loads(line) for line in output.read_text("utf-8").splitlines()]


def test_a_list(site):
    run("records", site / "lists", "-o", site / "out")
    wrapper = site / "out" / "wrapper.json"

    assert run("verify", wrapper, site / "lists").startswith("fits: 4 pages")
    assert run("verify", wrapper, site / "lists-now", code=2).startswith("broken: 4 pages")
    said = run("repair", wrapper, site / "lists-now")
    assert "records seen before are found" in said
    assert run("verify", site / "out" / "wrapper.repaired.json", site / "lists-now").startswith("fits")
    first = applied(site / "out" / "wrapper.repaired.json", site / "lists-now", site / "a.jsonl")[0]["records"][0]
    assert (first["title"], first["price"], first["stock"]) == tuple(kettle(5)[key] for key in ("name", "price", "stock"))


def test_detail_pages(site):
    run("fields", site / "lamps", "-o", site / "out")
    wrapper = site / "out" / "wrapper.json"
    before = applied(wrapper, site / "lamps", site / "a.jsonl")

    assert run("verify", wrapper, site / "lamps-now", code=2)
    run("repair", wrapper, site / "lamps-now", "--date", "2026-02-02")
    mended = site / "out" / "wrapper.repaired.json"
    after = applied(mended, site / "lamps-now", site / "b.jsonl")
    assert [{**page, "layout": "", "match": "", "origin": ""} for page in after] == [
        {**page, "layout": "", "match": "", "origin": ""} for page in before
    ]
    assert "history: 2026-02-02: new layout fields-2" in run("wrapper", "show", mended)
    assert known_file(mended).is_file()


def test_a_schema_of_others(site):
    (site / "schema.json").write_text(json.dumps(SCHEMA), "utf-8")
    wrapper = site / "shop.json"
    run("wrapper", "import", site / "schema.json", "-o", wrapper)

    run("verify", wrapper, site / "lists", code=3)
    applied(wrapper, site / "lists", site / "a.jsonl")
    assert run("verify", wrapper, site / "lists").startswith("fits: 4 pages")
    assert run("verify", wrapper, site / "lists-now", code=2)
    run("repair", wrapper, site / "lists-now")
    first = applied(site / "shop.repaired.json", site / "lists-now", site / "b.jsonl")[0]["records"][0]
    assert first == {"product": kettle(5)["name"], "cost": kettle(5)["price"]}


def test_selectors_of_others_with_pages(site):
    (site / "selectors.json").write_text(json.dumps({"lamp": "//div[@class='product']/h1", "cost": "span.price::text"}), "utf-8")
    wrapper = site / "lamps.json"

    assert "learnt the usual values of" in run("wrapper", "import", site / "selectors.json", "-o", wrapper, "--pages", site / "lamps")
    assert run("verify", wrapper, site / "lamps").startswith("fits: 12 pages")
    run("repair", wrapper, site / "lamps-now")
    found = {page["lamp"]: page["cost"] for page in applied(site / "lamps.repaired.json", site / "lamps-now", site / "a.jsonl")}
    assert found == {lamp(number)["name"]: lamp(number)["price"] for number in range(12)}


def test_selectors_of_others_are_learnt_again_as_a_whole(site):
    (site / "selectors.json").write_text(json.dumps({"lamp": "h1", "cost": "span.price"}), "utf-8")
    wrapper = site / "lamps.json"
    run("wrapper", "import", site / "selectors.json", "-o", wrapper, "--pages", site / "lamps")
    for page in (site / "lamps-now").iterdir():
        page.write_text(page.read_text("utf-8").replace("<h2 class=ttl>", "<h1 class=ttl>").replace("</h2>", "</h1>"), "utf-8")
    run("repair", wrapper, site / "lamps-now")

    pages = applied(site / "lamps.repaired.json", site / "lamps-now", site / "a.jsonl")
    values = [(page["lamp"], page["cost"]) for page in pages]
    assert sorted(values) == sorted((thing["name"], thing["price"]) for thing in map(lamp, range(12)))


def test_what_nothing_proves_stays_broken(site):
    run("fields", site / "lamps", "-o", site / "out")
    (site / "gone").mkdir()
    for number in range(6):
        (site / "gone" / f"p{number}.html").write_text(f"<html><body><p>We have moved, visitor {number}.</p></body></html>", "utf-8")

    assert "not repaired: nothing on these pages shows" in run("repair", site / "out" / "wrapper.json", site / "gone", code=2)
    assert not (site / "out" / "wrapper.repaired.json").exists()


def test_pages_that_had_a_list_and_look_like_those_without_are_missed():
    empty = Layout("empty-1", "records", rules={"nothing": "no list"}, sketch=np.empty(0, dtype=np.uint32), pages=9)
    rows = KnownRows((KnownRow("records-1", "https://a.test/list", {"name": "x"}),))
    had, never = (
        Reading(url, "", empty, 1.0, Extraction(reason="no list"), "records") for url in ("https://a.test/list", "https://a.test/story")
    )

    assert verify([never], rows).verdict is Verdict.FITS
    assert verify([had, never], rows).reasons == ["the list is gone from 1 of 1 page that had it"]
