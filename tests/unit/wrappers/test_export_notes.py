import json

import pytest
from click.testing import CliRunner
from made_tables import detail_wrapper
from made_wrappers import site
from tests.unit.wrappers.shop_pages import html, page, product

from sitelode.articles.study import study_pages
from sitelode.cli.main import cli
from sitelode.html.parse import parse
from sitelode.wrappers.exchange.export_forms import FORMS, untried_selectors, written
from sitelode.wrappers.learn.learning import compile_wrapper
from sitelode.wrappers.teach.apply_lessons import with_field
from sitelode.wrappers.teach.teaching import Lesson, teach
from sitelode.wrappers.wrapper import write_wrapper


@pytest.fixture(scope="module")
def taught():
    pages = [parse(html(number).encode(), f"https://shop.example/p{number}.html") for number in range(8)]
    wrapper = compile_wrapper(study_pages(pages))
    field = teach("maker", [Lesson(page(4), product(4)["maker"])], [page(number) for number in range(8)])
    return with_field(wrapper, 0, field)


@pytest.mark.parametrize("form", FORMS)
def test_a_taught_field_that_is_left_out_is_named(taught, form, tmp_path):
    write_wrapper(taught, tmp_path / "w.json")
    done = CliRunner().invoke(cli, ["wrapper", "export", str(tmp_path / "w.json"), "--as", form, "--unchecked"], catch_exceptions=False)

    assert done.stdout == written(taught, form, untried_selectors(taught, form)), "notes stand beside the text, not in it"
    assert [line for line in done.stderr.splitlines() if ": maker: " in line and line.endswith("which no selector says")]


def test_the_places_of_a_text_are_one_selector_and_those_of_other_fields_are_tried_in_turn():
    wrapper = site()[2]
    [layout] = json.loads(written(wrapper, "css", untried_selectors(wrapper, "css"))).values()

    assert len(layout["text"]) == 1
    assert len(layout["title"]) > 1


def test_what_has_no_css_selector_is_named_for_forms_of_css_alone():
    wrapper, _ = detail_wrapper()
    [css], [xpath] = (untried_selectors(wrapper, form) for form in ("css", "xpath"))

    assert any("no CSS selector" in why for why in css.left_out.values())
    assert css.left_out.keys().isdisjoint(css.fields)
    assert not xpath.left_out
