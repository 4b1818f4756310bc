"""A page object made from a wrapper, tested with web-poet's own fixtures."""

import asyncio
from pathlib import Path

import pytest

from sitelode import mine
from sitelode.errors import WrapperError
from sitelode.output.result import write_site_wrapper

web_poet = pytest.importorskip("web_poet")
from web_poet.testing import Fixture  # noqa: E402 (where web-poet is installed)

from sitelode.plugs.web_poet import WrapperPage, page_object  # noqa: E402

EXAMPLE = Path(__file__).parents[3] / "examples" / "site"


class ExamplePage(WrapperPage):
    """What a project would write: web-poet's fixtures name a class by its module."""


@pytest.fixture(scope="module")
def wrapper(tmp_path_factory):
    path = tmp_path_factory.mktemp("wrapper") / "wrapper.json"
    write_site_wrapper(mine(str(EXAMPLE)), path)
    return path


def response_of(path):
    return web_poet.HttpResponse(path.as_uri(), path.read_bytes(), headers={"Content-Type": "text/html; charset=utf-8"})


def test_an_item_is_the_article(wrapper):
    path = sorted((EXAMPLE / "2031").rglob("*.html"))[3]
    item = asyncio.run(page_object(wrapper)(response=response_of(path)).to_item())
    assert item["title"]
    assert len(item["text"]) > 200
    assert item["url"] == path.as_uri()


def test_web_poets_own_fixture_holds(wrapper, tmp_path):
    ExamplePage.applier = page_object(wrapper).applier
    response = response_of(sorted((EXAMPLE / "2031").rglob("*.html"))[5])
    item = asyncio.run(ExamplePage(response=response).to_item())
    fixture = Fixture.save(tmp_path, inputs=[response], item=item)
    Fixture(fixture.path).assert_full_item_correct(ExamplePage)
    fixture.output_path.write_text('{"title": "another"}', encoding="utf-8")
    with pytest.raises(AssertionError):
        Fixture(fixture.path).assert_full_item_correct(ExamplePage)


def test_a_page_without_content_says_why(wrapper):
    item = asyncio.run(page_object(wrapper)(response=response_of(EXAMPLE / "index.html")).to_item())
    assert item["reason"]


def test_a_file_that_is_no_wrapper_is_refused(tmp_path):
    (tmp_path / "x.json").write_text("{}", encoding="utf-8")
    with pytest.raises(WrapperError):
        page_object(tmp_path / "x.json")
