import shutil
from pathlib import Path

import pytest
from crawl_server import Site, SiteServer, page

from sitelode.errors import ResultError, SettingError, SourceError
from sitelode.plugs.site_tools import SiteTools
from sitelode.sources.crawl.settings import CrawlSettings

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"
WALK = "around-gannet-head.html"


@pytest.fixture(scope="module")
def tools(lantern):
    return SiteTools([lantern])


def test_sites_and_sections(tools):
    sections = tools.list_sections("lantern")

    assert tools.list_sites() == ["lantern"]
    assert sections[0]["name"] == "Home"
    assert sum(section["depth"] == 1 for section in sections) > 3


def test_search_finds_titles_before_texts(tools):
    found = tools.search_site("lantern", "gannet head TIDE", 3)

    assert found[0]["title"] == "Around Gannet Head, with a tide in hand"
    assert len(found) == 3
    assert "Gannet Head" in found[0]["excerpt"]
    assert tools.search_site("lantern", "xylophonists") == []


def test_an_article_by_the_end_of_its_address(tools):
    assert tools.read_article("lantern", WALK)["author"] == "Dario Quist"


def test_a_page_is_read_with_what_was_learnt(tools):
    known, source = tools.read_article("lantern", WALK), (EXAMPLE / "2031" / "03" / WALK).read_text("utf-8")
    found = tools.read_page(known["url"], "lantern", source)

    assert found["text"] == known["text"]
    assert "### The stages" in found["markdown"]


def test_a_page_is_fetched_as_a_crawl_fetches_it():
    text = " ".join(f"The {number}th ferry left the quay with {number} people." for number in range(20))
    with SiteServer(Site({"/a": page("A", text)})) as server:
        allowed = SiteTools([], CrawlSettings(allow_private=True))
        assert allowed.read_page(server.url + "a")["title"] == "A"
        with pytest.raises(SourceError, match="HTTP 404"):
            allowed.read_page(server.url + "b")
        with pytest.raises(SourceError, match="private address"):
            SiteTools([]).read_page(server.url + "a")


def test_no_article_is_said():
    assert SiteTools([]).read_page("https://a.example/", html="<nav><a href=/>Home</a></nav>") == {
        "url": "https://a.example/",
        "problem": "no text of its own",
    }


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda tools: tools.search_site("nowhere", "x"), "no mined site is called 'nowhere'; there are: lantern"),
        (lambda tools: tools.search_site("lantern", "?!"), "nothing to search for"),
        (lambda tools: tools.read_article("lantern", "nothing.html"), "no articles at 'nothing.html'"),
        (lambda tools: tools.read_page("file:///etc/passwd"), "is not an address"),
        (lambda tools: tools.read_page("/etc/passwd"), "is not an address"),
        (lambda tools: tools.teach_field("lantern", "nothing.html", "price", "1"), "no pages at 'nothing.html'"),
        (lambda tools: tools.teach_field("lantern", "x" * 9_000, "price", "1"), "no pages at 'xxx"),
        (lambda tools: tools.teach_field("lantern", WALK, "author", "Dario Quist"), "every article has its own author"),
        (lambda tools: tools.teach_field("lantern", WALK, "", "Dario Quist"), "a field's name has"),
        (lambda tools: tools.teach_field("lantern", WALK, "writer", " "), "the value is empty"),
    ],
)
def test_problems_are_one_line(tools, ask, words):
    with pytest.raises(SettingError, match=words.replace("?", r"\?")) as problem:
        ask(tools)

    assert len(str(problem.value).splitlines()) == 1


def test_a_folder_that_is_no_result(tmp_path):
    with pytest.raises(ResultError, match=r"articles\.jsonl is missing"):
        SiteTools([tmp_path])


def test_a_field_is_taught_and_read_from_then_on(lantern, tmp_path):
    folder = tmp_path / "lantern"
    shutil.copytree(lantern, folder)
    tools = SiteTools([folder])
    values = tools.teach_field("lantern", WALK, "writer", "Dario Quist")

    assert sum(map(bool, values.values())) > 5
    assert (folder / "lessons.json").is_file()
    assert '"writer"' in (folder / "wrapper.json").read_text("utf-8")
